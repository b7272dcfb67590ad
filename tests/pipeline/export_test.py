# SPDX-License-Identifier: MIT
"""`diorama export`: models and scenes come back, sources are safe, and a failure leaves nothing behind."""
import json
import os
import pathlib
import resource
import shutil
import subprocess
import unittest

from rich_model import NAMES, png, write_rich_model
from support import BIN, PipelineCase, diorama


def json_of(file):
    """The JSON of a .gltf or .glb."""
    data = file.read_bytes()
    if data[:4] != b"glTF":
        return json.loads(data)
    length = int.from_bytes(data[12:16], "little")
    return json.loads(data[20:20 + length])


class ExportTest(PipelineCase):
    def setUp(self):
        super().setUp()
        self.model = write_rich_model(self.scratch / "source")

    def rendered(self, file, name, camera="auto"):
        picture = self.scratch / (name + ".png")
        self.succeed("render", file, "-o", picture, "--size", "160x120", "--camera", camera)
        return picture.read_bytes()

    def test_a_model_keeps_what_people_gave_it(self):
        out = self.scratch / "out" / "model.gltf"
        out.parent.mkdir()
        files = self.succeed("export", self.model, "-o", out).split("\n")
        found, source = json_of(out), json_of(self.model)
        self.assertEqual([n.get("name", "") for n in found["nodes"]], NAMES)
        for kind in ("nodes", "scenes", "meshes", "skins", "animations", "cameras", "materials"):
            for one, other in zip(found[kind], source[kind], strict=True):
                self.assertEqual(one.get("extras"), other.get("extras"), kind)
        self.assertEqual(found["extensionsUsed"], source["extensionsUsed"])
        self.assertNotIn("extensionsRequired", found)
        # Images are the bytes that came, under the names that they had.
        self.assertEqual((out.parent / "Rough Map.png").read_bytes(), png(4, 2, 128))
        self.assertEqual((out.parent / "model_1.png").read_bytes(), png(2, 2, 30))
        self.assertEqual(found["images"][0]["uri"], "Rough%20Map.png")
        self.assertEqual(sorted(files[:-1]), sorted(str(p) for p in out.parent.iterdir()))

    def test_import_says_what_stays_in_the_model(self):
        done = diorama("import", self.model, "-o", self.scratch / "s.cscn")
        self.assertEqual(done.returncode, 0, done.stderr)
        count = len(json_of(self.model)["animations"])
        self.assertIn(f"warning[spawn-left-in-model]: found {count} animation", done.stderr)
        self.assertIn("with extras, which a scene does not hold", done.stderr)

    def test_the_integer_that_no_double_holds_stays(self):
        out = self.scratch / "model.glb"
        self.succeed("export", self.model, "-o", out)
        self.assertIn(b"9007199254740993", out.read_bytes())

    def test_the_export_draws_the_same_pixels(self):
        packed, loose = self.scratch / "model.glb", self.scratch / "loose" / "model.gltf"
        loose.parent.mkdir()
        self.succeed("export", self.model, "-o", packed)
        self.succeed("export", self.model, "-o", loose)
        picture = self.rendered(self.model, "source")
        self.assertEqual(self.rendered(packed, "packed"), picture)
        self.assertEqual(self.rendered(loose, "loose"), picture)

    def test_exports_of_the_corpus_draw_the_same_pixels(self):
        every = os.environ.get("DIORAMA_PIPELINE_RENDER") == "all"
        models = sorted(p for p in (self.needs_corpus() / "valid").rglob("*") if p.suffix in (".gltf", ".glb"))
        for number, path in enumerate(models):
            if not every and number % 12 != 5:
                continue
            with self.subTest(path=str(path)):
                out, scene = self.scratch / "out.glb", self.scratch / "scene.cscn"
                if diorama("export", path, "-o", out).returncode != 0:
                    self.assertEqual(diorama("check", path).returncode, 1, "refused a clean file")
                    continue
                self.assertEqual(self.rendered(out, "exported"), self.rendered(path, "direct"))
                # And by way of a scene, whose nodes are the model's again.
                self.succeed("import", path, "-o", scene)
                self.succeed("export", scene, "-o", out)
                self.assertEqual(self.rendered(out, "exported"), self.rendered(scene, "scene"))

    def test_a_scene_of_a_model_draws_the_same_pixels(self):
        scene, out = self.scratch / "scene.cscn", self.scratch / "scene.glb"
        self.succeed("import", self.model, "-o", scene)
        self.succeed("export", scene, "-o", out)
        self.assertEqual(self.rendered(out, "exported"), self.rendered(scene, "scene"))
        found, source = json_of(out), json_of(self.model)
        self.assertEqual([a["name"] for a in found["animations"]], ["wave"])
        self.assertEqual(len(found["skins"]), 1)
        self.assertEqual({m["name"] for m in found["meshes"]}, {m["name"] for m in source["meshes"]})
        self.assertEqual(len(found["nodes"]), 5, "the nodes of the default scene, and no other")

    def test_importing_again_and_again_adds_nothing(self):
        scene, out = self.scratch / "scene.cscn", self.scratch / "scene.glb"
        self.succeed("import", self.model, "-o", scene)
        first = self.succeed("tree", scene).splitlines()[1:]
        self.assertGreater(len(first), 5)
        for turn in range(3):
            self.succeed("export", scene, "-o", out)
            scene = self.scratch / f"scene{turn}.cscn"
            self.succeed("import", out, "-o", scene)
            out = self.scratch / f"scene{turn}.glb"
            again = self.succeed("tree", scene).splitlines()[1:]
            self.assertEqual(again, first, f"turn {turn}")

    def test_the_same_input_gives_the_same_bytes(self):
        one, two = self.scratch / "one.glb", self.scratch / "two.glb"
        self.succeed("export", self.model, "-o", one)
        self.succeed("export", one, "-o", two)
        self.assertEqual(one.read_bytes(), two.read_bytes())

    def test_sources_are_never_replaced(self):
        before = {p: p.read_bytes() for p in self.model.parent.iterdir()}
        for output in ("rich.gltf", "../source/rich.gltf"):
            done = diorama("export", self.model, "-o", self.model.parent / output)
            self.assertEqual(done.returncode, 1)
            self.assertIn("gltf-export-overwrite", done.stderr)
        # `other.gltf` would be fine but for its buffer, which is the source's here.
        shutil.move(self.model.parent / "rich.bin", self.model.parent / "other.bin")
        self.model.write_text(self.model.read_text().replace("rich.bin", "other.bin"))
        before = {p: p.read_bytes() for p in self.model.parent.iterdir()}
        done = diorama("export", self.model, "-o", self.model.parent / "other.gltf")
        self.assertEqual(done.returncode, 1)
        self.assertIn("gltf-export-overwrite", done.stderr)
        self.assertEqual({p: p.read_bytes() for p in self.model.parent.iterdir()}, before)

    def test_images_of_the_same_folder_are_shared(self):
        self.succeed("export", self.model, "-o", self.model.parent / "again.gltf")
        self.assertEqual((self.model.parent / "Rough Map.png").read_bytes(), png(4, 2, 128))
        self.succeed("info", self.model.parent / "again.gltf")

    def test_an_image_of_something_else_is_not_replaced(self):
        other = self.scratch / "other"
        other.mkdir()
        (other / "Rough Map.png").write_bytes(png(4, 2, 7))
        out = other / "copy.gltf"
        self.succeed("export", self.model, "-o", out)
        self.assertEqual((other / "Rough Map.png").read_bytes(), png(4, 2, 7))
        self.assertEqual(json_of(out)["images"][0]["uri"], "copy_0.png")
        self.assertEqual((other / "copy_0.png").read_bytes(), png(4, 2, 128))

    def test_an_export_replaces_its_own_earlier_images(self):
        out = self.scratch / "out.gltf"
        self.succeed("export", self.model, "-o", out)
        (self.model.parent / "Rough Map.png").write_bytes(png(4, 2, 9))
        self.succeed("export", self.model, "-o", out)
        self.assertEqual((self.scratch / "Rough Map.png").read_bytes(), png(4, 2, 9))
        self.assertEqual(json_of(out)["images"][0]["uri"], "Rough%20Map.png")

    def test_wrong_places_are_refused(self):
        for output, code, status in [("out.fbx", "cli-output-extension", 2), ("out", "cli-output-extension", 2)]:
            done = diorama("export", self.model, "-o", self.scratch / output)
            self.assertEqual((done.returncode, code in done.stderr), (status, True), done.stderr)
        (self.scratch / "folder.glb").mkdir()
        for output in ("folder.glb", "no/such/x.glb"):
            done = diorama("export", self.model, "-o", self.scratch / output)
            self.assertEqual(done.returncode, 1)
            self.assertIn("file-write-failed", done.stderr)

    def test_a_device_is_no_place_for_a_file(self):
        link = self.scratch / "full.glb"
        link.symlink_to("/dev/full")
        done = diorama("export", self.model, "-o", link)
        self.assertEqual(done.returncode, 1)
        self.assertIn("file-write-failed", done.stderr)
        self.assertTrue(link.is_symlink())

    def test_a_full_disk_leaves_everything_as_it_was(self):
        out = self.scratch / "out"
        out.mkdir()
        self.succeed("export", self.model, "-o", out / "model.gltf")
        before = {p.name: p.read_bytes() for p in out.iterdir()}
        bigger = self.model.read_text().replace("by hand", "another hand")
        self.model.write_text(bigger)
        (self.model.parent / "Rough Map.png").write_bytes(png(64, 64, 3))

        def no_space():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))

        done = subprocess.run([BIN / "diorama", "export", self.model, "-o", out / "model.gltf"],
                              capture_output=True, text=True, preexec_fn=no_space, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("file-write-failed", done.stderr)
        self.assertEqual({p.name: p.read_bytes() for p in out.iterdir()}, before)

    def test_a_read_only_folder_is_a_fault(self):
        out = self.scratch / "fixed"
        out.mkdir()
        out.chmod(0o555)
        self.addCleanup(out.chmod, 0o755)
        # Root may write anywhere but there.
        folder = pathlib.Path("/proc/self") if os.geteuid() == 0 else out
        done = diorama("export", self.model, "-o", folder / "model.glb")
        self.assertEqual(done.returncode, 1)
        self.assertIn("file-write-failed", done.stderr)
        self.assertEqual(list(out.iterdir()), [])

    def test_machines_get_one_value(self):
        out = self.scratch / "model.glb"
        facts = json.loads(self.succeed("export", self.model, "-o", out, "--json"))
        self.assertEqual(facts["output"], str(out))
        self.assertEqual(facts["files"], [str(out)])
        self.assertEqual(facts["nodes"], len(NAMES))


if __name__ == "__main__":
    unittest.main()
