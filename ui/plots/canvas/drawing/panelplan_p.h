// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/drawings.h"

#include <map>

namespace phasor {

// Layout properties of a panel, known before there is data.
struct PanelForm
{
    enum class Kind { Map, Chart, Strip, Text };
    Kind kind = Kind::Chart;
    Panel::Place place;
    bool title = false;
    bool bar = false;
    bool named = false; // the bar
    bool square = false;
    bool lane = false;
    QSize axes = {0, 0}; // characters and lines of small type that numbers and labels of a chart's axes take
    int across = 0; // what its axis shows, as a number to compare
    int up = 0;
    bool folds = false;
    bool inKey = false; // its lines may be in the key
    bool wanted = true; // false: the user left it out
    bool operator==(const PanelForm&) const = default;
};

std::vector<PanelForm> formOf(const Drawing& drawing);

struct PanelRoom // in pixels
{
    QSize canvas;
    int character = 1; // width of a character of small type
    int line = 12; // height of a line of small type
    int keyLines = 0; // what a usual key takes
};

// Grid cells of a panel, its title and its bar. Every area has a grid of its own.
//
//       column     column + 1
//     ┌──────────┬─────┐
//     │ title    │     │ titleRow
//     │ panel    │ bar │ row
//     │ bar      │     │ row + 1: the bar, if it is not next to the panel
//     └──────────┴─────┘
struct PanelCell
{
    enum class Bar { None, Beside, Below, Aside, Under }; // Aside, Under: next to, below the whole area, its only bar
    bool shown = true;
    int titleRow = -1; // -1: no title in this area
    int row = 0;
    int column = 0;
    Bar bar = Bar::None;
    bool operator==(const PanelCell&) const = default;
};

struct PanelPlan
{
    std::vector<PanelCell> cells; // one for each panel, in the same order
    std::map<int, double> areas = {}; // widths of the areas, as a stretch
    bool key = true; // false: the canvas is too low for a key
    bool operator==(const PanelPlan&) const = default;
};

// If the panels that the user left out make holes in a full grid, each column becomes an area, which the others fill.
void fillColumns(std::vector<PanelForm>& forms);

// In a canvas much higher than wide, places the second area below an area of squares, which leaves half of it free.
void stackAreas(std::vector<PanelForm>& forms, QSize canvas);

// Plans the layout: hides strips first, then the last columns and rows of panels that fold, until every other panel has
// its minimum size. Then places what is left.
PanelPlan planOf(const std::vector<PanelForm>& forms, const PanelRoom& room);

} // namespace phasor
