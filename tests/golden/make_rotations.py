#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes tests/golden/encodings/{rotations.json,longrope.json} and tests/golden/pipeline/rotations.json: frequencies and
cells of rotations by mpmath in 400 bits, the same tables in float32 by PyTorch step by step as transformers'
modeling_rope_utils.py has them, and queries and keys rotated with NumPy.

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

HERE = os.path.dirname(os.path.abspath(__file__))
LISTS = {
    "short_factor": [1 + i / 64 for i in range(32)],
    "long_factor": [round(1.05**i * (1 + 0.37 * i), 6) for i in range(32)],
}
STANDARD = {
    "base": 10000.0, "layout": "halves", "rotary-fraction": 1.0, "rope-scaling": "none", "rope-factor": 1.0,
    "rope-original": 4096, "rope-beta-fast": 32.0, "rope-beta-slow": 1.0, "rope-truncate": "on", "rope-mscale": None,
    "rope-mscale-all-dim": None, "rope-attention-factor": None, "rope-low-freq-factor": 1.0,
    "rope-high-freq-factor": 4.0,
}


class Case:
    def __init__(self, head_width, max_len, **options):
        self.head_width, self.max_len = head_width, max_len
        self.options = {name.replace("_", "-"): value for name, value in options.items()}

    def __getitem__(self, name):
        return self.options.get(name, STANDARD[name])

    @property
    def width(self):
        return int(self.head_width * self["rotary-fraction"])

    @property
    def factors(self):
        return LISTS["long_factor" if self.max_len > self["rope-original"] else "short_factor"]

    def attention_factor(self):
        s, original = self["rope-factor"], self["rope-original"]
        if self["rope-attention-factor"] is not None:
            return self["rope-attention-factor"]

        def mscale(x):
            return 1.0 if s <= 1 else 0.1 * x * math.log(s) + 1.0

        if self["rope-scaling"] == "yarn":
            one, all_dim = self["rope-mscale"], self["rope-mscale-all-dim"]
            return mscale(one) / mscale(all_dim) if one and all_dim else mscale(1.0)
        if self["rope-scaling"] == "longrope":
            further = s if s > 1 else self.max_len / original
            return math.sqrt(1 + math.log(further) / math.log(original)) if further > 1 else 1.0
        return 1.0


# The exact ones, from the formulas of the papers.


