# SPDX-License-Identifier: MIT
"""Every real model of the corpus that requires nothing unsupported: facts, and that a saved scene draws
the same pixels as its source. Set DIORAMA_PIPELINE_RENDER=all to draw every one, not just a sample."""
import json
import math
import os
import unittest

from support import PipelineCase, diorama


class CorpusTest(PipelineCase):
    def models(self):
        """(path, expected facts) of each model that must load."""
        corpus = self.needs_corpus()
        expected = json.loads((corpus / "EXPECTED.json").read_text())["files"]
        for name, facts in sorted(expected.items()):
            info = diorama("info", corpus / name, "--json", "--no-bounds")
            if info.returncode != 0 and "gltf-extension-required" in info.stdout:
                continue
            yield corpus / name, facts

    def test_info_equals_the_expected_facts(self):
        for path, facts in self.models():
            if facts["content"] is None or facts["model"] in ("UnknownRequiredExtension",):
                continue
            with self.subTest(path=str(path)):
                done = diorama("info", path, "--json")
                if done.returncode != 0 and facts["numErrors"] > 0:
                    continue  # a refusal must be a file the validator faults too
                self.assertEqual(done.returncode, 0, done.stderr)
                ours = json.loads(done.stdout)
                for key, count in facts["counts"].items():
                    if key in ours:
                        self.assertEqual(ours[key], count, key)
                if "totalVertexCount" in facts["info"]:
                    self.assertEqual(ours["vertices"], facts["info"]["totalVertexCount"])
                    self.assertEqual(ours["triangles"], facts["info"]["totalTriangleCount"])
                self.compare_bounds(ours["bounds"], facts["content"]["scenes"])

    def compare_bounds(self, ours, scenes):
        wanted = next((s["bounds"] for s in scenes if s.get("default")),
                      scenes[0]["bounds"] if scenes else None)
        if wanted is None or wanted["min"] is None or any(v is None for v in wanted["min"]):
            return
        self.assertIsNotNone(ours)
        diagonal = math.dist(wanted["min"], wanted["max"])
        for side in ("min", "max"):
            for a, b in zip(ours[side], wanted[side]):
                self.assertLessEqual(abs(a - b), 1e-5 * diagonal + 1e-12, (ours, wanted))

    def test_a_saved_scene_draws_the_same_pixels(self):
        every = os.environ.get("DIORAMA_PIPELINE_RENDER") == "all"
        for number, (path, _) in enumerate(self.models()):
            if not every and number % 12 != 0:
                continue
            with self.subTest(path=str(path)):
                direct, saved = self.scratch / "direct.png", self.scratch / "saved.png"
                scene, again = self.scratch / "scene.cscn", self.scratch / "again.cscn"
                if diorama("import", path, "-o", scene).returncode != 0:
                    self.assertEqual(diorama("check", path).returncode, 1, "refused a clean file")
                    continue
                size = ("--size", "160x120")
                self.succeed("render", path, "-o", direct, *size)
                self.succeed("render", scene, "-o", saved, *size)
                self.assertEqual(direct.read_bytes(), saved.read_bytes())
                self.succeed("convert", scene, again)
                self.assertEqual(scene.read_bytes(), again.read_bytes())


if __name__ == "__main__":
    unittest.main()
