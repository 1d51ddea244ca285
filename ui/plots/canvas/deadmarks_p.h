// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"
#include "plots/canvas/canvas_p.h"
#include "views/waves/wavefacts.h"

#include <vector>

namespace phasor {

// Along axes of dimensions: a line beside those whose pair completes no full period, a thicker one where it hardly
// moves. Outside of the axis rect, so that it hides nothing.
class DeadMarks
{
public:
    struct Place
    {
        QCPAxis* axis = nullptr; // at the bottom, or at the left
        Axis table;
    };

    explicit DeadMarks(Canvas& canvas)
        : m_canvas(canvas)
    {
    }
    void show(const std::vector<Place>& places, const DeadDimensions* dead); // null: none

private:
    Canvas& m_canvas;
    std::vector<QCPAbstractItem*> m_marks; // the canvas's own
};

} // namespace phasor
