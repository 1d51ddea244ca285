// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace phasor {

// What a scheme needs to know to make its table. A plain value; Scheme::make checks it.
struct EncodingSettings
{
    std::int64_t dModel = 512; // columns, 1 … 65536, odd allowed
    std::int64_t maxLen = 5000; // rows, 1 … 2147483647
    double base = 10000; // b of ω_i = b^(−2i/d), > 0, finite
    std::string layout = "interleaved"; // interleaved, halves, tensor2tensor
    std::int64_t firstPosition = 0; // position of row 0, 0 … 2147483647
    std::string precision = "exact"; // one of kPrecisions

    bool operator==(const EncodingSettings&) const = default;
};

} // namespace phasor
