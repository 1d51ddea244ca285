// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace phasor {

// Limits every graph of the plot to the inside of its axes, as long as this object lives. QSvgGenerator (Qt 6.4)
// ignores clip rectangles: a curve would run over labels and off the page.
class ClippedGraphs
{
public:
    explicit ClippedGraphs(QCustomPlot& plot);
    ~ClippedGraphs();
    Q_DISABLE_COPY_MOVE(ClippedGraphs)

private:
    struct Kept
    {
        QCPGraph* graph = nullptr;
        QSharedPointer<QCPGraphDataContainer> data;
        QCPScatterStyle scatter;
        QCPGraph* markers = nullptr; // draws the markers instead, because points cut at the edge are not data
    };
    void clip(Kept& kept);

    QCustomPlot& m_plot;
    std::vector<Kept> m_kept;
};

} // namespace phasor
