// SPDX-License-Identifier: GPL-3.0-or-later
// The first attention layer, of one head: what the scores make of the positions.
#include "field/matrix.h"
#include "pipeline/build/builder.h"
#include "pipeline/fields/attentionfields.h"
#include "pipeline/fields/rotatedfield.h"
#include "pipeline/fields/stagefields.h"
#include "pipeline/parameters/generatorsettings.h"
#include "pipeline/positionsetup.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace phasor {

namespace {

struct ProjectionKey
{
    Seed seed;
    RandomSettings random;
    std::int64_t width;
    bool operator==(const ProjectionKey&) const = default;
};

struct HeadKey
{
    NodePtr output;
    FieldPtr weights; // null: the head's own columns
    std::shared_ptr<const PositionModel> rotation; // null: the scheme turns nothing
    AttentionFacts facts;
    HeadSide side = HeadSide::Queries;
    bool operator==(const HeadKey&) const = default;
};

struct BiasKey
{
    std::shared_ptr<const PositionModel> model;
    AttentionFacts facts;
    Axis rows;
    bool operator==(const BiasKey&) const = default;
};

struct ScoresKey
{
    NodePtr queries;
    NodePtr keys;
    NodePtr bias; // null: the scheme has none
    std::shared_ptr<const PositionModel> rotation; // null: the scheme turns nothing
    bool divided = true; // by √width
    bool operator==(const ScoresKey&) const = default;
};

struct AttentionKey
{
    NodePtr scores;
    bool operator==(const AttentionKey&) const = default;
};

// The keys of a query: the same positions once more, along the columns.
Axis keysOf(Axis rows)
{
    rows.kind = AxisKind::Key;
    return rows;
}

// Six digits, as the read-out shows values.
std::string printShort(float value)
{
    char buffer[32];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 6).ptr};
}

// Before it is rotated.
Result<FieldPtr> headOf(const HeadKey& key)
{
    const std::int64_t width = key.output->columns.count;
    if (width % key.facts.heads != 0)
        return unevenHeads(width, key.facts.heads);
    return mapped(key.output->field, [&](const FieldPtr& x) {
        return key.weights ? projectedHead(x, key.weights, key.facts.heads, key.facts.head)
                           : headColumns(x, key.facts.heads, key.facts.head);
    });
}

// "0.5 · cos(3 / 10000^(2/8)) − 1.2 · sin(3 / 10000^(2/8))": a cell of a rotated head with its numbers, the columns of
// `x` in it.
std::string turnedFormula(const Field& x, const PositionRotation& rotation, HeadSide side, std::int64_t row,
                          std::int64_t column)
{
    if (column >= rotation.width())
        return {};
    const auto [pair, cosine, frequency, amplitude] = rotation.table->wave(column).value();
    const bool first = column == rotation.firstOf(pair);
    const std::int64_t other = first ? rotation.secondOf(pair) : rotation.firstOf(pair);
    float own = 0;
    float partner = 0;
    x.fill({row, column, 1, 1}, {&own, 1, 1, 1});
    x.fill({row, other, 1, 1}, {&partner, 1, 1, 1});
    const bool minus = first != std::signbit(partner);
    const std::string turned = printShort(own) + " · " + rotation.table->formula(row, rotation.firstOf(pair))
        + (minus ? " − " : " + ") + printShort(std::fabs(partner)) + " · "
        + rotation.table->formula(row, rotation.secondOf(pair));
    if (rotation.growth.empty())
        return turned;
    return printShort(growthAt(rotation, side, pair, row, x.shape().rows)) + " · (" + turned + ")";
}

void turn(Node& node, const HeadKey& key)
{
    node.inputs.push_back("position");
    node.positionEnters = true;
    const Result<FieldPtr> straight = node.field;
    const PositionRotation* const turns = key.rotation->turns();
    if (!straight.ok())
        return;
    if (turns == nullptr) {
        node.field = key.rotation->rotation->error();
        return;
    }
    const std::shared_ptr<const PositionRotation> rotation(key.rotation, turns);
    node.field = rotated(*straight, rotation, key.side);
    node.note = [x = *straight, rotation, side = key.side](std::int64_t row, std::int64_t column) {
        return CellNote{.formula = turnedFormula(*x, *rotation, side, row, column)};
    };
}

Node headNode(const HeadKey& key)
{
    const bool queries = key.side == HeadSide::Queries;
    const std::int64_t width = key.output->columns.count / key.facts.heads;
    Axis columns = PipelineBuilder::dimensions(width, key.weights ? 0 : key.facts.head * width);
    if (key.weights)
        columns.kind = AxisKind::Id; // mixtures of all dimensions of the output
    Node node{.id = queries ? "queries" : "keys",
              .quantity
              = {queries ? WORDS("q") : WORDS("k"), queries ? WORDS("Queries q of a head") : WORDS("Keys k of a head"),
                 QuantityFamily::Signed, Hue::Sum},
              .operation = Operation::Project,
              .inputs = {"output"},
              .rows = key.output->rows,
              .columns = columns,
              .facts = key.facts,
              .field = headOf(key)};
    if (key.rotation)
        turn(node, key);
    return node;
}

