// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/pages/cardflow.h"

#include <QString>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace phasor {

// A page of the window: a title, a field that searches, cards, and a foot with the chosen one. Keys: arrows choose,
// Enter or a double click opens, Esc leaves, a letter searches. Its parts are named NAME-search, NAME-place,
// NAME-cancel and NAME-open.
class CardPage : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kMargin = 32;
    static constexpr int kGap = 16;
    static constexpr int kMostWidth = 1920;

    CardPage(const QString& name, Card::Shape shape, QWidget* parent);

    CardFlow& cards() { return *m_cards; }
    void setTexts(const QString& title, const QString& says, const QString& search, const QString& open);
    // Shows the page anew, with that card chosen, and its group at the top if `group` says so.
    void begin(Card* chosen, const QString& group = {});

signals:
    void opened(const QString& id); // the chosen card
    void left();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void describe(const QString& place); // the chosen card
    void accept();
    QHBoxLayout* foot() { return m_foot; } // the texts, Cancel and Open

    virtual void showChosen(); // the chosen card has changed

private:
    QLabel* m_title;
    QLabel* m_says;
    QLineEdit* m_search;
    QScrollArea* m_area;
    CardFlow* m_cards;
    QHBoxLayout* m_foot;
    QLabel* m_name;
    QLabel* m_place;
    QPushButton* m_open;
};

// A widget that scrolls vertically and, in a wide window, is centered.
QScrollArea* scrolled(QWidget* content, QWidget* parent);

} // namespace phasor
