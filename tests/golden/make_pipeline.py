#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden data of the pipeline: what a notebook with PyTorch computes, as bit patterns.

Run with Debian 12's python3-torch (1.13.1, without MKL):  /usr/bin/python3 tests/golden/make_pipeline.py
"""
import hashlib
import itertools
import json
import math
import pathlib

import numpy as np
import torch
import torch.nn as nn


class PositionalEncoding(nn.Module):
    """The module of PyTorch's tutorial, with the accepted cure for odd d_model."""

    def __init__(self, d_model, dropout, max_len, base):
        super().__init__()
        self.dropout = nn.Dropout(p=dropout)
        position = torch.arange(max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(base) / d_model))
        pe = torch.zeros(max_len, d_model)
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)[:, : d_model // 2]
        self.register_buffer("pe", pe)


SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def tokens_of(p):
    """The texts and ids of the tokens, and the vocabulary, of tokenizer "bytes" or of "words" for plain words."""
    if p.get("tokenizer") == "bytes":
        return list(p["text"]), list(p["text"].encode()), 256
    words = ["[CLS]", *p["text"].split(), "[SEP]"]
    known = SPECIAL + sorted(set(words) - set(SPECIAL), key=words.index)
    return words, [known.index(word) for word in words], len(known)


def dropout_of(p, x, pe, combine, is_protected, attention_mask):
    """What people write after the embedding, for each placement. x is s·E, pe the rows of the encoding."""
    train = p.get("mode", "train") == "train"
    drop = nn.Dropout(p["dropout"]).train(train)
    features = nn.Dropout1d(p["dropout"]).train(train)
    if p.get("dropout_scale") == "native":
        drop = lambda t: torch.native_dropout(t, p["dropout"], train)[0]
    placement = p.get("placement", "sum")
    total = combine(x, pe)
    if placement == "embedding":
        return combine(drop(x), pe)
    if placement == "position":
        return combine(x, drop(pe))
    if placement == "separate":
        return combine(drop(x), drop(pe))
    if placement == "tokens":
        output = features(total.unsqueeze(0)).squeeze(0)
    elif placement == "dimensions":
        output = features(total.T.unsqueeze(0)).squeeze(0).T
    elif placement == "masked-fill":
        output = drop(total.masked_fill((attention_mask == 0).unsqueeze(-1), 0))
    else:
        output = drop(total)
    return torch.where(is_protected.unsqueeze(-1), total, output)


def notebook(p):
    d = p["d_model"]
    n = p["seq_len"]
    concat = p.get("combine") == "concat"
    position_dims = p.get("position_dims", max(1, d // 4)) if concat else d
    module = PositionalEncoding(position_dims, p["dropout"], p["max_len"], p.get("base", 10000.0))
    module.train(p.get("mode", "train") == "train")
    texts, ids, vocab = tokens_of(p) if "text" in p else ([], list(range(n)), n)
    attention_mask = torch.tensor([1] * len(ids) + [0] * (n - len(ids)))
    texts = texts + ["[PAD]"] * (n - len(texts))
    is_protected = torch.tensor([text in p.get("protect", "").split(",") for text in texts])
    ids = torch.tensor(ids + [0] * (n - len(ids)))

    torch.manual_seed(int(p["seed"]))
    embedding = nn.Embedding(p.get("vocab", vocab), d - position_dims if concat else d, padding_idx=p.get("padding_row"))
    scale = p.get("scale", "sqrt-d-model")
    s = math.sqrt(d) if scale == "sqrt-d-model" else 1.0 if scale == "none" else scale
    e = embedding(ids)
    x = e * s if scale != "none" else e
    pe = module.pe[:n]
    if p.get("dropout_seed") is not None:
        torch.manual_seed(int(p["dropout_seed"]))
    combine = (lambda a, b: torch.cat([a, b], 1)) if concat else (lambda a, b: a + b)
    output = dropout_of(p, x, pe, combine, is_protected, attention_mask)
    return {"embedding": e, "scaled": x, "position": module.pe, "sum": combine(x, pe), "output": output}


def bits(tensor):
    array = np.ascontiguousarray(tensor.detach().numpy().astype("<f4"))
    return {"shape": list(array.shape), "bits": array.tobytes().hex()}


CASES = [
    {"d_model": 1, "max_len": 1, "seq_len": 1, "seed": "0", "dropout": 0.1},
    {"d_model": 5, "max_len": 3, "seq_len": 3, "seed": "123", "dropout": 0.5},
    {"d_model": 16, "max_len": 12, "seq_len": 7, "seed": "42", "dropout": 0.1},
    {"d_model": 16, "max_len": 12, "seq_len": 7, "seed": "42", "dropout": 0.1, "mode": "eval"},
    {"d_model": 16, "max_len": 12, "seq_len": 7, "seed": "42", "dropout": 0.0},
    {"d_model": 16, "max_len": 12, "seq_len": 7, "seed": "42", "dropout": 1.0},
    {"d_model": 33, "max_len": 20, "seq_len": 9, "seed": "-1", "dropout": 0.15},
    {"d_model": 8, "max_len": 6, "seq_len": 6, "seed": str(2**32 + 5), "dropout": 0.42, "vocab": 11},
    {"d_model": 8, "max_len": 6, "seq_len": 6, "seed": str(2**63), "dropout": 0.9, "dropout_seed": "7"},
    {"d_model": 12, "max_len": 30, "seq_len": 11, "seed": "3", "dropout": 0.1, "text": "hello world", "tokenizer": "bytes"},
    {"d_model": 12, "max_len": 9, "seq_len": 9, "seed": "3", "dropout": 0.3, "placement": "embedding"},
    {"d_model": 12, "max_len": 9, "seq_len": 9, "seed": "3", "dropout": 0.3, "placement": "position"},
    {"d_model": 12, "max_len": 9, "seq_len": 9, "seed": "3", "dropout": 0.3, "combine": "concat"},
    {"d_model": 12, "max_len": 9, "seq_len": 9, "seed": "3", "dropout": 0.3, "combine": "concat", "position_dims": 5,
     "placement": "embedding"},
    {"d_model": 12, "max_len": 9, "seq_len": 9, "seed": "3", "dropout": 0.3, "combine": "concat", "position_dims": 5,
     "placement": "position"},
    {"d_model": 10, "max_len": 9, "seq_len": 4, "seed": "9", "dropout": 0.2, "scale": "none"},
    {"d_model": 10, "max_len": 9, "seq_len": 4, "seed": "9", "dropout": 0.2, "scale": -0.1},
    {"d_model": 10, "max_len": 9, "seq_len": 4, "seed": "9", "dropout": 0.2, "base": 100.0},
    {"d_model": 12, "max_len": 9, "seq_len": 9, "seed": "3", "dropout": 0.3, "placement": "separate"},
    {"d_model": 12, "max_len": 9, "seq_len": 9, "seed": "3", "dropout": 0.3, "combine": "concat", "position_dims": 5,
     "placement": "separate"},
    {"d_model": 12, "max_len": 9, "seq_len": 9, "seed": "3", "dropout": 0.3, "placement": "tokens"},
    {"d_model": 12, "max_len": 9, "seq_len": 9, "seed": "3", "dropout": 0.3, "combine": "concat", "position_dims": 5,
     "placement": "tokens"},
    {"d_model": 12, "max_len": 9, "seq_len": 9, "seed": "3", "dropout": 0.3, "placement": "dimensions"},
    {"d_model": 7, "max_len": 9, "seq_len": 8, "seed": "3", "dropout": 0.3, "placement": "masked-fill",
     "text": "the cat sat"},
    {"d_model": 7, "max_len": 9, "seq_len": 8, "seed": "3", "dropout": 0.3, "placement": "masked-fill",
     "text": "the cat sat", "mode": "eval"},
    {"d_model": 7, "max_len": 9, "seq_len": 8, "seed": "3", "dropout": 0.7, "text": "the cat saw the rat",
     "protect": "[CLS],[SEP],[PAD]"},
    {"d_model": 7, "max_len": 9, "seq_len": 9, "seed": "3", "dropout": 0.5, "text": "a [MASK] is the cat",
     "protect": "[MASK]", "placement": "tokens", "padding_row": 0},
    {"d_model": 7, "max_len": 9, "seq_len": 6, "seed": "3", "dropout": 0.15, "dropout_scale": "native"},
]


PLACEMENTS = ["sum", "embedding", "position", "separate", "tokens", "dimensions", "masked-fill"]
SEEDS = [0, 42, 123, -1, 2**32 + 5, 2**63]
SHAPES = [(1, 1), (3, 5), (10, 4), (7, 11)]
PROBABILITIES = [0.0, 0.1, 0.15, 0.42, 0.5, 0.9, 1.0]


def dropout_line(seed, shape, p, placement, scale="module"):
    """One line of dropout.tsv: the set-up and the beginning of the SHA-256 of the output's float32 bytes."""
    n, d = shape
    case = {"d_model": d, "max_len": n, "seq_len": n, "seed": str(seed), "dropout": p, "placement": placement,
            "dropout_scale": scale}
    if placement == "masked-fill":
        case |= {"text": "ab", "tokenizer": "bytes", "max_len": n + 2, "seq_len": n + 2}
    output = notebook(case)["output"].detach().numpy()
    digest = hashlib.sha256(np.ascontiguousarray(output, dtype="<f4").tobytes()).hexdigest()[:16]
    return f"{seed}\t{n}\t{d}\t{p!r}\t{placement}\t{scale}\t{digest}"


def dropout_lines():
    for seed, shape, p, placement in itertools.product(SEEDS, SHAPES, PROBABILITIES, PLACEMENTS):
        yield dropout_line(seed, shape, p, placement)
    for placement in PLACEMENTS:
        for seed, p in zip(itertools.cycle(SEEDS), PROBABILITIES):
            yield dropout_line(seed, (1000, 512), p, placement)
    for p in PROBABILITIES + [0.04, 0.09, 0.47, 0.71, 0.97]:
        for placement in ("sum", "embedding", "position", "separate"):
            yield dropout_line(5, (33, 17), p, placement, "native")


INITIALIZERS = {
    "normal": lambda w: None,  # nn.Embedding itself
    "tensor2tensor": lambda w: w.normal_(0, w.shape[1] ** -0.5),
    "fairseq": lambda w: nn.init.normal_(w, mean=0, std=w.shape[1] ** -0.5),
    "gpt2": lambda w: nn.init.normal_(w, mean=0.0, std=0.02),
    "bert": lambda w: nn.init.trunc_normal_(w, std=0.02, a=-0.04, b=0.04),
    "keras": lambda w: nn.init.uniform_(w, -0.05, 0.05),
    "uniform": lambda w: nn.init.uniform_(w, -0.1, 0.1),
    "xavier-uniform": nn.init.xavier_uniform_,
    "xavier-normal": nn.init.xavier_normal_,
}


def initializer_lines():
    """The embedding table of each initialiser, of the first numbers after manual_seed, with and without a zeroed row."""
    shapes = [(1, 1), (3, 5), (10, 4), (7, 11), (1000, 512)]
    for (name, fill), shape, padding in itertools.product(INITIALIZERS.items(), shapes, (None, 0, "last")):
        for seed in SEEDS if shape != (1000, 512) else SEEDS[1:2]:
            n, d = shape
            row = n - 1 if padding == "last" else padding
            torch.manual_seed(seed)
            if name == "normal":
                weight = nn.Embedding(n, d, padding_idx=row).weight.detach()
            else:
                weight = torch.empty(shape)
                fill(weight)
                if row is not None:
                    weight[row] = 0
            digest = hashlib.sha256(weight.numpy().tobytes()).hexdigest()[:16]
            yield f"{name}\t{seed}\t{n}\t{d}\t{'' if row is None else row}\t{digest}"


def main():
    golden = []
    for case in CASES:
        stages = notebook(case)
        golden.append({"parameters": dict(case, precision="float32", generator="torch"),
                       "stages": {name: bits(t) for name, t in stages.items()}})
    path = pathlib.Path(__file__).parent / "pipeline" / "notebook.json"
    path.write_text(json.dumps(golden, indent=0) + "\n")
    path.with_name("initializers.tsv").write_text("\n".join(initializer_lines()) + "\n")
    path.with_name("dropout.tsv").write_text("\n".join(dropout_lines()) + "\n")


if __name__ == "__main__":
    main()
