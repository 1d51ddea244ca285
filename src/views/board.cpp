// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/board.h"

#include "views/viewoptions.h"

#include <algorithm>

namespace phasor {

std::span<const UsualCell> usualCells()
{
    static constexpr UsualCell kUsual[] = {
        {"heatmap", 0},   {"curves", 1},      {"ratio", 2},    {"dropout", 3},        {"precision", 2},
        {"builds", 3},    {"similarity", 1},  {"scores", 0},   {"frequencies", 1},    {"phasors", 0},
        {"relative", 2},  {"wavelengths", 1}, {"energy", 2},   {"spectrum", 1},       {"initializers", 2},
        {"shift", 0},     {"mosaic", 1},      {"heads", 1},    {"recoverability", 3}, {"overlap", 2},
        {"histogram", 3}, {"score-terms", 0}, {"training", 3},
    };
    return kUsual;
}

int usualCell(std::string_view view)
{
    const auto found = std::ranges::find(usualCells(), view, &UsualCell::view);
    return found == usualCells().end() ? -1 : found->cell;
}

int Board::cellOf(std::string_view view) const
{
    const auto found = std::ranges::find(m_cells, view, &BoardCell::view);
    return view.empty() || found == m_cells.end() ? -1 : static_cast<int>(found - m_cells.begin());
}

std::vector<std::string> Board::shown() const
{
    std::vector<std::string> views;
    for (const UsualCell& usual : usualCells()) {
        if (cellOf(usual.view) >= 0)
            views.emplace_back(usual.view);
    }
    return views;
}

void Board::show(std::string_view view, int cell)
{
    BoardCell& place = m_cells[static_cast<std::size_t>(cell)];
    if (place.view == view)
        return;
    hide(view);
    hide(place.view);
    place = {std::string(view), of(view)};
    m_others.erase(place.view);
}

void Board::hide(std::string_view view)
{
    const int cell = cellOf(view);
    if (cell < 0)
        return;
    const BoardCell hidden = std::exchange(m_cells[static_cast<std::size_t>(cell)], {});
    set(hidden.view, hidden.options);
}

void Board::showOnly(std::span<const std::string> views)
{
    hideAll();
    for (const std::string& view : views) {
        if (const int cell = usualCell(view); cell >= 0)
            show(view, cell);
    }
}

void Board::hideAll()
{
    for (const BoardCell& cell : m_cells)
        hide(std::string(cell.view));
}

void Board::arrangeAs(const Board& other)
{
    if (isArrangedAs(other))
        return;
    hideAll();
    for (int cell = 0; cell < kCells; ++cell) {
        if (const std::string& view = other.m_cells[static_cast<std::size_t>(cell)].view; !view.empty())
            show(view, cell);
    }
}

bool Board::isArrangedAs(const Board& other) const
{
    return std::ranges::equal(m_cells, other.m_cells, {}, &BoardCell::view, &BoardCell::view);
}

AnySettings Board::of(std::string_view view) const
{
    if (const int cell = cellOf(view); cell >= 0)
        return m_cells[static_cast<std::size_t>(cell)].options;
    const auto found = m_others.find(view);
    return found == m_others.end() ? AnySettings() : found->second;
}

void Board::set(std::string_view view, AnySettings options)
{
    if (const int cell = cellOf(view); cell >= 0)
        m_cells[static_cast<std::size_t>(cell)].options = std::move(options);
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
