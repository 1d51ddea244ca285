// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/dropout.h"

#include "field/constantfield.h"
#include "pipeline/fields/dropoutfields.h"
#include "pipeline/fields/stagefields.h"
#include "random/generator.h"

#include <utility>

namespace phasor {

using Operand = Placement::Operand;
using Unit = Placement::Unit;

Dropout::Dropout(const Placement& placement, bool concatenates, FieldPtr encoding,
                 std::shared_ptr<const TokenSequence> sequence, std::int64_t embeddingWidth)
    : m_placement(placement)
    , m_concatenates(concatenates)
    , m_position(encoding ? firstRows(std::move(encoding), sequence->length()) : nullptr)
    , m_sequence(std::move(sequence))
    , m_embeddingWidth(embeddingWidth)
{
}

Shape Dropout::operandShape() const
{
    const std::int64_t positionWidth = m_position ? m_position->shape().cols : 0;
    std::int64_t width = m_embeddingWidth;
    if (m_placement.operand == Operand::Position)
        width = positionWidth;
    else if (m_placement.operand == Operand::Each || (m_placement.operand == Operand::Sum && m_concatenates))
        width += positionWidth;
    return {m_sequence->length(), width};
}

Result<FieldPtr> Dropout::operand(const Result<FieldPtr>& scaled, const Result<FieldPtr>& sum) const
{
    switch (m_placement.operand) {
    case Operand::Embedding:
        return scaled;
    case Operand::Position:
        return m_position;
    case Operand::Each:
        return mapped(scaled, [&](const FieldPtr& e) { return concatenated(e, m_position); });
    case Operand::Sum:
        break;
    }
    if (!m_placement.fillsPadding)
        return sum;
    return mapped(sum, [&](const FieldPtr& x) { return withFilledPadding(x, m_sequence); });
}

FieldPtr Dropout::marked(FieldPtr mask) const
{
    if (m_placement.fillsPadding)
        mask = withFilledPadding(std::move(mask), m_sequence);
    return withProtectedRows(std::move(mask), m_sequence);
}

FieldPtr Dropout::keepAll() const
{
    return marked(constantField(operandShape(), 1, {0, 1}));
}

Result<FieldPtr> Dropout::keepMask(const Generator& generator, double p) const
{
    const Shape shape = operandShape();
    const auto valuesOf = [](const Result<Drawn>& drawn) -> Result<FieldPtr> {
        if (!drawn.ok())
            return drawn.error();
        return drawn->values;
    };
    const auto shown = [&](const FieldPtr& mask) {
        return marked(mask);
    };
    if (m_placement.unit == Unit::Element && m_placement.operand != Operand::Each)
        return mapped(valuesOf(generator.keepMask(shape, p)), shown);
    if (m_placement.unit == Unit::Element) {
        const Result<Drawn> word = generator.keepMask({shape.rows, m_embeddingWidth}, p);
        if (!word.ok())
            return word.error();
        const Result<Drawn> position = word->after->keepMask(m_position->shape(), p);
        return mapped(both(valuesOf(word), valuesOf(position), concatenated), shown);
    }
    const Shape features = m_placement.unit == Unit::Token ? Shape{shape.rows, 1} : Shape{1, shape.cols};
    return mapped(valuesOf(generator.featureMask(features, p)),
                  [&](const FieldPtr& mask) { return marked(repeated(mask, shape)); });
}

FieldPtr Dropout::combined(FieldPtr embedding, FieldPtr position) const
{
    if (!position)
        return embedding;
    return m_concatenates ? concatenated(std::move(embedding), std::move(position))
                          : sum(std::move(embedding), std::move(position));
}

Result<FieldPtr> Dropout::output(const Result<FieldPtr>& scaled, const Result<FieldPtr>& operand,
                                 const Result<FieldPtr>& mask, float factor) const
{
    const auto dropFrom = [&](const FieldPtr& x, const FieldPtr& keep) {
        return dropped(x, keep, factor, m_sequence);
    };
    // Each by its own mask, and then the sum: its bounds are the sum of theirs.
    if (m_placement.operand == Operand::Each && !m_concatenates)
        return both(scaled, mask, [&](const FieldPtr& e, const FieldPtr& keep) {
            const Shape embedding = e->shape();
            const Shape position = m_position->shape();
            return sum(dropFrom(e, windowOf(keep, whole(embedding))),
                       dropFrom(m_position, windowOf(keep, {0, m_embeddingWidth, position.rows, position.cols})));
        });
    const Result<FieldPtr> after = both(operand, mask, dropFrom);
    switch (m_placement.operand) {
    case Operand::Embedding:
        return mapped(after, [&](const FieldPtr& e) { return combined(e, m_position); });
    case Operand::Position:
        return both(scaled, after, [&](const FieldPtr& e, const FieldPtr& pe) { return combined(e, pe); });
    case Operand::Each:
    case Operand::Sum:
        break;
    }
    return after;
}

} // namespace phasor
