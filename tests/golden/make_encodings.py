#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes tests/golden/encodings: values from mpmath and from PyTorch, with which the sinusoidal tables are compared.

Run with a Python that has mpmath and PyTorch 1.13 without MKL (Debian 12: python3-mpmath, python3-torch) on a processor
with AVX2 and FMA.
"""
import hashlib
import math
import os
import random

import mpmath as mp
import numpy as np
import torch

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "encodings")
LAYOUTS = ("interleaved", "halves", "tensor2tensor")


def pair_of(layout, d, column):
    """Exponent of the base and whether the column is a cosine; None in a column of zeros."""
    half = d // 2
    if layout == "interleaved":
        return mp.mpf(-2 * (column // 2)) / d, column % 2 == 1
    if layout == "halves":
        sines = d - half
        return mp.mpf(-2 * (column % sines)) / d, column >= sines
    if column >= 2 * half:
        return None
    return mp.mpf(-(column % half)) / max(half - 1, 1), column >= half


def omega_of(layout, d, base, column):
    place = pair_of(layout, d, column)
    if place is None:
        return None
    return mp.power(mp.mpf(base), place[0]), place[1]


def float_bits(x):
    """The float32 nearest to x (ties do not occur), as an integer."""
    if x == 0:
        return 0
    _, exponent = mp.frexp(x)
    unit = mp.ldexp(1, max(int(exponent) - 24, -149))
    return int(np.float32(float(mp.nint(x / unit) * unit)).view(np.uint32))


def cells(rng):
    bases = (0.5, 1.0, 2.0, 100.0, 1e4, 5e5, 1e6, 1e18, 1e30, 0.001, 1e-5, 1e-6)
    widths = (1, 2, 3, 5, 6, 7, 64, 127, 128, 512, 768, 4096, 65536)
    for d in widths:
        for base in bases:
            positions = [0, 1, 2, rng.randrange(3, 5000), rng.randrange(5000, 1 << 24), rng.randrange(1 << 24, 1 << 31),
                         (1 << 32) - 2 - rng.randrange(1000)]
            for position in positions:
                for column in sorted({0, d - 1, *(rng.randrange(d) for _ in range(4))}):
                    yield d, base, "interleaved", position, column
    for d in widths:
        for layout in LAYOUTS[1:]:
            for position in (0, rng.randrange(1, 5000), rng.randrange(1 << 24, 1 << 31)):
                for column in sorted({0, d // 2, d - 1, rng.randrange(d)}):
                    yield d, 1e4, layout, position, column


def write_cells():
    with open(os.path.join(HERE, "cells.txt"), "w", encoding="ascii") as out:
        out.write("# d_model base layout position column float32_bits exact\n")
        for d, base, layout, position, column in cells(random.Random(20170612)):
            place = omega_of(layout, d, base, column)
            value = mp.mpf(0)
            if place:
                value = (mp.cos if place[1] else mp.sin)(position * place[0])
            out.write(f"{d} {base!r} {layout} {position} {column} {float_bits(value):08x} {float(value)!r}\n")


def mean_of(d, base, layout, rows, columns):
    total = mp.mpf(0)
    for column in range(*columns):
        place = omega_of(layout, d, base, column)
        if place is None:
            continue
        omega, cosine = place
        turn = mp.expj(omega)
        if abs(turn - 1) < mp.mpf(10) ** -300:
            series = mp.expj(omega * rows[0])
        else:
            series = (mp.expj(omega * rows[1]) - mp.expj(omega * rows[0])) / (turn - 1) / (rows[1] - rows[0])
        total += series.real if cosine else series.imag
    return total / (columns[1] - columns[0])


def write_means():
    rng = random.Random(1706)
    with open(os.path.join(HERE, "means.txt"), "w", encoding="ascii") as out:
        out.write("# d_model base layout row_begin row_end column_begin column_end mean\n")
        for d in (1, 7, 64, 512, 65536):
            for base in (1e4, 0.5, 1e30, 0.01, 1e-6):
                for layout in LAYOUTS:
                    for limit in (100, 5000, (1 << 31) - 1):
                        begin = rng.randrange(limit - 1)
                        end = rng.choice((begin + 1, limit, rng.randrange(begin + 1, limit + 1)))
                        first = rng.randrange(d)
                        last = rng.randrange(first + 1, min(d, first + 20) + 1)
                        value = mean_of(d, base, layout, (begin, end), (first, last))
                        out.write(f"{d} {base!r} {layout} {begin} {end} {first} {last} {float(value)!r}\n")


def torch_table(d, rows, base, layout, first, dtype):
    def function(f, x):  # CPUs have no float16 functions in this version
        return f(x.float()).to(dtype) if dtype == torch.float16 else f(x)

    position = torch.arange(first, first + rows).to(dtype).unsqueeze(1)
    half = d // 2
    if layout == "tensor2tensor":
        exponent = torch.arange(half).to(dtype) * -(math.log(base) / max(half - 1, 1))
    else:
        exponent = torch.arange(0, d, 2).to(dtype) * (-math.log(base) / d)
    div_term = function(torch.exp, exponent)
    angle = (position.float() * div_term.float()).to(dtype)
    sine, cosine = function(torch.sin, angle), function(torch.cos, angle)
    table = torch.zeros(rows, d)
    if layout == "interleaved":
        table[:, 0::2] = sine.float()
        table[:, 1::2] = cosine[:, :half].float()
    else:
        sines = sine.shape[1]
        table[:, :sines] = sine.float()
        table[:, sines:sines + half] = cosine[:, :half].float()
    bits = table.numpy().view(np.uint32).copy()
    bits[np.isnan(table.numpy())] = 0x7FC00000
    return bits


def write_torch():
    torch.set_num_threads(1)  # more threads cut the vectors elsewhere
    cases = ((512, 5000, 1e4, 0), (6, 70000, 1e4, 0), (7, 3000, 1e4, 0), (64, 2000, 5e5, 100000), (1, 10, 1e4, 0),
             (3, 100, 0.5, 0), (130, 300, 1e6, 2147480000), (512, 64, 1e4, 60000), (4096, 70, 1e4, 300))
    with open(os.path.join(HERE, "torch.txt"), "w", encoding="ascii") as out:
        out.write("# precision layout d_model rows base first_position sha256 of the float32 table, NaN as 7fc00000\n")
        for name, dtype in (("float32", torch.float32), ("bfloat16", torch.bfloat16), ("float16", torch.float16)):
            for layout in LAYOUTS:
                for d, rows, base, first in cases:
                    digest = hashlib.sha256(torch_table(d, rows, base, layout, first, dtype).tobytes()).hexdigest()
                    out.write(f"{name} {layout} {d} {rows} {base!r} {first} {digest}\n")
    torch_table(10, 40, 1e4, "interleaved", 0, torch.float32).tofile(os.path.join(HERE, "torch_40x10.f32"))


def main():
    mp.mp.prec = 600  # frequencies from 1e-30 to 1e6 rad, times 2^32, and a float's digits after that
    os.makedirs(HERE, exist_ok=True)
    write_cells()
    write_means()
    write_torch()


if __name__ == "__main__":
    main()
