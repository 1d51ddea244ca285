// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/numbers/slider.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace phasor {

namespace {

constexpr int kShiftFactor = 10;
constexpr int kShortestSlider = 64; // pixels
constexpr int kHold = 4; // pixels around a round number

constexpr std::pair<int, int> kKeys[] = {{Qt::Key_Right, 1},
                                         {Qt::Key_Up, 1},
                                         {Qt::Key_Left, -1},
                                         {Qt::Key_Down, -1},
                                         {Qt::Key_PageUp, kShiftFactor},
                                         {Qt::Key_PageDown, -kShiftFactor}};

// Arrow keys away that a key asks for; 0 for keys that are not ours.
int stepsOf(const QKeyEvent& event)
{
    const int factor = event.modifiers().testFlag(Qt::ShiftModifier) ? kShiftFactor : 1;
    for (const auto& [key, steps] : kKeys) {
        if (key == event.key())
            return std::clamp(steps * factor, -kShiftFactor, kShiftFactor);
    }
    return 0;
}

} // namespace

Slider::Slider(const SliderScale& scale, QWidget* parent)
    : QSlider(Qt::Horizontal, parent)
    , m_scale(scale)
{
    setRange(0, scale.maximum());
    setSingleStep(scale.singleStep());
    setFocusPolicy(Qt::StrongFocus);
    setMinimumWidth(kShortestSlider);
}

void Slider::mousePressEvent(QMouseEvent* event)
{
    // Before sliderPressed: the slider has jumped to the click by then.
    emit gestureStarted();
    const int before = value();
    QSlider::mousePressEvent(event);
    if (value() != before) // not where the handle was only taken hold of
        holdAtDetent(event->modifiers());
}

void Slider::mouseMoveEvent(QMouseEvent* event)
{
    // The value is set once, where the drag holds, not first beside it.
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
    endKey(); // the release goes to whoever has the focus now
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
    if (!hasFocus()) {
        event->ignore();
        return;
    }
    if (const int turned = event->angleDelta().y(); turned != 0)
        setValue(m_scale.stepped(value(), turned > 0 ? 1 : -1));
    event->accept();
}

} // namespace phasor
