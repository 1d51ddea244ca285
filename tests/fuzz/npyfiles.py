#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Matrix files (.npy) as they should be, and with bytes changed, cut, doubled or added: `phasor table --embedding file:` gives
the file's numbers in every bit, or refuses with one line.

    npyfiles.py PROGRAM [--seconds N] [--seed N] [--calls N]
"""
import struct
import sys

import harness
from harness import require

TYPES = ["<f4", ">f4", "<f2", "<f8", "|i1", "<i2", ">i4", "<i8", "|u1", "<u2", "|b1", "f", "d", "float32", "<c8", "|O", "<U3",
         "=f4", "|f4", "V4", "<f16"]
SIZES = {"2": 2, "4": 4, "8": 8, "1": 1}


def header(text, version, align=64):
    size = 2 if version == 1 else 4
    begin = b"\x93NUMPY" + bytes([version, 0])
    padded = text + " " * (-(len(begin) + size + len(text) + 1) % align) + "\n"
    return begin + len(padded).to_bytes(size, "little") + padded.encode("utf-8")


class Files:
    def __init__(self, fuzzer):
        self.fuzzer = fuzzer
        self.random = fuzzer.random
        self.path = fuzzer.folder / "in.npy"
        self.read = 0

    def floats(self, rows, cols):
        """Bytes of little-endian float32, every bit pattern but signalling NaN."""
        words = []
        for _ in range(rows * cols):
            word = self.random.choice([self.random.getrandbits(32), 0x80000000, 1, 0x3F800000, 0x7F800000])
            words.append(word | 0x00400000 if word & 0x7F800000 == 0x7F800000 and word & 0x007FFFFF else word)
        return struct.pack(f"<{len(words)}I", *words)

    def whole(self):
        rows, cols = self.random.randint(1, 9), self.random.randint(1, 9)
        text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {cols}), }}"
        return header(text, self.random.choice([1, 2, 3])), self.floats(rows, cols), rows, cols

    def table(self):
        # The rows are the tokens 0, 1, 2 … of a set-up without a text.
        return self.fuzzer.call(["table", "--stage", "embedding", "--embedding", "file:in.npy", "--out", "-", "--format",
                                 "npy", "--quiet", "--heads", "1"])

    def good(self):
        begin, cells, rows, cols = self.whole()
        self.path.write_bytes(begin + cells)
        call = self.table()
        require(call.code == 0, f"a good file is refused: {call.err!r}")
        require(call.out[call.out.index(b"\n") + 1:] == cells, f"other numbers of {rows} x {cols}")
        self.read += 1

    def other(self):
        """A header of other words."""
        dims = [self.random.choice([0, 1, 2, 3, 7, -1, 2**31, 2**63, 2**64, 10**40]) for _ in range(self.random.randint(0, 4))]
        shape = "(" + "".join(f"{d}, " for d in dims) + ")"
        text = self.random.choice([
            f"{{'descr': '{self.random.choice(TYPES)}', 'fortran_order': {self.random.choice(['True', 'False', '0'])}, "
            f"'shape': {shape}, }}",
            f"{{'shape': {shape}, 'fortran_order': False, 'descr': [('a', '<f4')], }}",
            "{" * self.random.randint(1, 300), "(" * 70000, "", "{'descr': '<f4'}", "\0" * 30, "{'shape': '\u202e'}"])
        self.path.write_bytes(header(text, self.random.choice([1, 2, 3]) if len(text) < 60000 else 2)
                              + self.random.randbytes(self.random.randint(0, 300)))
        self.strange()

    def changed(self):
        begin, cells, _, _ = self.whole()
        data = bytearray(begin + cells)
        for _ in range(self.random.randint(1, 4)):
            at = self.random.randrange(len(data)) if self.random.random() < 0.5 else self.random.randrange(len(begin))
            at = min(at, len(data) - 1)
            action = self.random.randrange(5)
            if action == 0:
                data[at] ^= 1 << self.random.randrange(8)
            elif action == 1:
                data[at] = self.random.choice([0, 255, 10, 39, 40, 41, 44, 48, 57, 123, 125])
            elif action == 2:
                del data[at:at + self.random.randint(1, 40)]
            elif action == 3:
                data[at:at] = data[at:at + self.random.randint(1, 40)]
            else:
                data[at:at] = self.random.randbytes(self.random.randint(1, 40))
            if not data:
                break
        self.path.write_bytes(bytes(data))
        self.strange()

    def strange(self):
        call = self.table()
        harness.well_behaved(call, (0, 2, 3, 5))
        if call.code == 0:
            self.read += 1
        checked = self.fuzzer.call(["check", "in.npy", "--stage", "position", "--max-len", "4", "--d-model", "4"])
        harness.well_behaved(checked, (0, 3, 5, 6))


def run(fuzzer):
    files = Files(fuzzer)
    while fuzzer.goes_on():
        fuzzer.random.choice([files.good, files.other, files.changed, files.changed])()
    print(f"npyfiles: {files.read} read")


if __name__ == "__main__":
    sys.exit(harness.main("npyfiles", run, __doc__))
