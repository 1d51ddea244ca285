// SPDX-License-Identifier: GPL-3.0-or-later
// Embedding and encoding together. Where the scheme has no table nothing is added: the sum is s·E.
#include "pipeline/build/builder.h"
#include "pipeline/fields/stagefields.h"

namespace phasor {

Status addSum(PipelineBuilder& builder)
{
    const NodePtr scaled = builder.node("scaled");
    const NodePtr position = builder.node("position");
    const bool beside = builder.p().sum.combine == Combine::Concatenate;
    const std::int64_t width = builder.widths().whole;
    return builder.add(std::tuple(NodeId("sum"), scaled, position, beside, width), [&] {
        Node node{.id = "sum",
                  .quantity = {WORDS("s·E"), WORDS("Scaled embedding s·E: no position is added"),
                               QuantityFamily::Signed, Hue::Sum},
                  .operation = Operation::Same,
                  .inputs = {"scaled"},
                  .rows = scaled->rows,
                  .columns = scaled->columns,
                  .field = scaled->field};
        if (!position)
            return node;
        node.quantity.symbol = beside ? WORDS("[s·E, PE]") : WORDS("s·E + PE");
        node.quantity.title = beside ? WORDS("Concatenation [s·E, PE]") : WORDS("Sum s·E + PE");
        node.operation = beside ? Operation::Concatenate : Operation::Add;
        node.inputs = {"scaled", "position"};
        node.columns = PipelineBuilder::dimensions(width);
        node.positionEnters = true;
        node.field = both(scaled->field, position->field, [&](const FieldPtr& e, const FieldPtr& table) {
            const FieldPtr pe = firstRows(table, scaled->rows.count);
            return beside ? concatenated(e, pe) : sum(e, pe);
        });
        return node;
    });
}

} // namespace phasor
