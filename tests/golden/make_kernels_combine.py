#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden rows of the element-wise kernels: PyTorch and NumPy agree on every bit, or this script fails.

/usr/bin/python3 tests/golden/make_kernels_combine.py     (Debian 12: python3-torch 1.13.1, python3-numpy 1.24)
Writes tests/golden/kernels/combine.txt: float32 bits in hexadecimal,
e s pe keep factor  e*s  (e*s)+pe  ((e*s)+pe)*noise   with noise = keep ? factor : 0.
"""

import pathlib

import numpy
import torch

SPECIAL = [0.0, -0.0, 1.0, -1.0, numpy.inf, -numpy.inf, numpy.nan, 1e-45, -1e-45, 1.1754944e-38, 3.4028235e38, -3.4028235e38]


def inputs():
    rng = numpy.random.RandomState(20)
    e = list(rng.randn(300).astype(numpy.float32))
    pe = list(rng.uniform(-1, 1, 300).astype(numpy.float32))
    s = list(numpy.sqrt(rng.randint(1, 4096, 300)).astype(numpy.float32))
    # Sums that nearly cancel: here a fused multiply-add differs from a product rounded first.
    for _ in range(100):
        a, b = rng.randn(2).astype(numpy.float32)
        e.append(a)
        s.append(b)
        pe.append(-numpy.float32(a * b))
    for a in SPECIAL:
        for b in SPECIAL:
            e.append(numpy.float32(a))
            s.append(numpy.float32(1.5))
            pe.append(numpy.float32(b))
    e, s, pe = (numpy.array(values, numpy.float32) for values in (e, s, pe))
    keep = rng.randint(0, 2, len(e)).astype(numpy.float32)
    factor = numpy.full(len(e), numpy.float32(1 / 0.9), numpy.float32)
    return e, s, pe, keep, factor


def same(a, b):
    return numpy.array_equal(a.view(numpy.uint32)[~numpy.isnan(a)], b.view(numpy.uint32)[~numpy.isnan(b)])


def main():
    numpy.seterr(all="ignore")
    e, s, pe, keep, factor = inputs()
    noise = numpy.where(keep != 0, factor, numpy.float32(0))
    product = e * s
    total = product + pe
    output = total * noise
    t = torch.from_numpy
    assert same(product, (t(e) * t(s)).numpy())
    assert same(total, (t(e) * t(s) + t(pe)).numpy())
    assert same(output, ((t(e) * t(s) + t(pe)) * t(noise)).numpy())
    columns = [e, s, pe, keep, factor, product, total, output]
    lines = [" ".join(f"{x.view(numpy.uint32):08x}" for x in row) for row in zip(*columns)]
    out = pathlib.Path(__file__).parent / "kernels" / "combine.txt"
    out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
