// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/sequence.h"

namespace phasor {

// Value i is 1 where word i of PhiloxStream(key, offset) is below `threshold`, else 0: one counter for four values.
class PhiloxMask final : public Sequence
{
public:
    PhiloxMask(std::uint64_t key, std::uint64_t offset, std::uint32_t threshold);
    void draw(const Runs& runs) const override;

private:
    void partly(std::uint64_t counter, std::size_t from, std::size_t count, float* out) const;

    std::uint64_t m_key;
    std::uint64_t m_offset;
    std::uint32_t m_threshold;
};

} // namespace phasor
