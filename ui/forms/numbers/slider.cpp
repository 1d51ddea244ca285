// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/numbers/slider.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>
#include <utility>

namespace phasor {

constexpr double kUnbounded = 1e9; // longer ranges are cut
constexpr int kPerDecade = 100;
constexpr int kLinear = 1000;

constexpr int kShiftFactor = 10;
constexpr int kShortestSlider = 36; // pixels
constexpr int kHold = 4; // distance in pixels at which a drag holds at a round number

constexpr std::pair<int, int> kKeys[] = {{Qt::Key_Right, 1},
                                         {Qt::Key_Up, 1},
                                         {Qt::Key_Left, -1},
                                         {Qt::Key_Down, -1},
                                         {Qt::Key_PageUp, kShiftFactor},
                                         {Qt::Key_PageDown, -kShiftFactor}};

// Steps of a key, in arrow keys; 0 for other keys.
static int stepsOf(const QKeyEvent& event)
{
    const int factor = event.modifiers().testFlag(Qt::ShiftModifier) ? kShiftFactor : 1;
    for (const auto& [key, steps] : kKeys) {
        if (key == event.key())
            return std::clamp(steps * factor, -kShiftFactor, kShiftFactor);
    }
    return 0;
}

SliderScale::SliderScale(const ParameterSpec& spec)
    : m_scale(spec.scale)
    , m_integer(spec.kind == ParameterKind::Integer)
    , m_low(spec.minimum)
    , m_high(spec.maximum)
{
    if (spec.maximum - spec.minimum >= kUnbounded) {
        m_scale = ParameterScale::Logarithmic;
        const double center = numberOf(spec.standard()).value_or(m_integer ? 1000 : 1);
        m_low = m_integer ? spec.minimum : std::max(spec.minimum, center / 1000);
        m_high = std::min(spec.maximum, m_integer ? std::max(1e6, center * 1000) : center * 1000);
    }
    if (m_scale == ParameterScale::PowersOfTwo) {
        m_maximum = static_cast<int>(std::floor(std::log2(m_high)));
    } else if (m_scale == ParameterScale::Linear) {
        m_maximum = m_integer ? static_cast<int>(std::min<double>(kLinear, m_high - m_low)) : kLinear;
    } else {
        m_zero = m_low <= 0;
        m_maximum = static_cast<int>(std::ceil(kPerDecade * std::log10(m_high / (m_zero ? 1 : m_low)))) + m_zero;
    }
    addDetents();
}

// Round numbers by position. If two share a position the rounder one stays: 500, not 512.
void SliderScale::addDetents()
{
    const auto add = [this](double value) {
        if (value >= m_low && value <= m_high && (!m_integer || value == std::round(value)))
            m_detents.try_emplace(position(value), value);
    };
    if (m_scale == ParameterScale::PowersOfTwo)
        return; // here each position is round
    add(0);
    if (m_scale == ParameterScale::Linear) {
        const double tenth = std::pow(10.0, std::ceil(std::log10(m_high - m_low)) - 1); // a tenth of the range
        for (const double step : {tenth, tenth / 2}) {
            for (int i = 0; i * step <= m_high - m_low; ++i)
                add(std::round((m_low + i * step) * 1e6) / 1e6); // rounds to the short decimal: 3 · 0.1 is not 0.3
        }
        return;
    }
    const int from = static_cast<int>(std::floor(std::log10(m_zero ? 1 : m_low)));
    const int to = static_cast<int>(std::ceil(std::log10(m_high)));
    for (const int digit : {1, 5, 2}) {
        for (int decade = from; decade <= to; ++decade)
            add(threeDigits(digit * std::pow(10.0, decade)));
    }
    for (int power = 0; std::exp2(power) <= m_high; ++power)
        add(std::exp2(power));
}

double SliderScale::raw(int position) const
{
    if (m_scale == ParameterScale::PowersOfTwo)
        return std::exp2(position);
    if (m_scale == ParameterScale::Linear)
        return m_low + (m_high - m_low) * position / m_maximum;
    if (m_zero && position == 0)
        return 0;
    return threeDigits((m_zero ? 1 : m_low) * std::pow(10.0, static_cast<double>(position - m_zero) / kPerDecade));
}

double SliderScale::value(int position) const
{
    const auto round = m_detents.find(std::clamp(position, 0, m_maximum));
    const double value = round != m_detents.end() ? round->second : raw(std::clamp(position, 0, m_maximum));
    return std::clamp(m_integer ? std::round(value) : value, m_low, m_high);
}

int SliderScale::position(double value) const
{
    if (value >= m_high)
        return m_maximum; // the maximum may have more than three digits
    double place = 0;
    if (m_scale == ParameterScale::PowersOfTwo)
        place = value > 0 ? std::log2(value) : 0;
    else if (m_scale == ParameterScale::Linear)
        place = (value - m_low) / (m_high - m_low) * m_maximum;
    else if (value > 0 && (!m_zero || value >= 1))
        place = kPerDecade * std::log10(value / (m_zero ? 1 : m_low)) + m_zero;
    return static_cast<int>(std::lround(std::clamp<double>(place, 0, m_maximum)));
}

int SliderScale::detent(int position, int reach) const
{
    int nearest = position;
    for (const auto& [place, number] : m_detents) {
        if (const int distance = std::abs(place - position); distance <= reach) {
            nearest = place;
            reach = distance;
        }
    }
    return nearest;
}

int SliderScale::stepped(int from, int steps) const
{
    const int direction = steps < 0 ? -1 : 1;
    int place = std::clamp(from + steps * singleStep(), 0, m_maximum);
    while (place > 0 && place < m_maximum && value(place) == value(from))
        place += direction;
    return place;
}

Slider::Slider(const SliderScale& scale, QWidget* parent)
    : QSlider(Qt::Horizontal, parent)
    , m_scale(scale)
{
    setRange(0, scale.maximum());
    setSingleStep(scale.singleStep());
    setFocusPolicy(Qt::StrongFocus);
    setMinimumWidth(kShortestSlider);
}

void Slider::setScaledValue(double value)
{
    const QSignalBlocker quiet(this);
    setValue(m_scale.position(value));
}

void Slider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::RightButton)
        return event->ignore(); // for the menu, whose dialog gets the release
    // Emitted before sliderPressed, because at that signal the slider has already jumped to the click.
    emit gestureStarted();
    const int before = value();
    QSlider::mousePressEvent(event);
    if (value() != before) // not if the handle was only pressed
        holdAtDetent(event->modifiers());
}

