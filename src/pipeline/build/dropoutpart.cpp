// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes of dropout: the mask and the output.
#include "field/matrixfield.h"
#include "pipeline/build/builder.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/fields/stagefields.h"

namespace phasor {

namespace {

using Operand = Placement::Operand;
using Fate = CellNote::Fate;

// Everything that the mask's random numbers depend on; the factor on kept values is not part of it.
struct DrawKey
{
    Shape shape;
    std::shared_ptr<const TokenSequence> sequence;
    double probability = 0;
    PlacementId placement = PlacementId::Sum;
    std::int64_t embeddingWidth = 0; // with two masks, the embedding's is sampled first
    RandomSettings random;
    std::optional<Seed> seed;
    std::int64_t drawsBefore = 0; // words skipped before
    std::shared_ptr<const EmbeddingTable> stream; // the mask continues its random numbers; null: it has its own seed
    bool operator==(const DrawKey&) const = default;
};

// Dropout of one setup with n tokens: its operand (the values it acts on), dropout mask and output.
class Dropout
{
public:
    explicit Dropout(const PipelineBuilder& builder)
        : m_placement(placementOf(builder.p().dropout.placement))
        , m_concatenates(concatenates(builder.p()))
        , m_sequence(builder.sequence)
        , m_widths(builder.widths())
    {
        if (const NodePtr position = builder.node("position"))
            m_position = firstRows(position->field.value(), m_sequence->length());
    }

    // Columns of the mask (those of its operand), and the encoding's first one (−1: none).
    std::pair<Axis, std::int64_t> maskColumns() const
    {
        const auto [whole, embedding, position] = m_widths;
        switch (m_placement.operand) {
        case Operand::Embedding:
            return {PipelineBuilder::dimensions(embedding), -1};
        case Operand::Position:
            return {PipelineBuilder::dimensions(position, whole - position), 0};
        case Operand::Each: {
            Axis both = PipelineBuilder::dimensions(embedding + position);
            both.period = m_concatenates ? 0 : whole; // two masks of the same dimensions, concatenated
            return {both, embedding};
        }
        case Operand::Sum:
            break;
        }
        return {PipelineBuilder::dimensions(whole), m_concatenates ? embedding : 0};
    }

    // The operand [n, columns] that the placement names; s·E and PE concatenated if each has its own mask.
    Result<FieldPtr> operand(const Result<FieldPtr>& scaled, const Result<FieldPtr>& sum) const
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

    // The operand's mask: protected rows are 1, filled padding is 0.
    Result<FieldPtr> mask(const DrawKey& key) const
    {
        FieldPtr mask = constantField(key.shape, 1, {0, 1});
        if (key.probability > 0) {
            TRY(const auto generator, key.stream ? key.stream->after : generatorOf(key.random, *key.seed));
            TRY(const auto moved, generator->skipped(static_cast<std::uint64_t>(key.drawsBefore)));
            TRY(mask, drawn(*moved, key));
        }
        if (m_placement.fillsPadding)
            mask = withFilledPadding(std::move(mask), m_sequence);
        return withProtectedRows(std::move(mask), m_sequence);
    }

    // Input of the layer after dropout [n, d_model]; `factor` multiplies kept values.
    Result<FieldPtr> output(const Result<FieldPtr>& scaled, const Result<FieldPtr>& operand,
                            const Result<FieldPtr>& mask, float factor) const
    {
        const auto dropFrom = [&](const FieldPtr& x, const FieldPtr& keep) {
            return dropped(x, keep, factor, m_sequence);
        };
        // For separate masks: each part times its mask, then the sum; bounds are the sum of theirs.
        if (m_placement.operand == Operand::Each && !m_concatenates)
            return both(scaled, mask, [&](const FieldPtr& e, const FieldPtr& keep) {
                const Shape position = m_position->shape();
                return sum(dropFrom(e, windowOf(keep, whole(e->shape()))),
                           dropFrom(m_position, windowOf(keep, {0, m_widths.embedding, position.rows, position.cols})));
            });
        Result<FieldPtr> after = both(operand, mask, dropFrom);
        if (m_placement.operand == Operand::Embedding && m_position)
            return mapped(after, [&](const FieldPtr& e) { return combined(e, m_position); });
        if (m_placement.operand == Operand::Position)
            return both(scaled, after, [&](const FieldPtr& e, const FieldPtr& pe) { return combined(e, pe); });
        return after;
    }

private:
    Result<FieldPtr> drawn(const Generator& generator, const DrawKey& key) const
    {
        const auto [rows, cols] = key.shape;
        if (m_placement.unit != Placement::Unit::Element) {
            const Shape features = m_placement.unit == Placement::Unit::Token ? Shape{rows, 1} : Shape{1, cols};
            TRY(const Drawn mask, generator.featureMask(features, key.probability));
            return repeated(mask.values, key.shape);
        }
        const bool each = m_placement.operand == Operand::Each;
        TRY(const Drawn first, generator.keepMask({rows, each ? m_widths.embedding : cols}, key.probability));
        if (!each)
            return first.values;
        TRY(const Drawn second, first.after->keepMask(m_position->shape(), key.probability));
        return concatenated(first.values, second.values);
    }

