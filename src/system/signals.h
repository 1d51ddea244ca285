// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// From now on a file size limit (EFBIG) and a pipe whose reader has gone (EPIPE) are errors of the write and not the
// end of the program.
void ignoreWriteSignals();

} // namespace phasor
