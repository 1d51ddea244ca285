// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/cancelscope.h"
#include "ui/shell/lessons/openedlesson.h"

#include <QByteArray>

namespace phasor {

struct HandoutParts
{
    bool answers = true; // feedback, and the answers at the end
    bool teacher = false; // what the lesson tells teachers only
};

// Draws a figure as SVG. Figures are drawn on the GUI thread, the rest may be elsewhere.
using FigureDrawer
    = std::function<Result<QByteArray>(const LessonView& view, const Scene& scene, const FigureOptions& options)>;

// A lesson as one HTML file that needs no other: texts with their numbers, a figure for each view, questions, and the
// answers at the end. `progress` gets the completed share, 0 … 1. Steps that train are trained. Errors: those of the
// setups, Cancelled; a picture of the lesson that cannot be read or has more than 64 MiB.
Result<std::string> handoutOf(const OpenedLesson& opened, HandoutParts parts, PipelineCache& cache,
                              const CancelToken& cancel, const std::function<void(double)>& progress,
                              const FigureDrawer& draw);

} // namespace phasor
