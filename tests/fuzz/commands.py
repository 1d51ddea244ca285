#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random command lines, made from what `phasor list parameters --json` says of each option: good values, the ends of ranges
and beyond them, words, nonsense. What is accepted is held against what it must be: a table has its shape, is the same at any
number of threads, and a window of it is a part of it.

    commands.py PROGRAM [--seconds N] [--seed N] [--calls N]
"""
import json
import sys

import harness
from harness import require

STRANGE = ["", " ", "0", "-0", "-1", "1e9999", "nan", "inf", "0x10", "1_000", "１", "½", "1,2", ",", "..", "a" * 5000,
           "\x1b[31m", "\u202e", "'", '"', "\\", "%s%n", "{d_model}", "file:", "file:missing.npy", "--", "-", "on", "none",
           "9223372036854775808", "18446744073709551616", "-9223372036854775809", "4.9e-324", "1e308"]
WORDS = ["the", "cat", "[CLS]", "[MASK]", "naïve", "数", "🙂", "a\tb", "x" * 300, "&", "<b>", "]]>", "\u0000x"[1:]]
SMALL = {"d-model": (1, 48), "max-len": (1, 60), "seq-len": (1, 60), "vocab": (1, 300), "heads": (1, 8), "head": (0, 8),
         "draws-before-embedding": (0, 1000), "draws-before-mask": (0, 1000), "position-dims": (1, 20),
         "t5-buckets": (2, 64), "octaves": (1, 32)}
STAGES = ["tokens", "embedding", "scaled", "position", "sum", "mask", "output", "queries", "keys", "bias", "scores",
          "attention"]


class Commands:
    def __init__(self, fuzzer):
        self.fuzzer = fuzzer
        self.random = fuzzer.random
        listed = fuzzer.call(["list", "parameters", "--json"])
        self.parameters = [p for p in json.loads(listed.out) if p["option"] not in ("--tokenizer", "--rope-factors")]
        self.views = [v["id"] for v in json.loads(fuzzer.call(["list", "views", "--json"]).out)]
        self.accepted = 0

    def good(self, parameter):
        name, kind = parameter["option"][2:], parameter["type"]
        low, high = SMALL.get(name, (parameter["minimum"], parameter["maximum"]))
        if kind == "integer":
            return str(self.random.choice([int(low), int(high), self.random.randint(int(low), int(high))]))
        if kind in ("choice", "choice or file") or (kind == "choice or number" and self.random.random() < 0.6):
            return self.random.choice(parameter["choices"])
        if kind in ("real", "choice or number"):
            return repr(self.random.choice([0.5, 1.0, 2.0, 10000.0, self.random.uniform(0, 1), low, high]))
        if kind == "seed":
            return str(self.random.choice([0, 1, -1, 42, 2**32 - 1, 2**64 - 1, -2**63, self.random.getrandbits(63)]))
        if name == "grid":
            return f"{self.random.randint(1, 9)}x{self.random.randint(1, 9)}"
        return " ".join(self.random.choices(WORDS, k=self.random.randint(0, 12)))

    def set_up(self):
        """Options of a small set-up; whether all values are of their kinds."""
        chosen = self.random.sample(self.parameters, self.random.randint(0, 6))
        options = {"--d-model": "16", "--max-len": "20"}
        strange = self.random.random() < 0.25
        for parameter in chosen:
            bad = strange and self.random.random() < 0.4
            options[parameter["option"]] = self.random.choice(STRANGE) if bad else self.good(parameter)
        words = []
        for option, value in options.items():
            value = value.replace("\0", "")
            words += [f"{option}={value}"] if value.startswith("-") and not value[1:2].isdigit() else [option, value]
        return words

    def window(self):
        a, b = sorted((self.random.randint(0, 8), self.random.randint(0, 8)))
        return f"{a}:{b}"

    def table(self):
        stage = self.random.choice(STAGES)
        base = ["table", *self.set_up(), "--stage", stage]
        kind = self.random.choice(["npy", "csv"])
        whole = self.fuzzer.call([*base, "--out", "-", "--format", kind])
        harness.well_behaved(whole, (0, 2, 3, 5))
        if whole.code != 0:
            return
        self.accepted += 1
        again = self.fuzzer.call([*base, "--out", "-", "--format", kind, "--threads", "1", "--quiet"])
        require(again.code == 0 and again.out == whole.out, f"other bytes with one thread: {harness.shown(base)}")
        if kind == "csv" and stage != "tokens":
            self.part(base, whole.out.decode().splitlines())

    def part(self, base, lines):
        rows = self.window()
        part = self.fuzzer.call([*base, "--out", "-", "--format", "csv", "--rows", rows])
        begin, end = map(int, rows.split(":"))
        good = begin < end <= len(lines)
        harness.well_behaved(part, (0,) if good else (2,))
        if good:
            require(part.out.decode().splitlines() == lines[begin:end], f"a window differs: {harness.shown(base)} {rows}")

    def figure(self):
        kind = self.random.choice(["svg", "png", "pdf"])
        more = {"--size": ["3x2in", "85x60mm", "10x10px", "0x1in", "1e9x1in"], "--dpi": ["72", "300", "0", "1e9"],
                "--theme": ["dark", "projector", "pink"], "--stage": STAGES, "--range": ["data", "-1:1", "1:1"],
                "--reduction": ["mean", "envelope"], "--rows": ["0:5", "3:3"], "--dims": ["0-3", "99999", ","],
                "--title": ["a & b", "]]>", "\u0001"], "--font-size": ["4", "72", "3"], "--shift": ["1", "0"],
                "--at": ["1,2", "-1"], "--lay-over": ["alibi", "x"], "--colormap": ["magma", "x"]}
        words = []
        for option in self.random.sample(list(more), self.random.randint(0, 3)):
            words += [f"{option}={self.random.choice(more[option])}"]
        call = self.fuzzer.call(["figure", "--view", self.random.choice(self.views), *self.set_up(), *words, "--out", "-",
                                 "--format", kind])
        harness.well_behaved(call, (0, 2, 3, 5))
        if call.code == 0:
            self.accepted += 1
            begins = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF-"}[kind]
            require(call.out.startswith(begins), f"no {kind}: {call.out[:20]!r}")

    def stats(self):
        call = self.fuzzer.call(["stats", *self.set_up()])
        harness.well_behaved(call, (0, 2, 3, 5))
        if call.code == 0:
            self.accepted += 1
            for line in [call.out] if call.out.startswith(b"{\n") else call.out.splitlines():
                json.loads(line, parse_constant=lambda word: harness.require(False, f"{word} in JSON"))

    def code(self):
        call = self.fuzzer.call(["code", "--for", self.random.choice(["torch", "numpy", "jax"]), *self.set_up()])
        harness.well_behaved(call, (0, 2, 3, 5))
        if call.code == 0:
            self.accepted += 1
            compile(call.out.decode(), "notebook", "exec")

    def words(self):
        """No sentence of the grammar at all."""
        pool = STRANGE + ["table", "figure", "stats", "list", "help", "completion", "--stage", "--out", "sum", "--help"]
        words = [w.replace("\0", "") for w in self.random.choices(pool, k=self.random.randint(1, 6))]
        if not any(w in ("table", "figure", "stats", "list", "help", "completion") for w in words[:1]):
            words = ["table", *words]  # not the window
        call = self.fuzzer.call(words)
        harness.well_behaved(call, (0, 2, 3, 4, 5))


def run(fuzzer):
    commands = Commands(fuzzer)
    kinds = [commands.table] * 4 + [commands.figure] * 2 + [commands.stats, commands.code, commands.words]
    while fuzzer.goes_on():
        fuzzer.random.choice(kinds)()
    print(f"commands: {commands.accepted} accepted")


if __name__ == "__main__":
    sys.exit(harness.main("commands", run, __doc__))
