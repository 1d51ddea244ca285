// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/talk/talk.h"

#include "export/figure.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/panels/parts.h"

#include <QApplication>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QTimer>
#include <QToolButton>

namespace phasor {

Document stepOf(const Store& store)
{
    Document step{.scene = store.scene(), .view = store.view(), .arranged = true};
    step.view.cursor = {};
    if (store.isMaximized())
        step.view.board = step.view.board.alone();
    step.view.board.setFocus(0);
    step.view.training.phase = TrainingChoice::Phase::Waiting;
    step.view.withholds = false;
    QStringList views;
    for (const std::string& view : step.view.board.shown())
        views << findPlot(view)->titleText();
    step.title = utf8(views.mid(0, 2).join(u", "_s));
    return step;
}

OpenedLesson lessonOf(const std::vector<Document>& documents)
{
    OpenedLesson steps;
    for (const Document& document : documents) {
        LessonSetup setup{.document = document, .views = {}, .setup = {}};
        const Board& board = document.view.board;
        for (int cell = 0; cell < board.size(); ++cell)
            setup.views.push_back({.spec = findPlot(board.cell(cell).view),
                                   .state = document.view.seenFrom(cell),
                                   .figure = std::make_shared<const FigureOptions>(),
                                   .words = {}});
        steps.lesson.steps.push_back({.title = document.title, .line = 0, .pieces = {}});
        steps.steps.emplace_back().before = std::move(setup);
    }
    return steps;
}

Bookmarks::Bookmarks(Store& store, QWidget* parent)
    : QWidget(parent)
    , m_store(store)
    , m_none(wrapped(
          named(u"bookmark-none"_s,
                new QLabel(tr("Ctrl+D keeps the present setup, views and zoom here, as a step of a talk."), this))))
    , m_list(named(u"bookmark-list"_s, new QListWidget(this)))
{
    setObjectName(u"bookmarks"_s);
    setAccessibleName(tr("Bookmarks"));
    m_list->setAccessibleName(tr("Bookmarks"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setSpacing(2);
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* buttons = new QGridLayout;
    fillLayout(new QVBoxLayout(this), {makeHead(), m_none, {m_list, 1}, buttons}, {16, 0, 16, 16});
    const auto addButton = [this, buttons](const QString& name, const QString& text, const QString& tip,
                                           const QKeySequence& keys, auto act) {
        const auto index = static_cast<int>(m_buttons.size());
        QPushButton* button = m_buttons.emplace_back(named(name, new QPushButton(text, this)));
        buttons->addWidget(button, index / 3, index % 3);
        connect(button, &QPushButton::clicked, this, act);
        button->setToolTip(tip);
        if (!keys.isEmpty())
            connect(new QShortcut(keys, m_list, nullptr, nullptr, Qt::WidgetShortcut), &QShortcut::activated, button,
                    &QPushButton::click);
    };
    addButton(u"bookmark-open"_s, tr("Open"), tr("Enter"), {}, &Bookmarks::openCurrent);
    addButton(u"bookmark-rename"_s, tr("Rename"), tr("F2"), {}, &Bookmarks::rename);
    addButton(u"bookmark-delete"_s, tr("Delete"), tr("Delete key"), Qt::Key_Delete, &Bookmarks::remove);
    addButton(u"bookmark-up"_s, tr("Move up"), tr("Alt+Up"), Qt::ALT | Qt::Key_Up, [this] { move(-1); });
    addButton(u"bookmark-down"_s, tr("Move down"), tr("Alt+Down"), Qt::ALT | Qt::Key_Down, [this] { move(1); });
    connect(m_list, &QListWidget::itemActivated, this, &Bookmarks::openCurrent);
    connect(m_list, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
        const auto index = item->data(Qt::UserRole).toUInt();
        QTimer::singleShot(0, this, [this, index, name = utf8(item->text().simplified())] { // the list is still busy
            std::vector<Document> all = *m_store.bookmarks();
            if (index < all.size() && !name.empty())
                all[index].title = name;
            m_store.setBookmarks(std::move(all));
            fill(); // also the old name, instead of an empty one
        });
    });
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, &Bookmarks::takeOrder, Qt::QueuedConnection);
    connect(
        m_list->itemDelegate(), &QAbstractItemDelegate::closeEditor, this,
        [this] {
            if (QWidget* before = m_before)
                before->setFocus(Qt::OtherFocusReason);
            m_before = nullptr;
        },
        Qt::QueuedConnection);
    connect(&store, &Store::bookmarksChanged, this, &Bookmarks::fill);
    fill();
    hide();
}

QWidget* Bookmarks::makeHead()
{
    auto* head = new QWidget(this);
    auto* title = new QLabel(u"<b>"_s + tr("Bookmarks").toHtmlEscaped() + u"</b>"_s, head);
    QToolButton* close = quietButton(u"bookmarks-close"_s, tr("Close the bookmarks"), head, u"close"_s);
    connect(close, &QToolButton::clicked, this, [this] { setOpen(false); });
    fillLayout(new QHBoxLayout(head), {{title, 1}, close}, {0, 8, 0, 8});
    return head;
}

void Bookmarks::fill()
{
    const QSignalBlocker quiet(m_list);
    const std::vector<Document>& all = *m_store.bookmarks();
    const int row = std::clamp(m_list->currentRow(), 0, std::max(0, static_cast<int>(all.size()) - 1));
    m_list->clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto* item = new QListWidgetItem(qs(all[i].title), m_list);
        item->setFlags((item->flags() | Qt::ItemIsEditable) & ~Qt::ItemIsDropEnabled);
        item->setToolTip(u"<div>"_s + qs(all[i].title).toHtmlEscaped() + u"</div>"_s);
        item->setData(Qt::UserRole, static_cast<int>(i));
    }
    m_list->setCurrentRow(row);
    m_none->setVisible(all.empty());
    for (QPushButton* button : m_buttons)
        button->setEnabled(!all.empty());
}

