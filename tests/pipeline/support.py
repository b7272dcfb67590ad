# SPDX-License-Identifier: MIT
"""What the pipeline tests share: running the command, and where files are.

DIORAMA_BIN is the folder of the programs under test; DIORAMA_CORPUS, where set, the folder of real models.
"""
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest
import zlib

BIN = pathlib.Path(os.environ["DIORAMA_BIN"])
CORPUS = pathlib.Path(os.environ["DIORAMA_CORPUS"]) if os.environ.get("DIORAMA_CORPUS") else None
DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


def diorama(*arguments, timeout=600):
    """Runs `diorama` and returns what it printed and its exit status."""
    command = [str(BIN / "diorama"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=timeout)


def read_png(path):
    """Width, height, and rows of pixels as tuples of 8-bit channels; all that our own PNGs need."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
        at += size + 12
    channels = {2: 3, 6: 4}[color]
    assert depth == 8
    raw, stride = zlib.decompress(packed), width * channels
    rows, before = [], bytearray(stride)
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left = line[i - channels] if i >= channels else 0
            up, corner = before[i], before[i - channels] if i >= channels else 0
            guess = left + up - corner
            paeth = min((left, up, corner), key=lambda value: abs(guess - value))
            line[i] = (line[i] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
        rows.append([tuple(line[i:i + 3]) for i in range(0, stride, channels)])
        before = line
    return width, height, rows


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
