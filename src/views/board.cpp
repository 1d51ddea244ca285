// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/viewstate.h"

#include <algorithm>
#include <utility>

namespace phasor {

// Share of one more member of a line: as large as the others are on average.
template <typename Members> static int shareOfOneMore(const Members& members)
{
    int sum = 0;
    for (const auto& member : members)
        sum += member.share;
    return members.empty() ? kUsualShare : std::max(1, sum / static_cast<int>(members.size()));
}

Board::Board()
    : m_lines{{.cells = {{.view = "heatmap"}, {.view = "curves"}}}, {.cells = {{.view = "ratio"}, {.view = "dropout"}}}}
{
}

Board::Board(std::span<const BoardCell> cells, bool narrow)
    : Board()
{
    cells = cells.first(std::min<std::size_t>(cells.size(), kMost));
    const std::size_t longest = cells.size() > 4 ? 3 : cells.size() > 2 || !narrow ? 2 : 1;
    std::vector<BoardLine> lines;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i % longest == 0)
            lines.emplace_back();
        lines.back().cells.push_back(cells[i]);
    }
    setLines(std::move(lines), false);
}

int Board::size() const
{
    return indexOf({m_lines.size(), 0});
}

Board::At Board::at(int index) const
{
    At place{0, static_cast<std::size_t>(index)};
    while (place.cell >= m_lines[place.line].cells.size())
        place.cell -= m_lines[place.line++].cells.size();
    return place;
}

int Board::indexOf(const At& place) const
{
    std::size_t index = place.cell;
    for (std::size_t line = 0; line < place.line; ++line)
        index += m_lines[line].cells.size();
    return static_cast<int>(index);
}

const BoardCell& Board::cell(int index) const
{
    const At place = at(index);
    return m_lines[place.line].cells[place.cell];
}

BoardCell& Board::cellAt(int index)
{
    const At place = at(index);
    return m_lines[place.line].cells[place.cell];
}

std::string Board::nameOf(int index) const
{
    const std::string& view = cell(index).view;
    int count = 1;
    for (int i = 0; i < index; ++i)
        count += cell(i).view == view ? 1 : 0;
    return count == 1 ? view : view + '@' + std::to_string(count);
}

int Board::find(std::string_view name) const
{
    for (int i = 0; i < size(); ++i) {
        if (name.starts_with(cell(i).view) && nameOf(i) == name)
            return i;
    }
    return -1;
}

std::vector<std::string> Board::shown() const
{
    std::vector<std::string> views;
    for (const BoardLine& line : m_lines) {
        for (const BoardCell& one : line.cells)
            views.push_back(one.view);
    }
    return views;
}

bool Board::isGrid() const
{
    return std::ranges::all_of(
        m_lines, [this](const BoardLine& line) { return line.cells.size() == m_lines.front().cells.size(); });
}

// Columns become rows, and rows columns. The n-th cells of the lines make the n-th line.
void Board::transpose()
{
    std::vector<BoardLine> across;
    for (const BoardLine& line : m_lines) {
        for (std::size_t i = 0; i < line.cells.size(); ++i) {
            if (i == across.size())
                across.push_back({.cells = {}, .share = line.cells[i].share});
            across[i].cells.push_back(line.cells[i]);
            across[i].cells.back().share = line.share;
        }
    }
    m_lines = std::move(across);
    m_columns = !m_columns;
}

// Drops empty lines. A grid is always rows, so that equal boards are equal values.
void Board::tidy(const At& focus)
{
    m_focus = indexOf(focus);
    std::erase_if(m_lines, [](const BoardLine& line) { return line.cells.empty(); });
    if (m_columns && isGrid()) {
        const At place = at(m_focus);
        transpose();
        m_focus = indexOf({place.cell, place.line});
    }
}

