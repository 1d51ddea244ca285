// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/snapshot.h"
#include "ui/forms/control.h"
#include "ui/shell/windowcontext.h"
#include "views/viewstate.h"

namespace phasor {

struct ViewError;

// Where a view is: in the window, on the presenter's stage, or in both.
enum class ViewPlace { Window, Stage, Both };

// A view of a snapshot's part: a plot, the strip, the read-out.
struct WorkbenchView
{
    QString title; // for messages
    std::function<std::optional<ViewRequest>(const Scene&, const ViewState&)> request; // nullopt: hidden, not computed
    std::function<void(const ViewDataPtr&)> show;
    std::function<void(const ViewState&)> showView = [](const ViewState&) {
    };
    // Sets why the view shows nothing, or an old picture. Empty: up to date.
    std::function<void(const QString& reason)> setReason = [](const QString&) {
    };
    std::function<void(bool busy)> setBusy = [](bool) {
    }; // true: other views are done, this one is not
    ViewPlace place = ViewPlace::Window;
    // True: it is not in the window and will not be back soon. It drops its data.
    std::function<bool()> isGone = [] {
        return false;
    };
};

// Connects store, queue and views. A change of the store or of a view's size becomes one request for all visible views;
// then each view shows its part of the snapshot. A part with an error leaves its view unchanged and becomes a message.
// A coarse picture is requested again, refined, after 150 ms without a change. GUI thread only. Views outlive the
// workbench or the event loop.
class Workbench : public QObject
{
    Q_OBJECT

public:
    Workbench(Store& store, ComputeQueue& queue, QObject* parent = nullptr);

    void add(WorkbenchView view);
    // Call when a view's request has changed. Many calls in one turn of the event loop make one request.
    void refresh();
    void setOnStage(bool onStage); // only the views there are computed and follow the store

signals:
    // After all of `snapshot` has been painted; drawing took `drawMilliseconds`.
    void painted(const phasor::SnapshotPtr& snapshot, double drawMilliseconds);
    // All errors of the last snapshot with their views, or its first warning, or kind None.
    void reported(const phasor::StatusMessage& message);
    void faultsFound(const std::vector<phasor::Fault>& faults); // of the last snapshot

protected:
    void customEvent(QEvent* event) override;

private:
    struct Entry
    {
        WorkbenchView view;
        std::string id = {}; // id in its last request
        bool requested = false; // part of the last request
        ViewDataPtr shown = nullptr;
    };

    bool isActive(const WorkbenchView& view) const
    {
        return view.place == ViewPlace::Both || view.place == (m_onStage ? ViewPlace::Stage : ViewPlace::Window);
    }
    void showView(const ViewState& view);
    void submit(bool refine);
    void show(const SnapshotPtr& snapshot);
    void showSome(const SnapshotPtr& part);
    void showPart(Entry& entry, const Snapshot::View& part, std::vector<ViewError>& errors);

    Store& m_store;
    ComputeQueue& m_queue;
    std::vector<Entry> m_views;
    bool m_onStage = false;
    QTimer m_submit;
    QTimer m_refine; // runs out when nothing has changed for 150 ms
};

} // namespace phasor
