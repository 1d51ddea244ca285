#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/golden/analysis/precision.json: how far PyTorch's table of a type is from the true one, and which of its
positions it cannot tell apart.

Needs Debian 12's python3-torch and python3-numpy. The table is the tutorial's, computed in the type; the true one is
NumPy's in long double, whose own error is far below what is compared.
"""
import json
import math
import pathlib

import numpy as np
import torch

OUT = pathlib.Path(__file__).with_name("analysis") / "precision.json"
CASES = [
    ("float32", 64, 5000),
    ("bfloat16", 128, 200),
    ("bfloat16", 128, 258),
    ("bfloat16", 128, 1024),
    ("bfloat16", 2, 700),
    ("float16", 16, 2048),
    ("float16", 16, 2060),
]


def apply(function, x):
    """function(x) in x's type; PyTorch 1.13 has no float16 functions on a CPU: float32's, rounded, as later ones do."""
    return function(x.float()).to(x.dtype) if x.dtype == torch.float16 else function(x)


def torch_table(precision, d, n):
    dtype = getattr(torch, precision)
    position = torch.arange(0, n).to(dtype).unsqueeze(1)
    exponent = torch.arange(0, d, 2).to(dtype)
    step = -math.log(10000.0) / d
    div = apply(torch.exp, (exponent.float() * step).to(dtype) if dtype == torch.float16 else exponent * step)
    angle = (position.float() * div.float()).to(dtype) if dtype == torch.float16 else position * div
    table = torch.zeros(n, d, dtype=dtype)
    table[:, 0::2] = apply(torch.sin, angle)
    table[:, 1::2] = apply(torch.cos, angle)
    return table.float().numpy()


def true_table(d, n):
    position = np.arange(n, dtype=np.longdouble)[:, None]
    angle = position * np.longdouble(10000) ** (-np.arange(0, d, 2, dtype=np.longdouble) / d)
    table = np.empty((n, d), dtype=np.longdouble)
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle)
    return table


def case(precision, d, n):
    table = torch_table(precision, d, n)
    error = np.abs(table.astype(np.longdouble) - true_table(d, n)).max(axis=1)
    _, inverse, counts = np.unique(table.view(np.uint32), axis=0, return_inverse=True, return_counts=True)
    rows = sorted({0, 1, n // 3, n // 2, n - 1})
    return {
        "precision": precision,
        "d_model": d,
        "max_len": n,
        "error_rows": rows,
        "errors": [float(error[r]) for r in rows],
        "colliding": np.flatnonzero(counts[inverse.ravel()] > 1).tolist(),
    }


OUT.write_text(json.dumps([case(*c) for c in CASES], indent=None, separators=(",", ":")) + "\n")
