// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"
#include "pipeline/tokensequence.h"

#include <memory>

// The Fields that stages are composed of. Each fills a tile by letting its parts fill that tile while it is in cache.
namespace phasor {

// The token id of each row, as a column [seq_len, 1]; exact in float32 up to 2^24.
FieldPtr tokenColumn(std::shared_ptr<const TokenSequence> sequence);

// Row i is row ids[i] of `table`: E(ids).
FieldPtr gatheredRows(FieldPtr table, std::shared_ptr<const TokenSequence> sequence);

// The first `rows` rows of `field`: pe[:n]. The field itself if it has no more.
FieldPtr firstRows(FieldPtr field, std::int64_t rows);

// part · s in float32. The field itself if s is 1.
FieldPtr scaled(FieldPtr part, float s);

// a + b in float32, equal shapes.
FieldPtr sum(FieldPtr a, FieldPtr b);

// [a, b]: the columns of b behind those of a, equal rows.
FieldPtr concatenated(FieldPtr left, FieldPtr right);

// Every cell `value`.
FieldPtr constant(Shape shape, float value);

// `mask`, but 1 in the rows of protected tokens.
FieldPtr withProtectedRows(FieldPtr mask, std::shared_ptr<const TokenSequence> sequence);

// x · (keep ? factor : 0) in float32, as nn.Dropout multiplies; protected rows are x itself.
FieldPtr dropped(FieldPtr x, FieldPtr keep, float factor, std::shared_ptr<const TokenSequence> sequence);

} // namespace phasor
