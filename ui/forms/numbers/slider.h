// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"

#include <QSlider>

#include <algorithm>
#include <map>
#include <optional>

namespace phasor {

// Maps slider positions 0 … maximum() to values of a number parameter. Powers of two: one position each. Logarithmic:
// 100 positions a decade, values rounded to 3 significant digits; a range that begins at 0 has 0 at the left end.
// Linear: 1000 positions. A range of a billion and more is cut to the decades around the standard value: the slider is
// for exploring, the field takes every value.
class SliderScale
{
public:
    explicit SliderScale(const ParameterSpec& spec);

    int maximum() const { return m_maximum; }
    // Positions per arrow key.
    int singleStep() const { return m_scale == ParameterScale::Linear ? std::max(1, m_maximum / 100) : 1; }
    double value(int position) const; // for a position 0 … maximum()
    int position(double value) const; // the nearest; values outside are at the ends
    // The first value beyond `from`, in the direction of `steps`, at least |steps| arrow keys away.
    int stepped(int from, int steps) const;
    // Where a drag holds: the nearest position of a round number (1, 2 and 5 times a power of ten, powers of two)
    // within `reach` positions. Otherwise `position`.
    int detent(int position, int reach) const;

private:
    double raw(int position) const;
    void addDetents();

    ParameterScale m_scale;
    bool m_integer;
    double m_low;
    double m_high;
    bool m_zero = false; // position 0 has value 0; the logarithmic part begins at 1
    int m_maximum = 0;
    std::map<int, double> m_detents; // round numbers by position
};

// A horizontal slider for a SliderScale. A drag holds at round numbers, except with Shift. An arrow key always reaches
// the next value; with Shift it makes ten steps. The wheel works only with focus, so that scrolling the panel changes
// no value. One drag, or one key held down, is one gesture.
class Slider : public QSlider
{
    Q_OBJECT

public:
    Slider(const SliderScale& scale, QWidget* parent);

    double scaledValue() const { return m_scale.value(value()); }
    void setScaledValue(double value); // emits nothing

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
