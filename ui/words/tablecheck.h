// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/check/checkedfile.h"

#include <QString>

namespace phasor::words {

// Comparison of a file's table with the stage's: number of different cells, the first with its bits, the explanation.
QString checkText(const CheckedFile& checked);

// Caption of the picture below it: what it shows, and the values of its strongest colors.
QString differenceText(const Picture& difference);

} // namespace phasor::words
