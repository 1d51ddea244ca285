// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"

#include <vector>

namespace phasor {

// Hairlines through an axis rect at coordinates of an axis (one, or one in each half of a table of two halves), with a
// soft edge of the background's colour so that they show on any colour map.
class CrossHair : public Overlay
{
public:
    CrossHair(Canvas& canvas, QCPAxisRect& rect, QCPAxis& axis);
    void moveTo(std::vector<double> coordinates); // none: hidden

    void paint(QPainter& painter) const override;

private:
    QLine lineAt(double coordinate) const;
    void repaintLines() const;

    QCPAxisRect& m_rect;
    QCPAxis& m_axis;
    std::vector<double> m_coordinates;
};

} // namespace phasor
