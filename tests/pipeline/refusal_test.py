# SPDX-License-Identifier: MIT
"""Everything about a model or scene that `render` refuses, and that `check` refuses it with the same code.

What depends on the device, an image or a mesh beyond what it takes or its memory, no check can know.
"""
import base64
import json
import struct
import unittest

from check_test import PLAIN, png
from command_test import TRIANGLE
from support import PipelineCase, diorama

# By name: the line of a scene of one entity, and the code.
REFERENCES = {
    "no such model": ('Renderable asset="none.glb"', "file-not-found"),
    "no model": ("Renderable mesh=0", "spawn-asset-outside"),
    "no such mesh": ('Renderable asset="tri.gltf" mesh=50', "spawn-index-range"),
    "a mesh below 0": ('Renderable asset="tri.gltf" mesh=-1', "spawn-index-range"),
    "no such primitive": ('Renderable asset="tri.gltf" primitive=1', "spawn-index-range"),
    "no such material": ('Renderable asset="tri.gltf" material=3', "spawn-index-range"),
    "a material below -1": ('Renderable asset="tri.gltf" material=-2', "spawn-index-range"),
    "no such skin": ('Skin asset="tri.gltf" skin=0', "spawn-index-range"),
    "a skin of no model": ("Skin skin=0", "spawn-asset-outside"),
    "places that are not whole": ('Renderable asset="tri.gltf"\n  Instances places=[1,2,3]', "spawn-instances-shape"),
    "a model that is none": ('Renderable asset="text.gltf"', "gltf-not-gltf"),
    "a model with a fault": ('Renderable asset="long.gltf"', "gltf-accessor-range"),
    "a model with a damaged image": ('Renderable asset="damaged.gltf"', "texture-decode-failed"),
    "a model without its image": ('Renderable asset="gone.gltf"', "gltf-image-missing"),
    "a value of another kind": ("Transform2 nothing", "doc-syntax"),
    "a reference to no entity": ("ChildOf parent=#7", "doc-reference"),
}

# By name: what a scene's camera says. Each is seen through where it is asked for.
CAMERAS = {
    "too wide": "fov_y=4.0",
    "of half a turn": "fov_y=3.1415927",
    "closed": "fov_y=0.0",
    "inside out": "fov_y=-0.5",
    "near at the eye": "near=0.0",
    "near behind the eye": "near=-1.0",
    "far before near": "near=2.0 far=1.0",
    "far at near": "near=2.0 far=2.0",
    "of an aspect below 0": "aspect=-1.0",
    "orthographic without width": 'projection="orthographic" half_width=0.0 far=9.0',
    "orthographic without height": 'projection="orthographic" half_height=0.0 far=9.0',
    "orthographic without end": 'projection="orthographic" far=0.0',
    "orthographic and far before near": 'projection="orthographic" near=5.0 far=1.0',
}

# By name: a glTF camera.
LENSES = {
    "too wide": {"type": "perspective", "perspective": {"yfov": 4, "znear": 1}},
    "closed": {"type": "perspective", "perspective": {"yfov": 0, "znear": 1}},
    "near at the eye": {"type": "perspective", "perspective": {"yfov": 1, "znear": 0}},
    "far before near": {"type": "perspective", "perspective": {"yfov": 1, "znear": 2, "zfar": 1}},
    "of an aspect below 0": {"type": "perspective", "perspective": {"yfov": 1, "znear": 1, "aspectRatio": -1}},
    "orthographic without width": {"type": "orthographic",
                                   "orthographic": {"xmag": 0, "ymag": 1, "znear": 0, "zfar": 9}},
    "orthographic and far before near": {"type": "orthographic",
                                         "orthographic": {"xmag": 1, "ymag": 1, "znear": 5, "zfar": 1}},
}


def textured(uri):
    """A triangle with the texture at `uri`."""
    model = json.loads(TRIANGLE)
    model.update(images=[{"uri": uri}], textures=[{"source": 0}],
                 materials=[{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}])
    model["bufferViews"].append({"buffer": 0, "byteLength": 24})
    model["accessors"].append({"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2"})
    model["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_0"] = 1
    model["meshes"][0]["primitives"][0]["material"] = 0
    return model


def crowd():
    """A skin of so many joints, used so often, that it is not drawn."""
    model, joints, users = json.loads(TRIANGLE), 1024, 4097
    model["nodes"] = [{"mesh": 0, "skin": 0}] * users + [{}] * joints
    model["scenes"] = [{"nodes": list(range(users + joints))}]
    model["skins"] = [{"joints": list(range(users, users + joints))}]
    weights = bytes(12) + struct.pack("<4f", 1, 0, 0, 0) * 3
    model["buffers"].append({"byteLength": 60, "uri": "data:;base64," + base64.b64encode(weights).decode()})
    model["bufferViews"] += [{"buffer": 1, "byteLength": 12}, {"buffer": 1, "byteOffset": 12, "byteLength": 48}]
    model["accessors"] += [{"bufferView": 1, "componentType": 5121, "count": 3, "type": "VEC4"},
                           {"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC4"}]
    model["meshes"][0]["primitives"][0]["attributes"].update({"JOINTS_0": 1, "WEIGHTS_0": 2})
    return model


