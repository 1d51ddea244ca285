// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"

#include <QCoreApplication>
#include <QObject>

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

} // namespace phasor
