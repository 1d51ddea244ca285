#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""500 steps of a small transformer (d_model 32, 24 tokens of 24, batches of 64, one layer, four heads) by PyTorch and
by Phasor, turn about, and the ratio.

    tests/benchmark/training.py build/release/app/phasor [--steps 500] [--rounds 3] [--coverage SEEDS]

With --coverage it measures how often the 95 % band of 5 seeds holds the mean of many: groups of a run of SEEDS seeds.
"""
import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time

SET_UP = ["--d-model", "32", "--heads", "4", "--scale", "none", "--dropout", "0"]


def phasor_run(program, options):
    out = subprocess.run([program, "train", "--json", *SET_UP, *options], check=True, capture_output=True)
    return json.loads(out.stdout)


def torch_run(program, options):
    code = subprocess.run([program, "code", "--for", "torch", *SET_UP, *options], check=True, capture_output=True)
    with tempfile.NamedTemporaryFile("wb", suffix=".py") as script:
        script.write(code.stdout)
        script.flush()
        begin = time.monotonic()
        subprocess.run([sys.executable, "-c", "import torch"], check=True)
        start_up = time.monotonic() - begin
        begin = time.monotonic()
        subprocess.run([sys.executable, script.name], check=True, capture_output=True)
        return time.monotonic() - begin - start_up


def speed(program, steps, rounds):
    options = ["--seeds", "1", "--steps", str(steps), "--task", "recall"]
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(phasor_run(program, options)["seconds"])
        theirs.append(torch_run(program, options))
    ours, theirs = statistics.median(ours), statistics.median(theirs)
    print(f"{steps} steps: Phasor {ours:.2f} s, PyTorch {theirs:.1f} s, {theirs / ours:.1f} x")


def coverage(program, seeds, steps):
    """Of 1000 groups of 5 of the seeds: how many bands (Student's t, 4 degrees of freedom) hold the mean of all."""
    result = phasor_run(program, ["--seeds", str(seeds), "--steps", str(steps), "--task", "recall"])
    variant = result["variants"][0]
    for what in ("accuracy", "loss"):
        ends = [curve[-1] for curve in variant[what]]
        mean = statistics.mean(ends)
        generator = random.Random(0)
        held = 0
        for _ in range(1000):
            group = generator.sample(ends, 5)
            half = 2.776445 * statistics.stdev(group) / 5**0.5
            held += abs(statistics.mean(group) - mean) <= half
        print(f"{what} of {seeds} seeds: {mean:.3f}; {held / 10:.1f} % of 1000 bands of 5 seeds hold it")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--coverage", type=int, metavar="SEEDS")
    arguments = parser.parse_args()
    if arguments.coverage:
        coverage(arguments.program, arguments.coverage, arguments.steps)
    else:
        speed(arguments.program, arguments.steps, arguments.rounds)
