// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings/zoomhistory.h"

#include "session/store.h"

namespace phasor {

namespace {

constexpr int kPauseMilliseconds = 700;
constexpr std::size_t kMost = 100;

} // namespace

ZoomHistory::ZoomHistory(Store& store, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_now(store.view().zoom)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMilliseconds);
    connect(&store, &Store::viewChanged, this, &ZoomHistory::moved);
}

void ZoomHistory::moved(const ViewState& view)
{
    if (view.zoom == m_now)
        return;
    if (!m_going && !m_pause.isActive()) {
        m_before.push_back(m_now);
        if (m_before.size() > kMost)
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
