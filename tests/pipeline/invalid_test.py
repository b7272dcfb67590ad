# SPDX-License-Identifier: MIT
"""Every broken file of the corpus: the command answers, with the right verdict, and never crashes.

Under the sanitizers of `./run asan` this is also the proof that nothing is read out of bounds or leaked.
"""
import pathlib
import unittest

from support import PipelineCase, diorama


class InvalidTest(PipelineCase):
    def rows(self):
        """(path, number of errors the validator finds) of each file."""
        corpus = self.needs_corpus() / "invalid"
        for line in (corpus / "EXPECTED.tsv").read_text().splitlines():
            if line and not line.startswith("#"):
                columns = line.split("\t")
                yield corpus / columns[0], int(columns[1])

    def answer(self, *arguments):
        done = diorama(*arguments)
        self.assertIn(done.returncode, (0, 1), f"{arguments}\n{done.stderr[-4000:]}")
        self.assertNotIn("Sanitizer", done.stderr)
        self.assertEqual("error[" in done.stderr, done.returncode == 1, done.stderr[-2000:])
        return done

    def test_check_answers_for_every_file_with_the_validators_verdict(self):
        table = pathlib.Path(__file__).parents[1] / "data/gltf/check_differences.tsv"
        listed = {line.split("\t")[0] for line in table.read_text().splitlines() if "\tverdict\t" in line}
        corpus, otherwise = self.needs_corpus(), set()
        for path, errors in self.rows():
            with self.subTest(path=str(path)):
                done = self.answer("check", path)
                if (done.returncode == 1) != (errors > 0):
                    otherwise.add(str(path.relative_to(corpus)))
        self.assertEqual(otherwise, {name for name in listed if name.startswith("invalid/")})

    def test_import_refuses_or_writes_and_never_both(self):
        for path, _ in self.rows():
            with self.subTest(path=str(path)):
                scene = self.scratch / "scene.cscn"
                scene.unlink(missing_ok=True)
                done = diorama("import", path, "-o", scene)
                self.assertIn(done.returncode, (0, 1), done.stderr[-4000:])
                self.assertNotIn("Sanitizer", done.stderr)
                self.assertEqual(scene.exists(), done.returncode == 0, done.stderr[-2000:])


if __name__ == "__main__":
    unittest.main()
