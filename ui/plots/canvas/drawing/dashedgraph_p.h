// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace phasor {

// A graph whose dashes, the first of its pen's pattern, are cut along the keys where its points are dense. There Qt's
// own dashes, which follow a line that goes up and down in every pixel, look like noise and take as long to draw as the
// rest of the window together.
class DashedGraph : public QCPGraph
{

public:
    DashedGraph(QCPAxis* keyAxis, QCPAxis* valueAxis); // belongs to the axes' plot

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;
    void drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                         const QCPScatterStyle& style) const override;
};

} // namespace phasor
