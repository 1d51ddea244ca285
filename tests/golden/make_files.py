#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the golden data of tests/files: headers as numpy.save writes them and float32 numbers as C prints them.

Needs NumPy (1.24) and nothing else. The same output every time.
"""
import ctypes
import io
import pathlib
import random
import struct

import numpy as np

HERE = pathlib.Path(__file__).with_name("files")
CELLS = 3000


def headers():
    shapes = [(1, 1), (3, 4), (5000, 512), (2147483647, 65536), (10**18, 1), (7,), (0,), (123456789,)]
    lines = []
    for descr in ["<f4", "|b1", "<i8"]:
        for shape in shapes:
            stream = io.BytesIO()
            np.lib.format.write_array_header_1_0(stream, {"descr": descr, "fortran_order": False, "shape": shape})
            lines.append(f"{descr} {'x'.join(map(str, shape))} {stream.getvalue().hex()}")
    return lines


def bit_patterns():
    chosen = random.Random(5)
    special = [0, 0x80000000, 1, 0x80000001, 0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000]
    simple = [1.0, -1.0, 0.1, 0.5, 1e-4, 9.9999e-5, 1e-5, 123456789, 999999999, 1e9, 16777216, 1e10, 0.25, 1 / 3, 1e8, 1e22, 1e23]
    patterns = special + [struct.unpack("<I", struct.pack("<f", x))[0] for x in simple]
    patterns += [chosen.getrandbits(32) for _ in range(CELLS // 2)]
    while len(patterns) < CELLS:  # what tables hold
        patterns.append(struct.unpack("<I", struct.pack("<f", chosen.uniform(-1, 1) * 10 ** chosen.randint(-6, 6)))[0])
    return [p for p in patterns if p & 0x7FFFFFFF <= 0x7F800000]


def cells():
    snprintf = ctypes.CDLL(None).snprintf
    buffer = ctypes.create_string_buffer(64)
    lines = []
    for pattern in bit_patterns():
        value = struct.unpack("<f", struct.pack("<I", pattern))[0]
        snprintf(buffer, 64, b"%.9g", ctypes.c_double(value))
        lines.append(f"{pattern:08x} {buffer.value.decode()}")
    return lines


def main():
    HERE.mkdir(exist_ok=True)
    (HERE / "npyheaders.txt").write_text("\n".join(headers()) + "\n", encoding="ascii")
    (HERE / "cells.txt").write_text("\n".join(cells()) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
