// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/questions/trainingchoice.h"

#include <QCoreApplication>
#include <QToolButton>

namespace phasor {

class Store;

// What is trained, in the header of its plot: task, what is compared, and the sizes that matter.
class TrainingMenu : public QToolButton
{
    Q_DECLARE_TR_FUNCTIONS(TrainingMenu)

public:
    TrainingMenu(Store& store, QWidget* parent);

private:
    void fill();
    void addParameter(QMenu& menu, const TrainingParameter& parameter);
    void addComparisons(QMenu& menu);
    void set(const TrainingChoice& choice);

    Store& m_store;
};

} // namespace phasor
