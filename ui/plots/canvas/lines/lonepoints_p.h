// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/theme.h"

#include <qcustomplot.h>

#include <algorithm>

namespace phasor {

// A line needs two points: a graph that has fewer shows a marker. To be called again when the pen has changed.
inline void markLonePoints(QCPGraph& graph, const Theme& theme)
{
    const auto points = std::count_if(graph.data()->constBegin(), graph.data()->constEnd(),
                                      [](const QCPGraphData& point) { return !qIsNaN(point.value); });
    const double size = 3 + 2 * theme.lineWidth;
    graph.setScatterStyle(
        points == 1 ? QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(Qt::NoPen), QBrush(graph.pen().color()), size)
                    : QCPScatterStyle());
}

} // namespace phasor
