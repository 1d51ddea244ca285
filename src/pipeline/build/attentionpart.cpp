// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes of the first attention layer, for one head:
//
//     output ──> queries ──┐
//        └─────> keys ─────┴──> scores ──> attention          (bias ──> scores, where the scheme has one)
//
// "Key" means attention key in this file. A node's source is the value that it is made from; PipelineCache reuses the
// node of an equal source.
#include "pipeline/build/builder.h"
#include "pipeline/fields/stagefields.h"
#include "text/numbers.h"

#include <cmath>

namespace phasor {

namespace {

struct HeadSource
{
    NodePtr output;
    FieldPtr weights; // null: the head's own columns
    std::shared_ptr<const PositionModel> rotation; // null: the scheme rotates nothing
    AttentionFacts facts;
    HeadSide side = HeadSide::Queries;
    bool operator==(const HeadSource&) const = default;
};

struct ScoresSource
{
    NodePtr queries;
    NodePtr keys;
    NodePtr bias; // null: the scheme has none
    std::shared_ptr<const PositionModel> rotation; // null: the scheme rotates nothing
    bool divided = true; // by √width
    bool operator==(const ScoresSource&) const = default;
};

// Axis of the keys: the same positions as the queries, along the columns.
Axis keysOf(Axis rows)
{
    rows.kind = AxisKind::Key;
    return rows;
}

// One head's queries or keys, before rotation.
Result<FieldPtr> headOf(const HeadSource& source)
{
    const std::int64_t width = source.output->columns.count;
    if (width % source.facts.heads != 0)
        return unevenHeads(width, source.facts.heads);
    return mapped(source.output->field, [&](const FieldPtr& x) {
        return source.weights ? projectedHead(x, source.weights, source.facts.heads, source.facts.head)
                              : headColumns(x, source.facts.heads, source.facts.head);
    });
}

// Formula of one value of a rotated head: "0.5 · cos(3 / 10000^(2/8)) − 1.2 · sin(3 / 10000^(2/8))". 0.5 and 1.2 are
// values of `x`, the head before rotation, with six digits as in the read-out.
std::string turnedFormula(const Field& x, const PositionRotation& rotation, HeadSide side, std::int64_t row,
                          std::int64_t column)
{
    if (column >= rotation.width())
        return {};
    const auto [pair, cosine, frequency, amplitude] = rotation.table->wave(column).value();
    const bool first = column == rotation.firstOf(pair);
    const std::int64_t other = first ? rotation.secondOf(pair) : rotation.firstOf(pair);
    const float partner = x.cell(row, other);
    const bool minus = first != std::signbit(partner);
    std::string turned = shortNumber(x.cell(row, column), 6) + " · "
        + rotation.table->formula(row, rotation.firstOf(pair)) + (minus ? " − " : " + ")
        + shortNumber(std::fabs(partner), 6) + " · " + rotation.table->formula(row, rotation.secondOf(pair));
    if (rotation.growth.empty())
        return turned;
    return shortNumber(growthAt(rotation, side, pair, row, x.shape().rows), 6) + " · (" + turned + ")";
}

void turn(Node& node, const HeadSource& source)
{
    node.inputs.push_back("position");
    node.positionEnters = true;
    const Result<FieldPtr> straight = node.field;
    const PositionRotation* const turns = source.rotation->turns();
    if (!straight.ok())
        return;
    if (turns == nullptr) {
        node.field = source.rotation->rotation->error();
        return;
    }
    const std::shared_ptr<const PositionRotation> rotation(source.rotation, turns);
    node.field = rotated(*straight, rotation, source.side);
    node.note = [x = *straight, rotation, side = source.side](std::int64_t row, std::int64_t column) {
        return CellNote{.formula = turnedFormula(*x, *rotation, side, row, column)};
    };
}

Node headNode(const HeadSource& source)
{
    const bool queries = source.side == HeadSide::Queries;
    const std::int64_t width = source.output->columns.count / source.facts.heads;
    Axis columns = PipelineBuilder::dimensions(width, source.weights ? 0 : source.facts.head * width);
    if (source.weights)
        columns.kind = AxisKind::Id; // mixtures of all dimensions of the output
    Node node{.id = queries ? "queries" : "keys",
              .quantity
              = {queries ? WORDS("q") : WORDS("k"), queries ? WORDS("Queries q of a head") : WORDS("Keys k of a head"),
                 QuantityFamily::Signed, Hue::Sum},
              .operation = Operation::Project,
              .inputs = {"output"},
              .rows = source.output->rows,
              .columns = columns,
              .facts = source.facts,
              .field = headOf(source)};
    if (source.rotation)
        turn(node, source);
    return node;
}

Status addHeads(PipelineBuilder& builder, const AttentionFacts& facts)
{
    HeadSource source{builder.node("output"), {}, builder.model->rotation ? builder.model : nullptr, facts};
    Projections projections;
    if (builder.p().attention.projection == Projection::Random) {
        const Seed seed = builder.p().attention.projectionSeed;
        const RandomSettings random = comparable(builder.p().random);
        const std::int64_t width = builder.widths().whole;
        const std::tuple key(seed, random, width);
        TRY(const auto kept, builder.cache().part<Projections>(key, [&]() -> Result<Projections> {
            TRY(const auto generator, generatorOf(random, seed));
            return drawProjections(*generator, width);
        }));
        projections = *kept;
    }
    source.weights = projections.queries;
    TRY_DONE(builder.add(source, [&] { return headNode(source); }));
    source.weights = projections.keys;
    source.side = HeadSide::Keys;
    return builder.add(source, [&] { return headNode(source); });
}

// Terms of q · k, one for each pair of columns, largest first. Pairs are those of the rotation, else neighboring
// columns. A last column without partner is a term by itself.
std::vector<CellNote::Part> termsOf(const Field& queries, const Field& keys, const PositionRotation* rotation,
                                    std::int64_t query, std::int64_t key)
{
    const std::int64_t width = queries.shape().cols;
    const Matrix q = materialized(queries, {query, 0, 1, width});
    const Matrix k = materialized(keys, {key, 0, 1, width});
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

Node scoresNode(const ScoresSource& source)
{
    const auto& facts = *source.queries->find<AttentionFacts>();
    const std::string root = source.divided ? " / √" + std::to_string(source.queries->columns.count) : "";
    const std::string formula = "q · k" + root + (source.bias ? " + bias" : "");
    return {.id = "scores",
            .quantity = {WORDS("scores"), WORDS("Attention scores of a head"), QuantityFamily::Signed, Hue::Sum, true},
            .operation = source.bias ? Operation::AddBias : Operation::Score,
            .inputs
            = source.bias ? std::vector<NodeId>{"queries", "keys", "bias"} : std::vector<NodeId>{"queries", "keys"},
            .rows = source.queries->rows,
            .columns = keysOf(source.queries->rows),
            .facts = facts,
            .positionEnters = source.bias != nullptr,
            .field = both(source.queries->field, source.keys->field,
                          [&](const FieldPtr& q, const FieldPtr& k) {
                              return attentionScores(q, k, source.bias ? source.bias->field.value() : nullptr,
                                                     facts.causal, source.divided);
                          }),
            .note = [source, formula, causal = facts.causal](std::int64_t query, std::int64_t key) -> CellNote {
                if (causal && key > query)
                    return {};
                CellNote note{.formula = formula};
                if (source.queries->field.ok() && source.keys->field.ok())
                    note.parts = termsOf(**source.queries->field, **source.keys->field,
                                         source.rotation ? source.rotation->turns() : nullptr, query, key);
                return note;
            }};
}

} // namespace

Status addAttention(PipelineBuilder& builder)
{
    const AttentionSettings& settings = builder.p().attention;
    const AttentionFacts facts{settings.head, settings.heads, settings.causal};
    TRY_DONE(addHeads(builder, facts));
    const Axis rows = builder.tokenRows();
    if (const auto model = builder.model; model->bias)
        TRY_DONE(builder.add(std::tuple(NodeId("bias"), model, facts, rows), [&] {
            return Node{.id = "bias",
                        .quantity
                        = {WORDS("bias"), WORDS("Attention bias of a head"), QuantityFamily::Signed, Hue::Position},
                        .operation = Operation::Encode,
                        .rows = rows,
                        .columns = keysOf(rows),
                        .facts = facts,
                        .field = model->bias->field(facts.head, rows.count),
                        .note = [model, head = facts.head](std::int64_t query, std::int64_t other) {
                            return CellNote{.formula = model->bias->formula(head, query, other)};
                        }};
        }));
    const ScoresSource source{builder.node("queries"), builder.node("keys"), builder.node("bias"),
                              builder.model->rotation ? builder.model : nullptr, builder.model->scoresAreDivided};
    TRY_DONE(builder.add(source, [&] { return scoresNode(source); }));
    const NodePtr scores = builder.node("scores");
    return builder.add(std::tuple(NodeId("attention"), scores), [&] {
        return Node{.id = "attention",
                    .quantity
                    = {WORDS("attention"), WORDS("Attention weights of a head"), QuantityFamily::Share, Hue::Sum},
                    .operation = Operation::SoftMax,
                    .inputs = {"scores"},
                    .rows = scores->rows,
                    .columns = scores->columns,
                    .facts = *scores->find<AttentionFacts>(),
                    .field = mapped(scores->field, [](const FieldPtr& field) { return attention(field); })};
    });
}

} // namespace phasor
