#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lays out the text fixtures of this folder as binary, by docs/formats/scene_binary.md.

Shares no code with the library's writer. Run in this folder: it writes a .cscnb beside every .cscn;
git then says whether one has changed, which none may.
"""
import pathlib
import re
import struct

TOKEN = re.compile(r'([^\s=]+)=("(?:[^"\\]|\\.)*"|\[[^\]]*\]|\S+)')


def string(text):
    data = text.encode()
    return struct.pack("<I", len(data)) + data


def number(text):
    if text.startswith("0x"):
        return struct.pack("<I", int(text, 16))
    return struct.pack("<f", float(text))


def value(text):
    if text[0] == '"':
        unescaped = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], text[1:-1])
        return b"\4" + string(unescaped)
    if text[0] == "[":
        items = [number(item) for item in text[1:-1].split(",") if item]
        return b"\6" + struct.pack("<I", len(items)) + b"".join(items)
    if text[0] == "#":
        return b"\5" + struct.pack("<q", int(text[1:]))
    if text in ("true", "false"):
        return b"\3" + struct.pack("<q", text == "true")
    if re.fullmatch(r"-?\d+", text):
        return b"\2" + struct.pack("<q", int(text))
    return b"\1" + number(text)


def component(line):
    name, _, rest = line.strip().partition(" ")
    fields = TOKEN.findall(rest)
    return string(name) + struct.pack("<I", len(fields)) + b"".join(
        string(key) + value(text) for key, text in fields)


def binary(text):
    lines = text.rstrip("\n").split("\n")
    entities = []
    for line in lines[1:]:
        if line.startswith("entity "):
            entities.append([])
        else:
            entities[-1].append(component(line))
    out = b"CSCN" + struct.pack("<II", int(lines[0].split()[1]), len(entities))
    for components in entities:
        out += struct.pack("<I", len(components)) + b"".join(components)
    return out


for path in sorted(pathlib.Path(".").glob("*.cscn")):
    path.with_suffix(".cscnb").write_bytes(binary(path.read_text(encoding="utf-8")))
