// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/pipeline.h"

namespace phasor {

// Mistakes of notebooks that no parameter describes, in the arithmetic of a table that is added to the embedding.
enum class Mistake {
    None,
    ScaleTwice,
    PositionBeforeScale,
    MaskUnscaled,
    MaskBeforeScale,
    BatchFirst,
    Float64,
    SineOnly,
    SineCosineSwapped,
    ExponentPerColumn,
    ExponentNext,
    Degrees,
    InDegrees,
    RowsShifted,
};

struct MistakeInfo
{
    Mistake mistake;
    std::string_view id;
    SourceText text; // "the scale is applied twice"
};
std::span<const MistakeInfo> mistakes(); // without RowsShifted, which needs a shift

// Table of `stage` (scaled, position, sum or output) of this setup with the mistake. Null if it is impossible there:
// another kind of scheme, concatenation, dropout on something else than the sum. Lives on the pipeline's nodes. Any
// thread. RowsShifted: row r has the encoding of row r + shift, and NaN if there is none.
FieldPtr mistaken(const Pipeline& pipeline, Mistake mistake, const NodeId& stage, std::int64_t shift = 0);

} // namespace phasor
