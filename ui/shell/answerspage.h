// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/questions/answers.h"

#include <QDialog>

#include <array>
#include <optional>

class QHBoxLayout;
class QLabel;

namespace phasor {

class Store;

// The five questions, answered with the numbers of set-up A as they are now; beside each the view that shows the answer
// and what to try. Stays open while one goes on working.
class AnswersPage : public QDialog
{
    Q_OBJECT

public:
    AnswersPage(Store& store, QWidget* parent);

    // Nothing while it is closed: nothing is computed then.
    std::optional<ViewRequest> request(const ViewState& view) const;
    void show(const ViewDataPtr& data);
    void setReason(const QString& reason);
    void open() override; // or in front again

signals:
    void viewRequested(const QString& plot);
    void opened(); // its answers are wanted
    void undoRequested();
    void redoRequested();

private:
    struct Section
    {
        QLabel* answer = nullptr;
        QLabel* claims = nullptr;
        QHBoxLayout* buttons = nullptr;
        std::vector<Trial> trials; // that have a button now
    };

    Section makeSection(Question question, int number, QWidget* page);
    void showTrials(Section& section, const std::vector<Trial>& trials);

    Store& m_store;
    std::array<Section, kQuestions.size()> m_sections;
};

} // namespace phasor
