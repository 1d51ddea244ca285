// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/plotgrid.h"

#include "plots/plot.h"
#include "session/store.h"
#include "ui/forms/taborder.h"
#include "ui/forms/text.h"
#include "ui/shell/actions/plotmenu.h"
#include "ui/shell/splitgrid.h"
#include "ui/shell/workbench.h"

#include <QContextMenuEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace phasor {

namespace {

// What a plot with its labels needs at least, in characters and lines of the window's type.
constexpr int kLeastCharacters = 43;
constexpr int kLeastLines = 9;
constexpr int kRows = 2; // of cells

} // namespace

PlotGrid::PlotGrid(Store& store, Workbench& workbench, ActionsOf actions, QWidget* parent)
    : QWidget(parent)
    , m_store(store)
    , m_workbench(workbench)
    , m_actionsOf(std::move(actions))
    , m_grid(new SplitGrid(this))
{
    setObjectName(QStringLiteral("plots"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_grid);
    for (int cell = 0; cell < Board::kCells; ++cell)
        m_cells.push_back(m_grid->addCell());
    for (const PlotSpec& spec : plotSpecs())
        m_entries.push_back({.spec = spec, .id = qs(spec.id)});
    m_board.arrangeAs(store.view().board);
    connect(&store, &Store::viewChanged, this, [this](const ViewState& view) { follow(view.board); });
    connect(this, &PlotGrid::visibilityChanged, &workbench, &Workbench::refresh);
    m_grid->resetSizes();
}

void PlotGrid::make(Entry& entry)
{
    Plot* plot = entry.spec.make(m_store, nullptr).release();
    plot->setObjectName(entry.id);
    plot->setAccessibleName(entry.spec.titleText());
    entry.plot = plot;
    const auto maximize = [this, id = entry.id] {
        setCurrent(id);
        toggleMaximised();
    };
    entry.menu = new PlotMenu(entry.spec, *plot, maximize, m_actionsOf(entry.spec));
    plot->installEventFilter(this);
    for (QWidget* part : plot->findChildren<QWidget*>())
        part->installEventFilter(this);
    plot->setCurrent(&entry == &m_entries[m_current]);
    if (m_theme)
        plot->setTheme(*m_theme);
    addToWorkbench(plot);
}

void PlotGrid::addToWorkbench(Plot* plot)
{
    const auto request = [plot](const Scene& scene, const ViewState& view) {
        return plot->isVisible() ? std::optional(plot->request(scene, view)) : std::nullopt;
    };
    m_workbench.add({.title = plot->accessibleName(),
                     .request = request,
                     .show = [plot](const ViewDataPtr& part) { plot->show(part); },
                     .showView = [plot](const ViewState& view) { plot->showView(view); },
                     .setReason = [plot](const QString& reason) { plot->setReason(reason); },
                     .setBusy =
                         [plot](bool busy) {
                             plot->setBusy(busy);
                         }});
    connect(plot, &Plot::resized, &m_workbench, &Workbench::refresh);
    connect(plot, &Plot::described, plot, [plot] { plot->setAccessibleDescription(plot->summary()); });
    connect(plot, &Plot::failed, this, &PlotGrid::failed);
}

bool PlotGrid::eventFilter(QObject* watched, QEvent* event)
{
    // A focus that moves because something was hidden chooses nothing, though Qt calls that the Tab key's, too.
    const auto byUser = [this, event] {
        if (m_arranging)
            return false;
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::MouseFocusReason;
    };
    auto* part = qobject_cast<QWidget*>(watched);
    if (event->type() == QEvent::MouseButtonPress || (event->type() == QEvent::FocusIn && byUser()))
        setCurrent(entryOf(part));
    if (event->type() == QEvent::ContextMenu) {
        const std::size_t index = entryOf(part);
        setCurrent(index);
        m_entries[index].menu->popup(static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

std::size_t PlotGrid::entryOf(const QWidget* part) const
{
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Plot* plot = m_entries[i].plot;
        if (plot != nullptr && (part == plot || plot->isAncestorOf(part)))
            return i;
    }
    return m_current;
}

void PlotGrid::setCurrent(std::size_t index)
{
    m_current = index;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].plot != nullptr)
            m_entries[i].plot->setCurrent(i == index);
    }
}

void PlotGrid::setCurrent(const QString& id)
{
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].id == id)
            setCurrent(i);
    }
}

