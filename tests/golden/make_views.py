#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes tests/golden/views/schemes.json: what the views of scores, distance, frequencies and phasors show of small
set-ups, by the formulas of the papers in NumPy and what PyTorch draws; nothing of Phasor's is used.

Run with Debian 12's python3-numpy and python3-torch (1.13.1, without MKL).
"""
import json
import math
import os

import numpy as np
import torch
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = ["[CLS]", "the", "cat", "sat", "on", "the", "mat", "[SEP]"]
IDS = [2, 5, 6, 7, 8, 5, 9, 3]  # after [PAD], [UNK], [CLS], [SEP] and [MASK], words as they come
VOCABULARY = 10
D_MODEL, HEADS, HEAD, MAX_LEN = 64, 4, 1, 6000
WIDTH = D_MODEL // HEADS
POSITION, OTHER = 5, 2  # of tokens
FAR, NEAR = 4321, 1234  # of the table
DISTANCES = [0, 1, 2, 7, 64, 500, 5999]


def thetas(width, base=10000.0):
    return np.array([base ** (-2 * i / width) for i in range(width // 2)])


class Rotation:
    """theta before and after a scaling, the factor on cosines and sines, and xPos's zeta by pair."""

    def __init__(self, scaling="none", factor=1.0, original=4096, base=10000.0, layout="halves", zeta=None):
        theta = thetas(WIDTH, base)
        self.trained, self.original, self.layout = theta, original, layout
        self.zeta = np.ones(len(theta)) if zeta is None else zeta
        self.attention_factor = 1.0
        wave = 2 * np.pi / theta
        if scaling == "none":
            self.used = theta
        elif scaling == "linear":
            self.used = theta / factor
        elif scaling == "ntk":
            self.used = thetas(WIDTH, base * factor ** (WIDTH / (WIDTH - 2)))
        elif scaling == "yarn":
            def dim(turns):
                return WIDTH * math.log(original / (2 * math.pi * turns)) / (2 * math.log(base))
            low, high = max(math.floor(dim(32)), 0), min(math.ceil(dim(1)), WIDTH - 1)
            ramp = np.clip((np.arange(WIDTH // 2) - low) / (high - low), 0, 1)
            self.used = theta / factor * ramp + theta * (1 - ramp)
            self.attention_factor = 0.1 * math.log(factor) + 1
        elif scaling == "llama3":
            t = (original / wave - 1) / (4 - 1)
            between = (1 - t) * theta / factor + t * theta
            self.used = np.where(wave < original / 4, theta, np.where(wave > original / 1, theta / factor, between))
        self.factor = factor

    def pair(self, i):
        return (2 * i, 2 * i + 1) if self.layout == "interleaved" else (i, i + WIDTH // 2)

    def growth(self, position, tokens):
        return self.zeta ** ((position + math.floor(-tokens / 2)) / 512)

    def turned(self, x, sign):
        """Rows of queries (sign 1) or keys (-1)."""
        out = x.copy()
        for p in range(len(x)):
            grown = self.growth(p, len(x)) ** sign * self.attention_factor
            for i, theta in enumerate(self.used):
                a, b = self.pair(i)
                c, s = math.cos(p * theta), math.sin(p * theta)
                out[p, a] = (x[p, a] * c - x[p, b] * s) * grown[i]
                out[p, b] = (x[p, b] * c + x[p, a] * s) * grown[i]
        return out


def sines():
    """The sinusoidal table and its frequencies."""
    theta = thetas(D_MODEL)
    angles = np.outer(np.arange(MAX_LEN), theta)
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(MAX_LEN, D_MODEL), theta


def slopes(heads):
    return [2.0 ** (-8 * (h + 1) / heads) for h in range(heads)]


def t5_bucket(k, buckets=32, most=128):
    """Of a decoder: k positions back."""
    exact = buckets // 2
    if k < exact:
        return max(k, 0)
    return min(buckets - 1, exact + int(math.log(k / exact) / math.log(most / exact) * (buckets - exact)))


def bias_of(scheme):
    """f(head, query, key)."""
    torch.manual_seed(0)
    if scheme == "alibi":
        return lambda h, i, j: -slopes(HEADS)[h] * abs(i - j)
    if scheme == "t5":
        table = nn.Embedding(32, HEADS).weight.detach().numpy().astype(np.float64)
        return lambda h, i, j: table[t5_bucket(i - j), h]
    if scheme == "kerple-log":
        return lambda h, i, j: -math.log(1 + abs(i - j))
    if scheme == "kerple-power":
        return lambda h, i, j: -float(abs(i - j))
    if scheme == "sandwich":
        return lambda h, i, j: (sum(math.cos((i - j) * 10000.0 ** (-2 * n / WIDTH)) for n in range(1, WIDTH // 2 + 1))
                                - WIDTH // 2) / (8 * (h + 1) / HEADS)
    if scheme == "fire":
        first, second = nn.Linear(1, 32), nn.Linear(32, HEADS)
        w1, b1, w2, b2 = (x.detach().numpy().astype(np.float64) for x in
                          (first.weight[:, 0], first.bias, second.weight, second.bias))

        def fire(h, i, j):
            share = math.log(1 + 0.1 * abs(i - j)) / (math.log(1 + 0.1 * max(i, 512)) + 1e-6)
            return b2[h] + w2[h] @ np.maximum(w1 * share + b1, 0)
        return fire
    return None


def scores_of(rotation, table, bias, divided):
    torch.manual_seed(0)
    embedding = nn.Embedding(VOCABULARY, D_MODEL).weight.detach().numpy().astype(np.float64)
    output = embedding[IDS] + (table[:len(IDS)] if table is not None else 0)
    head = output[:, HEAD * WIDTH:(HEAD + 1) * WIDTH]
    queries, keys = (rotation.turned(head, sign) for sign in (1, -1)) if rotation else (head, head)
    scores = queries @ keys.T / (math.sqrt(WIDTH) if divided else 1)
    n = len(IDS)
    if bias:
        scores = scores + np.array([[bias(HEAD, i, j) for j in range(n)] for i in range(n)])
    seen = np.tril(np.ones((n, n), bool))
    exponentials = np.where(seen, np.exp(np.where(seen, scores, 0)), 0)
    attention = exponentials / exponentials.sum(1, keepdims=True)
    entropy = -np.where(attention > 0, attention * np.log(np.where(attention > 0, attention, 1)), 0).sum(1)
    away = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    return head, queries, keys, {
        "scores": [[scores[i, j] if seen[i, j] else None for j in range(n)] for i in range(n)],
        "attention": [[attention[i, j] if seen[i, j] else None for j in range(n)] for i in range(n)],
        "keys": float(np.exp(entropy).mean()),
        "distance": float((attention * away).sum(1).mean()),
        "mean_by_distance": [float(np.mean([scores[i, i - k] for i in range(k, n)])) for k in range(1, n)],
    }


def law_of(rotation, theta, bias):
    """At DISTANCES: the kernel, with xPos's growth, or the bias of the last query."""
    if bias:
        return [bias(HEAD, MAX_LEN - 1, MAX_LEN - 1 - k) for k in DISTANCES]
    if rotation is None and theta is None:
        return None
    used, zeta = (rotation.used, rotation.zeta) if rotation else (theta, np.ones(len(theta)))
    return [float(np.mean(zeta ** (k / 512) * np.cos(k * used))) for k in DISTANCES]


def frequencies_of(rotation, theta):
    trained, used, original = (rotation.trained, rotation.used, rotation.original) if rotation else (theta, theta, MAX_LEN)
    turned = trained * original >= 2 * math.pi
    positions = np.arange(MAX_LEN)
    unseen = [int(np.sum(np.fmod(positions * u, 2 * np.pi) > (original - 1) * t0 * (1 + 1e-12)))
              if (original - 1) * t0 < 2 * math.pi else 0 for u, t0 in zip(used, trained)]
    factor = rotation.factor if rotation else 1
    kept = np.isclose(used, trained, rtol=1e-12)
    divided = np.isclose(used, trained / factor, rtol=1e-12) & ~kept
    return {"trained": trained.tolist(), "used": used.tolist(), "kept": int(kept.sum()), "divided": int(divided.sum()),
            "never_turned": int((~turned).sum()), "unseen": unseen,
            "attention_factor": rotation.attention_factor if rotation else 1.0}


def clocks_of(rotation, theta, head, queries, keys):
    used = rotation.used if rotation else theta
    clocks = {"angle": [math.remainder(FAR * w, 2 * math.pi) for w in used],
              "other_angle": [math.remainder(NEAR * w, 2 * math.pi) for w in used],
              "reach": [min(2 * math.pi, (MAX_LEN - 1) * w) for w in used],
              "trained_reach": [min(2 * math.pi, ((min(rotation.original, MAX_LEN) if rotation else MAX_LEN) - 1) * w)
                                for w in used]}
    if rotation:
        clocks["left"] = (rotation.zeta ** ((FAR - NEAR) / 512)).tolist()
        for name, row, after in (("query", POSITION, queries), ("key", OTHER, keys)):
            pairs = [rotation.pair(i) for i in range(len(used))]
            ends = [[*x[row, list(pair)]] for pair in pairs for x in (head, after)]
            longest = max(math.hypot(*end) for end in ends)
            clocks[name] = [[float(v) / longest for v in end] for end in ends]  # before, after, before, after …
    return clocks


XPOS = (2 * np.arange(WIDTH // 2) + 0.4 * WIDTH) / (1.4 * WIDTH)
CASES = [
    ({"scheme": "sinusoidal"}, None),
    ({"scheme": "rope"}, Rotation()),
    ({"scheme": "rope", "layout": "interleaved", "base": "500"}, Rotation(base=500.0, layout="interleaved")),
    ({"scheme": "rope", "rope-scaling": "linear", "rope-factor": "4", "rope-original": "1500"},
     Rotation("linear", 4.0, 1500)),
    ({"scheme": "rope", "rope-scaling": "ntk", "rope-factor": "4", "rope-original": "1500"}, Rotation("ntk", 4.0, 1500)),
    ({"scheme": "rope", "rope-scaling": "yarn", "rope-factor": "6", "rope-original": "1000"}, Rotation("yarn", 6.0, 1000)),
    ({"scheme": "rope", "rope-scaling": "llama3", "rope-factor": "8", "rope-original": "750"},
     Rotation("llama3", 8.0, 750)),
    ({"scheme": "xpos"}, Rotation(layout="interleaved", zeta=XPOS)),
    ({"scheme": "alibi"}, None),
    ({"scheme": "t5"}, None),
    ({"scheme": "kerple-log"}, None),
    ({"scheme": "kerple-power"}, None),
    ({"scheme": "fire"}, None),
    ({"scheme": "sandwich"}, None),
    ({"scheme": "nope"}, None),
]


def main():
    cases = []
    for options, rotation in CASES:
        scheme = options["scheme"]
        table, theta = sines() if scheme == "sinusoidal" else (None, None)
        bias = bias_of(scheme)
        head, queries, keys, scores = scores_of(rotation, table, bias, divided=scheme != "t5")
        case = {"options": options, "scores": scores, "law": law_of(rotation, theta, bias)}
        if rotation or theta is not None:
            case["frequencies"] = frequencies_of(rotation, theta)
            case["clocks"] = clocks_of(rotation, theta, head, queries, keys)
        cases.append(case)
    golden = {"text": " ".join(WORDS[1:-1]), "d_model": D_MODEL, "heads": HEADS, "head": HEAD, "max_len": MAX_LEN,
              "position": POSITION, "other": OTHER, "far": FAR, "near": NEAR, "distances": DISTANCES, "cases": cases}
    os.makedirs(os.path.join(HERE, "views"), exist_ok=True)
    with open(os.path.join(HERE, "views", "schemes.json"), "w") as file:
        json.dump(golden, file, indent=0)
        file.write("\n")


main()
