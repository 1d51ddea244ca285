// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"

#include <optional>

namespace phasor {

// A hairline through an axis rect at one coordinate of an axis, with a soft edge of the background's colour so that it
// shows on any colour map.
class CrossHair : public Overlay
{
public:
    CrossHair(Canvas& canvas, QCPAxisRect& rect, QCPAxis& axis);
    void setTheme(const Theme& theme);
    void moveTo(std::optional<double> coordinate); // nothing: hidden

    void paint(QPainter& painter) const override;

private:
    QLine line() const;
    QRect area() const; // of the line, its edge and a pixel around

    QCPAxisRect& m_rect;
    QCPAxis& m_axis;
    QPen m_edge;
    QPen m_hairline;
    std::optional<double> m_coordinate;
};

} // namespace phasor
