// SPDX-License-Identifier: GPL-3.0-or-later
// The scheme's model, and its table where it has one.
#include "pipeline/build/builder.h"
#include "pipeline/positionsetup.h"

namespace phasor {

namespace {

struct ModelKey
{
    std::string scheme;
    PositionSetup setup;
    bool operator==(const ModelKey&) const = default;
};

struct PositionKey
{
    std::shared_ptr<const PositionModel> model;
    Axis rows;
    Axis columns;
    bool operator==(const PositionKey&) const = default;
};

Node tableNode(const PositionKey& key)
{
    return {.id = "position",
            .quantity = {WORDS("PE"), WORDS("Positional encoding PE"), QuantityFamily::Signed, Hue::Position},
            .operation = Operation::Encode,
            .rows = key.rows,
            .columns = key.columns,
            .facts = PositionFacts{key.model},
            .field = FieldPtr(key.model->table),
            .note = [table = key.model->table](std::int64_t row, std::int64_t column) {
                return CellNote{.formula = table->formula(row, column), .rounding = table->rounding(row, column)};
            }};
}

} // namespace

Status addPositionModel(PipelineBuilder& builder)
{
    const Scheme& scheme = *findScheme(builder.p().encoding.scheme);
    const ModelKey key{std::string(scheme.id), positionSetupOf(builder.p())};
    TRY(const auto model,
        builder.cache().part<PositionModel>(key, [&]() -> Result<std::shared_ptr<const PositionModel>> {
            TRY(PositionModel made, scheme.make(key.setup));
            return std::make_shared<const PositionModel>(std::move(made));
        }));
    builder.setModel(model);
    for (const Message& warning : model->warnings)
        builder.warn(warning);
    return Done{};
}

Status addPosition(PipelineBuilder& builder)
{
    if (!builder.model()->table)
        return Done{};
    const Shape shape = builder.model()->table->shape();
    PositionKey key{builder.model(), builder.tokenRows(),
                    PipelineBuilder::dimensions(shape.cols, builder.widths().whole - shape.cols)};
    key.rows.count = shape.rows;
    return builder.add(key, [&] { return tableNode(key); });
}

} // namespace phasor
