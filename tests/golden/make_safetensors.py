#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the golden data of tests/inputs/tst_safetensors: the catalogue of .safetensors files, good and bad, with a
manifest, and one file of each type with the float32 of each number.

Needs Python alone: the format is written here anew, from its specification. The same output every time.
"""
import json
import pathlib
import random
import shutil
import struct
import sys

FOLDER = pathlib.Path(__file__).with_name("inputs") / "safetensors"
VALUES = [0, 1, 2, 3, 4, 5]
DATA = struct.pack("<6f", *VALUES)
ENTRY = '"dtype":"F32","shape":[2,3],"data_offsets":[0,24]'


def pack(header, data=DATA, length=None):
    header = header if isinstance(header, bytes) else header.encode("utf-8")
    return struct.pack("<Q", len(header) if length is None else length) + header + data


def entry(name="a", dtype="F32", shape="[2,3]", offsets="[0,24]"):
    return f'"{name}":{{"dtype":"{dtype}","shape":{shape},"data_offsets":{offsets}}}'


def one(**fields):
    return "{" + entry(**fields) + "}"


class Catalogue:
    def __init__(self):
        self.rows = []

    def add(self, name, content, why, expect, code="", at=None, field=None, tensors=None):
        """`at`: the byte of the fault, or the text that begins there."""
        if isinstance(at, str):
            at = content.index(at.encode("utf-8"))
        (FOLDER / (name + ".safetensors")).write_bytes(content)
        row = {"id": name, "file": name + ".safetensors", "expect": expect, "code": code, "why": why}
        if expect == "R":
            row.update(offset=at, field=field)
        else:
            row["tensors"] = tensors
        self.rows.append(row)

    def accept(self, name, content, why, tensors, code=""):
        """`tensors`: name, type, shape, first byte in the data, values (if the type is read)."""
        self.add(name, content, why, "W" if code else "A", code, tensors=tensors)

    def refuse(self, name, content, why, code, at, field='"a"'):
        self.add(name, content, why, "R", code, at, field)


def tensor(name="a", dtype="F32", shape=(2, 3), begin=0, values=VALUES):
    return {"name": name, "type": dtype, "shape": list(shape), "begin": begin, "values": values}


def good_files(c):
    c.accept("s001", pack(one()), "valid F32 2x3", [tensor()])
    halves = struct.pack("<6e", *VALUES)
    c.accept("s002", pack(one(dtype="F16", offsets="[0,12]"), halves), "F16", [tensor(dtype="F16")])
    upper = b"".join(struct.pack("<f", v)[2:] for v in VALUES)
    c.accept("s003", pack(one(dtype="BF16", offsets="[0,12]"), upper), "BF16", [tensor(dtype="BF16")])
    doubles = struct.pack("<6d", *VALUES)
    c.accept("s004", pack(one(dtype="F64", offsets="[0,48]"), doubles), "F64", [tensor(dtype="F64")])
    c.accept("s005", pack('{"__metadata__":{"format":"pt"},' + entry() + "}"), "with __metadata__", [tensor()])
    c.accept("s006", pack(one() + " " * 7), "trailing spaces in the header", [tensor()])
    c.accept("s007", pack("  " + one()), "leading spaces", [tensor()], "PAD")
    two = "{" + entry("b", shape="[1,2]", offsets="[16,24]") + "," + entry("a", shape="[2,2]", offsets="[0,16]") + "}"
    c.accept("s008", pack(two), "header order differs from offset order",
             [tensor("b", shape=(1, 2), begin=16, values=[4, 5]), tensor(shape=(2, 2), values=[0, 1, 2, 3])])
    c.accept("s009", pack(one(shape="[]", offsets="[0,4]"), DATA[:4]), "0-rank tensor only",
             [tensor(shape=(), values=[0])])
    c.accept("s010", pack(one(shape="[0,3]", offsets="[0,0]"), b""), "zero-row tensor only",
             [tensor(shape=(0, 3), values=[])])
    c.accept("s011", pack("{}", b""), "no tensors", [])


def lengths(c):
    c.refuse("s020", b"", "empty file", "TRUNC", 0, "")
    c.refuse("s021", b"\x3c" + bytes(6), "7 bytes", "TRUNC", 7, "")
    c.refuse("s022", b"\x3c" + bytes(7), "length 60, no header", "TRUNC", 8, "")
    c.refuse("s023", bytes(8), "length 0", "HEADER", 0, "header")
    small = pack(one(), length=1000)
    c.refuse("s024", small, "length 1000 in a small file", "TRUNC", len(small), "")
    for name, length in [("s025", 100_000_001), ("s026", 2**64 - 1), ("s027", 2**63), ("s028", 2**64 - 8)]:
        c.refuse(name, pack(one(), length=length), f"length {length}", "HEADER_SIZE", 0, "header")
    c.refuse("s077", b"PK\x03\x04\x14\x00\x08\x08\x08\x00" + bytes(40), "a zip renamed", "HEADER_SIZE", 0, "header")


def texts(c):
    c.refuse("s029", pack(one().encode().replace(b'"a"', b'"\xff"')), "header byte 0xff", "UTF8", 10, "header")
    c.refuse("s030", pack("{", b""), "header is {", "JSON", 9, "header")
    c.refuse("s031", pack("[" + one() + "]"), "header is an array", "JSON", 8, "header")
    garbage = pack(one() + " x")
    c.refuse("s032", garbage, "garbage after the JSON", "JSON", garbage.index(b" x") + 1, "header")
    c.refuse("s033", pack("{" + entry() + "," + entry() + "}"), "duplicate tensor name", "DUP", 8 + len(one()))
    field = pack("{" + entry()[:-1] + ',"dtype":"F32"}}')
    c.refuse("s034", field, "duplicate field", "DUP", field.rindex(b'"dtype"'))
    for name, depth in [("s068", 200), ("s069", 20000)]:
        deep = pack("{" + entry()[:-1] + ',"x":' + "[" * depth + "]" * depth + "}}")
        c.refuse(name, deep, f"nesting {depth}", "JSON", deep.index(b"[[") + 126)
    c.refuse("s070", pack(one(name="\\ud800")), "lone surrogate in a tensor name", "UTF8", 16, "header")
    c.refuse("s071", pack("\ufeff" + one()), "byte order mark in the header", "JSON", 8, "header")
    c.refuse("x001", pack(one() + "\0\0"), "NUL bytes after the JSON, where a C string ends", "JSON", 8 + len(one()),
             "header")
    escaped = pack("{" + entry() + "," + entry("\\u0061") + "}")
    c.refuse("x002", escaped, "duplicate tensor name, spelled in two ways", "DUP", 8 + len(one()))
    c.refuse("x003", pack("   ", b""), "only white space", "JSON", 11, "header")


def places(c):
    end = 8 + len(one())
    c.refuse("s035", pack(one(), DATA + b"\0"), "one byte after the last tensor", "TRAILING", end + 24, "")
    c.refuse("s036", pack(one(), DATA[:-2]), "two bytes missing", "TRUNC", end + 22, "")

    def pair(first, second, shape="[1,3]"):
        return pack("{" + entry("a", shape=shape, offsets=first) + "," + entry("b", shape=shape, offsets=second) + "}",
                    DATA + bytes(4))

    c.refuse("s037", pair("[0,12]", "[16,28]"), "hole of 4 bytes between tensors", "HOLE", '"b"', '"b"')
    c.refuse("s038", pair("[0,24]", "[0,24]", "[2,3]"), "two tensors on the same bytes", "OVERLAP", '"b"', '"b"')
    c.refuse("s039", pair("[0,12]", "[8,20]"), "partial overlap of 4 bytes", "OVERLAP", '"b"', '"b"')
    c.refuse("s040", pack(one(offsets="[4,28]"), bytes(4) + DATA), "first tensor does not begin at 0", "HOLE", '"a"')
    for name, offsets, why in [
            ("s041", "[24,0]", "end before begin"), ("s045", "[24]", "one offset"),
            ("s046", "[0,24,24]", "three offsets"), ("x004", "[]", "no offset"),
            ("x005", "[18446744073709551592,18446744073709551615]", "offsets almost 2^64")]:
        c.refuse(name, pack(one(offsets=offsets)), why, "OFFSET", offsets)
    for name, offsets, at, why in [
            ("s042", "[-24,0]", "-24", "negative begin"), ("s043", "[0,24.0]", "24.0", "float offset 24.0"),
            ("s044", "[0,2e1]", "2e1", "exponent notation"), ("x006", "[-0,24]", "-0", "minus zero"),
            ("s047", "[0,18446744073709551616]", "18446744073709551616", "offset 2^64"),
            ("x007", "[[0],24]", "[0]", "a list in the list"), ("x008", '"0"', '"0"', "offsets a text")]:
        c.refuse(name, pack(one(offsets=offsets)), why, "OFFSET", at)
    many = "{" + ",".join(entry(f"t{i:04}", shape="[400,100]", offsets="[0,160000]") for i in range(300)) + "}"
    c.refuse("s074", pack(many, b""), "300 tensors on the same 160 kB", "OVERLAP", '"t0001"', '"t0001"')


def sizes(c):
    for name, shape, offsets, why in [
            ("s048", "[4294967296,4294967296]", "[0,0]", "shape product 2^64"),
            ("s049", "[2,18446744073709551614]", "[0,24]", "a dimension almost 2^64"),
            ("s050", "[2,9223372036854775807]", "[0,24]", "bytes beyond 2^64"),
            ("s051", "[1024,1024]", "[0,4]", "shape 4 MB, offsets 4 bytes"),
            ("s053", "[256,1]", "[0,65536]", "shape 1024 bytes, offsets 65536"),
            ("x009", "[0,18446744073709551615]", "[0,0]", "no number, but a dimension of 2^64 - 1")]:
        c.refuse(name, pack(one(shape=shape, offsets=offsets)), why, "SIZE", shape)
    short = pack(one(shape="[1024,1024]", offsets="[0,4194304]"), bytes(4))
    c.refuse("s052", short, "consistent header, 4 bytes of data", "TRUNC", len(short), "")
    c.refuse("s054", pack(one(dtype="F64", shape="[4]", offsets="[0,16]"), bytes(16)), "F64 [4] with 16 bytes", "SIZE",
             "[4]")


def types(c):
    c.refuse("s055", pack(one(dtype="f32")), "lower-case dtype", "DTYPE", '"f32"')
    c.refuse("s056", pack(one(dtype="Q8_0")), "unknown dtype", "DTYPE", '"Q8_0"')
    c.accept("s057", pack(one(dtype="F8_E4M3", offsets="[0,6]"), bytes(6)), "F8: known, not read",
             [tensor(dtype="F8_E4M3", values=None)])
    c.refuse("s058", pack(one(dtype="F4", shape="[3]", offsets="[0,2]"), bytes(2)), "F4 not on a byte boundary",
             "DTYPE", '"F4"')
    c.accept("x010", pack(one(dtype="F4", offsets="[0,3]"), bytes(3)), "F4 on a byte boundary",
             [tensor(dtype="F4", values=None)])
    c.refuse("x011", pack("{" + entry().replace('"F32"', "4") + "}"), "dtype a number", "DTYPE", "4,")
    c.accept("x012", pack("{" + entry("q", "F8_E5M2", "[8]", "[0,8]") + "," + entry("a", offsets="[8,32]") + "}",
                          bytes(8) + DATA),
             "a type that is not read and one that is",
             [tensor("q", "F8_E5M2", (8,), 0, None), tensor(begin=8)])


def fields(c):
    c.refuse("s059", pack('{"a":{"dtype":"F32","shape":[2,3]}}'), "data_offsets missing", "KEYS", '"a"')
    c.refuse("s060", pack('{"a":{"dtype":"F32","data_offsets":[0,24]}}'), "shape missing", "KEYS", '"a"')
    c.refuse("x013", pack('{"a":{"shape":[2,3],"data_offsets":[0,24]}}'), "dtype missing", "KEYS", '"a"')
    c.refuse("x014", pack('{"a":{}}'), "nothing in the entry", "KEYS", '"a"')
    c.accept("s061", pack('{"a":{' + ENTRY + ',"strides":{"a":[3,{"b":null}],"b":1.5}}}'), "unknown extra field",
             [tensor()], "KEYS")
    for name, shape, at, why in [
            ("s062", "[-2,3]", "-2", "negative dimension"), ("s063", '["2",3]', '"2"', "string dimension"),
            ("s064", "6", "6,", "shape a number"), ("x015", "[2.0,3]", "2.0", "float dimension"),
            ("x016", "[true,6]", "true", "bool dimension"), ("x017", "{}", "{}", "shape an object")]:
        c.refuse(name, pack(one(shape=shape)), why, "SHAPE", at)
    c.refuse("s065", pack('{"a":null}'), "tensor entry null", "JSON", "null")
    c.refuse("x018", pack('{"a":[' + ENTRY.replace(":", ",") + "]}"), "tensor entry a list", "JSON", "[")
    number = pack('{"__metadata__":{"step":7},' + entry() + "}")
    c.refuse("s066", number, "__metadata__ value not a string", "METADATA", "7", '"__metadata__"')
    nested = pack('{"__metadata__":{"x":{"y":"z"}},' + entry() + "}")
    c.refuse("s067", nested, "__metadata__ nested", "METADATA", '{"y"', '"__metadata__"')
    c.refuse("x019", pack('{"__metadata__":{"x":"1","x":"2"},' + entry() + "}"), "a key of __metadata__ twice", "DUP",
             '"x":"2"', '"__metadata__"')
    c.refuse("x020", pack('{"__metadata__":"pt",' + entry() + "}"), "__metadata__ a string", "METADATA", '"pt"',
             '"__metadata__"')


def names(c):
    long_name = "n" * 100_000
    c.accept("s072", pack(one(name=long_name)), "100,000-character tensor name",
             [tensor({"letter": "n", "times": 100_000})], "NAME")
    many = "{" + ",".join(entry(f"t{i}", "U8", "[1]", f"[{i},{i + 1}]") for i in range(50)) + "}"
    c.accept("s073", pack(many, bytes(50)), "50 one-element tensors: no 2-D one",
             [tensor(f"t{i}", "U8", (1,), i, [0]) for i in range(50)])
    c.accept("s075", pack(one(name="a\\n\\u001b[31mred\\u202e")), "newline and escape sequence in a name",
             [tensor("a\n\x1b[31mred\u202e")], "NAME")
    special = struct.pack("<6I", 0x7FC00000, 0x7F800000, 0xFF800000, 1, 0x80000000, 0x7F7FFFFF)
    c.accept("s076", pack(one(), special), "NaN and Inf values",
             [tensor(values=["nan", "inf", "-inf", 2.0**-149, -0.0, float(2**128 - 2**104)])])
    c.accept("x021", pack(one(name="\\ud83d\\ude00 \u00e4")), "surrogate pair in a name", [tensor("\U0001f600 \u00e4")])
    c.accept("x022", pack(one(name="")), "an empty name", [tensor("")])


def single(value):
    """The float32 next to the number, as its bits; ties to even."""
    try:
        return struct.unpack("<I", struct.pack("<f", value))[0]
    except OverflowError:
        return 0xFF800000 if value < 0 else 0x7F800000


def single_of_integer(value):
    """The same for an integer that a double may not hold."""
    magnitude = abs(value)
    shift = max(0, magnitude.bit_length() - 24)
    half = (1 << shift) >> 1
    kept, rest = magnitude >> shift, magnitude & ((1 << shift) - 1)
    kept += rest > half or (shift > 0 and rest == half and kept & 1)
    return single(float((kept << shift) * (-1 if value < 0 else 1)))


def type_files():
    """Per type a file of 4 x 5 numbers behind a tensor of three bytes, so that no number is aligned."""
    chosen = random.Random(11)
    formats = {"F64": "d", "F32": "f", "F16": "e", "BF16": "H", "I8": "b", "I16": "h", "I32": "i", "I64": "q",
               "U8": "B", "U16": "H", "U32": "I", "U64": "Q", "BOOL": "?"}
    rows = []
    for dtype, letter in formats.items():
        size = struct.calcsize("<" + letter)
        if dtype == "BF16":
            numbers = [0x3F80, 0x8000, 0x7F80, 0xFF80, 0x0001, 0x7F7F, 0x0080] + [chosen.randrange(0x7F80) for _ in range(13)]
            bits = [n << 16 for n in numbers]
        elif dtype[0] == "F":
            numbers = [float("inf"), float("-inf"), -0.0] + [chosen.uniform(-9, 9) * 10.0 ** chosen.randrange(-4, 4) for _ in range(17)]
            numbers[3:5] = {"F64": [1e300, -1e-300], "F32": [2.0**-149, -3.4e38], "F16": [2.0**-24, -65504.0]}[dtype]
            bits = [single(struct.unpack("<" + letter, struct.pack("<" + letter, n))[0]) for n in numbers]
        elif dtype == "BOOL":
            numbers = [chosen.random() < 0.5 for _ in range(20)]
            bits = [single(float(n)) for n in numbers]
        else:
            low = -(2 ** (8 * size - 1)) if dtype[0] == "I" else 0
            high = low + 2 ** (8 * size) - 1
            numbers = [low, high, 0, 1] + [chosen.randint(low, high) >> chosen.randrange(8 * size) for _ in range(16)]
            bits = [single_of_integer(n) for n in numbers]
        data = b"abc" + struct.pack(f"<20{letter}", *numbers)
        header = "{" + entry("odd", "U8", "[3]", "[0,3]") + "," + entry("a", dtype, "[4,5]", f"[3,{len(data)}]") + "}"
        (FOLDER / f"type_{dtype}.safetensors").write_bytes(pack(header, data))
        rows.append({"type": dtype, "file": f"type_{dtype}.safetensors", "bits": bits})
    return rows


def write_rows(name, rows):
    lines = ",\n".join(json.dumps(row) for row in rows)
    (FOLDER / name).write_text("[\n" + lines + "\n]\n", encoding="ascii")


def main():
    if FOLDER.exists():
        shutil.rmtree(FOLDER)
    FOLDER.mkdir(parents=True)
    c = Catalogue()
    for part in [good_files, lengths, texts, places, sizes, types, fields, names]:
        part(c)
    write_rows("manifest.json", sorted(c.rows, key=lambda row: row["id"]))
    write_rows("types.json", type_files())


if __name__ == "__main__":
    sys.exit(main())
