#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes random/draws.tsv: what torch and NumPy draw, for tests/random/tst_golden.cpp.

Made with Debian 12's torch 1.13.1 (no MKL) and NumPy 1.24.2 on an x86 processor with AVX2.
A line is: generator, seed, steps, results; steps and results are separated by ';'. A step is what a Generator is asked for
("normal ROWS COLS MEAN STD" …), its result is the beginning of the SHA-256 of the float32
bytes, and the bits of the first four and the last four values (all of up to eight). "scale P" has the bits of the factor on kept elements.
"""
import hashlib
import math
import pathlib

import numpy as np
import torch

SEEDS = [0, 42, 123, -1, 2**32 + 5, 2**63]
SHAPES = [(1, 1), (3, 5), (10, 4), (7, 11), (37, 1), (1, 16), (4, 8)]
BIG = (1000, 512)
PROBABILITIES = [0, 0.1, 0.15, 0.42, 0.5, 0.9, 1]
BERT = (0, 0.02, -0.04, 0.04)


def described(values):
    """The result of one step."""
    values = np.ascontiguousarray(values, dtype="<f4").ravel()
    words = [f"{w:08x}" for w in values.view("<u4")]
    ends = " ".join(words) if len(words) <= 8 else " ".join(words[:4] + ["…"] + words[-4:])
    return f"{hashlib.sha256(values.tobytes()).hexdigest()[:16]} {ends}"


def numbers(*values):
    return " ".join(repr(v) for v in values)


class Torch:
    """torch's global generator; every method gives (step, values)."""

    name = "torch"

    def __init__(self, seed):
        torch.manual_seed(seed)

    def normal(self, shape, mean=0, std=1):
        return f"normal {numbers(*shape, mean, std)}", torch.empty(shape).normal_(mean, std)

    def embedding(self, shape):
        return f"normal {numbers(*shape, 0, 1)}", torch.nn.Embedding(*shape).weight.detach()

    def uniform(self, shape, low=0, high=1):
        return f"uniform {numbers(*shape, low, high)}", torch.empty(shape).uniform_(low, high)

    def xavier_uniform(self, shape):
        bound = math.sqrt(3.0) * math.sqrt(2.0 / float(sum(shape)))
        return f"uniform {numbers(*shape, -bound, bound)}", torch.nn.init.xavier_uniform_(torch.empty(shape))

    def xavier_normal(self, shape):
        std = math.sqrt(2.0 / float(sum(shape)))
        return f"normal {numbers(*shape, 0, std)}", torch.nn.init.xavier_normal_(torch.empty(shape))

    def truncated(self, shape, mean, std, low, high):
        values = torch.nn.init.trunc_normal_(torch.empty(shape), mean, std, low, high)
        return f"truncated {numbers(*shape, mean, std, low, high)}", values

    def mask(self, shape, p):
        kept = torch.nn.Dropout(p)(torch.ones(shape)) != 0
        return f"mask {numbers(*shape, p)}", kept

    def scale(self, p):
        return f"scale {numbers(p)}", torch.nn.Dropout(p)(torch.ones(64, 64)).max().reshape(1)


class Mkl(Torch):
    """torch's generator with a model of MKL's viRngBernoulli, step by step in Python integers: torch here has no MKL."""

    name = "torch-mkl"

    def mask(self, shape, p):
        # an MT19937 word (but for 2**32 - 1, which does not occur)
        x = int(torch.randint(0, 2**32 - 1, (1,))) % (2**31 - 1) or 1
        xs = []
        for _ in range(math.prod(shape)):
            xs.append(x)
            x = x * 1132489760 % (2**31 - 1)
        kept = np.array(xs).astype(np.float32) * np.float32(2**-31) < np.float32(1 - p)
        return f"mask {numbers(*shape, p)}", kept.reshape(shape)


class Legacy:
    """numpy.random.RandomState."""

    name = "numpy-legacy"

    def __init__(self, seed):
        self.state = np.random.RandomState(seed)

    def normal(self, shape, mean=0, std=1):
        values = self.state.randn(*shape) if (mean, std) == (0, 1) else self.state.normal(mean, std, shape)
        return f"normal {numbers(*shape, mean, std)}", values

    def uniform(self, shape, low=0, high=1):
        return f"uniform {numbers(*shape, low, high)}", self.state.uniform(low, high, shape)

    def mask(self, shape, p):
        # p = 0 and p = 1 draw nothing in a Generator
        return f"mask {numbers(*shape, p)}", self.state.random_sample(shape) < 1 - p

    def scale(self, p):
        return f"scale {numbers(p)}", np.float32(1.0 / (1.0 - p))


