// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options/lessonsteps.h"
#include "system/cancelscope.h"

#include <functional>
#include <string>

namespace phasor {

// A lesson as one HTML file that needs no other: texts with their numbers, a figure for each view, questions, and the
// answers at the end. Needs a QApplication. `answers`: false leaves out feedback and answers. `progress` gets the
// completed share, 0 … 1. Steps that train are trained. Errors: those of the setups, Cancelled.
Result<std::string> handoutOf(const OpenedLesson& opened, bool answers, PipelineCache& cache, const CancelToken& cancel,
                              const std::function<void(double)>& progress);

} // namespace phasor
