#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the golden data of tests/inputs: the catalogue of .npy files, good and bad, with a manifest; files of every
type written by NumPy; sentences with their tokens, by a tokenizer written anew; properties of code points.

Needs NumPy (1.24) and nothing else. The same output every time.
"""
import hashlib
import json
import pathlib
import random
import shutil
import struct
import sys
import unicodedata

import numpy as np

HERE = pathlib.Path(__file__).with_name("inputs")
GOOD = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"
VALUES = [0, 1, 2, 3, 4, 5]
DATA = struct.pack("<6f", *VALUES)


def prefix(text, version=(1, 0), align=64, newline=True, length=None):
    text = text if isinstance(text, bytes) else text.encode("latin-1")
    wide = version[0] >= 2
    start = 12 if wide else 10
    if align:
        text += b" " * (-(start + len(text) + newline) % align)
    text += b"\n" if newline else b""
    length = len(text) if length is None else length
    return b"\x93NUMPY" + bytes(version) + struct.pack("<I" if wide else "<H", length) + text


def with_shape(shape):
    return GOOD.replace("(2, 3)", shape)


def with_descr(descr):
    return GOOD.replace("'<f4'", descr)


class Catalogue:
    def __init__(self, folder):
        self.folder = folder
        self.rows = []

    def add(self, name, content, why, expect, code="", at=None, values=None):
        """`at`: the byte of the fault, or the text that begins there."""
        if isinstance(at, str):
            at = content.index(at.encode("latin-1"))
        (self.folder / (name + ".npy")).write_bytes(content)
        row = {"id": name, "file": name + ".npy", "expect": expect, "code": code, "offset": at, "why": why}
        if expect != "R":
            row["values"] = VALUES if values is None else values
        self.rows.append(row)

    def accept(self, name, content, why, values=None):
        self.add(name, content, why, "A", values=values)

    def warn(self, name, content, why, code, values=None):
        self.add(name, content, why, "W", code, values=values)

    def refuse(self, name, content, why, code, at):
        self.add(name, content, why, "R", code, at)

    def shape(self, name, shape, why, code, at=None, data=DATA):
        content = prefix(with_shape(shape)) + data
        self.refuse(name, content, why, code, shape if at is None else at)


def good_files(c):
    valid = prefix(GOOD) + DATA
    c.accept("n001", valid, "valid 2x3 <f4 C order")
    fortran = struct.pack("<6f", 0, 3, 1, 4, 2, 5)
    c.accept("n002", prefix(GOOD.replace("False", "True")) + fortran, "fortran_order True")
    c.accept("n003", prefix(with_descr("'>f4'")) + struct.pack(">6f", *VALUES), "big-endian float32")
    c.accept("n004", prefix(with_descr("'<f8'")) + struct.pack("<6d", *VALUES), "float64")
    c.accept("n005", prefix(with_descr("'<f2'")) + struct.pack("<6e", *VALUES), "float16")
    c.accept("n006", prefix(with_descr("'<i8'")) + struct.pack("<6q", *VALUES), "int64")
    c.accept("n007", prefix(with_descr("'|b1'")) + bytes([0, 1, 0, 1, 1, 0]), "bool", [0, 1, 0, 1, 1, 0])
    c.accept("n008", prefix(GOOD, (2, 0)) + DATA, "version 2.0")
    c.accept("n009", prefix(GOOD, (3, 0)) + DATA, "version 3.0")
    c.accept("n010", prefix(GOOD, align=0) + DATA, "header not padded to 64")
    c.accept("n011", prefix(with_shape("(2L, 3L)")) + DATA, "Python 2 long suffix")
    c.accept("n012", prefix("{ 'shape':(2,3),'fortran_order' :False , 'descr': '<f4'}") + DATA, "key order, spacing")
    c.accept("n013", prefix(GOOD.replace("'", '"')) + DATA, "double quotes")
    return valid


def shapes_that_are_no_matrix(c):
    c.shape("n014", "(0, 3)", "zero rows", "EMPTY", data=b"")
    c.shape("n015", "()", "0-d array", "RANK")
    c.shape("n016", "(6,)", "1-d array", "RANK")
    c.shape("n017", "(1, 2, 3)", "3-d array", "RANK")
    c.shape("n018", "(" + "1, " * 65 + ")", "65 dimensions", "RANK")


def cut_files(c, valid):
    for name, size in zip(["n020", "n021", "n022", "n023", "n024", "n025", "n026"], [0, 1, 5, 6, 7, 8, 9]):
        c.refuse(name, valid[:size], f"only the first {size} bytes", "TRUNC", size)
    c.refuse("n027", valid[:70], "cut inside the header", "TRUNC", 70)
    c.refuse("n028", valid[:-1], "data one byte short", "TRUNC", len(valid) - 1)
    c.refuse("n029", valid[:128], "header only, no data", "TRUNC", 128)
    c.warn("n030", valid + b"\0", "one byte too many", "TRAILING")
    c.warn("n031", valid + valid, "two arrays concatenated", "TRAILING")


def other_files(c, valid):
    c.refuse("n032", b"\x92" + valid[1:], "first byte 0x92", "MAGIC", 0)
    c.refuse("n033", valid.replace(b"NUMPY", b"numpy"), "lower-case magic", "MAGIC", 0)
    c.refuse("n034", b"PK\x03\x04" + valid[4:], "zip magic in a .npy", "MAGIC", 0)
    c.refuse("n035", b"\xef\xbb\xbf" + valid, "byte order mark before the magic", "MAGIC", 0)
    c.refuse("n036", valid.decode("latin-1").encode("utf-8"), "latin-1 to UTF-8 conversion", "MAGIC", 0)
    c.refuse("n037", valid.replace(b"\n", b"\r\n"), "LF to CRLF conversion", "TEXTMODE", 127)
    for name, version in [("n040", (0, 0)), ("n041", (1, 1)), ("n042", (4, 0)), ("n043", (255, 255))]:
        c.refuse(name, valid[:6] + bytes(version) + valid[8:], f"version {version}", "VERSION", 6)


def header_lengths(c, valid):
    c.refuse("n044", valid[:8] + b"\xff\xff" + valid[10:], "header length 65535 in a small file", "TRUNC", len(valid))
    c.refuse("n045", valid[:8] + b"\0\0" + valid[10:], "header length 0", "HEADER", 10)
    c.refuse("n046", valid[:8] + b"\1\0" + valid[10:], "header length 1", "HEADER", 11)
    c.refuse("n047", prefix(b"", (2, 0), 0, False, 4294967280), "12 bytes claim a header of 4 GB", "HEADER_SIZE", 8)
    c.refuse("n048", prefix(GOOD, (2, 0), length=2**31 - 1) + DATA, "header length 2^31 - 1", "HEADER_SIZE", 8)
    c.refuse("n049", prefix(GOOD + " " * 20000) + DATA, "20 kB header", "HEADER_SIZE", 8)
    c.accept("n050", prefix(GOOD, newline=False) + DATA, "no newline at the end of the header")


def dicts(c):
    def refuse(name, text, why, code, at, version=(1, 0)):
        c.refuse(name, prefix(text, version) + DATA, why, code, at)

    refuse("n051", GOOD.replace("'descr': '<f4', ", ""), "descr missing", "KEYS", "{")
    refuse("n052", GOOD.replace("'shape': (2, 3), ", ""), "shape missing", "KEYS", "{")
    refuse("n053", GOOD.replace("'fortran_order': False, ", ""), "fortran_order missing", "KEYS", "{")
    refuse("n054", GOOD[:-1] + "'extra': 1}", "unknown extra key", "KEYS", "'extra'")
    refuse("n055", "{'shape': (2, 3), " + GOOD[1:], "duplicate key", "KEYS", "'shape': (2, 3), }")
    refuse("n056", "['<f4', False, (2, 3)]", "header is a list", "HEADER", "[")
    refuse("n057", GOOD[:-1], "unterminated dict", "HEADER", 128)
    refuse("n058", "__import__('os').system('true')", "code instead of a literal", "HEADER", "('os')")
    refuse("n059", GOOD.replace("False", "1"), "fortran_order 1", "FORTRAN", "1, 's")
    refuse("n060", GOOD.replace("False", "'False'"), "fortran_order as a string", "FORTRAN", "'False'")
    refuse("n061", GOOD.replace("False", "true"), "JSON true", "FORTRAN", "true")
    refuse("n062", with_shape("[2, 3]"), "shape a list", "SHAPE", "[2, 3]")
    refuse("n063", with_shape("(2.0, 3)"), "float dimension", "SHAPE", "2.0")
    refuse("n064", with_shape("(True, 6)"), "bool dimension", "SHAPE", "True")
    refuse("n065", with_shape("(-2, 3)"), "negative dimension", "SHAPE", "-2")
    refuse("n066", with_shape("(-2, -3)"), "two negative dimensions", "SHAPE", "-2")
    refuse("n067", with_shape("('2', 3)"), "string dimension", "SHAPE", "'2'")
    refuse("n068", with_shape("(2, 3"), "tuple not closed", "HEADER", "}")
    deep = with_shape("(" * 3000 + ")" * 3000)
    refuse("n069", deep, "3000 nested parentheses", "HEADER", 10 + deep.index("((") + 3)
    refuse("n070", with_shape("(" + "1" * 4000 + ", 3)"), "4000-digit dimension", "SHAPE", "1111")
    refuse("n108", GOOD.replace("'shape'", "'sh\\x00ape'"), "NUL escape in a key", "KEYS", "'sh\\x00ape'")
    refuse("n109", GOOD.replace("'shape'", "'sh\0pe'"), "NUL byte in the header", "HEADER", "\0pe")
    refuse("n110", GOOD.replace("shape", "sh\xffpe"), "invalid UTF-8 in a 3.0 header", "HEADER", "\xffpe", (3, 0))
    refuse("n111", with_shape("(2_0, 3)"), "underscore in an integer", "SHAPE", "2_0")
    refuse("n112", with_shape("(0x2, 3)"), "hexadecimal integer", "SHAPE", "0x2")


def sizes(c):
    claims = [(2**32, 2**32), (2**62, 4), (2**63 - 1, 2), (2**64 - 1, 1), (2**64, 1), (2**61, 2), (2**62 + 1, 4),
              (2**30 + 1, 4), (65536, 65537), (2**31 - 1, 1)]
    for i, (rows, cols) in enumerate(claims):
        c.shape(f"n{80 + i:03}", f"({rows}, {cols})", "claims far more than there is", "SIZE")
    c.shape("n113", "(32768, 32768)", "4 GB claimed, no data", "SIZE", data=b"")


def types(c):
    descrs = ["'|O'", "'<U5'", "'|S3'", "'<M8[ns]'", "'<c8'", "'<f16'", "'|V4'", "'<f3'", "'<f0'", "'<f-4'", "'f4x'", "''",
              "'<f99999999999999999999'", "[('a', '<f4'), ('b', '<i2')]", "4"]
    for i, descr in enumerate(descrs):
        content = prefix(with_descr(descr)) + DATA
        c.refuse(f"n{90 + i:03}", content, f"descr {descr}", "DTYPE", content.index(b"'descr': ") + 9)


def values(c):
    special = struct.pack("<6I", 0x7FC00000, 0x7F800000, 0xFF800000, 1, 0x80000000, 0x7F7FFFFF)
    c.warn("n105", prefix(GOOD) + special, "NaN, +-Inf, denormal, -0, near max", "NONFINITE",
           ["nan", "inf", "-inf", 2.0**-149, -0.0, float(np.float32(3.4028235e38))])
    c.warn("n106", prefix(GOOD) + struct.pack("<I", 0xFF800001) + DATA[4:], "signalling NaN", "NONFINITE",
           ["nan", 1, 2, 3, 4, 5])
    wide = [1e300, -1e300, 1e-300, 1.0, 2.0, 3.0]
    c.warn("n107", prefix(with_descr("'<f8'")) + struct.pack("<6d", *wide), "float64 values outside float32", "RANGE",
           ["inf", "-inf", 0, 1, 2, 3])


def own_cases(c, valid):
    lfs = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"
    c.refuse("x001", lfs, "Git LFS pointer", "LFS", 0)
    c.refuse("x002", b"\n <!DOCTYPE html>\n<html><head><title>404</title></head></html>\n", "a saved web page", "HTML", 2)
    c.refuse("x003", b"hello", "a short text", "MAGIC", 0)
    c.refuse("x004", prefix(GOOD, (2, 0))[:11], "version 2 cut inside the header length", "TRUNC", 11)
    c.refuse("x005", prefix(with_descr("'=f4'")) + DATA, "native byte order is not said", "DTYPE", "'=f4'")
    c.refuse("x006", prefix(with_descr("'|V2'")) + DATA, "bfloat16 as ml_dtypes saves it", "DTYPE", "'|V2'")
    c.shape("x007", "(3)", "a number in brackets is no tuple", "SHAPE", "3), }")
    c.shape("x008", "(3, 0)", "zero columns", "EMPTY", data=b"")
    c.accept("x009", prefix(with_descr("'<b1'")) + bytes([0, 1, 2, 255, 1, 0]), "bool bytes other than 0 and 1",
             [0, 1, 1, 1, 1, 0])
    c.refuse("x010", prefix(GOOD + " x") + DATA, "text after the dict", "HEADER", " x")
    c.warn("x011", prefix(with_descr("'<f8'")) + struct.pack("<6d", 0.1, 1, 2, 3, 4, 5), "0.1 is no float32", "ROUND",
           [float(np.float32(0.1)), 1, 2, 3, 4, 5])


def make_catalogue():
    folder = HERE / "npy"
    folder.mkdir(parents=True)
    c = Catalogue(folder)
    valid = good_files(c)
    shapes_that_are_no_matrix(c)
    cut_files(c, valid)
    other_files(c, valid)
    header_lengths(c, valid)
    dicts(c)
    sizes(c)
    types(c)
    values(c)
    own_cases(c, valid)
    c.rows[[r["id"] for r in c.rows].index("x010")]["offset"] += 1
    c.rows.sort(key=lambda row: row["id"])
    lines = ",\n".join(json.dumps(row) for row in c.rows)
    (folder / "manifest.json").write_text("[\n" + lines + "\n]\n", encoding="ascii")


def numpy_array(dtype, rng):
    shape = (5, 7)
    if dtype == "b1":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype[0] in "iu":
        info = np.iinfo(dtype)
        array = rng.integers(info.min, info.max, shape, dtype=dtype, endpoint=True)
        array[0, :3] = [info.min, info.max, 1]
        array[1] = array[1] // (2 ** max(0, info.bits - 20))  # some that float32 holds exactly
        return array
    array = (rng.standard_normal(shape) * 10.0 ** rng.integers(-4, 4, shape)).astype(dtype)
    array[0, :4] = [np.inf, -np.inf, np.nan, -0.0]
    info = np.finfo(dtype)
    array[1, :4] = [info.max, info.tiny, info.smallest_subnormal, 1 + info.eps]
    return array


def conversion(array):
    """What float32 makes of the array, with NumPy's own conversion, and the counts of what was lost."""
    with np.errstate(over="ignore", under="ignore"):
        single = array.astype("<f4")
    exact = [float(x) if array.dtype.kind in "fb" else int(x) for x in array.ravel()]
    counts = {"rounded": 0, "overflowed": 0, "vanished": 0}
    for before, after in zip(exact, single.ravel().tolist()):
        if before != before or before == after:
            continue
        kind = "overflowed" if abs(after) == float("inf") else "vanished" if after == 0 else "rounded"
        counts[kind] += 1
    return single, counts


