// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "random/generator.h"
#include "text/result.h"

// The Fields of attention: queries and keys of one head, their scores and the attention. Of scores and attention the
// row is the query, the column the key. All arithmetic is float32 in a fixed order, so that a cell has the same bits in
// whatever rectangle it is asked for; a framework's matrix product may differ in the last bits.
namespace phasor {

// W_q and W_k, [width, width].
struct Projections
{
    FieldPtr queries;
    FieldPtr keys;
};

// N(0, 1/√width) from `generator`: W_q, then W_k, each row-major. Errors: those of the generator.
Result<Projections> drawProjections(const Generator& generator, std::int64_t width);

// The columns of head `head` of `heads`: x[:, head · w : (head + 1) · w], where w = columns / heads.
FieldPtr headColumns(FieldPtr x, std::int64_t heads, std::int64_t head);

// The same columns of x · weights; `weights` has as many rows as x has columns. Products are added in the order of x's
// columns. bounds(): ±4 times the greatest bound of x, 4σ for weights N(0, 1/√width).
FieldPtr projectedHead(FieldPtr x, FieldPtr weights, std::int64_t heads, std::int64_t head);

// q · k / √w, plus `bias` where it is not null, for queries and keys [n, w] and a bias [n, n]; with `causal`, −∞ where
// the key is behind the query. Products are added in the order of the columns, then divided, then the bias is added.
// Without `divided` nothing is divided by √w, as in T5. bounds(): finite and symmetric, √w (undivided: w) times the
// greatest bounds of q and k, plus that of the bias.
FieldPtr attentionScores(FieldPtr queries, FieldPtr keys, FieldPtr bias, bool causal, bool divided = true);

// softmax of each row of `scores`, in [0, 1]: e^(score − greatest of the row), times one over the row's sum (added in
// double, as rowSum adds). A cell needs its whole row of scores, so that a window costs its rows times all keys.
FieldPtr attention(FieldPtr scores);

} // namespace phasor
