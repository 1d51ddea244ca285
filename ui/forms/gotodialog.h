// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/axis.h"

#include <QCoreApplication>
#include <QDialog>

class QLabel;
class QLineEdit;

namespace phasor {

class Store;

// Asks for a position and a dimension and puts the cross-hair there; what is zoomed in moves so that they are seen.
// GUI thread only.
class GoToDialog : public QDialog
{
    Q_DECLARE_TR_FUNCTIONS(GoToDialog)

public:
    // The axes of what is shown: which coordinates there are.
    GoToDialog(Store& store, const Axis& positions, const Axis& dimensions, QWidget* parent);

    void accept() override; // stays open where a number is none, and says why

private:
    Store& m_store;
    Axis m_axes[2];
    QLineEdit* m_fields[2];
    QLabel* m_complaint;
};

} // namespace phasor
