// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/philoxmask.h"

#include "kernels/philox.h"

#include <algorithm>
#include <array>

namespace phasor {

namespace {
constexpr std::int64_t kWords = 4; // of one counter
}

PhiloxMask::PhiloxMask(std::uint64_t key, std::uint64_t offset, std::uint32_t threshold)
    : m_key(key)
    , m_offset(offset)
    , m_threshold(threshold)
{
}

void PhiloxMask::draw(const Runs& runs) const
{
    runs.each([&](std::int64_t first, std::int64_t length, float* out) {
        const std::int64_t within = first % kWords;
        if (within != 0) {
            const std::int64_t head = std::min(length, kWords - within);
            partly(static_cast<std::uint64_t>(first / kWords), static_cast<std::size_t>(within),
                   static_cast<std::size_t>(head), out);
            first += head;
            length -= head;
            out += head;
        }
        const auto counter = static_cast<std::uint64_t>(first / kWords);
        const auto whole = static_cast<std::size_t>(length / kWords);
        philoxKeep(m_key, m_offset, counter, whole, m_threshold, out);
        if (length % kWords != 0)
            partly(counter + whole, 0, static_cast<std::size_t>(length % kWords), out + whole * kWords);
    });
}

void PhiloxMask::partly(std::uint64_t counter, std::size_t from, std::size_t count, float* out) const
{
    std::array<float, kWords> values{};
    philoxKeep(m_key, m_offset, counter, 1, m_threshold, values.data());
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(from), count, out);
}

} // namespace phasor
