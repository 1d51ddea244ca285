#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the scripts NAME.py of a folder and compares their stages with the tables NAME.STAGE.npy beside them.

Prints one JSON object: {NAME: {STAGE: number of cells whose bits differ, "error": text, "printed": text, "largest": the
largest difference}, "torch": PyTorch's version}.
"""
import contextlib
import io
import json
import pathlib
import runpy
import sys
import traceback

import numpy as np
import torch

largest = [0.0]

def differing(ours, table):
    ours = np.ascontiguousarray(ours)
    if ours.shape != table.shape or ours.dtype != table.dtype:
        return f"{ours.dtype} {ours.shape} instead of {table.dtype} {table.shape}"
    if ours.dtype != np.float32:
        return int((ours != table).sum())
    same = (ours.view(np.uint32) == table.view(np.uint32)) | (np.isnan(ours) & np.isnan(table))
    largest[0] = max(largest[0], np.abs(ours - table)[~same].max(initial=0))
    return int((~same).sum())


def run(script):
    largest[0] = 0
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            names = runpy.run_path(str(script))
        stages = dict(names["stages"], tokens=names["ids"])
        result = {}
        for name, stage in stages.items():
            array = stage.detach().numpy() if hasattr(stage, "detach") else stage
            table = script.with_suffix(f".{name}.npy")
            if table.exists():  # stages of attention have other last bits
                result[name] = differing(array, np.load(table))
    except Exception:
        result = {"error": traceback.format_exc()}
    return result | {"printed": printed.getvalue(), "largest": float(largest[0])}


results = {script.stem: run(script) for script in sorted(pathlib.Path(sys.argv[1]).glob("*.py"))}
print(json.dumps(results | {"torch": torch.__version__}))
