// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"
#include "text/setting.h"
#include "views/viewstate.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace phasor {

// What the view state can play: "step", up to which the training is shown, and "at", the position of the cross-hair.
std::span<const Setting<ViewState>> playedInViews();

// A number that runs from one value to another, as its slider would: whole numbers one after the other, those of a
// logarithmic scale by equal factors, powers of two by about a doubling.
class Play
{
public:
    // "NAME=FROM:TO"; NAME is a parameter of this setup with numbers, or one of playedInViews(). Errors: Usage SYNTAX,
    // ENUM, TYPE, RANGE, of the option --play.
    static Result<Play> read(std::string_view text, const Parameters& parameters);
    // Whether this setting has numbers that can be played.
    static bool canPlay(const ValueSpec& spec);

    Play(const ValueSpec& spec, double from, double to)
        : m_spec(spec)
        , m_from(from)
        , m_to(to)
    {
    }

    // "NAME=FROM:TO" around the present value; only values that are valid in this setup.
    static std::string standard(const ParameterSpec& spec, const Parameters& parameters);

    const ValueSpec& spec() const { return m_spec; }
    ParameterValue value(double share) const; // share: 0 (FROM) … 1 (TO)

private:
    double number(double share) const;

    ValueSpec m_spec;
    double m_from;
    double m_to;
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

} // namespace phasor
