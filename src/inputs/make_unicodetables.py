#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes unicodetables.inc, beside this script, from the Unicode data of Python's standard library.

Lower case is the simple one-to-one mapping; the few letters whose lower case has several code points stay as they are.
"""
import pathlib
import unicodedata

ALL = range(0x110000)


def ranges(categories):
    runs = []
    for code in ALL:
        if unicodedata.category(chr(code))[0] not in categories:
            continue
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return runs


def lower_runs():
    runs = []  # first, last, step, difference
    for code in ALL:
        lower = chr(code).lower()
        difference = ord(lower) - code if len(lower) == 1 else 0
        if difference == 0:
            continue
        if runs and runs[-1][3] == difference:
            first, last, step, _ = runs[-1]
            if code - last == step or (first == last and code - last <= 2):
                runs[-1][1:3] = [code, code - last]
                continue
        runs.append([code, code, 1, difference])
    return runs


def table(kind, name, rows, per_line):
    cells = ["{" + ", ".join(row) + "}" for row in rows]
    lines = [", ".join(cells[i : i + per_line]) for i in range(0, len(cells), per_line)]
    return f"constexpr std::array<{kind}, {len(cells)}> {name}{{{{\n    " + ",\n    ".join(lines) + "}};\n"


def main():
    def as_hex(rows):
        return [[f"{first:#x}", f"{last:#x}"] for first, last in rows]

    lower = [[f"{a:#x}", f"{b:#x}", str(step), str(difference)] for a, b, step, difference in lower_runs()]
    text = "// SPDX-License-Identifier: GPL-3.0-or-later\n"
    text += f"// Made by make_unicodetables.py from Unicode {unicodedata.unidata_version}. clang-format off\n"
    text += table("CodeRange", "kPunctuation", as_hex(ranges("P")), 6)
    text += table("CodeRange", "kMarks", as_hex(ranges("M")), 6)
    text += table("CaseRun", "kLower", lower, 4)
    pathlib.Path(__file__).with_name("unicodetables.inc").write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
