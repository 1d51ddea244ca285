// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/gallery.h"

#include "plots/plot.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/shell/actions/plotactions.h"
#include "ui/shell/thumbnails.h"
#include "ui/shell/viewcard.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace phasor {

namespace {

constexpr int kMargin = 32;
constexpr int kGap = 16;
constexpr int kMostWidth = 1920; // of the page

// Where the cells of a board are in a rectangle.
std::vector<QRectF> cellsIn(const Board& board, const QRectF& rect)
{
    std::vector<QRectF> cells;
    const auto sum = [](const auto& members) {
        return std::accumulate(members.begin(), members.end(), 0.0,
                               [](double all, const auto& member) { return all + member.share; });
    };
    const double lines = sum(board.lines());
    double begin = 0;
    for (const BoardLine& line : board.lines()) {
        double at = 0;
        const double length = sum(line.cells);
        for (const BoardCell& cell : line.cells) {
            const QRectF part(at / length, begin / lines, cell.share / length, line.share / lines);
            const QRectF placed = board.inColumns() ? QRectF(part.y(), part.x(), part.height(), part.width()) : part;
            cells.emplace_back(rect.x() + placed.x() * rect.width(), rect.y() + placed.y() * rect.height(),
                               placed.width() * rect.width(), placed.height() * rect.height());
            at += cell.share;
        }
        begin += line.share;
    }
    return cells;
}

} // namespace

// The board in small, with the cell in focus marked. A click chooses a cell.
class BoardMap : public QWidget
{
public:
    explicit BoardMap(QWidget* parent)
        : QWidget(parent)
    {
        setFixedSize(96, 48);
    }
    void show(const Board& board)
    {
        m_board = board;
        update();
    }
    std::function<void(int cell)> clicked;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const std::vector<QRectF> cells = cellsIn(m_board, QRectF(rect()).adjusted(1, 1, -1, -1));
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const bool marked = static_cast<int>(i) == m_board.focus();
            QColor fill = palette().color(marked ? QPalette::Highlight : QPalette::Midlight);
            fill.setAlphaF(marked ? 0.2F : 1.0F);
            painter.setBrush(fill);
            painter.setPen(QPen(palette().color(marked ? QPalette::Highlight : QPalette::Mid), marked ? 2 : 1));
            painter.drawRect(cells[i].adjusted(1, 1, -1, -1));
        }
    }
    void mousePressEvent(QMouseEvent* event) override
    {
        const std::vector<QRectF> cells = cellsIn(m_board, rect());
        const auto at = std::ranges::find_if(cells, [event](const QRectF& c) { return c.contains(event->position()); });
        if (at != cells.end())
            clicked(static_cast<int>(at - cells.begin()));
    }

private:
    Board m_board;
};