void Board::addLine(BoardCell added, bool column, bool first)
{
    if (m_columns != column)
        transpose();
    BoardLine line{.cells = {std::move(added)}, .share = shareOfOneMore(m_lines)};
    line.cells.front().share = kUsualShare;
    m_lines.insert(first ? m_lines.begin() : m_lines.end(), std::move(line));
    tidy({first ? 0 : m_lines.size() - 1, 0});
}

void Board::add(std::string_view view, std::string_view stage)
{
    if (isFull())
        return;
    BoardCell added{.view = std::string(view), .options = of(view), .stage = std::string(stage)};
    m_others.erase(added.view);
    const auto shortest
        = std::ranges::min_element(m_lines, {}, [](const BoardLine& line) { return line.cells.size(); });
    if (!isGrid()) {
        added.share = shareOfOneMore(shortest->cells);
        shortest->cells.push_back(std::move(added));
        return tidy({static_cast<std::size_t>(shortest - m_lines.begin()), shortest->cells.size() - 1});
    }
    const std::size_t rows = m_lines.size();
    addLine(std::move(added), m_lines.front().cells.size() <= rows, false);
}

void Board::put(int index, std::string_view view, std::string_view stage)
{
    const BoardCell before = cell(index);
    const AnySettings options = before.view == view ? before.options : of(view);
    cellAt(index) = {.view = std::string(view), .options = options, .stage = std::string(stage), .share = before.share};
    m_focus = index;
    m_others.erase(std::string(view));
    keepOptions(before);
}

BoardCell Board::take(int index)
{
    const At place = at(index);
    BoardLine& line = m_lines[place.line];
    BoardCell taken = std::move(line.cells[place.cell]);
    line.cells.erase(line.cells.begin() + static_cast<std::ptrdiff_t>(place.cell));
    if (line.cells.empty())
        m_lines.erase(m_lines.begin() + static_cast<std::ptrdiff_t>(place.line));
    return taken;
}

// The options of a view that is no longer shown.
void Board::keepOptions(const BoardCell& closed)
{
    if (std::ranges::count(shown(), closed.view) == 0)
        set(closed.view, closed.options);
}

void Board::close(int index)
{
    if (size() < 2)
        return;
    const BoardCell closed = take(index);
    setFocus(m_focus > index ? m_focus - 1 : m_focus);
    keepOptions(closed);
    tidy(at(m_focus));
}

void Board::swap(int a, int b)
{
    std::swap(cellAt(a), cellAt(b));
    std::swap(cellAt(a).share, cellAt(b).share); // sizes stay
    m_focus = b;
}

void Board::move(int index, int beside, Edge edge)
{
    if (index == beside || size() < 2)
        return;
    BoardCell moved = take(index);
    const At place = at(beside > index ? beside - 1 : beside);
    const bool across = edge == Edge::Left || edge == Edge::Right;
    const std::size_t after = edge == Edge::Right || edge == Edge::Bottom ? 1 : 0;
    if (across == m_columns) {
        moved.share = kUsualShare;
        const auto line = m_lines.begin() + static_cast<std::ptrdiff_t>(place.line + after);
        m_lines.insert(line, {.cells = {std::move(moved)}, .share = shareOfOneMore(m_lines)});
        return tidy({place.line + after, 0});
    }
    std::vector<BoardCell>& cells = m_lines[place.line].cells;
    moved.share = shareOfOneMore(cells);
    cells.insert(cells.begin() + static_cast<std::ptrdiff_t>(place.cell + after), std::move(moved));
    tidy({place.line, place.cell + after});
}

void Board::moveToBorder(int index, Edge edge)
{
    if (size() > 1)
        addLine(take(index), edge == Edge::Left || edge == Edge::Right, edge == Edge::Left || edge == Edge::Top);
}

void Board::setShares(const std::vector<int>& lines, const std::vector<std::vector<int>>& cells)
{
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_lines[i].share = std::max(1, lines[i]);
        for (std::size_t j = 0; j < m_lines[i].cells.size(); ++j)
            m_lines[i].cells[j].share = std::max(1, cells[i][j]);
    }
}

