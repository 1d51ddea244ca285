// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/drawing/panelplan_p.h"

#include <numeric>
#include <set>
#include <utility>

namespace phasor {

namespace {

// Minimum sizes of a panel, in characters and lines of small type, by PanelForm::Kind.
constexpr QSize kLeast[] = {{60, 12}, // a map
                            {26, 5}, // a chart, without its axes' numbers and labels
                            {26, 7}, // a strip, with its numbers and its name
                            {26, 1}}; // a text
constexpr int kMapOfMany = 36; // minimum width of a map in an area of several rows of maps
constexpr int kKeyLines = 12; // minimum height of a canvas with a key
constexpr int kReadableLine = 5; // pixels; a thumbnail's type is smaller
// Minimum width of an area, in lines, whose bars are next to one or two columns of maps; without kBarBeside if there is
// no height for bars below.
constexpr int kBarBeside = 16;
constexpr int kBarBesideEach = 14;
constexpr int kMostBeside = 2;

// Panels of one row or column of an area. They are hidden together.
struct Line
{
    int least = 0; // minimum, in characters or lines
    bool folds = true;
    std::vector<std::size_t> panels;
};

using Lines = std::map<std::pair<int, int>, Line>; // by area and index

// Areas with several rows of maps.
std::set<int> gridsOfMaps(const std::vector<PanelForm>& forms)
{
    std::set<int> areas;
    for (const PanelForm& form : forms) {
        if (form.kind == PanelForm::Kind::Map && form.place.row > 0)
            areas.insert(form.place.area);
    }
    return areas;
}

// Rows or columns of all areas. Strips have rows of their own.
Lines linesOf(const std::vector<PanelForm>& forms, const std::vector<PanelCell>& cells, Qt::Orientation orientation)
{
    Lines lines;
    const std::set<int> ofMany = gridsOfMaps(forms);
    for (std::size_t i = 0; i < forms.size(); ++i) {
        if (!cells[i].shown)
            continue;
        const Panel::Place& place = forms[i].place;
        QSize least = kLeast[static_cast<int>(forms[i].kind)];
        if (forms[i].kind == PanelForm::Kind::Map && ofMany.contains(place.area))
            least.setWidth(kMapOfMany);
        least.rheight() += forms[i].title ? 1 : 0;
        if (forms[i].kind == PanelForm::Kind::Chart)
            least += forms[i].axes;
        const bool strip = forms[i].kind == PanelForm::Kind::Strip;
        const bool across = orientation == Qt::Horizontal;
        Line& line = lines[{place.area, across ? place.column : 2 * place.row + (strip ? 1 : 0)}];
        line.least = std::max(line.least, across ? least.width() : least.height());
        line.folds = line.folds && (forms[i].folds || strip);
        line.panels.push_back(i);
    }
    return lines;
}

// Size needed, by area. Columns: the sum over all areas, which are side by side. Rows: each area for itself.
std::map<int, int> neededBy(const Lines& lines, Qt::Orientation orientation)
{
    std::map<int, int> areas;
    for (const auto& [at, line] : lines)
        areas[orientation == Qt::Horizontal ? 0 : at.first] += line.least;
    return areas;
}

// Hides panels while room is short: the last row or column whose panels may all be hidden, or its whole grid of maps;
// rows only of a high area.
void fold(std::vector<PanelCell>& cells, const std::vector<PanelForm>& forms, Qt::Orientation orientation, int room)
{
    while (true) {
        const Lines lines = linesOf(forms, cells, orientation);
        const std::map<int, int> areas = neededBy(lines, orientation);
        const auto last = std::find_if(lines.rbegin(), lines.rend(), [&](const auto& line) {
            return line.second.folds && areas.at(orientation == Qt::Horizontal ? 0 : line.first.first) > room;
        });
        if (last == lines.rend())
            return;
        const auto& at = last->first;
        const auto& line = last->second;
        for (const std::size_t panel : line.panels)
            cells[panel].shown = false;
        const auto stays = [&](const PanelForm& form) {
            return form.place.area == at.first && !form.folds;
        };
        const bool wholeGrid = gridsOfMaps(forms).contains(at.first) && std::ranges::none_of(forms, stays);
        for (std::size_t i = 0; i < forms.size() && wholeGrid; ++i)
            cells[i].shown = cells[i].shown && forms[i].place.area != at.first;
    }
}

void leaveOut(std::vector<PanelCell>& cells, const std::vector<PanelForm>& forms, const PanelRoom& room)
{
    const int characters = room.canvas.width() / room.character;
    const int lines = room.canvas.height() / room.line - room.keyLines;
    for (std::size_t i = 0; i < forms.size(); ++i)
        cells[i].shown = forms[i].wanted;
    const auto fit = [&](Qt::Orientation orientation, int most) {
        return std::ranges::all_of(neededBy(linesOf(forms, cells, orientation), orientation),
                                   [most](const auto& area) { return area.second <= most; });
    };
    const bool all = fit(Qt::Horizontal, characters) && fit(Qt::Vertical, lines);
    for (std::size_t i = 0; i < forms.size(); ++i) // strips are hidden before any panel of data
        cells[i].shown = forms[i].wanted && (all || forms[i].kind != PanelForm::Kind::Strip);
    fold(cells, forms, Qt::Horizontal, characters);
    fold(cells, forms, Qt::Vertical, lines);
}

using Members = std::vector<std::size_t>; // indices of an area's shown panels

double widthOf(const Members& members, const std::vector<PanelForm>& forms) // as a stretch
{
    std::map<int, double> widths; // of the area's columns
    for (const std::size_t i : members)
        widths[forms[i].place.column] = std::max(widths[forms[i].place.column], forms[i].place.width);
    return std::accumulate(widths.begin(), widths.end(), 0.0,
                           [](double all, const auto& column) { return all + column.second; });
}

void placeArea(const Members& members, const std::vector<PanelForm>& forms, std::vector<PanelCell>& cells, int pixels,
               const PanelRoom& room)
{
    int columns = 0;
    int rows = 0;
    int bars = 0;
    std::set<int> barRows; // rows whose maps lose height to a bar below them
    bool titles = false;
    for (const std::size_t i : members) {
        columns = std::max(columns, forms[i].place.column + 1);
        rows = std::max(rows, forms[i].place.row + 1);
        titles = titles || forms[i].title;
        if (forms[i].bar) {
            ++bars;
            barRows.insert(forms[i].place.row);
        }
    }
    const bool alone = columns == 1 && forms[members.front()].square; // a bar next to it costs no height
    // Squares that have more width than they use: a bar next to them costs nothing.
    const bool wide = forms[members.front()].square && 4 * pixels * rows > 5 * room.canvas.height() * columns;
    const bool narrow = !alone && !wide && pixels < (kBarBeside + kBarBesideEach * columns) * room.line
        && room.canvas.height() >= std::ssize(barRows) * kLeast[0].height() * room.line;
    const bool below = narrow || (columns > kMostBeside && !wide);
    const bool only = bars == 1 && rows > 1 && columns > 1; // one bar for all maps of the area
    const bool none = !below
        && pixels * std::ssize(barRows) < std::ptrdiff_t{kBarBesideEach} * bars * room.line; // too narrow for maps
    const int perColumn = bars > 0 && !below && !only ? 2 : 1;
    // Grid rows: each row of panels has one for titles, one for the panels, one for bars or strips below. Only rows
    // with content count, since an empty row would take a share of the height.
    std::map<int, int> heights;
    for (const std::size_t i : members) {
        using Bar = PanelCell::Bar;
        if (forms[i].bar && !none)
            cells[i].bar = below ? (only ? Bar::Under : Bar::Below) : only ? Bar::Aside : Bar::Beside;
        int& height = heights[forms[i].place.row];
        const bool more = forms[i].kind == PanelForm::Kind::Strip || cells[i].bar == Bar::Below;
        height = std::max(height, 1 + (titles ? 1 : 0) + (more ? 1 : 0));
    }
    std::map<int, int> first;
    for (int next = 0; const auto& [row, height] : heights)
        first[row] = std::exchange(next, next + height);
    for (const std::size_t i : members) {
        PanelCell& cell = cells[i];
        const bool strip = forms[i].kind == PanelForm::Kind::Strip;
        cell.column = forms[i].place.column * perColumn;
        cell.row = first.at(forms[i].place.row) + (titles ? 1 : 0) + (strip ? 1 : 0);
        cell.titleRow = titles && !strip ? cell.row - 1 : -1;
    }
}

QSize roomOfAxes(const Panel& panel)
{
    constexpr int kNames = 24; // characters
    if (panel.map || panel.text)
        return {0, 0};
    return {!panel.up.names.empty() && panel.up.tickLabels ? kNames : 0,
            (panel.across.shown && panel.across.tickLabels ? 2 : 0)
                + (panel.across.shown && !panel.across.labels.isEmpty() ? 1 : 0) + (panel.up.labels.isEmpty() ? 0 : 1)};
}

} // namespace

std::vector<PanelForm> formOf(const Drawing& drawing)
{
    std::vector<PanelForm> forms;
    for (const Panel& panel : drawing.panels) {
        const auto axis = [](const DrawnAxis& of) {
            return !of.shown ? 0
                             : (of.labels.isEmpty() ? 0 : 1) + (of.tickLabels ? 2 : 0)
                    + (of.scale == DrawnAxis::Scale::Table ? 4 : 0);
        };
        forms.push_back({.kind = panel.map                 ? PanelForm::Kind::Map
                             : panel.text                  ? PanelForm::Kind::Text
                             : panel.strip && !panel.xDown ? PanelForm::Kind::Strip
                                                           : PanelForm::Kind::Chart,
                         .place = panel.place,
                         .title = !panel.title.isEmpty(),
                         .bar = panel.map && panel.map->bar,
                         .named = panel.map && panel.map->named,
                         .square = panel.square,
                         .lane = panel.lane,
                         .axes = roomOfAxes(panel),
                         .across = axis(panel.across),
                         .up = axis(panel.up),
                         .folds = panel.folds,
                         .inKey = panel.key && panel.ends.isEmpty() && !panel.map && !panel.text});
    }
    return forms;
}

void fillColumns(std::vector<PanelForm>& forms)
{
    using Columns = std::map<std::pair<int, int>, std::set<int>>; // rows of panels, by area and column
    Columns all;
    Columns wanted;
    for (const PanelForm& form : forms) {
        all[{form.place.area, form.place.column}].insert(form.place.row);
        if (form.wanted)
            wanted[{form.place.area, form.place.column}].insert(form.place.row);
    }
    const auto hasHoles = [](const Columns& columns) {
        return std::ranges::adjacent_find(
                   columns,
                   [](const auto& a, const auto& b) { return a.first.first == b.first.first && a.second != b.second; })
            != columns.end();
    };
    if (hasHoles(all) || !hasHoles(wanted))
        return;
    for (PanelForm& form : forms) {
        const auto column = all.find({form.place.area, form.place.column});
        form.place.area = static_cast<int>(std::distance(all.begin(), column));
        form.place.column = 0;
    }
}

void stackAreas(std::vector<PanelForm>& forms, QSize canvas)
{
    constexpr double kSquare = 2.5; // height, as a stretch
    const auto oneColumn = [](const PanelForm& form) {
        return form.place.area <= 1 && form.place.column == 0 && (form.place.area == 1 || form.square);
    };
    if (4 * canvas.height() < 5 * canvas.width() || !std::ranges::all_of(forms, oneColumn))
        return;
    int rows = 0; // of squares
    for (const PanelForm& form : forms)
        rows += form.place.area == 0 ? 1 : 0;
    for (PanelForm& form : forms)
        form.place = form.place.area == 0 ? Panel::Place{.row = form.place.row, .height = kSquare}
                                          : Panel::Place{.row = rows + form.place.row};
}

PanelPlan planOf(const std::vector<PanelForm>& forms, const PanelRoom& room)
{
    PanelPlan plan{.cells = std::vector<PanelCell>(forms.size()),
                   .key = room.canvas.height() >= kKeyLines * room.line && room.line >= kReadableLine};
    leaveOut(plan.cells, forms, room);
    std::map<int, Members> areas;
    for (std::size_t i = 0; i < forms.size(); ++i) {
        if (plan.cells[i].shown)
            areas[forms[i].place.area].push_back(i);
    }
    double all = 0;
    for (const auto& [area, members] : areas)
        all += plan.areas[area] = widthOf(members, forms);
    for (const auto& [area, members] : areas)
        placeArea(members, forms, plan.cells, static_cast<int>(room.canvas.width() * plan.areas[area] / all), room);
    return plan;
}

} // namespace phasor
