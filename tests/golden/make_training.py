#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden data of training, by PyTorch: gradients of every weight by autograd in float64, and the losses of the first 20
steps of Adam in float32, of small transformers with each kind of encoding.

Run with Debian 12's python3-torch:  /usr/bin/python3 tests/golden/make_training.py
"""
import json
import math
import pathlib

import numpy as np
import torch

FOLDER = pathlib.Path(__file__).parent / "training"
WIDTH, HEADS, LENGTH, SEQUENCES, VOCABULARY = 8, 2, 6, 3, 7


def sinusoidal(length, width):
    i = torch.arange((width + 1) // 2, dtype=torch.float64)
    angle = torch.arange(length, dtype=torch.float64)[:, None] * 10000.0 ** (-2 * i / width)
    pe = torch.zeros(length, width, dtype=torch.float64)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : width // 2]
    return pe


def turned(x, layout):
    """RoPE of x [batch, heads, length, head width]."""
    length, width = x.shape[-2:]
    pairs = width // 2
    omega = 10000.0 ** (-2 * torch.arange(pairs, dtype=torch.float64) / width)
    angle = torch.arange(length, dtype=torch.float64)[:, None] * omega
    cos, sin = torch.cos(angle).to(x), torch.sin(angle).to(x)
    a, b = (x[..., 0::2], x[..., 1::2]) if layout == "interleaved" else (x[..., :pairs], x[..., pairs:])
    first, second = a * cos - b * sin, b * cos + a * sin
    if layout == "interleaved":
        return torch.stack([first, second], -1).flatten(-2)
    return torch.cat([first, second], -1)


def weight_shapes(case):
    shapes = [("embedding", (VOCABULARY, case.get("embedding_width", WIDTH)))]
    if case.get("learned_rows"):
        shapes.append(("table", (case["learned_rows"], WIDTH)))
    if case.get("learned_biases"):
        shapes.append(("biases", (case["learned_biases"], HEADS)))
    for layer in range(case.get("layers", 1)):
        shapes += [(f"{layer} gain1", (1, WIDTH)), (f"{layer} shift1", (1, WIDTH)),
                   (f"{layer} qkv", (WIDTH, 3 * WIDTH)), (f"{layer} qkv bias", (1, 3 * WIDTH)),
                   (f"{layer} joined", (WIDTH, WIDTH)), (f"{layer} joined bias", (1, WIDTH)),
                   (f"{layer} gain2", (1, WIDTH)), (f"{layer} shift2", (1, WIDTH)),
                   (f"{layer} hidden", (WIDTH, 4 * WIDTH)), (f"{layer} hidden bias", (1, 4 * WIDTH)),
                   (f"{layer} back", (4 * WIDTH, WIDTH)), (f"{layer} back bias", (1, WIDTH))]
    shapes += [("gain", (1, WIDTH)), ("shift", (1, WIDTH))]
    if not case.get("tied"):
        shapes.append(("output", (WIDTH, VOCABULARY)))
    return shapes


def bias_of(case, w, length):
    if case["scheme"] == "alibi":
        slopes = torch.tensor([2.0 ** (-8 * (h + 1) / HEADS) for h in range(HEADS)], dtype=torch.float64)
        distance = (torch.arange(length)[:, None] - torch.arange(length)[None, :]).to(torch.float64)
        return (-slopes[:, None, None] * distance).to(w["embedding"])
    if case["scheme"] == "t5":  # buckets of the nearest distances: one each
        distance = (torch.arange(length)[:, None] - torch.arange(length)[None, :]).clamp(min=0)
        return w["biases"][distance].movedim(-1, 0)
    return 0


def logits_of(case, w, tokens, masks):
    ln = torch.nn.functional.layer_norm
    length = tokens.shape[1]
    x = w["embedding"][tokens] * case.get("scale", 1.0)
    if "embedding" in masks:
        x = x * masks["embedding"]
    if case["scheme"] in ("sinusoidal", "learned"):
        width = WIDTH - case.get("embedding_width", WIDTH) or WIDTH
        pe = w["table"][:length] if "table" in w else sinusoidal(length, width).to(x)
        pe = pe.expand(tokens.shape[0], -1, -1)
        if "position" in masks:
            pe = pe * masks["position"]
        x = torch.cat([x, pe], -1) if case.get("embedding_width", WIDTH) < WIDTH else x + pe
    if "sum" in masks:
        x = x * masks["sum"]
    for layer in range(case.get("layers", 1)):
        a = ln(x, (WIDTH,), w[f"{layer} gain1"][0], w[f"{layer} shift1"][0])
        q, k, v = (a @ w[f"{layer} qkv"] + w[f"{layer} qkv bias"]).chunk(3, -1)
        q, k, v = (t.unflatten(-1, (HEADS, WIDTH // HEADS)).transpose(1, 2) for t in (q, k, v))
        if case["scheme"] == "rope":
            q, k = turned(q, case["layout"]), turned(k, case["layout"])
        scores = q @ k.transpose(-1, -2)
        if case["scheme"] != "t5":
            scores = scores / math.sqrt(WIDTH // HEADS)
        scores = scores + bias_of(case, w, length)
        if case.get("causal", True):
            scores = scores.masked_fill(torch.ones(length, length).triu(1).bool(), -math.inf)
        mixed = (scores.softmax(-1) @ v).transpose(1, 2).flatten(-2)
        x = x + mixed @ w[f"{layer} joined"] + w[f"{layer} joined bias"]
        m = ln(x, (WIDTH,), w[f"{layer} gain2"][0], w[f"{layer} shift2"][0])
        x = x + (m @ w[f"{layer} hidden"] + w[f"{layer} hidden bias"]).relu() @ w[f"{layer} back"] + w[f"{layer} back bias"]
    x = ln(x, (WIDTH,), w["gain"][0], w["shift"][0])
    return x @ (w["embedding"].T if case.get("tied") else w["output"])


def loss_of(case, w, tokens, targets, masks):
    logits = logits_of(case, w, tokens, masks)
    return torch.nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=-1)


def batch(generator):
    tokens = generator.integers(0, VOCABULARY, (SEQUENCES, LENGTH))
    targets = generator.integers(0, VOCABULARY, (SEQUENCES, LENGTH))
    targets[generator.random((SEQUENCES, LENGTH)) < 0.3] = -1
    return tokens, targets


def masks_of(case, generator):
    widths = {"embedding": case.get("embedding_width", WIDTH), "sum": WIDTH}
    widths["position"] = WIDTH - widths["embedding"] or WIDTH
    keep = 0.75
    return {part: (generator.random((SEQUENCES, LENGTH, widths[part])) < keep).astype(np.float32) / np.float32(keep)
            for part in case.get("masks", [])}


def make(case, seed):
    generator = np.random.default_rng(seed)
    shapes = weight_shapes(case)
    flat = np.concatenate([generator.normal(1 if "gain" in name else 0, 0.3, shape).astype(np.float32).ravel()
                           for name, shape in shapes])
    tokens, targets = batch(generator)
    masks = masks_of(case, generator)

    def weights(dtype):
        parts, begin = {}, 0
        for name, shape in shapes:
            size = shape[0] * shape[1]
            parts[name] = torch.tensor(flat[begin:begin + size].reshape(shape), dtype=dtype, requires_grad=True)
            begin += size
        return parts

    w = weights(torch.float64)
    loss = loss_of(case, w, torch.tensor(tokens), torch.tensor(targets),
                   {part: torch.tensor(mask, dtype=torch.float64) for part, mask in masks.items()})
    loss.backward()
    gradient = np.concatenate([w[name].grad.numpy().ravel() for name, _ in shapes]).astype(np.float32)
    arrays = [flat, gradient] + [mask.ravel() for mask in masks.values()]
    np.concatenate(arrays).astype("<f4").tofile(FOLDER / (case["name"] + ".f32"))
    entry = dict(case, weights=len(flat), tokens=tokens.ravel().tolist(), targets=targets.ravel().tolist(),
                 loss=loss.item(), blocks=[[name, shape[0] * shape[1]] for name, shape in shapes])
    if not masks:
        entry["steps"] = steps(case, weights(torch.float32), generator)
    return entry


def steps(case, w, generator):
    """Losses of the first 20 steps of Adam, each with a batch of its own."""
    optimizer = torch.optim.Adam(w.values(), lr=1e-3)
    made = []
    for _ in range(20):
        tokens, targets = batch(generator)
        optimizer.zero_grad()
        loss = loss_of(case, w, torch.tensor(tokens), torch.tensor(targets), {})
        loss.backward()
        optimizer.step()
        made.append({"tokens": tokens.ravel().tolist(), "targets": targets.ravel().tolist(), "loss": loss.item()})
    return made


CASES = [
    {"name": "none", "scheme": "nope"},
    {"name": "none-tied", "scheme": "nope", "tied": True, "layers": 2, "scale": math.sqrt(WIDTH)},
    {"name": "sum", "scheme": "sinusoidal", "layers": 2},
    {"name": "sum-tied", "scheme": "sinusoidal", "tied": True, "scale": math.sqrt(WIDTH)},
    {"name": "sum-encoder", "scheme": "sinusoidal", "causal": False},
    {"name": "sum-mask-sum", "scheme": "sinusoidal", "masks": ["sum"]},
    {"name": "sum-mask-embedding", "scheme": "sinusoidal", "masks": ["embedding"], "scale": math.sqrt(WIDTH)},
    {"name": "sum-mask-position", "scheme": "sinusoidal", "masks": ["position"]},
    {"name": "sum-mask-separate", "scheme": "sinusoidal", "masks": ["embedding", "position"], "tied": True},
    {"name": "concat", "scheme": "sinusoidal", "embedding_width": 6},
    {"name": "concat-mask-sum", "scheme": "sinusoidal", "embedding_width": 6, "masks": ["sum"]},
    {"name": "concat-mask-separate", "scheme": "sinusoidal", "embedding_width": 6, "masks": ["embedding", "position"]},
    {"name": "learned", "scheme": "learned", "learned_rows": 9, "layers": 2},
    {"name": "learned-mask-position", "scheme": "learned", "learned_rows": 9, "masks": ["position"]},
    {"name": "rope-halves", "scheme": "rope", "layout": "halves", "layers": 2},
    {"name": "rope-interleaved", "scheme": "rope", "layout": "interleaved", "tied": True},
    {"name": "alibi", "scheme": "alibi", "layers": 2},
    {"name": "t5", "scheme": "t5", "learned_biases": 32},
]

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    cases = [make(case, seed) for seed, case in enumerate(CASES)]
    shape = {"width": WIDTH, "heads": HEADS, "length": LENGTH, "sequences": SEQUENCES, "vocabulary": VOCABULARY}
    (FOLDER / "cases.json").write_text(
        "{\n" + f'"shape": {json.dumps(shape)},\n"cases": [\n' + ",\n".join(json.dumps(c) for c in cases) + "\n]\n}\n")
