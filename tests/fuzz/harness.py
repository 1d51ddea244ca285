# SPDX-License-Identifier: GPL-3.0-or-later
"""What all fuzzers share: they run the program on strange things and hold it to its contract.

    FUZZER.py PROGRAM [--seconds N] [--seed N] [--calls N] [more]

Exit 0: every call kept the contract; 1: one did not, and the line says which, with the seed that makes it again; 77:
there is nothing to run it with. The last line counts the calls by exit code.
"""
import argparse
import collections
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
import time
import unicodedata

LONGEST = 60  # seconds that a call may take; what needs more is asked for in smaller sizes
MEMORY = 8 << 30  # of a call: a fuzzer shall not fill the machine


class Fault(Exception):
    """The contract was broken."""


class Call:
    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds


class Fuzzer:
    """One run: where it works, what it draws from, what it has seen."""

    def __init__(self, description, more=()):
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("program")
        parser.add_argument("--seconds", type=float, default=5)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--calls", type=int, default=0, help="end after so many calls")
        for name, settings in more:
            parser.add_argument(name, **settings)
        self.options = parser.parse_args()
        self.program = str(pathlib.Path(self.options.program).resolve())
        self.random = random.Random(self.options.seed)
        self.codes = collections.Counter()
        self.longest = (0.0, "")
        self.last = ""
        self.temporary = tempfile.TemporaryDirectory(prefix="phasor-fuzz-")
        self.folder = pathlib.Path(self.temporary.name)
        self.end = time.monotonic() + self.options.seconds

    def goes_on(self):
        enough = 0 < self.options.calls <= sum(self.codes.values())
        return time.monotonic() < self.end and not enough

    def environment(self, more=None):
        kept = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(self.folder), "LC_ALL": "C.UTF-8",
                "SOURCE_DATE_EPOCH": "0"}
        return {**kept, **(more or {})}

    def call(self, arguments, given=b"", more=None, begun=None, program=None):
        """Runs the program, or another; `begun(process)` is called while it runs."""
        self.last = shown(arguments)
        command = [program or self.program] + [os.fsencode(a) if isinstance(a, str) else a for a in arguments]
        start = time.monotonic()
        process = subprocess.Popen(command, cwd=self.folder, env=self.environment(more), stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            if begun:
                begun(process)
            out, err = process.communicate(given, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Fault(f"it has not ended after {LONGEST} s") from None
        seconds = time.monotonic() - start
        self.codes[process.returncode] += 1
        if seconds > self.longest[0]:
            self.longest = (seconds, shown(arguments))
        return Call(process.returncode, out, err, seconds)

    def finish(self, name):
        codes = ", ".join(f"exit {code}: {count}" for code, count in sorted(self.codes.items()))
        print(f"{name}: seed {self.options.seed}, {sum(self.codes.values())} calls ({codes}); "
              f"the longest took {self.longest[0]:.1f} s")


def shown(arguments):
    return " ".join(shlex.quote(a if isinstance(a, str) else os.fsdecode(a)) for a in arguments)


def require(condition, what):
    if not condition:
        raise Fault(what)


def unseen(character):
    """Controls, format characters, separators of lines, private use; not what a newer Unicode may know."""
    return unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")


def one_line(call):
    """Of an error: one line of ours, printable, and nothing else but warnings before it."""
    text = call.err.decode("utf-8")  # a fault if it is none
    lines = text.splitlines()
    require(text.endswith("\n") and lines, f"nothing is said: {text!r}")
    require(text.count("\n") == len(lines), f"strange line ends: {text!r}")
    require(lines[-1].startswith("phasor: error: "), f"the last line is no error: {text!r}")
    for line in lines[:-1]:
        require(line.startswith("phasor: warning: "), f"a line that is not ours: {line!r}")
    require("; " in lines[-1], f"no remedy: {lines[-1]!r}")
    require(not any(unseen(c) for line in lines for c in line), f"control characters: {text!r}")
    require(len(lines[-1]) < 4000, f"a line of {len(lines[-1])} characters: {lines[-1][:200]!r}")


def only_warnings(call):
    for line in call.err.decode("utf-8").splitlines():
        require(line.startswith("phasor: warning: "), f"said, and exit 0: {line!r}")


def well_behaved(call, codes):
    """Exit code one of these, stderr as the contract has it."""
    require(call.code in codes, f"exit {call.code}, said {call.err[-400:]!r}")
    if call.code in (0, 6):
        only_warnings(call)
    else:
        one_line(call)
        require(call.out == b"", f"an error, and on standard output: {call.out[:100]!r}")


def main(name, run, description, more=()):
    """Runs `run(fuzzer)`, which raises Fault; says what happened."""
    fuzzer = Fuzzer(description, more)
    try:
        run(fuzzer)
    except Fault as fault:
        print(f"{name}: seed {fuzzer.options.seed}, call {sum(fuzzer.codes.values())}: {fault}\n"
              f"  phasor {fuzzer.last}", file=sys.stderr)
        return 1
    fuzzer.finish(name)
    return 0
