// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/check/checkedfile.h"

#include <QString>

namespace phasor::words {

// Whether the table of a file is the stage's: how many cells differ, the first one with its bits, and what explains it.
QString checkText(const CheckedFile& checked);

// Of the picture below it: what it shows, and the values of its strongest colours.
QString differenceText(const Picture& difference);

} // namespace phasor::words
