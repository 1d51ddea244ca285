#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the golden data of tests/inputs/tst_wordpiece: vocabularies, sentences and their tokens, by BERT's rules written
anew from google-research/bert's tokenization.py (as Hugging Face has them: categories C* are control characters, a word
has at most 100 characters, the special tokens are taken out first). Needs Python's standard library (Unicode 14) only.
The same output every time.
"""
import json
import pathlib
import random
import re
import unicodedata

HERE = pathlib.Path(__file__).with_name("inputs") / "wordpiece"
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
CHINESE = [(0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
           (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)]


def is_punctuation(c):
    code = ord(c)
    if 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126:
        return True
    return unicodedata.category(c).startswith("P")


def clean(text):
    out = []
    for c in text:
        category = unicodedata.category(c)
        if c in "\0\ufffd" or (category.startswith("C") and c not in "\t\n\r"):
            continue
        if any(first <= ord(c) <= last for first, last in CHINESE):
            out.append(f" {c} ")
        else:
            out.append(" " if c in " \t\n\r" or category == "Zs" else c)
    return "".join(out)


def basic(text, uncased):
    words = []
    for token in clean(text).split():
        if uncased:
            token = "".join(c for c in unicodedata.normalize("NFD", token.lower()) if unicodedata.category(c) != "Mn")
        word = ""
        for c in token:
            if is_punctuation(c):
                words += [word, c]
                word = ""
            else:
                word += c
        words.append(word)
    return [word for word in words if word]


def pieces(word, ids):
    if len(word) > 100:
        return ["[UNK]"]
    out = []
    begin = 0
    while begin < len(word):
        for end in range(len(word), begin, -1):
            piece = ("##" if begin else "") + word[begin:end]
            if piece in ids:
                break
        else:
            return ["[UNK]"]
        out.append(piece)
        begin = end
    return out


def tokenize(text, ids, uncased):
    special = [s for s in SPECIAL if s in ids]
    tokens = []
    for part in re.split("(" + "|".join(map(re.escape, special)) + ")", text):
        if part in special:
            tokens.append(part)
        else:
            tokens += [piece for word in basic(part, uncased) for piece in pieces(word, ids)]
    tokens = [token for token in tokens if token in ids]
    if tokens and "[CLS]" in ids and "[SEP]" in ids:
        tokens = (["[CLS]"] if tokens[0] != "[CLS]" else []) + tokens
        tokens += ["[SEP]"] if tokens[-1] != "[SEP]" else []
    return tokens


LETTERS = [chr(c) for c in range(33, 127)]
WORDS = ["the", "cat", "sat", "on", "mat", "un", "##aff", "##able", "want", "##want", "##ed", "wa", "runn", "##ing", "hello",
         "how", "are", "you", "caf", "##e", "cafe", "naive", "\u2014", "\u2026", "\u3002", "\u6211", "\u732b", "\u535a", "\u63a8", "\u03bf\u03b4\u03bf\u03c2", "\u03bf\u03b4\u03bf\u03c3", "##\u03c2", "##\u03c3", "\u043a\u043e\u0448\u043a\u0430",
         "\u0438", "##\u0438", "\u1112\u1161\u11ab", "##\u1100\u116e\u11a8", "\u1112", "##\u1161", "##\u11ab", "i", "##\u0307", "\U0001f431", "\u00df", "\u00f8", "##\u00f8", "\u0153", "[unused0]",
         "[unusedX]"]
CASED_WORDS = ["The", "Cat", "\u00c9t\u00e9", "caf\u00e9", "##\u00e9", "\u00e9", "\u00c9", "\u0391", "##\u03a3", "\u039f", "##\u0394\u039f\u03a3", "\uae00", "##\uc790", "IBM"]

SENTENCES = [
    "", "  \t\n ", "The cat sat on the mat.", "unaffable", "UNwant\u00e9d,running", "unwantedX running", "unwanted running",
    "\tHeLLo!how  \n Are yoU?  ", "H\u00e9llo", "ah\u535a\u63a8zz", "caf\u00e9 cafe\u0301 CAFE\u0301 \u00c9t\u00e9", "na\u00efve co\u00f6peration", "[CLS] the [MASK] sat. [SEP]", "the[MASK].cat[PAD]",
    "[cls] [unused0] [CLS", "[[MASK]]", "\u6211\u7684\u732b\u3002\u3053\u3093", "\uf900\U0002f800", "\u039f\u0394\u039f\u03a3 \u039f\u0394\u039f\u03a3. \u03a3 a\u03a3 \u03a3a \u0391\u03a3\u0301 \u0391\u03a3'\u0391 \u039f\u0394\u039f\u03a3\u00ad", "\u041a\u043e\u0448\u043a\u0430 \u0439\u0438",
    "\ud55c\uad6d\uc5b4 \uae00\uc790 \ud55c", "\u0130stanbul \u0130 I\u0307", "Stra\u00dfe \u1e9e \u00d8l \u0152uvre", "nul\0here\x07bell\u200bzero\u200dwidth\ufeffbom\ufffdx", "no\u00a0break\u2003em\u3000wide\u2028line\u0085next\x0bvt\x1cfs",
    "emoji \U0001f431 \U0001f469\u200d\U0001f467 \U0001f1e9\U0001f1ea", "\u212b \u2126 \u1fef \u037e \u0958 \u09cb \u0344 a\u0344", "don't stop-me_now!! $5 3.14 `x` ~|", "a" * 100, "a" * 101, "x" + "\u0301" * 120,
    "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35 \u0928\u092e\u0938\u094d\u0924\u0947 \u05e9\u05c1\u05dc\u05d5\u05dd \u0645\u064e\u0631\u062d\u0628\u0627", "\ue000 private \u0378 unassigned", "\u01c4 \u01c5 \u01f0 \ufb01", "\U0001d15e music", "[SEP]", "[UNK] [PAD]",
]


def some_text(rng):
    pools = [range(0x20, 0x7F), range(0xA0, 0x250), range(0x370, 0x530), range(0x1E00, 0x2000), range(0x2000, 0x2070),
             range(0x3040, 0x3100), range(0xAC00, 0xAD00), range(0x300, 0x370), range(0xF900, 0xFA30)]
    return "".join(chr(rng.choice(rng.choice(pools))) for _ in range(40))


def write_vocabulary(name, tokens):
    (HERE / name).write_text("".join(token + "\n" for token in tokens), encoding="utf-8", newline="\n")
    return {token: i for i, token in enumerate(tokens)}


def main():
    HERE.mkdir(exist_ok=True)
    small = [c for c in LETTERS if not c.isupper()]
    uncased = list(dict.fromkeys(SPECIAL + small + ["##" + c for c in small] + WORDS))
    cased = list(dict.fromkeys(["[PAD]", "[unused1]"] + SPECIAL[1:] + LETTERS + ["##" + c for c in LETTERS] + WORDS + CASED_WORDS))
    published = ["[UNK]", "[CLS]", "[SEP]", "want", "##want", "##ed", "wa", "un", "runn", "##ing", ","]
    rng = random.Random(7)
    texts = SENTENCES + [some_text(rng) for _ in range(60)]
    rows = []
    for name, tokens in (("uncased.txt", uncased), ("cased.txt", cased), ("published.txt", published)):
        ids = write_vocabulary(name, tokens)
        for text in texts:
            want = tokenize(text, ids, name != "cased.txt")
            rows.append({"vocabulary": name, "text": text, "tokens": want, "ids": [ids[t] for t in want]})
    (HERE / "sentences.json").write_text(
        "[\n" + ",\n".join(json.dumps(row, ensure_ascii=True) for row in rows) + "\n]\n", encoding="ascii")

    # The examples of google-research/bert's own tests.
    ids = {token: i for i, token in enumerate(published)}
    assert [ids[t] for t in tokenize("UNwant\u00e9d,running", ids, True)] == [1, 7, 4, 5, 10, 8, 9, 2]
    assert tokenize("unwantedX running", ids, False) == ["[CLS]", "[UNK]", "runn", "##ing", "[SEP]"]
    assert basic("\tHeLLo!how  \n Are yoU?  ", True) == ["hello", "!", "how", "are", "you", "?"]
    assert basic("\tHeLLo!how  \n Are yoU?  ", False) == ["HeLLo", "!", "how", "Are", "yoU", "?"]
    assert basic("ah\u535a\u63a8zz", True) == ["ah", "\u535a", "\u63a8", "zz"]


if __name__ == "__main__":
    main()
