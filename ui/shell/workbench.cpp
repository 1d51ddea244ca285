// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/workbench.h"

#include "ui/forms/text.h"

#include <QElapsedTimer>
#include <QEvent>

#include <algorithm>
#include <iterator>

namespace phasor {

namespace {

constexpr int kStillMilliseconds = 150;

const QEvent::Type kPainted = static_cast<QEvent::Type>(QEvent::registerEventType());

// Event posted after a snapshot's paint events.
struct PaintedEvent : QEvent
{
    PaintedEvent(SnapshotPtr of, QElapsedTimer since)
        : QEvent(kPainted)
        , snapshot(std::move(of))
        , begun(since)
    {
    }

    SnapshotPtr snapshot;
    QElapsedTimer begun;
};

QString firstWarning(const Pipelines& pipelines)
{
    if (!pipelines.a->warnings().empty())
        return words::ofCore(pipelines.a->warnings().front());
    if (pipelines.b && !pipelines.b->warnings().empty())
        return words::ofCore(WORDS("B: %1").with(pipelines.b->warnings().front()));
    return {};
}

} // namespace

// An error of a snapshot with its views.
struct ViewError
{
    Error error;
    QStringList views;
};

// Each error once.
static void addViewError(std::vector<ViewError>& errors, const Error& error, const QString& view = {})
{
    auto same = std::ranges::find(errors, error, &ViewError::error);
    if (same == errors.end())
        same = errors.insert(same, {error, {}});
    if (!view.isEmpty())
        same->views << view;
}

static QString viewErrorsText(const std::vector<ViewError>& errors)
{
    QStringList texts;
    for (const auto& [error, views] : errors) {
        const QString text = words::errorText(error);
        const QString names = views.join(u", "_s);
        texts << (names.isEmpty() ? text : Workbench::tr("%1: %2", "views, what is wrong").arg(names, text));
    }
    return texts.join(u" · "_s);
}

Workbench::Workbench(Store& store, ComputeQueue& queue, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_queue(queue)
{
    m_submit.setSingleShot(true);
    m_refine.setSingleShot(true);
    connect(&m_submit, &QTimer::timeout, this, [this] { submit(false); });
    connect(&m_refine, &QTimer::timeout, this, [this] { submit(true); });
    connect(&store, &Store::sceneChanged, this, &Workbench::refresh);
    connect(&store, &Store::viewChanged, this, [this](const ViewState& view) {
        showView(view);
        refresh();
    });
    connect(&queue, &ComputeQueue::snapshotReady, this, &Workbench::show);
    connect(&queue, &ComputeQueue::partReady, this, &Workbench::showSome);
}

void Workbench::add(WorkbenchView view)
{
    view.showView(m_store.view());
    m_views.push_back({.view = std::move(view)});
    refresh();
}

void Workbench::showView(const ViewState& view)
{
    for (const Entry& entry : m_views) {
        if (isActive(entry.view))
            entry.view.showView(view);
    }
}

void Workbench::setOnStage(bool onStage)
{
    m_onStage = onStage;
    showView(m_store.view());
    refresh();
}

void Workbench::refresh()
{
    if (!m_submit.isActive())
        m_submit.start(0);
}

void Workbench::submit(bool refine)
{
    m_refine.stop();
    std::vector<ViewRequest> requests;
    for (Entry& entry : m_views) {
        entry.requested = false;
        if (!isActive(entry.view))
            continue;
        if (auto request = entry.view.request(m_store.scene(), m_store.view())) {
            entry.id = request->id();
            entry.requested = true;
            requests.push_back(std::move(*request));
        }
    }
    m_queue.submit({.scene = m_store.scene(), .views = std::move(requests), .refine = refine});
}

void Workbench::show(const SnapshotPtr& snapshot)
{
    QElapsedTimer begun;
    begun.start();
    // PaintedEvent must follow all painting. Plots replot in timers of this turn of the event loop, which post paint
    // events of low priority: a second timer posts this event after them with the same priority.
    QTimer::singleShot(0, this, [this, snapshot, begun] {
        QCoreApplication::postEvent(this, new PaintedEvent(snapshot, begun), Qt::LowEventPriority);
    });
    for (const Entry& entry : m_views)
        entry.view.setBusy(false);
    std::vector<ViewError> errors;
    QString warning;
    const bool made = snapshot->pipelines.ok();
    if (!made)
        addViewError(errors, snapshot->pipelines.error());
    for (Entry& entry : m_views) {
        if (const auto part = snapshot->views.find(entry.id); part != snapshot->views.end())
            showPart(entry, part->second, errors);
        else if (!made)
            entry.view.setReason(viewErrorsText(errors));
        else if (entry.shown != nullptr && entry.view.isGone())
            entry.view.show(entry.shown = nullptr);
    }
    if (made) {
        if (const Status inputs = snapshot->pipelines->inputs(); !inputs.ok())
            addViewError(errors, inputs.error());
        warning = firstWarning(*snapshot->pipelines);
    }
    if (!errors.empty())
        emit reported({StatusMessage::Kind::Error, viewErrorsText(errors)});
    else
        emit reported({warning.isEmpty() ? StatusMessage::Kind::None : StatusMessage::Kind::Warning, warning});
    std::vector<Fault> faults;
    for (const ViewError& one : errors)
        std::ranges::move(faultsOf(one.error, snapshot->scene), std::back_inserter(faults));
    emit faultsFound(faults);
    if (snapshot->isCoarse() && !m_queue.busy())
        m_refine.start(snapshot->goesOn() ? 0 : kStillMilliseconds);
}

// Shows the finished views. The others keep what they show and are marked busy.
void Workbench::showSome(const SnapshotPtr& part)
{
    if (!part->pipelines.ok())
        return;
    std::vector<ViewError> later; // not reported now, but with the complete snapshot
    for (Entry& entry : m_views) {
        const auto done = part->views.find(entry.id);
        entry.view.setBusy(entry.requested && done == part->views.end());
        if (done != part->views.end())
            showPart(entry, done->second, later);
    }
}

void Workbench::showPart(Entry& entry, const Snapshot::View& part, std::vector<ViewError>& errors)
{
    if (!part.data.ok()) {
        const Error& error = part.data.error();
        if (error.kind == ErrorKind::Cancelled)
            return;
        entry.view.setReason(words::errorText(error));
        if (error.code != "SCHEME") // a view that does not apply to a scheme shows that itself; it isn't an error
            addViewError(errors, error, entry.view.title);
        else if (entry.shown != nullptr)
            entry.view.show(entry.shown = nullptr); // the old scheme's data, dimmed, would look like this scheme's
        return;
    }
    entry.view.setReason({});
    if (const ViewDataPtr last = std::exchange(entry.shown, part.data.value()); last != entry.shown)
        entry.view.show(entry.shown);
}

void Workbench::customEvent(QEvent* event)
{
    if (event->type() != kPainted)
        return;
    const auto* done = static_cast<const PaintedEvent*>(event);
    emit painted(done->snapshot, static_cast<double>(done->begun.nsecsElapsed()) * 1e-6);
}

} // namespace phasor
