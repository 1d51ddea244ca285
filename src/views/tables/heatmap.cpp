// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/heatmap.h"

#include "field/matrixfield.h"
#include "views/dropout/dropout.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

std::vector<ViewOption> heatmapOptions()
{
    return {
        setting(flag("token-rows", WORDS("Token rows"))
                    .says(WORDS("only the rows that the sequence uses, of a longer table."))
                    .beside(WORDS("Shows only the rows of your tokens. Off: all rows of the table.")),
                &HeatmapOptions::tokenRows),
    };
}

// The node of that name, or the one where position enters: each scheme's most telling picture.
static NodePtr shownNode(const NodeId& id, SceneReader& scene, Side side)
{
    if (NodePtr found = scene.node(id, side))
        return found;
    const std::vector<NodePtr> all = scene.nodes(side);
    const auto entered = std::ranges::find(all, true, &Node::positionEnters);
    return entered != all.end() ? *entered : all.back();
}

// Facts of this kind, from the node or its nearest input that has them; null: none.
template <typename Facts> static const Facts* factsBehind(const Node& node, SceneReader& scene)
{
    if (const auto* own = node.find<Facts>())
        return own;
    for (const NodeId& input : node.inputs) {
        const NodePtr before = scene.node(input);
        if (const auto* found = before ? factsBehind<Facts>(*before, scene) : nullptr)
            return found;
    }
    return nullptr;
}

// Adds the facts about the node's values that are shown next to the picture.
static void addFacts(HeatmapData& data, const Node& node, SceneReader& scene)
{
    if (const auto* dropout = node.find<DropoutFacts>();
        dropout != nullptr && node.quantity.family == QuantityFamily::Share) {
        const bool both = placementOf(dropout->placement).operand == Placement::Operand::Each;
        data.positionColumns = both ? node.columns.count - dropout->positionOffset : 0;
        return;
    }
    if (node.quantity.family != QuantityFamily::Signed)
        return;
    if (const auto* scale = factsBehind<ScaleFacts>(node, scene))
        data.scale = scale->factor;
    if (const auto* embedding = factsBehind<EmbeddingFacts>(node, scene))
        data.sigma = embedding->sigma;
}

constexpr std::int64_t kAngleCells = std::int64_t{1} << 15;
constexpr std::int64_t kDroppedFrameCells = std::int64_t{1} << 17;
constexpr std::int64_t kMostQueries = 64; // whose largest score is sought

static void addWaves(HeatmapData& data, const Node& node)
{
    const auto* facts = node.find<PositionFacts>();
    if (facts == nullptr || !facts->model->waves || facts->model->waves->frequencies.empty())
        return;
    const Waves& waves = *facts->model->waves;
    const auto [slow, fast] = std::ranges::minmax(waves.frequencies, {}, [](double f) { return std::fabs(f); });
    data.wavelengths = Interval{kTurn / std::fabs(fast), kTurn / std::fabs(slow)};
    const PositionTable& table = waveTableOf(node);
    for (std::int64_t column = 0; column < node.columns.count; ++column) {
        const std::optional<ColumnWave> wave = table.wave(column);
        data.waves += wave && wave->pair < std::ssize(waves.frequencies) ? 1 : 0;
    }
    if (data.tokenRows && waves.reach.empty()) { // waves along the sides of a grid don't count tokens
        const auto rows = static_cast<std::int64_t>(data.tokenRows->high - data.tokenRows->low);
        data.pairsOfTokens = countPairs(waves.frequencies, pairLengths(waves, rows));
    }
}

static std::optional<std::int64_t> selfFirstOf(const Node& node)
{
    if (node.rows.count > kMostQueries)
        return std::nullopt;
    const Matrix scores = materialized(**node.field, whole(node.shape()));
    std::int64_t count = 0;
    for (std::int64_t row = 0; row < node.rows.count; ++row) {
        const float* const keys = scores.view().row(row);
        count += std::max_element(keys, keys + node.columns.count) - keys == row ? 1 : 0;
    }
    return count;
}

// Coordinates of the rows that the sequence uses; nothing: the node has no others.
static std::optional<Interval> tokenRowsOf(const Node& node, SceneReader& scene)
{
    const Axis tokens = scene.node("embedding")->rows;
    if (node.rows.kind != tokens.kind || tokens.count >= node.rows.count)
        return std::nullopt;
    const auto first = static_cast<double>(node.rows.first);
    return Interval{first, first + static_cast<double>(tokens.count)};
}

static Status addTold(HeatmapData& data, const Node& node, SceneReader& scene, Effort effort)
{
    addWaves(data, node);
    if (MeasuredPart at{.scene = scene}; node.operation == Operation::Add && at.has(Needs::Sum)) {
        at.visited = sampledRows(node.rows.count, node.columns.count, kAngleCells);
        TRY(data.angle, numberOf("angle_degrees", at));
    }
    if (node.operation == Operation::Draw)
        data.dropped = shareOfZeros(**node.field, visibleCells(data.picture),
                                    effort == Effort::Frame ? kDroppedFrameCells : kStillCells / 2);
    if (node.operation == Operation::Score || node.operation == Operation::AddBias
        || node.operation == Operation::SoftMax)
        data.selfFirst = selfFirstOf(node);
    return Done{};
}

Result<ViewDataPtr> compute(const HeatmapRequest& request, SceneReader& scene, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells : kStillCells;
    auto data = std::make_shared<HeatmapData>();
    const NodePtr node = data->node = shownNode(request.node, scene, Side::A);
    const NodePtr other = scene.comparing() ? shownNode(node->id, scene, Side::B) : nullptr;
    PicturesRequest pictures = request.pictures;
    const std::optional<Interval> tokens = tokenRowsOf(*node, scene);
    data->hasOtherRows = tokens.has_value();
    if (request.options.tokenRows)
        data->tokenRows = tokens;
    if (std::optional<Interval>& rows = pictures.a.zoom[node->rows.kind]; !rows)
        rows = data->tokenRows;
    TRY_DONE(makePictures(*node, other.get(), pictures, cells, *data));
    addFacts(*data, *node, scene);
    TRY_DONE(addTold(*data, *node, scene, effort));
    if (node->quantity.family == QuantityFamily::Signed)
        noteLeftOut(*data, scene, node->columns.kind == AxisKind::Key && !node->inputs.empty() ? "queries" : node->id);
    // Dimensions that the encoding is added to.
    if (node->columns.kind == AxisKind::Dimension && node->quantity.family == QuantityFamily::Signed
        && factsBehind<PositionFacts>(*node, scene) != nullptr)
        data->dead = request.options.tokenRows ? frozenDimensionsOf(scene, scene.node("embedding")->rows.count)
                                               : deadDimensionsOf(scene);
    if (other && !data->difference)
        data->otherShape = other->shape();
    data->coarse = effort == Effort::Frame && (data->isRough() || data->dropped.value_or(0).error > 0);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
