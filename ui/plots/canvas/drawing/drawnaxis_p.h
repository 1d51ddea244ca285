// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/gestures_p.h"
#include "plots/canvas/labels/labelroom_p.h"
#include "plots/drawing.h"

#include <qcustomplot.h>

#include <map>
#include <optional>

namespace phasor {

// The axes of a panel: scale, ticks, names, range, label. A ticker is made only when the scale changes.
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
    // Names of data to come have their room from the first on; where that would leave little of the plot, there are
    // none. True: the layout has to be done again.
    bool foldRight(const Panel& panel);
    QString fitLabels(const DrawnAxis& across); // returns what is said elsewhere where only the last label fits
    // Where the cursor stands on an axis: its cells, or the pairs that have its dimension.
    std::vector<double> placesOf(const QCPAxis& axis, const DrawnAxis& drawn, const Cursor& cursor) const;

private:
    enum class Ticks { Value, Count, Logarithmic, Table, Names };
    struct Side
    {
        std::optional<Ticks> ticks; // of its ticker
        bool named = false; // the label is that of names
    };

    void showAxis(QCPAxis::AxisType side, const DrawnAxis& drawn, const Zoom& zoom);

    const Canvas& m_canvas;
    Gestures& m_gestures;
    QCPAxisRect& m_rect;
    std::map<QCPAxis::AxisType, Side> m_sides;
    TextWidths m_widths;
};

} // namespace phasor
