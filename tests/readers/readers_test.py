# SPDX-License-Identifier: MIT
"""Exported files in other readers: the Khronos validator finds no error, and three.js, tinygltf and assimp
find what the source holds. A reader that is not here skips its test by name; `./run setup` fetches what it
can. DIORAMA_READERS is the folder of the npm packages; DIORAMA_CORPUS adds every model of the corpus."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "pipeline"))
from rich_model import write_rich_model  # noqa: E402
from support import BIN, CORPUS, PipelineCase, diorama  # noqa: E402

MODULES = pathlib.Path(os.environ["DIORAMA_READERS"])


class ReadersTest(PipelineCase):
    @classmethod
    def setUpClass(cls):
        cls.exports = None
        cls.scenes = None

    def exported(self):
        """(source, exported file) of each model that loads; written once for all tests."""
        cls = type(self)
        if cls.exports is None:
            folder = BIN / "readers_exports"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            sources = [write_rich_model(folder / "source")]
            if CORPUS is not None:
                sources += sorted(p for p in (CORPUS / "valid").rglob("*") if p.suffix in (".gltf", ".glb"))
            cls.exports = []
            for number, source in enumerate(sources):
                # Every other one as a .gltf with files beside it.
                name = f"{number}.glb" if number % 2 else f"{number}/model.gltf"
                (folder / name).parent.mkdir(exist_ok=True)
                done = diorama("export", source, "-o", folder / name)
                if done.returncode == 0:
                    cls.exports.append((source, folder / name))
                else:
                    self.refused(source, done)
            self.assertTrue(cls.exports)
        return cls.exports

    def refused(self, source, done):
        """What can't be exported is at fault, and check says so too."""
        with self.subTest(source=str(source)):
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertEqual(diorama("check", source).returncode, 1, done.stderr)

    def exported_scenes(self):
        """(source, exported file) of each model by way of a scene; written once for all tests."""
        cls = type(self)
        if cls.scenes is None:
            cls.scenes = []
            for number, (source, _) in enumerate(self.exported()):
                scene = BIN / "readers_exports" / f"{number}.cscn"
                file = scene.with_name(f"{number}_scene.glb")
                done = diorama("import", source, "-o", scene)
                if done.returncode == 0:
                    done = diorama("export", scene, "-o", file)
                if done.returncode == 0:
                    cls.scenes.append((source, file))
                else:
                    self.refused(source, done)
            self.assertTrue(cls.scenes)
        return cls.scenes

    def lines(self, command, files):
        """The JSON objects that \\p command prints for \\p files, one each."""
        environment = {**os.environ, "DIORAMA_READERS": str(MODULES)}
        done = subprocess.run([*map(str, command), *map(str, files)], capture_output=True, text=True,
                              env=environment, timeout=800)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        return [json.loads(line) for line in done.stdout.splitlines()]

    def node(self, package):
        if shutil.which("node") is None:
            self.skipTest("node is not here")
        if not (MODULES / "node_modules" / package).is_dir():
            self.skipTest(f"the npm package {package} is not here: `./run setup` fetches it")
        return "node"

    def expected(self, source, file):
        """What `info` says of both: lists of the source, vertices as they were written."""
        facts = json.loads(self.succeed("info", source, "--json", "--no-bounds"))
        facts["vertices"] = json.loads(self.succeed("info", file, "--json", "--no-bounds"))["vertices"]
        return facts

    def test_the_khronos_validator_finds_no_error(self):
        self.validate(self.exported())

    def test_the_khronos_validator_finds_no_error_in_scenes(self):
        self.validate(self.exported_scenes())

    def validate(self, pairs):
        node = self.node("gltf-validator")
        before = self.lines([node, HERE / "validate.mjs"], [source for source, _ in pairs])
        after = self.lines([node, HERE / "validate.mjs"], [file for _, file in pairs])
        for (source, file), was, found in zip(pairs, before, after):
            with self.subTest(source=str(source)):
                # What the source has wrong in itself, such as a rotation that is no unit, is given back.
                known = {issue["code"] for issue in was["issues"] if issue["severity"] == 0}
                # It does not decode this compression, and some packers leave such normals short in it.
                if b"EXT_meshopt_compression" in source.read_bytes():
                    known.add("ACCESSOR_VECTOR3_NON_UNIT")
                new = [i for i in found["issues"] if i["severity"] == 0 and i["code"] not in known]
                self.assertEqual(new, [], file)
                if not known:
                    self.assertEqual(found["numErrors"], 0, found["issues"][:5])

    def compare(self, pairs, counts):
        """Holds what a reader `counts` in each file against what `info` says."""
        self.assertEqual(len(pairs), len(counts))
        for (source, file), found in zip(pairs, counts):
            with self.subTest(source=str(source)):
                facts = self.expected(source, file)
                for key in ("nodes", "meshes", "vertices"):
                    self.assertEqual(found[key], facts[key], key)
                self.assertEqual(len(found["skins"]), facts["skins"])
                # One reader lists what drives each, the other counts them.
                animations = found["animations"]
                self.assertEqual(animations if isinstance(animations, int) else len(animations), facts["animations"])

    def test_tinygltf_finds_the_same(self):
        reader = BIN / "tinygltf_counts"
        if not reader.is_file():
            self.skipTest("tinygltf is not here: Debian has it as libtinygltf-dev and nlohmann-json3-dev")
        self.compare(self.exported(), self.lines([reader], [file for _, file in self.exported()]))
        # Of a scene the export is held against itself: its root and what is left out are its own.
        scenes = [(file, file) for _, file in self.exported_scenes()]
        self.compare(scenes, self.lines([reader], [file for _, file in scenes]))

    def test_three_js_finds_the_same(self):
        node = self.node("three")
        # Its parser takes the file alone, so these are the ones that hold everything.
        folder = BIN / "readers_exports" / "three"
        folder.mkdir(exist_ok=True)
        pairs = []
        for number, (source, _) in enumerate(self.exported()):
            file = folder / f"{number}.glb"
            self.succeed("export", source, "-o", file)
            pairs.append((source, file))
        pairs += [(file, file) for _, file in self.exported_scenes()]
        self.compare(pairs, self.lines([node, HERE / "three_counts.mjs"], [file for _, file in pairs]))

    def test_assimp_loads_every_file(self):
        if shutil.which("assimp") is None:
            self.skipTest("assimp is not here: Debian has it as assimp-utils")
        for source, file in self.exported() + self.exported_scenes():
            with self.subTest(source=str(source), file=str(file)):
                if self.assimp(file) == 0:
                    continue
                # It refuses what shows nothing, and stumbles over some sources.
                self.assertNotEqual(self.assimp(source), 0, "it loads the source")

    def assimp(self, file):
        return subprocess.run(["assimp", "info", file], capture_output=True, timeout=300).returncode


if __name__ == "__main__":
    unittest.main()
