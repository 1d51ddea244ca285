// SPDX-License-Identifier: GPL-3.0-or-later
// What dropout draws, and what it leaves.
#include "pipeline/build/builder.h"
#include "pipeline/dropout.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/fields/dropoutfields.h"
#include "pipeline/parameters/generatorsettings.h"

namespace phasor {

namespace {

using Operand = Placement::Operand;
using Fate = CellNote::Fate;

// What the drawn numbers depend on: not the factor on what is kept.
struct DrawKey
{
    Shape shape;
    std::shared_ptr<const TokenSequence> sequence;
    double probability = 0;
    PlacementId placement = PlacementId::Sum;
    std::int64_t embeddingWidth = 0; // two masks are drawn one after the other, the embedding's first
    RandomSettings random;
    std::optional<Seed> seed;
    std::int64_t drawsBefore = 0; // of others
    std::shared_ptr<const EmbeddingTable> stream; // that the mask goes on from; null: it has a seed of its own
    bool operator==(const DrawKey&) const = default;
};

struct MaskKey
{
    Axis rows;
    Axis columns;
    FieldPtr mask; // null: what dropout acts on cannot be had
    DropoutFacts facts;
    bool operator==(const MaskKey&) const = default;
};

struct OutputKey
{
    NodePtr scaled;
    NodePtr sum;
    NodePtr position;
    NodePtr mask;
    bool operator==(const OutputKey&) const = default;
};

// What the output is made from, in the order of its formula: the mask stands behind what it acts on.
std::vector<NodeId> inputsOf(const Placement& placement, bool withTable)
{
    if (placement.operand == Operand::Sum)
        return {"sum", "mask"};
    if (!withTable)
        return {"scaled", "mask"};
    if (placement.operand == Operand::Embedding)
        return {"scaled", "mask", "position"};
    return {"scaled", "position", "mask"};
}

// What the columns of the mask are: those of what dropout acts on.
Axis maskColumns(const Widths& widths, const Placement& placement, bool concatenates)
{
    switch (placement.operand) {
    case Operand::Embedding:
        return PipelineBuilder::dimensions(widths.embedding);
    case Operand::Position:
        return PipelineBuilder::dimensions(widths.position, widths.whole - widths.position);
    case Operand::Each: {
        Axis both = PipelineBuilder::dimensions(widths.embedding + widths.position);
        both.period = concatenates ? 0 : widths.whole; // two masks of the same dimensions, side by side
        return both;
    }
    case Operand::Sum:
        break;
    }
    return PipelineBuilder::dimensions(widths.whole);
}

std::int64_t positionOffset(const Widths& widths, const Placement& placement, bool concatenates)
{
    switch (placement.operand) {
    case Operand::Embedding:
        return -1;
    case Operand::Position:
        return 0;
    case Operand::Each:
        return widths.embedding;
    case Operand::Sum:
        break;
    }
    return concatenates ? widths.embedding : 0;
}

Result<double> factorOf(const Parameters& p)
{
    if (dropProbabilityOf(p.dropout) == 0)
        return 1.0;
    TRY(const auto generator, generatorOf(p.random, p.random.seed));
    return static_cast<double>(generator->dropoutScale(p.dropout.p, p.dropout.factor));
}

Fate fateOf(const DropoutFacts& facts, std::int64_t row, bool kept)
{
    if (facts.sequence->isProtected(row))
        return Fate::Protected;
    if (placementOf(facts.placement).fillsPadding && facts.sequence->isPadding(row))
        return Fate::Padding;
    return kept ? Fate::Kept : Fate::Dropped;
}

Result<FieldPtr> drawnMask(const DrawKey& key, const Dropout& dropout)
{
    if (key.probability == 0)
        return dropout.keepAll();
    TRY(const auto generator, key.stream ? key.stream->after() : generatorOf(key.random, *key.seed));
    TRY(const auto moved, generator->skipped(static_cast<std::uint64_t>(key.drawsBefore)));
    return dropout.keepMask(*moved, key.probability);
}

Node maskNode(const MaskKey& key, Result<FieldPtr> mask)
{
    auto note = [facts = key.facts, mask](std::int64_t row, std::int64_t column) {
        float kept = 1;
        if (mask.ok())
            (*mask)->fill({row, column, 1, 1}, {&kept, 1, 1, 1});
        return CellNote{.formula = {}, .fate = fateOf(facts, row, kept != 0)};
    };
    return {.id = "mask",
            .quantity = {WORDS("mask"), WORDS("Keep mask"), QuantityFamily::Share, Hue::Dropped},
            .operation = Operation::Draw,
            .inputs = {},
            .rows = key.rows,
            .columns = key.columns,
            .facts = key.facts,
            .field = std::move(mask),
            .note = std::move(note)};
}

Status addMask(PipelineBuilder& builder, const Dropout& dropout, const Result<FieldPtr>& operand, double factor)
{
    const Parameters& p = builder.p();
    const Placement& placement = placementOf(p.dropout.placement);
    const bool beside = concatenates(p);
    const double drop = dropProbabilityOf(p.dropout);
    MaskKey mask{
        .rows = builder.tokenRows(),
        .columns = maskColumns(builder.widths(), placement, beside),
        .mask = {},
        .facts = {.probability = drop,
                  .factor = factor,
                  .mode = p.dropout.mode,
                  .placement = p.dropout.placement,
                  .generator = p.random.generator,
                  .positionOffset = builder.node("position") ? positionOffset(builder.widths(), placement, beside) : -1,
                  .sequence = builder.sequence()}};
    Result<FieldPtr> field = operand;
    if (operand.ok()) {
        const DrawKey draw{.shape = {mask.rows.count, mask.columns.count},
                           .sequence = builder.sequence(),
                           .probability = drop,
                           .placement = p.dropout.placement,
                           .embeddingWidth = builder.widths().embedding,
                           .random = drop > 0 ? comparable(p.random) : RandomSettings{},
                           .seed = p.dropout.seed,
                           .drawsBefore = drop > 0 ? p.dropout.drawsBefore : 0,
                           .stream = drop > 0 && !p.dropout.seed ? builder.table : nullptr};
        field = builder.cache().part<Field>(draw, [&] { return drawnMask(draw, dropout); });
        if (!field.ok() && field.error().kind == ErrorKind::Cancelled)
            return cancelledError();
        mask.mask = field.ok() ? *field : nullptr;
    }
    return builder.add(mask, [&] { return maskNode(mask, field); });
}

Result<FieldPtr> outputOf(const OutputKey& key, const Dropout& dropout, const Result<FieldPtr>& operand)
{
    const auto& facts = *key.mask->find<DropoutFacts>();
    if (facts.probability > 0)
        return dropout.output(key.scaled->field, operand, key.mask->field, static_cast<float>(facts.factor));
    return placementOf(facts.placement).fillsPadding ? operand : key.sum->field;
}

} // namespace

Status addDropout(PipelineBuilder& builder)
{
    const Parameters& p = builder.p();
    const Placement& placement = placementOf(p.dropout.placement);
    const bool beside = concatenates(p);
    const NodePtr position = builder.node("position");
    const OutputKey inputs{builder.node("scaled"), builder.node("sum"), position, {}};
    const Dropout dropout(placement, beside, position ? position->field.value() : nullptr, builder.sequence(),
                          builder.widths().embedding);
    const Result<FieldPtr> operand = dropout.operand(inputs.scaled->field, inputs.sum->field);
    TRY(const double factor, factorOf(p));
    TRY_DONE(addMask(builder, dropout, operand, factor));

    OutputKey output = inputs;
    output.mask = builder.node("mask");
    if (placement.fillsPadding && !builder.sequence()->hasPadding())
        builder.warn(
            WORDS("there is no padding to be filled: the placement %1 is the same as sum; give %2 and a longer %3")
                .with(placement.choice.words.id, Message::option("--text"), Message::option("--seq-len")));
    return builder.add(output, [&] {
        return Node{.id = "output",
                    .quantity = {WORDS("output"), WORDS("Output after dropout"), QuantityFamily::Signed, Hue::Sum},
                    .operation = Operation::Drop,
                    .inputs = inputsOf(placement, position != nullptr),
                    .rows = output.sum->rows,
                    .columns = PipelineBuilder::dimensions(builder.widths().whole),
                    .facts = output.mask->facts,
                    .positionEnters = position && placement.operand != Operand::Sum,
                    .field = outputOf(output, dropout, operand)};
    });
}

} // namespace phasor
