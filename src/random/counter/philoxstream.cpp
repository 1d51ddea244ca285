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
        const auto head = static_cast<std::size_t>(first % 4);
        if (head != 0)
            partly(first, head, std::min<std::size_t>(count, 4 - head), count, out);
        const std::size_t whole = count / 4;
        philoxWords(m_key, m_offset, first / 4, whole, out);
        first += 4 * whole;
        count -= 4 * whole;
        out += 4 * whole;
        if (count != 0)
            partly(first, 0, count, count, out);
    }

private:
    // Words `from` … of one counter; steps the rest of the arguments on.
    void partly(std::uint64_t& first, std::size_t from, std::size_t number, std::size_t& count,
                std::uint32_t*& out) const
    {
        std::array<std::uint32_t, 4> words{};
        philoxWords(m_key, m_offset, first / 4, 1, words.data());
        out = std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(from), number, out);
        first += number;
        count -= number;
    }

    std::uint64_t m_key;
    std::uint64_t m_offset;
};

} // namespace

std::unique_ptr<WordCursor> PhiloxStream::cursor() const
{
    return std::make_unique<PhiloxCursor>(m_key, m_offset);
}

} // namespace phasor