void Slider::mouseMoveEvent(QMouseEvent* event)
{
    // Without tracking the value is set once, at the round number, not first next to it.
    setTracking(false);
    QSlider::mouseMoveEvent(event);
    setTracking(true);
    holdAtDetent(event->modifiers());
}

void Slider::holdAtDetent(Qt::KeyboardModifiers modifiers)
{
    const int reach = modifiers.testFlag(Qt::ShiftModifier) ? 0 : kHold * maximum() / std::max(1, width());
    setValue(m_scale.detent(sliderPosition(), reach));
}

void Slider::mouseReleaseEvent(QMouseEvent* event)
{
    QSlider::mouseReleaseEvent(event);
    emit gestureFinished();
}

void Slider::keyPressEvent(QKeyEvent* event)
{
    if (!m_keyHeld && !event->isAutoRepeat()) {
        m_keyHeld = true;
        emit gestureStarted();
    }
    if (const int steps = stepsOf(*event); steps != 0)
        setValue(m_scale.stepped(value(), steps));
    else
        QSlider::keyPressEvent(event);
}

void Slider::keyReleaseEvent(QKeyEvent* event)
{
    if (!event->isAutoRepeat())
        endKey();
    QSlider::keyReleaseEvent(event);
}

void Slider::focusOutEvent(QFocusEvent* event)
{
    endKey(); // the release goes to the widget with the focus
    QSlider::focusOutEvent(event);
}

void Slider::endKey()
{
    if (m_keyHeld)
        emit gestureFinished();
    m_keyHeld = false;
}

void Slider::wheelEvent(QWheelEvent* event)
{
    if (!hasFocus())
        return event->ignore();
    if (const int turned = event->angleDelta().y(); turned != 0)
        setValue(m_scale.stepped(value(), turned > 0 ? 1 : -1));
    event->accept();
}

} // namespace phasor
