// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/splitboard.h"

#include <QEvent>
#include <QSignalBlocker>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>
#include <numeric>

namespace phasor {

namespace {

constexpr int kCellGap = 8; // pixels between cells

std::vector<int> sharesOf(const QSplitter& line)
{
    const QList<int> sizes = line.sizes();
    const int sum = std::max(1, std::accumulate(sizes.begin(), sizes.end(), 0));
    std::vector<int> shares;
    for (const int size : sizes)
        shares.push_back(qRound(1000.0 * size / sum));
    return shares;
}

using BoardSlots = std::vector<std::vector<std::vector<int>>>;

// The cells of each slot, line by line, where `most` lines of `mostCells` have room. What has no room shares the last
// slot.
BoardSlots slotsOf(const Board& board, int most, int mostCells)
{
    const auto lines = static_cast<std::size_t>(std::max(1, most));
    const auto cells = static_cast<std::size_t>(std::max(1, mostCells));
    BoardSlots places;
    int index = 0;
    for (const BoardLine& line : board.lines()) {
        if (places.size() < lines)
            places.emplace_back();
        for (std::size_t i = 0; i < line.cells.size(); ++i) {
            const std::size_t slot = std::min(i, cells - 1);
            if (slot == places.back().size())
                places.back().emplace_back();
            places.back()[slot].push_back(index++);
        }
    }
    return places;
}

BoardPlan planOfSlots(const Board& board, const BoardSlots& places)
{
    BoardPlan plan{.columns = board.inColumns()};
    for (std::size_t line = 0; line < places.size(); ++line) {
        plan.shares.push_back(board.lines()[line].share);
        plan.tabs.emplace_back();
        plan.sharesInLines.emplace_back();
        for (const std::vector<int>& cells : places[line]) {
            plan.sharesInLines.back().push_back(board.cell(cells.front()).share);
            plan.tabs.back().emplace_back();
            for (const int cell : cells)
                plan.tabs.back().back().push_back(board.nameOf(cell));
        }
    }
    return plan;
}

} // namespace

BoardPlan planOf(const Board& board, const QSize& size, const QSize& least)
{
    const int across = (size.width() + kCellGap) / (least.width() + kCellGap);
    const int down = (size.height() + kCellGap) / (least.height() + kCellGap);
    return planOfSlots(board, board.inColumns() ? slotsOf(board, across, down) : slotsOf(board, down, across));
}

BoardPlan planOfOne(const Board& board, int cell)
{
    return planOfSlots(board, {{{cell}}});
}

SplitBoard::SplitBoard(const BoardPlan& plan, const std::function<Page(const std::string& cell)>& pageOf,
                       QWidget* parent)
    : QSplitter(plan.columns ? Qt::Horizontal : Qt::Vertical, parent)
{
    for (std::size_t i = 0; i < plan.tabs.size(); ++i) {
        auto* line = new QSplitter(plan.columns ? Qt::Vertical : Qt::Horizontal, this);
        for (const std::vector<std::string>& cells : plan.tabs[i]) {
            auto* slot = m_slots.emplace_back(new QTabWidget(line));
            slot->setDocumentMode(true);
            slot->setTabBarAutoHide(true);
            slot->setFocusPolicy(Qt::NoFocus); // its bar takes the keys
            slot->tabBar()->setDrawBase(false);
            for (const std::string& cell : cells) {
                const Page page = pageOf(cell);
                slot->addTab(page.widget, page.title);
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

std::vector<int> SplitBoard::shares() const
{
    return sharesOf(*this);
}

std::vector<std::vector<int>> SplitBoard::sharesInLines() const
{
    std::vector<std::vector<int>> shares;
    for (int i = 0; i < count(); ++i)
        shares.push_back(sharesOf(*lineAt(i)));
    return shares;
}

} // namespace phasor
