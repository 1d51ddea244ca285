# SPDX-License-Identifier: GPL-3.0-or-later
# Parts of the training that `phasor code --for torch` writes; src/training/torchscript.cpp fills them in.
# "?flag,!other " begins a line that is kept only for a setup with `flag` and without `other`. Words in capitals are
# values. A line that is only a value may become many lines or none.
# %% setup
# Made by Phasor: TITLE
# The same training as phasor train. PyTorch samples the batches, so curves agree within the noise of seeds.
NOTE
?!math import math
IMPORTS

import torch
from torch import nn
from torch.nn import functional

d_model = D_MODEL
max_len = MAX_LEN
heads = HEADS
head_width = HEAD_WIDTH
layers = LAYERS
vocabulary = VOCABULARY
embedding_scale = EMBEDDING_SCALE
dropout_p = PROBABILITY
causal = CAUSAL
tokens = TOKENS
distance = DISTANCE
length = LENGTH
batch = BATCH
steps = STEPS
learning_rate = LEARNING_RATE
warmup = WARMUP
first_seed = FIRST_SEED
seeds = SEEDS
CONSTANTS
?text
?text text = TEXT
?text known = sorted(set(text))
?text characters = torch.tensor([known.index(c) for c in text])
?text held_back = len(text) // 10
?encoded
?encoded ids = torch.arange(length)  # as many positions as a sequence has
?encoded ENCODING

turns = None
?rotates
?rotates # What becomes of each unit vector at each position: [n, head_width, head_width], of queries and of keys.
?rotates turned = []
?rotates for unit in torch.eye(head_width):
?rotates     queries = keys = unit.expand(length, head_width)
?rotates ROTATION
?rotates     turned.append((queries, keys))
?rotates turns = [torch.stack(side, 1) for side in zip(*turned)]
# %% batch-recall


def batch_of(n, held=False):
    ids = torch.randint(tokens, (batch, n))
    targets = torch.full((batch, n), -1)
    targets[:, distance:] = ids[:, : n - distance]
    return ids, targets
# %% batch-copy


def batch_of(n, held=False):
    half = n // 2
    given = torch.randint(tokens, (batch, half))
    ids = torch.full((batch, n), tokens)  # a mark
    ids[:, :half] = given
    targets = torch.full((batch, n), -1)
?!reverse     targets[:, half : 2 * half] = given
?reverse     targets[:, half : 2 * half] = given.flip(1)
    return ids, targets
# %% batch-order


def batch_of(n, held=False):
    ids = torch.randint(tokens, (batch, n))
    targets = torch.full((batch, n), -1)
    for row in range(batch):
        one, other = torch.randperm(n)[:2].tolist()
        ids[row, one], ids[row, other] = tokens, tokens + 1  # two marks
        targets[row, max(one, other) :] = tokens if one < other else tokens + 1
    return ids, targets
# %% batch-induction