class Default(Legacy):
    """numpy.random.default_rng."""

    name = "numpy"

    def __init__(self, seed):
        self.state = np.random.default_rng(seed)

    def normal(self, shape, mean=0, std=1):
        return f"normal {numbers(*shape, mean, std)}", self.state.normal(mean, std, shape)

    def mask(self, shape, p):
        return f"mask {numbers(*shape, p)}", self.state.random(shape) < 1 - p


def line(kind, seed, calls):
    """One line: `calls` are (method, arguments …) in the order of the draws."""
    source = kind(seed)
    drawn = [getattr(source, name)(*arguments) for name, *arguments in calls]
    steps = ";".join(step for step, _ in drawn)
    results = ";".join(described(np.asarray(values)) for _, values in drawn)
    return f"{kind.name}\t{seed}\t{steps}\t{results}"


def torch_lines():
    for seed in SEEDS:
        for shape in SHAPES + [BIG, (333, 101)]:
            yield line(Torch, seed, [("normal", shape), ("mask", shape, 0.1)])
            yield line(Torch, seed, [("uniform", shape, -0.1, 0.1), ("truncated", shape, *BERT), ("mask", shape, 0.5)])
    for p in PROBABILITIES:
        yield line(Torch, 7, [("mask", (33, 17), p), ("mask", BIG, p), ("normal", (4, 8))])
    for p in PROBABILITIES[1:-1] + [k / 100 for k in range(1, 100, 7)]:
        yield line(Torch, 0, [("scale", p)])
    for shape in [(11, 7), (1000, 512), (6, 3)]:
        yield line(Torch, 42, [("embedding", shape), ("mask", shape, 0.1)])
        yield line(Torch, 42, [("xavier_uniform", shape), ("xavier_normal", shape), ("mask", shape, 0.15)])
        yield line(Torch, 1, [("truncated", shape, 0.5, 2, -1, 1.25), ("normal", shape, -3, 0.25)])
        yield line(Torch, 1, [("normal", shape, 2, 0), ("uniform", shape, 3, 3), ("normal", (1, 1))])
    # fewer than 16 values leave the second one of a pair in the generator, whatever is drawn between
    few = [("normal", (1, 3)), ("normal", (1, 20)), ("uniform", (1, 3)), ("normal", (1, 2), 5, 0.5), ("mask", (3, 3), 0.42)]
    yield line(Torch, 3, few + [("normal", (15, 1)), ("normal", (1, 1)), ("truncated", (2, 2), *BERT), ("normal", (3, 1))])
    yield line(Torch, -2**63, few)
    yield line(Torch, 2**64 - 1, few)


def mkl_lines():
    for seed in SEEDS:
        for p in PROBABILITIES[1:-1]:
            yield line(Mkl, seed, [("mask", (33, 17), p), ("normal", (3, 5)), ("mask", (1, 1), p), ("normal", (1, 1))])
    yield line(Mkl, 42, [("embedding", BIG), ("mask", BIG, 0.1), ("uniform", (3, 3))])


def large_lines():
    """More than 2^24 values: what is drawn only where it is looked at, with an end that is not a whole block."""
    large = (4100, 4099)
    yield line(Torch, 42, [("normal", large), ("mask", large, 0.1), ("uniform", (2, 2))])
    yield line(Default, 42, [("normal", large), ("mask", large, 0.1), ("uniform", (2, 2))])
    yield line(Legacy, 42, [("normal", large), ("mask", large, 0.1), ("uniform", (2, 2))])


def numpy_lines():
    for seed in [0, 42, 123, 2**32 - 1]:
        for shape in SHAPES + [BIG]:
            yield line(Legacy, seed, [("normal", shape), ("mask", shape, 0.1), ("normal", shape, 1, 0.02)])
            yield line(Legacy, seed, [("uniform", shape, -0.05, 0.05), ("normal", (1, 1)), ("mask", shape, 0.42)])
    few = [("normal", (1, 3)), ("uniform", (1, 3)), ("normal", (1, 2)), ("mask", (3, 3), 0.5), ("normal", (1, 4))]
    yield line(Legacy, 5, few + [("normal", (77, 131)), ("normal", (1, 1)), ("normal", (1, 1)), ("uniform", (2, 2))])
    for seed in [0, 42, 123, 2**32 - 1, 2**32 + 5, 2**63, 2**64 - 1]:
        for shape in SHAPES + [BIG]:
            yield line(Default, seed, [("uniform", shape, -0.05, 0.05), ("mask", shape, 0.1), ("uniform", shape)])
            yield line(Default, seed, [("normal", shape), ("normal", shape, 1, 0.02), ("mask", shape, 0.42)])
    for kind in (Legacy, Default):
        for p in PROBABILITIES[1:-1]:
            yield line(kind, 7, [("mask", (33, 17), p), ("scale", p)])


def main():
    target = pathlib.Path(__file__).parent / "random" / "draws.tsv"
    target.write_text("\n".join([*torch_lines(), *mkl_lines(), *numpy_lines(), *large_lines()]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
