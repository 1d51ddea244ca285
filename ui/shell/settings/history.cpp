// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings/history.h"

#include "session/differences.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"

#include <QUndoGroup>
#include <QUndoStack>

namespace phasor {

constexpr int kLimit = 1000; // undo steps, up to 10 kB each: a day of work must not fill the memory
constexpr int kZoomPause = 700; // ms
constexpr std::size_t kMostZooms = 100;

// Name of a step: "d_model", or the number of changed parameters.
static QString describe(const Parameters& before, const Parameters& after)
{
    const std::vector<ParameterDifference> changed = differences(before, after);
    // A new scheme also changes which parameters there are, so the scheme alone names the step.
    for (const ParameterDifference& difference : changed) {
        if (changed.size() == 1 || difference.spec->id == "scheme")
            return words::ofCore(difference.spec->label);
    }
    return History::tr("%n parameters", nullptr, static_cast<int>(changed.size()));
}

static QString describe(const Scene& before, const Scene& after)
{
    if (before.b.has_value() != after.b.has_value())
        return after.b ? History::tr("compare") : History::tr("remove B");
    if (!after.b || before.b == after.b)
        return describe(before.a, after.a);
    if (before.a == after.a)
        return History::tr("%1 of B").arg(describe(*before.b, *after.b));
    return before.a == *after.b && *before.b == after.a ? History::tr("swap A and B") : History::tr("A and B");
}

// Settings of one view state with zoom, cursor, selection and focus of another.
static ViewState lookingAs(const ViewState& there, ViewState settings)
{
    settings.zoom = there.zoom;
    settings.cursor = there.cursor;
    settings.selection = there.selection;
    settings.dimensions = there.dimensions;
    settings.training.phase = there.training.phase;
    settings.training.upTo = there.training.upTo;
    settings.withholds = there.withholds;
    settings.board.setFocus(there.board.focus());
    return settings;
}

static QString describe(const ViewState& before, const ViewState& after)
{
    if (!before.board.isArrangedAs(after.board))
        return History::tr("board");
    const std::vector<const ValueSpec*> changed = differences(before, after);
    if (changed.size() == 1)
        return words::ofCore(changed.front()->label);
    if (!changed.empty())
        return History::tr("%n settings", nullptr, static_cast<int>(changed.size()));
    return History::tr("comparison"); // only what training compares has changed
}

struct History::State
{
    Scene scene;
    ViewState view; // settings only; zoom and the like are standard
    BookmarksPtr bookmarks;
    bool operator==(const State&) const = default;
};

class History::Step : public QUndoCommand
{
public:
    Step(History& history, StatePtr before, StatePtr after)
        : m_history(history)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_gesture(history.m_store.gesture())
        , m_name(QString::fromStdString(history.m_store.gestureName()))
    {
        describeStep();
    }

    int id() const override { return m_gesture; } // commands of one gesture merge; -1 never merges
    void undo() override { m_history.replay(m_after, m_before); }
    void redo() override { m_history.replay(m_before, m_after); }

    bool mergeWith(const QUndoCommand* later) override
    {
        m_after = static_cast<const Step*>(later)->m_after;
        setObsolete(*m_after == *m_before);
        describeStep();
        return true;
    }

private:
    void describeStep()
    {
        if (!m_name.isEmpty())
            setText(m_name);
        else if (m_before->bookmarks != m_after->bookmarks)
            setText(History::tr("bookmarks"));
        else
            setText(m_before->scene == m_after->scene ? describe(m_before->view, m_after->view)
                                                      : describe(m_before->scene, m_after->scene));
    }

    History& m_history;
    StatePtr m_before;
    StatePtr m_after;
    int m_gesture;
    QString m_name; // empty: the changes name the step
};

History::History(Store& store, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_group(new QUndoGroup(this))
    , m_stack(new QUndoStack(m_group))
    , m_last(std::make_shared<const State>(now()))
{
    m_stack->setUndoLimit(kLimit);
    m_group->setActiveStack(m_stack);
    connect(&store, &Store::sceneChanged, this, &History::record);
    connect(&store, &Store::viewChanged, this, &History::record);
    connect(&store, &Store::bookmarksChanged, this, &History::record);
}

void History::setAside()
{
    m_aside.push_back(std::exchange(m_stack, new QUndoStack(m_group)));
    m_stack->setUndoLimit(kLimit);
    m_group->setActiveStack(m_stack);
}

void History::forget()
{
    m_stack->clear();
}

void History::bringBack()
{
    delete std::exchange(m_stack, m_aside.back());
    m_aside.pop_back();
    m_group->setActiveStack(m_stack);
    m_last = std::make_shared<const State>(now());
}

History::State History::now() const
{
    return {m_store.scene(), lookingAs({}, m_store.view()), m_store.bookmarks()};
}

void History::record()
{
    if (m_replaying || now() == *m_last)
        return;
    const StatePtr before = std::exchange(m_last, std::make_shared<const State>(now()));
    m_stack->push(new Step(*this, before, m_last));
}

void History::replay(const StatePtr& from, const StatePtr& to)
{
    m_replaying = true;
    m_store.setScene(to->scene);
    m_store.setView(lookingAs(m_store.view(), to->view));
    if (from->bookmarks != to->bookmarks) // a step before a lesson keeps the bookmarks made in it
        m_store.setBookmarks(to->bookmarks);
    m_replaying = false;
    m_last = std::make_shared<const State>(now());
}

ZoomHistory::ZoomHistory(Store& store, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_now(store.view().zoom)
{
    m_pause.setSingleShot(true);
    connect(&store, &Store::viewChanged, this, &ZoomHistory::moved);
}

void ZoomHistory::moved(const ViewState& view)
{
    if (view.zoom == m_now)
        return;
    const Zoom before = std::exchange(m_now, view.zoom);
    if (m_paused)
        return;
    if (!m_pause.isActive())
        m_before.push_back(before);
    if (m_before.size() > kMostZooms)
        m_before.erase(m_before.begin());
    m_pause.start(kZoomPause);
}

void ZoomHistory::back()
{
    if (m_before.empty())
        return;
    m_pause.stop();
    const bool paused = std::exchange(m_paused, true);
    m_store.editView([this](ViewState& view) { view.zoom = m_before.back(); });
    m_before.pop_back();
    m_paused = paused;
}

} // namespace phasor
