// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/plotgrid.h"

#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/shell/actions/plotactions.h"
#include "ui/shell/splitgrid.h"
#include "ui/shell/workbench.h"

#include <QContextMenuEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace phasor {

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
        m_grid->addCell();
    for (const PlotSpec& spec : plotSpecs())
        m_entries.push_back({.spec = spec, .id = qs(spec.id)});
    m_current = &m_entries.front();
    m_board.arrangeAs(store.view().board);
    // Only the board of the view state matters here: which views are in which cells.
    connect(&store, &Store::viewChanged, this, [this](const ViewState& view) {
        if (view.board.isArrangedAs(m_board))
            return;
        m_board.arrangeAs(view.board);
        arrange();
    });
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
    plot->setCurrent(&entry == m_current);
    if (m_theme)
        plot->setTheme(*m_theme);
    const auto request = [plot](const Scene& scene, const ViewState& view) {
        return plot->isVisible() ? std::optional(plot->request(scene, view)) : std::nullopt;
    };
    m_workbench.add({.title = plot->accessibleName(),
                     .request = request,
                     .show = std::bind_front(&Plot::show, plot),
                     .showView = std::bind_front(&Plot::showView, plot),
                     .setReason = std::bind_front(&Plot::setReason, plot),
                     .setBusy = std::bind_front(&Plot::setBusy, plot)});
    connect(plot, &Plot::resized, &m_workbench, &Workbench::refresh);
    connect(plot, &Plot::described, plot, [plot] { plot->setAccessibleDescription(plot->summary()); });
    connect(plot, &Plot::failed, this, &PlotGrid::failed);
}

bool PlotGrid::eventFilter(QObject* watched, QEvent* event)
{
    // Focus by the user. Qt also names the Tab key as the reason when focus moves because a widget was hidden.
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
        setCurrent(entryOf(part));
        m_current->menu->popup(static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

PlotGrid::Entry& PlotGrid::entryOf(const QWidget* part)
{
    const auto found = std::ranges::find_if(m_entries, [part](const Entry& entry) {
        return entry.plot != nullptr && (part == entry.plot || entry.plot->isAncestorOf(part));
    });
    return found == m_entries.end() ? *m_current : *found;
}

PlotGrid::Entry& PlotGrid::entryNamed(const QString& id)
{
    const auto found = std::ranges::find(m_entries, id, &Entry::id);
    return found == m_entries.end() ? *m_current : *found;
}

void PlotGrid::setCurrent(Entry& entry)
{
    m_current = &entry;
    for (const Entry& one : m_entries) {
        if (one.plot != nullptr)
            one.plot->setCurrent(&one == m_current);
    }
}

void PlotGrid::setCurrent(const QString& id)
{
    setCurrent(entryNamed(id));
}

void PlotGrid::setPlotVisible(const QString& id, bool visible)
{
    const std::string view = utf8(id);
    if (!visible && isFolded(id)) { // hiding a plot that is folded away shows it instead
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
    if (Plot* plot = entryNamed(id).plot; visible && plot != nullptr)
        plot->setFocus(Qt::OtherFocusReason);
}

void PlotGrid::arrangeAs(const Board& board)
{
    if (board.isArrangedAs(m_board))
        return arrange();
    m_store.editView([&board](ViewState& view) { view.board.arrangeAs(board); });
}

PlotGrid::Entry& PlotGrid::firstWanted()
{
    const auto first = std::ranges::find_if(m_entries, [this](const Entry& entry) { return isWanted(entry); });
    return first == m_entries.end() ? *m_current : *first;
}

void PlotGrid::showFirst()
{
    m_maximised = false;
    setCurrent(firstWanted());
    arrange();
}

void PlotGrid::toggleMaximised()
{
    if (!isWanted(*m_current))
        setCurrent(firstWanted());
    m_maximised = !m_maximised;
    arrange();
}

void PlotGrid::arrange()
{
    // A hidden plot cannot be current.
    if (!isWanted(*m_current))
        setCurrent(firstWanted());
    m_arranging = true;
    const std::vector<QStackedWidget*> cells = m_grid->cells();
    for (QStackedWidget* cell : cells)
        cell->hide();
    for (Entry& entry : m_entries) {
        const bool shown = m_maximised ? &entry == m_current : isWanted(entry) && hasRoom(entry);
        if (!shown)
            continue;
        if (entry.plot == nullptr)
            make(entry);
        entry.menu->showMaximised(m_maximised);
        QStackedWidget* cell = cells[static_cast<std::size_t>(cellOf(entry))];
        if (cell->indexOf(entry.plot) < 0)
            cell->addWidget(entry.plot);
        cell->setCurrentWidget(entry.plot);
        cell->show();
    }
    // The Tab key visits the plots cell by cell, in any order of creation.
    QWidget* before = nullptr;
    for (const QStackedWidget* cell : cells) {
        if (const QWidget* plot = cell->currentWidget(); plot != nullptr)
            before = orderTabs(before, plot->findChildren<QWidget*>());
    }
    m_grid->showUsedRows();
    m_arranging = false;
    emit visibilityChanged();
}

// Whether a plot has room next to the others. First the current plot has it, then the first of its row, then the first.
bool PlotGrid::hasRoom(const Entry& entry) const
{
    if (&entry == m_current)
        return true;
    const auto inRowOf = [this, row = cellOf(entry) / SplitGrid::kColumns](const Entry& other) {
        return isWanted(other) && cellOf(other) / SplitGrid::kColumns == row;
    };
    if (isWanted(*m_current) && (inRowOf(*m_current) ? m_narrow : m_low))
        return false;
    return !m_narrow || std::ranges::find_if(m_entries, inRowOf)->id == entry.id;
}

bool PlotGrid::isFolded(const QString& id)
{
    const Entry& entry = entryNamed(id);
    return isWanted(id) && !m_maximised && !hasRoom(entry);
}

void PlotGrid::fold()
{
    // Minimum size of a plot with labels, in characters and lines of the window's type.
    constexpr int kLeastCharacters = 43;
    constexpr int kLeastLines = 9;
    constexpr int kRows = 2; // rows of cells
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
