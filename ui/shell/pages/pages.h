// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"
#include "ui/shell/pages/cardpage.h"

class QBoxLayout;
class QComboBox;
class QVBoxLayout;

namespace phasor {

class BoardMap;
class Lessons;
class Store;

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
    PresetGroup group;
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
