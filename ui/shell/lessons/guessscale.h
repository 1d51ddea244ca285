// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

namespace phasor {

// A scale with the student's guess, an open circle that is dragged or moved by arrow keys, and later the measured
// number, a filled circle. GUI thread only.
class GuessScale : public QWidget
{
    Q_OBJECT

public:
    GuessScale(double low, double high, QWidget* parent);

    double value() const { return m_value; }
    void setValue(double value); // clamped to the scale
    void showMeasured(double measured, bool guessed); // from now on the guess, if there is one, stays

    QSize sizeHint() const override { return {200, 7 * fontMetrics().height() / 2}; }

signals:
    void moved(double value); // by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int xOf(double value) const;
    void moveTo(double value);

    double m_low;
    double m_high;
    double m_value;
    std::optional<double> m_measured;
    bool m_guessed = true;
};

} // namespace phasor
