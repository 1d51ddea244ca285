// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace phasor {

// A reader of a word stream, for one thread. Going forward, or back by at most 600 words, is cheap.
class WordCursor
{
public:
    virtual ~WordCursor() = default;
    virtual void read(std::uint64_t first, std::size_t count, std::uint32_t* out) = 0;

protected:
    WordCursor() = default;
    WordCursor(const WordCursor&) = default;
    WordCursor& operator=(const WordCursor&) = default;
};

// An endless stream of random 32-bit words of which any can be had. Thread-safe; a word never changes.
class WordStream
{
public:
    virtual ~WordStream() = default;

    // The cursor uses the stream, which must outlive it.
    virtual std::unique_ptr<WordCursor> cursor() const = 0;

protected:
    WordStream() = default;
    WordStream(const WordStream&) = default;
    WordStream& operator=(const WordStream&) = default;
};

} // namespace phasor
