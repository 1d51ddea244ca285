# SPDX-License-Identifier: GPL-3.0-or-later
# The script of a setup. src/pipeline/notebook.cpp fills it in for `phasor code` and has all flags and values.
# "?flag,!other " begins a line that is kept only for a setup with `flag` and without `other`. Words in capitals are
# values. A line that is only a value may become many lines or none. LIB, ARRAY and JOIN: src/encodings/notebookcode.h.
#
# torch, numpy: the library; legacy, pcg: with NumPy's RandomState, default_rng; foreign: it cannot draw the numbers.
# table: the scheme has one, `pe`; else position enters in the attention. concat: the table is concatenated.
# skips, skips-mask: other layers take numbers from the generator before the embedding, before the mask.
# module: nn.Embedding samples its own table; filled: an initializer does, `named` by a function of PyTorch,
# or uniform, normal, truncated; twice: after nn.Embedding did; zeroed: its padding row.
# fills: rows of padding become 0; protects: dropout leaves tokens (-tokens) or the padding (-padding) unchanged.
# drops: dropout acts; all: on all values; whole, each: on the sum, on embedding and position apart; rows: on entire
# rows, or columns (dimensions). native: native_dropout, or its `factor` on rows; layer: nn.Dropout; gpu: on a GPU.
# %% beginning
HEADLINE
?large # Needs about GIBIBYTES GiB of memory; a smaller max_len needs less.
?mkl # The mask is that of a PyTorch with MKL (x86 wheels from about 2.0 to 2.6); other builds draw another.
?gpu # The mask is drawn on the GPU. A large one depends on the model: here COUNT multiprocessors of THREADS threads.
?foreign # LIBRARY cannot draw the numbers of --generator GENERATOR: embedding and mask DIFFER.
NOTE
?!math import math
IMPORTS

?numpy import numpy as np
READING_IMPORTS
?torch import torch
?torch from torch import nn

d_model = D_MODEL
?concat position_dims = POSITION_DIMS
max_len = MAX_LEN
CONSTANTS
?!table heads = HEADS
?!table head = HEAD

?table ENCODING

# Embedding E of the tokens.
?torch torch.manual_seed(SEED)
?legacy rng = np.random.RandomState(SEED)  # the stream of np.random.seed
?pcg rng = np.random.default_rng(SEED)
?skips,torch torch.rand(SKIPPED)  # what other layers drew from the generator here
?skips,legacy rng.bytes(SKIPPED)  # what other layers drew from the generator here
?skips,pcg rng.bit_generator.advance(SKIPPED)  # what other layers drew from the generator here
?!text ids = LIB.arange(LENGTH)
?text ids = ARRAY(IDS)SENTENCE
?file weight = READING
# %% embedding-torch
?module,!zeroed embedding = nn.Embedding(SHAPE)
?module,zeroed embedding = nn.Embedding(SHAPE, padding_idx=PADDING_ROW)
?filled,!twice weight = torch.empty(SHAPE)
?filled,twice weight = torch.empty(SHAPE).normal_()  # as nn.Embedding samples it; then the initializer does
?named INITIALIZER
?uniform nn.init.uniform_(weight, -SPREAD, SPREAD)
?normal nn.init.normal_(weight, std=SPREAD)
?truncated nn.init.trunc_normal_(weight, std=SPREAD, a=-2 * SPREAD, b=2 * SPREAD)
?filled,zeroed weight[PADDING_ROW] = 0
?!module embedding = nn.Embedding.from_pretrained(weight)
E = embedding(ids).detach()
# %% embedding-numpy
?twice rng.normal(size=(SHAPE))  # the table's first draw, N(0, 1)
?uniform weight = rng.uniform(-SPREAD, SPREAD, (SHAPE)).astype(np.float32)
?normal weight = rng.normal(0, SPREAD, (SHAPE)).astype(np.float32)
?truncated weight = rng.normal(0, SPREAD, (SHAPE)).astype(np.float32)
?truncated while (outside := abs(weight) > 2 * SPREAD).any():
?truncated     weight[outside] = rng.normal(0, SPREAD, outside.sum())
?zeroed weight[PADDING_ROW] = 0
E = weight[ids]
# %% sum
?scaled scaled = E * SCALE
?!scaled scaled = E
?!table total = scaled
?table position = pe[: len(ids)]
?table,!concat total = scaled + position
?concat total = JOIN([scaled, position], 1)

