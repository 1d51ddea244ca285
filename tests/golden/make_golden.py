#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes all golden data anew: runs every make_<part>.py beside it and names the files that came out otherwise.

    make_golden.py            exit code 1 if any file changed (each stays as the scripts wrote it)

Needs Debian 12's python3-torch, python3-numpy and python3-mpmath.
"""
import hashlib
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def sums():
    return {
        path.relative_to(HERE): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in HERE.rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    }


def main():
    before = sums()
    for script in sorted(HERE.glob("make_*.py")):
        if script.name != pathlib.Path(__file__).name:
            print(script.name, flush=True)
            subprocess.run([sys.executable, script], check=True)
    after = sums()
    changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    for name in changed:
        print(f"changed: {name}")
    print(f"{len(after)} files, {len(changed)} changed")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
