// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/gestures_p.h"
#include "plots/canvas/labels/labelroom_p.h"
#include "plots/drawing.h"

#include <qcustomplot.h>

#include <map>
#include <optional>

namespace phasor {

// Axes of one panel: scale, ticks, names, range, label. A ticker is made only when the scale changes.
class DrawnAxes
{
public:
    DrawnAxes(const Canvas& canvas, Gestures& gestures, QCPAxisRect& rect)
        : m_canvas(canvas)
        , m_gestures(gestures)
        , m_rect(rect)
    {
    }

    void show(const Panel& panel, const Zoom& zoom);
    // Reserves room for names at the right, of the right axis or at the ends of lines, also before there is data. Hides
    // names that would need more than a third of the width. True: lay out again.
    bool foldRight(const Panel& panel);
    int linesAtEnds(const Panel& panel) const; // of a name and its value; 0: no room
    void fitTitles(const Panel& panel); // of the vertical axes
    QString fitLabels(const DrawnAxis& across); // returns text for the header if only the last label fits
    // Cursor coordinates on an axis: its cells, or the pairs that contain its dimension.
    std::vector<double> placesOf(const QCPAxis& axis, const DrawnAxis& drawn, const Cursor& cursor) const;

private:
    enum class Ticks { Value, Count, Logarithmic, Table, Names };
    struct Side
    {
        std::optional<Ticks> ticks; // the kind of its ticker
        bool named = false; // the label belongs to names
    };

    bool hasRoomFor(int names) const;
    void showAxis(QCPAxis::AxisType side, const DrawnAxis& drawn, const Zoom& zoom);

    const Canvas& m_canvas;
    Gestures& m_gestures;
    QCPAxisRect& m_rect;
    std::map<QCPAxis::AxisType, Side> m_sides;
    TextWidths m_widths;
};

} // namespace phasor
