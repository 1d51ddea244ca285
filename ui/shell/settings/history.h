// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QCoreApplication>
#include <QTimer>

class QUndoGroup;
class QUndoStack;

namespace phasor {

class Store;

// Undo of every setting: parameters of setup A and B, adding and removing B, the views' settings and options, the
// board, the bookmarks. Zoom, selection and cursor are no steps and stay unchanged. All changes in one gesture of the
// store are one step; a gesture that ends where it began is none. GUI thread only.
class History : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(History)

public:
    explicit History(Store& store, QObject* parent = nullptr);

    QUndoStack& stack() { return *m_stack; } // of the present steps
    QUndoGroup& group() { return *m_group; } // for actions: their stack is the present one

    void setAside(); // the steps so far; new ones begin with none; also several times
    void forget(); // all steps since setAside()
    void bringBack(); // the steps of the last setAside(), instead of those since then

private:
    struct State;
    using StatePtr = std::shared_ptr<const State>;
    class Step;

    State now() const;
    void record();
    void replay(const StatePtr& from, const StatePtr& to); // sets the store without recording a step

    Store& m_store;
    QUndoGroup* m_group;
    QUndoStack* m_stack;
    std::vector<QUndoStack*> m_aside;
    StatePtr m_last;
    bool m_replaying = false;
};

// Previous zooms, for the command that goes back. Turning the wheel is one step, however far. GUI thread only.
class ZoomHistory : public QObject
{
public:
    explicit ZoomHistory(Store& store, QObject* parent);

    void back(); // to the previous zoom, if there is one
    void setPaused(bool paused) { m_paused = paused; } // changes meanwhile are no steps

private:
    void moved(const ViewState& view);

    Store& m_store;
    Zoom m_now;
    std::vector<Zoom> m_before;
    QTimer m_pause; // while it runs, a change joins the previous step
    bool m_paused = false;
};

} // namespace phasor
