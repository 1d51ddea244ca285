// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QCoreApplication>
#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

class QUndoStack;

namespace phasor {

class Store;

// Undo of every setting: records each change of set-up A and of B, that B came or went, and of the views' settings and
// options. Where the views are zoomed to and what is selected or pointed at is no step and stays as it is. What changes
// in one gesture of the store is one step; a gesture that ends where it began is none. GUI thread only.
class History : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(History)

public:
    explicit History(Store& store, QObject* parent = nullptr);

    QUndoStack& stack() { return *m_stack; }

private:
    struct State;
    using StatePtr = std::shared_ptr<const State>;
    class Step;

    State now() const;
    void record();
    void replay(const StatePtr& state); // sets the store without a new step

    Store& m_store;
    QUndoStack* m_stack;
    StatePtr m_last;
    bool m_replaying = false;
};

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
