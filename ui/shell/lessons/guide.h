// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/lessons/lessonrun.h"

#include <QWidget>

class QGridLayout;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QScrollArea;

namespace phasor {

class StepPage;

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

protected:
    void keyPressEvent(QKeyEvent* event) override;

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