void PlotGrid::setPlotVisible(const QString& id, bool visible)
{
    const std::string view = utf8(id);
    if (!visible && isFolded(id)) { // it is asked for where it cannot be seen
        setCurrent(id);
        return arrange();
    }
    m_maximised = false;
    Board board = m_board;
    if (visible && usualCell(view) >= 0)
        board.show(view, m_board.cellOf(view) >= 0 ? m_board.cellOf(view) : usualCell(view));
    if (!visible && shown().size() > 1)
        board.hide(view);
    if (visible)
        setCurrent(id);
    arrangeAs(board);
}

bool PlotGrid::isWanted(const QString& id) const
{
    return m_board.cellOf(utf8(id)) >= 0;
}

void PlotGrid::arrangeAs(const Board& board)
{
    if (board.isArrangedAs(m_board))
        return arrange();
    m_store.editView([&board](ViewState& view) { view.board.arrangeAs(board); });
}

// The store's board has become that one: only where its views are is the grid's.
void PlotGrid::follow(const Board& board)
{
    if (board.isArrangedAs(m_board))
        return;
    m_board.arrangeAs(board);
    arrange();
}

std::size_t PlotGrid::firstWanted() const
{
    const auto first = std::ranges::find_if(m_entries, [this](const Entry& entry) { return isWanted(entry); });
    return first == m_entries.end() ? m_current : static_cast<std::size_t>(first - m_entries.begin());
}

void PlotGrid::showFirst()
{
    m_maximised = false;
    setCurrent(firstWanted());
    arrange();
}

void PlotGrid::toggleMaximised()
{
    if (!isWanted(m_entries[m_current]))
        setCurrent(firstWanted());
    m_maximised = !m_maximised;
    arrange();
}

void PlotGrid::arrange()
{
    // What is hidden is not current.
    if (!isWanted(m_entries[m_current]))
        setCurrent(firstWanted());
    const auto isShown = [&](std::size_t i) {
        return m_maximised ? i == m_current : isWanted(m_entries[i]) && hasRoom(i);
    };
    m_arranging = true;
    for (QStackedWidget* cell : m_cells)
        cell->hide();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        Entry& entry = m_entries[i];
        if (!isShown(i))
            continue;
        if (entry.plot == nullptr)
            make(entry);
        entry.menu->showMaximised(m_maximised);
        QStackedWidget* cell = m_cells[static_cast<std::size_t>(cellOf(entry))];
        if (cell->indexOf(entry.plot) < 0)
            cell->addWidget(entry.plot);
        cell->setCurrentWidget(entry.plot);
        cell->show();
    }
    orderTabs();
    m_grid->showUsedRows();
    m_arranging = false;
    emit visibilityChanged();
}

// The Tab key goes through the plots from cell to cell, whenever they were made.
void PlotGrid::orderTabs()
{
    QWidget* before = nullptr;
    for (const QStackedWidget* cell : m_grid->cells()) {
        if (const QWidget* plot = cell->currentWidget(); plot != nullptr)
            before = phasor::orderTabs(before, plot->findChildren<QWidget*>());
    }
}

// Beside the others that are wanted: the current one has, then the first of its row, then the first of all.
bool PlotGrid::hasRoom(std::size_t index) const
{
    if (index == m_current)
        return true;
    const auto rowOf = [this](std::size_t i) {
        return cellOf(m_entries[i]) / SplitGrid::kColumns;
    };
    const bool sameRow = rowOf(index) == rowOf(m_current);
    if (isWanted(m_entries[m_current]) && ((m_low && !sameRow) || (m_narrow && sameRow)))
        return false;
    for (std::size_t i = 0; i < index; ++i) {
        if (m_narrow && isWanted(m_entries[i]) && rowOf(i) == rowOf(index))
            return false;
    }
    return true;
}

bool PlotGrid::isFolded(const QString& id) const
{
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].id == id)
            return isWanted(m_entries[i]) && !m_maximised && !hasRoom(i);
    }
    return false;
}

void PlotGrid::fold()
{
    const int character = fontMetrics().averageCharWidth();
    const bool narrow = width() < SplitGrid::kColumns * kLeastCharacters * character;
    const bool low = height() < kRows * kLeastLines * fontMetrics().height();
    if (narrow == m_narrow && low == m_low)
        return;
    m_narrow = narrow;
    m_low = low;
    arrange();
}

void PlotGrid::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fold();
}

void PlotGrid::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        fold();
}

void PlotGrid::setTheme(const Theme& theme)
{
    m_theme = theme;
    for (const Entry& entry : m_entries) {
        if (entry.plot != nullptr)
            entry.plot->setTheme(theme);
    }
}

} // namespace phasor