def make_types():
    folder = HERE / "types"
    folder.mkdir(parents=True)
    rng = np.random.default_rng(7)
    rows = []
    for dtype in ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"]:
        array = numpy_array(dtype, rng)
        single, counts = conversion(array)
        (folder / f"{dtype}.expected").write_bytes(single.tobytes())
        finite = single[np.isfinite(single)].astype("f8")
        row = {"sigma": float(finite.std()), "low": float(finite.min()), "high": float(finite.max()),
               "nan": int(np.isnan(single).sum()), "inf": int(np.isinf(single).sum()), **counts}
        for order in "<>":
            for layout in "CF":
                name = f"{'le' if order == '<' else 'be'}_{dtype}_{layout}"
                np.save(folder / (name + ".npy"), np.array(array, dtype=order + dtype, order=layout))
                rows.append({"file": name + ".npy", "expected": f"{dtype}.expected", **row})
    lines = ",\n".join(json.dumps(row) for row in rows)
    (folder / "manifest.json").write_text("[\n" + lines + "\n]\n", encoding="ascii")


SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def in_ranges(code, ranges):
    return any(first <= code <= last for first, last in ranges)


def ideograph(code):
    return unicodedata.name(chr(code), "").startswith(("CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH"))


def separates(char):
    return char.isspace() or unicodedata.category(char) == "Cc" or unicodedata.category(char).startswith("Z")


