#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills a window (soak --edits) at random moments of its work, with SIGKILL. Afterwards each file is the old or the new
one, whole, nothing half-written is left, and unsaved work is kept in an autosaved session that lacks no change older
than --age seconds. The next window finds what the one before has left.

    kills.py SOAK [--kills N] [--seed N] [--age SECONDS]
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

LONGEST = 8  # seconds of work before a kill


def whole(path):
    """Whether the file is complete, as its format tells."""
    data = path.read_bytes()
    if path.suffix == ".json" or path.name.startswith("window.json.crashed-"):
        json.loads(data)
        return True
    if path.suffix == ".png":
        return data.startswith(b"\x89PNG\r\n\x1a\n") and data.endswith(b"IEND\xaeB`\x82")
    if path.suffix == ".svg":
        return data.rstrip().endswith(b"</svg>")
    if path.suffix == ".pdf":
        return data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF")
    if path.suffix == ".npy":
        end = 10 + int.from_bytes(data[8:10], "little")
        rows, columns = map(int, re.search(rb"\((\d+), (\d+)\)", data[:end]).groups())
        return len(data) == end + 4 * rows * columns
    if path.suffix == ".opening":  # a byte for each start that was killed before it showed the settings
        return data in (b"x", b"xx")
    return path.suffix == ".lock"


def counted(path):
    """The number of the last action that a session has: the dropout seed."""
    seed = json.loads(path.read_bytes()).get("parameters", {}).get("dropout_seed")
    return int(seed) if seed is not None else 0


def check(folder, journal, killed, unfinished):
    """Problems, and how old the oldest change is that no file has. A complete new file that was killed before it took
    its place has a name of its own; the next window that writes there removes it."""
    state = folder / "state/phasor"
    problems = []
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and p != journal):
        if re.fullmatch(r"\.phasor-\d+-\d+\.tmp", path.name):
            unfinished[path] += 1
            if unfinished[path] > 3:
                problems.append(f"{path.relative_to(folder)}: left behind")
            continue
        try:
            if not whole(path):
                problems.append(f"{path.relative_to(folder)}: not whole, {path.stat().st_size} bytes")
        except (ValueError, AttributeError) as fault:
            problems.append(f"{path.relative_to(folder)}: {fault}")
    if problems:
        return problems, 0
    kept = [counted(p) for p in [*state.glob("autosave/*.json"), *folder.glob("session*.json")]]
    lines = [line.split() for line in journal.read_text().splitlines()]
    lost = [int(moment) for number, moment in lines if int(number) > max(kept, default=0)]
    return [], killed - lost[0] / 1000 if lost else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("soak")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--age", type=float, default=3)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    ages = []
    with tempfile.TemporaryDirectory(prefix="phasor-kills-") as name:
        folder = pathlib.Path(name)
        journal = folder / "journal"
        first = 0
        unfinished = collections.Counter()
        for kill in range(options.kills):
            journal.write_text("")
            window = subprocess.Popen([options.soak, "--edits", "--folder", name, "--minutes", "60", "--pause", "15",
                                       "--seed", str(draw.randrange(1 << 30)), "--first", str(first), "--journal",
                                       str(journal)], env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
            begun = time.monotonic()
            while journal.stat().st_size == 0:
                if window.poll() is not None or time.monotonic() - begun > 60:
                    print(f"kills: the window has not begun: exit {window.poll()}", file=sys.stderr)
                    window.kill()
                    return 1
                time.sleep(0.01)
            time.sleep(draw.uniform(0, LONGEST))
            window.send_signal(signal.SIGKILL)
            killed = time.monotonic()
            window.wait()
            problems, age = check(folder, journal, killed, unfinished)
            ages.append(age)
            if age > options.age:
                problems.append(f"a change that is {age:.1f} s old is in no file")
            if problems:
                print(f"kills: seed {options.seed}, kill {kill + 1}:", *problems, sep="\n  ", file=sys.stderr)
                return 1
            first = int(journal.read_text().split()[-2])
        left = len(list(folder.glob("state/phasor/autosave/*.json")))
        print(f"kills: {options.kills} kills, {first} actions; every file is whole; the oldest change that was lost: "
              f"{max(ages, default=0):.1f} s; {len(unfinished)} files without a place, removed later; {left} autosaved sessions at the end")
    return 0


if __name__ == "__main__":
    sys.exit(main())
