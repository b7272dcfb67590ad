# SPDX-License-Identifier: MIT
"""What the pipeline tests share: running the command, and where files are.

DIORAMA_BIN is the folder of the programs under test; DIORAMA_CORPUS, where set, the folder of real models.
"""
import os
import pathlib
import subprocess
import tempfile
import unittest

BIN = pathlib.Path(os.environ["DIORAMA_BIN"])
CORPUS = pathlib.Path(os.environ["DIORAMA_CORPUS"]) if os.environ.get("DIORAMA_CORPUS") else None
DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


def diorama(*arguments, timeout=600):
    """Runs `diorama` and returns what it printed and its exit status."""
    command = [str(BIN / "diorama"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=timeout)


class PipelineCase(unittest.TestCase):
    """A test with a scratch folder of its own."""

    def setUp(self):
        self._scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self._scratch.cleanup)
        self.scratch = pathlib.Path(self._scratch.name)

    def succeed(self, *arguments):
        """Runs `diorama`, which must succeed, and returns its standard output."""
        done = diorama(*arguments)
        self.assertEqual(done.returncode, 0, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def needs_corpus(self):
        if CORPUS is None:
            self.skipTest("DIORAMA_CORPUS is not set: no real models to test with")
        return CORPUS
