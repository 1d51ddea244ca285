// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/counter/philoxstream.h"

#include "kernels/philox.h"

#include <algorithm>
#include <array>

namespace phasor {

namespace {

class PhiloxCursor final : public WordCursor
{
public:
    PhiloxCursor(std::uint64_t key, std::uint64_t offset)
        : m_key(key)
        , m_offset(offset)
    {
    }

    void read(std::uint64_t first, std::size_t count, std::uint32_t* out) override
    {
        ofCounters(first, count, out, [this](std::uint64_t counter, std::size_t counters, std::uint32_t* words) {
            philoxWords(m_key, m_offset, counter, counters, words);
        });
    }

private:
    std::uint64_t m_key;
    std::uint64_t m_offset;
};

} // namespace

std::unique_ptr<WordCursor> PhiloxStream::cursor() const
{
    return std::make_unique<PhiloxCursor>(m_key, m_offset);
}

} // namespace phasor
