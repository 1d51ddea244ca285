// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/control.h"

#include <QCoreApplication>
#include <QWidget>

#include <array>

class QLabel;
class QToolButton;

namespace phasor {

class Store;
struct Scene;

// Switch between setups A and B for the controls below, with their differences. Hidden unless comparing. Object names:
// setup-a, setup-b, setup-differences.
class SetupSwitch : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(SetupSwitch)

public:
    SetupSwitch(Store& store, QWidget* parent);
    void showFaults(const std::vector<Fault>& faults); // outlines the button of a setup that has some

protected:
    void changeEvent(QEvent* event) override;

private:
    void showScene(const Scene& scene);
    void showEdited();

    Store& m_store;
    std::array<QToolButton*, 2> m_buttons; // A, B
    std::array<FaultFrame*, 2> m_frames; // around them
    QLabel* m_differences;
};

} // namespace phasor
