// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "pipeline/tokensequence.h"

#include <memory>

// Fields of dropout: dropout masks (1 kept, 0 dropped), and their products with a table.
namespace phasor {

// One value per row, given as a column [rows, 1], or per column, given as a row [1, cols], repeated to `shape`.
FieldPtr repeated(FieldPtr values, Shape shape);

// The mask with 1 in rows of protected tokens. The field itself if there are none.
FieldPtr withProtectedRows(FieldPtr mask, std::shared_ptr<const TokenSequence> sequence);

// masked_fill(attention_mask == 0, 0): rows after the end of the text are 0, except protected ones. The field itself if
// there are none.
FieldPtr withFilledPadding(FieldPtr field, std::shared_ptr<const TokenSequence> sequence);

// x · (keep ? factor : 0) in float32, same as nn.Dropout; protected rows stay x.
FieldPtr dropped(FieldPtr x, FieldPtr keep, float factor, std::shared_ptr<const TokenSequence> sequence);

} // namespace phasor
