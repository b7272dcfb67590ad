# SPDX-License-Identifier: MIT
"""What `./run demo FILE` says once all is built: a line a stage, where the pictures are, or what failed."""
import os
import pathlib
import subprocess
import unittest

from render_test import square
from support import BIN, PipelineCase

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent


class DemoTest(PipelineCase):
    def demo(self, text):
        """Runs the demo on a model of that text, whose name is no other test's."""
        name = f"demo test {os.getpid()}"
        model = self.scratch / f"{name}.gltf"
        model.write_text(text)
        self.addCleanup(lambda: [made.unlink() for made in (PROJECT / "out/demo").glob(f"{name}.*")])
        done = subprocess.run([PROJECT / "scripts/demo.sh", model], capture_output=True, text=True,
                              env={**os.environ, "DIORAMA_BIN": str(BIN.resolve())})
        return done, PROJECT / "out/demo" / name

    def test_a_model_of_ones_own_is_drawn(self):
        done, made = self.demo(square([{"mesh": 0}]))
        self.assertEqual(done.returncode, 0, done.stderr)
        for stage in ("importing .*", "loading the scene, .*", "drawing the model", "drawing the scene"):
            self.assertRegex(done.stdout, rf"(?m)^  {stage}: \d+\.\d s$")
        self.assertIn(f"picture of the model   {made}.png\n", done.stdout)
        self.assertEqual(pathlib.Path(f"{made}.png").read_bytes(), pathlib.Path(f"{made}.scene.png").read_bytes())

    def test_a_scene_is_checked_and_drawn(self):
        scene = self.scratch / f"demo test scene {os.getpid()}.cscn"
        (self.scratch / "square.gltf").write_text(square([{"mesh": 0}]))
        self.succeed("import", self.scratch / "square.gltf", "-o", scene)
        picture = PROJECT / "out/demo" / f"{scene.stem}.png"
        self.addCleanup(lambda: picture.unlink(missing_ok=True))
        done = subprocess.run([PROJECT / "scripts/demo.sh", scene], capture_output=True, text=True,
                              env={**os.environ, "DIORAMA_BIN": str(BIN.resolve())})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"picture of the scene   {picture}\n", done.stdout)
        self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))

    def test_a_fault_says_what_failed_and_why(self):
        done, made = self.demo("<!DOCTYPE html>")
        self.assertEqual(done.returncode, 1)
        self.assertIn("found an HTML page, expected glTF", done.stderr)
        self.assertIn("demo: FAILED: importing ", done.stderr)
        self.assertFalse(pathlib.Path(f"{made}.png").exists())


if __name__ == "__main__":
    unittest.main()
