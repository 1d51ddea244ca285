// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/workbench.h"

#include "session/computequeue.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"
#include "words/errors.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>

#include <algorithm>

namespace phasor {

namespace {

constexpr int kStillMilliseconds = 150;

const QEvent::Type kPainted = static_cast<QEvent::Type>(QEvent::registerEventType());

// Posted behind the paint events of a snapshot.
class PaintedEvent : public QEvent
{
public:
    PaintedEvent(SnapshotPtr snapshot, QElapsedTimer begun)
        : QEvent(kPainted)
        , m_snapshot(std::move(snapshot))
        , m_begun(begun)
    {
    }

    const SnapshotPtr& snapshot() const { return m_snapshot; }
    double milliseconds() const { return static_cast<double>(m_begun.nsecsElapsed()) * 1e-6; }

private:
    SnapshotPtr m_snapshot;
    QElapsedTimer m_begun;
};

void raise(StatusMessage& message, StatusMessage::Kind kind, const QString& text)
{
    if (kind > message.kind)
        message = {kind, text};
}

void raiseWarnings(const Pipelines& pipelines, StatusMessage& message)
{
    for (const Message& warning : pipelines.a->warnings())
        raise(message, StatusMessage::Kind::Warning, words::ofCore(warning));
    if (!pipelines.b)
        return;
    for (const Message& warning : pipelines.b->warnings())
        raise(message, StatusMessage::Kind::Warning, words::ofCore(WORDS("B: %1").with(warning)));
}

void sayReason(const WorkbenchView& view, const QString& reason)
{
    if (view.setReason)
        view.setReason(reason);
}

// That a view does not apply to a scheme is no fault: it stands in the view alone.
bool isOfTheScheme(const Error& error)
{
    return error.code == "SCHEME";
}

} // namespace

Workbench::Workbench(Store& store, ComputeQueue& queue, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_queue(queue)
{
    m_submit.setSingleShot(true);
    m_submit.setInterval(0);
    m_refine.setSingleShot(true);
    m_refine.setInterval(kStillMilliseconds);
    connect(&m_submit, &QTimer::timeout, this, [this] { submit(false); });
    connect(&m_refine, &QTimer::timeout, this, [this] { submit(true); });
    connect(&store, &Store::sceneChanged, this, &Workbench::refresh);
    connect(&store, &Store::viewChanged, this, &Workbench::showViewState);
    connect(&queue, &ComputeQueue::snapshotReady, this, &Workbench::show);
}

void Workbench::add(WorkbenchView view)
{
    if (view.showView)
        view.showView(m_store.view());
    m_views.push_back({std::move(view), {}, nullptr});
    refresh();
}

void Workbench::refresh()
{
    if (!m_submit.isActive())
        m_submit.start();
}

void Workbench::submit(bool refine)
{
    m_refine.stop();
    std::vector<ViewRequest> requests;
    for (Entry& entry : m_views) {
        if (auto request = entry.view.request(m_store.scene(), m_store.view())) {
            entry.id = request->view();
            requests.push_back(std::move(*request));
        }
    }
    m_queue.submit({.scene = m_store.scene(), .views = std::move(requests), .refine = refine});
}

void Workbench::showViewState(const ViewState& view)
{
    for (const Entry& entry : m_views) {
        if (entry.view.showView)
            entry.view.showView(view);
    }
    refresh();
}

void Workbench::show(const SnapshotPtr& snapshot)
{
    measurePainting(snapshot);
    StatusMessage message;
    if (!snapshot->pipelines.ok()) {
        const QString reason = words::errorText(snapshot->pipelines.error());
        raise(message, StatusMessage::Kind::Error, reason);
        for (const Entry& entry : m_views)
            sayReason(entry.view, reason);
    } else {
        for (std::size_t i = 0; i < m_views.size(); ++i) {
            if (const auto part = snapshot->views.find(m_views[i].id); part != snapshot->views.end())
                showPart(i, part->second, message);
        }
        raiseWarnings(*snapshot->pipelines, message);
        if (const Status inputs = snapshot->pipelines->inputs(); !inputs.ok())
            raise(message, StatusMessage::Kind::Error, words::errorText(inputs.error()));
    }
    emit reported(message);
    if (snapshot->isCoarse() && !m_queue.busy())
        m_refine.start();
}

void Workbench::showPart(std::size_t index, const Snapshot::View& part, StatusMessage& message)
{
    Entry& entry = m_views[index];
    if (!part.data.ok()) {
        if (part.data.error().kind == ErrorKind::Cancelled)
            return;
        sayReason(entry.view, words::errorText(part.data.error()));
        if (!isOfTheScheme(part.data.error()))
            raise(message, StatusMessage::Kind::Error,
                  tr("%1: %2", "a view, what is wrong").arg(entry.view.title, words::errorText(part.data.error())));
        return;
    }
    sayReason(entry.view, {});
    if (entry.shown == part.data.value())
        return;
    entry.shown = part.data.value();
    entry.view.show(entry.shown);
}

void Workbench::measurePainting(const SnapshotPtr& snapshot)
{
    QElapsedTimer begun;
    begun.start();
    // The plots replot in timers of this turn of the event loop, their widgets are painted by low-priority events
    // posted there: a second timer, and behind it an event of the same priority, come after both.
    QTimer::singleShot(0, this, [this, snapshot, begun] {
        QCoreApplication::postEvent(this, new PaintedEvent(snapshot, begun), Qt::LowEventPriority);
    });
}

void Workbench::customEvent(QEvent* event)
{
    if (event->type() != kPainted)
        return;
    const auto* done = static_cast<const PaintedEvent*>(event);
    emit painted(done->snapshot(), done->milliseconds());
}

} // namespace phasor
