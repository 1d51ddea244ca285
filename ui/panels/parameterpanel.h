// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameterspec.h"

#include <QScrollArea>

#include <vector>

class QGridLayout;
class QLabel;

namespace phasor {

class Control;
class Store;

// The controls of all parameters, made from parameterSpecs() and nothing else, under a quiet header for each group.
// Shows the store's parameters and dispatches edits to it. Object names of the parts: ui/forms/control.h.
class ParameterPanel : public QScrollArea
{
    Q_OBJECT

public:
    ParameterPanel(Store& store, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void refused(const QString& message); // something typed is not a value
    void fileRequested(); // an embedding from a file is wanted
    void gestureStarted(); // edits until gestureFinished are one step of undo
    void gestureFinished();

private:
    void addHeader(ParameterGroup group, QGridLayout& grid);
    void addControl(const ParameterSpec& spec, QGridLayout& grid);
    void showParameters(const Parameters& parameters);

    Store& m_store;
    struct Row
    {
        Control* control;
        QLabel* label; // null where the group's header says what it is
        ParameterValue shown;
    };
    std::vector<Row> m_rows;
};

} // namespace phasor
