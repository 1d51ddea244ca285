// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/slider.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

namespace phasor {

namespace {

constexpr int kShiftFactor = 10;
constexpr int kShortestSlider = 48; // pixels

// Arrow keys away that a key asks for; 0 for keys that are not ours.
int stepsOf(const QKeyEvent& event)
{
    const int factor = event.modifiers().testFlag(Qt::ShiftModifier) ? kShiftFactor : 1;
    switch (event.key()) {
    case Qt::Key_Right:
    case Qt::Key_Up:
        return factor;
    case Qt::Key_Left:
    case Qt::Key_Down:
        return -factor;
    case Qt::Key_PageUp:
        return kShiftFactor;
    case Qt::Key_PageDown:
        return -kShiftFactor;
    default:
        return 0;
    }
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
    QSlider::mousePressEvent(event);
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
