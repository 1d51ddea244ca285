#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden data of what the next layer can read, by NumPy in float64 from its definitions: nearest rows (Euclid), the
spread of the terms of the score, the overlap of principal subspaces.

The tables are small whole numbers over eight, which both sides make by the same congruence, so that every product is
exact and ties do occur.

Run with Debian 12's python3-numpy:  /usr/bin/python3 tests/golden/make_questions.py
"""
import json
import pathlib

import numpy as np


def table(rows, cols, seed, most):
    """Whole numbers -most … most over eight, from a linear congruence (Knuth's MMIX)."""
    state = seed
    values = []
    for _ in range(rows * cols):
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        values.append(int(state >> 33) % (2 * most + 1) - most)
    return np.array(values, dtype=np.float64).reshape(rows, cols) / 8


def found(rows, candidates, own):
    distance = (candidates**2).sum(1)[None, :] - 2 * rows @ candidates.T
    return float((distance.argmin(1) == own).mean())


def spread(a, b):
    products = a @ b.T
    return float(products[~np.eye(len(a), dtype=bool)].std())


def overlap(a, b, ranks):
    u = np.linalg.svd(a, full_matrices=False)[2]
    v = np.linalg.svd(b, full_matrices=False)[2]
    return [float(np.linalg.norm(u[:r] @ v[:r].T) ** 2 / r) for r in range(1, ranks + 1)]


def nearest_case(n, m, d, most, noise, seed):
    candidates = table(m, d, seed, most)
    own = np.arange(n) * 7 % m
    rows = candidates[own] + table(n, d, seed + 1, noise)
    return {"rows": n, "candidates": m, "width": d, "most": most, "noise": noise, "seed": seed,
            "found": found(rows, candidates, own)}


def pair_case(rows, d, seed):
    a, b = table(rows, d, seed, 20), table(rows, d, seed + 1, 20)
    b[:, 0] += 3
    return {"rows": rows, "width": d, "seed": seed, "spread": spread(a, b), "spread_own": spread(a, a),
            "overlap": overlap(a, b, min(8, rows, d))}


golden = {
    "nearest": [nearest_case(*c) for c in [(100, 40, 16, 8, 4, 1), (100, 40, 16, 8, 20, 2), (33, 200, 3, 2, 2, 3),
                                           (64, 64, 65, 16, 60, 4), (20, 500, 129, 8, 50, 5), (50, 1, 4, 8, 8, 6)]],
    "pairs": [pair_case(*c) for c in [(40, 24, 11), (12, 70, 12), (200, 16, 13), (2, 5, 14), (600, 33, 15)]],
}
path = pathlib.Path(__file__).parent / "analysis" / "questions.json"
path.write_text(json.dumps(golden) + "\n")
