// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters.h"
#include "session/store.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <functional>

namespace phasor {

struct StormReport
{
    qint64 changes = 0;
    double seconds = 0;
    double longestGap = 0; // milliseconds between two turns of the event loop that should come every millisecond
    Parameters last;
};

// Changes the parameters as nobody can, `perSecond` times a second, and sees how long the GUI thread is away. A probe
// every millisecond makes the changes that are due, so that a thread that was away has more to do, as with a queue of
// mouse events.
class Storm
{
public:
    Storm(Store& store, std::function<void(Parameters&, qint64)> change, qint64 perSecond = 10'000)
        : m_store(store)
        , m_change(std::move(change))
        , m_perSecond(perSecond)
    {
    }

    StormReport run(qint64 milliseconds)
    {
        StormReport report{.changes = 0, .seconds = 0, .longestGap = 0, .last = m_store.parameters()};
        QEventLoop loop;
        QTimer probe;
        probe.setTimerType(Qt::PreciseTimer);
        QElapsedTimer clock;
        qint64 before = 0;
        QObject::connect(&probe, &QTimer::timeout, &loop, [&] {
            const qint64 now = clock.nsecsElapsed();
            report.longestGap = std::max(report.longestGap, static_cast<double>(now - before) * 1e-6);
            for (const qint64 due = now * m_perSecond / 1'000'000'000; report.changes < due; ++report.changes) {
                m_change(report.last, report.changes);
                m_store.setParameters(report.last);
            }
            if (now >= milliseconds * 1'000'000)
                loop.quit();
            before = now;
        });
        clock.start();
        probe.start(1);
        loop.exec();
        report.seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
        return report;
    }

private:
    Store& m_store;
    std::function<void(Parameters&, qint64)> m_change;
    qint64 m_perSecond;
};

} // namespace phasor
