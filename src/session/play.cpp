// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/play.h"

#include "session/store.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace phasor {

namespace {

constexpr int kPicture = 33; // ms from one picture to the next
constexpr int kCalmPicture = 1000;
constexpr double kLongest = 1; // seconds between two pictures; a computer that slept does not jump
constexpr double kLargestWhole = 9007199254740992; // 2^53: all whole numbers up to here are doubles

using Scale = ParameterScale;

// The scale on which a range is played. Ranges as long as a slider cuts are logarithmic there, too.
Scale scaleOf(const ValueSpec& spec, double lowest)
{
    constexpr double kUnbounded = 1e9;
    if (lowest < 0 || spec.kind == ParameterKind::Seed)
        return Scale::Linear;
    return spec.maximum - spec.minimum >= kUnbounded && spec.scale == Scale::Linear ? Scale::Logarithmic : spec.scale;
}

// A seed is played as a whole number.
ValueSpec asNumber(ValueSpec spec)
{
    if (spec.kind == ParameterKind::Seed) {
        spec.kind = ParameterKind::Integer;
        spec.minimum = -kLargestWhole;
        spec.maximum = kLargestWhole;
    }
    return spec;
}

Error wrong(const char* code, Message what, Message remedy)
{
    return usageError(code, "--play", std::move(what), std::move(remedy));
}

Result<double> endOf(const ValueSpec& spec, std::string_view text)
{
    const Result<ParameterValue> value = parseValue(asNumber(spec), text);
    if (!value.ok())
        return wrong(value.error().code.c_str(), WORDS("%1: %2").with(spec.id, value.error().what),
                     value.error().remedy);
    if (const std::optional<double> number = numberOf(*value))
        return *number;
    return wrong("TYPE", WORDS("%1: %2 is not a number").with(spec.id, inQuotes(text)), WORDS("use numbers"));
}

// Whether this setting has numbers that can be played.
bool canPlay(const ValueSpec& spec)
{
    return spec.kind == ParameterKind::Integer || spec.kind == ParameterKind::Real
        || spec.kind == ParameterKind::ChoiceOrNumber || spec.kind == ParameterKind::Seed;
}

Result<ValueSpec> playedSpec(std::string name, const Parameters& parameters)
{
    std::ranges::replace(name, '_', '-');
    std::vector<std::string_view> names;
    for (const ParameterSpec* spec : specsOf(parameters)) {
        if (canPlay(*spec))
            names.push_back(spec->id);
        if (spec->id == name)
            return ValueSpec(*spec);
    }
    for (const Setting<ViewState>& setting : playedInViews()) {
        names.push_back(setting.id);
        if (setting.id == name)
            return ValueSpec(setting);
    }
    return wrong("ENUM", WORDS("%1 is not a parameter of this setup").with(inQuotes(name)),
                 didYouMean(name, names, WORDS("use for example base=100:10000")));
}

} // namespace

std::span<const Setting<ViewState>> playedInViews()
{
    static const Setting<ViewState> kPlayed[] = {
        setting(integer("step", WORDS("step"), 0, 1000000), &ViewState::training, &TrainingChoice::upTo),
        {integer("at", WORDS("position"), 0, 2147483647),
         [](const ViewState& view) { return toValue(view.cursor[AxisKind::Position]); },
         [](ViewState& view, const ParameterValue& value) {
             fromValue(view.cursor[AxisKind::Position], value);
         }},
    };
    return kPlayed;
}

Result<Play> Play::read(std::string_view text, const Parameters& parameters)
{
    const std::size_t equals = text.find('=');
    const std::size_t colon = text.find(':', equals);
    if (equals == std::string_view::npos || colon == std::string_view::npos)
        return wrong("SYNTAX", WORDS("%1 is not NAME=FROM:TO").with(inQuotes(text)),
                     WORDS("use for example base=100:10000"));
    TRY(const ValueSpec spec, playedSpec(std::string(text.substr(0, equals)), parameters));
    if (!canPlay(spec))
        return wrong("TYPE", WORDS("%1 has no numbers to play").with(spec.id),
                     WORDS("use a parameter that has a slider, or a seed"));
    TRY(const double from, endOf(spec, text.substr(equals + 1, colon - equals - 1)));
    TRY(const double to, endOf(spec, text.substr(colon + 1)));
    if (from == to)
        return wrong("RANGE", WORDS("%1 would stay the same").with(spec.id), WORDS("use two values that differ"));
    return Play{spec, from, to};
}

std::string Play::standard(const ParameterSpec& spec, const Parameters& parameters)
{
    constexpr double kFactor = 8;
    const ParameterValue value = spec.get(parameters);
    double now = numberOf(value).value_or(spec.number != nullptr ? spec.number(parameters) : spec.minimum);
    if (const auto* typed = std::get_if<Seed>(&value))
        now = std::clamp(static_cast<double>(typed->bits), 0.0, kLargestWhole / 2);
    double from = now / kFactor;
    double to = now != 0 ? now * kFactor : 1000;
    if (spec.kind == ParameterKind::Seed) {
        from = now;
        to = now + 20;
    } else if (scaleOf(spec, now) == Scale::Linear && now >= 0) {
        from = spec.minimum;
        to = spec.maximum;
    }
    const auto printed = [&spec, &parameters](double end, double towards) {
        const ValueSpec number = asNumber(spec);
        Parameters changed = parameters;
        for (int tries = 0;; ++tries) {
            end = std::clamp(end, number.minimum, number.maximum);
            const ParameterValue one = Play{spec, end, end}.value(0);
            spec.set(changed, one);
            if (tries == 40 || validate(changed).ok())
                return printValue(one);
            end = (end + towards) / 2;
        }
    };
    return std::string(spec.id) + '=' + printed(from, now) + ':' + printed(to, now);
}

