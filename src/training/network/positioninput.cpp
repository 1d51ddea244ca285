// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/network/model.h"

#include "kernels/randomwords.h"
#include "pipeline/fields/stagefields.h"

#include <algorithm>

namespace phasor {

// Masks of a part, [rows, width]. `second`: the other stream, for sequences with two masks.
static std::vector<float> drawn(const MaskLaw& law, const BatchPart& part, std::int64_t width, bool second)
{
    using Unit = Placement::Unit;
    const Unit unit = placementOf(law.placement).unit;
    const std::int64_t length = part.length;
    const std::int64_t cells = unit == Unit::Element ? length * width : unit == Unit::Token ? length : width;
    const auto counters = static_cast<std::size_t>((cells + 3) / 4);
    const auto factor = static_cast<float>(1 / (1 - law.p));
    const auto threshold
        = static_cast<std::uint32_t>(std::min(std::nearbyint((1 - law.p) * 4294967296.0), 4294967295.0));
    std::vector<float> kept(4 * counters); // of one sequence
    std::vector<float> out(static_cast<std::size_t>(part.rows() * width));
    for (std::int64_t s = 0; s < part.sequences; ++s) {
        if (law.p < 1) {
            const std::uint64_t stream = second ? std::uint64_t{1} << 32 : 0;
            philoxKeep(law.key, law.offset, stream + static_cast<std::uint64_t>(part.first + s) * counters, counters,
                       threshold, kept.data());
            for (float& one : kept)
                one *= factor;
        }
        for (std::int64_t r = 0; r < length; ++r) {
            float* const row = out.data() + (s * length + r) * width;
            if (unit == Unit::Token)
                std::fill_n(row, width, kept[static_cast<std::size_t>(r)]);
            else
                std::copy_n(kept.data() + (unit == Unit::Element ? r * width : 0), width, row);
        }
    }
    return out;
}

void drawMasks(const MaskLaw& law, const ModelShape& shape, const BatchPart& part, PlacedMasks& masks)
{
    masks = {};
    if (law.p <= 0)
        return;
    const Placement& placement = placementOf(law.placement);
    if (placement.operand == Placement::Operand::Sum)
        masks.sum = drawn(law, part, shape.width, false);
    if (placement.onEmbedding())
        masks.embedding = drawn(law, part, shape.embeddingWidth, false);
    if (law.hasTable && placement.onPosition())
        masks.position = drawn(law, part, shape.positionWidth(), true);
}

static std::vector<float> cellsOfRows(const Field& field, std::int64_t rows)
{
    const std::int64_t cols = field.shape().cols;
    std::vector<float> cells(static_cast<std::size_t>(rows * cols));
    field.fill({0, 0, rows, cols}, {cells.data(), rows, cols, cols});
    return cells;
}

static Status requireRows(const Field& table, std::int64_t length)
{
    if (length <= table.shape().rows)
        return Done{};
    return usageError(
        "RANGE", "--length",
        WORDS("%1 tokens need as many positions, but the table ends after %2").with(length, table.shape().rows),
        WORDS("raise %1 or lower %2").with(Message::option("--max-len"), Message::option("--length")));
}

static PositionInput::Turns turnsOf(const PositionRotation& rotation, HeadSide side, std::int64_t length)
{
    const std::vector<float> table = cellsOfRows(*rotation.table, length);
    PositionInput::Turns turns;
    for (std::int64_t p = 0; p < length; ++p) {
        const float* row = table.data() + p * rotation.width();
        for (std::int64_t pair = 0; pair < rotation.pairs(); ++pair) {
            const float growth = growthAt(rotation, side, pair, p, length);
            turns.cosines.push_back(row[rotation.firstOf(pair)] * growth);
            turns.sines.push_back(row[rotation.secondOf(pair)] * growth);
        }
    }
    return turns;
}

static void addBias(PositionInput& input, const PositionBias& bias, std::int64_t heads)
{
    const std::int64_t n = input.length;
    if (bias.learnedNumbers) {
        for (std::int64_t cell = 0; cell < n * n; ++cell)
            input.biasIndex.push_back(static_cast<std::int32_t>(bias.learnedNumberAt(cell / n - cell % n)));
        return;
    }
    for (std::int64_t head = 0; head < heads; ++head) {
        const std::vector<float> cells = cellsOfRows(*bias.field(head, n), n);
        input.bias.insert(input.bias.end(), cells.begin(), cells.end());
    }
}

Result<PositionInput> positionInput(const PositionModel& model, std::int64_t heads, std::int64_t length)
{
    PositionInput input;
    input.length = length;
    if (model.table) {
        TRY_DONE(requireRows(*model.table, length));
        input.table = cellsOfRows(*model.table, length);
    }
    if (model.rotation) {
        TRY(input.rotation, *model.rotation);
        TRY_DONE(requireRows(*input.rotation->table, length));
        input.queries = turnsOf(*input.rotation, HeadSide::Queries, length);
        input.keys = turnsOf(*input.rotation, HeadSide::Keys, length);
    }
    if (model.bias)
        addBias(input, *model.bias, heads);
    return input;
}

} // namespace phasor
