# SPDX-License-Identifier: MIT
"""`diorama check` passes no file that `render` refuses, and no command trips over what it does not know."""
import base64
import json
import os
import re
import shutil
import struct
import subprocess
import unittest
import zlib

from command_test import TRIANGLE
from demo_test import PROJECT
from support import BIN, PipelineCase, diorama

PLAIN = "cinder-scene 2\nentity 0\n  Name value=\"a\"\n  Transform\n"


def png(width=2, height=2):
    """A whole PNG of one colour."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = b"".join(b"\0" + b"\x80\x40\x20" * width for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class CheckTest(PipelineCase):
    def textured(self, image, name="textured.gltf"):
        """A triangle with the texture `image`."""
        model = json.loads(TRIANGLE)
        model["images"] = [{"uri": "data:image/png;base64," + base64.b64encode(image).decode()}]
        model["textures"] = [{"source": 0}]
        model["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
        model["bufferViews"].append({"buffer": 0, "byteLength": 24})
        model["accessors"].append({"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2"})
        primitive = model["meshes"][0]["primitives"][0]
        primitive["attributes"]["TEXCOORD_0"] = 1
        primitive["material"] = 0
        path = self.scratch / name
        path.write_text(json.dumps(model))
        return path

    def scene(self, record, name="s.cscn"):
        """A scene of one entity with the line `record`, beside the model tri.gltf."""
        (self.scratch / "tri.gltf").write_text(TRIANGLE)
        path = self.scratch / name
        path.write_text(PLAIN + record)
        return path

    def refused(self, path, code):
        """Both commands refuse `path` with `code`; what check says."""
        checked = diorama("check", path)
        self.assertEqual(checked.returncode, 1, checked.stderr)
        self.assertIn(f"error[{code}]", checked.stderr)
        drawn = diorama("render", path, "-o", self.scratch / "x.png", "--size", "16x16")
        self.assertEqual(drawn.returncode, 1, drawn.stderr)
        self.assertIn(f"error[{code}]", drawn.stderr)
        return checked.stderr

    def test_a_whole_image_is_no_fault(self):
        self.succeed("check", self.textured(png()))

    def test_a_damaged_payload_of_an_image_is_found_with_its_place(self):
        whole = png()
        at = whole.index(b"IDAT") + 6
        damaged = whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1:]
        for name, image in [("flipped", damaged), ("cut", whole[:at])]:
            with self.subTest(name):
                said = self.refused(self.textured(image, f"{name}.gltf"), "texture-decode-failed")
                self.assertIn(f"{name}.gltf#/images/0", said)

    def test_every_fault_of_a_scenes_model_is_named(self):
        model = json.loads(TRIANGLE)
        model["accessors"][0]["count"] = 4000
        model["nodes"].append({"matrix": [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]})
        (self.scratch / "worse.gltf").write_text(json.dumps(model))
        done = diorama("check", self.scene('  Renderable asset="worse.gltf"\n'))
        self.assertEqual(done.returncode, 1)
        for code in ("gltf-accessor-range", "gltf-node-matrix"):
            self.assertEqual(done.stderr.count(f"error[{code}]"), 1, done.stderr)
        self.assertEqual(done.stderr.count("the scene refers to it as worse.gltf"), 1, done.stderr)

    def test_extensions_in_capitals_are_the_same(self):
        scene = self.scene("", "plain.cscn")
        big = self.scratch / "BIG.CSCN"
        self.succeed("convert", scene, big)
        self.succeed("check", big)
        self.succeed("tree", big)
        binary = self.scratch / "BIG.CSCNB"
        self.succeed("convert", big, binary)
        self.assertEqual(binary.read_bytes()[:4], b"CSCN")
        self.succeed("export", self.scratch / "tri.gltf", "-o", self.scratch / "T.GLB")
        self.assertEqual((self.scratch / "T.GLB").read_bytes()[:4], b"glTF")
        torn = self.scratch / "TORN.CSCN"
        torn.write_text("nothing of a scene")
        self.assertIn("doc-", diorama("check", torn).stderr)

    def test_a_scene_whose_model_is_missing_fails(self):
        said = self.refused(self.scene('  Renderable asset="none.glb" mesh=0\n'), "file-not-found")
        self.assertIn("none.glb", said)

    def test_a_scene_that_names_a_part_its_model_lacks_fails(self):
        said = self.refused(self.scene('  Renderable asset="tri.gltf" mesh=50\n'), "spawn-index-range")
        self.assertIn("s.cscn:5:3: error[spawn-index-range]: mesh index is 50, tri.gltf has 1", said)
        self.refused(self.scene('  Renderable asset="tri.gltf" primitive=1\n'), "spawn-index-range")
        self.refused(self.scene('  Renderable asset="tri.gltf" material=3\n'), "spawn-index-range")

    def test_a_scene_that_names_no_model_says_on_which_line(self):
        said = self.refused(self.scene("  Renderable mesh=0\n", "noasset.cscn"), "spawn-asset-outside")
        self.assertIn("noasset.cscn:5:3: error[spawn-asset-outside]", said)
        self.assertNotIn("::", said, "C++ is no help at a shell")

    def test_a_name_that_is_there_twice_is_refused_by_every_command(self):
        field = self.scene('  Bag name="a" name="b"\n')
        component = self.scene("  Bag x=1\n  Bag x=2\n", "c.cscn")
        out = self.scratch / "out.cscnb"
        for scene, place in ((field, "s.cscn:5:"), (component, "c.cscn:6:3")):
            for command in (("check", scene), ("convert", scene, out), ("tree", scene), ("check", scene, "--json"),
                            ("convert", scene, out, "--json")):
                with self.subTest(command[0], scene=scene.name, json="--json" in command):
                    done = diorama(*command)
                    self.assertEqual(done.returncode, 1, done.stdout)
                    self.assertFalse(out.exists())
                    if "--json" not in command:
                        self.assertIn(place, done.stderr)
                        self.assertIn("error[doc-duplicate]", done.stderr)
                        continue
                    self.assertIn(place, done.stdout)
                    answer = json.loads(done.stdout)
                    answer = answer[0] if isinstance(answer, list) else answer
                    errors = [d["code"] for d in answer["diagnostics"] if d["severity"] == "error"]
                    self.assertEqual(errors, ["doc-duplicate"])
        torn = self.scratch / "twice.gltf"
        torn.write_text(TRIANGLE.replace('"scene": 0,', '"scene": 0, "scene": 0,'))
        for command in (("check", torn), ("info", torn), ("check", torn, "--json")):
            done = diorama(*command)
            self.assertIn("gltf-json-duplicate-key", done.stdout if "--json" in command else done.stderr)

    def test_places_are_told_from_what_a_path_looks_like(self):
        for folder, name in (("h#", "y.cscn"), ("p", "a: entity 3.cscn"), ("at@12", "b:1:2.cscn")):
            scene = self.scratch / folder / name
            scene.parent.mkdir(exist_ok=True)
            scene.write_text("cinder-scene 2\nentity 0\n  Name value=7\n")
            found = json.loads(diorama("check", scene, "--json").stdout)[0]["diagnostics"][0]
            self.assertEqual((found["file"], found["line"], found["column"]), (str(scene), 3, 14))
            self.assertNotIn("pointer", found)
            missing = scene.with_name("none" + name)
            found = json.loads(diorama("check", missing, "--json").stdout)[0]["diagnostics"][0]
            self.assertEqual(found["file"], str(missing))
            self.assertNotIn("line", found)

    def test_a_word_on_the_command_line_is_printed_escaped(self):
        for words in (("bad\x1b[31m",), ("--\x1b[31m",), ("check", "--\x1b[31m"), ("./bad\x1b[31m",)):
            done = diorama(*words)
            self.assertEqual(done.returncode, 2)
            self.assertNotIn("\x1b", done.stderr)

    @unittest.skipIf(os.geteuid() == 0 and shutil.which("setpriv") is None, "root may look into every folder")
    def test_a_folder_that_cant_be_looked_through_hides_no_other(self):
        folder = self.scratch / "shut"
        (folder / "no").mkdir(parents=True)
        (folder / "bad.cscn").write_text("cinder-scene 2\nentity 0\n  Name value=7\n")
        self.scratch.chmod(0o755)
        (folder / "no").chmod(0)
        command = [str(BIN / "diorama"), "check", str(folder)]
        if os.geteuid() == 0:
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
        done = subprocess.run(command, capture_output=True, text=True)
        (folder / "no").chmod(0o755)
        if done.returncode not in (0, 1):
            self.skipTest("nobody may run the program here: " + done.stderr)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"{folder}/no: error[file-read-failed]", done.stderr)
        self.assertIn("bad.cscn:3:14: error[doc-field-type]", done.stderr)

    def test_keys_of_a_programs_own_map_are_kept_though_they_are_equal(self):
        # What the fields of a component that is not known mean, only its program can say.
        scene = self.scene('  Bag items.0.key="a" items.0.value=1 items.1.key="a" items.1.value=2\n')
        binary, again = self.scratch / "b.cscnb", self.scratch / "again.cscn"
        for command in (("check", scene), ("convert", scene, binary), ("convert", binary, again, "--json")):
            self.succeed(*command)
        self.assertIn('Bag items.0.key="a" items.0.value=1 items.1.key="a" items.1.value=2', again.read_text())

    def test_what_is_wrong_with_a_reference_has_the_scenes_line_in_every_command(self):
        for record in ('Renderable asset="none.glb"', 'Renderable asset="tri.gltf" mesh=50', "Renderable mesh=0",
                       'Skin asset="tri.gltf" skin=3'):
            scene = self.scene(f"  {record}\n")
            binary = self.scratch / "s.cscnb"
            self.succeed("convert", scene, binary)
            commands = [("check", scene), ("render", scene, "-o", self.scratch / "x.png", "--size", "16x16")]
            if record.startswith("Renderable") and "none" not in record:
                commands.append(("export", scene, "-o", self.scratch / "x.glb"))
            for command in commands:
                with self.subTest(command[0], record=record):
                    done = diorama(*command)
                    self.assertEqual(done.returncode, 1)
                    self.assertIn("s.cscn:5:3: error[", done.stderr)
            self.assertRegex(diorama("check", binary).stderr, r"s\.cscnb@\d+: error\[")

    def test_places_of_instances_that_are_not_whole_are_a_fault(self):
        record = '  Renderable asset="tri.gltf" mesh=0\n  Instances places=[0,0,0,0,0,0,1,1,1,1%s]\n'
        self.succeed("check", self.scene(record % ""))
        said = self.refused(self.scene(record % ",5"), "spawn-instances-shape")
        self.assertIn("s.cscn:6:3: error", said)

    def test_a_model_that_bends_more_joints_than_are_drawn_fails(self):
        model = json.loads(TRIANGLE)
        joints, users = 1024, 4097
        model["nodes"] = [{"mesh": 0, "skin": 0}] * users + [{}] * joints
        model["scenes"] = [{"nodes": list(range(users + joints))}]
        model["skins"] = [{"joints": list(range(users, users + joints))}]
        primitive = model["meshes"][0]["primitives"][0]
        model["buffers"].append({"byteLength": 60, "uri": "data:application/octet-stream;base64," + base64.b64encode(
            bytes(12) + struct.pack("<4f", 1, 0, 0, 0) * 3).decode()})
        buffer = len(model["buffers"]) - 1
        views = len(model["bufferViews"])
        model["bufferViews"] += [{"buffer": buffer, "byteLength": 12},
                                 {"buffer": buffer, "byteOffset": 12, "byteLength": 48}]
        accessors = len(model["accessors"])
        model["accessors"] += [{"bufferView": views, "componentType": 5121, "count": 3, "type": "VEC4"},
                               {"bufferView": views + 1, "componentType": 5126, "count": 3, "type": "VEC4"}]
        primitive["attributes"].update({"JOINTS_0": accessors, "WEIGHTS_0": accessors + 1})
        path = self.scratch / "crowd.gltf"
        path.write_text(json.dumps(model))
        self.refused(path, "spawn-too-many")

    def test_a_scene_whose_model_has_a_damaged_image_fails(self):
        self.textured(png()[:60])
        self.refused(self.scene('  Renderable asset="textured.gltf"\n'), "texture-decode-failed")

    def test_a_scene_whose_references_lead_somewhere_passes(self):
        self.succeed("check", self.scene('  Renderable asset="tri.gltf" mesh=0\n'))

    def test_each_extension_that_is_not_read_is_named_once(self):
        model = self.scratch / "odd.gltf"
        model.write_text(TRIANGLE.replace('"scene": 0,', '"extensionsUsed": ["X_gizmo", "KHR_materials_unlit", '
                                          '"X_gadget"], "scene": 0,'))
        for command in [("check",), ("info",), ("import", "-o", self.scratch / "o.cscn"),
                        ("render", "-o", self.scratch / "o.png", "--size", "16x16")]:
            with self.subTest(command[0]):
                done = diorama(command[0], model, *command[1:])
                self.assertEqual(done.returncode, 0, done.stderr)
                for name in ("X_gizmo", "X_gadget"):
                    self.assertEqual(done.stderr.count(f'"{name}"'), 1, done.stderr)
                self.assertEqual(done.stderr.count("warning[gltf-extension-ignored]"), 2, done.stderr)

    def test_what_is_read_and_not_drawn_is_named_once(self):
        model = json.loads(TRIANGLE)
        model["extensionsUsed"] = ["KHR_materials_clearcoat", "KHR_materials_unlit"]
        coat = {"KHR_materials_clearcoat": {"clearcoatFactor": 1}}
        model["materials"] = [{"extensions": coat}, {"extensions": coat}, {"extensions": {"KHR_materials_unlit": {}}}]
        path = self.scratch / "coat.gltf"
        path.write_text(json.dumps(model))
        scene = self.scratch / "coat.cscn"
        self.succeed("import", path, "-o", scene)
        for file in (path, scene):
            draw = ("render", file, "-o", self.scratch / "x.png", "--size", "16x16")
            self.assertEqual(json.loads(self.succeed(*draw, "--json"))["diagnostics"][0]["code"], "cli-not-drawn")
            done = diorama(*draw)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stderr.count("warning[cli-not-drawn]"), 1, done.stderr)
            self.assertIn("coat.gltf: warning[cli-not-drawn]: 2 materials use KHR_materials_clearcoat", done.stderr)

    def test_best_effort_is_offered_and_lists_what_it_leaves_out(self):
        model = self.textured(png()[:60])
        scene = self.scratch / "t.cscn"
        scene.write_text(PLAIN + '  Renderable asset="textured.gltf" material=0\n')
        draw = ("-o", self.scratch / "x.png", "--size", "16x16")
        for file in (model, scene):
            done = diorama("render", file, *draw)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr.splitlines()[-1], "not drawn: 1 error; --best-effort draws what is there")
            done = diorama("render", file, *draw, "--best-effort")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("[texture-decode-failed]", done.stderr)
        done = diorama("import", model, "-o", self.scratch / "o.cscn")
        self.assertEqual(done.stderr.splitlines()[-1], "not imported: 1 error; --best-effort imports what is there")

    def test_best_effort_exports_without_a_texture_that_is_missing(self):
        whole = self.textured(png())
        model = self.scratch / "missing.gltf"
        document = json.loads(whole.read_text())
        document["images"] = [{"uri": "gone.png"}] + document["images"]
        for texture in document["textures"]:
            texture["source"] += 1
        document["textures"].append({"source": 0})
        model.write_text(json.dumps(document))
        out = self.scratch / "out.gltf"
        done = diorama("export", model, "-o", out)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.splitlines()[-1], "not exported: 1 error; --best-effort exports what is there")
        self.assertFalse(out.exists())
        done = diorama("export", model, "-o", out, "--best-effort")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("[gltf-image-missing]", done.stderr)
        self.succeed("check", out)
        written = json.loads(out.read_text())
        self.assertEqual(len(written["images"]), 1)
        self.assertNotIn("source", written["textures"][-1])
        self.assertEqual(written["textures"][0]["source"], 0)

    def test_best_effort_exports_a_scene_without_a_texture_that_is_missing(self):
        model = self.textured(png())
        scene, out = self.scratch / "t.cscn", self.scratch / "out.gltf"
        self.succeed("import", model, "-o", scene)
        document = json.loads(model.read_text())
        document["images"][0] = {"uri": "gone.png"}
        model.write_text(json.dumps(document))
        self.assertEqual(diorama("export", scene, "-o", out).returncode, 1)
        done = diorama("export", scene, "-o", out, "--best-effort")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("[gltf-image-missing]", done.stderr)
        self.assertNotIn("images", json.loads(out.read_text()))

    def test_best_effort_is_not_offered_where_it_is_of_no_help(self):
        torn = self.scratch / "torn.gltf"
        torn.write_text(TRIANGLE[:200])
        done = diorama("render", torn, "-o", self.scratch / "x.png")
        self.assertEqual(done.stderr.splitlines()[-1], "not drawn: 1 error")

    def test_a_component_of_a_programs_own_is_kept_with_one_warning(self):
        scene = self.scene("  Health hp=3.0\nentity 1\n  Health hp=4.0\n")
        for command in [("check",), ("tree",), ("render", "-o", self.scratch / "x.png", "--size", "16x16")]:
            with self.subTest(command[0]):
                done = diorama(command[0], scene, *command[1:])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stderr.count("warning[unknown-component]"), 1, done.stderr)
                self.assertIn("s.cscn:5:3: warning[unknown-component]: unknown component: entity 0 `a` has `Health`, "
                              "which is kept as it is; 1 more entity has it\n"
                              "    hint: fine for a program's own component\n", done.stderr)
                self.assertNotIn("UnknownPolicy", done.stderr)
        self.assertIn("Health", self.succeed("tree", scene))
        again = self.scratch / "again.cscn"
        self.succeed("convert", scene, again)
        self.assertEqual(again.read_text().count("Health hp="), 2)

    def test_components_of_a_programs_own_hide_no_fault(self):
        scene = self.scratch / "many.cscn"
        scene.write_text("cinder-scene 2\n" + "".join(f"entity {n}\n  Health hp=1.0\n" for n in range(150)) +
                         "entity 150\n  Transform rotaton=[0,0,0,1]\n  Name value=7\n  ChildOf parent=#999\n")
        done = diorama("check", scene)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("Health"), 1, done.stderr)
        self.assertIn("149 more entities have it", done.stderr)
        self.assertIn("many.cscn:303:13: warning[doc-unknown-field]: entity 150, `Transform`: unknown field `rotaton` is "
                      "kept as it is\n    hint: did you mean `rotation`?\n", done.stderr)
        self.assertIn("many.cscn:304:14: error[doc-field-type]", done.stderr)
        self.assertIn("hint: the file's highest entity is #150: refer to one up to it, or to none with `#-1`",
                      done.stderr)
        self.assertEqual(done.stdout, f"{scene}: 2 errors, 2 warnings\n")

    def test_a_rotation_that_is_no_unit_quaternion_is_a_warning(self):
        line = "entity {}\n  Transform rotation=[{}]\n"
        scene = self.scratch / "turned.cscn"
        scene.write_text("cinder-scene 2\n" + line.format(0, "0,0,0,0") + line.format(1, "0,0,2,0") +
                         line.format(2, "0,0,0.707,0.707") + "entity 3\n  Transform\n")
        done = diorama("check", scene)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr,
                         f"{scene}:3:22: warning[cli-rotation-length]: entity 0, `Transform`: rotation has length 0, "
                         "expected 1\n    hint: none at all is [0.0,0.0,0.0,1.0]; what is there turns nothing either\n"
                         f"{scene}:5:22: warning[cli-rotation-length]: entity 1, `Transform`: rotation has length 2, "
                         "expected 1\n    hint: it is used as it is, not normalised, so that it also stretches what it "
                         "turns: divide it by its length\n")

    def test_a_version_that_a_programs_migrations_raised_is_its_own(self):
        scene = self.scratch / "game.cscn"
        scene.write_text('cinder-scene 3\nentity 0\n  Name value="a"\n  Transform\n  Health hp=3.0\n')
        warning = f"{scene}: warning[doc-newer]: version 3: a program's own; taken as version 2's components\n" \
                  "    hint: only the program that wrote it can tell whether it is up to date\n"
        out = self.scratch / "o"
        for command in [("check", scene), ("check", "--migrate", scene), ("tree", scene),
                        ("convert", "--migrate", scene, f"{out}.cscn"), ("export", scene, "-o", f"{out}.glb"),
                        ("render", scene, "-o", f"{out}.png", "--size", "16x16")]:
            with self.subTest(" ".join(map(str, command))):
                done = diorama(*command)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stderr.count(warning), 1, done.stderr)
        self.assertEqual((self.scratch / "o.cscn").read_text()[:14], "cinder-scene 3")

    def test_a_parent_without_a_place_is_called_as_in_the_file(self):
        scene = self.scratch / "bare.cscn"
        scene.write_text('cinder-scene 2\nentity 0\n  Name value="bare"\nentity 1\n  Name value="lost"\n'
                         '  ChildOf parent=#0\n  Transform\n')
        for command in ("check", "tree"):
            self.assertIn(f"{scene}:6:3: warning[hierarchy-broken]: 1 entity hangs under nothing; the first is entity 1 "
                          "`lost`, whose parent entity 0 `bare` has no Transform\n", diorama(command, scene).stderr)

    def test_a_programs_component_with_a_name_of_ours_is_asked_about(self):
        done = diorama("check", self.scene('  Skin id="red"\n'))
        self.assertEqual(done.returncode, 1)
        self.assertIn("s.cscn:5:8: warning[doc-unknown-field]: entity 0 `a`, `Skin`: unknown field `id` is kept as it "
                      "is\n    hint: is this `Skin` a type of yours? The name is taken by one that is registered here: "
                      "give yours another with DIORAMA_COMPONENT_NAMED\n", done.stderr)
        self.assertIn("s.cscn:5:3: error[spawn-asset-outside]: asset path is empty, expected a file\n", done.stderr)

    def test_a_folder_is_all_that_is_in_it(self):
        (self.scratch / "b" / "deep").mkdir(parents=True)
        names = ["a.gltf", "b/Z.CSCN", "b/deep/x.cscn"]
        (self.scratch / names[0]).write_text(TRIANGLE)
        (self.scratch / names[1]).write_text(PLAIN)
        (self.scratch / names[2]).write_text("cinder-scene 2\nentity 0\n  Name value=1\n")
        (self.scratch / "notes.txt").write_text("no scene")
        done = diorama("check", self.scratch, "--json")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        found = json.loads(done.stdout)
        self.assertEqual([each["file"] for each in found], [str(self.scratch / name) for name in names])
        self.assertEqual([(each["valid"], each["errors"]) for each in found], [(True, 0), (True, 0), (False, 1)])
        (self.scratch / "none").mkdir()
        done = diorama("check", self.scratch / "none")
        self.assertEqual(done.returncode, 1)
        self.assertIn("none: error[cli-nothing-to-check]: found no .cscn, .cscnb, .glb or .gltf file in the folder",
                      done.stderr)

    def test_json_is_as_its_page_shows_it(self):
        page = (PROJECT / "tools" / "cli" / "README.md").read_text()
        scene, shown = re.search(r"```\n(cinder-scene.*?)```.*?```json\n(.*?)```", page, re.S).groups()
        (self.scratch / "yard.cscn").write_text(scene)
        done = subprocess.run([BIN / "diorama", "check", "--json", "yard.cscn"], cwd=self.scratch, capture_output=True,
                              text=True)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertEqual(done.stdout, shown)

    def test_places_are_told_in_parts(self):
        (self.scratch / "tri.gltf").write_text(TRIANGLE.replace('"count": 3', '"count": 3000'))
        text, binary = self.scratch / "t.cscn", self.scratch / "t.cscnb"
        text.write_text("cinder-scene 2\nentity 0\n  Name valu=\"x\"\n")
        self.succeed("convert", text, binary)
        found = json.loads(diorama("check", "--json", binary, self.scratch / "tri.gltf").stdout)
        place = found[0]["diagnostics"][0]
        self.assertEqual((place["file"], place["where"]), (str(binary), f"{binary}@{place['byte']}"))
        place = next(each for each in found[1]["diagnostics"] if each["code"] == "gltf-accessor-range")
        self.assertEqual((place["file"], place["pointer"]), (str(self.scratch / "tri.gltf"), "/accessors/0"))

    def test_a_near_miss_of_a_known_component_says_which_was_meant(self):
        scene = self.scene('  Rendreable asset="tri.gltf"\n')
        for command in ("tree", "check"):
            self.assertIn("did you mean `Renderable`?", diorama(command, scene).stderr)


if __name__ == "__main__":
    unittest.main()
