// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "plots/theme.h"
#include "raster/colormaps.h"

#include <qcustomplot.h>

namespace phasor {

// The key of a heatmap: the same 256 colours, the range of values and what they are.
class ColourBar
{
public:
    explicit ColourBar(QCustomPlot& plot); // the element is free: put it into a layout
    QCPColorScale* element() const { return m_scale; }
    void setBelow(bool below); // the map instead of beside it; the theme has to be set again
    // `mask`: of one, which is softened on a dark ground.
    void show(const ColorMap& map, Interval range, const QString& label, bool mask = false);
    void setTheme(const Theme& theme);

private:
    QCPColorScale* m_scale; // owned by the layout
    void makeGradient();

    const ColorMap* m_map = nullptr;
    bool m_mask = false;
    bool m_dark = false;
};

} // namespace phasor
