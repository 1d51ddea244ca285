// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"
#include "plots/canvas/canvas_p.h"
#include "views/waves/wavefacts.h"

#include <vector>

namespace phasor {

// Marks along axes of dimensions, outside of the axis rect so that they hide nothing. A line marks dimensions whose
// pair completes no full period, a thicker line those that are almost constant.
class DeadMarks
{
public:
    struct Place
    {
        QCPAxis* axis = nullptr; // bottom or left axis
        Axis table;
    };

    explicit DeadMarks(Canvas& canvas)
        : m_canvas(canvas)
    {
    }
    void show(const std::vector<Place>& places, const DeadDimensions* dead, int characters); // null: none

    // Pixels below the title of a narrower axis, for the names of both marks; 0: they are next to it.
    static int roomBelow(int width, int characters, const QFont& font);

private:
    Canvas& m_canvas;
    std::vector<QCPAbstractItem*> m_marks; // owned by the canvas
};

} // namespace phasor
