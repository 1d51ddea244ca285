// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QObject>
#include <QTimer>

#include <vector>

namespace phasor {

class Store;

// The zooms that were left, so that one can go back to them. Turning the wheel is one step, however often it clicks.
// GUI thread only.
class ZoomHistory : public QObject
{
public:
    explicit ZoomHistory(Store& store, QObject* parent);

    void back(); // to the zoom before; nothing where there is none

private:
    void moved(const ViewState& view);

    Store& m_store;
    Zoom m_now;
    std::vector<Zoom> m_before;
    QTimer m_pause; // while it runs a change belongs to the step before
    bool m_going = false;
};

} // namespace phasor
