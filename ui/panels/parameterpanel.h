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

// The controls of the edited set-up's parameters, made from specsOf() and nothing else, under a quiet header for each
// group, which folds it. A scheme's own controls come and go with it. Dispatches edits to the store. Object names of
// the parts: ui/forms/control.h.
class ParameterPanel : public QScrollArea
{
    Q_OBJECT

public:
    ParameterPanel(Store& store, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    Sections& sections() { return *m_sections; }
    // Outlines the controls of the edited side that are at fault, and the headers of folded sections that hold one.
    void showFaults(const std::vector<Fault>& faults);
    void fitSections(); // folds what there is no room for
    bool isInNarrowWindow() const; // one that has little room for its type; the size hint is then a narrow one

signals:
    void refused(const QString& message); // something typed is not a value
    void complained(const QString& message); // the same while it is typed; empty: it is one now
    void accepted(); // a value was taken
    void fileRequested(const phasor::ParameterSpec& parameter); // it is wanted from a file
    void fontChanged(); // and with it the size hint

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row
    {
        const ParameterSpec* spec;
        Control* control;
        QLabel* label; // null where the group's header says what it is
        ParameterValue shown;
    };

    Row makeRow(const ParameterSpec& spec);
    void place(const Row& row);
    void remove(const Row& row);
    void showSpecs(const Parameters& parameters);
    void showParameters(const Parameters& parameters);
    void showRows();
    void markFaults();
    bool isTooHigh() const; // it would scroll
    void fitSpacing();

    Store& m_store;
    QGridLayout* m_grid;
    Sections* m_sections;
    bool m_stacked = false; // labels stand above their controls
    std::vector<Fault> m_faults;
    std::vector<Row> m_rows; // in the order of the controls
};

} // namespace phasor
