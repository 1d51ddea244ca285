// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/drawing.h"

#include <QSize>

#include <map>
#include <vector>

namespace phasor {

// What of a panel decides where it stands; known before there are data.
struct PanelForm
{
    enum class Kind { Map, Chart, Strip, Text };
    Kind kind = Kind::Chart;
    Panel::Place place;
    bool title = false;
    bool bar = false;
    int across = 0; // what is along its axes, as a number that differs when that does
    int up = 0;
    bool folds = false;
    bool operator==(const PanelForm&) const = default;
};

std::vector<PanelForm> formOf(const Drawing& drawing);

struct PanelRoom // pixels
{
    QSize canvas;
    int character = 1; // width of one, in small type
    int line = 1; // height of one
};

// Where a panel and what belongs to it stand in the grid of their area; every area has its own.
//
//       column     column + 1
//     ┌──────────┬─────┐
//     │ title    │     │ titleRow
//     │ panel    │ bar │ row
//     │ bar      │     │ row + 1, in place of the bar beside it
//     └──────────┴─────┘
struct PanelCell
{
    enum class Bar { None, Beside, Below, Aside, Under }; // the last two of the whole area, whose only bar it is
    bool shown = true;
    int titleRow = -1; // -1: no panel of the area has a title
    int row = 0;
    int column = 0;
    Bar bar = Bar::None;
    int barRow = 0;
    bool barIsBelow() const { return bar == Bar::Below || bar == Bar::Under; }
    bool operator==(const PanelCell&) const = default;
};

struct PanelPlan
{
    std::vector<PanelCell> cells; // of the panels, in their order
    std::map<int, double> areas = {}; // their widths, as a stretch
    bool key = true; // the canvas is high enough for one
    bool operator==(const PanelPlan&) const = default;
};

// Leaves out first the strips, then the last columns and rows of panels that fold, until each of the others has the
// least that it needs; places what is left.
PanelPlan planOf(const std::vector<PanelForm>& forms, const PanelRoom& room);

} // namespace phasor
