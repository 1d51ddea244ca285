#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the scripts NAME.py of a folder and compares `pe` or `bias` of each with the float32s of NAME.f32 beside it, and
the formulas of NAME.txt ("formula = value" a line) with what Python makes of them.

Prints one JSON object: {NAME: {"differing": number of cells whose bits differ, "largest": the largest difference, or
"error": text}, "torch": PyTorch's version}.
"""
import json
import math
import pathlib
import re
import runpy
import sys
import traceback

import numpy as np
import torch


def same(value, said):
    assert value == said, (value, said)
    return value


def evaluated(formula, names):
    """A formula's value; it may use what the script has defined."""
    for ours, python in (("^", "**"), ("·", "*"), ("−", "-"), ("π", "math.pi")):
        formula = formula.replace(ours, python)
    formula = re.sub(r"bucket\((-?\d+)\) → (\d+)", r"same(int(bucket(LIB.asarray([\1]))[0]), \2)", formula)
    formula = re.sub(r"Σ_\{n=(\d+)…(\d+)\} (cos\([^()]*\([^()]*\)\))", r"sum(\3 for n in range(\1, \2 + 1))", formula)
    library = names.get("torch") or names["np"]
    return float(eval(formula, {**names, "LIB": library, "same": same, "sin": math.sin, "cos": math.cos, "ln": math.log, "math": math}))


def run(script):
    names = runpy.run_path(str(script))
    array = names["pe"] if "pe" in names else names["bias"]
    array = np.ascontiguousarray(array.numpy() if hasattr(array, "numpy") else array)
    table = np.fromfile(script.with_suffix(".f32"), np.float32)
    assert array.dtype == np.float32, array.dtype
    assert list(array.shape) == names["shape"], array.shape
    for line in script.with_suffix(".txt").read_text().splitlines():
        formula, value = line.split(" = ")
        assert math.isclose(evaluated(formula, names), float(value), rel_tol=1e-6, abs_tol=1e-6), line
    differing = array.ravel().view(np.uint32) != table.view(np.uint32)
    return {"differing": int(differing.sum()), "largest": float(np.abs(array.ravel() - table)[differing].max(initial=0))}


def result(script):
    try:
        return run(script)
    except Exception:
        return {"error": traceback.format_exc()}


results = {script.stem: result(script) for script in sorted(pathlib.Path(sys.argv[1]).glob("*.py"))}
print(json.dumps(results | {"torch": torch.__version__}))