def long_accessor():
    model = json.loads(TRIANGLE)
    model["accessors"][0]["count"] = 4000
    return model


DAMAGED = "data:image/png;base64," + base64.b64encode(png()[:60]).decode()


class RefusalTest(PipelineCase):
    def setUp(self):
        super().setUp()
        for name, text in {"tri.gltf": TRIANGLE, "text.gltf": "no model at all",
                           "long.gltf": json.dumps(long_accessor()), "damaged.gltf": json.dumps(textured(DAMAGED)),
                           "gone.gltf": json.dumps(textured("gone.png")), "crowd.gltf": json.dumps(crowd())}.items():
            (self.scratch / name).write_text(text)

    def both_refuse(self, path, code, camera="auto"):
        """`render` refuses `path` with `code`, and so does `check`; what each says."""
        drawn = diorama("render", path, "-o", self.scratch / "x.png", "--size", "16x16", "--camera", camera)
        self.assertEqual(drawn.returncode, 1, drawn.stderr)
        checked = diorama("check", path)
        self.assertEqual(checked.returncode, 1, "passed by check: " + drawn.stderr + checked.stderr)
        for said in (drawn, checked):
            self.assertIn(f"error[{code}]", said.stderr)
        return drawn.stderr, checked.stderr

    def scene(self, record):
        path = self.scratch / "s.cscn"
        path.write_text(PLAIN + f"  {record}\n")
        return path

    def test_what_a_scene_refers_to(self):
        for name, (record, code) in REFERENCES.items():
            with self.subTest(name):
                self.both_refuse(self.scene(record), code)

    def test_cameras_of_scenes(self):
        for name, fields in CAMERAS.items():
            with self.subTest(name):
                for said in self.both_refuse(self.scene(f"CameraComponent {fields}"), "render-bad-camera", "0"):
                    self.assertIn("s.cscn:5:3: error[render-bad-camera]", said)

    def test_places_beyond_what_can_be_seen_are_framed_all_the_same(self):
        # Of any shape: the camera that frames them must not be one that can't see.
        shown = '  Renderable asset="tri.gltf"\n'
        for name, text in {
                "far off": "  Transform translation=[1e20,0.0,0.0]\n" + shown,
                "infinite": "  Transform translation=[3e38,0.0,0.0] scale=[3e38,1.0,1.0]\n" + shown,
                "both ways": "  Transform translation=[3e38,0.0,0.0]\n" + shown +
                             "entity 1\n  Transform translation=[-3e38,0.0,0.0]\n" + shown,
                "a point": "  Transform scale=[0.0,0.0,0.0]\n" + shown,
                "an instance": "  Transform\n" + shown +
                               "  Instances places=[3e38,0.0,0.0,0.0,0.0,0.0,1.0,3e38,1.0,1.0]\n"}.items():
            path = self.scratch / "far.cscn"
            path.write_text("cinder-scene 2\nentity 0\n" + text)
            for size in ("16x16", "64x16", "16x64"):
                with self.subTest(name, size=size):
                    self.succeed("render", path, "-o", self.scratch / "x.png", "--size", size)
            self.succeed("check", path)

    def test_a_camera_that_sees_passes(self):
        self.succeed("check", self.scene("CameraComponent fov_y=3.1 near=0.1 far=0.2"))
        self.succeed("check", self.scene('CameraComponent projection="orthographic" half_width=-1.0 near=-5.0 far=9.0'))

    def test_cameras_of_models(self):
        for name, camera in LENSES.items():
            with self.subTest(name):
                model = json.loads(TRIANGLE)
                model["cameras"] = [camera]
                model["nodes"].append({"camera": 0})
                model["scenes"] = [{"nodes": list(range(len(model["nodes"])))}]
                path = self.scratch / "m.gltf"
                path.write_text(json.dumps(model))
                drawn = diorama("render", path, "-o", self.scratch / "x.png", "--size", "16x16", "--camera", "0")
                self.assertEqual(drawn.returncode, 1, drawn.stderr)
                checked = diorama("check", path)
                self.assertEqual(checked.returncode, 1, "passed by check: " + drawn.stderr + checked.stderr)
                self.assertEqual(checked.stderr.count("error["), 1, "one fault, said once: " + checked.stderr)

    def test_models(self):
        for name, code in {"text.gltf": "gltf-not-gltf", "long.gltf": "gltf-accessor-range",
                           "damaged.gltf": "texture-decode-failed", "gone.gltf": "gltf-image-missing",
                           "crowd.gltf": "spawn-too-many"}.items():
            with self.subTest(name):
                self.both_refuse(self.scratch / name, code)


if __name__ == "__main__":
    unittest.main()