void Bookmarks::add()
{
    std::vector<Document> all = *m_store.bookmarks();
    all.push_back(stepOf(m_store));
    m_store.setBookmarks(std::move(all));
    m_before = QApplication::focusWidget();
    setOpen(true);
    m_list->setCurrentRow(m_list->count() - 1);
    rename();
}

void Bookmarks::open(int index)
{
    if (index < 0 || index >= std::ssize(*m_store.bookmarks()))
        return;
    const Document step = (*m_store.bookmarks())[static_cast<std::size_t>(index)];
    const Store::Gesture together(m_store, step.title);
    m_store.open(step.scene);
    m_store.setView(step.viewOver(m_store.view().board));
    emit opened();
}

void Bookmarks::openCurrent()
{
    open(m_list->currentRow());
}

void Bookmarks::rename()
{
    m_list->setFocus(Qt::OtherFocusReason);
    m_list->editItem(m_list->currentItem());
}

void Bookmarks::move(int by)
{
    const int row = m_list->currentRow();
    std::vector<Document> all = *m_store.bookmarks();
    if (row < 0 || row + by < 0 || row + by >= std::ssize(all))
        return;
    std::iter_swap(all.begin() + row, all.begin() + row + by);
    m_store.setBookmarks(std::move(all));
    m_list->setCurrentRow(row + by);
}

void Bookmarks::takeOrder()
{
    const std::vector<Document>& before = *m_store.bookmarks();
    std::vector<Document> all;
    all.reserve(before.size());
    for (int row = 0; row < m_list->count(); ++row)
        all.push_back(before.at(m_list->item(row)->data(Qt::UserRole).toUInt()));
    m_store.setBookmarks(std::move(all));
    fill();
}

void Bookmarks::remove()
{
    std::vector<Document> all = *m_store.bookmarks();
    if (all.empty())
        return;
    all.erase(all.begin() + m_list->currentRow());
    m_store.setBookmarks(std::move(all));
}

void Bookmarks::setOpen(bool open)
{
    if (open != isHidden())
        return;
    setVisible(open);
    emit changed();
    if (open)
        m_list->setFocus(Qt::OtherFocusReason);
}

void Bookmarks::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        return setOpen(false);
    QWidget::keyPressEvent(event);
}

std::vector<Action> Bookmarks::actions()
{
    return {command(u"bookmark"_s, tr("Bookmar&k this"), [this] { add(); },
                    {.shortcut = Qt::CTRL | Qt::Key_D,
                     .statusTip = tr("Keeps this setup with its views and zoom as a step of a talk"),
                     .lineAbove = true}),
            command(u"bookmarks"_s, tr("&Bookmarks"), [this] { setOpen(isHidden()); },
                    {.shortcut = Qt::CTRL | Qt::SHIFT | Qt::Key_O,
                     .checked = std::not_fn(std::bind_front(&QWidget::isHidden, this))})};
}

std::vector<Entry> Bookmarks::entries()
{
    std::vector<Entry> entries;
    for (const Document& step : *m_store.bookmarks())
        entries.push_back({.topic = Topic::Bookmark,
                           .title = qs(step.title),
                           .names = {},
                           .run = [this, index = static_cast<int>(entries.size())] {
                               open(index);
                           }});
    return entries;
}

} // namespace phasor
