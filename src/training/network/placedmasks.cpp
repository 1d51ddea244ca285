// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/network/placedmasks.h"

#include "kernels/philox.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// Of two masks that are drawn for one sequence.
enum class MaskStream : std::uint64_t { First = 0, Second = std::uint64_t{1} << 32 };

struct MaskSize
{
    std::int64_t rows; // of the sequence
    std::int64_t width;
};

class Drawer
{
public:
    Drawer(const MaskLaw& law, const BatchPart& part)
        : m_law(law)
        , m_part(part)
        , m_factor(static_cast<float>(1 / (1 - law.p)))
        , m_threshold(static_cast<std::uint32_t>(std::min(std::nearbyint((1 - law.p) * 4294967296.0), 4294967295.0)))
    {
    }

    void draw(Placement::Unit unit, std::int64_t width, MaskStream stream, std::vector<float>& out)
    {
        out.resize(static_cast<std::size_t>(m_part.rows() * width));
        const MaskSize size{m_part.length, width};
        const std::int64_t cells = unit == Placement::Unit::Element ? size.rows * width
            : unit == Placement::Unit::Token                        ? size.rows
                                                                    : width;
        for (std::int64_t s = 0; s < m_part.sequences; ++s) {
            drawWords(m_part.first + s, cells, stream);
            spread(unit, size, out.data() + s * size.rows * width);
        }
    }

private:
    void drawWords(std::int64_t sequence, std::int64_t cells, MaskStream stream)
    {
        const auto counters = static_cast<std::size_t>((cells + 3) / 4);
        m_kept.resize(4 * counters);
        if (m_law.p >= 1) {
            std::fill(m_kept.begin(), m_kept.end(), 0.0F);
            return;
        }
        const std::uint64_t first
            = static_cast<std::uint64_t>(stream) + static_cast<std::uint64_t>(sequence) * counters;
        philoxKeep(m_law.key, m_law.offset, first, counters, m_threshold, m_kept.data());
        for (float& kept : m_kept)
            kept *= m_factor;
    }

    void spread(Placement::Unit unit, MaskSize size, float* out) const
    {
        for (std::int64_t r = 0; r < size.rows; ++r) {
            float* const row = out + r * size.width;
            if (unit == Placement::Unit::Token)
                std::fill_n(row, size.width, m_kept[static_cast<std::size_t>(r)]);
            else
                std::copy_n(m_kept.data() + (unit == Placement::Unit::Element ? r * size.width : 0), size.width, row);
        }
    }

    const MaskLaw& m_law;
    const BatchPart& m_part;
    float m_factor;
    std::uint32_t m_threshold;
    std::vector<float> m_kept;
};

} // namespace

void drawMasks(const MaskLaw& law, const ModelShape& shape, const BatchPart& part, PlacedMasks& masks)
{
    masks.embedding.clear();
    masks.position.clear();
    masks.sum.clear();
    if (law.p <= 0)
        return;
    using Operand = Placement::Operand;
    const Placement& placement = placementOf(law.placement);
    Drawer drawer(law, part);
    if (placement.operand == Operand::Sum)
        drawer.draw(placement.unit, shape.width, MaskStream::First, masks.sum);
    if (placement.operand == Operand::Embedding || placement.operand == Operand::Each)
        drawer.draw(placement.unit, shape.embeddingWidth, MaskStream::First, masks.embedding);
    if (law.hasTable && (placement.operand == Operand::Position || placement.operand == Operand::Each))
        drawer.draw(placement.unit, shape.positionWidth(), MaskStream::Second, masks.position);
}

} // namespace phasor
