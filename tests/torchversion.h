// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

// PyTorch versions that round some functions differently. Debian 12's 1.13 has the bits that Phasor promises: sine and
// cosine of float32 are SLEEF's of 1.0 ULP, and a product of a 16-bit tensor and a number is rounded twice. Debian 13's
// 2.6 has SLEEF's of 3.5 ULP, rounds such a product once, and has another erfinv (truncated normal laws). All other
// numbers, including masks, are the same.
namespace phasor::tests {

inline bool hasOtherSines(const std::string& torchVersion)
{
    return !torchVersion.starts_with("1.");
}

// Largest difference for a setup described by these words, including sums and 1/(1 − p); 0 if all numbers are equal. In
// 16-bit types the frequencies differ, and so the sines of far positions, by up to 2.
template <typename Words> double largestOfOtherSines(const Words& words)
{
    for (const auto& word : words) {
        if (word == "bfloat16" || word == "float16")
            return 2 * 2;
        if (word == "float32" || word == "truncated" || word == "bert")
            return 4e-6;
    }
    return 0;
}

} // namespace phasor::tests
