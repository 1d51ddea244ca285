// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages/pages.h"

#include "ui/forms/text.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <iterator>

namespace phasor {

CardFlow::CardFlow(Card::Shape shape, QWidget* parent)
    : QWidget(parent)
    , m_shape(shape)
    , m_thumbnails(new Thumbnails(this))
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(m_thumbnails, &Thumbnails::drawn, this,
            [this](const QString& id) { card(id)->setPicture(m_thumbnails->pictureOf(id)); });
}

void CardFlow::beginGroup(const QString& title)
{
    m_groups.push_back({boldLabel(title, this), {}});
}

Card* CardFlow::add(const QString& id, const QString& title, const QString& says, SubjectBy what)
{
    auto* one = new Card(id, title, says, this);
    one->setShape(m_shape);
    one->show(); // also if the page is visible already
    m_groups.back().cards.push_back(one);
    m_cards.push_back(one);
    m_subjects.push_back(std::move(what));
    connect(one, &QAbstractButton::toggled, this, &CardFlow::chosenChanged);
    connect(one, &Card::opened, this, [this, id] { emit opened(id); });
    return one;
}

Card* CardFlow::card(const QString& id) const
{
    const auto found = std::ranges::find(m_cards, id, &Card::id);
    return found == m_cards.end() ? nullptr : *found;
}

Card* CardFlow::chosen() const
{
    const auto found
        = std::ranges::find_if(m_cards, [](const Card* one) { return one->isChecked() && !one->isHidden(); });
    return found == m_cards.end() ? nullptr : *found;
}

QWidget* CardFlow::title(const QString& group) const
{
    const auto found = std::ranges::find_if(m_groups, [&](const Group& one) { return one.title->text() == group; });
    return found == m_groups.end() ? nullptr : found->title;
}

void CardFlow::draw()
{
    place(width(), true);
    updateGeometry();
    m_thumbnails->setDark(palette().color(QPalette::Base).lightness() < 128);
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        m_thumbnails->draw(m_cards[i]->id(), m_subjects[i]);
        m_cards[i]->setPicture(m_thumbnails->pictureOf(m_cards[i]->id()));
    }
}

void CardFlow::search(const QString& text)
{
    for (Card* one : m_cards)
        one->setVisible(one->matches(text));
    const auto first = std::ranges::find_if(m_cards, [](const Card* one) { return !one->isHidden(); });
    if (chosen() == nullptr && first != m_cards.end())
        (*first)->setChecked(true);
    place(width(), true);
    updateGeometry();
    emit chosenChanged();
}

int CardFlow::place(int width, bool moves) const
{
    constexpr int kGap = 14; // eight columns of views in a window of 1280, also with a scroll bar
    const double usual = m_shape == Card::Shape::Short ? 940 : 1280 - 2 * CardPage::kMargin; // in a window of 1280
    const QSize paper = Card::paperOf(std::max(1.0, width / usual));
    QSize size = Card::sizeOf(m_shape, paper, font());
    const auto columns = static_cast<std::size_t>(std::max(1, (width + kGap) / (size.width() + kGap)));
    if (m_shape == Card::Shape::Wide)
        size.setWidth((width + kGap) / static_cast<int>(columns) - kGap);
    const int title = QFontMetrics(scaled(font(), 1, true)).height() + kGap;
    struct Row
    {
        std::vector<Card*> cards;
        std::vector<const Group*> begin; // for each card: the group that begins with it
        bool titled = false;
    };
    std::vector<Row> rows;
    for (const Group& group : m_groups) {
        std::vector<Card*> cards;
        std::ranges::copy_if(group.cards, std::back_inserter(cards), [](const Card* one) { return !one->isHidden(); });
        const std::size_t count = cards.size();
        if (moves)
            group.title->setVisible(count > 0);
        const auto fits = [&](const Row& one) {
            return one.cards.size() + count <= columns;
        };
        auto row = !rows.empty() && fits(rows.back()) ? std::prev(rows.end()) : std::ranges::find_if(rows, fits);
        for (std::size_t i = 0; i < count; ++i) {
            if (row == rows.end() || (i % columns == 0 && i > 0))
                row = rows.insert(rows.end(), Row());
            row->cards.push_back(cards[i]);
            row->begin.push_back(i == 0 ? &group : nullptr);
            row->titled = row->titled || i == 0;
        }
    }
    const int across = size.width() + kGap;
    int y = 0;
    for (const Row& row : rows) {
        y += row.titled ? title : m_shape == Card::Shape::Wide ? kGap : 0; // tall cards end in free lines
        for (std::size_t i = 0; moves && i < row.cards.size(); ++i) {
            const QPoint at(static_cast<int>(i) * across, y);
            row.cards[i]->setPaper(paper);
            row.cards[i]->setGeometry(QRect(at, size));
            if (const Group* group = row.begin[i]) {
                const auto wide = static_cast<int>(std::min(group->cards.size(), columns));
                group->title->setGeometry(at.x(), y - title, wide * across - kGap, title - 8);
            }
        }
        y += size.height();
    }
    return y;
}

