// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace phasor {

// Number of the integers 0 … end - 1 for which `below` is true; it must be true up to some integer and false from there
// on. Turns a comparison in rounded floating point into one of integers: u * 2^-24 < keep into u < countBelow(…).
template <typename Below> std::uint64_t countBelow(std::uint64_t end, Below below)
{
    std::uint64_t begin = 0;
    while (begin < end) {
        const std::uint64_t middle = begin + (end - begin) / 2;
        if (below(middle))
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

// Reads words of a stream, for one thread. Reading forward, or back by at most 600 words, is fast.
using WordCursor = std::function<void(std::uint64_t first, std::size_t count, std::uint32_t* out)>;

// An infinite stream of random 32-bit words, readable at any index. Thread-safe; a word never changes.
class WordStream
{
public:
    virtual ~WordStream() = default;

    // The cursor uses the stream, which must outlive it.
    virtual WordCursor cursor() const = 0;
};

// The words of a stream from one on.
struct WordPoint
{
    std::shared_ptr<const WordStream> stream;
    std::uint64_t word = 0;
};

} // namespace phasor
