# SPDX-License-Identifier: GPL-3.0-or-later
# Parts of the training that `phasor code --for torch` writes (src/training/torchscript.cpp).
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
    targets[:, half : 2 * half] = GIVEN
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
        scores = q @ k.transpose(-1, -2) / SCALING + added
        if causal:
            scores = scores.masked_fill(torch.ones(n, n).triu(1).bool(), -math.inf)
        x = x + self.joined((scores.softmax(-1) @ v).transpose(1, 2).reshape(batch, n, d_model))
        return x + self.back(torch.relu(self.hidden(self.norm2(x))))


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, EMBEDDING_WIDTH)
        INITIALIZER
        LEARNED
        self.blocks = nn.ModuleList(Block() for _ in range(layers))
        self.norm = nn.LayerNorm(d_model)
        OUTPUT
        self.dropout = DROPOUT

    def forward(self, ids):
        n = ids.shape[1]
        e = self.embedding(ids) * embedding_scale
        COMBINED
        added = ADDED
        for block in self.blocks:
            x = block(x, added)
        return LOGITS
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