def batch_of(n, held=False):
    ids = torch.randint(tokens, (batch, n))
    targets = torch.full((batch, n), -1)
    for row in range(batch):
        least = max(1, n // 4)
        run = least + torch.randint(n // 2 - least + 1, ()).item()
        again = ids[row, :run].repeat(n // run + 2)
        ids[row] = again[:n]
        targets[row, run:] = again[run + 1 : n + 1]
    return ids, targets
# %% batch-text


def batch_of(n, held=False):
    part = characters[-held_back:] if held else characters[:-held_back]
    begins = torch.randint(len(part) - n, (batch,))
    ids = torch.stack([part[b : b + n] for b in begins])
    targets = torch.stack([part[b + 1 : b + n + 1] for b in begins])
    return ids, targets
# %% model


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.projections = nn.Linear(d_model, 3 * d_model)
        self.joined = nn.Linear(d_model, d_model)
        self.hidden = nn.Linear(d_model, 4 * d_model)
        self.back = nn.Linear(4 * d_model, d_model)
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)

    def forward(self, x, added):
        batch, n, _ = x.shape
        q, k, v = (part.view(batch, n, heads, head_width).transpose(1, 2)
                   for part in self.projections(self.norm1(x)).chunk(3, -1))
        if turns is not None:  # each position's queries and keys by its own matrix
            q = torch.einsum("bhpj,pjk->bhpk", q, turns[0][:n])
            k = torch.einsum("bhpj,pjk->bhpk", k, turns[1][:n])
?divides         scores = q @ k.transpose(-1, -2) / math.sqrt(head_width) + added
?!divides         scores = q @ k.transpose(-1, -2) + added
        if causal:
            scores = scores.masked_fill(torch.ones(n, n).triu(1).bool(), -math.inf)
        x = x + self.joined((scores.softmax(-1) @ v).transpose(1, 2).reshape(batch, n, d_model))
        return x + self.back(torch.relu(self.hidden(self.norm2(x))))


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, EMBEDDING_WIDTH)
?initializes         with torch.no_grad():
?initializes             INITIALIZER
?learns-table         self.table = nn.Parameter(pe[: LEARNED_ROWS].clone())
?learns-biases         self.biases = nn.Parameter(b.clone())
?!learns-table,!learns-biases         # the encoding has no weights
        self.blocks = nn.ModuleList(Block() for _ in range(layers))
        self.norm = nn.LayerNorm(d_model)
?tied         # the output layer's weights are the embedding's
?!tied         self.output = nn.Linear(d_model, vocabulary, bias=False)
?tokens         self.dropout = nn.Dropout1d(dropout_p)
?!tokens         self.dropout = nn.Dropout(dropout_p)

    def forward(self, ids):
        n = ids.shape[1]
        e = self.embedding(ids) * embedding_scale
?on-embedding         e = self.dropout(e)
?learns-table         pe_n = self.table[:n].expand(len(ids), -1, -1)
?table,!learns-table         pe_n = pe[:n].expand(len(ids), -1, -1)
?table,on-position         pe_n = self.dropout(pe_n)
?!table         x = e
?table,!concat         x = e + pe_n
?concat         x = torch.cat([e, pe_n], -1)
?on-sum,!dimensions         x = self.dropout(x)
?dimensions         x = nn.functional.dropout1d(x.transpose(1, 2), dropout_p, self.training).transpose(1, 2)
?learns-biases         added = torch.moveaxis(self.biases[bucket(places[None, :n] - places[:n, None])], 2, 0)
?bias,!learns-biases         added = bias[:, :n, :n]
?!bias         added = 0
        for block in self.blocks:
            x = block(x, added)
?tied         return self.norm(x) @ self.embedding.weight.T
?!tied         return self.output(self.norm(x))
# %% loop


def evaluate(model, count=2, n=length):
    model.eval()
    with torch.no_grad():
        results = []
        for _ in range(count):
            ids, targets = batch_of(n, held=True)
            logits = model(ids)
            asked = targets >= 0
            right = (logits.argmax(-1) == targets)[asked].double().mean().item()
            results.append((functional.cross_entropy(logits[asked], targets[asked]).item(), right))
    model.train()
    return [sum(one) / count for one in zip(*results)]


losses, accuracies = [], []
for seed in range(first_seed, first_seed + seeds):
    torch.manual_seed(seed)
    model = Transformer()
    optimizer = torch.optim.Adam(model.parameters(), lr=learning_rate)
    losses.append([])
    accuracies.append([])
    for step in range(steps + 1):
        if step % 25 == 0 or step == steps:
            loss, accuracy = evaluate(model)
            losses[-1].append(loss)
            accuracies[-1].append(accuracy)
            print(f"seed {seed}, step {step}: loss {loss:.4f}, accuracy {accuracy:.3f}")
        if step == steps:
            break
        for group in optimizer.param_groups:
            group["lr"] = learning_rate * min(1, (step + 1) / max(1, warmup))
        ids, targets = batch_of(length)
        optimizer.zero_grad()
        functional.cross_entropy(model(ids).flatten(0, 1), targets.flatten(), ignore_index=-1).backward()
        optimizer.step()
    print(f"seed {seed}: accuracy {evaluate(model, 8)[1]:.3f}")
