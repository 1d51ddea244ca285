// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/celldrag.h"

#include <QApplication>
#include <QRubberBand>

#include <algorithm>
#include <iterator>

namespace phasor {

namespace {

// A `part` of a rectangle, 0.5: half of it, at one of its edges.
QRect partAt(QRect rect, Edge edge, double part)
{
    const int width = static_cast<int>(rect.width() * part);
    const int height = static_cast<int>(rect.height() * part);
    if (edge == Edge::Left)
        rect.setWidth(width);
    else if (edge == Edge::Right)
        rect.setLeft(rect.right() + 1 - width);
    else if (edge == Edge::Top)
        rect.setHeight(height);
    else
        rect.setTop(rect.bottom() + 1 - height);
    return rect;
}

// Distances from the edges of a rectangle, as parts of its width and height.
std::pair<double, Edge> nearestEdge(const QRect& rect, const QPoint& at)
{
    const double x = static_cast<double>(at.x() - rect.left()) / rect.width();
    const double y = static_cast<double>(at.y() - rect.top()) / rect.height();
    return std::min({std::pair(x, Edge::Left), std::pair(y, Edge::Top), std::pair(1 - x, Edge::Right),
                     std::pair(1 - y, Edge::Bottom)});
}

CellDrop dropAt(const std::vector<CellPlace>& places, const QRect& board, int header, int dragged, const QPoint& at)
{
    constexpr double kBorder = 0.02; // of the board's width and height
    constexpr double kEdge = 0.3; // of a cell's
    if (const auto [distance, edge] = nearestEdge(board, at); distance < kBorder && places.size() > 1)
        return {.cell = dragged, .edge = edge, .border = true, .frame = partAt(board, edge, 0.25)};
    const auto under = std::ranges::find_if(places, [&at](const CellPlace& place) { return place.rect.contains(at); });
    if (under == places.end() || under->cell == dragged)
        return {};
    const auto [distance, edge] = nearestEdge(under->rect, at);
    if (at.y() < under->rect.top() + header || distance > kEdge)
        return {.cell = under->cell, .frame = under->rect};
    return {.cell = under->cell, .edge = edge, .frame = partAt(under->rect, edge, 0.5)};
}

} // namespace

CellDrop dropToward(const Board& board, int cell, Edge toward, bool swaps)
{
    const auto sizeOf = [&board](int line) {
        const bool isThere = line >= 0 && line < std::ssize(board.lines());
        return isThere ? static_cast<int>(board.lines()[static_cast<std::size_t>(line)].cells.size()) : 0;
    };
    int line = 0;
    int at = cell;
    while (at >= sizeOf(line))
        at -= sizeOf(line++);
    const bool across = (toward == Edge::Left || toward == Edge::Right) == board.inColumns(); // to another line
    const int step = toward == Edge::Right || toward == Edge::Bottom ? 1 : -1;
    const int other = across ? line + step : line;
    const int place = across ? std::min(at, sizeOf(other) - 1) : at + step;
    if (place >= 0 && place < sizeOf(other)) {
        const int linesBetween = other > line ? sizeOf(line) : other < line ? -sizeOf(other) : 0;
        const Edge before = board.inColumns() ? Edge::Top : Edge::Left;
        return {.cell = cell - at + linesBetween + place,
                .edge = swaps || !across ? std::nullopt : std::optional(before)};
    }
    const bool alone = across ? sizeOf(line) == 1 : board.lines().size() == 1;
    return swaps || alone ? CellDrop() : CellDrop{.cell = cell, .edge = toward, .border = true};
}

void dropInto(Board& board, int dragged, const CellDrop& drop)
{
    if (drop.border)
        board.moveToBorder(dragged, *drop.edge);
    else if (drop.edge)
        board.move(dragged, drop.cell, *drop.edge);
    else if (drop.cell >= 0)
        board.swap(dragged, drop.cell);
}

void CellDrag::press(int cell, const QPoint& at)
{
    m_cell = cell;
    m_from = at;
    m_drop.reset();
}

void CellDrag::move(const std::vector<CellPlace>& places, int header, const QPoint& at)
{
    if (!m_drop && (at - m_from).manhattanLength() < QApplication::startDragDistance())
        return;
    m_drop = dropAt(places, m_board.rect(), header, m_cell, at);
    if (m_frame == nullptr)
        m_frame = new QRubberBand(QRubberBand::Rectangle, &m_board);
    m_frame->setGeometry(m_drop->frame);
    m_frame->setVisible(m_drop->cell >= 0);
    m_frame->raise();
    m_board.setCursor(Qt::ClosedHandCursor);
}

std::optional<CellDrop> CellDrag::release()
{
    m_cell = -1;
    m_board.unsetCursor();
    if (m_frame != nullptr)
        m_frame->hide();
    return std::exchange(m_drop, std::nullopt);
}

} // namespace phasor
