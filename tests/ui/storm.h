// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"
#include "session/store.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <time.h>

namespace phasor {

struct StormReport
{
    qint64 changes = 0;
    double seconds = 0;
    double longestGap = 0; // milliseconds between two turns of the event loop, which are due every millisecond
    double atWork = 0; // milliseconds of work in the longest gap; in the rest the thread waited for a processor
    double longestWork = 0; // most milliseconds of work in any gap
    Parameters last;
};

// Changes parameters `perSecond` times a second, faster than any user, and measures how long the GUI thread is busy. A
// probe makes the changes that are due every millisecond, so that a thread that is late has more to do, as with a queue
// of mouse events.
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
        StormReport report{
            .changes = 0, .seconds = 0, .longestGap = 0, .atWork = 0, .longestWork = 0, .last = m_store.parameters()};
        QEventLoop loop;
        QTimer probe;
        probe.setTimerType(Qt::PreciseTimer);
        QElapsedTimer clock;
        qint64 before = 0;
        double workedBefore = threadMilliseconds();
        QObject::connect(&probe, &QTimer::timeout, &loop, [&] {
            const qint64 now = clock.nsecsElapsed();
            const double gap = static_cast<double>(now - before) * 1e-6;
            const double worked = threadMilliseconds();
            if (gap > report.longestGap) {
                report.longestGap = gap;
                report.atWork = worked - workedBefore;
            }
            report.longestWork = std::max(report.longestWork, worked - workedBefore);
            for (const qint64 due = now * m_perSecond / 1'000'000'000; report.changes < due; ++report.changes) {
                m_change(report.last, report.changes);
                m_store.setParameters(report.last);
            }
            if (now >= milliseconds * 1'000'000)
                loop.quit();
            before = now;
            workedBefore = worked;
        });
        clock.start();
        probe.start(1);
        loop.exec();
        report.seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
        return report;
    }

private:
    static double threadMilliseconds()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
    }

    Store& m_store;
    std::function<void(Parameters&, qint64)> m_change;
    qint64 m_perSecond;
};

} // namespace phasor
