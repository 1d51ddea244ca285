// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"
#include "ui/forms/control.h"

#include <QScrollArea>
#include <QStringList>

#include <vector>

class QGridLayout;
class QLabel;

namespace phasor {

class Control;
class FoldLine;
class Store;

// Controls of the edited setup's parameters, made from specsOf() only, in sections: the basic ones, then a line that
// folds the others. A scheme's own controls come and go with it. Edits go to the store. Object names of the parts:
// ui/forms/control.h and "section-encoding", "fold-encoding".
class ParameterPanel : public QScrollArea
{
    Q_OBJECT

public:
    ParameterPanel(Store& store, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    QStringList openedFolds() const; // by the user: ids of sections
    void openFolds(const QStringList& ids); // those only
    QWidget* reveal(const QString& parameter); // opens its fold and scrolls there: its control; null: it isn't there
    // Outlines the edited side's controls that have an error, and folds that contain one.
    void showFaults(const std::vector<Fault>& faults);
    void showPlaying(const QString& parameter); // its button pauses; empty: nothing plays
    void fit(); // to the window's size
    bool isInNarrowWindow() const; // too narrow for its type; sizeHint() is then narrow

signals:
    void refused(const QString& message); // typed text isn't a value
    void complained(const QString& message); // error in the text typed so far; empty: valid
    void accepted(); // a value was accepted
    void fileRequested(const phasor::ParameterSpec& parameter); // "from file…" was chosen
    void playClicked(const phasor::ParameterSpec& parameter);
    void playMenuRequested(const phasor::ParameterSpec& parameter);
    void fontChanged(); // the size hint has changed, too

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row
    {
        const ParameterSpec* spec;
        Control* control;
        QLabel* label; // null if the section's title is the label
        ParameterValue shown;
    };

    Row makeRow(const ParameterSpec& spec);
    void place(const Row& row);
    void remove(const Row& row);
    void showSpecs(const Parameters& parameters);
    void showParameters(const Parameters& parameters);
    int labelWidth() const; // of the labels' column, pixels; wider labels are above their controls
    void showRows();
    void markFaults();
    FoldLine& foldOf(const ParameterSpec& spec) const { return *m_folds[static_cast<std::size_t>(spec.group)]; }

    Store& m_store;
    QGridLayout* m_grid;
    std::vector<FoldLine*> m_folds; // by ParameterGroup
    bool m_stacked = false; // labels are above their controls
    std::vector<Fault> m_faults;
    std::vector<Row> m_rows; // in the order of the controls
};

} // namespace phasor
