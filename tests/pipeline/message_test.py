# SPDX-License-Identifier: MIT
"""What the command says when something is wrong: what to type instead, what was fatal, what to do."""
import json
import re
import struct
import subprocess
import unittest

from command_test import TRIANGLE
from demo_test import PROJECT
from support import PipelineCase, diorama

DATA_URI = "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"


class MessageTest(PipelineCase):
    def write(self, name, content):
        path = self.scratch / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def test_words_that_stand_apart_are_put_together(self):
        model = self.write("tri.gltf", TRIANGLE)
        draw = ("render", model, "-o", self.scratch / "x.png")
        for call, said in [
                (("render", model, "w.png"), 'did you mean "-o w.png"?'),
                (("import", model, "w.cscn"), 'did you mean "-o w.cscn"?'),
                ((*draw, "--size", "1920", "1080"), 'did you mean "--size 1920x1080"?'),
                ((*draw, "--eye", "1", "2", "3"), 'did you mean "--eye 1,2,3"?'),
                ((*draw, "--eye", "1,2,3", "--target", "0", "-.5", "0"), 'did you mean "--target 0,-.5,0"?')]:
            with self.subTest(" ".join(map(str, call))):
                done = diorama(*call)
                self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                self.assertIn(said, done.stderr)

    def test_help_is_a_command_too(self):
        self.assertEqual(self.succeed("help"), self.succeed("--help"))
        self.assertEqual(self.succeed("help", "render"), self.succeed("render", "--help"))
        done = diorama("help", "rendr")
        self.assertEqual(done.returncode, 2)
        self.assertIn('did you mean "render"?', done.stderr)

    def test_a_pictures_extension_may_be_in_capitals(self):
        self.succeed("render", self.write("tri.gltf", TRIANGLE), "-o", self.scratch / "W.PNG", "--size", "16x16")
        self.assertTrue((self.scratch / "W.PNG").read_bytes().startswith(b"\x89PNG"))

    def test_scenes_are_numbered_from_nought(self):
        done = diorama("import", self.write("tri.gltf", TRIANGLE), "-o", self.scratch / "o.cscn", "--scene", "3")
        self.assertEqual(done.returncode, 1)
        self.assertIn("error[spawn-scene-range]", done.stderr)
        self.assertIn("scenes are numbered from 0", done.stderr)

    def test_a_malformed_number_is_shown_with_line_and_column(self):
        model = self.write("n.gltf", '{\n  "asset": {"version": "2.0"},\n  "scene": 1.2.3\n}\n')
        self.assertIn('n.gltf:3:12: error[gltf-json-syntax]: found the malformed number "1.2.3"',
                      diorama("check", model).stderr)

    def test_every_refusal_has_a_hint(self):
        scene = self.write("s.cscn", 'cinder-scene 2\nentity 0\n  Name value="a"\n')
        binary = self.scratch / "s.cscnb"
        self.succeed("convert", scene, binary)
        text = json.dumps({"asset": {"version": "2.0"}}).encode()
        text += b" " * (-len(text) % 4)
        glb = struct.pack("<III", 0x46546c67, 2, 20 + len(text)) + struct.pack("<II", len(text), 0x4e4f534a) + text
        picture = json.loads(TRIANGLE)
        picture["images"] = [{"uri": "data:image/png;base64,iVBORw0KGgo="}]
        for path in [self.write("cut.glb", glb[:-8]), self.write("short.glb", glb[:8] + struct.pack("<I", 24) + glb[12:24]),
                     self.write("cut.cscnb", binary.read_bytes()[:-3]),
                     self.write("cut.cscn", scene.read_bytes()[:-4]),
                     self.write("loop.cscn", "cinder-scene 2\nentity 0\n  ChildOf parent=#1\nentity 1\n  ChildOf parent=#0\n"),
                     self.write("image.gltf", json.dumps(picture)), self.scratch]:
            with self.subTest(path.name):
                done = diorama("check", path)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertRegex(done.stderr, r"error\[.*\n    hint: \S")

    def test_the_last_line_says_what_kept_it_from_being_drawn(self):
        gone = self.write("gone.gltf", TRIANGLE.replace(DATA_URI, "none.bin"))
        done = diorama("render", gone, "-o", self.scratch / "x.png")
        self.assertEqual(done.stderr.splitlines()[-1], "not drawn: 1 error; --best-effort draws what is there")
        done = diorama("import", gone, "-o", self.scratch / "x.cscn")
        self.assertEqual(done.stderr.splitlines()[-1], "not imported: 1 error; --best-effort imports what is there")

    def test_a_fault_that_is_not_fatal_is_told_from_one_that_is(self):
        # A root with a parent is an error that can be lived with; a buffer that is not there is not.
        mixed = json.loads(TRIANGLE.replace(DATA_URI, "none.bin"))
        mixed["nodes"].append({"children": [0]})
        done = diorama("render", self.write("mixed.gltf", json.dumps(mixed)), "-o", self.scratch / "x.png")
        self.assertEqual(len(re.findall(r": error\[", done.stderr)), 2, done.stderr)
        self.assertRegex(done.stderr.splitlines()[-1], r"^not drawn: 2 errors, 1 of them fatal: "
                         r".*mixed.gltf#/buffers/0 \[gltf-buffer-missing\]; --best-effort draws")

    def test_info_names_what_can_be_chosen(self):
        model = json.loads(TRIANGLE)
        model["cameras"] = [{"name": name, "type": "orthographic", "orthographic": {
            "xmag": 1, "ymag": 1, "znear": 0, "zfar": 1}} for name in ("Hero", "Top")]
        model["materials"] = [{"name": "wood"}, {}]
        path = self.write("named.gltf", json.dumps(model))
        text = self.succeed("info", path)
        self.assertRegex(text, r"(?m)^cameras +2: Hero, Top$")
        self.assertRegex(text, r"(?m)^materials +2: wood$")
        facts = json.loads(self.succeed("info", path, "--json"))
        self.assertEqual(facts["cameras"], 2)
        self.assertEqual(facts["cameraNames"], ["Hero", "Top"])
        self.assertEqual(facts["materialNames"], ["wood", ""])
        self.assertEqual(facts["animationNames"], [])

    def test_info_of_a_model_without_its_buffer_says_how_to_see_the_rest(self):
        gone = self.write("gone.gltf", TRIANGLE.replace(DATA_URI, "none.bin"))
        self.assertIn("--no-bounds", diorama("info", gone).stderr)
        self.assertIn("nodes", self.succeed("info", gone, "--no-bounds"))

    def test_nothing_says_that_only_models_can_be_read(self):
        for command in ("info", "tree", "check"):
            said = diorama(command, self.write("x.txt", "hello")).stderr
            self.assertIn("of models only glTF 2.0", said)

    def test_the_demo_takes_one_file(self):
        done = subprocess.run([PROJECT / "run", "demo", "a", "b"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("found also: b", done.stderr)


if __name__ == "__main__":
    unittest.main()
