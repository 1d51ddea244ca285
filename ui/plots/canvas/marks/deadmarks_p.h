// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/axis.h"
#include "plots/theme.h"
#include "views/waves/deaddimensions.h"

#include <qcustomplot.h>

#include <vector>

namespace phasor {

// Along axes of dimensions: a line beside those whose pair completes no full period, a thicker one where it hardly
// moves. Outside of the axis rect, so that it hides nothing.
class DeadMarks
{
public:
    struct Place
    {
        QCPAxis* axis = nullptr; // at the bottom, or at the left
        Axis table;
    };

    explicit DeadMarks(QCustomPlot& plot);
    void show(const std::vector<Place>& places, const DeadDimensions* dead); // null: none
    void setTheme(const Theme& theme);

private:
    void add(const Place& place, const Span& run, double thickness);

    QCustomPlot& m_plot;
    std::vector<QCPItemRect*> m_marks; // the plot's own
    QColor m_colour;
};

} // namespace phasor
