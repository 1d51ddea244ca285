// SPDX-License-Identifier: GPL-3.0-or-later
// Embedding and encoding together. Where the scheme has no table nothing is added: the sum is s·E.
#include "pipeline/build/builder.h"
#include "pipeline/fields/stagefields.h"

namespace phasor {

namespace {

struct SumKey
{
    NodePtr scaled;
    NodePtr position; // null: none
    Combine combine;
    std::int64_t width;
    bool operator==(const SumKey&) const = default;
};

Node together(const SumKey& key)
{
    const bool beside = key.combine == Combine::Concatenate;
    return {.id = "sum",
            .quantity
            = {beside ? WORDS("[s·E, PE]") : WORDS("s·E + PE"),
               beside ? WORDS("Concatenation [s·E, PE]") : WORDS("Sum s·E + PE"), QuantityFamily::Signed, Hue::Sum},
            .operation = beside ? Operation::Concatenate : Operation::Add,
            .inputs = {"scaled", "position"},
            .rows = key.scaled->rows,
            .columns = PipelineBuilder::dimensions(key.width),
            .positionEnters = true,
            .field = both(
                key.scaled->field,
                mapped(key.position->field, [&](const FieldPtr& pe) { return firstRows(pe, key.scaled->rows.count); }),
                [&](const FieldPtr& e, const FieldPtr& pe) { return beside ? concatenated(e, pe) : sum(e, pe); })};
}

Node alone(const SumKey& key)
{
    return {.id = "sum",
            .quantity
            = {WORDS("s·E"), WORDS("Scaled embedding s·E: no position is added"), QuantityFamily::Signed, Hue::Sum},
            .operation = Operation::Same,
            .inputs = {"scaled"},
            .rows = key.scaled->rows,
            .columns = key.scaled->columns,
            .field = key.scaled->field};
}

} // namespace

Status addSum(PipelineBuilder& builder)
{
    const SumKey key{builder.node("scaled"), builder.node("position"), builder.p().sum.combine, builder.widths().whole};
    return builder.add(key, [&] { return key.position ? together(key) : alone(key); });
}

} // namespace phasor
