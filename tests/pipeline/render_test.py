# SPDX-License-Identifier: MIT
"""What `diorama render` shows and says: framing, cameras, device."""
import base64
import json
import struct
import unittest

from support import PipelineCase, diorama, read_png

# A square of two metres about the origin, in the plane of x and y, that faces +z.
CORNERS = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, -1, 0), (1, 1, 0), (-1, 1, 0)]


def square(nodes, cameras=0):
    """A model with a square as its only mesh."""
    data = b"".join(struct.pack("<3f", *corner) for corner in CORNERS)
    model = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 6, "type": "VEC3",
                       "min": [-1, -1, 0], "max": [1, 1, 0]}],
        "bufferViews": [{"buffer": 0, "byteLength": len(data)}],
        "buffers": [{"byteLength": len(data),
                     "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}]}
    if cameras:
        model["cameras"] = [{"type": "perspective", "perspective": {"yfov": 0.8, "znear": 0.1}}] * cameras
    if nodes:
        model["nodes"] = nodes
        model["scenes"] = [{"nodes": list(range(len(nodes)))}]
    return json.dumps(model)


class RenderTest(PipelineCase):
    def model(self, name, nodes, cameras=0):
        path = self.scratch / name
        path.write_text(square(nodes, cameras))
        return path

    def drawn(self, model, width, height):
        """The parts of the picture's width and height that something covers: (left, right, top, bottom)."""
        pictures = []
        for source in (model, self.model("empty.gltf", [])):
            picture = self.scratch / "picture.png"
            self.succeed("render", source, "-o", picture, "--size", f"{width}x{height}")
            pictures.append(read_png(picture)[2])
        columns, rows = set(), set()
        for y, (with_model, without) in enumerate(zip(*pictures)):
            for x, (a, b) in enumerate(zip(with_model, without)):
                if a != b:
                    columns.add(x)
                    rows.add(y)
        self.assertTrue(columns, "nothing is drawn")
        return min(columns) / width, (max(columns) + 1) / width, min(rows) / height, (max(rows) + 1) / height

    def test_a_stationary_mesh_is_drawn_and_named(self):
        scene = self.scratch / "tiles.cscn"
        self.succeed("import", self.model("tiles.gltf", [{"mesh": 0}, {"mesh": 0}]), "-o", scene)
        lines = scene.read_text().splitlines()
        last = max(i for i, line in enumerate(lines) if line.startswith("  Renderable "))
        lines.insert(last, "  Mobility kind=\"stationary\"")
        scene.write_text("\n".join(lines) + "\n")
        entity = [line for line in lines[:last] if line.startswith("entity ")][-1]
        said = diorama("render", scene, "-o", self.scratch / "a.png", "--size", "64x48").stderr
        self.assertEqual(said.count("mobility-invalid-kind"), 1, said)
        self.assertIn(f"tiles.cscn: {entity}: warning[mobility-invalid-kind]", said)
        checked = diorama("check", scene)
        self.assertEqual(checked.returncode, 0)
        self.assertIn(f"tiles.cscn: {entity}: warning[mobility-invalid-kind]", checked.stderr)

    def test_instances_look_the_same_as_entities_and_as_one_renderable(self):
        model = json.loads(square([{"mesh": 0, "name": "tiles", "scale": [-1, 1, 1]}]))
        places = struct.pack("<9f", -3, 0, 0, 0, 2, 0, 3, 0, 0)
        model["buffers"].append({"byteLength": 36, "uri": "data:application/octet-stream;base64," +
                                 base64.b64encode(places).decode()})
        model["bufferViews"].append({"buffer": 1, "byteLength": 36})
        model["accessors"].append({"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3"})
        model["nodes"][0]["extensions"] = {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 1}}}
        model["extensionsUsed"] = ["EXT_mesh_gpu_instancing"]
        path = self.scratch / "tiles.gltf"
        path.write_text(json.dumps(model))
        pictures, sizes = [], []
        for name, options in (("entities", []), ("one", ["--one-renderable"])):
            scene, picture = self.scratch / f"{name}.cscn", self.scratch / f"{name}.png"
            self.succeed("import", path, "-o", scene, *options)
            self.succeed("render", scene, "-o", picture, "--size", "64x48")
            pictures.append(read_png(picture)[2])
            sizes.append(scene.read_text().count("\nentity "))
        self.assertEqual(pictures[0], pictures[1])
        self.assertEqual(sizes[0] - sizes[1], 3, "an entity for each place")
        again = self.scratch / "again.glb"
        self.succeed("export", self.scratch / "one.cscn", "-o", again)
        self.succeed("check", again)
        self.succeed("render", again, "-o", self.scratch / "again.png", "--size", "64x48")
        self.assertEqual(read_png(self.scratch / "again.png")[2], pictures[0])

    def test_framing_fills_the_picture_whatever_the_shape(self):
        shapes = {"square": {}, "flat": {"scale": [50, 1, 1]}, "tall": {"scale": [1, 50, 1]},
                  "tiny": {"scale": [1e-4, 1e-4, 1e-4]}, "huge": {"scale": [1e5, 1e5, 1e5]},
                  "far": {"translation": [1000, -500, 200]},
                  "lying": {"rotation": [-0.70710678, 0, 0, 0.70710678]}}
        for name, placement in shapes.items():
            model = self.model(f"{name}.gltf", [{"mesh": 0, **placement}])
            for width, height in [(160, 100), (80, 160)]:
                with self.subTest(shape=name, size=(width, height)):
                    left, right, top, bottom = self.drawn(model, width, height)
                    filled = max(right - left, bottom - top)
                    self.assertGreaterEqual(filled, 0.89)
                    self.assertLessEqual(filled, 0.95)
                    for low, high in [(left, right), (top, bottom)]:
                        self.assertGreaterEqual(min(low, 1 - high), 0.02, "it touches the edge")
                        self.assertAlmostEqual(low, 1 - high, delta=0.03, msg="it is off the middle")

    def test_says_what_was_drawn_through_what_and_on_what(self):
        named = self.model("named.gltf", [{"mesh": 0}, {"name": "Main", "camera": 0, "translation": [0, 0, 5]}], 1)
        scene, picture = self.scratch / "named.cscn", self.scratch / "picture.png"
        self.succeed("import", named, "-o", scene)
        for source, options, camera in [
                (named, (), "framed automatically"),
                (named, ("--camera", "Main"), "camera 'Main' (/nodes/1)"),
                (named, ("--camera", "0"), "camera 'Main' (/nodes/1)"),
                (scene, ("--camera", "Main"), "camera 'Main' (entity 1)"),
                (named, ("--eye", "1,2,3", "--target", "0,0,0"), "camera given by --eye and --target")]:
            said = self.succeed("render", source, "-o", picture, "--size", "32x16", *options)
            self.assertRegex(said, r"^.*picture\.png: 32x16 pixels, .*, drawn on \S.*\n$")
            self.assertIn(f"pixels, {camera}, drawn on ", said)

    def test_says_when_there_is_nothing_to_show(self):
        empty = self.model("empty.gltf", [])
        render = ("render", empty, "-o", self.scratch / "picture.png", "--size", "32x16")
        self.assertIn(", empty: the scene shows nothing, drawn on ", self.succeed(*render))
        self.assertEqual(json.loads(self.succeed(*render, "--json"))["instances"], 0)

    def test_a_camera_that_mirrors_shows_the_mirror_image(self):
        def covered(xmag, ymag):
            pictures = []
            for nodes in ([{"mesh": 0, "translation": [1, 0.6, 0]}], [{}]):
                model = json.loads(square([*nodes, {"camera": 0, "translation": [0, 0, 5]}]))
                model["cameras"] = [{"type": "orthographic",
                                     "orthographic": {"xmag": xmag, "ymag": ymag, "znear": 0, "zfar": 10}}]
                path, out = self.scratch / "mirror.gltf", self.scratch / "mirror.png"
                path.write_text(json.dumps(model))
                self.succeed("check", path)
                self.succeed("render", path, "-o", out, "--size", "40x40", "--camera", "0")
                pictures.append(read_png(out)[2])
            return {(x, y) for y, rows in enumerate(zip(*pictures)) for x, (a, b) in enumerate(zip(*rows)) if a != b}
        plain = covered(4, 4)
        self.assertTrue(plain)
        self.assertEqual({(39 - x, y) for x, y in covered(-4, 4)}, plain)
        self.assertEqual({(x, 39 - y) for x, y in covered(4, -4)}, plain)
        self.assertEqual({(39 - x, 39 - y) for x, y in covered(-4, -4)}, plain)

    def test_a_camera_that_cannot_see_is_named_with_its_node(self):
        model = self.model("wide.gltf", [{"mesh": 0}, {"camera": 0}], cameras=1)
        model.write_text(model.read_text().replace('"yfov": 0.8', '"yfov": 4'))
        self.assertIn("#/cameras/0/perspective/yfov: error[gltf-camera-values]", diorama("check", model).stderr)
        done = diorama("render", model, "-o", self.scratch / "x.png", "--size", "16x16", "--camera", "0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("wide.gltf#/nodes/1/camera: error[render-bad-camera]", done.stderr)

    def test_json_says_so_too(self):
        named = self.model("named.gltf", [{"mesh": 0}, {"name": "Main", "camera": 0}], 1)
        render = ("render", named, "-o", self.scratch / "picture.png", "--size", "32x16", "--json")
        facts = json.loads(self.succeed(*render, "--camera", "Main"))
        self.assertEqual(facts["camera"], {"from": "file", "index": 0, "name": "Main", "where": "/nodes/1"})
        self.assertTrue(facts["device"])
        self.assertEqual(json.loads(self.succeed(*render))["camera"], {"from": "framing"})

    def test_a_camera_that_is_not_there_lists_those_that_are(self):
        model = self.model("two.gltf", [{"mesh": 0}, {"name": "Main", "camera": 0}, {"camera": 1}], 2)
        none = self.model("none.gltf", [{"mesh": 0}])
        picture = self.scratch / "picture.png"
        done = diorama("render", model, "-o", picture, "--camera", "nope")
        self.assertEqual(done.returncode, 1)
        self.assertIn('error[cli-no-such-camera]: found no camera "nope"; the file has 0 "Main", 1 (unnamed)\n',
                      done.stderr)
        many = self.model("many.gltf", [{"camera": 0}] * 25, 1)
        self.assertIn(", 19 (unnamed) and 5 more\n",
                      diorama("render", many, "-o", picture, "--camera", "nope").stderr)
        done = diorama("render", none, "-o", picture, "--camera", "nope")
        self.assertIn('found no camera "nope"; the file has none\n', done.stderr)
        self.assertFalse(picture.exists())


if __name__ == "__main__":
    unittest.main()
