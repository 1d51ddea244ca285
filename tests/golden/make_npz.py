#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the golden .npz archives of tests/inputs, good and bad, with a manifest.

Needs NumPy (1.24) and nothing else. The same output every time.
"""
import io
import json
import pathlib
import shutil
import struct
import zipfile
import zlib

import numpy as np

HERE = pathlib.Path(__file__).with_name("inputs") / "npz"
VALUES = [0, 1, 2, 3, 4, 5]
ONES = 0xFFFFFFFF


def npy(array, **options):
    out = io.BytesIO()
    np.lib.format.write_array(out, array, **options)
    return out.getvalue()


NPY = npy(np.arange(6, dtype="<f4").reshape(2, 3))


class Member:
    """One member; `local` and `central` replace fields of its two headers, `both` those of both."""

    def __init__(self, name="w.npy", content=NPY, method=8, stored=None, after=b"", local=None, central=None, **both):
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = deflate.compress(content) + deflate.flush() if method == 8 else content
        self.data = packed if stored is None else stored
        self.after = after
        fields = {"flags": 0, "method": method, "crc": zlib.crc32(content), "stored": len(self.data),
                  "size": len(content), "name": name.encode() if isinstance(name, str) else name, "extra": b"",
                  "disk": 0, "offset": None}
        fields |= both
        self.local_fields = fields | (local or {})
        self.central_fields = fields | (central or {})

    def common(self, f):
        return struct.pack("<HHHHHIIIHH", 20, f["flags"], f["method"], 0, 33, f["crc"], f["stored"], f["size"],
                           len(f["name"]), len(f["extra"]))

    def local(self):
        f = self.local_fields
        return b"PK\3\4" + self.common(f) + f["name"] + f["extra"] + self.data + self.after

    def central(self, offset):
        f = self.central_fields
        offset = offset if f["offset"] is None else f["offset"]
        return (b"PK\1\2" + struct.pack("<H", 20) + self.common(f) + struct.pack("<HHHII", 0, f["disk"], 0, 0, offset)
                + f["name"] + f["extra"])


def end(count, size, offset, comment=b"", disk=0):
    return b"PK\5\6" + struct.pack("<HHHHIIH", disk, disk, count, count, size, offset, len(comment)) + comment


def end64(count, size, offset, at, length=44):
    record = b"PK\6\6" + struct.pack("<QHHIIQQQQ", length, 45, 45, 0, 0, count, count, size, offset)
    return record + b"PK\6\7" + struct.pack("<IQI", 0, at, 1)


def archive(*members, before=b"", counted=b"", count=None, directory=None, comment=b"", disk=0, wide=False, **wide_fields):
    """`before`: junk, not counted in the offsets, or `counted`; `directory`: its offset in the end record."""
    out = counted
    offsets = []
    for member in members:
        offsets.append(len(out))
        out += member.local()
    entries = b"".join(member.central(offset) for member, offset in zip(members, offsets))
    count = len(members) if count is None else count
    directory = len(out) if directory is None else directory
    body = before + out + entries
    if wide:
        fields = {"count": count, "size": len(entries), "offset": directory, "at": len(body)} | wide_fields
        return body + end64(**fields) + end(0xFFFF, ONES, ONES)
    return body + end(count, len(entries), directory, comment, disk)


class Stream(io.RawIOBase):
    """Cannot seek: zipfile writes sizes behind the data."""

    def __init__(self):
        super().__init__()
        self.bytes = b""

    def writable(self):
        return True

    def write(self, data):
        self.bytes += bytes(data)
        return len(data)


def with_zipfile(names, method, stream=False, force_zip64=False, others=()):
    out = Stream() if stream else io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as z:
        for name, content in list(others) + [(name, NPY) for name in names]:
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            with z.open(info, "w", force_zip64=force_zip64) as member:
                member.write(content)
    return out.bytes if stream else out.getvalue()


def with_numpy(save, *arrays, **named):
    out = io.BytesIO()
    save(out, *arrays, **named)
    return out.getvalue()


class Catalogue:
    def __init__(self):
        self.rows = []

    def add(self, name, content, why, expect, code, **more):
        (HERE / (name + ".npz")).write_bytes(content)
        self.rows.append({"id": name, "file": name + ".npz", "expect": expect, "code": code, "why": why} | more)

    def accept(self, name, content, why, names=("w",), code=None):
        with zipfile.ZipFile(io.BytesIO(content)) as z:
            assert z.testzip() is None
        self.add(name, content, why, "W" if code else "A", code or "", offset=None, names=list(names), values=VALUES)

    def refuse(self, name, content, why, code, at):
        """`at`: the byte of the fault; bytes: those that begin there, seen from the end."""
        self.add(name, content, why, "R", code, offset=content.rindex(at) if isinstance(at, bytes) else at)


CENTRAL = b"PK\1\2"
END = b"PK\5\6"
DATA = 30 + len("w.npy")  # offset of the first member's data


def good_archives(c):
    a = np.arange(6, dtype="<f4").reshape(2, 3)
    c.accept("z001", archive(Member()), "one deflated member")
    c.accept("z002", archive(Member(method=0)), "stored member")
    c.accept("z003", archive(Member("a.npy"), Member("b.npy", method=0)), "two members", ["a", "b"])
    late = {"flags": 8, "local": {"crc": 0, "stored": 0, "size": 0}}
    m = Member()
    after = b"PK\7\b" + struct.pack("<III", zlib.crc32(NPY), len(m.data), len(NPY))
    c.accept("z004", archive(Member(after=after, **late)), "data descriptor")
    c.accept("z005", archive(Member(), comment=b"made by hand"), "archive comment")
    c.accept("g001", with_numpy(np.savez, w=a), "numpy.savez (ZIP64 in the local header)")
    c.accept("g002", with_numpy(np.savez_compressed, w=a), "numpy.savez_compressed")
    c.accept("g003", with_numpy(np.savez, a, a, b=a.astype(">f8"), c=np.asfortranarray(a)),
             "numpy.savez of four arrays", ["b", "c", "arr_0", "arr_1"])
    c.accept("g004", with_zipfile(["w.npy"], zipfile.ZIP_DEFLATED, stream=True), "zipfile to a stream, deflated")
    c.accept("g005", with_zipfile(["w.npy"], zipfile.ZIP_STORED, stream=True), "zipfile to a stream, stored")
    c.accept("g006", with_zipfile(["w.npy"], zipfile.ZIP_STORED, stream=True, force_zip64=True),
             "zipfile to a stream with ZIP64, stored")
    c.accept("g007", with_zipfile(["w.npy"], zipfile.ZIP_DEFLATED, force_zip64=True), "zipfile with ZIP64, deflated")
    others = [("README", b"text"), ("folder/", b""), ("empty", b""), ("long.txt", b"0123456789" * 100)]
    c.accept("g008", with_zipfile(["layer/w.npy"], zipfile.ZIP_DEFLATED, others=others), "members of other kinds",
             ["layer/w"])
    c.accept("g009", archive(Member("größe.npy", flags=0x800)), "UTF-8 name", ["größe"])
    c.accept("g010", archive(Member(method=0), wide=True), "ZIP64 end record")
    wide = {"stored": ONES, "size": ONES}
    sizes = struct.pack("<HHQQ", 1, 16, len(NPY), len(NPY))
    everything = struct.pack("<HHQQQ", 1, 24, len(NPY), len(NPY), 0)
    c.accept("g011", archive(Member(method=0, local=wide | {"extra": sizes},
                                    central=wide | {"offset": ONES, "extra": b"\x55\x54\1\0x" + everything}), wide=True),
             "ZIP64 values everywhere, behind another extra field")
    c.accept("g012", archive(Member(), comment=END + bytes(19)), "end record's signature in the comment")
    c.accept("g013", archive(Member("w.npy", after=bytes(7)), Member("README", b"text", method=0)),
             "unused bytes between members")


def damaged_archives(c):
    good = archive(Member())
    c.refuse("z006", archive(), "empty archive (end record only)", "EMPTY", 0)
    c.refuse("z007", b"", "empty file", "TRUNC", 0)
    c.refuse("z008", NPY, "a .npy renamed .npz", "ZIP", len(NPY))
    c.refuse("z009", good[:-1], "end record one byte short", "ZIP", len(good) - 1)
    c.refuse("z010", good[:60], "cut inside the member", "ZIP", 60)
    c.refuse("z011", good[:good.rindex(END)], "no end record", "ZIP", good.rindex(END))
    c.refuse("z012", archive(Member(), count=65535), "end record claims 65535 members", "ZIP", END)
    c.refuse("z013", archive(Member(), directory=1 << 30), "directory's offset out of the file", "ZIP", END)
    c.refuse("z014", archive(Member(crc=1)), "wrong CRC-32, deflated", "CRC", DATA)
    c.refuse("z014s", archive(Member(method=0, crc=1)), "wrong CRC-32, stored", "CRC", DATA)
    c.refuse("z015", archive(Member(size=len(NPY) - 1)), "uncompressed size 1 too small", "ZIP", DATA)
    c.refuse("z015b", archive(Member(size=len(NPY) + 1)), "uncompressed size 1 too large", "ZIP", DATA)
    c.refuse("z015s", archive(Member(method=0, size=len(NPY) - 1)), "the same, stored", "ZIP", CENTRAL)
    c.refuse("z016", archive(Member(size=4294967280)), "uncompressed size 4,294,967,280", "RATIO", CENTRAL)
    c.refuse("z017", archive(Member(stored=Member().data, central={"stored": 1 << 20}, local={"stored": 1 << 20})),
             "compressed size beyond the file", "ZIP", CENTRAL)
    c.refuse("z017b", archive(Member(method=0, central={"stored": len(NPY) + 9, "size": len(NPY) + 9})),
             "compressed size into the directory", "ZIP", 0)


def wrong_arrays(c):
    """The offsets are those in the member."""
    c.refuse("z018", archive(Member(content=NPY[:10])), "member inflates to 10 bytes", "TRUNC", 10)
    c.refuse("z019", archive(Member(content=NPY[:8] + b"\xff\xff" + NPY[10:])), "header length 65535 in a member",
             "TRUNC", len(NPY))
    large = NPY.replace(b"(2, 3), }" + b" " * 20, b"(2000000000, 3000), }" + b" " * 8)
    assert len(large) == len(NPY)
    c.refuse("z020", archive(Member(content=large)), "declared array larger than the member", "SIZE",
             large.index(b"(2000"))
    pickled = npy(np.array([[1, "x"]], dtype=object), allow_pickle=True)
    c.refuse("z031", archive(Member(content=pickled)), "pickled object array", "DTYPE", pickled.index(b"'|O'"))


def odd_members(c):
    twins = [Member(f"w{i}.npy", central={"offset": 0}) for i in range(20)]
    c.refuse("z022", archive(*twins), "20 members share one local header", "OVERLAP", 0)
    c.refuse("z022b", archive(Member("a.npy", content=Member("b.npy").local(), method=0),
                              Member("b.npy", central={"offset": 35})), "a member within a member", "OVERLAP", 35)
    c.accept("z023", archive(Member("../../etc/w.npy")), "path out of the archive", ["../../etc/w"], "NAME")
    c.accept("z023b", archive(Member("/w.npy")), "absolute path", ["/w"], "NAME")
    c.accept("z023c", archive(Member("..\\w.npy")), "path of Windows", ["..\\w"], "NAME")
    c.refuse("z024", archive(Member("w\0.npy")), "NUL in a name", "NAME", CENTRAL)
    c.refuse("z025", archive(Member(), Member()), "duplicate name", "DUP", CENTRAL)
    c.refuse("z025b", archive(Member(), Member("w")), "duplicate name without .npy", "DUP", CENTRAL)
    c.refuse("z026", archive(Member(local={"name": b"v.npy"})), "local and central names differ", "ZIP", 0)
    c.refuse("z026b", archive(Member(local={"crc": 1})), "local and central CRC differ", "ZIP", 0)
    c.refuse("z026c", archive(Member(local={"method": 0})), "local and central methods differ", "ZIP", 0)
    c.refuse("z026d", archive(Member(local={"size": 1})), "local and central sizes differ", "ZIP", 0)
    c.refuse("z027", archive(Member(flags=1)), "encrypted", "ENCRYPTED", CENTRAL)
    c.refuse("z028", archive(Member(method=12)), "compression method 12 (bzip2)", "METHOD", CENTRAL)
    c.refuse("z029", archive(Member("README", b"text"), Member("b", b"\x93NUMBER", method=0)), "no .npy member",
             "EMPTY", 0)
    c.accept("z030", archive(Member("w")), "one-letter name without .npy, deflated", code="NAME")
    c.accept("z030s", archive(Member("w", method=0)), "one-letter name without .npy, stored", code="NAME")
    c.refuse("z032", archive(Member(), before=b"#!/bin/sh\n"), "junk before the archive", "POLYGLOT", 0)
    c.refuse("z032b", archive(Member(), counted=b"#!/bin/sh\n"), "junk before the first local header", "POLYGLOT", 0)
    c.refuse("z033", archive(Member(), disk=1), "multi-disk archive", "ZIP", END)
    c.refuse("z033b", archive(Member(disk=1)), "a member on another disk", "ZIP", CENTRAL)
    c.accept("z034", archive(Member(b"caf\xe9.npy")), "name that is not UTF-8", [{"bytes": list(b"caf\xe9")}], "NAME")
    c.refuse("z035", archive(Member(stored=b"\xff" + Member().data[1:])), "corrupt byte in the deflate stream",
             "DEFLATE", DATA + 1)
    packed = Member().data
    c.refuse("z035b", archive(Member(stored=packed[:-3])), "deflate stream cut", "DEFLATE", DATA + len(packed) - 3)
    c.refuse("z035c", archive(Member(stored=packed + b"\0\0")), "bytes behind the deflate stream", "ZIP", DATA)


def wrong_zip64(c):
    good = archive(Member(), wide=True)
    at = good.rindex(b"PK\6\6")
    for number, (fields, why) in enumerate([({"at": at + 1}, "offset 1 too large"), ({"at": (1 << 64) - 1}, "offset 2^64 - 1"),
                                            ({"length": 45}, "a wrong length"), ({"length": (1 << 64) - 12}, "a length that wraps")]):
        c.refuse(f"w00{number + 1}", archive(Member(), wide=True, **fields), "ZIP64 end record: " + why, "ZIP", END)
    c.refuse("w005", archive(Member(), wide=True, count=1 << 63), "2^63 members", "ZIP", b"PK\6\6")
    c.refuse("w006", archive(Member(), wide=True, offset=(1 << 64) - 1), "directory at 2^64 - 1", "ZIP", b"PK\6\6")
    c.refuse("w007", archive(Member(), wide=True, size=(1 << 64) - 1), "directory of 2^64 - 1 bytes", "ZIP", b"PK\6\6")
    c.refuse("w008", archive(Member(central={"size": ONES})), "ZIP64 value missing", "ZIP", CENTRAL)
    for name, size in [("w009", (1 << 64) - 1), ("w010", 1 << 63)]:
        extra = struct.pack("<HHQQ", 1, 16, size, size)
        c.refuse(name, archive(Member(method=0, central={"size": ONES, "stored": ONES, "extra": extra})),
                 f"stored size {size}", "ZIP", CENTRAL)
    c.refuse("w012", archive(Member(), comment=END + bytes(18)), "another end record in the comment", "ZIP", END)
    extra = struct.pack("<HHQ", 1, 8, (1 << 64) - 30)
    c.refuse("w011", archive(Member(central={"offset": ONES, "extra": extra})), "offset that wraps", "ZIP", CENTRAL)


def main():
    shutil.rmtree(HERE, ignore_errors=True)
    HERE.mkdir(parents=True)
    c = Catalogue()
    for part in (good_archives, damaged_archives, wrong_arrays, odd_members, wrong_zip64):
        part(c)
    zeros = with_numpy(np.savez_compressed, w=np.zeros((1024, 512), dtype="<f4"))
    (HERE / "zeros.npz").write_bytes(zeros)
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in c.rows)
    (HERE / "manifest.json").write_text("[\n" + rows + "\n]\n")


if __name__ == "__main__":
    main()
