// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/labels/keyrow_p.h"
#include "plots/theme.h"

#include <qcustomplot.h>

#include <vector>

namespace phasor {

// A line of a chart whose axes are no table's: points in the order of x, NaN for a gap.
struct ChartLine
{
    QString name; // in the key; empty: none
    std::vector<double> x;
    std::vector<double> y;
    QPen pen;
    double disc = 0; // diameter of a disc at each point, logical pixels; 0: none
    bool joined = true; // by straight lines
    QColor fill = {}; // between this line and the one before it; invalid: none
};

// Strokes from low to high at each x, as a line of a chart: an interval of confidence.
ChartLine whiskers(const std::vector<double>& x, const std::vector<double>& low, const std::vector<double>& high,
                   const QPen& pen);

// An axis rect with lines, which are replaced as a whole: by other data, or by the same in another theme.
class LineChart
{
public:
    LineChart(QCustomPlot& plot, QCPAxisRect& rect);

    QCPAxisRect& rect() const { return m_rect; }
    static void setCounts(QCPAxis& axis); // positions, distances, steps: no tick stands between two of them
    QCPAxis& across() const { return *m_rect.axis(QCPAxis::atBottom); }
    QCPAxis& up() const { return *m_rect.axis(QCPAxis::atLeft); }
    void setLogarithmic(QCPAxis& axis, bool on) const;
    void show(const std::vector<ChartLine>& lines);
    // The greatest and least finite value of the lines, with some room; `otherwise` where there is none. Of a
    // logarithmic axis only what is above 0 counts.
    static QCPRange rangeOf(const std::vector<ChartLine>& lines, std::vector<double> ChartLine::*values,
                            QCPRange otherwise, bool logarithmic = false);

private:
    QCustomPlot& m_plot;
    QCPAxisRect& m_rect;
    std::vector<QCPGraph*> m_graphs; // the plot's own
};

// Samples of the lines that have a name.
std::vector<KeyRow::Entry> keyOf(const std::vector<ChartLine>& lines);

} // namespace phasor
