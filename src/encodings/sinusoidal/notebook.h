// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/notebookcode.h"
#include "encodings/sinusoidal/settings.h"

namespace phasor {

// The lines of a script that make the table; `width`: its columns.
SchemeCode sinusoidalNotebook(NotebookLibrary library, std::int64_t width, const SinusoidalSettings& settings);

} // namespace phasor
