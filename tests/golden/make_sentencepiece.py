#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the golden data of tests/inputs/tst_sentencepiece: two small models and what Debian's python3-sentencepiece makes
of sentences with them. The same output every time.
"""
import io
import json
import pathlib

import sentencepiece

HERE = pathlib.Path(__file__).with_name("inputs") / "sentencepiece"
LINES = [
    "A transformer turns a sentence into vectors before the first attention layer.",
    "The token embedding is multiplied by the square root of the width of the model.",
    "The positional encoding is added, and dropout acts on the sum of the two.",
    "The cat sat on the mat; the dog did not.",
    "Why is the encoding added and not concatenated?",
    "Rotary embeddings turn queries and keys by an angle that grows with the position.",
    "Can dropout destroy the first token of a sentence?",
    "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.",
]
SENTENCES = [
    "",
    "   \t ",
    "The cat sat on the mat.",
    "the cat  sat",
    "dropout acts on the embedding",
    "Boxkämpfer über dem Deich",
    "unseen: qwertz, 注意 and 🙂",
    "[CLS] is no special token here [SEP]",
    "<s> nor is this </s>",
    "ﬁne ligature, half-width ｶﾀｶﾅ",
    "x" * 60,
]
MODELS = {
    "unigram": {"model_type": "unigram", "vocab_size": 90, "normalization_rule_name": "identity"},
    "bpe": {"model_type": "bpe", "vocab_size": 340, "normalization_rule_name": "identity", "byte_fallback": True},
}

HERE.mkdir(parents=True, exist_ok=True)
golden = []
for name, options in MODELS.items():
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(sentence_iterator=iter(LINES), model_writer=model, num_threads=1,
                                             minloglevel=2, **options)
    (HERE / f"{name}.model").write_bytes(model.getvalue())
    processor = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    for text in SENTENCES:
        ids = processor.encode(text)
        golden.append({"model": name, "text": text, "ids": ids, "tokens": processor.encode(text, out_type=str),
                       "vocab": processor.get_piece_size()})
lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in golden)
(HERE / "sentences.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
