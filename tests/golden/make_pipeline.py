#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden data of the pipeline: what a notebook with PyTorch computes, as bit patterns.

Run with Debian 12's python3-torch (1.13.1, without MKL):  /usr/bin/python3 tests/golden/make_pipeline.py
"""
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


def notebook(p):
    d = p["d_model"]
    n = p["seq_len"]
    concat = p.get("combine") == "concat"
    position_dims = p.get("position_dims", max(1, d // 4)) if concat else d
    module = PositionalEncoding(position_dims, p["dropout"], p["max_len"], p.get("base", 10000.0))
    module.train(p.get("mode", "train") == "train")
    ids = torch.arange(n)
    if "text" in p:
        ids = torch.tensor(list(p["text"].encode()))
    vocab = p.get("vocab", 256 if "text" in p else n)

    torch.manual_seed(int(p["seed"]))
    embedding = nn.Embedding(vocab, d - position_dims if concat else d)
    scale = p.get("scale", "sqrt-d-model")
    s = math.sqrt(d) if scale == "sqrt-d-model" else 1.0 if scale == "none" else scale
    e = embedding(ids)
    x = e * s if scale != "none" else e
    pe = module.pe[:n]
    if p.get("dropout_seed") is not None:
        torch.manual_seed(int(p["dropout_seed"]))
    drop = module.dropout
    placement = p.get("placement", "sum")
    combine = (lambda a, b: torch.cat([a, b], 1)) if concat else (lambda a, b: a + b)
    if placement == "embedding":
        output = combine(drop(x), pe)
    elif placement == "position":
        output = combine(x, drop(pe))
    else:
        output = drop(combine(x, pe))
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
]


def main():
    golden = []
    for case in CASES:
        stages = notebook(case)
        golden.append({"parameters": dict(case, precision="float32", generator="torch"),
                       "stages": {name: bits(t) for name, t in stages.items()}})
    path = pathlib.Path(__file__).parent / "pipeline" / "notebook.json"
    path.write_text(json.dumps(golden, indent=0) + "\n")


if __name__ == "__main__":
    main()
