// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/words.h"

namespace phasor {

// Word w is word w % 4 of Philox4x32-10 with the key `key` and the counter (offset, w / 4), each of 64 bits.
class PhiloxStream final : public WordStream
{
public:
    PhiloxStream(std::uint64_t key, std::uint64_t offset)
        : m_key(key)
        , m_offset(offset)
    {
    }

    std::unique_ptr<WordCursor> cursor() const override;

private:
    std::uint64_t m_key;
    std::uint64_t m_offset;
};

} // namespace phasor
