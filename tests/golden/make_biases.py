#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes tests/golden/encodings/{biases,t5buckets}.txt: attention biases from formulas of the papers in mpmath, and what
PyTorch draws for those that draw.

Run with a Python that has mpmath and PyTorch 1.13 without MKL (Debian 12: python3-mpmath, python3-torch).
"""
import math
import os
import random

import mpmath as mp
import torch
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))
FARTHEST = 2**31 - 2


def float32(x):
    """The float32 nearest to x, ties to even."""
    if x == 0:
        return 0.0
    _, exponent = mp.frexp(x)
    unit = mp.ldexp(1, int(exponent) - 24)
    return float(mp.nint(x / unit) * unit)


def distances(rng):
    near = [0, 1, 2, 3, 7, 100, 4999]
    return near + [rng.randrange(1 << bits) for bits in (8, 12, 16, 20, 24, 28, 31, 31)] + [FARTHEST]


def pairs(rng):
    """Query and key, on both sides of the diagonal."""
    for distance in distances(rng):
        start = rng.randrange(FARTHEST - distance + 1)
        yield start + distance, start
        yield start, start + distance
        yield distance, 0


class Lines:
    def __init__(self, name, header):
        self.file = open(os.path.join(HERE, "encodings", name), "w")
        self.file.write("# " + header + "\n")

    def add(self, *words):
        self.file.write(" ".join(repr(w) if isinstance(w, float) else str(w) for w in words) + "\n")


def write_kerple(lines, rng):
    for p, a in ((1.0, 1.0), (0.01, 3.25), (1.7, 0.002), (2.0, 1e-9)):
        options = f"kerple-p={p!r},kerple-a={a!r}"
        for query, key in pairs(rng):
            k = mp.mpf(abs(query - key))
            lines.add("kerple-log", options, 8, 512, 3, query, key, float32(-mp.mpf(p) * mp.log(1 + mp.mpf(a) * k)))
            power = mp.power(k, mp.mpf(p)) if k else mp.mpf(0)
            lines.add("kerple-power", options, 8, 512, 3, query, key, float32(-mp.mpf(a) * power))


def write_sandwich(lines, rng):
    for heads, width in ((8, 512), (12, 768), (1, 2), (3, 30), (5, 640)):
        d = width // heads
        for query, key in pairs(rng):
            head = rng.randrange(heads)
            waves = sum(mp.cos((query - key) * mp.power(10000, -mp.mpf(2 * n) / d)) for n in range(1, d // 2 + 1))
            lines.add("sandwich", "-", heads, width, head, query, key,
                      float32((waves - d // 2) / (mp.mpf(8 * (head + 1)) / heads)))


def write_fire(lines, rng):
    for seed, heads in ((0, 8), (5, 12), (123, 1)):
        torch.manual_seed(seed)
        first, second = nn.Linear(1, 32), nn.Linear(32, heads)
        w1, b1 = (x.detach().flatten().tolist() for x in (first.weight, first.bias))
        w2, b2 = second.weight.detach().tolist(), second.bias.detach().tolist()
        for query, key in pairs(rng):
            head = rng.randrange(heads)
            share = mp.log(mp.mpf("0.1") * abs(query - key) + 1) / (
                mp.log(mp.mpf("0.1") * max(query, 512) + 1) + mp.mpf("1e-6"))
            hidden = [max(mp.mpf(0), mp.mpf(w) * share + mp.mpf(b)) for w, b in zip(w1, b1)]
            value = mp.mpf(b2[head]) + sum(mp.mpf(w) * h for w, h in zip(w2[head], hidden))
            lines.add("fire", f"table-seed={seed}", heads, 8 * heads, head, query, key, float32(value))


def bucket(key_minus_query, bidirectional, buckets, max_distance):
    """As the code published with T5 computes it, in PyTorch: one half of the buckets for single distances, the other
    for logarithmic steps, all in float32."""
    result = torch.zeros_like(key_minus_query)
    if bidirectional:
        buckets //= 2
        result = result + (key_minus_query > 0).long() * buckets
        n = key_minus_query.abs()
    else:
        n = (-key_minus_query).clamp(min=0)
    exact = buckets // 2
    far = exact + (torch.log(n.float() / exact) / math.log(max_distance / exact) * (buckets - exact)).long()
    return result + torch.where(n < exact, n, far.clamp(max=buckets - 1))


def write_t5(lines, rng):
    table = Lines("t5buckets.txt", "bidirectional buckets max-distance, then distances key - query and their buckets")
    for bidirectional, buckets, most in ((0, 32, 128), (1, 32, 128), (1, 64, 128), (0, 64, 1000), (1, 8, 5), (0, 2, 2),
                                         (0, 33, 17), (0, 256, 2**20), (1, 1000, 2**31 - 1), (0, 65536, 2**30), (1, 4, 2)):
        reach = sorted({s * k for s in (1, -1) for k in list(range(140)) + [2**e + o for e in range(8, 31) for o in (-1, 0, 1)]
                        + [rng.randrange(2**31 - 1) for _ in range(60)] + [FARTHEST]})
        found = bucket(torch.tensor(reach), bidirectional, buckets, most).tolist()
        table.add(bidirectional, buckets, most, *(f"{k}:{b}" for k, b in zip(reach, found)))
        if buckets > 1000:
            continue
        heads, seed = rng.choice((1, 3, 8, 12)), rng.randrange(100)
        torch.manual_seed(seed)
        values = nn.Embedding(buckets, heads).weight.detach()
        options = (f"t5-buckets={buckets},t5-max-distance={most},t5-bidirectional={'on' if bidirectional else 'off'},"
                   f"table-seed={seed}")
        for query, key in pairs(rng):
            head = rng.randrange(heads)
            row = bucket(torch.tensor([key - query]), bidirectional, buckets, most)
            lines.add("t5", options, heads, 512, head, query, key, float(values[row, head]))


def main():
    mp.mp.prec = 300
    rng = random.Random(14)
    lines = Lines("biases.txt", "scheme options heads d_model head query key bias")
    for write in (write_kerple, write_sandwich, write_fire, write_t5):
        write(lines, rng)


main()
