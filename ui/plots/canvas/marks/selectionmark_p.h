// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "plots/canvas/canvas_p.h"

#include <vector>

namespace phasor {

// What is not selected lies behind a veil; what is has an edge. Over the plot, and in no export.
class SelectionMark : public Overlay
{
public:
    // Of one axis of a rect: the selected parts, in the axis's own coordinates. A rect with two such axes shows what is
    // selected along both.
    struct Part
    {
        const QCPAxis* axis = nullptr;
        std::vector<Interval> ranges;
        bool operator==(const Part&) const = default;
    };

    using Overlay::Overlay;
    void show(std::vector<Part> parts); // none: nothing is selected
    const std::vector<Part>& parts() const { return m_parts; }

    void paint(QPainter& painter) const override;

private:
    QRegion selected(const QCPAxisRect& rect) const;

    std::vector<Part> m_parts;
};

} // namespace phasor
