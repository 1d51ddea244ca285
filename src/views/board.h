// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/anysettings.h"
#include "text/valuespec.h"

#include <array>
#include <map>

namespace phasor {

struct ViewOption;

// A place on the board: a view with that view's own options.
struct BoardCell
{
    std::string view = {}; // "similarity"; empty: nothing is shown there
    AnySettings options = {};
    bool operator==(const BoardCell&) const = default;
};

// Which views are shown, and where, each with its own options; at first heatmap, curves, ratio and dropout. Views that
// are not shown keep theirs. A plain value. A view is in one cell at most. Views without options of their own, or never
// set, have the standard ones.
class Board
{
public:
    static constexpr int kCells = 4; // rows of two: top left, top right, bottom left, bottom right

    std::span<const BoardCell> cells() const { return m_cells; }
    int cellOf(std::string_view view) const; // 0 … kCells − 1; -1: it is not shown
    std::vector<std::string> shown() const; // views, in the order of usualCells()
    void show(std::string_view view, int cell); // in place of the one there; moves it if it is shown elsewhere
    void hide(std::string_view view);
    void showOnly(std::span<const std::string> views); // in their usual cells; unknown ones are left out
    void hideAll();
    void arrangeAs(const Board& other); // the same views in the same places, with the options of this one
    bool isArrangedAs(const Board& other) const;

    // A view's own options: board.of<SimilarityOptions>().minusMeanRow
    template <typename O> O of() const { return of(O::kView).template as<O>(); }
    template <typename O> void set(O options) { set(O::kView, AnySettings(std::move(options))); }
    AnySettings of(std::string_view view) const;
    void set(std::string_view view, AnySettings options);
    void change(const ViewOption& option, const ParameterValue& value); // a checked one

    bool operator==(const Board&) const = default;

private:
    std::array<BoardCell, kCells> m_cells{BoardCell{"heatmap"}, {"curves"}, {"ratio"}, {"dropout"}};
    std::map<std::string, AnySettings, std::less<>> m_others; // of views that are not shown, without standard ones
};

// All views, each with the cell where it is shown if it is asked for by its name alone: in a menu, in sessions without
// a board.
struct UsualCell
{
    std::string_view view;
    int cell;
};
std::span<const UsualCell> usualCells();
int usualCell(std::string_view view); // -1: there is no such view

} // namespace phasor
