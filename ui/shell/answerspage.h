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

// Five questions, answered with the numbers of the present setup A. Each has a button for the view that shows the
// answer, and changes to try. Stays open while the user works in the window.
class AnswersPage : public QDialog
{
    Q_OBJECT

public:
    AnswersPage(Store& store, QWidget* parent);

    // Nullopt while the page is closed, so that nothing is computed.
    std::optional<ViewRequest> request(const ViewState& view) const;
    void show(const ViewDataPtr& data);
    void setReason(const QString& reason);
    void open() override; // to the front, if already open

signals:
    void viewRequested(const QString& plot);
    void opened(); // request() now has a value
    void undoRequested();
    void redoRequested();

private:
    struct Section
    {
        QLabel* answer = nullptr;
        QLabel* claims = nullptr;
        QHBoxLayout* buttons = nullptr;
        std::vector<Trial> trials; // shown as buttons now
    };

    Section makeSection(Question question, int number, QWidget* page);
    void showTrials(Section& section, const std::vector<Trial>& trials);

    Store& m_store;
    std::array<Section, kQuestions.size()> m_sections;
};

} // namespace phasor
