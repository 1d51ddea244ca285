// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"
#include "ui/forms/faults.h"

#include <QScrollArea>

#include <vector>

class QGridLayout;
class QLabel;

namespace phasor {

class Control;
class Sections;
class Store;

// Controls of the edited setup's parameters, made from specsOf() only, in groups with headers that fold them. A
// scheme's own controls come and go with it. Edits go to the store. Object names of the parts: ui/forms/control.h.
class ParameterPanel : public QScrollArea
{
    Q_OBJECT

public:
    ParameterPanel(Store& store, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    Sections& sections() { return *m_sections; }
    // Outlines the edited side's controls that have an error, and folded sections that contain one.
    void showFaults(const std::vector<Fault>& faults);
    void fitSections(); // folds sections without room
    bool isInNarrowWindow() const; // too narrow for its type; sizeHint() is then narrow

signals:
    void refused(const QString& message); // typed text isn't a value
    void complained(const QString& message); // error in the text typed so far; empty: valid
    void accepted(); // a value was accepted
    void fileRequested(const phasor::ParameterSpec& parameter); // "from file…" was chosen
    void fontChanged(); // the size hint has changed, too

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row
    {
        const ParameterSpec* spec;
        Control* control;
        QLabel* label; // null if the group's header is the label
        ParameterValue shown;
    };

    Row makeRow(const ParameterSpec& spec);
    void place(const Row& row);
    void remove(const Row& row);
    void showSpecs(const Parameters& parameters);
    void showParameters(const Parameters& parameters);
    void showRows();
    void markFaults();
    bool isTooHigh() const; // too high: it would scroll
    void fitSpacing();

    Store& m_store;
    QGridLayout* m_grid;
    Sections* m_sections;
    bool m_stacked = false; // labels are above their controls
    std::vector<Fault> m_faults;
    std::vector<Row> m_rows; // in the order of the controls
};

} // namespace phasor
