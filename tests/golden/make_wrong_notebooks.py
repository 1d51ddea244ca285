#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes notebooks that are wrong in one random way, with PyTorch, for `phasor check`.

    make_wrong_notebooks.py FOLDER COUNT SEED

Writes FOLDER/N.npy, the table that the wrong notebook has, and FOLDER/notebooks.json: for each the options of the right
one, the stage, and the ids that explain it. It shares no code with Phasor. Needs PyTorch 1.13 without MKL (Debian 12).
"""
import json
import math
import pathlib
import random
import sys

import numpy as np
import torch
from torch import nn

torch.set_num_threads(1)


class Notebook:
    """The tutorial's module, with a switch for each mistake; as it stands it is right."""

    def __init__(self, rng):
        self.d = 2 * rng.randrange(4, 40)
        self.n = rng.randrange(8, 60)
        self.seed = rng.randrange(10000)
        self.p = rng.choice((0.1, 0.2, 0.5))
        self.base = 10000.0
        self.scale = math.sqrt(self.d)
        self.scales = 1
        self.layout = "interleaved"
        self.exponent = 1
        self.first = 0
        self.dtype = torch.float32
        self.swap = self.sine_only = self.batch = self.before = self.again = False
        self.drop_embedding = self.drop_position = self.mask_first = False
        self.init = "normal"
        self.twice = False
        self.training = True
        self.keep_p = self.unscaled = False
        self.per_column = self.next = self.degrees = False
        self.shift = 0

    def encoding(self):
        first = self.first + self.shift
        position = torch.arange(first, first + self.n).to(self.dtype).unsqueeze(1)
        half = self.d // 2
        if self.layout == "tensor2tensor":
            div = torch.exp(torch.arange(half).to(self.dtype) * -(math.log(self.base) / max(half - 1, 1)))
        else:
            div = torch.exp(torch.arange(0, self.d, 2).to(self.dtype) * (self.exponent * -math.log(self.base) / self.d))
        sines = cosines = position * div
        if self.per_column:
            cosines = position * torch.exp(
                torch.arange(1, self.d, 2).to(self.dtype) * (-math.log(self.base) / self.d))
        if self.next:
            cosines = position * torch.exp(
                torch.arange(2, self.d + 1, 2).to(self.dtype) * (-math.log(self.base) / self.d))
        if self.degrees:
            sines, cosines = torch.deg2rad(sines), torch.deg2rad(cosines)
        sine, cosine = torch.sin(sines), torch.cos(cosines)
        if self.sine_only:
            cosine = sine
        if self.swap:
            sine, cosine = cosine, sine
        if self.layout != "interleaved":
            return torch.cat([sine, cosine], 1)
        pe = torch.zeros(self.n, self.d, dtype=self.dtype)
        pe[:, 0::2] = sine
        pe[:, 1::2] = cosine
        return pe

    def table(self):
        weight = torch.empty(self.n, self.d)
        if self.twice or self.init == "normal":
            weight.normal_()
        if self.init == "xavier-uniform":
            nn.init.xavier_uniform_(weight)
        elif self.init == "gpt2":
            nn.init.normal_(weight, std=0.02)
        elif self.init == "keras":
            nn.init.uniform_(weight, -0.05, 0.05)
        return weight

    def dropped(self, x):
        if self.again:
            torch.manual_seed(self.seed)
        if not self.training:
            return x
        p = 1 - self.p if self.keep_p else self.p
        if self.unscaled:
            return x * (nn.functional.dropout(torch.ones_like(x), p) != 0)
        return nn.functional.dropout(x, p)

    def run(self, stage):
        torch.manual_seed(self.seed)
        e = self.table().to(self.dtype)
        pe = self.encoding()
        if stage == "position":
            return pe
        if self.mask_first:
            return self.dropped(e) * self.scale + pe
        scaled = e
        for _ in range(self.scales):
            scaled = scaled * self.scale
        if self.batch:
            pe = pe[:1]
        total = (e + pe) * self.scale if self.before else scaled + pe
        if stage == "sum":
            return total
        if self.drop_embedding:
            return self.dropped(scaled) + pe
        if self.drop_position:
            return scaled + self.dropped(pe)
        return self.dropped(total)


