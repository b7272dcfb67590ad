# SPDX-License-Identifier: MIT
"""A model that has some of everything, written by hand: write_rich_model."""
import base64
import json
import struct
import zlib

# Names that writers like to spoil: quotes, escapes, controls, other planes, empty, and twice the same.
NAMES = ["root \"quoted\" \\ back", "tab\tbell\x07", "日本語 \U0001f98a", "", "same", "same"]


def png(width, height, shade):
    """A grey PNG."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes([shade] * 3) * width for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Buffer:
    """Accessors over one buffer."""

    def __init__(self):
        self.data, self.views, self.accessors = b"", [], []

    def add(self, values, kind, component=5126, **more):
        code = {5126: "f", 5123: "H", 5121: "B"}[component]
        width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}[kind]
        self.data += b"\0" * (-len(self.data) % 4)
        packed = struct.pack(f"<{len(values)}{code}", *values)
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(packed)})
        self.data += packed
        accessor = {"bufferView": len(self.views) - 1, "componentType": component,
                    "count": len(values) // width, "type": kind, **more}
        if more.pop("bounds", False):
            del accessor["bounds"]
            columns = [values[c::width] for c in range(width)]
            accessor["min"], accessor["max"] = [min(c) for c in columns], [max(c) for c in columns]
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def write_rich_model(folder):
    """Writes the model into \\p folder, made if need be, and returns the .gltf's path."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Rough Map.png").write_bytes(png(4, 2, 128))
    b = Buffer()
    square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
    position = b.add(square, "VEC3", bounds=True)
    normal = b.add([0, 0, 1] * 4, "VEC3")
    uv = b.add([0, 0, 1, 0, 1, 1, 0, 1], "VEC2")
    indices = b.add([0, 1, 2, 0, 2, 3], "SCALAR", 5123)
    joints = b.add([0, 1, 0, 0] * 4, "VEC4", 5121)
    weights = b.add([0.75, 0.25, 0, 0] * 4, "VEC4")
    bind = b.add([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
                  1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1], "MAT4")
    raised = b.add([0, 0, 0.5] * 4, "VEC3", bounds=True)
    times = b.add([0, 0.5, 1.25], "SCALAR", bounds=True)
    turned = b.add([0, 0, 0, 1, 0, 0, 0.70710677, 0.70710677, 0, 0, 0, 1], "VEC4")
    blended = b.add([0, 1, 0.25], "SCALAR")
    attributes = {"POSITION": position, "NORMAL": normal, "TEXCOORD_0": uv}
    model = {
        "asset": {"version": "2.0", "generator": "by hand", "copyright": "nobody", "extras": {"a": 1}},
        "extensionsUsed": ["KHR_texture_transform", "KHR_materials_unlit", "KHR_lights_punctual",
                           "KHR_materials_emissive_strength"],
        "extensions": {"KHR_lights_punctual": {"lights": [
            {"type": "spot", "name": "lamp", "intensity": 20, "range": 5,
             "spot": {"innerConeAngle": 0.25, "outerConeAngle": 0.5}, "extras": [1, 2]}, {"type": "point"}]}},
        "scene": 1,
        "scenes": [{"name": "first", "nodes": [0], "extras": {"n": 9007199254740993}}, {"nodes": [3, 0]},
                   {"name": "empty"}],
        "nodes": [
            {"name": NAMES[0], "children": [1, 2], "scale": [-1, 1, 1], "extras": {"xxx": 555}},
            {"name": NAMES[1], "mesh": 0, "skin": 0, "weights": [0.25]},
            {"name": NAMES[2], "translation": [0, 1, 0], "children": [4], "camera": 0},
            {"name": NAMES[3], "mesh": 1, "camera": 1, "extensions": {"KHR_lights_punctual": {"light": 0}}},
            {"name": NAMES[4], "rotation": [0, 0, 0.70710677, 0.70710677]},
            {"name": NAMES[5], "mesh": 1}],
        "meshes": [
            {"name": "bent", "weights": [0.5], "extras": {"targetNames": ["up"], "more": {"x": []}},
             "primitives": [{"attributes": {**attributes, "JOINTS_0": joints, "WEIGHTS_0": weights},
                             "indices": indices, "material": 0, "targets": [{"POSITION": raised}]}]},
            {"name": "two", "primitives": [
                {"attributes": attributes, "mode": 5, "material": 1, "extras": {"p": "q"}},
                {"attributes": {"POSITION": position}, "mode": 2}]}],
        "skins": [{"name": "bones", "joints": [2, 4], "inverseBindMatrices": bind, "skeleton": 2}],
        "animations": [{"name": "wave", "extras": {"fps": 24}, "samplers": [
            {"input": times, "output": turned, "interpolation": "STEP"}, {"input": times, "output": blended}],
            "channels": [{"sampler": 0, "target": {"node": 4, "path": "rotation"}},
                         {"sampler": 1, "target": {"node": 1, "path": "weights"}}]}],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1}, "name": "eye"},
                    {"type": "orthographic",
                     "orthographic": {"xmag": 2, "ymag": 1.5, "znear": 0, "zfar": 100}}],
        "materials": [
            {"name": "rough", "pbrMetallicRoughness": {
                "baseColorFactor": [0.1, 0.2, 0.3, 1], "metallicFactor": 0.1,
                "baseColorTexture": {"index": 0, "extensions": {"KHR_texture_transform": {
                    "offset": [0.1, 0.2], "rotation": 1.5, "scale": [2, 1]}}}},
             "emissiveFactor": [1, 0.5, 0], "alphaMode": "MASK", "alphaCutoff": 0.3, "doubleSided": True,
             "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 4}}},
            {"name": "flat", "extensions": {"KHR_materials_unlit": {}}},
            {"name": "unused", "extras": "text"}],
        "textures": [{"source": 0, "sampler": 0}, {"source": 1, "name": "embedded"}],
        "samplers": [{"magFilter": 9728, "minFilter": 9985, "wrapS": 33071, "wrapT": 33648}],
        "images": [{"uri": "Rough%20Map.png", "name": "map"},
                   {"uri": "data:image/png;base64," + base64.b64encode(png(2, 2, 30)).decode()}],
        "accessors": b.accessors,
        "bufferViews": b.views,
        "buffers": [{"uri": "rich.bin", "byteLength": len(b.data)}],
        "extras": {"whole": None},
    }
    (folder / "rich.bin").write_bytes(b.data)
    path = folder / "rich.gltf"
    path.write_text(json.dumps(model, ensure_ascii=False, indent=1), encoding="utf-8")
    return path
