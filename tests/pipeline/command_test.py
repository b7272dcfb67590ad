# SPDX-License-Identifier: MIT
"""The command's manners: exit status, streams, and that a failure leaves nothing behind."""
import json
import os
import pty
import resource
import struct
import subprocess
import unittest
import zlib

from support import BIN, PipelineCase, diorama

TRIANGLE = """{
  "asset": {"version": "2.0", "generator": "by hand"},
  "scene": 0, "scenes": [{"nodes": [0]}],
  "nodes": [{"name": "tri", "mesh": 0, "translation": [1, 2, 3]}],
  "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
  "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                 "min": [0, 0, 0], "max": [1, 1, 0]}],
  "bufferViews": [{"buffer": 0, "byteLength": 36}],
  "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]
}"""


class CommandTest(PipelineCase):
    def triangle(self, name="tri.gltf"):
        path = self.scratch / name
        path.write_text(TRIANGLE)
        return path

    def test_info_counts_and_bounds(self):
        facts = json.loads(self.succeed("info", self.triangle(), "--json"))
        self.assertEqual(facts["asset"], {"version": "2.0", "generator": "by hand"})
        self.assertEqual((facts["nodes"], facts["vertices"], facts["triangles"]), (1, 3, 1))
        self.assertEqual(facts["bounds"], {"min": [1, 2, 3], "max": [2, 3, 3]})
        self.assertEqual(facts["diagnostics"], [])

    def test_info_names_what_people_choose_by(self):
        model = self.triangle()
        model.write_text(TRIANGLE.replace('"scene": 0,', '"extensionsUsed": ["KHR_materials_variants"], "extensions": '
                                          '{"KHR_materials_variants": {"variants": [{"name": "day"}, {"name": "night"}]}},'
                                          ' "scene": 0,'))
        self.assertEqual(json.loads(self.succeed("info", model, "--json"))["variantNames"], ["day", "night"])
        self.assertIn("variants      2: day, night", self.succeed("info", model))

    def on_a_terminal(self, *arguments):
        """What a command writes to standard error where that is a terminal."""
        ours, its = pty.openpty()
        with os.fdopen(ours, "rb", buffering=0) as screen:
            done = subprocess.run([BIN / "diorama", *arguments], stdout=subprocess.DEVNULL, stderr=its,
                                  env={**os.environ, "TERM": "xterm"}, timeout=60)
            os.close(its)
            said = b""
            try:
                while part := screen.read(4096):
                    said += part
            except OSError:  # how a terminal without a program ends
                pass
        self.assertEqual(done.returncode, 0, said)
        return said.decode()

    def test_long_work_shows_a_bar_on_a_terminal_and_nowhere_else(self):
        model, out = self.triangle(), self.scratch
        for command in [("import", model, "-o", out / "o.cscn"), ("export", model, "-o", out / "o.glb"),
                        ("check", model)]:
            said = self.on_a_terminal(*command)
            self.assertIn("0% ", said)
            self.assertIn("ing tri.gltf", said)
            self.assertTrue(said.endswith("\r\x1b[K"), repr(said))
            self.assertEqual(self.on_a_terminal(*command, "--json"), "")
            self.assertEqual(diorama(*command).stderr, "")

    def test_info_without_bounds_says_null(self):
        facts = json.loads(self.succeed("info", self.triangle(), "--json", "--no-bounds"))
        self.assertIsNone(facts["bounds"])

    def test_import_refers_to_the_model_relative_to_the_scene(self):
        model = self.triangle()
        (self.scratch / "scenes").mkdir()
        scene = self.scratch / "scenes" / "tri.cscn"
        self.succeed("import", model, "-o", scene)
        text = scene.read_text()
        self.assertTrue(text.startswith("cinder-scene 2\n"), text)
        self.assertIn('asset="../tri.gltf"', text)
        self.assertNotIn("MeshRenderer", text)

    def test_converting_text_to_text_changes_no_byte(self):
        model = self.triangle()
        first, second = self.scratch / "a.cscn", self.scratch / "b.cscn"
        self.succeed("import", model, "-o", first)
        self.succeed("convert", first, second)
        self.assertEqual(first.read_bytes(), second.read_bytes())

    def test_an_old_scene_is_a_fault_where_up_to_date_ones_are_asked_for(self):
        new, old = self.scratch / "new.cscn", self.scratch / "old.cscn"
        new.write_text('cinder-scene 2\nentity 0\n  Name value="a"\n')
        old.write_text('cinder-scene 1\nentity 0\n  Name value="a"\n')
        self.succeed("check", "--migrate", new)
        done = diorama("check", "--migrate", old)
        self.assertEqual(done.returncode, 1)
        # The command has no step from version 1, so it must not send anybody to `convert --migrate`.
        self.assertIn("error[doc-no-migration]", done.stderr)
        self.assertNotIn("doc-older", done.stderr)
        self.assertNotIn("convert --migrate", done.stderr)
        self.assertNotIn("add_migration", done.stderr)
        self.assertIn("open the scene with the program that wrote it", done.stderr)

    def test_migrating_needs_every_step_and_changes_nothing_without_it(self):
        new, old, out = (self.scratch / name for name in ("new.cscn", "old.cscn", "out.cscn"))
        new.write_text('cinder-scene 2\nentity 0\n  Name value="a"\n')
        old.write_text('cinder-scene 1\nentity 0\n  Name value="a"\n')
        self.succeed("convert", "--migrate", new, out)
        self.assertEqual(new.read_bytes(), out.read_bytes())
        done = diorama("convert", "--migrate", old, self.scratch / "none.cscn")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no migration to 2", done.stderr)
        self.assertFalse((self.scratch / "none.cscn").exists())

    def test_check_lists_what_readers_types_and_references_refuse_in_one_run(self):
        scene = self.scratch / "bad.cscn"
        scene.write_text('cinder-scene 2\nentity 0\n  Name value=1\n  Mystery\n'
                         '  Transform translation=[1,2]\n  Name value="twice"\nentity 1\n'
                         '  Renderable asset="none.glb"\n  Foo bar="abc\n  Mobility kind="\x1b]0;pwn\x07"\n')
        done = diorama("check", scene)
        self.assertEqual(done.returncode, 1)
        lines = [line for line in done.stderr.splitlines() if line.startswith(str(scene))]
        places = [line[len(str(scene)):].split(": ", 1) for line in lines]
        self.assertEqual([(place, rest.split(":")[0]) for place, rest in places][:7],
                         [(":3:14", "error[doc-field-type]"), (":4:3", "warning[unknown-component]"),
                          (":5:25", "error[doc-field-type]"), (":6:3", "error[doc-duplicate]"),
                          (":9:3", "warning[unknown-component]"), (":9:11", "error[doc-syntax]"),
                          (":10:17", "error[doc-value]")], done.stderr)
        self.assertIn("none.glb", done.stderr)  # what sound components refer to is looked at, too
        self.assertNotIn("\x1b", done.stderr)
        lines = done.stderr.splitlines()
        for line, below in zip(lines, lines[1:] + [""]):
            if ": error[doc-" in line:
                self.assertIn("hint: ", below, line)
        newer = self.scratch / "newer.cscn"
        newer.write_text("cinder-scene 3\nentity 0\n  X\n  X\n")
        done = diorama("check", newer)
        self.assertIn("warning[doc-newer]", done.stderr)
        self.assertIn(":4:3: error[doc-duplicate]", done.stderr)

    def test_binary_faults_are_told_apart_from_text_and_with_a_hint_that_helps(self):
        text, binary = self.scratch / "a.cscn", self.scratch / "a.cscnb"
        text.write_text('cinder-scene 2\nentity 0\n  Foo on=true\n  Name value="abc"\n')
        self.succeed("convert", text, binary)
        whole = binary.read_bytes()
        binary.write_bytes(whole.replace(b"on\x03\x01", b"on\x03\x07").replace(b"value\x04", b"velue\x04"))
        done = diorama("check", binary)
        self.assertIn("error[doc-value]: entity 0, `Foo`.`on`: found 7", done.stderr)
        self.assertIn("warning[doc-unknown-field]", done.stderr)
        self.assertNotIn("scene_text.md", done.stderr)
        self.assertIn("scene_binary.md", done.stderr)
        binary.write_bytes(b"CSCX" + whole[4:])
        self.assertIn("bad magic", diorama("check", binary).stderr)
        for size in range(4):
            binary.write_bytes(whole[:size])
            done = diorama("check", binary)
            self.assertIn("error[doc-truncated]: unexpected end of data", done.stderr, size)
            self.assertIn("hint: ", done.stderr)

    def test_bytes_after_a_scene_are_named_wherever_they_are_lost(self):
        text, binary, out = (self.scratch / name for name in ("a.cscn", "a.cscnb", "b.cscn"))
        text.write_text('cinder-scene 2\nentity 0\n  Name value="abc"\n')
        self.succeed("convert", text, binary)
        binary.write_bytes(binary.read_bytes() + b"more")
        done = diorama("convert", "--json", binary, out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        self.assertIn("warning[doc-trailing-bytes]", diorama("convert", binary, out).stderr)
        self.assertEqual([each["code"] for each in json.loads(done.stdout)["diagnostics"]],
                         ["doc-trailing-bytes"])
        self.assertEqual(out.read_bytes(), text.read_bytes())
        binary.write_bytes(b"CSCN\x01" + binary.read_bytes()[5:])  # version 1
        self.assertIn("doc-no-migration", diorama("check", binary).stderr)
        self.assertIn("doc-trailing-bytes", diorama("check", binary).stderr)
        self.assertIn("doc-trailing-bytes", diorama("tree", binary).stderr)

    def test_import_leaves_out_what_is_wrong_only_when_asked(self):
        model = self.scratch / "needs.gltf"
        model.write_text(TRIANGLE.replace('"scene": 0,', '"extensionsUsed": ["X_foo"], '
                                          '"extensionsRequired": ["X_foo"], "scene": 0,'))
        scene = self.scratch / "needs.cscn"
        self.assertEqual(diorama("import", model, "-o", scene).returncode, 1)
        self.assertFalse(scene.exists())
        result = diorama("import", model, "-o", scene, "--best-effort")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("gltf-extension-required", result.stderr)
        self.assertIn('"tri"', scene.read_text())

    def test_import_names_the_variants_there_are(self):
        model = self.scratch / "dressed.gltf"
        dressed = json.loads(TRIANGLE)
        dressed["extensionsUsed"] = ["KHR_materials_variants"]
        dressed["materials"] = [{}, {}]
        dressed["extensions"] = {"KHR_materials_variants": {
            "variants": [{"name": "day"}, {"name": "night"}]}}
        dressed["meshes"][0]["primitives"][0]["extensions"] = {"KHR_materials_variants": {
            "mappings": [{"material": 1, "variants": [1]}]}}
        model.write_text(json.dumps(dressed))
        scene = self.scratch / "dressed.cscn"
        self.succeed("import", model, "-o", scene, "--variant", "night")
        self.assertIn("material=1", scene.read_text())
        result = diorama("import", model, "-o", scene, "--variant", "dusk")
        self.assertEqual(result.returncode, 1)
        self.assertIn("day, night", result.stderr)

    def test_tree_shows_names_and_world_positions(self):
        lines = self.succeed("tree", self.triangle()).splitlines()
        self.assertIn("tri.gltf", lines[0])
        self.assertIn("  tri  (1, 2, 3)", lines[1])

    def test_tree_marks_what_hangs_under_nothing(self):
        scene = self.scratch / "broken.cscn"
        scene.write_text('cinder-scene 2\nentity 0\n  Name value="bare"\n'
                         'entity 1\n  Name value="lost"\n  ChildOf parent=#0\n'
                         'entity 2\n  Name value="kept"\n  ChildOf parent=#1\n')
        lines = self.succeed("tree", scene).splitlines()
        self.assertEqual([line.split()[0] for line in lines], ["bare", "lost", "kept"])
        self.assertEqual(["!! hierarchy-broken" in line for line in lines], [False, True, False])
        rows = json.loads(self.succeed("tree", scene, "--json"))["entities"]
        self.assertEqual([row.get("fault") for row in rows], [None, "hierarchy-broken", None])

    def test_tree_marks_every_placement_that_is_not_finite(self):
        scene = self.scratch / "nan.cscn"
        transform = "  Transform translation=[{},0.0,0.0] rotation=[0.0,0.0,0.0,1.0] scale=[1.0,1.0,1.0]\n"
        scene.write_text('cinder-scene 2\nentity 0\n  Name value="fine"\n' + transform.format("1.0") +
                         'entity 1\n  Name value="bad"\n' + transform.format("0x7fc00000") +
                         'entity 2\n  ChildOf parent=#1\n  Name value="below"\n' + transform.format("1.0"))
        done = diorama("tree", scene)
        self.assertEqual(["!! placement-nonfinite" in line for line in done.stdout.splitlines()],
                         [False, True, True])
        self.assertIn("nan.cscn:7:3: warning[placement-nonfinite]: 2 placements hold a NaN or an infinity; the first is that "
                      "of entity 1 `bad`\n", done.stderr)

    def test_what_a_file_says_does_not_reach_the_terminal_raw(self):
        hostile = "a\x1b[31m\u009b\u202e\u2028" + "x" * 9000 + ".bin"
        model = self.scratch / "hostile.gltf"
        model.write_text(json.dumps({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4, "uri": hostile}],
                                     "bufferViews": [{"buffer": 0, "byteLength": 4}]}))
        said = diorama("check", model).stderr
        for raw in "\x1b\u009b\u202e\u2028":
            self.assertNotIn(raw, said)
        self.assertIn("\\u{1b}[31m\\u{9b}\\u{202e}\\u{2028}xxx", said)
        self.assertLess(max(map(len, said.splitlines())), 5000)
        found = json.loads(diorama("check", model, "--json").stdout)[0]["diagnostics"]
        self.assertTrue(any(hostile in each["message"] for each in found), "for programs it is as it was")

    def test_names_do_not_reach_the_terminal_raw_in_any_command(self):
        hostile = "a\\u001b]0;pwn\\u0007\\nb"  # as JSON has it
        model, scene = self.scratch / "names.gltf", self.scratch / "names.cscn"
        model.write_text(TRIANGLE.replace('"by hand"', f'"{hostile}"').replace('"tri"', f'"{hostile}"')
                         .replace('"scene": 0,', f'"cameras": [{{"name": "{hostile}", "type": "perspective", '
                                  '"perspective": {"yfov": 1, "znear": 1}}], "scene": 0,')
                         .replace('"mesh": 0,', '"mesh": 0, "camera": 0,'))
        self.succeed("import", model, "-o", scene)
        out = self.scratch / "o\x1b[31m.png"
        for command in [("info", model), ("tree", model), ("tree", scene), ("check", model), ("check", scene),
                        ("render", model, "-o", out, "--size", "16x16", "--camera", "0"),
                        ("convert", scene, self.scratch / "o\x1b.cscn"), ("export", scene, "-o", self.scratch / "o\x1b.glb"),
                        ("import", model, "-o", self.scratch / "p\x1b.cscn")]:
            with self.subTest(" ".join(map(str, command[:1]))):
                said = diorama(*command)
                self.assertEqual(said.returncode, 0, said.stderr)
                self.assertNotRegex(said.stdout + said.stderr, r"[\x1b\x07]")
        lines = self.succeed("tree", scene).splitlines()
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("a\\u{1b}]0;pwn\\u{7}\\u{a}b", lines[0])
        self.assertIn("\\u{1b}", self.succeed("info", model))

    def test_a_slip_in_numbering_is_one_fault(self):
        scene = self.scratch / "slip.cscn"
        numbers = [0, 1, 2, 2, *range(3, 200)]
        scene.write_text("cinder-scene 2\n" + "".join(f"entity {n}\n" for n in numbers) + "  Name value=3\n")
        said = diorama("check", scene).stderr
        self.assertEqual(said.count("doc-entity-order"), 1, said)
        self.assertIn("entity 2 is out of order, expected entity 3", said)
        self.assertIn("doc-field-type", said)

    def test_too_little_memory_is_a_fault_with_a_name(self):
        if b"__asan_init" in (BIN / "diorama").read_bytes():
            self.skipTest("a sanitizer takes more addresses than any limit leaves")
        side = 8192
        parts = [b"\x89PNG\r\n\x1a\n"]
        for kind, data in ((b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)),
                           (b"IDAT", zlib.compress(bytes(side * (side + 1)), 1)), (b"IEND", b"")):
            parts += [struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(kind + data))]
        (self.scratch / "large.png").write_bytes(b"".join(parts))
        model = self.scratch / "large.gltf"
        whole = json.loads(TRIANGLE)
        whole.update(images=[{"uri": "large.png"}], textures=[{"source": 0}],
                     materials=[{"emissiveTexture": {"index": 0}, "emissiveFactor": [1, 1, 1]}])
        whole["meshes"][0]["primitives"][0]["material"] = 0
        model.write_text(json.dumps(whole))
        done = subprocess.run([BIN / "diorama", "check", model], capture_output=True, text=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20)))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"{model}: error[cli-out-of-memory]", done.stderr)

    def test_wrong_usage_is_status_two(self):
        for arguments in [(), ("nonsense",), ("info",), ("render", "x.glb"),
                          ("render", self.triangle(), "-o", "x.png", "--size", "0x5"),
                          ("render", self.triangle(), "-o", "x.png", "--eye", "1,2,3"),
                          ("render", self.triangle(), "-o", "x.jpg"),
                          ("render", self.triangle(), "-o", "x.png", "--eye", "1,2,3", "--target", "1,2,3")]:
            done = diorama(*arguments)
            self.assertEqual(done.returncode, 2, f"{arguments}\n{done.stderr}")
            self.assertEqual(done.stdout, "", arguments)

    def test_a_wrong_call_says_what_was_meant(self):
        model = self.triangle()
        render = ("render", model, "-o", self.scratch / "x.png")
        for arguments, said in [
                (("rendr", model), 'unknown command "rendr"; did you mean "render"?'),
                (("frobnicate",), 'unknown command "frobnicate"\n'),
                (("fox.glb",), 'unknown command "fox.glb"; a command comes first, as in `diorama info fox.glb`'),
                (("--jsn", "info"), 'unknown option "--jsn"; a command comes first'),
                ((*render, "--siez", "4x4"), 'unknown option "--siez" for "render"; did you mean "--size"?'),
                ((*render, "--widht", "4"), 'unknown option "--widht" for "render"; did you mean "--size"?'),
                (("info", model, "--josn"), 'unknown option "--josn" for "info"; did you mean "--json"?'),
                (("info", model, "-x"), 'unknown option "-x" for "info"\n'),
                (("info", model, "--json=yes"), '"--json" takes no value'),
                (("info", model, "b.glb"), '"info" takes one file; found also "b.glb"'),
                (("info",), '"info" wants FILE (a .gltf, .glb, .cscn, .cscnb or .ktx2 file)'),
                (("render",), '"render" wants FILE (a .gltf, .glb, .cscn or .cscnb file) and -o (the picture'),
                (("render", model, "-o"), "-o wants the picture to write, .png; found nothing"),
                ((*render, "--output", "y.png"), '"--output" is given twice'),
                (("import", model, "-o", "x.cscn", "--scene", "-1"), '--scene wants 0 or a positive whole number; found "-1"'),
                ((*render, "--size", "0x5"), "--size wants width and height in pixels, each 1 to 16384, as in 1280x720; found \"0x5\""),
                ((*render, "--size", "nan"), 'found "nan"'),
                ((*render, "--size", "99999x5"), 'found "99999x5"'),
                ((*render, "--eye", "1,2"), "--eye wants three numbers, x,y,z; found 2"),
                ((*render, "--eye", "1,2,3", "--target", "1"), "--target wants three numbers, x,y,z; found 1"),
                ((*render, "--eye", "-.5,2,nan"), '--eye wants three numbers, x,y,z; found "nan"'),
                ((*render, "--eye", "-inf,2,1"), '--eye wants three numbers, x,y,z; found "-inf"'),
                ((*render, "--eye", "1,2,3"), "--eye is given without --target"),
                ((*render, "--target", "1,2,3"), "--target is given without --eye"),
                ((*render, "--eye", "1,2,3", "--target", "1,2,3"), "are the same point"),
                ((*render, "--camera", "a", "--eye", "1,2,3"), "--camera and --eye are two cameras")]:
            with self.subTest(call=" ".join(map(str, arguments))):
                done = diorama(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                self.assertIn(said, done.stderr)

    def test_without_a_command_it_prints_the_help(self):
        done = diorama()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.strip(), self.succeed("--help").strip())
        self.assertIn("render", done.stderr)

    def test_a_help_that_can_not_be_written_is_a_fault(self):
        for arguments in (["--help"], ["check", "--help"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([BIN / "diorama", *arguments], stdout=full,
                                      stderr=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual(done.returncode, 1)
            self.assertIn("standard output: error[file-write-failed]: ", done.stderr)

    def test_an_answer_that_can_not_be_written_is_a_fault_that_is_named(self):
        model = self.triangle()
        for arguments in (["check", model], ["check", "--json", model], ["info", model]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([BIN / "diorama", *map(str, arguments)], stdout=full,
                                      stderr=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual(done.returncode, 1)
            self.assertIn("standard output: error[file-write-failed]: ", done.stderr)
            self.assertIn("No space left on device", done.stderr)

    def test_a_value_may_start_with_a_minus(self):
        done = diorama("render", self.scratch / "none.glb", "-o", self.scratch / "x.png",
                       "--eye", "-1,-.5,2", "--target", "-.5,0,0")
        self.assertIn("error[file-not-found]", done.stderr)

    def test_an_output_that_can_not_be_written_is_found_first(self):
        model, scene = self.triangle(), self.scratch / "tri.cscn"
        self.succeed("import", model, "-o", scene)
        broken = self.scratch / "broken.gltf"
        broken.write_text("{")
        for folder in ("there.png", "there.cscn"):
            (self.scratch / folder).mkdir()
        for command in [("render", broken, "-o", "{}.png"), ("import", broken, "-o", "{}.cscn"),
                        ("convert", broken, "{}.cscn")]:
            for name, said in [("no/such/x", "found no folder "), ("there", "found a folder of that name"),
                               ("broken.gltf/x", "to be a file, expected a folder")]:
                call = (*command[:-1], self.scratch / command[-1].format(name))
                with self.subTest(call=" ".join(map(str, call))):
                    done = diorama(*call)
                    self.assertEqual(done.returncode, 1)
                    self.assertIn("error[file-write-failed]: ", done.stderr)
                    self.assertIn(said, done.stderr)
                    self.assertNotIn("broken.gltf#", done.stderr)
        for command in [("render", model, "-o", "x"), ("import", model, "-o", "x.glb"), ("convert", scene, "x.txt")]:
            done = diorama(*command)
            self.assertEqual(done.returncode, 2)
            self.assertIn("error[cli-output-extension]", done.stderr)

    def test_what_is_no_model_is_called_by_its_name(self):
        for name, data, said in [
                ("x.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
                ("x.glb", b"version https://git-lfs.github.com/spec/v1\noid sha256:0", "a Git LFS pointer file"),
                ("y.glb", b"<!DOCTYPE html><html>", "an HTML page"), ("x.zip", b"PK\x03\x04\x14\0", "a ZIP archive"),
                ("x.gltf", b"", "an empty file"), ("x.gz", b"\x1f\x8b\x08\0", "gzip data"),
                ("x.ktx", b"\xabKTX 11\xbb\r\n\x1a\n", "a KTX container"), ("x.jpg", b"\xff\xd8\xff\xe0", "a JPEG image")]:
            path = self.scratch / name
            path.write_bytes(data)
            for command in [("info",), ("check",), ("tree",), ("import", "-o", self.scratch / "o.cscn"),
                            ("convert", self.scratch / "o.cscn"), ("render", "-o", self.scratch / "o.png")]:
                call = (command[0], path, *command[1:])
                with self.subTest(call=" ".join(map(str, call))):
                    done = diorama(*call)
                    self.assertEqual(done.returncode, 1)
                    self.assertIn(f": found {said}, expected ", done.stderr)
        scene = self.scratch / "x.cscn"
        scene.write_bytes(b"\x89PNG\r\n\x1a\n")
        self.assertIn("found a PNG image, expected `cinder-scene 2`", diorama("tree", scene).stderr)
        model = self.scratch / "m.gltf"
        model.write_text(TRIANGLE)
        self.assertIn("found a JSON text, expected a scene", diorama("convert", model, self.scratch / "o.cscn").stderr)

    def test_a_file_that_says_no_generator_has_none(self):
        model = self.scratch / "anonymous.gltf"
        model.write_text(TRIANGLE.replace(', "generator": "by hand"', ""))
        self.assertEqual(json.loads(self.succeed("info", model, "--json"))["asset"], {"version": "2.0"})

    def test_no_command_replaces_its_own_input(self):
        model = self.triangle()
        for command in ("render", "import"):
            self.assertNotEqual(diorama(command, model, "-o", model).returncode, 0)
            self.assertEqual(model.read_text(), TRIANGLE)

    def test_each_command_names_the_one_that_was_meant(self):
        model, scene = self.triangle(), self.scratch / "tri.cscn"
        self.succeed("import", model, "-o", scene)
        self.assertIn("diorama convert", diorama("import", scene, "-o", self.scratch / "x.cscn").stderr)
        self.assertIn("diorama import", diorama("convert", model, self.scratch / "x.cscn").stderr)

    def test_a_damaged_scene_is_judged_as_a_scene(self):
        scene = self.scratch / "damaged.cscn"
        scene.write_text("hello")
        done = diorama("check", scene)
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing header", done.stderr)

    def test_a_moved_scene_says_what_it_refers_to(self):
        scene = self.scratch / "scenes" / "tri.cscn"
        scene.parent.mkdir()
        self.succeed("import", self.triangle(), "-o", scene)
        moved = self.scratch / "tri.cscn"
        scene.rename(moved)
        done = diorama("render", moved, "-o", self.scratch / "x.png", "--size", "32x32")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the scene refers to it as ../tri.gltf", done.stderr)

    def test_version_everywhere(self):
        for arguments in [("--version",), ("info", "--version"), ("render", "--version")]:
            self.assertRegex(self.succeed(*arguments), r"^diorama \d+\.\d+\.\d+\n$")

    def test_bad_input_names_place_and_code_and_leaves_no_file(self):
        truncated = self.scratch / "cut.gltf"
        truncated.write_text(TRIANGLE[:200])
        climbing = self.scratch / "climb.gltf"
        climbing.write_text(TRIANGLE.replace("data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA", "../secret.bin"))
        missing = self.scratch / "missing.gltf"
        missing.write_text(TRIANGLE.replace("data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA", "none.bin"))
        required = self.scratch / "required.gltf"
        required.write_text(TRIANGLE.replace('"scene": 0,', '"scene": 0, "extensionsUsed": ["X_foo"], "extensionsRequired": ["X_foo"],'))
        for path in [self.scratch / "absent.glb", truncated, climbing, missing, required]:
            for command, out in [("import", "out.cscn"), ("render", "out.png")]:
                output = self.scratch / out
                done = diorama(command, path, "-o", output)
                self.assertEqual(done.returncode, 1, f"{command} {path}\n{done.stderr}")
                self.assertRegex(done.stderr, r"(?m)^.+: error\[[a-z0-9-]+\]: .+")
                self.assertIn(path.name, done.stderr)
                self.assertFalse(output.exists(), f"{command} {path} left a file")
            self.assertEqual(diorama("check", path).returncode, 1, path)
        self.assertIn("X_foo", diorama("check", required).stderr)

    def test_json_failure_is_json_too(self):
        done = diorama("info", self.scratch / "absent.glb", "--json")
        self.assertEqual(done.returncode, 1)
        answer = json.loads(done.stdout)
        self.assertEqual(answer["diagnostics"][0]["code"], "file-not-found")


if __name__ == "__main__":
    unittest.main()
