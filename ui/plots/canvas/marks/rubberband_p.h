// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"

namespace phasor {

// The box that is being drawn around what to zoom into.
class RubberBand : public Overlay
{
public:
    using Overlay::Overlay;
    void show(const QRect& box); // logical pixels of the canvas; empty: hidden

    void paint(QPainter& painter) const override;

private:
    QRect m_box;
};

} // namespace phasor
