// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "field/field.h"
#include "random/generator.h"
#include "text/result.h"

// Fields of attention: one head's queries and keys, scores and attention weights. In scores and weights, the row is the
// query and the column the key. Arithmetic is float32 in a fixed order, so that a cell has the same bits in every
// rectangle; a framework's matrix product may differ in the last bits.
namespace phasor {

// W_q and W_k, [width, width].
struct Projections
{
    FieldPtr queries;
    FieldPtr keys;
};

// Samples N(0, 1/√width) from `generator`: W_q, then W_k, each row-major. Errors: those of the generator.
Result<Projections> drawProjections(const Generator& generator, std::int64_t width);

// Columns of one head: x[:, head · w : (head + 1) · w], w = columns / heads.
FieldPtr headColumns(FieldPtr x, std::int64_t heads, std::int64_t head);

// The same columns of x · weights; `weights` has as many rows as x has columns. Products are added in the order of x's
// columns. bounds(): ±4 times the largest bound of x, 4σ for weights N(0, 1/√width).
FieldPtr projectedHead(FieldPtr x, FieldPtr weights, std::int64_t heads, std::int64_t head);

enum class HeadSide { Queries, Keys };

// Rotated queries or keys `x` [n, head dimension] of one head, row p by position p. Arithmetic is float32, each product
// and sum rounded, as in frameworks: q · cos + rotate_half(q) · sin. n is at most the rotation's max_len. bounds(): √2
// times the largest of x, of the attention factor and of the growth.
FieldPtr rotated(FieldPtr x, std::shared_ptr<const PositionRotation> rotation, HeadSide side);

// Growth of a pair at position p of n tokens, ζ^power or ζ^−power; 1 without growth.
float growthAt(const PositionRotation& rotation, HeadSide side, std::int64_t pair, std::int64_t position,
               std::int64_t n);

// Scores q · k / √w for queries and keys [n, w], plus `bias` [n, n] unless it is null. `causal`: −∞ for keys after the
// query. Not `divided`: without 1/√w, as in T5. Products are added in the order of the columns, then divided, then the
// bias is added. bounds(): finite and symmetric, √w (undivided: w) times the largest bounds of q and k, plus that of
// the bias.
FieldPtr attentionScores(FieldPtr queries, FieldPtr keys, FieldPtr bias, bool causal, bool divided = true);

// Attention weights in [0, 1], softmax of each row: e^(score − largest of the row), times one over the row's sum (added
// in double, as by rowSum). A cell needs its entire row of scores, so that a window costs its rows times all keys.
FieldPtr attention(FieldPtr scores);

} // namespace phasor
