#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the tables beside this script: those of NumPy's normal distribution, which no formula gives to the last bit.

They are read from libnpyrandom.a of the installed NumPy (Debian: python3-numpy); binutils are needed.
"""
import pathlib
import re
import struct
import subprocess
import tempfile

import numpy as np


def tables():
    """wi, ki and fi of 256 entries each."""
    archive = pathlib.Path(np.__file__).parent / "random" / "lib" / "libnpyrandom.a"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["ar", "x", archive, "distributions.o"], cwd=folder, check=True)
        subprocess.run(["objcopy", "-O", "binary", "-j", ".rodata", "distributions.o", "rodata"], cwd=folder, check=True)
        symbols = subprocess.run(["nm", "distributions.o"], cwd=folder, check=True, capture_output=True, text=True).stdout
        data = (pathlib.Path(folder) / "rodata").read_bytes()

    def entries(name, kind):
        address = int(re.search(rf"^(\w+) r {name}$", symbols, re.M)[1], 16)
        return struct.unpack_from(f"<256{kind}", data, address)

    return entries("wi_double", "d"), entries("ki_double", "Q"), entries("fi_double", "d")


def write(name, texts):
    rows = [",".join(texts[i:i + 4]) for i in range(0, len(texts), 4)]
    pathlib.Path(__file__).with_name(name + ".csv").write_text(",\n".join(rows) + "\n", encoding="ascii")


def main():
    wi, ki, fi = tables()
    write("widths", [v.hex() for v in wi])
    write("limits", [f"0x{v:013x}" for v in ki])
    write("heights", [v.hex() for v in fi])


if __name__ == "__main__":
    main()
