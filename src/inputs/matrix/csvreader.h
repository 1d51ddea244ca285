// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/matrix/storedmatrix.h"

namespace phasor {

// A matrix from a .csv or .tsv file.
struct CsvTable
{
    Matrix values; // at least 1 x 1
    // Rounded: integers beyond 2^24 that float32 cannot hold. A decimal number means the float32 nearest to it, so 0.1
    // doesn't count. Vanished: became 0. Overflowed: always 0, because such numbers are refused.
    ConversionCount count;
    std::vector<std::string> rowNames; // UTF-8, one per row; empty: none
    bool header = false; // line 1 has names, not numbers
    char separator = ','; // or ';' or a tab
    // DECIMAL, TRAILING, BLANK, COMMENT, ENCODING, HEADER; the caller adds those about `count` and NaN.
    std::vector<Warning> warnings;
};

// Reads the text twice in pieces of 1 MiB, first its shape, then the numbers; control.memory has no effect. Fields are
// those of RFC 4180; also lines that end with CR or LF, and lines that begin with #. Line 1 is a header if it has words
// and no numbers, or a label and then column numbers (pandas, `phasor table --labels`). The first column has row names
// if more of its fields are words than numbers, or if its header is empty. Any thread.
// Errors: Input with line and column in bytes (FIELD, RANGE, RAGGED, QUOTE, LIMIT, EMPTY) or the byte (BINARY,
// ENCODING, CHANGED, TRUNC, READ); Resource MEMORY, before anything large is allocated; Cancelled.
Result<CsvTable> readCsv(const InputFile& file, const ReadControl& control = {});

} // namespace phasor