def own_token(char):
    ascii_mark = "!" <= char <= "~" and not char.isalnum()
    picture = unicodedata.category(char) == "So" and ord(char) > 0x2300
    return ascii_mark or picture or unicodedata.category(char)[0] == "P" or ideograph(ord(char))


def attaches(text, i, begin):
    """Whether character i belongs to the character that begins at `begin`: enough of the rules for the sentences here."""
    code = ord(text[i])
    if unicodedata.category(text[i])[0] == "M" or in_ranges(code, [(0x1F3FB, 0x1F3FF), (0xE0020, 0xE007F)]):
        return True
    if code == 0x200D or text[i - 1] == "\u200d":
        return True
    flag = [(0x1F1E6, 0x1F1FF)]
    return i == begin + 1 and in_ranges(code, flag) and in_ranges(ord(text[begin]), flag)


def words(text):
    tokens = []
    word = ""
    i = 0
    while i < len(text):
        special = next((s for s in SPECIAL if text.startswith(s, i)), None)
        if special or separates(text[i]) or own_token(text[i]):
            tokens += [word] if word else []
            word = ""
        if special:
            tokens.append(special)
            i += len(special)
        elif separates(text[i]):
            i += 1
        elif own_token(text[i]):
            begin = i
            i += 1
            while i < len(text) and attaches(text, i, begin):
                i += 1
            tokens.append(text[begin:i])
        else:
            word += text[i].lower()
            i += 1
    tokens += [word] if word else []
    if tokens and tokens[0] != "[CLS]":
        tokens.insert(0, "[CLS]")
    if tokens and tokens[-1] != "[SEP]":
        tokens.append("[SEP]")
    ids = {name: i for i, name in enumerate(SPECIAL)}
    return tokens, [ids.setdefault(token, len(ids)) for token in tokens], len(ids)


