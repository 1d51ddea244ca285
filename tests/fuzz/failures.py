#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails the n-th allocation, thread, write, fsync, rename, mmap, open or read of the program (failing.cpp), for every n
or for random ones: exit 5 or 4 and one line, or the very bytes of an undisturbed run; nothing is left behind.

    failures.py PROGRAM --library LIBRARY --saving PROGRAM [--seconds N] [--seed N] [--kind KIND] [--work NAME]
                [--every STRIDE [--most N]]
"""
import json
import os
import shutil
import sys

import harness
from harness import Fault, require

SMALL = ["--max-len", "40", "--d-model", "8", "--text", "the cat sat"]
WORKS = {
    "table": (["table", "--stage", "output", *SMALL], "out.npy"),
    "csv": (["table", "--stage", "sum", *SMALL], "out.csv"),
    "large": (["table", "--stage", "output", "--max-len", "9000", "--d-model", "512"], "out.npy"),
    "file": (["table", "--stage", "sum", "--embedding", "file:in.npy"], "out.npy"),
    "png": (["figure", "--view", "heatmap", *SMALL], "out.png"),
    "svg": (["figure", "--view", "ratio", *SMALL], "out.svg"),
    "pdf": (["figure", "--view", "heatmap", *SMALL], "out.pdf"),
    "curves": (["figure", "--view", "curves", *SMALL, "--caption"], "out.pdf"),
    "lesson": (["lesson", "in.md"], "out.html"),
    "saving": (["out.json", "autosave"], None),  # by the program saving
    "stats": (["stats", *SMALL], None),
    "code": (["code", "--for", "torch", *SMALL], None),
    "check": (["check", "in.npy", "--stage", "embedding", "--max-len", "16", "--d-model", "8"], None),
    "list": (["list", "parameters", "--json"], None),
    "help": (["figure", "--help"], None),
}
KINDS = ("malloc", "thread", "write", "fsync", "rename", "mmap", "open", "read")
LESSON = b"---\ntitle: A lesson\n---\n\n## Norms\n\nThe ratio is {ratio:.3}.\n\n![a picture](in.png)\n"


class Failures:
    def __init__(self, fuzzer):
        self.fuzzer = fuzzer
        self.counter = fuzzer.folder / "counter"
        self.inner = fuzzer.folder / "work"
        self.inner.mkdir()
        self.references = {}
        done = fuzzer.call(["table", "--stage", "embedding", "--max-len", "16", "--d-model", "8", "--out", "in.npy"])
        require(done.code == 0, f"the input cannot be made: {done.err!r}")
        (fuzzer.folder / "in.md").write_bytes(LESSON)
        done = fuzzer.call(["figure", "--view", "heatmap", *SMALL, "--out", "in.png"])
        require(done.code == 0, f"the picture cannot be made: {done.err!r}")

    def run(self, name, plan):
        arguments, target = WORKS[name]
        shutil.rmtree(self.inner)
        self.inner.mkdir()
        if target:
            (self.inner / target).write_bytes(b"old")
            arguments = [*arguments, "--out", f"work/{target}"]
        self.counter.write_bytes(bytes(8))
        more = {"LD_PRELOAD": self.fuzzer.options.library, "PHASOR_FAIL": plan,
                "PHASOR_FAIL_COUNT": str(self.counter)}
        if name == "saving":
            (self.inner / "out.json").write_bytes(b"old")
            call = self.fuzzer.call([f"work/{word}" for word in arguments], more=more, program=self.fuzzer.options.saving)
            return call, self.saved(), {}
        call = self.fuzzer.call(arguments, more=more)
        left = {file.name: file.read_bytes() for file in self.inner.iterdir()}
        return call, left.pop(target, None), left

    def saved(self):
        """The session, then the kept work; locks are empty, and other files are left behind."""
        files = [file for file in self.inner.rglob("*") if file.is_file() and file.suffix != ".lock"]
        kept = [file for file in files if file.match("autosave/*.json")]
        require(len(files) == 1 + len(kept) <= 2, f"left behind: {files}")
        return [(self.inner / "out.json").read_bytes(), *(file.read_bytes() for file in kept)]

    def count(self, name, kind):
        """How many calls of the kind an undisturbed run makes; its outputs become the reference."""
        call, made, left = self.run(name, f"{kind}:0")
        require(call.code in (0, 6) and not left, f"{name} undisturbed: exit {call.code}, {call.err!r}")
        self.references[name] = (call.code, call.out, made)
        return int.from_bytes(self.counter.read_bytes(), "little")

    def fail(self, name, kind, number, goes_on):
        plan = f"{kind}:{number}{'+' if goes_on else ''}"
        try:
            call, made, left = self.run(name, plan)
            require(not left, f"left behind: {sorted(left)}")
            code, out, whole = self.references[name]
            if name == "saving":
                session, *kept = made
                require(session in (b"old", whole[0]), "a damaged session")
                require(all(json.loads(work)["parameters"]["d_model"] == 64 for work in kept), "damaged work")
                require(call.code == 0 and made == whole or call.code in (4, 5) and call.err,
                        f"exit {call.code}, said {call.err[-300:]!r}")
            elif call.code == code:
                harness.only_warnings(call)
                require(call.out == out and made == whole, "exit 0, and other bytes")
            else:
                require(call.code in (3, 4, 5) if kind in ("open", "read") else call.code in (4, 5),
                        f"exit {call.code}, said {call.err[-300:]!r}")
                harness.one_line(call)
                require(made in (None, b"old"), "the old file was replaced")
        except Fault as fault:
            raise Fault(f"{harness.shown(WORKS[name][0])} with PHASOR_FAIL={plan}: {fault}") from None


def sweep(fuzzer):
    options = fuzzer.options
    failures = Failures(fuzzer)
    names = [options.work] if options.work else list(WORKS)
    kinds = [options.kind] if options.kind else list(KINDS)
    counts = {}

    def count(name, kind):
        if name == "saving" and kind in ("malloc", "thread", "mmap"):
            return 0  # Qt ends the program then
        if (name, kind) not in counts:
            counts[name, kind] = failures.count(name, kind)
            require(counts[name, kind] > 0 or kind != "malloc", "no allocation is counted: is the library loaded?")
        return counts[name, kind]

    if options.every:
        for name in names:
            for kind in kinds:
                for goes_on in (False, True):
                    begin = 1 + fuzzer.random.randrange(options.every)
                    for number in range(begin, min(options.most, count(name, kind)) + 1, options.every):
                        if not fuzzer.goes_on():
                            return
                        report(options, failures, name, kind, number, goes_on)
        return
    while fuzzer.goes_on():
        name, kind = fuzzer.random.choice(names), fuzzer.random.choice(kinds)
        for _ in range(min(4, count(name, kind))):
            report(options, failures, name, kind, 1 + fuzzer.random.randrange(counts[name, kind]),
                   fuzzer.random.random() < 0.5)


def report(options, failures, *case):
    """With --keep-going a fault is said and the next case is tried."""
    try:
        failures.fail(*case)
    except Fault as fault:
        if not options.keep_going:
            raise
        print(fault, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(harness.main("failures", sweep, __doc__, [
        ("--library", {"required": True}),
        ("--saving", {"required": True, "type": os.path.abspath}),
        ("--kind", {"choices": KINDS}),
        ("--work", {"choices": list(WORKS)}),
        ("--every", {"type": int, "default": 0, "help": "every so many, in order, in place of random ones"}),
        ("--most", {"type": int, "default": 1 << 60, "help": "with --every: up to this number"}),
        ("--keep-going", {"action": "store_true"}),
    ]))
