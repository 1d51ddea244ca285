// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/board.h"

#include <QPoint>
#include <QRect>

#include <optional>

class QRubberBand;
class QWidget;

namespace phasor {

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
