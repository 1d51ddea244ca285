// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "pipeline/fields/fieldwindow.h"
#include "pipeline/tokensequence.h"
#include "text/result.h"

#include <memory>

// The Fields that stages are composed of. Each fills a tile by letting its parts fill that tile while it is in cache.
namespace phasor {

// The token id of each row, as a column [seq_len, 1]; exact in float32 up to 2^24.
FieldPtr tokenColumn(std::shared_ptr<const TokenSequence> sequence);

// Row i is row ids[i] of `table`: E(ids).
FieldPtr gatheredRows(FieldPtr table, std::shared_ptr<const TokenSequence> sequence);

// `table` with zeros in the row `row`: what padding_idx of nn.Embedding does after the drawing.
FieldPtr withZeroRow(FieldPtr table, std::int64_t row);

// part · s in float32. The field itself if s is 1.
FieldPtr scaled(FieldPtr part, float s);

// a + b in float32, equal shapes.
FieldPtr sum(FieldPtr a, FieldPtr b);

// [a, b]: the columns of b behind those of a, equal rows.
FieldPtr concatenated(FieldPtr left, FieldPtr right);

// make(a, b) of two Fields that may not be had, else why not.
template <typename Make> Result<FieldPtr> both(const Result<FieldPtr>& a, const Result<FieldPtr>& b, Make&& make)
{
    TRY_DONE(a);
    TRY_DONE(b);
    return make(*a, *b);
}

// make(a) of a Field that may not be had, else why not.
template <typename Make> Result<FieldPtr> mapped(const Result<FieldPtr>& a, Make&& make)
{
    TRY_DONE(a);
    return make(*a);
}

} // namespace phasor
