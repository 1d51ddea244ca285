// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QPoint>
#include <QRect>
#include <QSize>
#include <QSplitter>

#include <functional>
#include <optional>

class QRubberBand;
class QTabWidget;
class QWidget;

namespace phasor {

// What is shown where: the sizes of a board's lines and slots, and the names of the cells that are tabs of each slot.
struct BoardPlan
{
    bool columns = false;
    std::vector<std::vector<std::vector<std::string>>> tabs = {};
    std::vector<int> shares = {};
    std::vector<std::vector<int>> sharesInLines = {};
    bool operator==(const BoardPlan&) const = default;
};
QSize leastCell(const QWidget& board); // size of the smallest cell: 320 × 200 in the usual type
// Plan for a place of that size. Cells that would be smaller than `least` are tabs of their neighbors.
BoardPlan planOf(const Board& board, const QSize& size, const QSize& least);
BoardPlan planOfOne(const Board& board, int cell); // that cell alone

// Lines of slots that can be resized, made by a plan. Lines with as many slots stay aligned.
class SplitBoard : public QSplitter
{
    Q_OBJECT

public:
    // pageOf(cell): its widget, whose window title is the tab's.
    SplitBoard(const BoardPlan& plan, const std::function<QWidget*(const std::string& cell)>& pageOf, QWidget* parent);

    bool showTab(QWidget* page); // true: another tab was shown before
    std::vector<int> shares() const { return sharesOf(*this); } // thousandths of the whole
    std::vector<std::vector<int>> sharesInLines() const;
    bool hasTabs() const; // some slot has several cells

signals:
    void resizing(bool begins); // a drag of a border begins or ends
    void resized();
    void tabChosen(const std::string& cell);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QSplitter* lineAt(int index) const { return static_cast<QSplitter*>(widget(index)); }
    static std::vector<int> sharesOf(const QSplitter& line);
    void align(const QSplitter* moved);
    void watch(QSplitter& line);

    std::vector<QTabWidget*> m_slots;
};

// A cell of the board on the screen.
struct CellPlace
{
    int cell = 0;
    QRect rect; // in coordinates of the board's widget
};

// What dropping a cell at a place does: nothing, swaps it with another one, moves it to an edge of that one, or to the
// board's border.
struct CellDrop
{
    int cell = -1; // the other cell; -1: none
    std::optional<Edge> edge = {}; // none: swaps
    bool border = false;
    QRect frame = {}; // shown while dragging
};
// By keys: swaps with the neighbor there, or moves past it in the line, into the next line, or to the border
// as a line of its own.
CellDrop dropToward(const Board& board, int cell, Edge toward, bool swaps);
void dropInto(Board& board, int dragged, const CellDrop& drop);

// Drag of a cell by its header: from press to release, with a frame that shows what will happen.
class CellDrag
{
public:
    explicit CellDrag(QWidget& board)
        : m_board(board)
    {
    }
    void press(int cell, const QPoint& at);
    void move(const std::vector<CellPlace>& places, int header, const QPoint& at);
    std::optional<CellDrop> release(); // nothing: the pointer has not moved
    int dragged() const { return m_cell; } // -1: none

private:
    QWidget& m_board;
    int m_cell = -1;
    QPoint m_from;
    std::optional<CellDrop> m_drop;
    QRubberBand* m_frame = nullptr; // the board owns it
};

} // namespace phasor
