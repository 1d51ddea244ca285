#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes ziggurattables.cpp: the tables of NumPy's normal distribution, which no formula gives to the last bit.

They are read from libnpyrandom.a of the installed NumPy (Debian: python3-numpy); binutils are needed.
"""
import pathlib
import re
import struct
import subprocess
import tempfile

import numpy as np

NOTICE = """\
// SPDX-License-Identifier: BSD-3-Clause AND MIT
// clang-format off
//
// Written by make_ziggurat.py; do not edit. The tables are NumPy's (numpy/random/src/distributions/ziggurat_constants.h).
//
// Copyright (c) 2019 Kevin Sheppard. All rights reserved.
//
// Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
// following conditions are met:
// 1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following
//    disclaimer.
// 2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
//    disclaimer in the documentation and/or other materials provided with the distribution.
// 3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products
//    derived from this software without specific prior written permission.
//
// THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
// INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
// DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
// SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;
// LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN
// CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
// SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
//
// The ziggurat methods were derived from Julia:
// Copyright (c) 2009-2019: Jeff Bezanson, Stefan Karpinski, Viral B. Shah, and other contributors:
// https://github.com/JuliaLang/julia/contributors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
// files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
// modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
// Software is furnished to do so, subject to the following conditions: The above copyright notice and this permission notice
// shall be included in all copies or substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
// WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
// COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
// ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
#include "random/numpy/ziggurat.h"

namespace phasor {
"""


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


def array(kind, name, texts):
    rows = [", ".join(texts[i:i + 4]) for i in range(0, len(texts), 4)]
    return f"\nconst std::array<{kind}, 256> {name}{{\n    " + ",\n    ".join(rows) + "};\n"


def main():
    wi, ki, fi = tables()
    text = NOTICE
    text += array("double", "kZigguratWidths", [v.hex() for v in wi])
    text += array("std::uint64_t", "kZigguratLimits", [f"0x{v:013x}" for v in ki])
    text += array("double", "kZigguratHeights", [v.hex() for v in fi])
    text += "\n} // namespace phasor\n"
    pathlib.Path(__file__).with_name("ziggurattables.cpp").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
