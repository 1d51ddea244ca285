// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/check/tablecheck.h"

#include <QString>

namespace phasor::words {

// Comparison of a file's table with the stage's: number of different cells, the first with its bits, the explanation.
QString checkText(const CheckedFile& checked);

// Cell (row, col) of both tables, with their bits.
QString cellText(const CheckedFile& checked, std::int64_t row, std::int64_t col);

// All changes of the setup and mistakes that were tried.
QString triedText(const TableCheck& check);

} // namespace phasor::words
