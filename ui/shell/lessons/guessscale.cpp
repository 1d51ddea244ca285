// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/lessons/steppage.h"

#include "lessons/values.h"
#include "text/numbers.h"
#include "ui/forms/text.h"
#include "ui/panels/parts.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace phasor {

constexpr int kScaleMargin = 20; // left and right, for numbers
constexpr int kCircle = 6;

// 1, 2 or 5 times a power of ten, about a fifth of the scale.
static double tickStep(double length)
{
    const double rough = length / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double times : {1.0, 2.0, 5.0}) {
        if (rough <= times * power)
            return times * power;
    }
    return 10 * power;
}

GuessScale::GuessScale(double low, double high, QWidget* parent)
    : QWidget(parent)
    , m_low(low)
    , m_high(high)
    , m_value((low + high) / 2)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Your guess"));
}

int GuessScale::xOf(double value) const
{
    const double share = (std::clamp(value, m_low, m_high) - m_low) / (m_high - m_low);
    return kScaleMargin + static_cast<int>(std::lround(share * (width() - 2 * kScaleMargin)));
}

void GuessScale::setValue(double value)
{
    m_value = std::clamp(value, m_low, m_high);
    setAccessibleDescription(qs(shortNumber(m_value)));
    update();
}

void GuessScale::showMeasured(double measured, bool guessed)
{
    m_measured = measured;
    m_guessed = guessed;
    m_answer = qs(measuredText(measured));
    unsetCursor();
    setAccessibleDescription(guessed ? tr("Your guess: %1. Answer: %2.").arg(qs(shortNumber(m_value)), m_answer)
                                     : tr("Answer: %1.").arg(m_answer));
    update();
}

void GuessScale::moveTo(double value)
{
    if (m_measured)
        return;
    setValue(value);
    emit moved(m_value);
}

void GuessScale::mousePressEvent(QMouseEvent* event)
{
    const double share = (event->position().x() - kScaleMargin) / std::max(1, width() - 2 * kScaleMargin);
    const double step = tickStep(m_high - m_low) / 10; // guesses are round numbers
    moveTo(std::round((m_low + share * (m_high - m_low)) / step) * step);
}

void GuessScale::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        mousePressEvent(event);
}

void GuessScale::keyPressEvent(QKeyEvent* event)
{
    const double step = tickStep(m_high - m_low) / 10;
    const std::map<int, double> places{{Qt::Key_Left, m_value - step},
                                       {Qt::Key_Down, m_value - step},
                                       {Qt::Key_Right, m_value + step},
                                       {Qt::Key_Up, m_value + step},
                                       {Qt::Key_PageDown, m_value - 10 * step},
                                       {Qt::Key_PageUp, m_value + 10 * step},
                                       {Qt::Key_Home, m_low},
                                       {Qt::Key_End, m_high}};
    const auto place = places.find(event->key());
    place != places.end() ? moveTo(place->second) : QWidget::keyPressEvent(event);
}

void GuessScale::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int line = fontMetrics().height();
    const int y = 3 * line / 2 + 4;
    const QString guess = m_guessed ? tr("your guess %1").arg(qs(shortNumber(m_value))) : QString();
    const QColor ink = palette().color(QPalette::WindowText);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawLine(xOf(m_low), y, xOf(m_high), y);
    const double step = tickStep(m_high - m_low);
    for (double tick = std::ceil(m_low / step) * step; tick <= m_high + step / 1000; tick += step) {
        const double shown = std::abs(tick) < step / 1000 ? 0 : tick;
        painter.drawLine(xOf(tick), y - 4, xOf(tick), y + 4);
        painter.drawText(QRect(xOf(tick) - 40, y + 6, 80, line), Qt::AlignCenter, qs(shortNumber(shown)));
    }
    painter.setPen(QPen(ink, 2));
    // The texts above the line stay inside, and next to each other.
    const auto above = [&](double value, const QString& text, int low, int high) {
        const int wide = painter.fontMetrics().horizontalAdvance(text) + 2;
        const int x = std::clamp(xOf(value) - wide / 2, low, std::max(low, high - wide));
        painter.drawText(QRect(x, line / 4, wide, line), Qt::AlignLeft, text);
        return QRect(x, 0, wide, line);
    };
    int low = 0;
    int high = width();
    if (m_measured) {
        painter.setFont(scaled(font(), 1, true));
        const QString text = tr("answer %1").arg(m_answer);
        const int other = fontMetrics().horizontalAdvance(guess) + 2 * kCircle;
        const bool right = *m_measured >= m_value;
        const QRect taken = above(*m_measured, text, right ? other : 0, width() - (right ? 0 : other));
        (right ? high : low) = right ? taken.left() - kCircle : taken.right() + kCircle;
        painter.setFont(font());
    }
    above(m_value, guess, low, high);
    if (m_measured && m_guessed) {
        painter.setPen(QPen(ink, 4));
        painter.drawLine(xOf(m_value), y, xOf(*m_measured), y);
        painter.setPen(QPen(ink, 2));
    }
    if (m_measured) {
        painter.setBrush(ink);
        painter.drawEllipse(QPoint(xOf(*m_measured), y), kCircle, kCircle);
    }
    if (!m_guessed)
        return;
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawEllipse(QPoint(xOf(m_value), y), kCircle + (hasFocus() && !m_measured ? 2 : 0),
                        kCircle + (hasFocus() && !m_measured ? 2 : 0));
}

} // namespace phasor
