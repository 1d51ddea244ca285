// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/snapshot.h"
#include "ui/forms/faults.h"
#include "ui/shell/windowcontext.h"
#include "views/viewstate.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

namespace phasor {

class ComputeQueue;
class Store;
class ViewErrors;

// One thing that shows a part of a snapshot: a plot, the strip, the read-out.
struct WorkbenchView
{
    QString title; // in messages
    std::function<std::optional<ViewRequest>(const Scene&, const ViewState&)> request; // nothing: hidden, not computed
    std::function<void(const ViewDataPtr&)> show;
    std::function<void(const ViewState&)> showView = [](const ViewState&) {
    };
    // Gets why the view shows nothing, or an old picture; empty: it is up to date.
    std::function<void(const QString& reason)> setReason = [](const QString&) {
    };
    std::function<void(bool busy)> setBusy = [](bool) {
    }; // others are done, this one is still computed
};

// Connects store, queue and views: a change of the store or of a view's size → one request for all visible views → each
// view shows its part of the snapshot. A part that failed leaves its view as it was and becomes a message. A coarse
// picture is requested again, refined, when nothing has moved for 150 ms; the next change cancels that. GUI thread
// only. Views outlive the workbench or the event loop.
class Workbench : public QObject
{
    Q_OBJECT

public:
    Workbench(Store& store, ComputeQueue& queue, QObject* parent = nullptr);

    void add(WorkbenchView view);
    // A view's request changed. Many calls in one turn of the event loop are one request.
    void refresh();

signals:
    // After everything of `snapshot` has been painted; drawing took `drawMilliseconds`.
    void painted(const phasor::SnapshotPtr& snapshot, double drawMilliseconds);
    // All errors of the last snapshot with their views, or its first warning; kind None: neither.
    void reported(const phasor::StatusMessage& message);
    void faultsFound(const std::vector<phasor::Fault>& faults); // in the last snapshot

protected:
    void customEvent(QEvent* event) override;

private:
    struct Entry
    {
        WorkbenchView view;
        std::string id = {}; // of its last request
        bool requested = false; // the last time
        ViewDataPtr shown = nullptr;
    };

    void submit(bool refine);
    void show(const SnapshotPtr& snapshot);
    void showSome(const SnapshotPtr& part);
    void showPart(Entry& entry, const Snapshot::View& part, ViewErrors& errors);

    Store& m_store;
    ComputeQueue& m_queue;
    std::vector<Entry> m_views;
    QTimer m_submit;
    QTimer m_refine; // nothing has moved for a while: coarse pictures become better ones
};

} // namespace phasor
