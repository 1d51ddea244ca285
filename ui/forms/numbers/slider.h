// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/numbers/sliderscale.h"

#include <QSlider>

namespace phasor {

// A horizontal slider over a SliderScale. A drag holds at round numbers, unless Shift is held. Arrow keys always reach
// the next value, Shift makes ten of them; the wheel turns it only while it has the focus, so that a scrolled panel
// changes nothing. One drag, or one key held down, is one gesture.
class Slider : public QSlider
{
    Q_OBJECT

public:
    Slider(const SliderScale& scale, QWidget* parent);

    double scaledValue() const { return m_scale.value(value()); }
    void setScaledValue(double value) { setValue(m_scale.position(value)); }

signals:
    void gestureStarted();
    void gestureFinished();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void endKey();
    void holdAtDetent(Qt::KeyboardModifiers modifiers);

    SliderScale m_scale;
    bool m_keyHeld = false;
};

} // namespace phasor
