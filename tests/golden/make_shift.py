#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden data of the best linear map from each row of a table to the one k later, by NumPy's least squares.

Run with Debian 12's python3-numpy:  /usr/bin/python3 tests/golden/make_shift.py
"""
import json
import pathlib

import numpy as np


def case(rows, d, k):
    table = np.random.default_rng(rows).normal(size=(rows, d)).astype(np.float32).astype(np.float64)
    shift = np.linalg.lstsq(table[:-k], table[k:], rcond=None)[0].T
    residual = np.linalg.norm(table[k:] - table[:-k] @ shift.T, axis=1)
    return {"k": k, "table": table.tolist(), "shift": shift.tolist(), "residual": residual.tolist()}


# The last one has fewer rows than columns: of the many maps that fit, the smallest.
CASES = [case(40, 5, 1), case(41, 6, 3), case(30, 1, 2), case(4, 6, 1)]

path = pathlib.Path(__file__).parent / "analysis" / "shift.json"
path.write_text(json.dumps(CASES) + "\n")
