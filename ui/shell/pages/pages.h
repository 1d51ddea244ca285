// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"
#include "ui/panels/parts.h"
#include "ui/shell/pages/thumbnails.h"

#include <QAbstractButton>

class QComboBox;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace phasor {

class BoardMap;
class Lessons;
class Store;

// A card on a page: picture, title and text; gray with the reason if what it offers does not apply. Cards next to each
// other exclude each other: arrow keys move and choose. Its object name is card-ID.
class Card : public QAbstractButton
{
    Q_OBJECT

public:
    enum class Shape { Tall, Short, Wide }; // text below the picture, or at its right

    Card(const QString& id, const QString& title, const QString& says, QWidget* parent);

    const QString& id() const { return m_id; }
    const QString& says() const { return m_says; }
    const QString& reason() const { return m_reason; }
    const QString& clause() const { return m_clause; }
    void setShape(Shape shape) { m_shape = shape; }
    void setOpensAtOnce() { m_opensAtOnce = true; } // by a click; else by a double click
    void setPicture(const QImage& picture);
    // `note`: next to the title; `state`: the same for a screen reader. `reason`: why it does not apply, and what
    // helps; `state` is then the part of it that has room. Empty: it applies.
    void setState(const QString& note, const QString& state, const QString& reason);
    void setSays(const QString& says, bool lit); // lit: as a link
    bool matches(const QString& search) const;

    static QSize paperOf(double scale); // of a picture of scale times the thumbnails' size
    static QSize sizeOf(Shape shape, const QSize& paper, const QFont& font); // the least one of a wide card
    void setPaper(const QSize& paper) { m_paper = paper; }

signals:
    void opened();
    void dropped(const QPoint& place); // on the screen, after a drag

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paintTexts(QPainter& painter, QRect room) const;

    QString m_id;
    QString m_says;
    QString m_note;
    QString m_reason;
    QString m_clause; // the part of it that is written
    QImage m_picture;
    Shape m_shape = Shape::Tall;
    QSize m_paper;
    bool m_opensAtOnce = false;
    bool m_lit = false;
    QPoint m_pressed; // where the mouse was
    bool m_isDragged = false;
};

// A button that reads as a link, in one line, with a quiet note at the right end of its width.
class Link : public QAbstractButton
{
public:
    Link(const QString& text, const QString& note, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString m_note;
};

// Cards in groups with a title. Groups run from left to right, each in the last row, or else in the first one, that has
// room for it; one that is longer than a row takes several. Pictures are larger in a wide flow, and drawn while it is
// visible. As high as its width needs.
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

// The page *Add a view*: all views by group. Its foot shows the board with the place that the chosen view takes: a new
// cell, or one that is in its place now. A card can be dragged there. A gray card's foot has links to what helps.
class Gallery : public CardPage
{
    Q_OBJECT

public:
    Gallery(Store& store, QWidget* parent);

    // Shows the page's views as they are now; `view`: the chosen one, empty: none.
    void open(const QString& view, const std::shared_ptr<PipelineCache>& cache);

signals:
    void chosen(const QString& view, int cell); // cell −1: a new one
    void settingRequested(const QString& parameter); // that makes the chosen view apply

private:
    void showChosen() override;
    void showState(Card& card, const Error& error);
    QString helpFor(const Card& card); // links to what makes a gray view useful
    void follow(const QString& link);
    void choosePlace(int cell);

    Store& m_store;
    BoardMap* m_map;
    QComboBox* m_instead;
    QLabel* m_help;
    QHash<QString, Error> m_errors; // why views do not apply
};

// The presets of a group, with the group's title as a menu has it ("&1. Dropout on the sum").
struct PresetList
{
    QString menu;
    std::vector<Preset> presets;

    QString title() const { return QString(menu).remove(u'&'); }
};
std::vector<PresetList> presetLists(); // all, in the order of PresetGroup

// The page *Presets*: all presets by group, each with its first view.
class PresetsPage : public CardPage
{
    Q_OBJECT

public:
    explicit PresetsPage(QWidget* parent);

    void open(PresetGroup group); // the page, at this group
};

// The page *Start*: a sentence to type with the strip below it, lessons, models, and files used last. Keys: Enter and
// Esc leave it.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    StartPage(Store& store, const Lessons& lessons, bool shownAtStart, QWidget* parent);

    // Shows the page anew. `strip` stays here until the window takes it back.
    void begin(QWidget* strip, const std::vector<std::string>& recent); // files, the last one first
    void end(); // it is left

signals:
    void left();
    void lessonChosen(const std::string& id);
    void presetChosen(const QString& id);
    void presetsRequested(PresetGroup group); // the page of presets
    void fileChosen(const std::string& path); // raw bytes
    void openRequested(); // a file that the user chooses
    void shownAtStartChanged(bool shown);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QVBoxLayout* makeHead();
    QWidget* makeLessons();
    QWidget* makeColumn();
    QWidget* makeFoot(bool shownAtStart);
    void showLessons();
    void showRecent(const std::vector<std::string>& recent);
    void orderParts();
    void showSentence();
    void type(const QString& sentence);

    Store& m_store;
    const Lessons& m_lessons;
    QLineEdit* m_sentence;
    QVBoxLayout* m_band; // of the strip
    CardFlow* m_cards;
    QBoxLayout* m_below; // lessons and the column of models
    QWidget* m_line; // between these two
    QVBoxLayout* m_recent;
    QTimer m_pause; // in typing: the next letter is another step of undo
};

} // namespace phasor
