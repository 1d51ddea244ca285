#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden sums in the order that kernels/reduce.h promises.

/usr/bin/python3 tests/golden/make_kernels_reduce.py     (Debian 12: python3-numpy 1.24)
Writes tests/golden/kernels/reduce.txt, bits in hexadecimal:
value FLOAT32                                         one line an element, 1000 of them
sums N SUM_OF_SQUARES EXACT_SQUARES                   of the first N, float64; the exact one by math.fsum
"""

import math
import pathlib
import struct

import numpy


def ordered_sum(terms):
    """16 lanes over whole groups of 16, folded by halves, then the rest one after the other. Python floats are float64."""
    whole = len(terms) // 16 * 16
    lanes = [0.0] * 16
    for i in range(whole):
        lanes[i % 16] += terms[i]
    width = 8
    while width:
        lanes = [lanes[j] + lanes[j + width] for j in range(width)]
        width //= 2
    total = lanes[0]
    for term in terms[whole:]:
        total += term
    return total


def bits(x):
    return struct.pack(">d", x).hex()


def main():
    values = (numpy.random.RandomState(7).randn(1000) * 10.0 ** numpy.random.RandomState(8).uniform(-6, 6, 1000))
    values = values.astype(numpy.float32)
    lines = [f"value {x.view(numpy.uint32):08x}" for x in values]
    squares = [float(x) * float(x) for x in values]
    for n in [0, 1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 511, 512, 513, 999, 1000]:
        sums = [ordered_sum(squares[:n]), math.fsum(squares[:n])]
        lines.append(" ".join([f"sums {n}"] + [bits(x) for x in sums]))
    out = pathlib.Path(__file__).parent / "kernels" / "reduce.txt"
    out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