def change(**values):
    return lambda book: book.__dict__.update(values)


# What may be wrong, in which stages it is seen, and the ids that explain it.
ALL = ("position", "sum", "output")
WAYS = [
    (("sum", "output"), ["scale=none"], change(scales=0)),
    (("sum", "output"), ["scale-twice"], change(scales=2)),
    (ALL, ["exponent-doubled"], change(exponent=2)),
    (ALL, ["layout=halves"], change(layout="halves")),
    (ALL, ["layout=tensor2tensor"], change(layout="tensor2tensor")),
    (ALL, ["first-position=1", "rows-shifted=1"], change(first=1)),
    (("sum", "output"), ["first-position=1", "rows-shifted=1"], change(first=1)),
    (ALL, ["sine-only"], change(sine_only=True)),
    (ALL, ["sine-cosine-swapped"], change(swap=True)),
    (ALL, ["exponent-per-column"], change(per_column=True)),
    (ALL, ["exponent-next"], change(next=True)),
    (ALL, ["degrees"], change(degrees=True)),
    (("sum", "output"), ["rows-shifted=3"], change(shift=3)),
    (("sum", "output"), ["rows-shifted=-1"], change(shift=-1)),
    (("sum", "output"), ["batch-first"], change(batch=True)),
    (("sum", "output"), ["position-before-scale"], change(before=True)),
    (("output",), ["seed-again-before-mask"], change(again=True)),
    (("output",), ["placement=embedding"], change(drop_embedding=True)),
    (("output",), ["placement=position"], change(drop_position=True)),
    (("output",), ["mask-before-scale"], change(mask_first=True)),
    (("output",), ["mode=eval"], change(training=False)),
    (("output",), ["p-swapped", "dropout=0.5"], lambda book: book.__dict__.update(keep_p=True, p=0.2)),
    (("output",), ["mask-unscaled"], change(unscaled=True)),
    (ALL, ["float64", "precision=exact"], change(dtype=torch.float64)),
    (("sum", "output"), ["init-after-default=on"], lambda book: book.__dict__.update(init="gpt2", twice=True)),
    (("sum", "output"), ["embedding=xavier-uniform"], change(init="xavier-uniform")),
    (("sum", "output"), ["embedding=keras"], change(init="keras")),
]
for base in (100.0, 1000.0, 500000.0):
    WAYS.append((ALL, [f"base={base:.0f}"], change(base=base)))
for seed in (0, 42, 1234):
    WAYS.append((("sum", "output"), [f"seed={seed}"], change(seed=seed)))
for p in (0.3, 0.05):
    WAYS.append((("output",), [f"dropout={p}"], change(p=p)))


def main(folder, count, seed):
    rng = random.Random(seed)
    books = []
    for k in range(count):
        stages, ids, spoil = rng.choice(WAYS)
        stage = rng.choice(stages)
        book = Notebook(rng)
        if "init-after-default=on" in ids:
            book.init = "gpt2"
        if "p-swapped" in ids:
            book.p = 0.2
        right = ["--d-model", str(book.d), "--max-len", str(book.n), "--seed", str(book.seed), "--dropout", str(book.p),
                 "--precision", "float32", "--embedding", book.init]
        spoil(book)
        array = book.run(stage).to(torch.float32).numpy()
        if rng.random() < 0.05 and array.shape[0] != array.shape[1]:
            book = Notebook(rng)
            right[1::2] = [str(book.d), str(book.n), str(book.seed), str(book.p), "float32", "normal"]
            array, ids = np.ascontiguousarray(book.run(stage).numpy().T), ["transposed"]
        np.save(folder / f"{k}.npy", array)
        books.append({"options": right, "stage": stage, "ids": ids})
    (folder / "notebooks.json").write_text(json.dumps(books))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
