// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/history.h"

#include "pipeline/parameterspec.h"
#include "session/store.h"
#include "ui/forms/text.h"

#include <QUndoStack>

namespace phasor {

namespace {

constexpr int kLimit = 100000; // steps; a Parameters is a few hundred bytes

// "d_model", or how many changed.
QString describe(const Parameters& before, const Parameters& after)
{
    QString label;
    int changed = 0;
    for (const ParameterSpec& spec : parameterSpecs()) {
        if (spec.value(before) == spec.value(after))
            continue;
        label = qs(spec.label);
        ++changed;
    }
    return changed == 1 ? label : History::tr("%n parameters", nullptr, changed);
}

} // namespace

class History::Step : public QUndoCommand
{
public:
    Step(History& history, Parameters before, Parameters after, int gesture)
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
    Parameters m_before;
    Parameters m_after;
    int m_gesture;
};

History::History(Store& store, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_stack(new QUndoStack(this))
    , m_last(store.parameters())
{
    m_stack->setUndoLimit(kLimit);
    connect(&store, &Store::parametersChanged, this, &History::record);
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

void History::record(const Parameters& parameters)
{
    Parameters before = std::exchange(m_last, parameters);
    if (!m_replaying)
        m_stack->push(new Step(*this, std::move(before), parameters, m_gesturing ? m_gesture : -1));
}

void History::replay(const Parameters& parameters)
{
    m_replaying = true;
    m_store.setParameters(parameters);
    m_replaying = false;
}

} // namespace phasor
