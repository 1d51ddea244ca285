#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that a change of the program's inside changes nothing outside: tables, statistics, notebooks, CSV, pictures and
sessions are compared, by hash, with those of the program that wrote tests/corpus.

  corpus.py PROGRAM                     compares all; prints what differs, ends with 1 if something does
  corpus.py PROGRAM --only numbers      … one part: numbers, pictures, sessions, reopened; --match TEXT: the lines that contain TEXT
  corpus.py PROGRAM --keep FOLDER       … and keeps the outputs of the lines that differ, to be looked at
  corpus.py PROGRAM --against OTHER     compares with another program in place of the hashes; keeps both outputs
  corpus.py PROGRAM --write             the hashes become those of this program: after a change that is meant

A line of numbers.txt and pictures.txt is a hash and the arguments of one run. The hash of a run is of its exit code, standard
error and standard output. Of a PNG it is of the size and the pixels. sessions.txt has the statistics of each file of
sessions/, reopened.txt its plot. Pictures depend on the versions of Qt and of the fonts' renderer: their first line names
Qt's, and with another one they are compared only by --against.
"""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import shlex
import struct
import subprocess
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
NOTHING_COMPARED = 77 # CTest counts it as skipped
PARTS = {"numbers": False, "pictures": True, "sessions": False, "reopened": True} # whether Qt draws them


def environment():
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "XDG_", "QT_"))}
    return kept | {"QT_QPA_PLATFORM": "offscreen", "SOURCE_DATE_EPOCH": "0", "LANG": "C.UTF-8", "HOME": "/nonexistent",
                   "FONTCONFIG_FILE": os.environ.get("PHASOR_FONTS_CONF", str(HERE.parent / "fonts.conf"))}


def pixels(png):
    """Size, type and unpacked lines of a PNG: what no text chunk and no compression changes."""
    at, lines = 8, b""
    head = b""
    while at + 8 <= len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        chunk = png[at + 8:at + 8 + length]
        if kind == b"IHDR":
            head = chunk
        elif kind == b"IDAT":
            lines += chunk
        at += 12 + length
    return head + zlib.decompress(lines)


def output_of(program, arguments):
    run = subprocess.run([program, *arguments], cwd=HERE, env=environment(), stdin=subprocess.DEVNULL,
                         capture_output=True, timeout=300)
    return run.returncode, run.stdout, run.stderr


def hash_of(output):
    code, text, errors = output
    if text.startswith(b"\x89PNG"):
        text = pixels(text)
    return hashlib.sha256(b"%d\n%s\n%s" % (code, errors, text)).hexdigest()[:16]


def qt_version(program):
    """The version of Qt that the program is linked with, as its library's name says."""
    linked = subprocess.run(["ldd", program], capture_output=True, text=True).stdout.split()
    core = next((word for word in linked if word.startswith("/") and "libQt6Core" in word), None)
    return os.path.realpath(core).rpartition(".so.")[2] if core else "unknown"


def read_lines(name):
    """[(hash, arguments)] of a file; lines that begin with # are comments."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(" ", 1)) for line in lines if line and not line.startswith("#")]


class Part:
    """Runs with one committed hash each."""

    def __init__(self, name):
        self.file = HERE / f"{name}.txt"
        self.comments = [line for line in self.file.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
        self.lines = read_lines(self.file.name)

    def written_with(self):
        return next((line.split()[-1] for line in self.comments if line.startswith("# Qt ")), "")

    def write(self, hashes, version):
        comments = [f"# Qt {version}" if line.startswith("# Qt ") else line for line in self.comments]
        runs = [f"{got} {arguments}" for got, (_, arguments) in zip(hashes, self.lines)]
        self.file.write_text("\n".join(comments + runs) + "\n", encoding="utf-8")


def keep(folder, number, name, output):
    code, text, errors = output
    kind = "png" if text.startswith(b"\x89PNG") else "pdf" if text.startswith(b"%PDF") else "out"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{number:03}-{name}.{kind}").write_bytes(text or b"exit %d\n%s" % (code, errors))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--only", choices=list(PARTS), action="append")
    parser.add_argument("--match", default="")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--against")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    version = qt_version(program)
    folder = options.keep or (pathlib.Path("corpus-differences") if options.against else None)
    differing = compared = 0
    workers = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    for name, drawn in PARTS.items():
        if options.only and name not in options.only:
            continue
        part = Part(name)
        if drawn and not options.write and not options.against and part.written_with() != version:
            print(f"{name}: drawn with Qt {part.written_with()}, and this is {version}: not compared")
            continue
        chosen = [(number, wanted, arguments) for number, (wanted, arguments) in enumerate(part.lines, 1)
                  if options.match in arguments]
        runs = [shlex.split(arguments) for _, _, arguments in chosen]
        outputs = list(workers.map(lambda run: output_of(program, run), runs))
        hashes = [hash_of(output) for output in outputs]
        if options.write:
            if options.match:
                sys.exit("corpus.py: --write writes whole parts: leave out --match")
            part.write(hashes, version)
            continue
        others = list(workers.map(lambda run: output_of(options.against, run), runs)) if options.against else None
        for at, (number, wanted, arguments) in enumerate(chosen):
            compared += 1
            if (hash_of(others[at]) if others else wanted) == hashes[at]:
                continue
            differing += 1
            print(f"{name} {number}: {arguments}")
            if folder:
                keep(folder, number, name, outputs[at])
                if others:
                    keep(folder, number, name + "-other", others[at])
    if not options.write:
        print(f"{compared} compared, {differing} differ")
    return 1 if differing else 0 if compared or options.write else NOTHING_COMPARED


if __name__ == "__main__":
    sys.exit(main())
