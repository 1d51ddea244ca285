// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrixfield.h"
#include "pipeline/tokensequence.h"

namespace phasor {

// Cells of `window`, inside the shape of `field`; the field itself if that is everything.
FieldPtr windowOf(FieldPtr field, Rect window);

// The first `rows` rows of `field`: pe[:n].
FieldPtr firstRows(FieldPtr field, std::int64_t rows);

// Caches a field in memory: blocks of rows are computed when first read. Returns `field` itself if it has more than
// 2^22 cells or is in memory. For Fields that are read many times, as the keys by the queries.
FieldPtr computedOnce(FieldPtr field);

// Fields that stages consist of. Each fills a tile from its parts while the tile is in the cache.

// The token id of each row, as a column [seq_len, 1]; exact in float32 up to 2^24.
FieldPtr tokenColumn(std::shared_ptr<const TokenSequence> sequence);

// Row i is row ids[i] of `table`: E(ids).
FieldPtr gatheredRows(FieldPtr table, std::shared_ptr<const TokenSequence> sequence);

// `table` with zeros in row `row`, like padding_idx of nn.Embedding after sampling.
FieldPtr withZeroRow(FieldPtr table, std::int64_t row);

// part · s in float32. The field itself if s is 1.
FieldPtr scaled(FieldPtr part, float s);

// a + b in float32, equal shapes; the product of a scaled one is computed in the same pass.
FieldPtr sum(FieldPtr a, FieldPtr b);

// [a, b]: the columns of b after those of a, equal rows.
FieldPtr concatenated(FieldPtr left, FieldPtr right);

// Fields of dropout: dropout masks (1 kept, 0 dropped), and their products with a table.

// One value per row, given as a column [rows, 1], or per column, given as a row [1, cols], repeated to `shape`.
FieldPtr repeated(FieldPtr values, Shape shape);

// The mask with 1 in rows of protected tokens. The field itself if there are none.
FieldPtr withProtectedRows(FieldPtr mask, std::shared_ptr<const TokenSequence> sequence);

// masked_fill(attention_mask == 0, 0): rows after the end of the text are 0, except protected ones. The field itself if
// there are none.
FieldPtr withFilledPadding(FieldPtr field, std::shared_ptr<const TokenSequence> sequence);

// x · (keep ? factor : 0) in float32, same as nn.Dropout; protected rows stay x.
FieldPtr dropped(FieldPtr x, FieldPtr keep, float factor, std::shared_ptr<const TokenSequence> sequence);

// make(a, b), or the Error of one of the two Fields.
template <typename Make> Result<FieldPtr> both(const Result<FieldPtr>& a, const Result<FieldPtr>& b, Make&& make)
{
    TRY_DONE(a);
    TRY_DONE(b);
    return make(*a, *b);
}

// make(a), or the Error of the Field.
template <typename Make> Result<FieldPtr> mapped(const Result<FieldPtr>& a, Make&& make)
{
    TRY_DONE(a);
    return make(*a);
}

// Fields of attention: one head's queries and keys, scores and attention weights. In scores and weights, the row is the
// query and the column the key. Arithmetic is float32 in a fixed order, so that a cell has the same bits in every
// rectangle; a framework's matrix product may differ in the last bits.

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
