// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// From now on reaching a file size limit is an error of the write (EFBIG) and not the end of the program.
void ignoreFileSizeSignal();

} // namespace phasor
