# SPDX-License-Identifier: MIT
"""KTX2 files from the command line: what they hold, whether they are right, and the place of each fault."""
import json
import pathlib
import unittest

from support import PipelineCase, diorama

SEEDS = pathlib.Path(__file__).resolve().parent.parent / "fuzz/corpus/ktx2"


class Ktx2Test(PipelineCase):
    def file(self, seed, change=None):
        """A copy of a seed as a .ktx2 file, with the bytes that `change` puts at their places."""
        data = bytearray((SEEDS / seed).read_bytes())
        for at, byte in (change or {}).items():
            data[at] = byte
        path = self.scratch / "a.ktx2"
        path.write_bytes(data)
        return path

    def test_info_says_what_it_holds(self):
        path = self.file("uastc")
        facts = json.loads(diorama("info", path, "--json").stdout)
        self.assertEqual(facts["format"], "UASTC")
        self.assertEqual((facts["width"], facts["height"], facts["levels"]), (8, 8, 1))
        self.assertEqual(facts["colorSpace"], "sRGB")
        self.assertEqual(facts["metadata"], {"KTXorientation": "rd", "KTXwriter": "a test"})
        self.assertEqual(facts["levelBytes"], [64])
        text = diorama("info", path)
        self.assertEqual(text.returncode, 0)
        self.assertIn("KTX2          UASTC\n", text.stdout)
        self.assertIn("KTXorientation rd\n", text.stdout)

    def test_info_shows_values_that_are_no_text_as_bytes(self):
        facts = json.loads(diorama("info", self.file("metadata"), "--json").stdout)
        self.assertEqual(facts["metadata"]["own"], "0102")

    def test_every_seed_is_right(self):
        for seed in sorted(SEEDS.iterdir()):
            done = diorama("check", self.file(seed.name))
            self.assertEqual(done.returncode, 0, f"{seed.name}: {done.stderr}")
            self.assertIn("0 errors, 0 warnings", done.stdout)

    def test_check_names_every_fault_with_its_byte(self):
        path = self.file("rgba8_mips", {16: 3, 189: 13})  # typeSize and colour primaries
        done = diorama("check", path, "--json")
        self.assertEqual(done.returncode, 1)
        report = json.loads(done.stdout)[0]
        self.assertFalse(report["valid"])
        self.assertEqual([(each["where"], each["code"]) for each in report["diagnostics"]],
                         [(f"{path}@16", "ktx2-type-size"), (f"{path}@189", "ktx2-primaries")])
        self.assertIn(f"{path}@16: error[ktx2-type-size]: found typeSize 3, expected 1", diorama("check", path).stderr)

    def test_a_file_cut_short_is_an_error(self):
        path = self.file("zstd")
        path.write_bytes(path.read_bytes()[:-1])
        done = diorama("info", path)
        self.assertEqual(done.returncode, 1)
        self.assertIn("ktx2-truncated", done.stderr)

    def test_a_texture_without_its_extension_is_known_by_its_first_bytes(self):
        path = self.file("uastc").rename(self.scratch / "texture")
        self.assertIn("UASTC", diorama("info", path).stdout)


if __name__ == "__main__":
    unittest.main()
