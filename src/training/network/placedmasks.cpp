// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/network/placedmasks.h"

#include "kernels/philox.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// The masks of a part, [rows, width]. Of two that each sequence has, `second` is another stream.
std::vector<float> drawn(const MaskLaw& law, const BatchPart& part, std::int64_t width, bool second)
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

} // namespace

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

} // namespace phasor
