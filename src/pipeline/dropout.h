// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "pipeline/placements.h"
#include "pipeline/tokensequence.h"
#include "text/result.h"

#include <cstdint>
#include <memory>

namespace phasor {

class Generator;

// Dropout of one placement: what it acts on (the operand), its keep mask and its output. n rows, as the sequence has.
class Dropout
{
public:
    // `encoding`: the whole table, of which the first n rows are used; null where the scheme has none.
    // `embeddingWidth`: columns of s·E.
    Dropout(const Placement& placement, bool concatenates, FieldPtr encoding,
            std::shared_ptr<const TokenSequence> sequence, std::int64_t embeddingWidth);

    // [n, columns] of what the placement names; s·E and PE beside each other where each has a mask of its own.
    Result<FieldPtr> operand(const Result<FieldPtr>& scaled, const Result<FieldPtr>& sum) const;

    // The mask of the operand's shape, drawn from `generator`, 0 < p <= 1; protected rows are 1, filled padding is 0.
    Result<FieldPtr> keepMask(const Generator& generator, double p) const;
    // The mask where nothing is drawn.
    FieldPtr keepAll() const;

    // What the layer behind dropout sees [n, d_model]; `factor` on kept cells.
    Result<FieldPtr> output(const Result<FieldPtr>& scaled, const Result<FieldPtr>& operand,
                            const Result<FieldPtr>& mask, float factor) const;

private:
    Shape operandShape() const;
    FieldPtr marked(FieldPtr mask) const;
    FieldPtr combined(FieldPtr embedding, FieldPtr position) const;

    const Placement& m_placement;
    bool m_concatenates;
    FieldPtr m_position;
    std::shared_ptr<const TokenSequence> m_sequence;
    std::int64_t m_embeddingWidth;
};

} // namespace phasor
