// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// Whether standard error is a terminal that understands escape sequences (TERM is not "dumb").
bool errorsGoToTerminal();

// Columns of standard output's terminal; else the variable COLUMNS, else 80.
int outputColumns();

} // namespace phasor
