// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"

#include <QTimer>
#include <QWidget>

class QBoxLayout;
class QLineEdit;
class QVBoxLayout;

namespace phasor {

class CardFlow;
class Lessons;
class Store;

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
