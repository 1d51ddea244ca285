#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the golden .csv and .tsv files of tests/inputs, good and bad, with a manifest. The files are what programs write:
NumPy's savetxt by itself; pandas, LibreOffice and Phasor in their formats, written here.

Needs NumPy (1.24) and nothing else. The same output every time.
"""
import csv
import io
import json
import pathlib
import shutil
import sys

import numpy as np

FOLDER = pathlib.Path(__file__).with_name("inputs") / "csv"
VALUES = [[0, 1, 2], [3, 4, 5]]
PLAIN = b"0,1,2\n3,4,5\n"


def single(number):
    with np.errstate(over="ignore", under="ignore"):
        return np.float32(number)


def json_value(number):
    number = float(number)
    return number if np.isfinite(number) else str(number)


class Catalogue:
    def __init__(self):
        self.rows = []

    def add(self, name, content, why, expect, code="", file=None, **more):
        content = content if isinstance(content, bytes) else content.encode("utf-8")
        file = file or name + ".csv"
        (FOLDER / file).write_bytes(content)
        row = {"id": name, "file": file, "expect": expect, "code": code, "why": why, **more}
        if expect != "R":
            values = [[single(x) for x in line] for line in row.get("values", VALUES)]
            row["values"] = [[json_value(x) for x in line] for line in values]
        self.rows.append(row)

    def accept(self, name, content, why, values=None, **more):
        self.add(name, content, why, "A", values=VALUES if values is None else values, **more)

    def warn(self, name, content, why, code, values=None, **more):
        self.add(name, content, why, "W", code, values=VALUES if values is None else values, **more)

    def refuse(self, name, content, why, code, line=None, column=None, **more):
        self.add(name, content, why, "R", code, line=line, column=column, **more)


def good(c):
    c.accept("c001", PLAIN, "plain")
    c.accept("c002", PLAIN.replace(b"\n", b"\r\n"), "CRLF")
    c.accept("c003", PLAIN[:-1], "no final newline")
    c.accept("c004", b"\xef\xbb\xbf" + PLAIN, "UTF-8 byte order mark")
    c.accept("c005", b"a,b,c\n" + PLAIN, "header line", columns=["a", "b", "c"])
    c.accept("c006", PLAIN.replace(b",", b";"), "semicolons", separator=";")
    c.accept("c007", PLAIN.replace(b",", b"\t"), "tabs", separator="\t", file="c007.tsv")
    c.accept("c008", '"0","1","2"\n"3","4","5"\n', "quoted numbers")
    c.accept("c009", " 0 ,\t1, 2\n3 , 4,  5 \n", "spaces around")
    c.accept("c010", PLAIN.replace(b"\n", b"\r"), "old Mac CR")
    c.accept("c011", "+1,.5,5.\n-0,1E+05,007\n", "valid unusual numbers", [[1, 0.5, 5], [-0.0, 1e5, 7]])
    c.accept("c050", "1\n2\n3\n4\n5\n6", "6 rows, no newline", [[i] for i in range(1, 7)])


def shapes(c):
    c.refuse("c020", "", "empty", "EMPTY", 1, 1)
    c.refuse("c021", "\n\r\n\n", "only newlines", "EMPTY", 1, 1)
    c.refuse("c022", "a,b,c\n", "header only", "EMPTY", 1, 1)
    c.refuse("c023", "0,1,2\n3,4\n", "line 2 has 2 of 3 fields", "RAGGED", 2, 4)
    c.refuse("c024", "0,1,2\n3,4,5,6\n", "line 2 has 4 of 3 fields", "RAGGED", 2, 7)
    c.refuse("c025", "0,1,\n3,4,5\n", "empty field in line 1, column 3", "FIELD", 1, 5)
    c.warn("c026", "0,1,2,\n3,4,5,\n", "every line ends with a separator", "TRAILING")
    c.refuse("c027", "0,1,word\n3,4,5\n", "word in column 3: neither header nor number", "FIELD", 1, 5)
    c.warn("c028", "0,1,2\n\n3,4,5\n", "blank line in the middle", "BLANK")
    c.warn("c052", "# made by hand\n0,1,2\n3,4,5\n", "comment line", "COMMENT")


def numbers(c):
    c.warn("c029", "nan,inf,-inf\nNaN,Infinity,-INF\n", "nan, inf", "NONFINITE",
           [[float("nan"), float("inf"), -float("inf")]] * 2)
    c.refuse("c030", "0,1e400,2\n3,4,5\n", "overflow of double", "RANGE", 1, 3)
    c.warn("c031", "0,1,2\n3,-1e-400,5\n", "underflow to 0", "RANGE", [[0, 1, 2], [3, -0.0, 5]])
    c.refuse("c032", "0,1,2\n3,3.5e38,5\n", "overflow of float32", "RANGE", 2, 3)
    for name, bad, why in [("c033", "0x1p3", "hex float"), ("c034", "1.5f", "suffix"), ("c035", "--1", "double sign"),
                           ("c036", "1e", "exponent without digits"), ("c037", "\u22121", "U+2212 minus"),
                           ("c038", "\u0661\u0662", "Arabic digits"), ("c039", "1\u00a0000", "no-break space"),
                           ("c041", '"1,234"', "thousands comma"), ("c043", '"1""5"', "escaped quote in a number"),
                           ("c053", "=1+1", "formula")]:
        c.refuse(name, f"{bad},1,2\n3,4,5\n", why, "FIELD", 1, 1)
        c.refuse(name + "b", f"0,1,2\n3,4,{bad}\n", why + ", at the end", "FIELD", 2, 5)
        c.refuse(name + "c", f"0,1\n{bad},4\n", why + ", in the first column", "FIELD", 2, 1)
    c.warn("c040", "0,5;1,5\n2,5;3,5\n", "decimal comma with semicolons", "DECIMAL", [[0.5, 1.5], [2.5, 3.5]],
           separator=";")
    whole = ["16777217", "16777216", "-16777219", "9007199254740993", "18446744073709551616", "1" + "0" * 30]
    c.warn("c054", ",".join(whole) + "\n", "integers that float32 or float64 cannot hold", "ROUND",
           [[np.float32(x) for x in whole]], rounded=4)
    c.warn("c055", "1e-45,4.9e-324,2.2250738585072012e-308\n1e-40,1.5e-45,0e-999\n", "denormals", "RANGE",
           [[1e-45, 0, 0], [1e-40, 1.5e-45, 0]], vanished=2)
    c.refuse("c056", "0,1,2\n3,1.234,5;6\n", "two separators", "FIELD", 2, 9)
    c.accept("c057", "3.4028235e38,0e-999999999999999999999999\n", "limits of exponents",
             [[3.4028235e38, 0]])
    c.refuse("c058", "1,1e999999999999999999999\n", "exponent beyond any integer", "RANGE", 1, 3)
    c.accept("c059", "0." + "0" * 50 + "1e51,1" + "0" * 50 + "e-50\n", "small and large digits, small exponents", [[1, 1]])
    c.accept("c060", "7,1\n0.1,0.30000000000000004\n", "decimals that float32 rounds: no warning",
             [[7, 1], [0.1, 0.3]])


def texts(c):
    c.refuse("c042", '0,1,2\n3,"4,5\n', "quote not closed", "QUOTE", 2, 3)
    c.refuse("c044", "0,1,2\n3,\0,5\n", "NUL byte", "BINARY", offset=8)
    c.refuse("c045", b"\xff\xfe" + PLAIN.decode().encode("utf-16-le"), "UTF-16 LE with byte order mark", "ENCODING", offset=0)
    c.accept("c046", "größe,b,c\n".encode("latin-1") + PLAIN, "Latin-1 header", columns=["größe", "b", "c"])
    c.refuse("c051", b"\x93NUMPY\x01\0" + bytes(60), "a .npy renamed .csv", "BINARY", offset=0)
    c.refuse("c061", b"PK\x03\x04" + bytes(60), "a spreadsheet renamed .csv", "BINARY", offset=0)
    c.refuse("c062", "0 1 2\n3 4 5\n", "blanks between numbers", "FIELD", 1, 1)
    c.refuse("c063", b"0,\xe9,2\n3,4,5\n", "Latin-1 where a number should be", "FIELD", 1, 3)
    c.refuse("c064", b"\xfe\xff" + PLAIN.decode().encode("utf-16-be"), "UTF-16 BE with byte order mark", "ENCODING", offset=0)


def names(c):
    c.accept("h001", "cat,0,1,2\nthe,3,4,5\n", "words in the first column", rows=["cat", "the"])
    c.accept("h002", "token,x,y,z\nthe,0,1,2\n3,3,4,5\n\"a, \"\"b\"\"\",6,7,8\n\"two\nlines\",9,9,9\n", "header and names, quoted",
             VALUES + [[6, 7, 8], [9, 9, 9]], rows=["the", "3", 'a, "b"', "two\nlines"], columns=["x", "y", "z"])
    c.accept("h003", "token,0,1,2\nthe,0.5,1,2\n#,3,4,5\n##s,6,7,8\n", "names that begin with #",
             [[0.5, 1, 2], [3, 4, 5], [6, 7, 8]], rows=["the", "#", "##s"], columns=["0", "1", "2"])
    c.refuse("h004", "O.5,1\n2,3\n4,5\n", "one word in the first column", "FIELD", 1, 1)
    c.warn("h005", "0,1,2,3\n0.5,1.5,2.5,3.5\n", "column numbers without names of rows", "HEADER",
           [[0, 1, 2, 3], [0.5, 1.5, 2.5, 3.5]])
    c.refuse("h006", ",1.5,2\n3,4,5\n", "first field is missing", "FIELD", 1, 1)
    c.refuse("h007", "a,b\nc,d\n", "no numbers", "FIELD", 2, 3)
    c.refuse("h008", "a,b\n1,2\n,3\n", "empty first field", "FIELD", 3, 1)
    c.warn("h009", "the,0,1,2,\ncat,3,4,5,\n", "names and a separator at the line ends", "TRAILING", rows=["the", "cat"])
    c.warn("h010", "0,1,2\n# 1,2,3\n3,4,5\n#end", "lines that are commented out", "COMMENT")
    c.warn("h011", b"caf\xe9,0,1,2\nth\xe9,3,4,5\n", "Latin-1 names", "ENCODING", rows=["café", "thé"])
    c.accept("h012", "日本,b,c\n0,1,2\n3,4,5\n", "UTF-8 header", columns=["日本", "b", "c"])
    c.refuse("h013", 'a,b\n"1\n2",3\n4,x\n', "line ends in quotes are counted", "FIELD", 2, 1)
    c.refuse("h014", '"a\n",b\n1,3\n4,x\n', "line ends in quotes of the header are counted", "FIELD", 4, 3)


def pandas(c):
    """DataFrame.to_csv(): csv.writer with repr() of each number, for float32 that of the float32."""
    rng = np.random.default_rng(5)
    for kind in ["float32", "float64"]:
        array = (rng.standard_normal((4, 3)) * 10.0 ** rng.integers(-6, 6, (4, 3))).astype(kind)
        cells = [[str(x) for x in row] for row in array]
        values = array.astype("f4").tolist()
        words = ["the", "cat, sat", "7", "##s"]
        header = ["0", "1", "2"]

        def text(rows):
            out = io.StringIO()
            csv.writer(out, lineterminator="\n").writerows(rows)
            return out.getvalue()

        index = [str(i) for i in range(4)]
        c.accept(f"pandas_{kind}", text([[""] + header] + [[i] + r for i, r in zip(index, cells)]), "to_csv()", values,
                 rows=index, columns=header)
        c.accept(f"pandas_{kind}_names", text([["", "a", "b", "c"]] + [[i] + r for i, r in zip(words, cells)]),
                 "to_csv() with an index of words", values, rows=words, columns=["a", "b", "c"])
        c.accept(f"pandas_{kind}_columns", text([["a", "b", "c"]] + cells), "to_csv(index=False)", values,
                 columns=["a", "b", "c"])
        c.accept(f"pandas_{kind}_bare", text(cells), "to_csv(index=False, header=False)", values)


def numpy(c):
    rng = np.random.default_rng(6)
    array = (rng.standard_normal((5, 4)) * 10.0 ** rng.integers(-30, 30, (5, 4))).astype("f4")
    for name, delimiter, file in [("comma", ",", "csv"), ("tab", "\t", "tsv")]:
        out = io.BytesIO()
        np.savetxt(out, array, delimiter=delimiter)
        c.accept(f"savetxt_{name}", out.getvalue(), "numpy.savetxt", array.tolist(), separator=delimiter,
                 file=f"savetxt_{name}.{file}")
    out = io.BytesIO()
    np.savetxt(out, array, delimiter=",", header="a,b,c,d")
    c.warn("savetxt_header", out.getvalue(), "numpy.savetxt with a header", "COMMENT", array.tolist())


def office(c):
    text = '\ufeff"Wort";"x 1";"x 2"\r\n"der";0,5;-1,25\r\n"Hund; groß";1E-05;1000\r\n'
    c.warn("libreoffice", text, "LibreOffice: semicolons, decimal commas, byte order mark", "DECIMAL",
           [[0.5, -1.25], [1e-5, 1000]], separator=";", rows=["der", "Hund; groß"], columns=["x 1", "x 2"])


def phasor(c):
    c.accept("phasor_sum", 'position,token,0,1,2\n0,[CLS],0.644549847,-1.5266695,0.699966371\n1,7,2.03914976,1e-20,4.70596218\n'
             '2,",",1.23456794e+09,-1.90124321,1.14544141\n', "phasor table --labels",
             [[0.644549847, -1.5266695, 0.699966371], [2.03914976, 1e-20, 4.70596218], [1.23456794e9, -1.90124321, 1.14544141]],
             rows=["[CLS]", "7", ","], columns=["0", "1", "2"])
    c.accept("phasor_position", "position,4,5\n7,0,1\n8,0.841470957,0.540302277\n", "phasor table --labels --cols 4:6",
             [[0, 1], [0.841470957, 0.540302277]], rows=["7", "8"], columns=["4", "5"])
    c.accept("phasor_ids", "position,token,id\n0,[CLS],2\n1,the,5\n", "phasor table --stage tokens --labels", [[2], [5]],
             rows=["[CLS]", "the"], columns=["id"])


def main():
    if FOLDER.exists():
        shutil.rmtree(FOLDER)
    FOLDER.mkdir(parents=True)
    c = Catalogue()
    for part in [good, shapes, numbers, texts, names, pandas, numpy, office, phasor]:
        part(c)
    c.rows.sort(key=lambda row: row["id"])
    lines = ",\n".join(json.dumps(row) for row in c.rows)
    (FOLDER / "manifest.json").write_text("[\n" + lines + "\n]\n", encoding="ascii")


if __name__ == "__main__":
    sys.exit(main())
