// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace phasor {

// While it lives every graph of the plot holds only what is inside its axes. QSvgGenerator (Qt 6.4) ignores clip
// rectangles, so that a curve would run over labels and off the page.
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
        QCPGraph* markers = nullptr; // stands in: points cut at the edge are no data
    };
    void clip(Kept& kept);

    QCustomPlot& m_plot;
    std::vector<Kept> m_kept;
};

} // namespace phasor
