#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads from the program how it is hardened.

    hardening.py PROGRAM [--cet]     --cet: the compiler has landing pads for this processor

Exit 77: no readelf.
"""
import shutil
import subprocess
import sys


def read(program, *options):
    return subprocess.run(["readelf", "-W", *options, program], check=True, capture_output=True, text=True).stdout


def main():
    program = sys.argv[1]
    if shutil.which("readelf") is None:
        print("hardening: no readelf")
        return 77
    segments, dynamic, symbols = read(program, "-l"), read(program, "-d"), read(program, "--dyn-syms")
    stack = next((line for line in segments.splitlines() if "GNU_STACK" in line), "")
    found = {
        "PIE: loaded at random addresses": "DYN" in read(program, "-h") and "PIE" in dynamic,
        "RELRO: relocations are read-only": "GNU_RELRO" in segments,
        "BIND_NOW: before main()": "BIND_NOW" in dynamic or "NOW" in dynamic.split("FLAGS_1")[-1],
        "stack that is not executable": "RW " in stack and "E" not in stack.split("0x")[-2],
        "stack protector": "__stack_chk_fail" in symbols,
        "FORTIFY": any(name in symbols for name in ("__memcpy_chk", "__read_chk", "__pread64_chk", "__fprintf_chk",
                                                    "__snprintf_chk", "__vsnprintf_chk", "__longjmp_chk", "__fdelt_chk")),
    }
    if "--cet" in sys.argv:
        with open(program, "rb") as file:
            found["CET: landing pads"] = file.read().count(b"\xf3\x0f\x1e\xfa") > 1000  # endbr64
    missing = [name for name, has in found.items() if not has]
    print("hardening:", *(f"{'no' if name in missing else 'ok'}  {name}" for name in found), sep="\n  ")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
