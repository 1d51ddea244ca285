// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/pages/card.h"
#include "ui/shell/pages/thumbnails.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace phasor {

// Cards in groups with a title. Groups run from left to right, each in the first row that has room for it; one that is
// longer than a row takes several. Pictures are drawn while the flow is visible. As high as its width needs.
class CardFlow : public QWidget
{
    Q_OBJECT

public:
    CardFlow(Card::Shape shape, QWidget* parent);

    void beginGroup(const QString& title);
    Card* add(const QString& id, const QString& title, const QString& says, SubjectBy what); // to the last group
    const std::vector<Card*>& cards() const { return m_cards; }
    Card* card(const QString& id) const; // null: none
    Card* chosen() const; // null: none, or it is hidden
    QWidget* title(const QString& group) const; // null: none
    Thumbnails& thumbnails() { return *m_thumbnails; }

    void draw(); // the pictures, in the colors of now
    void search(const QString& text); // hides the cards that do not match
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return place(width, false); }
    QSize sizeHint() const override { return {width(), heightForWidth(width())}; }

signals:
    void chosenChanged();
    void opened(const QString& id);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Group
    {
        QLabel* title;
        std::vector<Card*> cards;
    };
    int place(int width, bool moves) const; // returns the height

    Card::Shape m_shape;
    Thumbnails* m_thumbnails;
    std::vector<Group> m_groups;
    std::vector<Card*> m_cards; // of all groups
    std::vector<SubjectBy> m_subjects; // for each card
};

} // namespace phasor