SENTENCES = [
    "", "   \t\r\n", "The cat sat on the mat.", "the THE The", "don't stop-me now!!", "[CLS] already framed [SEP]",
    "[MASK] and [mask] [CLS", "[SEP]", "[CLS]", "a[PAD]b[UNK]c", "\u00c4pfel \u00d6l \u00dcber \u0141\u00f3d\u017a \u1e9e \u0178",
    "caf\u00e9 cafe\u0301 CAFE\u0301", "\u00bfQu\u00e9 tal? \u2014 \u00abbien\u00bb\u2026", "\u05e9\u05dc\u05d5\u05dd, \u05e2\u05d5\u05dc\u05dd! \u0645\u0631\u062d\u0628\u0627\u060c",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 family", "cat\U0001f431dog \U0001f44d\U0001f3fd\u2764\ufe0f",
    "\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7", "1\ufe0f\u20e3 #\ufe0f\u20e3", "\u6211\u559c\u6b22\u732b\u3002 \u3053\u3093\u306b\u3061\u306f", "nul\0here \x07 bell",
    "no\u00a0break\u2003em\u3000ideographic\u2028line\u0085next", "\u0301leading mark", "x\u200dy zero\u200bwidth", "3.14 + 2 = 5.14 $ 100%",
    "\u041a\u041e\u0428\u041a\u0410 \u039f\u0394\u039f\u03a3 \u01c4 \u01c5", "\ufeffbom", "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35 \u0928\u092e\u0938\u094d\u0924\u0947",
]


