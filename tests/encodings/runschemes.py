#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the scripts NAME.py of a folder and compares `pe` or `bias` of each with the float32s of NAME.f32 beside it, and
the formulas of NAME.txt ("formula = value" a line) with what Python makes of them.

Prints one JSON object: {NAME: {"differing": number of cells whose bits differ, or "error": text}}.
"""
import json
import math
import pathlib
import runpy
import sys
import traceback

import numpy as np


def evaluated(formula):
    for ours, python in (("^", "**"), ("·", "*"), ("−", "-")):
        formula = formula.replace(ours, python)
    return eval(formula, {"sin": math.sin, "cos": math.cos})


def run(script):
    names = runpy.run_path(str(script))
    array = names["pe"] if "pe" in names else names["bias"]
    array = np.ascontiguousarray(array.numpy() if hasattr(array, "numpy") else array)
    table = np.fromfile(script.with_suffix(".f32"), np.float32)
    assert array.dtype == np.float32, array.dtype
    assert list(array.shape) == names["shape"], array.shape
    for line in script.with_suffix(".txt").read_text().splitlines():
        formula, value = line.split(" = ")
        assert math.isclose(evaluated(formula), float(value), rel_tol=1e-6, abs_tol=1e-6), line
    return int((array.ravel().view(np.uint32) != table.view(np.uint32)).sum())


def result(script):
    try:
        return {"differing": run(script)}
    except Exception:
        return {"error": traceback.format_exc()}


print(json.dumps({script.stem: result(script) for script in sorted(pathlib.Path(sys.argv[1]).glob("*.py"))}))
