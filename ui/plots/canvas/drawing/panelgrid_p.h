// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/drawing/drawnpanel_p.h"
#include "plots/canvas/drawing/panelplan_p.h"

#include <tuple>

namespace phasor {

// Places panels in the canvas's layout by a plan: areas side by side, each a grid of titles, panels and bars.
class PanelGrid
{
public:
    using Panels = std::vector<std::unique_ptr<DrawnPanel>>;

    // Uses the second row of the canvas's layout.
    explicit PanelGrid(Canvas& canvas);
    Q_DISABLE_COPY_MOVE(PanelGrid)

    // Rebuilds the layout from the panels that are shown. Set the theme again afterwards.
    void arrange(const std::vector<PanelForm>& forms, const PanelPlan& plan, Panels& panels);
    // Gives all maps of a row the same inner width, and all rows of squares the same inner height, whatever is next to
    // each of them. For use after a layout.
    void makeEqual(const std::vector<PanelForm>& forms, const PanelPlan& plan, const Panels& panels);

private:
    struct Area
    {
        QCPLayoutGrid* grid = nullptr; // owned by the canvas
        int column = 0; // column in m_areas
    };

    using Stretch = std::map<int, double>; // by column or row

    Stretch equalStretch(const std::vector<PanelForm>& forms, const PanelPlan& plan, const Panels& panels,
                         Qt::Orientation orientation) const;
    void place(const PanelForm& form, const PanelCell& cell, DrawnPanel& panel);
    QCPLayoutGrid& gridOf(int area);
    // Margins shared by the panels of one column, or of one row, of an area.
    QCPMarginGroup* group(int area, Qt::Orientation orientation, int number);

    Canvas& m_canvas;
    QCPLayoutGrid* m_areas; // owned by the canvas; a column for each area, and for a bar that all maps of an area share
    std::map<int, Area> m_grids;
    int m_columns = 0; // used in m_areas
    std::map<std::tuple<int, Qt::Orientation, int>, QCPMarginGroup*> m_groups;
    Stretch m_columnStretch; // of the first area, for equal sizes
    Stretch m_rowStretch;
    bool m_equalizing = false;
};

} // namespace phasor