def make_tokens():
    rows = []
    for text in SENTENCES:
        tokens, ids, vocab = words(text)
        rows.append({"text": text, "tokens": tokens, "ids": ids, "vocab": vocab})
    lines = ",\n".join(json.dumps(row) for row in rows)
    (HERE / "words.json").write_text("[\n" + lines + "\n]\n", encoding="ascii")


def make_characters():
    chosen = random.Random(3)
    codes = set(range(0x250)) | set(range(0x2000, 0x2070)) | set(range(0x1E00, 0x1F00))
    codes |= {chosen.randrange(0x10000) for _ in range(2500)} | {chosen.randrange(0x31000) for _ in range(1500)}
    lines = []
    for code in sorted(codes):
        char = chr(code)
        category = unicodedata.category(char)
        if category == "Cn":
            continue  # not assigned yet: nobody says what it will be
        mark = "!" <= char <= "~" and not char.isalnum()
        lower = char.lower() if len(char.lower()) == 1 else char
        space = category[0] == "Z" or code in (9, 10, 11, 12, 13, 0x85)
        flags = [space, category == "Cc", mark or category[0] == "P", category[0] == "M", ideograph(code)]
        lines.append(f"{code:x} {''.join('01'[bool(flag)] for flag in flags)} {ord(lower):x}")
    (HERE / "characters.txt").write_text("\n".join(lines) + "\n", encoding="ascii")