void CardFlow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place(width(), true);
}

void CardFlow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && isVisible())
        draw();
    if (event->type() == QEvent::FontChange) {
        for (const Group& group : m_groups)
            group.title->setFont(scaled(font(), 1, true));
        updateGeometry();
    }
}

void CardFlow::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_thumbnails->stop();
}

QScrollArea* scrolled(QWidget* content, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    content->setMaximumWidth(CardPage::kMostWidth);
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setAlignment(Qt::AlignHCenter);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

CardPage::CardPage(const QString& name, Card::Shape shape, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(name);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored); // the window may be as small as its other pages
    m_title = boldLabel({}, this, 1.54);
    m_says = quieted(plainLabel(this));
    m_search = named(name + u"-search"_s, new QLineEdit(this));
    m_search->setMinimumWidth(240);
    m_search->setMaximumWidth(280);
    auto* head = fillLayout(new QHBoxLayout, {m_title, {m_says, 1}, m_search}, {kMargin, 12, kMargin, 4}, 24);

    auto* content = new QWidget(this);
    m_cards = new CardFlow(shape, content);
    fillLayout(new QVBoxLayout(content), {{m_cards, 0, Qt::AlignTop}}, {kMargin, 0, kMargin, 0});
    m_area = scrolled(content, this);

    auto* foot = new QWidget(this);
    foot->setAutoFillBackground(true);
    foot->setBackgroundRole(QPalette::Base);
    m_name = boldLabel({}, foot);
    m_place = quieted(wrapped(named(name + u"-place"_s, plainLabel(foot))));
    auto* texts = fillLayout(new QVBoxLayout, {m_name, {m_place, 1, Qt::AlignTop}}, kUsualMargins, 2);
    auto* cancel = named(name + u"-cancel"_s, new QPushButton(tr("Cancel"), foot));
    m_open = named(name + u"-open"_s, new QPushButton(foot));
    m_open->setDefault(true);
    m_foot = fillLayout(new QHBoxLayout(foot), {{texts, 1}, cancel, m_open}, {kMargin, 12, kMargin, 12}, kGap);

    fillLayout(new QVBoxLayout(this), {head, {m_area, 1}, foot}, {}, 0);
    connect(m_search, &QLineEdit::textChanged, m_cards, &CardFlow::search);
    connect(cancel, &QPushButton::clicked, this, &CardPage::left);
    connect(m_open, &QPushButton::clicked, this, &CardPage::accept);
    connect(m_cards, &CardFlow::opened, this, &CardPage::accept);
    connect(m_cards, &CardFlow::chosenChanged, this, [this] {
        m_open->setEnabled(m_cards->chosen() != nullptr);
        if (m_cards->chosen() != nullptr) {
            m_area->ensureWidgetVisible(m_cards->chosen(), 0, kGap);
            showChosen();
        } else {
            m_name->clear();
            m_place->setText(tr("Nothing is called “%1”.").arg(m_search->text()));
        }
    });
}

void CardPage::setTexts(const QString& title, const QString& says, const QString& search, const QString& open)
{
    m_title->setText(title);
    m_says->setText(says);
    m_search->setPlaceholderText(search);
    m_open->setText(open);
}

void CardPage::begin(Card* chosen, const QString& group)
{
    m_search->clear();
    m_cards->draw();
    chosen->setChecked(true);
    chosen->setFocus();
    showChosen();
    if (const QWidget* title = m_cards->title(group))
        m_area->verticalScrollBar()->setValue(title->y());
}

void CardPage::showChosen()
{
    describe(m_cards->chosen()->says());
}

void CardPage::describe(const QString& place)
{
    m_name->setText(m_cards->chosen()->text());
    m_place->setText(place);
}

void CardPage::accept()
{
    if (const Card* one = m_cards->chosen())
        emit opened(one->id());
}

void CardPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        emit left();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        accept();
    } else if (const QString typed = event->text().trimmed(); !typed.isEmpty() && typed.at(0).isPrint()) {
        m_search->setFocus();
        m_search->insert(typed);
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace phasor
