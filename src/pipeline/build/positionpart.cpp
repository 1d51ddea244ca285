// SPDX-License-Identifier: GPL-3.0-or-later
// The scheme's model and position table: values that are added, or cosines and sines that rotate queries and keys.
#include "pipeline/build/builder.h"

#include <cmath>
#include <limits>

namespace phasor {

// `table` is null if the rotation is an Error; `field` then has it.
static Status addPositionTable(PipelineBuilder& builder, const Axis& columns, std::int64_t positions,
                               const Quantity& quantity, const std::shared_ptr<const PositionTable>& table,
                               const Result<FieldPtr>& field)
{
    Axis rows = builder.tokenRows();
    rows.count = positions;
    return builder.add(std::tuple(NodeId("position"), builder.model, rows, columns), [&] {
        Node node{.id = "position",
                  .quantity = quantity,
                  .operation = Operation::Encode,
                  .rows = rows,
                  .columns = columns,
                  .facts = PositionFacts{builder.model},
                  .field = field};
        if (table)
            node.note = [table](std::int64_t row, std::int64_t column) {
                return CellNote{.formula = table->formula(row, column), .rounding = table->rounding(row, column)};
            };
        return node;
    });
}

// Whether xPos's factors, which grow with the sequence, overflow float32.
static bool overflows(const PositionRotation& rotation, std::int64_t n)
{
    const double most = std::log(static_cast<double>(std::numeric_limits<float>::max()));
    const double power = static_cast<double>(n / 2 + 1) / rotation.growthSpan;
    return !rotation.growth.empty() && -std::log(rotation.growth.front()) * power > most;
}

Status addPositionModel(PipelineBuilder& builder)
{
    const Scheme& scheme = *findScheme(builder.p().encoding.scheme);
    const std::pair key(std::string(scheme.id), positionSetupOf(builder.p()));
    TRY(builder.model, builder.cache().part<PositionModel>(key, [&] { return scheme.make(key.second); }));
    for (const Message& warning : builder.model->warnings)
        builder.warn(warning);
    return Done{};
}

Status addPosition(PipelineBuilder& builder)
{
    const auto& table = builder.model->table;
    if (!table)
        return Done{};
    const auto [rows, cols] = table->shape();
    const Quantity quantity{WORDS("PE"), WORDS("Positional encoding PE"), QuantityFamily::Signed, Hue::Position};
    return addPositionTable(builder, PipelineBuilder::dimensions(cols, builder.widths().whole - cols), rows, quantity,
                            table, FieldPtr(table));
}

Status addRotation(PipelineBuilder& builder)
{
    if (!builder.model->rotation)
        return Done{};
    const Quantity quantity{WORDS("cos, sin"), WORDS("Rotation: cosines and sines"), QuantityFamily::Signed,
                            Hue::Position};
    const std::int64_t positions = builder.p().encoding.maxLen;
    const PositionRotation* const rotation = builder.model->turns();
    if (rotation == nullptr)
        return addPositionTable(builder, {}, positions, quantity, nullptr, builder.model->rotation->error());
    if (overflows(*rotation, builder.tokenRows().count))
        builder.warn(WORDS("the scales of xPos exceed float32 with %1 tokens; use a larger %2 or fewer tokens")
                         .with(builder.tokenRows().count, Message::option("--xpos-scale-base")));
    const AttentionSettings& attention = builder.p().attention;
    const bool ownColumns = attention.projection == Projection::Identity;
    return addPositionTable(
        builder, PipelineBuilder::dimensions(rotation->width(), ownColumns ? attention.head * rotation->headWidth : 0),
        positions, quantity, rotation->table, FieldPtr(rotation->table));
}

} // namespace phasor
