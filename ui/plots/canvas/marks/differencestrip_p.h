// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/lines/linechart_p.h"
#include "views/datatable.h"

#include <string>
#include <vector>

namespace phasor {

class Canvas;

// A low chart below another one while two set-ups are compared: A − B of its lines, along the same axis.
class DifferenceStrip
{
public:
    // A column of the difference's table, and how it is drawn.
    struct Line
    {
        std::string column;
        QPen pen;
        bool dots = false; // else joined
    };

    DifferenceStrip(Canvas& canvas, QCPAxisRect& rect, QCPAxisRect& above);
    ~DifferenceStrip();
    Q_DISABLE_COPY_MOVE(DifferenceStrip)

    // Its place, in the last row of the grid with the chart above: it is there only while it is shown. Hidden at first.
    void placeIn(QCPLayoutGrid& grid, int row, int column = 0);
    bool setShown(bool shown); // whether that is a change: the theme is then to be set again
    // `offset` is added to the keys: where a cell has its middle.
    void show(const DataTable& difference, const std::vector<Line>& lines, double offset = 0);
    QCPAxisRect& rect() const { return m_chart.rect(); }

private:
    void follow();
    void takeOut();

    Canvas& m_canvas;
    LineChart m_chart;
    QCPAxisRect& m_above;
    QCPLayoutGrid* m_grid = nullptr;
    int m_row = 0;
    int m_column = 0;
    bool m_shown = false;
};

} // namespace phasor
