#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of strangers are texts: markup in a sentence, a title, a file's name or a lesson is in figures and handouts
letter by letter. Reading a session or lesson writes nothing but the output that was asked for.

    strangers.py PROGRAM [--seconds N] [--seed N]
"""
import html.parser
import os
import sys
import xml.etree.ElementTree

import harness
from harness import require

MARKUP = ['<img src="file:///etc/passwd"><b>x</b>', "&lt;b&gt;", "</title></desc></text><script>alert(1)</script>",
          "]]><!-- -->", "<a href='javascript:alert(1)'>x</a>", "{{7*7}}%n%s$(id)`id`"]
LESSON = """---
title: {0}
question: {0}
author: {0}
---

{0}

## {0}

{0}

- [x] {0}
  > {0}
- [ ] no {0}

```phasor
--text '{1}' --view heatmap
```
"""
SVG = "{http://www.w3.org/2000/svg}"


class Page(html.parser.HTMLParser):
    """The tags and the text that a browser sees."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.links, self.texts = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.links += [value for name, value in attributes if name in ("href", "src", "xlink:href") or name[:2] == "on"]

    def handle_data(self, data):
        self.texts.append(data)


def figures(fuzzer, text):
    words = ["figure", "--view", fuzzer.random.choice(["heatmap", "similarity", "scores"]), "--text", text, "--title", text,
             "--caption", "--max-len", "16", "--d-model", "8"]
    for ending in ("svg", "png", "pdf"):
        call = fuzzer.call([*words, "--out", f"out.{ending}"])
        harness.well_behaved(call, (0,))
    tree = xml.etree.ElementTree.parse(fuzzer.folder / "out.svg")  # a fault if it is not XML
    tags = {element.tag.removeprefix(SVG) for element in tree.iter()}
    require(not tags & {"script", "a", "b", "foreignObject", "iframe", "style"}, f"elements: {tags}")
    for element in tree.iter():
        for name, value in element.attrib.items():
            require(not name.startswith("on") and "javascript:" not in value and "file:" not in value, f"{name}={value}")
    title = tree.find(f"{SVG}title")
    require(title is not None and text in title.text, f"the title: {title is not None and title.text!r}")
    session = tree.find(f"{SVG}desc").text
    require(session.lstrip().startswith("{"), "no session in it")
    pdf = (fuzzer.folder / "out.pdf").read_bytes()
    require(not any(word in pdf for word in (b"/JavaScript", b"/Launch", b"/URI", b"/SubmitForm")), "a PDF that acts")
    again = fuzzer.call(["stats", "--session", "out.svg", "--keys", "seq_len"])
    harness.well_behaved(again, (0,))


def lessons(fuzzer, text):
    (fuzzer.folder / "in.md").write_text(LESSON.format(text, text.replace("'", "'\\''")))
    call = fuzzer.call(["lesson", "in.md", "--out", "out.html"])
    if call.code == 3:  # such as a link that leaves its folder
        harness.one_line(call)
        return
    require(call.code == 0, f"exit {call.code}: {call.err!r}")
    page = Page((fuzzer.folder / "out.html").read_text())
    require(not page.tags & {"script", "iframe", "object", "b"}, f"tags: {page.tags}")
    require(not any(link and not link.startswith(("data:", "#")) for link in page.links), f"links: {page.links}")
    require(any(text in one for one in page.texts), "the text is not there letter by letter")


def files(fuzzer, text):
    name = text.replace("/", "_") + ".npy"
    made = fuzzer.call(["table", "--stage", "embedding", "--max-len", "8", "--d-model", "8", "--out", "in.npy"])
    require(made.code == 0, f"{made.err!r}")
    os.replace(fuzzer.folder / "in.npy", fuzzer.folder / name)
    call = fuzzer.call(["figure", "--view", "heatmap", "--stage", "embedding", "--embedding", f"file:{name}", "--caption",
                        "--out", "out.svg"])
    harness.well_behaved(call, (0,))
    xml.etree.ElementTree.parse(fuzzer.folder / "out.svg")
    os.remove(fuzzer.folder / name)


def run(fuzzer):
    while fuzzer.goes_on():
        for text in MARKUP:
            for work in (figures, lessons, files):
                work(fuzzer, text)
                left = {p.name for p in fuzzer.folder.iterdir()} - {"in.md", "out.svg", "out.png", "out.pdf", "out.html"}
                require(not left, f"files that nobody asked for: {left}")


if __name__ == "__main__":
    sys.exit(harness.main("strangers", run, __doc__))
