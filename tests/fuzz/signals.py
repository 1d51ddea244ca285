#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Signals at random moments of random commands: the command ends by the signal and the old file stands, or it was done and
the new file is whole; nothing else is in the folder, also after SIGKILL.

    signals.py PROGRAM [--seconds N] [--seed N] [--calls N]
"""
import signal
import sys
import time

import harness
from harness import require

WORKS = [
    (["table", "--stage", "output", "--max-len", "30000", "--d-model", "256"], "out.npy"),
    (["table", "--stage", "sum", "--max-len", "4000", "--d-model", "64"], "out.csv"),
    (["table", "--stage", "embedding", "--generator", "numpy", "--max-len", "60000"], "out.npy"),
    (["figure", "--view", "heatmap", "--dpi", "300"], "out.png"),
    (["figure", "--view", "curves", "--d-model", "32"], "out.pdf"),
    (["figure", "--view", "similarity", "--max-len", "900"], "out.svg"),
]
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGXCPU, signal.SIGKILL]


class Signals:
    def __init__(self, fuzzer):
        self.fuzzer = fuzzer
        self.inner = fuzzer.folder / "work"
        self.inner.mkdir()
        self.whole = {}
        self.lasted = {}
        self.ended = 0

    def run(self, number, begun=None, killed=False):
        arguments, target = WORKS[number]
        for file in self.inner.iterdir():
            file.unlink()
        (self.inner / target).write_bytes(b"old")
        call = self.fuzzer.call([*arguments, "--out", f"work/{target}"], begun=begun)
        # Killed between naming the new file and renaming it, it leaves its name, which the next command removes.
        names = [file.name for file in self.inner.iterdir() if not (killed and file.name.startswith(".phasor-"))]
        require(names == [target], f"in the folder: {names}")
        return call, (self.inner / target).read_bytes()

    def undisturbed(self, number):
        call, made = self.run(number)
        require(call.code == 0, f"exit {call.code}: {call.err!r}")
        self.whole[number], self.lasted[number] = made, call.seconds

    def disturbed(self, number, which, moment):
        def send(process):
            time.sleep(moment)
            if process.poll() is None:
                process.send_signal(which)

        call, made = self.run(number, send, which == signal.SIGKILL)
        old = made == b"old"
        require(old or made == self.whole[number], f"{which.name} after {moment:.3f} s: half a file of {len(made)} bytes")
        # Before main() has begun a signal ends the program as it ends any.
        ends = (128 + which, -which) if old else (0, -signal.SIGKILL)
        require(call.code in ends, f"{which.name} after {moment:.3f} s: exit {call.code}, {call.err!r}")
        self.ended += old


def run(fuzzer):
    signals = Signals(fuzzer)
    while fuzzer.goes_on():
        number = fuzzer.random.randrange(len(WORKS))
        if number not in signals.whole:
            signals.undisturbed(number)
        signals.disturbed(number, fuzzer.random.choice(SIGNALS), fuzzer.random.uniform(0, 1.1 * signals.lasted[number]))
    print(f"signals: {signals.ended} commands ended by one")


if __name__ == "__main__":
    sys.exit(harness.main("signals", run, __doc__))
