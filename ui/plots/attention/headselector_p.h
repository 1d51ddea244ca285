// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QSpinBox>

namespace phasor {

class Store;
struct Scene;

// Which head is looked at, in the header of a plot of attention: of the set-up that the controls edit.
class HeadSelector : public QSpinBox
{
    Q_DECLARE_TR_FUNCTIONS(HeadSelector)

public:
    HeadSelector(Store& store, QWidget* parent);

private:
    void showHead();

    Store& m_store;
};

} // namespace phasor
