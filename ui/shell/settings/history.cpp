// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings/history.h"

#include "session/differences.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"

#include <QUndoStack>

namespace phasor {

namespace {

constexpr int kLimit = 100000; // steps; a Scene is a few hundred bytes
constexpr int kZoomPause = 700; // ms
constexpr std::size_t kMostZooms = 100;

// "d_model", or how many changed.
QString describe(const Parameters& before, const Parameters& after)
{
    const std::vector<ParameterDifference> changed = differences(before, after);
    // With the scheme its own parameters come and go.
    for (const ParameterDifference& difference : changed) {
        if (changed.size() == 1 || difference.spec->id == "scheme")
            return words::ofCore(difference.spec->label);
    }
    return History::tr("%n parameters", nullptr, static_cast<int>(changed.size()));
}

QString describe(const Scene& before, const Scene& after)
{
    if (before.b.has_value() != after.b.has_value())
        return after.b ? History::tr("compare") : History::tr("drop B");
    if (!after.b || before.b == after.b)
        return describe(before.a, after.a);
    if (before.a == after.a)
        return History::tr("%1 of B").arg(describe(*before.b, *after.b));
    return before.a == *after.b && *before.b == after.a ? History::tr("swap A and B") : History::tr("A and B");
}

} // namespace

class History::Step : public QUndoCommand
{
public:
    Step(History& history, Scene before, Scene after, int gesture)
        : QUndoCommand(describe(before, after))
        , m_history(history)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_gesture(gesture)
    {
    }

    int id() const override { return m_gesture; } // steps of one gesture merge; -1 never does
    void undo() override { m_history.replay(m_before); }
    void redo() override { m_history.replay(m_after); }

    bool mergeWith(const QUndoCommand* later) override
    {
        m_after = static_cast<const Step*>(later)->m_after;
        setObsolete(m_after == m_before);
        setText(describe(m_before, m_after));
        return true;
    }

private:
    History& m_history;
    Scene m_before;
    Scene m_after;
    int m_gesture;
};

History::History(Store& store, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_stack(new QUndoStack(this))
    , m_last(store.scene())
{
    m_stack->setUndoLimit(kLimit);
    connect(&store, &Store::sceneChanged, this, &History::record);
}

void History::beginGesture()
{
    ++m_gesture;
    m_gesturing = true;
}

void History::endGesture()
{
    m_gesturing = false;
}

void History::record(const Scene& scene)
{
    Scene before = std::exchange(m_last, scene);
    if (!m_replaying)
        m_stack->push(new Step(*this, std::move(before), scene, m_gesturing ? m_gesture : -1));
}

void History::replay(const Scene& scene)
{
    m_replaying = true;
    m_store.setScene(scene);
    m_replaying = false;
}

ZoomHistory::ZoomHistory(Store& store, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_now(store.view().zoom)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(kZoomPause);
    connect(&store, &Store::viewChanged, this, &ZoomHistory::moved);
}

void ZoomHistory::moved(const ViewState& view)
{
    if (view.zoom == m_now)
        return;
    if (!m_going && !m_pause.isActive()) {
        m_before.push_back(m_now);
        if (m_before.size() > kMostZooms)
            m_before.erase(m_before.begin());
    }
    m_now = view.zoom;
    if (!m_going)
        m_pause.start();
}

void ZoomHistory::back()
{
    if (m_before.empty())
        return;
    m_pause.stop();
    m_going = true;
    const Zoom zoom = m_before.back();
    m_before.pop_back();
    m_store.editView([&](ViewState& view) { view.zoom = zoom; });
    m_going = false;
}

} // namespace phasor
