// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"

namespace phasor {

// The box that is being drawn around what to zoom into.
class RubberBand : public Overlay
{
public:
    using Overlay::Overlay;
    void setTheme(const Theme& theme);
    void show(const QRect& box); // logical pixels of the canvas; empty: hidden

    void paint(QPainter& painter) const override;

private:
    QRect area() const; // of the box and its outline

    QPen m_outline;
    QBrush m_fill;
    QRect m_box;
};

} // namespace phasor
