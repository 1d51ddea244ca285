// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/theme.h"
#include "views/tables/picture.h"

#include <qcustomplot.h>

namespace phasor {

// The key of a heatmap: the same 256 colours, the range of values and what they are.
class ColourBar
{
public:
    explicit ColourBar(QCustomPlot& plot); // the element is free: put it into a layout
    QCPColorScale* element() const { return m_scale; }
    void setBelow(bool below); // the map instead of beside it; the theme has to be set again
    void show(const Picture& picture, const QString& label); // a mask's is softened on a dark ground
    void setTheme(const Theme& theme);

private:
    void makeGradient();

    QCPColorScale* m_scale; // owned by the layout
    const ColorMap* m_map = nullptr;
    bool m_mask = false;
    bool m_dark = false;
};

} // namespace phasor
