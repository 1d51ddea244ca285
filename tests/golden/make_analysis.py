#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden data of the analyses, by NumPy in float64 from the definition of the table.

Run with Debian 12's python3-numpy:  /usr/bin/python3 tests/golden/make_analysis.py
"""
import json
import pathlib

import numpy as np


def table(d, rows, base, first):
    i = np.arange((d + 1) // 2)
    angle = (first + np.arange(rows))[:, None] * base ** (-2.0 * i / d)
    pe = np.zeros((rows, d))
    pe[:, 0::2] = np.sin(angle)
    pe[:, 1::2] = np.cos(angle)[:, : d // 2]
    return pe


def largest_base(d, rows):
    """By bisection on the definition: the slowest pair just completes a period."""
    dead = lambda base: (2 * np.pi > base ** (-2.0 * np.arange((d + 1) // 2) / d) * rows).any()
    if dead(1.0):
        return None
    low, high = 0.0, 30.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if dead(np.exp(middle)) else (middle, high)
    return float(np.exp(low))


def case(d, rows, base=10000.0, first=0):
    pe = table(d, rows, base, first)
    mean = pe.mean(0)
    square = (pe * pe).mean(0)
    sigma = np.linalg.svd(pe, compute_uv=False)
    share = sigma / sigma.sum()
    share = share[share > 1e-9]
    w = base ** (-2.0 * np.arange((d + 1) // 2) / d)
    k = np.arange(min(rows, 1024))
    kernel = np.cos(k[:, None] * w).mean(1)
    rises = [int(j) for j in range(2, len(kernel)) if kernel[j] > kernel[j - 1]]
    period = 2 * np.pi / w
    spread = sigma**2
    kept = np.cumsum(spread) / spread.sum()
    distance = np.sqrt(((pe[:, None, :] - pe[None, :, :]) ** 2).sum(2)) + np.diag(np.full(rows, np.inf))
    return {
        "d_model": d, "max_len": rows, "base": base, "first_position": first,
        "mean": mean.tolist(), "mean_square": square.tolist(),
        "constant_share": float((mean**2).sum() / square.sum()),
        "effective_rank": float(np.exp(-(share * np.log(share)).sum())),
        "participation_ratio": float(spread.sum() ** 2 / (spread**2).sum()),
        "dimensions_99": int((kept < 0.99).sum()) + 1,
        "largest_base_without_dead_pairs": largest_base(d, rows),
        "closest_distance": float(distance.min()),
        "kernel": kernel[:64].tolist(),
        "first_rise": rises[0] if rises else None,
        "dead_pairs": int((period > rows).sum()),
        "frozen_pairs": int((w * rows < 0.1).sum()),
    }


CASES = [case(512, 50), case(64, 50), case(128, 300), case(7, 40), case(16, 3), case(32, 500, 100.0), case(12, 64, 10000.0, 1000)]

path = pathlib.Path(__file__).parent / "analysis" / "tables.json"
path.write_text(json.dumps(CASES) + "\n")
