// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"
#include "views/viewstate.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>

namespace phasor {

class Store;

// What the view state can play: "step", up to which the training is shown, and "at", the position of the cross-hair.
std::span<const Setting<ViewState>> playedInViews();

// A number that runs from one value to another, as its slider would: whole numbers one after the other, those of a
// logarithmic scale by equal factors, powers of two by about a doubling.
struct Play
{
    ValueSpec spec;
    double from;
    double to;

    // "NAME=FROM:TO"; NAME is a parameter of this setup with numbers, or one of playedInViews(). Errors: Usage SYNTAX,
    // ENUM, TYPE, RANGE, of the option --play.
    static Result<Play> read(std::string_view text, const Parameters& parameters);

    // "NAME=FROM:TO" around the present value; only values that are valid in this setup.
    static std::string standard(const ParameterSpec& spec, const Parameters& parameters);

    ParameterValue value(double share) const; // share: 0 (FROM) … 1 (TO)
    double number(double share) const; // the same as a number
};

// Options of an animation.
struct PlayOptions
{
    std::string play = {}; // "NAME=FROM:TO"; empty: a still figure
    double seconds = 4; // there
    std::int64_t fps = 25; // frames a second
    bool bounce = false; // and back, in as long again

    // There at least 2; the way back leaves out both ends, which would be shown twice.
    int frames() const;
    double share(int frame) const; // 0 … 1
    bool operator==(const PlayOptions&) const = default;
};
std::span<const Setting<PlayOptions>> playSettings();

// The clock of everything that plays: a share of the way from 0 to 1, in real time. A picture that comes late drops
// those that it missed; none waits. If the window reduces motion there is one picture a second. GUI thread only.
class Player : public QObject
{
    Q_OBJECT

public:
    enum class Way { Once, ThereAndBack, Again }; // Again: from the beginning, without end

    // `ready`: whether the last picture has been shown; empty: always.
    Player(const Store& store, QObject* parent, std::function<bool()> ready = {});

    void play(double seconds, Way way, double from = 0); // `from`: share of the way at which it begins
    void pause() { go(false); }
    void stop(); // for good
    bool isPlaying() const { return m_tick.isActive(); }
    bool isPaused() const { return !isPlaying() && m_time > 0 && m_time < end(); }
    void toggle() { go(!isPlaying() && m_time < end()); }

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
