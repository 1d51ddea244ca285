// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/lessons/lessonrun.h"

#include <QWidget>

class QGridLayout;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace phasor {

inline constexpr int kLessonMargin = 24; // left and right, in the guide

// A segment for each step in `line`, those up to `now` in the color of a selection, the others in `later`.
void showProgress(QHBoxLayout& line, std::size_t steps, std::size_t now, QPalette::ColorRole later);

// What the guide shows of one step: texts with live numbers, questions, conditions, *Do it for me*. GUI thread only.
class StepPage : public QWidget
{
    Q_OBJECT

public:
    StepPage(LessonRun& run, QWidget* parent); // of the run's present step

    void refresh(); // after LessonRun::changed

signals:
    void told(QWidget* first, QWidget* last); // texts that have just appeared, or have become a verdict

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; // a click on a choice's text chooses it

private:
    void addPiece(std::size_t index);
    void addText(const std::function<std::string()>& markdown, const std::function<bool()>& shown, bool isNote = false);
    void addQuiz(std::size_t index);
    void addGuess(std::size_t index);
    void addConditions();

    LessonRun& m_run;
    QVBoxLayout* m_column = nullptr; // its parts
    std::vector<std::function<void()>> m_refreshers; // of the parts that change
    std::vector<QWidget*> m_news; // of this refresh
};

// A label of the guide: `size` times the usual type.
QLabel* lessonLabel(const QString& name, QWidget* parent, double size = 1, bool bold = false);

// A scale with the student's guess, an open circle that is dragged or moved by arrow keys, and later the measured
// number, a filled circle. GUI thread only.
class GuessScale : public QWidget
{
    Q_OBJECT

public:
    GuessScale(double low, double high, QWidget* parent);

    double value() const { return m_value; }
    bool isSet() const { return m_isSet; } // at first to the middle
    void setValue(const std::optional<double>& value); // nothing, or outside of the scale: it isn't set
    void showMeasured(double measured, bool guessed); // from now on the guess, if there is one, stays

    QSize sizeHint() const override { return {200, 7 * fontMetrics().height() / 2}; }

signals:
    void moved(double value); // by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int xOf(double value) const;
    void moveTo(double value);

    double m_low;
    double m_high;
    double m_value;
    bool m_isSet = true;
    std::optional<double> m_measured;
    QString m_answer; // the measured number as text
    bool m_guessed = true;
};

// The side panel of a lesson: the text of the present step with its live numbers, its questions, what to do and
// whether it is done, *Back* and *Next*. GUI thread only.
class Guide : public QWidget
{
    Q_OBJECT

public:
    explicit Guide(QWidget* parent);

    void show(LessonRun* run); // null: the panel is empty and hidden
    void goOn(int steps); // 1: the next step, −1: the one before
    void setBelow(bool below); // the plots: text at the left, the rest at the right

signals:
    void closed(); // the user leaves the lesson

private:
    QWidget* makeHead();
    QWidget* makeFoot();
    void showStep();
    void refresh();

    LessonRun* m_run = nullptr;
    QGridLayout* m_grid;
    QLabel* m_title = nullptr;
    QLabel* m_place = nullptr; // "Step 2 of 5"
    QLabel* m_left = nullptr; // minutes
    QHBoxLayout* m_progress = nullptr;
    QLabel* m_faults = nullptr; // of the file
    QLabel* m_strayed = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_next = nullptr;
    QScrollArea* m_area;
    QWidget* m_head;
    QWidget* m_foot;
    StepPage* m_page = nullptr; // of the present step
};

} // namespace phasor
