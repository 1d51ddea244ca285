// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"

#include <QSlider>

#include <map>
#include <optional>

namespace phasor {

// The number of a value; nothing of a choice, or where the program chooses.
std::optional<double> numberOf(const ParameterValue& value);

// How the positions 0 … maximum() of a slider stand for values of a number parameter.
// Powers of two: one position each. Logarithmic: 100 positions a decade, values rounded to 3 significant digits so that
// they read well, and 0 at the left end where the range begins there. Linear: 1000 positions.
// A range of a billion and more is cut to the decades about the standard value: a slider is for looking around, the
// field beside it takes everything.
class SliderScale
{
public:
    explicit SliderScale(const ParameterSpec& spec);

    int maximum() const { return m_maximum; }
    int singleStep() const; // positions of an arrow key
    double value(int position) const; // of a position 0 … maximum()
    int position(double value) const; // the nearest; values outside sit at the ends
    // The first value beyond `from` in the direction of `steps` that is at least |steps| arrow keys away.
    int stepped(int from, int steps) const;
    // The nearest position of a round number (1, 2 and 5 times a power of ten, powers of two) within `reach` positions,
    // where a drag holds; else `position`.
    int detent(int position, int reach) const;

private:
    double raw(int position) const;
    void addDetents();

    ParameterScale m_scale;
    bool m_integer;
    double m_low;
    double m_high;
    bool m_zero = false; // position 0 is the value 0, the logarithm begins at 1
    int m_maximum = 0;
    std::map<int, double> m_detents; // round numbers by position
};

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
