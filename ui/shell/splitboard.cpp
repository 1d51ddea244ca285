// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/splitboard.h"

#include <QApplication>
#include <QEvent>
#include <QRubberBand>
#include <QSignalBlocker>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace phasor {

constexpr int kCellGap = 8; // pixels between cells

std::vector<int> SplitBoard::sharesOf(const QSplitter& line)
{
    const QList<int> sizes = line.sizes();
    const int sum = std::max(1, std::accumulate(sizes.begin(), sizes.end(), 0));
    std::vector<int> shares;
    for (const int size : sizes)
        shares.push_back(qRound(1000.0 * size / sum));
    return shares;
}

// A `part` of a rectangle, 0.5: half of it, at one of its edges.
static QRect partAt(QRect rect, Edge edge, double part)
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
static std::pair<double, Edge> nearestEdge(const QRect& rect, const QPoint& at)
{
    const double x = static_cast<double>(at.x() - rect.left()) / rect.width();
    const double y = static_cast<double>(at.y() - rect.top()) / rect.height();
    return std::min({std::pair(x, Edge::Left), std::pair(y, Edge::Top), std::pair(1 - x, Edge::Right),
                     std::pair(1 - y, Edge::Bottom)});
}

static CellDrop dropAt(const std::vector<CellPlace>& places, const QRect& board, int header, int dragged,
                       const QPoint& at)
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

QSize leastCell(const QWidget& board)
{
    constexpr int kCharacters = 43;
    constexpr int kLines = 13;
    return {kCharacters * board.fontMetrics().averageCharWidth(), kLines * board.fontMetrics().height()};
}

// What has no room shares the last slot of its line, or the last line.
BoardPlan planOf(const Board& board, const QSize& size, const QSize& least)
{
    const int across = std::max(1, (size.width() + kCellGap) / (least.width() + kCellGap));
    const int down = std::max(1, (size.height() + kCellGap) / (least.height() + kCellGap));
    const auto lines = static_cast<std::size_t>(board.inColumns() ? across : down);
    const auto cells = static_cast<std::size_t>(board.inColumns() ? down : across);
    BoardPlan plan{.columns = board.inColumns()};
    int index = 0;
    for (const BoardLine& line : board.lines()) {
        if (plan.tabs.size() < lines) {
            plan.shares.push_back(line.share);
            plan.tabs.emplace_back();
            plan.sharesInLines.emplace_back();
        }
        for (std::size_t i = 0; i < line.cells.size(); ++i, ++index) {
            const std::size_t slot = std::min(i, cells - 1);
            if (slot == plan.tabs.back().size()) {
                plan.tabs.back().emplace_back();
                plan.sharesInLines.back().push_back(board.cell(index).share);
            }
            plan.tabs.back()[slot].push_back(board.nameOf(index));
        }
    }
    return plan;
}

BoardPlan planOfOne(const Board& board, int cell)
{
    return {.columns = board.inColumns(),
            .tabs = {{{board.nameOf(cell)}}},
            .shares = {board.lines().front().share},
            .sharesInLines = {{board.cell(cell).share}}};
}

// Borders are dragged until a cell has its least size.
class BoardSlot : public QTabWidget
{
public:
    using QTabWidget::QTabWidget;
    QSize minimumSizeHint() const override { return leastCell(*this); }
};

SplitBoard::SplitBoard(const BoardPlan& plan, const std::function<QWidget*(const std::string& cell)>& pageOf,
                       QWidget* parent)
    : QSplitter(plan.columns ? Qt::Horizontal : Qt::Vertical, parent)
{
    for (std::size_t i = 0; i < plan.tabs.size(); ++i) {
        auto* line = new QSplitter(plan.columns ? Qt::Vertical : Qt::Horizontal, this);
        for (const std::vector<std::string>& cells : plan.tabs[i]) {
            auto* slot = m_slots.emplace_back(new BoardSlot(line));
            slot->setDocumentMode(true);
            slot->setTabBarAutoHide(true);
            slot->setFocusPolicy(Qt::NoFocus); // its bar takes the keys
            slot->tabBar()->setDrawBase(false);
            for (const std::string& cell : cells) {
                QWidget* page = pageOf(cell);
                slot->addTab(page, page->windowTitle());
                connect(page, &QWidget::windowTitleChanged, slot,
                        [slot, page](const QString& title) { slot->setTabText(slot->indexOf(page), title); });
            }
            connect(slot, &QTabWidget::currentChanged, this, [this, cells](int tab) {
                if (tab >= 0)
                    emit tabChosen(cells[static_cast<std::size_t>(tab)]);
            });
        }
        line->setSizes({plan.sharesInLines[i].begin(), plan.sharesInLines[i].end()});
        watch(*line);
    }
    setSizes({plan.shares.begin(), plan.shares.end()});
    watch(*this);
}

void SplitBoard::watch(QSplitter& line)
{
    line.setChildrenCollapsible(false);
    line.setHandleWidth(kCellGap);
    for (int handle = 1; handle < line.count(); ++handle)
        line.handle(handle)->installEventFilter(this);
    connect(&line, &QSplitter::splitterMoved, this, [this, &line] {
        if (&line != this)
            align(&line);
        emit resized();
    });
}

bool SplitBoard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease)
        emit resizing(event->type() == QEvent::MouseButtonPress);
    return QSplitter::eventFilter(watched, event);
}

void SplitBoard::align(const QSplitter* moved)
{
    for (int i = 0; i < count(); ++i) {
        if (lineAt(i) != moved && lineAt(i)->count() == moved->count())
            lineAt(i)->setSizes(moved->sizes());
    }
}

bool SplitBoard::showTab(QWidget* page)
{
    for (QTabWidget* slot : m_slots) {
        const int tab = slot->indexOf(page);
        if (tab < 0 || tab == slot->currentIndex())
            continue;
        const QSignalBlocker quiet(slot);
        slot->setCurrentIndex(tab);
        return true;
    }
    return false;
}

bool SplitBoard::hasTabs() const
{
    return std::ranges::any_of(m_slots, [](const QTabWidget* slot) { return slot->count() > 1; });
}

std::vector<std::vector<int>> SplitBoard::sharesInLines() const
{
    std::vector<std::vector<int>> shares(static_cast<std::size_t>(count()));
    for (int i = 0; i < count(); ++i)
        shares[static_cast<std::size_t>(i)] = sharesOf(*lineAt(i));
    return shares;
}

} // namespace phasor
