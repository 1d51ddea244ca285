// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/setting.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace phasor {

struct ViewOption;

constexpr int kUsualShare = 100;

// A place on the board: a view with that view's own options.
struct BoardCell
{
    std::string view = {}; // "similarity"
    AnySettings options = {};
    std::string stage = {}; // that this cell alone shows; empty: the window's
    int share = kUsualShare; // of its line's length, compared with the other cells of the line
    std::string unknown = {}; // JSON keys of a later version
    bool operator==(const BoardCell&) const = default;
};

// A row of cells, or a column.
struct BoardLine
{
    std::vector<BoardCell> cells = {};
    int share = kUsualShare;
    bool operator==(const BoardLine&) const = default;
};

enum class Edge { Left, Top, Right, Bottom };

// Board: rows of cells, or columns of cells, 1 to 6; any view in any cell, also twice. Initially heatmap, curves, ratio
// and dropout in two rows. Cells are counted line by line. Hidden views keep their options. A plain value.
class Board
{
public:
    static constexpr int kMost = 6;

    Board();
    // Well arranged: one cell, two next to each other (`narrow`: above each other), rows of two, rows of three. Cells
    // after the sixth are left out; no cell: the initial board.
    explicit Board(std::span<const BoardCell> cells, bool narrow = false);

    const std::vector<BoardLine>& lines() const { return m_lines; }
    bool inColumns() const { return m_columns; } // the lines are columns
    int size() const; // number of cells
    bool isFull() const { return size() >= kMost; }
    const BoardCell& cell(int index) const;
    std::string nameOf(int index) const; // a name for each cell: "heatmap", and "heatmap@2" for the second one
    int find(std::string_view name) const; // -1: no such cell
    std::vector<std::string> shown() const; // views, cell by cell

    void add(std::string_view view, std::string_view stage = {}); // a free cell, or half of the largest; not if full
    void put(int index, std::string_view view, std::string_view stage = {}); // in place of the one there
    void close(int index); // the last cell stays
    void swap(int a, int b);
    void move(int index, int beside, Edge edge); // to that edge of another cell, in its line or as a new line
    void moveToBorder(int index, Edge edge); // as a row or column as long as the board
    void setStage(int index, std::string_view stage) { cellAt(index).stage = stage; }
    void setShares(const std::vector<int>& lines, const std::vector<std::vector<int>>& cells); // as many as there are
    void setLines(std::vector<BoardLine> lines, bool inColumns); // without empty lines, and no cell after the sixth
    void showOnly(std::span<const std::string> views); // in their usual cells; unknown ones are left out
    void arrangeAs(const Board& other); // the same views in the same places, with the options of this one
    bool isArrangedAs(const Board& other) const; // the same views in the same places, of the same sizes

    // The cell that keys and menus act on.
    int focus() const { return m_focus; }
    void setFocus(int index);

    // A view's own options, of the cell in focus if it shows the view: board.of<SimilarityOptions>().minusMeanRow
    template <typename O> O of() const { return of(O::kView).template as<O>(); }
    template <typename O> void set(O options) { set(O::kView, AnySettings(std::move(options))); }
    AnySettings of(std::string_view view) const;
    void set(std::string_view view, AnySettings options);
    void change(const ViewOption& option, const ParameterValue& value); // a checked one

    bool operator==(const Board&) const = default;

private:
    struct At
    {
        std::size_t line;
        std::size_t cell;
    };
    At at(int index) const;
    BoardCell& cellAt(int index);
    int indexOf(const At& place) const;
    bool isGrid() const;
    int cellFor(std::string_view view) const; // that has its options; -1: none
    BoardCell take(int index);
    void keepOptions(const BoardCell& closed);
    void addLine(BoardCell cell, bool column, bool first);
    void transpose();
    void tidy(const At& focus);

    std::vector<BoardLine> m_lines;
    bool m_columns = false;
    int m_focus = 0;
    std::map<std::string, AnySettings, std::less<>> m_others; // of hidden views, without defaults
};

} // namespace phasor
