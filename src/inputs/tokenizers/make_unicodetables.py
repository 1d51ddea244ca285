#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes unicodetables.inc, beside this script, from the Unicode data of Python's standard library.

Lower case is the simple one-to-one mapping; the few letters whose lower case has several code points stay as they are.
"""
import pathlib
import unicodedata

ALL = range(0x110000)


def ranges(belongs):
    runs = []
    for code in ALL:
        if not belongs(chr(code)):
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


def major(category):
    return lambda c: unicodedata.category(c)[0] == category


# Whether a letter has case, and whether it is skipped when such a one is looked for, shows in what becomes of a final sigma.
def cased(c):
    return (c + "\u03a3").lower()[-1] == "\u03c2"


def case_ignorable(c):
    return not cased(c) and ("a" + c + "\u03a3").lower()[-1] == "\u03c2"


def bare(code):
    """The canonical decomposition without nonspacing marks, where it is another one; Korean syllables are computed."""
    if 0xAC00 <= code < 0xAC00 + 11172 or unicodedata.category(chr(code)) in ("Mn", "Cs"):
        return None
    text = "".join(c for c in unicodedata.normalize("NFD", chr(code)) if unicodedata.category(c) != "Mn")
    return text if text != chr(code) else None


def table(kind, name, rows, per_line):
    cells = ["{" + ", ".join(row) + "}" for row in rows]
    lines = [", ".join(cells[i : i + per_line]) for i in range(0, len(cells), per_line)]
    return f"constexpr std::array<{kind}, {len(cells)}> {name}{{{{\n    " + ",\n    ".join(lines) + "}};\n"


def as_hex(rows):
    return [[f"{value:#x}" for value in row] for row in rows]


def write(name, *tables):
    text = "// SPDX-License-Identifier: GPL-3.0-or-later\n"
    text += f"// Made by make_unicodetables.py from Unicode {unicodedata.unidata_version}. clang-format off\n"
    pathlib.Path(__file__).with_name(name).write_text(text + "".join(tables), encoding="ascii")


def main():
    lower = [[f"{a:#x}", f"{b:#x}", str(step), str(difference)] for a, b, step, difference in lower_runs()]
    write(
        "unicodetables.inc",
        table("CodeRange", "kPunctuation", as_hex(ranges(major("P"))), 6),
        table("CodeRange", "kMarks", as_hex(ranges(major("M"))), 6),
        table("CaseRun", "kLower", lower, 4),
    )
    stripped = [(code, bare(code)) for code in ALL if bare(code) is not None]
    letters = [[code, ord(text)] for code, text in stripped if len(text) == 1]
    texts = [[f"{code:#x}", "{" + ", ".join(f"{ord(c):#x}" for c in text) + "}"] for code, text in stripped if len(text) > 1]
    write(
        "unicodetexttables.inc",
        table("CodeRange", "kOther", as_hex(ranges(major("C"))), 6),
        table("CodeRange", "kNonspacing", as_hex(ranges(lambda c: unicodedata.category(c) == "Mn")), 6),
        table("CodeRange", "kCased", as_hex(ranges(cased)), 6),
        table("CodeRange", "kCaseIgnorable", as_hex(ranges(case_ignorable)), 6),
        table("BareLetter", "kBareLetters", as_hex(letters), 8),
        table("BareText", "kBareTexts", texts, 4),
    )


if __name__ == "__main__":
    main()