def sigma_ends(text):
    return text.lower()[-1] == "\u03c2"


def unicode_record(code):
    char = chr(code)
    category = unicodedata.category(char)
    ascii_mark = "!" <= char <= "~" and not char.isalnum()
    flags = [category[0] == "Z" or code in (9, 10, 11, 12, 13, 0x85), category == "Cc", ascii_mark or category[0] == "P",
             category[0] == "M", category == "Mn", category[0] == "C", sigma_ends(char + "\u03a3"),
             sigma_ends("a" + char + "\u03a3")]
    lower = char.lower() if len(char.lower()) == 1 else char
    bare = [ord(c) for c in unicodedata.normalize("NFD", char) if unicodedata.category(c) != "Mn"]
    return f"{code:x} {''.join('01'[flag] for flag in flags)} {ord(lower):x} {','.join(f'{c:x}' for c in bare)}\n"


def make_unicode():
    """A line for each run of assigned code points within 4096: first, last, MD5 of their properties as text."""
    assert unicodedata.unidata_version == "14.0.0"
    runs = []
    for code in range(0x110000):
        if unicodedata.category(chr(code)) == "Cn":
            continue
        if runs and runs[-1][1] == code - 1 and code % 4096 != 0:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    lines = []
    for first, last in runs:
        text = "".join(unicode_record(code) for code in range(first, last + 1))
        lines.append(f"{first:x} {last:x} {hashlib.md5(text.encode()).hexdigest()}\n")
    (HERE / "unicode14.txt").write_text("".join(lines), encoding="ascii")


def main():
    for folder in ("npy", "types"):  # other scripts make the rest
        shutil.rmtree(HERE / folder, ignore_errors=True)
    make_catalogue()
    make_types()
    make_tokens()
    make_characters()
    make_unicode()


if __name__ == "__main__":
    sys.exit(main())
