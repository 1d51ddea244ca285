// SPDX-License-Identifier: GPL-3.0-or-later
// The cosines and sines by which queries and keys are turned, where the scheme does so.
#include "pipeline/build/builder.h"

#include <cmath>
#include <limits>

namespace phasor {

namespace {

struct RotationKey
{
    std::shared_ptr<const PositionModel> model;
    Axis rows;
    Axis columns;
    bool operator==(const RotationKey&) const = default;
};

Result<FieldPtr> fieldOf(const PositionModel& model)
{
    TRY(const auto rotation, *model.rotation);
    return FieldPtr(rotation->table);
}

Node rotationNode(const RotationKey& key)
{
    Node node{.id = "position",
              .quantity
              = {WORDS("cos, sin"), WORDS("Rotation: cosines and sines"), QuantityFamily::Signed, Hue::Position},
              .operation = Operation::Encode,
              .rows = key.rows,
              .columns = key.columns,
              .facts = PositionFacts{key.model},
              .field = fieldOf(*key.model)};
    if (const PositionRotation* rotation = key.model->turns())
        node.note = [table = rotation->table](std::int64_t row, std::int64_t column) {
            return CellNote{.formula = table->formula(row, column), .rounding = table->rounding(row, column)};
        };
    return node;
}

// xPos multiplies by numbers that grow with the sequence.
bool overflows(const PositionRotation& rotation, std::int64_t n)
{
    const double most = std::log(static_cast<double>(std::numeric_limits<float>::max()));
    const double power = static_cast<double>(n / 2 + 1) / rotation.growthSpan;
    return !rotation.growth.empty() && -std::log(rotation.growth.front()) * power > most;
}

} // namespace

Status addRotation(PipelineBuilder& builder)
{
    const std::shared_ptr<const PositionModel>& model = builder.model();
    if (!model->rotation)
        return Done{};
    const PositionRotation* rotation = model->turns();
    const AttentionSettings& attention = builder.p().attention;
    const bool ownColumns = attention.projection == Projection::Identity;
    RotationKey key{model, builder.tokenRows(), {}};
    key.rows.count = builder.p().encoding.maxLen;
    if (rotation != nullptr)
        key.columns
            = PipelineBuilder::dimensions(rotation->width(), ownColumns ? attention.head * rotation->headWidth : 0);
    if (rotation != nullptr && overflows(*rotation, builder.tokenRows().count))
        builder.warn(WORDS("the scales of xpos leave float32 with %1 tokens: give a larger %2 or fewer tokens")
                         .with(builder.tokenRows().count, Message::option("--xpos-scale-base")));
    return builder.add(key, [&] { return rotationNode(key); });
}

} // namespace phasor
