// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/deaddimensions.h"

#include "views/waves/wavefacts.h"

namespace phasor {

namespace {

void append(std::vector<Span>& runs, std::int64_t coordinate)
{
    if (!runs.empty() && runs.back().end == coordinate)
        ++runs.back().end;
    else
        runs.push_back({coordinate, coordinate + 1});
}

Result<std::shared_ptr<const DeadDimensions>> measured(const Node& position)
{
    auto of = std::make_shared<DeadDimensions>();
    for (std::int64_t column = 0; column < position.columns.count; ++column) {
        const std::optional<WaveOfColumn> wave = waveOfColumn(position, column);
        if (wave && wave->life != PairLife::Turning)
            append(of->dead, position.columns.coordinate(column));
        if (wave && wave->life == PairLife::Frozen)
            append(of->frozen, position.columns.coordinate(column));
    }
    return std::shared_ptr<const DeadDimensions>(std::move(of));
}

struct Encoding
{
    NodePtr position;
    bool operator==(const Encoding&) const = default;
};

} // namespace

std::shared_ptr<const DeadDimensions> deadDimensionsOf(SceneReader& scene, Side side)
{
    const NodePtr position = scene.node("position", side);
    if (!position || !position->field.ok() || !position->find<PositionFacts>()->model->waves)
        return nullptr;
    const auto kept = scene.kept<DeadDimensions>(Encoding{position}, [&] { return measured(*position); });
    return kept.ok() && !kept.value()->dead.empty() ? kept.value() : nullptr;
}

} // namespace phasor
