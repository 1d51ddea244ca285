// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "views/viewstate.h"

#include <QCoreApplication>
#include <QObject>
#include <QTimer>

#include <vector>

class QUndoStack;

namespace phasor {

class Store;

// Undo as a stack of Scenes: records every change of the store, of set-up A and of B, and that B came or went. What
// changes between beginGesture and endGesture (a drag, a key held down) is one step; a gesture that ends where it began
// is none. GUI thread only.
class History : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(History)

public:
    explicit History(Store& store, QObject* parent = nullptr);

    QUndoStack& stack() { return *m_stack; }
    void beginGesture();
    void endGesture();

private:
    class Step;

    void record(const Scene& scene);
    void replay(const Scene& scene); // sets the store without a new step

    Store& m_store;
    QUndoStack* m_stack;
    Scene m_last;
    int m_gesture = 0; // number of the gesture that goes on or came last
    bool m_gesturing = false;
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
