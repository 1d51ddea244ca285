// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// Whether standard error is a terminal that understands escape sequences (TERM is not "dumb").
bool errorsGoToTerminal();

// Columns of the terminal that standard output is; else what COLUMNS says, else 80.
int outputColumns();

} // namespace phasor
