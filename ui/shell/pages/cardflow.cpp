// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages/cardflow.h"

#include "ui/forms/plaintext.h"
#include "ui/forms/text.h"

#include <QEvent>
#include <QLabel>

#include <algorithm>
#include <iterator>

namespace phasor {

namespace {

constexpr int kCardGap = 14; // eight columns of views in a window of 1280, also with a scroll bar

} // namespace

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
    m_groups.push_back({plainLabel(title, this), {}});
    m_groups.back().title->setFont(scaled(font(), 1, true));
}

Card* CardFlow::add(const QString& id, const QString& title, const QString& says, SubjectBy what)
{
    auto* one = new Card(id, title, says, this);
    one->setShape(m_shape);
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
    QSize size = Card::sizeOf(m_shape, font());
    const auto columns = static_cast<std::size_t>(std::max(1, (width + kCardGap) / (size.width() + kCardGap)));
    if (m_shape == Card::Shape::Wide)
        size.setWidth((width + kCardGap) / static_cast<int>(columns) - kCardGap);
    const int title = QFontMetrics(scaled(font(), 1, true)).height() + kCardGap;
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
        auto row = std::ranges::find_if(rows, [&](const Row& one) { return one.cards.size() + count <= columns; });
        for (std::size_t i = 0; i < count; ++i) {
            if (row == rows.end() || (i % columns == 0 && i > 0))
                row = rows.insert(rows.end(), Row());
            row->cards.push_back(cards[i]);
            row->begin.push_back(i == 0 ? &group : nullptr);
            row->titled = row->titled || i == 0;
        }
    }
    const int across = size.width() + kCardGap;
    int y = 0;
    for (const Row& row : rows) {
        y += row.titled ? title : m_shape == Card::Shape::Wide ? kCardGap : 0; // tall cards end in free lines
        for (std::size_t i = 0; moves && i < row.cards.size(); ++i) {
            const QPoint at(static_cast<int>(i) * across, y);
            row.cards[i]->setGeometry(QRect(at, size));
            if (const Group* group = row.begin[i]) {
                const auto wide = static_cast<int>(std::min(group->cards.size(), columns));
                group->title->setGeometry(at.x(), y - title, wide * across - kCardGap, title - 8);
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

} // namespace phasor