Status addHeads(PipelineBuilder& builder, const AttentionFacts& facts)
{
    HeadKey key{builder.node("output"), {}, builder.model()->rotation ? builder.model() : nullptr, facts};
    Projections projections;
    if (builder.p().attention.projection == Projection::Random) {
        const ProjectionKey drawn{builder.p().attention.projectionSeed, comparable(builder.p().random),
                                  builder.widths().whole};
        TRY(const auto kept,
            builder.cache().part<Projections>(drawn, [&]() -> Result<std::shared_ptr<const Projections>> {
                TRY(const auto generator, generatorOf(drawn.random, drawn.seed));
                TRY(Projections made, drawProjections(*generator, drawn.width));
                return std::make_shared<const Projections>(std::move(made));
            }));
        projections = *kept;
    }
    key.weights = projections.queries;
    TRY_DONE(builder.add(key, [&] { return headNode(key); }));
    key.weights = projections.keys;
    key.side = HeadSide::Keys;
    return builder.add(key, [&] { return headNode(key); });
}

Node biasNode(const BiasKey& key)
{
    return {.id = "bias",
            .quantity = {WORDS("bias"), WORDS("Bias of a head"), QuantityFamily::Signed, Hue::Position},
            .operation = Operation::Encode,
            .rows = key.rows,
            .columns = keysOf(key.rows),
            .facts = key.facts,
            .field = key.model->bias->field(key.facts.head, key.rows.count),
            .note = [model = key.model, head = key.facts.head](std::int64_t query, std::int64_t other) {
                return CellNote{.formula = model->bias->formula(head, query, other)};
            }};
}

Result<FieldPtr> scoresOf(const ScoresKey& key, bool causal)
{
    return both(key.queries->field, key.keys->field, [&](const FieldPtr& q, const FieldPtr& k) {
        return attentionScores(q, k, key.bias ? key.bias->field.value() : nullptr, causal, key.divided);
    });
}

// What each pair of columns adds to q · k: a rotation's own pairs, else neighbours; a column without a partner alone.
std::vector<CellNote::Part> partsOf(const Field& queries, const Field& keys, const PositionRotation* rotation,
                                    std::int64_t query, std::int64_t key)
{
    const std::int64_t width = queries.shape().cols;
    Matrix q(Shape{1, width});
    Matrix k(Shape{1, width});
    queries.fill({query, 0, 1, width}, q.view());
    keys.fill({key, 0, 1, width}, k.view());
    std::vector<CellNote::Part> parts;
    for (std::int64_t column = 0; column < width; ++column) {
        const bool halves = rotation != nullptr && rotation->layout == PairLayout::Halves && column < rotation->width();
        const std::int64_t pair = halves ? column % rotation->pairs() : column / 2;
        if (pair >= static_cast<std::int64_t>(parts.size()))
            parts.push_back({pair, 0});
        parts[static_cast<std::size_t>(pair)].value
            += static_cast<double>(q.data()[column]) * static_cast<double>(k.data()[column]);
    }
    std::stable_sort(parts.begin(), parts.end(),
                     [](const auto& a, const auto& b) { return std::fabs(a.value) > std::fabs(b.value); });
    return parts;
}

CellNote scoreNote(const ScoresKey& scores, const std::string& formula, bool causal, std::int64_t query,
                   std::int64_t key)
{
    if (causal && key > query)
        return CellNote{.formula = "−∞"};
    CellNote note{.formula = formula};
    if (scores.queries->field.ok() && scores.keys->field.ok())
        note.parts = partsOf(**scores.queries->field, **scores.keys->field,
                             scores.rotation ? scores.rotation->turns() : nullptr, query, key);
    return note;
}

Node scoresNode(const ScoresKey& key)
{
    const auto& facts = *key.queries->find<AttentionFacts>();
    const std::string root = key.divided ? " / √" + std::to_string(key.queries->columns.count) : "";
    const std::string formula = "q · k" + root + (key.bias ? " + bias" : "");
    return {.id = "scores",
            .quantity = {WORDS("scores"), WORDS("Attention scores of a head"), QuantityFamily::Signed, Hue::Sum, true},
            .operation = key.bias ? Operation::AddBias : Operation::Score,
            .inputs
            = key.bias ? std::vector<NodeId>{"queries", "keys", "bias"} : std::vector<NodeId>{"queries", "keys"},
            .rows = key.queries->rows,
            .columns = keysOf(key.queries->rows),
            .facts = facts,
            .positionEnters = key.bias != nullptr,
            .field = scoresOf(key, facts.causal),
            .note = [key, formula, causal = facts.causal](std::int64_t query, std::int64_t other) {
                return scoreNote(key, formula, causal, query, other);
            }};
}

Node attentionNode(const AttentionKey& key)
{
    return {.id = "attention",
            .quantity = {WORDS("attention"), WORDS("Attention of a head"), QuantityFamily::Share, Hue::Sum},
            .operation = Operation::SoftMax,
            .inputs = {"scores"},
            .rows = key.scores->rows,
            .columns = key.scores->columns,
            .facts = *key.scores->find<AttentionFacts>(),
            .field = mapped(key.scores->field, [](const FieldPtr& scores) { return attention(scores); })};
}

} // namespace

Status addAttention(PipelineBuilder& builder)
{
    const AttentionSettings& settings = builder.p().attention;
    const AttentionFacts facts{settings.head, settings.heads, settings.causal};
    TRY_DONE(addHeads(builder, facts));
    if (builder.model()->bias) {
        const BiasKey bias{builder.model(), facts, builder.tokenRows()};
        TRY_DONE(builder.add(bias, [&] { return biasNode(bias); }));
    }
    const ScoresKey scores{builder.node("queries"), builder.node("keys"), builder.node("bias"),
                           builder.model()->rotation ? builder.model() : nullptr, builder.model()->scoresAreDivided};
    TRY_DONE(builder.add(scores, [&] { return scoresNode(scores); }));
    const AttentionKey attention{builder.node("scores")};
    return builder.add(attention, [&] { return attentionNode(attention); });
}

} // namespace phasor
