// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QToolButton>

#include <vector>

namespace phasor {

class Store;
struct ViewState;

// Which schemes' laws of the distance are laid over, in the header of the plot: a menu of all that have one.
class SchemeSelector : public QToolButton
{
    Q_DECLARE_TR_FUNCTIONS(SchemeSelector)

public:
    SchemeSelector(Store& store, QWidget* parent);

private:
    void showState(const ViewState& view); // changes nothing in the store

    std::vector<QAction*> m_schemes;
};

} // namespace phasor
