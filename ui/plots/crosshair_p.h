// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas_p.h"

#include <array>
#include <optional>

namespace phasor {

// A hairline through an axis rect at one coordinate of an axis, with a soft edge of the background's colour so that it
// shows on any colour map. On the canvas's overlay layer: moving it repaints nothing else.
class CrossHair
{
public:
    CrossHair(Canvas& canvas, QCPAxisRect& rect, QCPAxis& axis);
    void setTheme(const Theme& theme);
    void moveTo(std::optional<double> coordinate); // nothing: hidden

private:
    std::array<QCPItemStraightLine*, 2> m_lines{}; // owned by the canvas; edge, hairline
    QCPAxis& m_axis;
};

} // namespace phasor