void Board::setLines(std::vector<BoardLine> lines, bool inColumns)
{
    std::size_t left = kMost;
    for (BoardLine& line : lines) {
        line.cells.resize(std::min(line.cells.size(), left));
        left -= line.cells.size();
    }
    std::erase_if(lines, [](const BoardLine& line) { return line.cells.empty(); });
    if (lines.empty())
        return;
    m_focus = 0;
    m_columns = inColumns;
    const std::vector<BoardLine> before = std::exchange(m_lines, std::move(lines));
    for (const std::string& view : shown())
        m_others.erase(view);
    for (const BoardLine& line : before) {
        for (const BoardCell& closed : line.cells)
            keepOptions(closed);
    }
    tidy({0, 0});
}

// Cell of a view in sessions that name views without a board, row by row: views of cells 1, 2, 3; others are in cell 0.
static int oldCellOf(std::string_view view)
{
    static const std::vector<std::string_view> kCells[]
        = {{"curves", "similarity", "frequencies", "wavelengths", "spectrum", "mosaic", "heads"},
           {"ratio", "precision", "relative", "energy", "initializers", "overlap"},
           {"dropout", "builds", "recoverability", "histogram", "training"}};
    const auto* found = std::ranges::find_if(kCells, [&](const auto& of) { return std::ranges::count(of, view) > 0; });
    return found != std::end(kCells) ? static_cast<int>(found - kCells) + 1 : 0;
}

void Board::showOnly(std::span<const std::string> views)
{
    std::array<std::string, 4> shown;
    for (const std::string& view : views) {
        if (findView(view) != nullptr)
            shown[static_cast<std::size_t>(oldCellOf(view))] = view;
    }
    std::vector<BoardLine> rows(2);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (!shown[i].empty())
            rows[i / 2].cells.push_back({.view = shown[i], .options = of(shown[i])});
    }
    setLines(std::move(rows), false);
}

void Board::arrangeAs(const Board& other)
{
    if (isArrangedAs(other))
        return;
    std::vector<BoardLine> lines = other.m_lines;
    for (BoardLine& line : lines) {
        for (BoardCell& one : line.cells)
            one.options = of(one.view);
    }
    setLines(std::move(lines), other.m_columns);
    m_focus = other.m_focus;
}

bool Board::isArrangedAs(const Board& other) const
{
    const auto same = [](const BoardCell& a, const BoardCell& b) {
        return a.view == b.view && a.stage == b.stage && a.share == b.share;
    };
    return m_columns == other.m_columns
        && std::ranges::equal(m_lines, other.m_lines, [&same](const BoardLine& a, const BoardLine& b) {
               return a.share == b.share && std::ranges::equal(a.cells, b.cells, same);
           });
}

void Board::setFocus(int index)
{
    m_focus = std::clamp(index, 0, size() - 1);
}

int Board::cellFor(std::string_view view) const
{
    if (cell(m_focus).view == view)
        return m_focus;
    const std::vector<std::string> views = shown();
    const auto found = std::ranges::find(views, view);
    return found == views.end() ? -1 : static_cast<int>(found - views.begin());
}

AnySettings Board::of(std::string_view view) const
{
    if (const int index = cellFor(view); index >= 0)
        return cell(index).options;
    const auto found = m_others.find(view);
    return found == m_others.end() ? AnySettings() : found->second;
}

void Board::set(std::string_view view, AnySettings options)
{
    if (const int index = cellFor(view); index >= 0)
        cellAt(index).options = std::move(options);
    else if (options == AnySettings())
        m_others.erase(std::string(view));
    else
        m_others.insert_or_assign(std::string(view), std::move(options));
}

void Board::change(const ViewOption& option, const ParameterValue& value)
{
    AnySettings changed = of(option.view);
    option.set(changed, value);
    set(option.view, std::move(changed));
}

} // namespace phasor
