#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes tests/golden/encodings/{learned,alibi}.txt and tests/golden/pipeline/attention.json: what PyTorch draws for a
learned table, ALiBi's slopes and numbers by mpmath, attention by NumPy.

Run with a Python that has mpmath, NumPy and PyTorch 1.13 without MKL (Debian 12: python3-mpmath, python3-torch).
"""
import hashlib
import json
import math
import os
import random

import mpmath as mp
import numpy as np
import torch
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))


def draw(law, std, table):
    if law == "normal":
        nn.init.normal_(table, 0.0, std)
    elif law == "truncated":
        nn.init.trunc_normal_(table, 0.0, std, -2 * std, 2 * std)
    else:
        nn.init.uniform_(table, -math.sqrt(3) * std, math.sqrt(3) * std)


def write_learned():
    with open(os.path.join(HERE, "encodings", "learned.txt"), "w") as file:
        file.write("# law std seed rows columns sha256 of the float32s\n")
        for law in ("normal", "truncated", "uniform"):
            for std, seed, rows, columns in ((0.02, 0, 512, 768), (0.01, 7, 1024, 33), (1.5, -3, 5, 3), (1e-20, 2**40, 7, 1),
                                             (0.3, 1, 3, 2)):
                torch.manual_seed(seed)
                table = torch.empty(rows, columns)
                draw(law, std, table)
                digest = hashlib.sha256(table.numpy().tobytes()).hexdigest()
                file.write(f"{law} {std!r} {seed} {rows} {columns} {digest}\n")


# As in the paper's code (ofirpress/attention_with_linear_biases), in many digits.
def slopes(heads):
    def of_power(n):
        return [mp.power(2, mp.mpf(-8 * h) / n) for h in range(1, n + 1)]
    if heads & (heads - 1) == 0:
        return of_power(heads)
    lower = 1 << (heads.bit_length() - 1)
    return of_power(lower) + of_power(2 * lower)[0::2][: heads - lower]


def float32(x):
    """The float32 nearest to x, ties to even."""
    if x == 0:
        return 0.0
    _, exponent = mp.frexp(x)
    unit = mp.ldexp(1, int(exponent) - 24)
    return float(mp.nint(x / unit) * unit)


def write_alibi():
    mp.mp.prec = 300
    rng = random.Random(3)
    with open(os.path.join(HERE, "encodings", "alibi.txt"), "w") as file:
        file.write("# heads head distance bias\n")
        for heads in (1, 2, 3, 5, 8, 12, 16, 20, 32, 71, 128, 65536):
            all_slopes = slopes(heads)
            for head in sorted({0, heads - 1, heads // 2, rng.randrange(heads)}):
                distances = [0, 1, 2, 3, 7, 4999, rng.randrange(1 << 16), rng.randrange(1 << 24), rng.randrange(1 << 31), (1 << 31) - 2]
                for distance in distances + [rng.randrange(1 << 31) for _ in range(40)]:
                    value = float32(all_slopes[head] * distance)
                    file.write(f"{heads} {head} {distance} {-value!r}\n" if value else f"{heads} {head} {distance} 0.0\n")


def product(a, b):
    """a b in float32: products and sums rounded one by one, in the order of the inner index."""
    result = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for k in range(a.shape[1]):
        result += a[:, k : k + 1] * b[k : k + 1]
    return result


def attention(case):
    n, d, heads, head = case["n"], case["d_model"], case["heads"], case["head"]
    w = d // heads
    torch.manual_seed(case["seed"])
    x = torch.empty(n, d).normal_()
    if case["projection"] == "random":
        torch.manual_seed(case["projection_seed"])
        weights = [torch.empty(d, d).normal_(0, 1 / math.sqrt(d)).numpy() for _ in range(2)]
        q, k = (product(x.numpy(), weight)[:, head * w : (head + 1) * w] for weight in weights)
    else:
        q = k = x.numpy()[:, head * w : (head + 1) * w]
    scores = product(q, k.T) / np.float32(math.sqrt(w))
    if case["alibi"]:
        slope = slopes(heads)[head]
        scores = scores + np.array([[-float32(slope * abs(i - j)) for j in range(n)] for i in range(n)], np.float32)
    if case["causal"]:
        scores = np.where(np.tril(np.ones((n, n), bool)), scores, np.float32(-np.inf))
    exact = np.exp(scores.astype(np.float64) - scores.max(1, keepdims=True))
    exact /= exact.sum(1, keepdims=True)
    assert np.allclose(torch.softmax(torch.from_numpy(scores), 1).numpy(), exact, atol=1e-6)
    return q, k, scores, exact


def bits(array):
    return hashlib.sha256(np.ascontiguousarray(array + np.float32(0)).tobytes()).hexdigest()


def write_attention():
    mp.mp.prec = 300
    cases = []
    for projection in ("identity", "random"):
        for causal in (True, False):
            for alibi in (True, False):
                for n, d, heads, head in ((7, 12, 3, 1), (40, 32, 4, 3), (1, 5, 5, 4), (130, 30, 1, 0)):
                    case = {"n": n, "d_model": d, "heads": heads, "head": head, "projection": projection, "causal": causal,
                            "alibi": alibi, "seed": 5, "projection_seed": 11}
                    q, k, scores, exact = attention(case)
                    case |= {"queries": bits(q), "keys": bits(k), "scores": bits(scores), "attention": [
                        float(np.float32(a)) for a in exact[-1]], "diagonal": [float(np.float32(a)) for a in np.diag(exact)]}
                    cases.append(case)
    with open(os.path.join(HERE, "pipeline", "attention.json"), "w") as file:
        json.dump(cases, file, indent=0)
        file.write("\n")


write_learned()
write_alibi()
write_attention()
