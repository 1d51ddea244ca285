// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace phasor {

// Reads words of a stream, for one thread. Going forward, or back by at most 600 words, is cheap.
using WordCursor = std::function<void(std::uint64_t first, std::size_t count, std::uint32_t* out)>;

// An endless stream of random 32-bit words of which any can be had. Thread-safe; a word never changes.
class WordStream
{
public:
    virtual ~WordStream() = default;

    // The cursor uses the stream, which must outlive it.
    virtual WordCursor cursor() const = 0;
};

} // namespace phasor