Gallery::Gallery(Store& store, QWidget* parent)
    : QWidget(parent)
    , m_store(store)
    , m_thumbnails(new Thumbnails(this))
    , m_area(new QScrollArea(this))
{
    setObjectName(QStringLiteral("gallery"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored); // the window may be as small as its other pages
    auto* content = new QWidget(m_area);
    for (const ViewGroup group : kViewGroups) {
        m_titles[group] = new QLabel(groupTitle(group), content);
        m_titles[group]->setFont(scaled(font(), 1, true));
        for (const PlotSpec& spec : plotSpecs()) {
            if (findView(spec.id)->group != group)
                continue;
            auto* one = m_cards.emplace_back(new ViewCard(spec, content));
            one->opened = [this] {
                accept();
            };
            connect(one, &QAbstractButton::toggled, this, &Gallery::showPlace);
        }
    }
    m_area->setWidget(content);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(makeHead());
    page->addWidget(m_area, 1);
    page->addWidget(makeFoot());
    connect(m_thumbnails, &Thumbnails::drawn, this, [this](const QString& view) {
        findChild<ViewCard*>(u"card-"_s + view)->setPicture(m_thumbnails->pictureOf(view));
    });
    connect(m_thumbnails, &Thumbnails::tried, this, [this](const QString& view, const QString& reason) {
        const bool shown = m_store.view().board.find(utf8(view)) >= 0;
        findChild<ViewCard*>(u"card-"_s + view)->setState(shown, reason);
        showPlace();
    });
}

QWidget* Gallery::makeHead()
{
    auto* head = new QWidget(this);
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins(kMargin, 12, kMargin, 4);
    line->setSpacing(24);
    auto* title = new QLabel(tr("Add a view"), head);
    title->setFont(scaled(font(), 1.54, true));
    auto* says = new QLabel(tr("Pictures: a short sentence. Gray views do not apply to your setup."), head);
    says->setForegroundRole(QPalette::PlaceholderText);
    m_search = named(u"gallery-search"_s, new QLineEdit(head));
    m_search->setPlaceholderText(tr("Search %n views", nullptr, static_cast<int>(m_cards.size())));
    m_search->setMinimumWidth(240);
    m_search->setMaximumWidth(280);
    connect(m_search, &QLineEdit::textChanged, this, &Gallery::search);
    line->addWidget(title);
    line->addWidget(says, 1);
    line->addWidget(m_search);
    return head;
}

QWidget* Gallery::makeFoot()
{
    auto* foot = new QWidget(this);
    foot->setAutoFillBackground(true);
    foot->setBackgroundRole(QPalette::Base);
    auto* line = new QHBoxLayout(foot);
    line->setContentsMargins(kMargin, 12, kMargin, 12);
    line->setSpacing(kGap);
    m_map = new BoardMap(foot);
    m_map->clicked = [this](int cell) {
        if (cell < m_store.view().board.size())
            m_instead->setCurrentIndex(m_instead->findData(cell));
    };
    auto* texts = new QVBoxLayout;
    m_name = new QLabel(foot);
    m_name->setFont(scaled(font(), 1, true));
    m_place = named(u"gallery-place"_s, new QLabel(foot));
    m_place->setWordWrap(true);
    m_place->setForegroundRole(QPalette::PlaceholderText);
    texts->setSpacing(2);
    texts->addWidget(m_name);
    texts->addWidget(m_place, 1, Qt::AlignTop);
    m_instead = named(u"gallery-instead"_s, new QComboBox(foot));
    m_instead->setAccessibleName(tr("Place"));
    connect(m_instead, &QComboBox::currentIndexChanged, this, &Gallery::showPlace);
    auto* cancel = named(u"gallery-cancel"_s, new QPushButton(tr("Cancel"), foot));
    connect(cancel, &QPushButton::clicked, this, &Gallery::left);
    m_add = named(u"gallery-add"_s, new QPushButton(tr("Add"), foot));
    m_add->setDefault(true);
    connect(m_add, &QPushButton::clicked, this, &Gallery::accept);
    line->addWidget(m_map);
    line->addLayout(texts, 1);
    line->addWidget(m_instead);
    line->addWidget(cancel);
    line->addWidget(m_add);
    return foot;
}

void Gallery::open(const QString& view, std::shared_ptr<PipelineCache> cache)
{
    const Board& board = m_store.view().board;
    const QSignalBlocker quiet(m_instead);
    m_instead->clear();
    if (!board.isFull())
        m_instead->addItem(tr("in a new cell"), -1);
    for (int cell = 0; cell < board.size(); ++cell)
        m_instead->addItem(tr("in place of %1").arg(findPlot(board.cell(cell).view)->titleText()), cell);
    m_search->clear();
    m_thumbnails->start(m_store.scene(), m_store.view(), std::move(cache),
                        palette().color(QPalette::Base).lightness() < 128);
    ViewCard* first = m_cards.front();
    for (ViewCard* one : m_cards) {
        const bool shown = board.find(one->spec().id) >= 0;
        one->setState(shown, one->reason());
        one->setPicture(m_thumbnails->pictureOf(qs(one->spec().id)));
        if (qs(one->spec().id) == view || (view.isEmpty() && !shown && board.find(first->spec().id) >= 0))
            first = one;
    }
    first->setChecked(true);
    arrange();
    showPlace();
    first->setFocus();
}

ViewCard* Gallery::card() const
{
    const auto found
        = std::ranges::find_if(m_cards, [](const ViewCard* one) { return one->isChecked() && !one->isHidden(); });
    return found == m_cards.end() ? nullptr : *found;
}

// Groups from left to right, each in the first row that has room for it; one that is longer than a row takes several.
void Gallery::arrange()
{
    const QSize size = ViewCard::cardSize();
    const int width = std::min(m_area->viewport()->width(), kMostWidth);
    const int left = kMargin + (m_area->viewport()->width() - width) / 2;
    const int columns = std::max(1, (width - 2 * kMargin + kGap) / (size.width() + kGap));
    const int title = QFontMetrics(m_titles.begin()->second->font()).height() + kGap;
    const int pitch = size.height() + title;
    std::vector<int> used; // cards in each row
    for (const auto& [group, label] : m_titles) {
        std::vector<ViewCard*> cards;
        std::ranges::copy_if(m_cards, std::back_inserter(cards), [group = group](const ViewCard* one) {
            return !one->isHidden() && findView(one->spec().id)->group == group;
        });
        label->setVisible(!cards.empty());
        const int count = static_cast<int>(cards.size());
        auto row = std::ranges::find_if(used, [&](int taken) { return taken + count <= columns; }) - used.begin();
        for (int i = 0; i < count; ++i) {
            if (i % columns == 0 && i > 0)
                row = static_cast<std::ptrdiff_t>(used.size());
            if (row == static_cast<std::ptrdiff_t>(used.size()))
                used.push_back(0);
            const int column = used[static_cast<std::size_t>(row)]++;
            const QPoint at(left + column * (size.width() + kGap), static_cast<int>(row) * pitch + title);
            cards[static_cast<std::size_t>(i)]->move(at);
            if (i == 0)
                label->setGeometry(at.x(), at.y() - title, std::min(count, columns) * (size.width() + kGap) - kGap,
                                   title - 8);
        }
    }
    m_area->widget()->resize(m_area->viewport()->width(), static_cast<int>(used.size()) * pitch);
}

void Gallery::search(const QString& text)
{
    for (ViewCard* one : m_cards)
        one->setVisible(one->matches(text));
    const auto first = std::ranges::find_if(m_cards, [](const ViewCard* one) { return !one->isHidden(); });
    if (card() == nullptr && first != m_cards.end())
        (*first)->setChecked(true);
    arrange();
    showPlace();
}

// The board as it would be.
void Gallery::showPlace()
{
    const ViewCard* one = card();
    m_add->setEnabled(one != nullptr);
    if (one == nullptr)
        return;
    Board board = m_store.view().board;
    const int cell = m_instead->currentData().toInt();
    if (cell < 0)
        board.add(one->spec().id);
    else
        board.put(cell, one->spec().id);
    m_map->show(board);
    m_name->setText(one->text());
    m_place->setText(!one->reason().isEmpty() ? one->reason()
                         : cell < 0           ? tr("goes into a new cell. All other views stay.")
                                              : tr("takes the place of %1. All other views stay.")
                                          .arg(findPlot(m_store.view().board.cell(cell).view)->titleText()));
    m_area->ensureWidgetVisible(const_cast<ViewCard*>(one), 0, kGap);
}

void Gallery::accept()
{
    if (const ViewCard* one = card())
        emit chosen(qs(one->spec().id), m_instead->currentData().toInt());
}

void Gallery::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void Gallery::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit left();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        accept();
    else if (event->matches(QKeySequence::Find) || !event->text().trimmed().isEmpty())
        m_search->setFocus();
    else
        QWidget::keyPressEvent(event);
}

void Gallery::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_thumbnails->stop();
}

} // namespace phasor