# Dropout.
?fills padding = LIB.arange(len(ids))[:, None] >= TEXT_LENGTH
?protects,torch protected = torch.zeros((len(ids), 1), dtype=torch.bool)  PROTECT
?protects,numpy protected = np.zeros((len(ids), 1), dtype=bool)  PROTECT
?protects-tokens protected[PROTECTED_ROWS] = True
?protects-padding protected[TEXT_LENGTH:] = True
# %% dropout-torch
?gpu def dropout(x):
?gpu,!rows     return nn.functional.dropout(x.cuda(), PROBABILITY).cpu()
?gpu,rows     return nn.functional.dropout1d(x.cuda(), PROBABILITY).cpu()
?gpu
?native def dropout(x):
?native     return torch.native_dropout(x, PROBABILITY, True)[0]
?native
?layer,!rows,!eval dropout = nn.Dropout(PROBABILITY)
?layer,!rows,eval dropout = nn.Dropout(PROBABILITY).eval()
?layer,rows,!eval dropout = nn.Dropout1d(PROBABILITY)
?layer,rows,eval dropout = nn.Dropout1d(PROBABILITY).eval()
?reseeds torch.manual_seed(DROPOUT_SEED)
?skips-mask torch.rand(SKIPPED_MASK)  # what other layers drew from the generator here
with torch.random.fork_rng():  # the same draw twice: first to see the mask
?each     mask = torch.cat([dropout(torch.ones_like(scaled)), dropout(torch.ones_like(position))], 1) != 0
?dimensions     mask = dropout(torch.ones_like(MASKED).T).T != 0
?!each,!dimensions     mask = dropout(torch.ones_like(MASKED)) != 0
?factor output = total * (mask * (1 / (1 - PROBABILITY)))  # native_dropout's factor
?!factor output = OUTPUT
# %% dropout-numpy
?reseeds,legacy rng = np.random.RandomState(DROPOUT_SEED)  # the stream of np.random.seed
?reseeds,pcg rng = np.random.default_rng(DROPOUT_SEED)
?skips-mask,legacy rng.bytes(SKIPPED_MASK)  # what other layers drew from the generator here
?skips-mask,pcg rng.bit_generator.advance(SKIPPED_MASK)  # what other layers drew from the generator here
?drops
?drops def dropout(x):
?drops,all     keep = np.zeros(x.shape, bool)
?drops,all     return x * (keep * np.float32(0)), np.broadcast_to(keep, x.shape)
?drops,!all     keep = rng.random(KEEP_SHAPE) < 1 - PROBABILITY
?drops,!all     return x * (keep * np.float32(1 / (1 - PROBABILITY))), np.broadcast_to(keep, x.shape)
?drops
?drops,whole output, mask = dropout(TOTAL)
?drops,each dropped_scaled, mask_scaled = dropout(scaled)
?drops,each dropped_position, mask_position = dropout(position)
?drops,each mask = np.concatenate([mask_scaled, mask_position], 1)
?drops,!each,!whole dropped, mask = dropout(MASKED)
?drops,!whole output = OUTPUT
?!drops,each mask = np.ones((len(ids), scaled.shape[1] + position.shape[1]), bool)
?!drops,!each mask = np.ones(MASKED.shape, bool)
?!drops output = TOTAL
# %% kept
?fills mask = mask & ~padding
?protects mask = mask | protected
?protects output = LIB.where(protected, total, output)
# %% attention

# Attention of one head. Sums of products may differ from Phasor's in the last bits.
width = d_model // heads
columns = slice(head * width, (head + 1) * width)
?projects,legacy rng = np.random.RandomState(PROJECTION_SEED)  # the stream of np.random.seed
?projects,pcg rng = np.random.default_rng(PROJECTION_SEED)
?projects,numpy W_q = rng.normal(0, 1 / math.sqrt(d_model), (d_model, d_model)).astype(np.float32)
?projects,numpy W_k = rng.normal(0, 1 / math.sqrt(d_model), (d_model, d_model)).astype(np.float32)
?projects,torch torch.manual_seed(PROJECTION_SEED)
?projects,torch W_q = torch.empty(d_model, d_model).normal_(0, 1 / math.sqrt(d_model))
?projects,torch W_k = torch.empty(d_model, d_model).normal_(0, 1 / math.sqrt(d_model))
?projects queries, keys = (output @ W_q)[:, columns], (output @ W_k)[:, columns]
?!projects queries, keys = output[:, columns], output[:, columns]
ENCODING
ROTATION
scores = SCORES
?causal,torch scores = scores.masked_fill(torch.ones_like(scores).triu(1).bool(), -torch.inf)
?causal,numpy scores = np.where(np.triu(np.ones(scores.shape, bool), 1), np.float32(-np.inf), scores)
?torch attention = torch.softmax(scores, 1)
?numpy weights = np.exp(scores - scores.max(1, keepdims=True))
?numpy attention = weights / weights.sum(1, keepdims=True)
# %% stages

?table stages = {"embedding": E, "scaled": scaled, "position": pe, "sum": total, "mask": mask, "output": output}
?!table,!attention stages = {"embedding": E, "scaled": scaled, "sum": total, "mask": mask, "output": output}
?attention stages = {"embedding": E, "scaled": scaled, "sum": total, "mask": mask, "output": output,
?attention,!bias,!rotation           "queries": queries, "keys": keys, "scores": scores, "attention": attention}
?bias           "queries": queries, "keys": keys, "bias": bias[head], "scores": scores, "attention": attention}
?rotation           "queries": queries, "keys": keys, "position": pe, "scores": scores, "attention": attention}
print("tokens", ids[:8].tolist())
for name, stage in stages.items():
    print(name, list(stage.shape), stage[:4, :6], sep="\n")