    FieldPtr combined(const FieldPtr& e, const FieldPtr& pe) const
    {
        return m_concatenates ? concatenated(e, pe) : sum(e, pe);
    }

    const Placement& m_placement;
    bool m_concatenates;
    FieldPtr m_position; // first n rows of the encoding; null: the scheme has none
    std::shared_ptr<const TokenSequence> m_sequence;
    Widths m_widths;
};

// Inputs of the output in the order of its formula: the mask comes after its operand.
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

Fate fateOf(const DropoutFacts& facts, std::int64_t row, bool kept)
{
    if (facts.sequence->isProtected(row))
        return Fate::Protected;
    if (placementOf(facts.placement).fillsPadding && facts.sequence->isPadding(row))
        return Fate::Padding;
    return kept ? Fate::Kept : Fate::Dropped;
}

Status addMask(PipelineBuilder& builder, const Dropout& dropout, const Result<FieldPtr>& operand)
{
    const Parameters& p = builder.p();
    const double drop = dropProbabilityOf(p.dropout);
    const Axis rows = builder.tokenRows();
    const std::pair columns = dropout.maskColumns();
    double factor = 1;
    if (drop > 0) {
        TRY(const auto generator, generatorOf(p.random, p.random.seed));
        factor = static_cast<double>(generator->dropoutScale(p.dropout.p, p.dropout.factor));
    }
    const DropoutFacts facts{.probability = drop,
                             .factor = factor,
                             .mode = p.dropout.mode,
                             .placement = p.dropout.placement,
                             .generator = p.random.generator,
                             .positionOffset = builder.node("position") ? columns.second : -1,
                             .sequence = builder.sequence};
    Result<FieldPtr> mask = operand;
    if (operand.ok()) {
        const DrawKey draw{.shape = {rows.count, columns.first.count},
                           .sequence = builder.sequence,
                           .probability = drop,
                           .placement = p.dropout.placement,
                           .embeddingWidth = builder.widths().embedding,
                           .random = drop > 0 ? comparable(p.random) : RandomSettings{},
                           .seed = p.dropout.seed,
                           .drawsBefore = drop > 0 ? p.dropout.drawsBefore : 0,
                           .stream = drop > 0 && !p.dropout.seed ? builder.table : nullptr};
        mask = builder.cache().part<Field>(draw, [&] { return dropout.mask(draw); });
        if (!mask.ok() && mask.error().kind == ErrorKind::Cancelled)
            return cancelledError();
    }
    const FieldPtr known = operand.ok() && mask.ok() ? *mask : nullptr;
    return builder.add(std::tuple(NodeId("mask"), rows, columns.first, known, facts), [&] {
        return Node{.id = "mask",
                    .quantity = {WORDS("mask"), WORDS("Dropout mask"), QuantityFamily::Share, Hue::Dropped},
                    .operation = Operation::Draw,
                    .rows = rows,
                    .columns = columns.first,
                    .facts = facts,
                    .field = mask,
                    .note = [facts, mask](std::int64_t row, std::int64_t column) {
                        const bool kept = !mask.ok() || (*mask)->cell(row, column) != 0;
                        return CellNote{.formula = {}, .fate = fateOf(facts, row, kept)};
                    }};
    });
}

} // namespace

Status addDropout(PipelineBuilder& builder)
{
    const Placement& placement = placementOf(builder.p().dropout.placement);
    const NodePtr scaled = builder.node("scaled");
    const NodePtr sum = builder.node("sum");
    const NodePtr position = builder.node("position");
    const Dropout dropout(builder);
    const Result<FieldPtr> operand = dropout.operand(scaled->field, sum->field);
    TRY_DONE(addMask(builder, dropout, operand));
    if (placement.fillsPadding && !builder.sequence->hasPadding())
        builder.warn(
            WORDS("there is no padding, so the placement %1 equals sum; use %2 and a longer %3 to see a difference")
                .with(placement.choice.words.id, Message::option("--text"), Message::option("--seq-len")));
    const NodePtr mask = builder.node("mask");
    return builder.add(std::tuple(NodeId("output"), scaled, sum, position, mask), [&] {
        const auto& facts = *mask->find<DropoutFacts>();
        const bool acts = facts.probability > 0;
        return Node{.id = "output",
                    .quantity = {WORDS("output"), WORDS("Output after dropout"), QuantityFamily::Signed, Hue::Sum},
                    .operation = Operation::Drop,
                    .inputs = inputsOf(placement, position != nullptr),
                    .rows = sum->rows,
                    .columns = PipelineBuilder::dimensions(builder.widths().whole),
                    .facts = facts,
                    .positionEnters = position && placement.operand != Operand::Sum,
                    .field = acts
                        ? dropout.output(scaled->field, operand, mask->field, static_cast<float>(facts.factor))
                        : placement.fillsPadding ? operand
                                                 : sum->field};
    });
}

} // namespace phasor
