// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/plotgrid.h"

#include "ui/forms/text.h"
#include "ui/shell/actions/actions.h"
#include "ui/shell/workbench.h"

#include <QApplication>
#include <QContextMenuEvent>

namespace phasor {

PlotGrid::PlotGrid(const WindowContext& context, Workbench& workbench, FigureExport& figures, QWidget* parent)
    : QWidget(parent)
    , m_store(context.store)
    , m_workbench(workbench)
    , m_context(context)
    , m_figures(figures)
    , m_drag(*this)
{
    setObjectName(QStringLiteral("plots"));
    connect(&m_store, &Store::viewChanged, this, &PlotGrid::arrange);
    connect(this, &PlotGrid::visibilityChanged, &workbench, &Workbench::refresh);
}

PlotGrid::~PlotGrid()
{
    m_arranging = true; // tabs that go choose others
    m_entries.clear(); // events of a plot that goes look for it here
    delete m_lines;
}

const Board& PlotGrid::board() const
{
    return m_store.view().board;
}

void PlotGrid::edit(const std::function<void(Board&)>& change)
{
    m_store.editView([&change](ViewState& view) { change(view.board); });
}

PlotGrid::Entry& PlotGrid::entryNamed(const std::string& name)
{
    const auto found = std::ranges::find(m_entries, name, &Entry::name);
    if (found != m_entries.end())
        return *found;
    m_entries.push_back({.name = name, .spec = *findPlot(name.substr(0, name.find('@')))});
    make(m_entries.back());
    return m_entries.back();
}

void PlotGrid::make(Entry& entry)
{
    Plot* plot = entry.spec.make(m_store, this).release();
    plot->hide();
    plot->setObjectName(qs(entry.name));
    plot->setAccessibleName(entry.spec.titleText());
    entry.plot = plot;
    const auto inCell = [this, &entry](auto act) {
        return [this, &entry, act] {
            setCurrent(entry);
            (this->*act)();
        };
    };
    entry.menu = new PlotMenu(entry.spec, *plot,
                              {.maximize = inCell(&PlotGrid::toggleMaximized),
                               .close = inCell(&PlotGrid::closeCurrent),
                               .canClose = [this] { return board().size() > 1; },
                               .put =
                                   [this, &entry](const QString& view) {
                                       put(board().find(entry.name), view);
                                   }},
                              plotActions(entry.spec, entry.name, m_context, m_figures));
    plot->installEventFilter(this);
    for (QWidget* part : plot->findChildren<QWidget*>())
        part->installEventFilter(this);
    if (m_theme)
        plot->setTheme(*m_theme);
    // The plot sees the store's view state from its cell.
    const auto request = [&entry](const Scene& scene, const ViewState& view) -> std::optional<ViewRequest> {
        const int cell = view.board.find(entry.name);
        if (cell < 0 || !entry.plot->isVisible())
            return std::nullopt;
        const ViewRequest asked = entry.plot->request(scene, view.seenFrom(cell));
        const std::size_t place = entry.name.find('@');
        return place == std::string::npos ? asked : asked.in(entry.name.substr(place + 1));
    };
    const auto showView = [&entry](const ViewState& view) {
        const int cell = view.board.find(entry.name);
        if (cell < 0)
            return;
        entry.plot->showView(view.seenFrom(cell));
        entry.menu->showStage(view.seenFrom(cell).node);
    };
    m_workbench.add({.title = plot->accessibleName(),
                     .request = request,
                     .show = std::bind_front(&Plot::show, plot),
                     .showView = showView,
                     .setReason = std::bind_front(&Plot::setReason, plot),
                     .setBusy = std::bind_front(&Plot::setBusy, plot),
                     .isGone = [this, &entry] {
                         return board().find(entry.name) < 0;
                     }});
    connect(plot, &Plot::resized, &m_workbench, &Workbench::refresh);
    connect(plot, &Plot::failed, this, [this](const QString& message) { m_context.warn(message); });
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
    const Entry* entry = entryOf(part);
    if (entry == nullptr)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonPress || (event->type() == QEvent::FocusIn && byUser()))
        setCurrent(*entry);
    if (event->type() == QEvent::ContextMenu) {
        setCurrent(*entry);
        entry->menu->popup(static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
    }
    return (part->objectName() == u"header"_s && drag(part, event)) || QWidget::eventFilter(watched, event);
}

bool PlotGrid::drag(QWidget* part, QEvent* event)
{
    const QEvent::Type type = event->type();
    const auto* mouse = dynamic_cast<QMouseEvent*>(event);
    if (mouse != nullptr && type == QEvent::MouseButtonPress && mouse->button() == Qt::LeftButton && !m_maximized) {
        m_drag.press(board().focus(), part->mapTo(this, mouse->position().toPoint()));
        return true;
    }
    if (mouse == nullptr || m_drag.dragged() < 0)
        return false;
    if (type == QEvent::MouseMove)
        m_drag.move(places(), part->height(), part->mapTo(this, mouse->position().toPoint()));
    if (type == QEvent::MouseButtonRelease) {
        const int dragged = m_drag.dragged();
        if (const std::optional<CellDrop> drop = m_drag.release())
            edit([&](Board& board) { dropInto(board, dragged, *drop); });
    }
    return type == QEvent::MouseMove || type == QEvent::MouseButtonRelease;
}

std::vector<CellPlace> PlotGrid::places() const
{
    std::vector<CellPlace> places;
    for (int cell = 0; cell < board().size(); ++cell) {
        const auto entry = std::ranges::find(m_entries, board().nameOf(cell), &Entry::name);
        if (entry != m_entries.end() && entry->plot->isVisible())
            places.push_back({cell, {entry->plot->mapTo(this, QPoint()), entry->plot->size()}});
    }
    return places;
}

const PlotGrid::Entry* PlotGrid::entryOf(const QWidget* part) const
{
    const auto found = std::ranges::find_if(m_entries, [part](const Entry& entry) {
        return entry.plot != nullptr && (part == entry.plot || entry.plot->isAncestorOf(part));
    });
    return found == m_entries.end() ? nullptr : &*found;
}

QString PlotGrid::current() const
{
    return qs(board().nameOf(board().focus()));
}

void PlotGrid::setCurrent(const Entry& entry)
{
    if (const int cell = board().find(entry.name); cell >= 0)
        edit([cell](Board& board) { board.setFocus(cell); });
}

bool PlotGrid::isWanted(const QString& view) const
{
    return std::ranges::count(shown(), utf8(view)) > 0;
}

void PlotGrid::showPlot(const QString& view)
{
    const std::string current = board().cell(board().focus()).view;
    const int cell = current == utf8(view) ? board().focus() : board().find(utf8(view));
    if (cell < 0)
        return add(view);
    m_maximized = false;
    edit([cell](Board& board) { board.setFocus(cell); });
    arrange();
    focusPlot();
}

void PlotGrid::add(const QString& view)
{
    if (board().isFull())
        return emit askedFor(view);
    m_maximized = false;
    const std::string stage = stageOfNext(m_store.view(), view);
    edit([&](Board& board) { board.add(utf8(view), stage); });
    focusPlot();
}

void PlotGrid::put(int cell, const QString& view)
{
    if (cell < 0)
        return;
    const bool same = board().cell(cell).view == utf8(view);
    const std::string stage = same ? board().cell(cell).stage : stageOfNext(m_store.view(), view);
    edit([&](Board& board) { board.put(cell, utf8(view), stage); });
    focusPlot();
}

void PlotGrid::focusPlot()
{
    if (Plot* plot = entryNamed(utf8(current())).plot; plot->isVisible())
        plot->setFocus(Qt::OtherFocusReason);
}

void PlotGrid::showFirst()
{
    m_maximized = false;
    edit([](Board& board) { board.setFocus(0); });
    arrange();
}

void PlotGrid::closeCurrent()
{
    m_maximized = false;
    edit([](Board& board) { board.close(board.focus()); });
}

BoardPlan PlotGrid::planNow() const
{
    const int narrow = 143 * fontMetrics().averageCharWidth(); // 1000 pixels in the usual type: one column
    const QSize room = window()->width() < narrow ? QSize(leastCell(*this).width(), height()) : size();
    return m_maximized ? planOfOne(board(), board().focus()) : planOf(board(), room, leastCell(*this));
}

void PlotGrid::arrange()
{
    if (m_arranging || !m_theme)
        return;
    m_maximized = m_maximized && board().size() > 1;
    m_store.setMaximized(m_maximized);
    BoardPlan plan = planNow();
    const bool other = !(plan == m_plan);
    if (other) {
        m_plan = std::move(plan);
        m_arranging = true;
        build();
        m_arranging = false;
        if (!(planNow() == m_plan))
            return arrange(); // the grid has another size now
    }
    const std::string name = utf8(current());
    for (const Entry& entry : m_entries)
        entry.plot->setCurrent(entry.name == name);
    if (m_lines->showTab(entryNamed(name).plot) || other)
        emit visibilityChanged();
}

void PlotGrid::build()
{
    const bool hadFocus = m_lines != nullptr && m_lines->isAncestorOf(QApplication::focusWidget());
    for (Entry& entry : m_entries) {
        entry.plot->hide();
        entry.plot->setParent(this);
    }
    delete std::exchange(m_lines, nullptr); // a plot that moves may activate layouts, and so resize the grid
    QWidget* before = nullptr;
    const auto pageOf = [this, &before](const std::string& cell) {
        const Entry& entry = entryNamed(cell);
        entry.menu->showMaximized(m_maximized);
        before = orderTabs(before, entry.plot->findChildren<QWidget*>());
        return entry.plot;
    };
    m_lines = new SplitBoard(m_plan, pageOf, this);
    m_lines->setGeometry(rect());
    connect(m_lines, &SplitBoard::resized, this, &PlotGrid::keepSizes);
    connect(m_lines, &SplitBoard::resizing, this, [this](bool begins) { // a drag is one step of undo
        begins ? m_store.beginGesture() : m_store.endGesture();
    });
    connect(m_lines, &SplitBoard::tabChosen, this, [this](const std::string& cell) {
        if (m_arranging)
            return;
        setCurrent(entryNamed(cell));
        emit visibilityChanged();
    });
    m_lines->show();
    if (hadFocus)
        focusPlot();
}

void PlotGrid::keepSizes()
{
    if (m_maximized || m_lines->hasTabs())
        return; // sizes of a folded board
    m_arranging = true;
    edit([this](Board& board) { board.setShares(m_lines->shares(), m_lines->sharesInLines()); });
    m_plan = planNow();
    m_arranging = false;
}

void PlotGrid::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_lines != nullptr)
        m_lines->setGeometry(rect());
    arrange();
}

void PlotGrid::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        arrange();
}

void PlotGrid::setTheme(const Theme& theme)
{
    m_theme = theme;
    for (const Entry& entry : m_entries)
        entry.plot->setTheme(theme);
}

} // namespace phasor
