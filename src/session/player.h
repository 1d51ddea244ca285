// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>

namespace phasor {

class Store;

// The clock of everything that plays: a share of the way from 0 to 1, in real time. A picture that comes late drops
// those that it missed; none waits. If the window reduces motion there is one picture a second. GUI thread only.
class Player : public QObject
{
    Q_OBJECT

public:
    enum class Way { Once, ThereAndBack, Again }; // Again: from the beginning, without end

    Player(const Store& store, QObject* parent)
        : Player(
            store, [] { return true; }, parent)
    {
    }
    // `ready`: whether the last picture has been shown.
    Player(const Store& store, std::function<bool()> ready, QObject* parent);

    void play(double seconds, Way way, double from = 0); // `from`: share of the way at which it begins
    void pause() { go(false); }
    void stop(); // for good
    void resume() { go(m_time < end()); }
    bool isPlaying() const { return m_tick.isActive(); }
    bool isPaused() const { return !isPlaying() && m_time > 0 && m_time < end(); }
    void toggle() { isPlaying() ? pause() : resume(); }

signals:
    void moved(double share);
    void changed(); // it plays or pauses now

private:
    double end() const; // seconds; Again: never
    void go(bool playing);
    void tick();

    const Store& m_store;
    std::function<bool()> m_ready;
    QTimer m_tick;
    QElapsedTimer m_since; // since the last picture
    double m_seconds = 1;
    Way m_way = Way::Once;
    double m_time = 0; // seconds played
};

} // namespace phasor