def exact_frequencies(case):
    w, b, s, original = case.width, mp.mpf(case["base"]), mp.mpf(case["rope-factor"]), case["rope-original"]
    pairs = range(w // 2)
    scaling = case["rope-scaling"]
    alpha = s if scaling == "ntk" else 1 + s * max(case.max_len - original, 0) / mp.mpf(original)
    if scaling in ("ntk", "dynamic-ntk"):
        b *= mp.power(alpha, mp.mpf(w) / (w - 2))
    theta = [mp.power(b, mp.mpf(-2 * i) / w) for i in pairs]
    if scaling == "linear":
        return [t / s for t in theta]
    if scaling == "yarn":
        def dim(turns):
            return w * mp.log(original / (2 * mp.pi * mp.mpf(turns))) / (2 * mp.log(b))
        low, high = dim(case["rope-beta-fast"]), dim(case["rope-beta-slow"])
        if case["rope-truncate"] == "on":
            low, high = mp.floor(low), mp.ceil(high)
        low, high = max(low, 0), min(high, w - 1)
        high += mp.mpf(0.001) if low == high else 0
        ramp = [min(max((i - low) / (high - low), 0), 1) for i in pairs]
        return [t / s * r + t * (1 - r) for t, r in zip(theta, ramp)]
    if scaling == "llama3":
        low, high = mp.mpf(case["rope-low-freq-factor"]), mp.mpf(case["rope-high-freq-factor"])
        out = []
        for t in theta:
            wave = 2 * mp.pi / t
            smooth = (original / wave - low) / (high - low)
            out.append(t if wave < original / high else t / s if wave > original / low else (1 - smooth) * t / s + smooth * t)
        return out
    if scaling == "longrope":
        return [t / mp.mpf(f) for t, f in zip(theta, case.factors)]
    return theta


def float32(x):
    """The float32 nearest to x, ties to even."""
    if x == 0:
        return 0.0
    _, exponent = mp.frexp(x)
    unit = mp.ldexp(1, int(exponent) - 24)
    return float(mp.nint(x / unit) * unit)


def cells(case, rng):
    theta, factor = exact_frequencies(case), mp.mpf(case.attention_factor())
    half = case.width // 2
    rows = [0, 1, 2, case.max_len - 1] + [rng.randrange(case.max_len) for _ in range(20)]
    out = []
    for row in rows:
        for _ in range(4):
            column = rng.randrange(case.width)
            pair, sine = (column % half, column >= half) if case["layout"] == "halves" else divmod(column, 2)
            value = (mp.sin if sine else mp.cos)(row * theta[pair]) * factor
            out.append([row, column, float32(value)])
    return out


# transformers' steps in PyTorch.


def torch_frequencies(case):
    w, base, s, original = case.width, case["base"], case["rope-factor"], case["rope-original"]
    scaling = case["rope-scaling"]
    if scaling == "ntk":
        base = base * s ** (w / (w - 2))
    if scaling == "dynamic-ntk":
        base = base * ((s * max(case.max_len, original) / original) - (s - 1)) ** (w / (w - 2))
    pos_freqs = base ** (torch.arange(0, w, 2, dtype=torch.int64).float() / w)
    if scaling == "longrope":
        return 1.0 / (torch.tensor(case.factors, dtype=torch.float32) * pos_freqs)
    inv_freq = 1.0 / pos_freqs
    if scaling == "linear":
        inv_freq /= s
    if scaling == "yarn":
        def dim(turns):
            return (w * math.log(original / (turns * 2 * math.pi))) / (2 * math.log(base))
        low, high = dim(case["rope-beta-fast"]), dim(case["rope-beta-slow"])
        if case["rope-truncate"] == "on":
            low, high = math.floor(low), math.ceil(high)
        low, high = max(low, 0), min(high, w - 1)
        if low == high:
            high += 0.001
        ramp = torch.clamp((torch.arange(w // 2, dtype=torch.float32) - low) / (high - low), 0, 1)
        extrapolation = 1 - ramp.float()
        inv_freq = (1.0 / (s * pos_freqs)) * (1 - extrapolation) + inv_freq * extrapolation
    if scaling == "llama3":
        low, high = case["rope-low-freq-factor"], case["rope-high-freq-factor"]
        wavelen = 2 * math.pi / inv_freq
        divided = torch.where(wavelen > original / low, inv_freq / s, inv_freq)
        smooth = (original / wavelen - low) / (high - low)
        smoothed = (1 - smooth) * divided / s + smooth * divided
        is_medium = ~(wavelen < original / high) * ~(wavelen > original / low)
        inv_freq = torch.where(is_medium, smoothed, divided)
    return inv_freq


def torch_table(case, rows):
    freqs = torch.outer(torch.arange(rows).float(), torch_frequencies(case))
    cos, sin = freqs.cos() * case.attention_factor(), freqs.sin() * case.attention_factor()
    if case["layout"] == "halves":
        return torch.cat((cos, sin), 1)
    return torch.stack((cos, sin), 2).flatten(1)


CASES = [
    Case(8, 100), Case(2, 5, layout="interleaved"), Case(64, 131072), Case(128, 2147483647, base=500000.0),
    Case(256, 2048, layout="interleaved", rotary_fraction=0.25), Case(96, 2048, rotary_fraction=0.25),
    Case(96, 2147483647, base=1.5, layout="interleaved"), Case(80, 4096, rotary_fraction=0.4), Case(6, 3000, base=0.01),
    Case(128, 16384, rope_scaling="linear", rope_factor=8.0), Case(24, 2147483647, rope_scaling="linear", rope_factor=3.7),
    Case(128, 16384, rope_scaling="ntk", rope_factor=4.0), Case(20, 2147483647, rope_scaling="ntk", rope_factor=2.3, layout="interleaved"),
    Case(128, 2147483647, rope_scaling="ntk", rope_factor=7.1, base=500000.0),
    Case(128, 16384, rope_scaling="dynamic-ntk", rope_factor=2.0), Case(128, 4096, rope_scaling="dynamic-ntk", rope_factor=2.0),
    Case(64, 2147483647, rope_scaling="dynamic-ntk", rope_factor=3.3, rope_original=2047),
    Case(128, 65536, rope_scaling="yarn", rope_factor=16.0), Case(128, 131072, rope_scaling="yarn", rope_factor=4.0, base=1e6, rope_original=32768),
    Case(64, 163840, rope_scaling="yarn", rope_factor=40.0, rope_mscale=1.0, rope_mscale_all_dim=1.0),
    Case(64, 2147483647, rope_scaling="yarn", rope_factor=40.0, rope_mscale=0.707, rope_mscale_all_dim=0.5),
    Case(64, 131072, rope_scaling="yarn", rope_factor=32.0, base=150000.0, rope_truncate="off"),
    Case(96, 2147483647, rope_scaling="yarn", rope_factor=5.5, rope_truncate="off", rope_beta_fast=20.0, rope_beta_slow=0.3),
    Case(32, 5000, rope_scaling="yarn", rope_factor=2.0, rope_original=3), Case(32, 5000, rope_scaling="yarn", rope_factor=2.0, base=3.0, rope_original=2147483647),
    Case(64, 5000, rope_scaling="yarn", rope_factor=8.0, rope_attention_factor=0.8, rope_beta_fast=4.0, rope_beta_slow=4.0),
    Case(128, 131072, rope_scaling="llama3", rope_factor=8.0, base=500000.0, rope_original=8192),
    Case(64, 2147483647, rope_scaling="llama3", rope_factor=32.0, base=500000.0, rope_original=8192),
    Case(48, 100000, rope_scaling="llama3", rope_factor=2.5, rope_low_freq_factor=0.5, rope_high_freq_factor=9.0),
    Case(64, 131072, rope_scaling="longrope", rope_factor=32.0), Case(64, 131072, rope_scaling="longrope"),
    Case(64, 4096, rope_scaling="longrope"), Case(64, 2147483647, rope_scaling="longrope", rope_attention_factor=1.1),
]


def spelled(value):
    return repr(value)[:-2] if isinstance(value, float) and value == int(value) and abs(value) < 1e9 else str(value)


def write_tables():
    rng = random.Random(5)
    torch.set_num_threads(1)
    out = []
    for case in CASES:
        rows = min(case.max_len, 1200)
        table = torch_table(Case(case.head_width, case.max_len, **{k.replace("-", "_"): v for k, v in case.options.items()}), rows)
        out.append({
            "head_width": case.head_width, "max_len": case.max_len,
            "options": {name: spelled(value) for name, value in case.options.items()},
            "attention_factor": case.attention_factor(),
            "frequencies": [float(t) for t in exact_frequencies(case)],
            "cells": cells(case, rng),
            "torch_rows": rows, "torch": hashlib.sha256(table.contiguous().numpy().tobytes()).hexdigest(),
        })
    with open(os.path.join(HERE, "encodings", "rotations.json"), "w") as file:
        json.dump(out, file, indent=0)
        file.write("\n")
    with open(os.path.join(HERE, "encodings", "longrope.json"), "w") as file:
        json.dump(LISTS, file)
        file.write("\n")


# Heads that are rotated, as transformers (halves), GPT-J (interleaved) and torchscale (xPos) do it.


def rotate_half(x):
    half = x.shape[1] // 2
    return np.concatenate((-x[:, half:], x[:, :half]), 1)


def rotate_every_two(x):
    return np.stack((-x[:, 1::2], x[:, 0::2]), 2).reshape(x.shape)


def rotated(x, case, scale):
    n, w = len(x), case.width
    theta = [float(t) for t in exact_frequencies(case)]
    angles = np.outer(np.arange(n), theta)
    cos, sin = ((f(angles) * case.attention_factor()).astype(np.float32) * scale for f in (np.cos, np.sin))
    if case["layout"] == "halves":
        cos, sin, turned = np.tile(cos, 2), np.tile(sin, 2), rotate_half(x[:, :w])
    else:
        cos, sin, turned = np.repeat(cos, 2, 1), np.repeat(sin, 2, 1), rotate_every_two(x[:, :w])
    return np.concatenate((x[:, :w] * cos + turned * sin, x[:, w:]), 1)


def growth(case, n, span):
    w = case.width
    zeta = (np.arange(0, w, 2) + 0.4 * w) / (1.4 * w)
    powers = (np.arange(n) + -n // 2)[:, None] / span
    return zeta**powers, zeta**-powers


def write_heads():
    cases = []
    for scheme, n, heads, head, case, span in (
        ("rope", 7, 2, 1, Case(8, 20), 0), ("rope", 130, 3, 0, Case(10, 200, layout="interleaved"), 0),
        ("rope", 40, 2, 1, Case(16, 40, rotary_fraction=0.5), 0),
        ("rope", 33, 1, 0, Case(12, 64, layout="interleaved", rotary_fraction=0.34), 0),
        ("rope", 300, 2, 1, Case(64, 300, rope_scaling="yarn", rope_factor=4.0, rope_original=64), 0),
        ("xpos", 5, 2, 0, Case(8, 5, layout="interleaved"), 512), ("xpos", 300, 2, 1, Case(16, 999, layout="interleaved"), 40.0),
        ("xpos", 64, 1, 0, Case(12, 64, layout="halves"), 512),
    ):
        torch.manual_seed(3)
        x = torch.empty(n, heads * case.head_width).normal_().numpy()[:, head * case.head_width : (head + 1) * case.head_width]
        up, down = growth(case, n, span) if span else (1.0, 1.0)
        q = rotated(x, case, np.float32(up))
        k = rotated(x, case, np.float32(down))
        scores = (q.astype(np.float64) @ k.T.astype(np.float64)) / math.sqrt(case.head_width)
        cases.append({
            "scheme": scheme, "n": n, "heads": heads, "head": head, "seed": 3, "head_width": case.head_width,
            "max_len": case.max_len, "options": {name: spelled(v) for name, v in case.options.items()}
            | ({"xpos-scale-base": spelled(float(span))} if span else {}),
            "queries": [float(v) for v in q[-1]], "keys": [float(v) for v in k[-1]],
            "scores": [float(v) for v in scores[-1]],
        })
    with open(os.path.join(HERE, "pipeline", "rotations.json"), "w") as file:
        json.dump(cases, file, indent=0)
        file.write("\n")


mp.mp.prec = 400
write_tables()
write_heads()
