// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages/cardpage.h"

#include "ui/forms/text.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace phasor {

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
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kMargin, 12, kMargin, 4);
    head->setSpacing(24);
    m_title = plainLabel(this);
    m_title->setFont(scaled(font(), 1.54, true));
    m_says = plainLabel(this);
    m_says->setForegroundRole(QPalette::PlaceholderText);
    m_search = named(name + u"-search"_s, new QLineEdit(this));
    m_search->setMinimumWidth(240);
    m_search->setMaximumWidth(280);
    head->addWidget(m_title);
    head->addWidget(m_says, 1);
    head->addWidget(m_search);

    auto* content = new QWidget(this);
    m_cards = new CardFlow(shape, content);
    auto* around = new QVBoxLayout(content);
    around->setContentsMargins(kMargin, 0, kMargin, 0);
    around->addWidget(m_cards, 0, Qt::AlignTop);
    m_area = scrolled(content, this);

    auto* foot = new QWidget(this);
    foot->setAutoFillBackground(true);
    foot->setBackgroundRole(QPalette::Base);
    m_foot = new QHBoxLayout(foot);
    m_foot->setContentsMargins(kMargin, 12, kMargin, 12);
    m_foot->setSpacing(kGap);
    auto* texts = new QVBoxLayout;
    m_name = plainLabel(foot);
    m_name->setFont(scaled(font(), 1, true));
    m_place = named(name + u"-place"_s, plainLabel(foot));
    m_place->setWordWrap(true);
    m_place->setForegroundRole(QPalette::PlaceholderText);
    texts->setSpacing(2);
    texts->addWidget(m_name);
    texts->addWidget(m_place, 1, Qt::AlignTop);
    auto* cancel = named(name + u"-cancel"_s, new QPushButton(tr("Cancel"), foot));
    m_open = named(name + u"-open"_s, new QPushButton(foot));
    m_open->setDefault(true);
    m_foot->addLayout(texts, 1);
    m_foot->addWidget(cancel);
    m_foot->addWidget(m_open);

    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addLayout(head);
    page->addWidget(m_area, 1);
    page->addWidget(foot);
    connect(m_search, &QLineEdit::textChanged, m_cards, &CardFlow::search);
    connect(cancel, &QPushButton::clicked, this, &CardPage::left);
    connect(m_open, &QPushButton::clicked, this, &CardPage::accept);
    connect(m_cards, &CardFlow::opened, this, &CardPage::accept);
    connect(m_cards, &CardFlow::chosenChanged, this, [this] {
        m_open->setEnabled(m_cards->chosen() != nullptr);
        if (m_cards->chosen() != nullptr) {
            m_area->ensureWidgetVisible(m_cards->chosen(), 0, kGap);
            showChosen();
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