double Play::number(double share) const
{
    if (share <= 0 || share >= 1)
        return share <= 0 ? from : to;
    const Scale scale = scaleOf(spec, std::min(from, to));
    const double distance = std::fabs(to - from);
    const bool whole = spec.kind == ParameterKind::Integer || spec.kind == ParameterKind::Seed;
    // Each of steps + 1 values is shown for the same time.
    const auto stepOf = [share](double steps) {
        return std::min(steps, std::floor(share * (steps + 1)));
    };
    if (scale == Scale::PowersOfTwo) {
        const double steps = std::max(1.0, std::round(std::fabs(std::log2(to / from))));
        const auto common = static_cast<double>(
            std::gcd(static_cast<std::int64_t>(from), static_cast<std::int64_t>(to))); // heads that divide both
        return std::round(from * std::pow(to / from, stepOf(steps) / steps) / common) * common;
    }
    if (scale == Scale::Linear && whole)
        return from + std::copysign(stepOf(distance), to - from);
    if (scale == Scale::Linear) {
        const double grid = std::pow(10, 3 - std::floor(std::log10(distance))); // a thousand steps or more
        return std::round((from + share * (to - from)) * grid) / grid;
    }
    const double between = std::min(from, to) > 0 ? from * std::pow(to / from, share)
                                                  : std::expm1(std::lerp(std::log1p(from), std::log1p(to), share));
    const double rounded = threeDigits(between);
    return std::clamp(whole ? std::round(rounded) : rounded, std::min(from, to), std::max(from, to));
}

ParameterValue Play::value(double share) const
{
    const double now = number(share);
    if (spec.kind == ParameterKind::Seed)
        return Seed{static_cast<std::uint64_t>(static_cast<std::int64_t>(now)), now < 0};
    if (spec.kind == ParameterKind::Integer)
        return static_cast<std::int64_t>(std::llround(now));
    return now;
}

int PlayOptions::frames() const
{
    const int there = std::max(2, static_cast<int>(std::lround(seconds * static_cast<double>(fps))));
    return bounce ? 2 * there - 2 : there;
}

double PlayOptions::share(int frame) const
{
    const int last = bounce ? frames() / 2 : frames() - 1;
    return static_cast<double>(frame <= last ? frame : 2 * last - frame) / last;
}

std::span<const Setting<PlayOptions>> playSettings()
{
    using O = PlayOptions;
    static const Setting<O> kSettings[] = {
        setting(text("play", WORDS("Play"))
                    .given("NAME=FROM:TO")
                    .says(WORDS("Animate a parameter, such as base=100:10000 (.gif, .mp4, or .png with {frame} in its "
                                "name). Its values step as its slider runs. Also step=0:500 of training, at=0:50 of "
                                "phasors.")),
                &O::play),
        setting(real("seconds", WORDS("Seconds"), 0.1, 600)
                    .given("S")
                    .says(WORDS("Duration of an animation from FROM to TO, 0.1 to 600; 4 if not given.")),
                &O::seconds),
        setting(integer("fps", WORDS("Frames a second"), 1, 50)
                    .given("N")
                    .says(WORDS("Frames a second of an animation, 1 to 50; 25 if not given.")),
                &O::fps),
        setting(flag("bounce", WORDS("There and back"))
                    .says(WORDS("Animate also the way back, which takes as long again.")),
                &O::bounce),
    };
    return kSettings;
}

Player::Player(const Store& store, QObject* parent, std::function<bool()> ready)
    : QObject(parent)
    , m_store(store)
    , m_ready(std::move(ready))
{
    connect(&m_tick, &QTimer::timeout, this, &Player::tick);
}

void Player::play(double seconds, Way way, double from)
{
    m_seconds = seconds;
    m_way = way;
    m_time = from * seconds;
    go(true);
    emit moved(from);
}

void Player::stop()
{
    m_time = 0;
    go(false);
}

double Player::end() const
{
    return m_way == Way::Again ? std::numeric_limits<double>::infinity()
                               : m_seconds * (m_way == Way::ThereAndBack ? 2 : 1);
}

void Player::go(bool playing)
{
    m_since.start();
    playing ? m_tick.start(m_store.reducesMotion() ? kCalmPicture : kPicture) : m_tick.stop();
    emit changed();
}

void Player::tick()
{
    if (m_ready && !m_ready())
        return;
    m_time = std::min(end(), m_time + std::min(kLongest, static_cast<double>(m_since.restart()) / 1000));
    const double way = m_time / m_seconds;
    const bool ends = m_time >= end();
    emit moved(m_way == Way::Again ? way - std::floor(way) : way > 1 ? 2 - way : way);
    if (ends)
        pause();
}

} // namespace phasor
