// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/drawing/drawnpanel_p.h"
#include "plots/canvas/drawing/panelplan_p.h"

#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace phasor {

// Places panels in the canvas's layout as a plan says: areas beside each other, each a grid of titles, panels and bars.
class PanelGrid
{
public:
    using Panels = std::vector<std::unique_ptr<DrawnPanel>>;

    // Takes the second row of the canvas's layout.
    explicit PanelGrid(Canvas& canvas);
    Q_DISABLE_COPY_MOVE(PanelGrid)

    // Takes everything out of the layout, and puts back what is shown. The theme has to be set again then.
    void arrange(const std::vector<PanelForm>& forms, const PanelPlan& plan, Panels& panels);
    // After a layout. Maps of one row are equally wide inside, whatever stands beside each of them.
    void makeAsWide(const std::vector<PanelForm>& forms, const PanelPlan& plan, const Panels& panels);

private:
    struct Area
    {
        QCPLayoutGrid* grid = nullptr; // the canvas's own
        int column = 0; // of m_areas
    };

    void place(const PanelForm& form, const PanelCell& cell, DrawnPanel& panel);
    QCPLayoutGrid& gridOf(int area);
    // Of what is above each other in a column of an area, or beside each other in a row.
    QCPMarginGroup* group(int area, Qt::Orientation orientation, int number);

    Canvas& m_canvas;
    QCPLayoutGrid* m_areas; // the canvas's own; a column for each area, and for a bar that is a whole area's
    std::map<int, Area> m_grids;
    int m_columns = 0; // of m_areas
    std::map<std::tuple<int, Qt::Orientation, int>, QCPMarginGroup*> m_groups;
    std::map<int, double> m_stretch; // of columns of maps, so that these are equally wide
    bool m_widening = false;
};

} // namespace phasor
