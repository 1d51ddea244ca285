// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"
#include "text/seed.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace phasor {

// Numbers as text, the same in every locale. Reading takes the whole text: no blanks, no '+', no hexadecimal, no
// underscores, no other digits than ASCII's. Errors are of kind Usage, code TYPE (not such a number) or RANGE (too
// large, too small, or not whole); `where` and `remedy` are for the caller to fill in.

Result<std::int64_t> parseInteger(std::string_view text);
// Finite. Text that would overflow or vanish to 0 is refused: "1e-400" is not 0.
Result<double> parseReal(std::string_view text);
Result<Seed> parseSeed(std::string_view text); // -2^63 … 2^64 - 1

// The shortest text that reads back to the same value; nan, inf, -inf.
std::string printInteger(std::int64_t value);
std::string printReal(double value);
std::string printSeed(Seed seed);

} // namespace phasor
