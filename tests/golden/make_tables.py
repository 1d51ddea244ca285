#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes tests/golden/encodings/{tables,frameworktables}.txt: cells of position tables from formulas in mpmath, and rows
of the same as the published code computes them in float32.

Run with a Python that has mpmath, NumPy and PyTorch 1.13 without MKL (Debian 12: python3-mpmath, python3-torch).
"""
import math
import os
import random

import mpmath as mp
import numpy as np
import torch

HERE = os.path.dirname(os.path.abspath(__file__))


def float32(x):
    """The float32 nearest to x, ties to even."""
    if x == 0:
        return 0.0
    _, exponent = mp.frexp(x)
    unit = mp.ldexp(1, int(exponent) - 24)
    return float(mp.nint(x / unit) * unit)


def power(base, numerator, denominator):
    return mp.power(base, mp.mpf(numerator) / denominator)


def mae(rows, columns, width, p, j):
    half = width // 2
    coordinate = p % columns if j < half else p // columns
    j %= half
    angle = coordinate * power(10000, -(j % (half // 2)), half // 2)
    return mp.sin(angle) if j < half // 2 else mp.cos(angle)


def detr(rows, columns, width, p, j):
    half = width // 2
    coordinate, length = (p // columns, rows) if j < half else (p % columns, columns)
    j %= half
    angle = 2 * mp.pi * (coordinate + 1) / (length + mp.mpf("1e-6")) * power(10000, -2 * (j // 2), half)
    return mp.cos(angle) if j % 2 else mp.sin(angle)


def fourier(octaves, pi, include, length, p, j):
    x = mp.mpf(p) / length
    columns = [x] if include else []
    for k in range(octaves):
        angle = mp.mpf(2) ** k * x * (mp.pi if pi else 1)
        columns += [mp.sin(angle), mp.cos(angle)]
    return columns[j] if j < len(columns) else mp.mpf(0)


def gaussian(seed, std, width, length, p, j):
    torch.manual_seed(seed)
    frequencies = torch.empty(width // 2, 1).normal_(0.0, std)[:, 0].tolist()
    if j >= 2 * len(frequencies):
        return mp.mpf(0)
    angle = 2 * mp.pi * mp.mpf(frequencies[j % len(frequencies)]) * p / length
    return mp.cos(angle) if j < len(frequencies) else mp.sin(angle)


def time2vec(seed, last, width, p, j):
    torch.manual_seed(seed)
    w0, b0 = torch.randn(1, 1), torch.randn(1)
    w, b = torch.randn(1, width - 1), torch.randn(width - 1)
    if j == (width - 1 if last else 0):
        return mp.mpf(float(w0)) * p + mp.mpf(float(b0))
    i = j if last else j - 1
    return mp.sin(mp.mpf(float(w[0, i])) * p + mp.mpf(float(b[i])))


def write_cells(rng):
    with open(os.path.join(HERE, "encodings", "tables.txt"), "w") as file:
        file.write("# scheme options max_len d_model position column cell\n")

        def add(scheme, options, length, width, cell):
            places = [(0, 0), (length - 1, width - 1)]
            places += [(rng.randrange(length), rng.randrange(width)) for _ in range(40)]
            for p, j in places:
                file.write(f"{scheme} {options} {length} {width} {p} {j} {float32(cell(p, j))!r}\n")

        for rows, columns, width in ((14, 14, 768), (7, 32, 64), (1, 1, 4), (46341, 46340, 128), (3, 700000000, 8)):
            for scheme, formula in (("grid-mae", mae), ("grid-detr", detr)):
                add(scheme, f"grid={rows}x{columns}", rows * columns, width,
                    lambda p, j: formula(rows, columns, width, p, j))
        for octaves, pi, include, length, width in ((10, 0, 1, 5000, 512), (4, 1, 0, 37, 8), (32, 1, 1, 2**31 - 1, 66),
                                                    (1, 0, 0, 1, 5)):
            options = f"octaves={octaves},fourier-pi={'on' if pi else 'off'},include-input={'on' if include else 'off'}"
            add("fourier", options, length, width, lambda p, j: fourier(octaves, pi, include, length, p, j))
        for seed, std, length, width in ((0, 10.0, 5000, 512), (3, 1.5, 2**31 - 1, 33), (11, 1e5, 100, 6)):
            add("gaussian-fourier", f"fourier-std={std!r},table-seed={seed}", length, width,
                lambda p, j: gaussian(seed, std, width, length, p, j))
        for seed, last, length, width in ((0, 0, 5000, 512), (9, 1, 2**31 - 1, 24), (2, 0, 7, 1)):
            add("time2vec", f"table-seed={seed},linear-term={'last' if last else 'first'}", length, width,
                lambda p, j: time2vec(seed, last, width, p, j) if width > 1 else time2vec(seed, 0, 2, p, 0))


def published_mae(rows, columns, width):
    """As util/pos_embed.py: float64, the coordinates of a meshgrid whose first is the column."""
    grid = np.stack(np.meshgrid(np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32)))
    halves = []
    for axis in grid.reshape(2, -1):
        omega = 1.0 / 10000 ** (np.arange(width // 4, dtype=np.float64) / (width / 4))
        angles = np.outer(axis, omega)
        halves += [np.sin(angles), np.cos(angles)]
    return np.concatenate(halves, 1)


def published_detr(rows, columns, width):
    """As models/position_encoding.py with normalize=True: float32, positions counted from 1."""
    ones = torch.ones(1, rows, columns)
    y, x = ones.cumsum(1), ones.cumsum(2)
    y = y / (y[:, -1:, :] + 1e-6) * 2 * math.pi
    x = x / (x[:, :, -1:] + 1e-6) * 2 * math.pi
    n = width // 2
    dim = 10000 ** (2 * torch.div(torch.arange(n, dtype=torch.float32), 2, rounding_mode="floor") / n)
    both = []
    for axis in (y, x):
        angles = axis[:, :, :, None] / dim
        both.append(torch.stack((angles[..., 0::2].sin(), angles[..., 1::2].cos()), dim=4).flatten(3))
    return torch.cat(both, 3)[0].reshape(rows * columns, width).double().numpy()


def write_published(rng):
    with open(os.path.join(HERE, "encodings", "frameworktables.txt"), "w") as file:
        file.write("# scheme options max_len d_model position, then the row\n")
        for rows, columns, width in ((14, 14, 16), (5, 9, 24)):
            for scheme, table in (("grid-mae", published_mae), ("grid-detr", published_detr)):
                whole = table(rows, columns, width)
                for p in {0, 1, columns, rows * columns - 1, rng.randrange(rows * columns)}:
                    row = " ".join(f"{value:.7f}" for value in whole[p])
                    file.write(f"{scheme} grid={rows}x{columns} {rows * columns} {width} {p} {row}\n")


def main():
    mp.mp.prec = 300
    rng = random.Random(15)
    write_cells(rng)
    write_published(rng)


main()
