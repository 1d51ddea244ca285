#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of any bytes, as --text, --text-file, standard input and in an SVG's title: they are refused with one line, or the
three ways give the same tokens and the figure is XML that a strict parser reads, with the text in it as it was.

    texts.py PROGRAM [--seconds N] [--seed N] [--calls N]
"""
import sys
import xml.dom.minidom
import xml.parsers.expat

import harness
from harness import Fault, require

PIECES = ["the", " ", "\n", "\r\n", "\t", "&", "<", ">", "]]>", "<script>", "</desc>", "--", "'", '"', "\\", "{}", "%s", "é",
          "ﬁ", "数", "🙂", "\u200d", "\u202e", "\ufeff", "\u0085", "\u2028", "\ufffe", "\U0010ffff", "[CLS]", "[PAD]", "\x01",
          "\x7f", "\x1b[2J", "a" * 200, "A\u0301" * 30, "١٢٣", "שלום", "ไทย"]
BYTES = [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\x00", b"\xc3", b"\x80"]


class Texts:
    def __init__(self, fuzzer):
        self.fuzzer = fuzzer
        self.random = fuzzer.random
        self.read = 0

    def text(self):
        pieces = [p.encode() for p in self.random.choices(PIECES, k=self.random.randint(0, 14))]
        if self.random.random() < 0.2:
            pieces.insert(self.random.randint(0, len(pieces)), self.random.choice(BYTES))
        return b"".join(pieces)

    def tokens(self, words, given=b""):
        call = self.fuzzer.call(["table", "--stage", "tokens", *words, "--out", "-", "--format", "csv"], given)
        harness.well_behaved(call, (0, 2, 3))
        return call

    def three_ways(self):
        text = self.text()
        tokenizer = ["--tokenizer", self.random.choice(["words", "bytes"])]
        (self.fuzzer.folder / "text.txt").write_bytes(text)
        filed = self.tokens(["--text-file", "text.txt", *tokenizer])
        piped = self.tokens(["--text-file", "-", *tokenizer], text)
        require((filed.code, filed.out) == (piped.code, piped.out), f"file and pipe differ: {text!r}")
        if b"\0" in text or text.startswith(b"\xef\xbb\xbf") or text.endswith(b"\n") or b"\r" in text:
            return  # a file's own marks and line ends
        given = self.tokens([b"--text=" + text, *tokenizer])
        require((filed.code == 0) == (given.code == 0) and filed.out == given.out, f"file and --text differ: {text!r}")
        self.read += given.code == 0

    def figure(self):
        text, title = (self.text().replace(b"\0", b"") for _ in range(2))
        call = self.fuzzer.call(["figure", "--view", "heatmap", "--stage", "sum", "--d-model", "8", b"--text=" + text,
                                 b"--title=" + title, "--caption", "--size", "3x3in", "--out", "-", "--format", "svg"])
        harness.well_behaved(call, (0, 2, 3))
        if call.code != 0:
            return
        try:
            document = xml.dom.minidom.parseString(call.out)
        except xml.parsers.expat.ExpatError as error:
            raise Fault(f"the SVG is no XML: {error}: {text!r}, {title!r}") from None
        require(not document.getElementsByTagName("script"), f"a script: {text!r}")
        self.read += 1


def run(fuzzer):
    texts = Texts(fuzzer)
    while fuzzer.goes_on():
        fuzzer.random.choice([texts.three_ways, texts.three_ways, texts.figure])()
    print(f"texts: {texts.read} accepted")


if __name__ == "__main__":
    sys.exit(harness.main("texts", run, __doc__))
