// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/tickers_p.h"

#include "plots/canvas/numbertext_p.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace phasor {

namespace {

void clear(QVector<double>& ticks, QVector<double>* subTicks, QVector<QString>* tickLabels)
{
    ticks.clear();
    if (subTicks)
        subTicks->clear();
    if (tickLabels)
        tickLabels->clear();
}

} // namespace

int lengthOf(const QCPAxis& axis)
{
    return axis.orientation() == Qt::Horizontal ? axis.axisRect()->width() : axis.axisRect()->height();
}

IndexTicker::IndexTicker(const QCPAxis& axis, Steps steps)
    : m_axis(axis)
    , m_steps(steps)
{
}

void IndexTicker::setIndices(double shift, std::int64_t first, std::int64_t count)
{
    m_shift = shift;
    m_first = first;
    m_count = count;
}

void IndexTicker::setNames(std::int64_t firstIndex, const std::vector<std::string>& names)
{
    m_firstNamed = firstIndex;
    m_names.clear();
    for (const std::string& name : names)
        m_names += QString::fromStdString(name).simplified();
}

QString IndexTicker::label(std::int64_t index) const
{
    const std::int64_t at = index - m_firstNamed;
    if (at >= 0 && at < m_names.size())
        return m_names[static_cast<qsizetype>(at)];
    return countText(index + m_first);
}

int IndexTicker::widestLabel(int limit) const
{
    int widest = 0;
    for (const QString& name : m_names)
        widest = std::max(widest, widthOf(name));
    if (m_names.isEmpty())
        widest = widthOf(countText(m_first + std::max<std::int64_t>(0, m_count - 1)));
    return std::min(widest, limit);
}

// Least distance of two ticks, pixels.
int IndexTicker::labelSpace() const
{
    const QFontMetrics metrics(m_axis.tickLabelFont());
    if (m_axis.orientation() == Qt::Vertical)
        return hasNames() ? metrics.height() : 2 * metrics.height();
    // Names are cut to what is there, but not to fewer letters than tell them apart.
    return widestLabel(hasNames() ? 5 * metrics.averageCharWidth() : lengthOf(m_axis)) + metrics.averageCharWidth() * 2;
}

std::int64_t IndexTicker::step(double pixelsPerIndex) const
{
    const double wanted = labelSpace() / std::max(pixelsPerIndex, 1e-12);
    if (wanted <= 1)
        return 1;
    if (m_steps == Steps::Binary)
        return static_cast<std::int64_t>(std::exp2(std::ceil(std::log2(wanted))));
    const double decade = std::pow(10, std::floor(std::log10(wanted)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= wanted)
            return static_cast<std::int64_t>(factor * decade);
    return static_cast<std::int64_t>(10 * decade);
}

void IndexTicker::generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks,
                           QVector<double>* subTicks, QVector<QString>* tickLabels)
{
    clear(ticks, subTicks, tickLabels);
    const int length = lengthOf(m_axis);
    if (length < 2 || m_count <= 0 || !(range.size() > 0))
        return;
    const double perIndex = length / range.size();
    const std::int64_t every = step(perIndex);
    const double lowest = std::max(0.0, std::ceil(range.lower - m_shift - 1e-9));
    const double highest = std::min(static_cast<double>(m_count - 1), std::floor(range.upper - m_shift + 1e-9));
    if (lowest > highest)
        return;
    const QFontMetrics metrics(m_axis.tickLabelFont());
    const int room = m_axis.orientation() == Qt::Vertical
        ? std::max(12 * metrics.averageCharWidth(), length / 3)
        : static_cast<int>(perIndex * static_cast<double>(every)) - metrics.averageCharWidth();
    // Multiples in the numbers that are shown: 100, 200 … also when the first position is 37.
    const std::int64_t start = static_cast<std::int64_t>(lowest) + m_first;
    const std::int64_t origin = hasNames() ? m_first : 0;
    std::int64_t number = start + (every - (start - origin) % every) % every;
    for (; number - m_first <= static_cast<std::int64_t>(highest); number += every) {
        const double at = static_cast<double>(number - m_first) + m_shift;
        const QString text = labelWithin(number - m_first, room);
        ticks.append(at);
        if (tickLabels)
            tickLabels->append(fits(at, widthOf(text)) ? text : QString());
    }
}

// A name is cut, a number is not: "2 000 000 000" becomes "2·10⁹" where that is the same number, else it takes its
// room.
QString IndexTicker::labelWithin(std::int64_t index, int room) const
{
    const QString text = label(index);
    if (widthOf(text) <= room)
        return text;
    if (hasNames())
        return QFontMetrics(m_axis.tickLabelFont()).elidedText(text, Qt::ElideRight, room);
    const std::int64_t number = index + m_first;
    std::int64_t digits = number;
    while (digits != 0 && digits % 10 == 0)
        digits /= 10;
    constexpr int kSignificant = 4;
    return QString::number(digits).size() <= kSignificant ? numberText(static_cast<double>(number), kSignificant)
                                                          : text;
}

// A label at the right end may be wider than the margin beside it.
bool IndexTicker::fits(double at, int width) const
{
    if (m_axis.orientation() == Qt::Vertical)
        return true;
    return m_axis.coordToPixel(at) + 0.5 * width <= m_axis.axisRect()->outerRect().right();
}

ValueTicker::ValueTicker(const QCPAxis& axis)
    : m_axis(axis)
{
}

void ValueTicker::generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision,
                           QVector<double>& ticks, QVector<double>* subTicks, QVector<QString>* tickLabels)
{
    const QFontMetrics metrics(m_axis.tickLabelFont());
    const bool horizontal = m_axis.orientation() == Qt::Horizontal;
    const int space = horizontal ? metrics.horizontalAdvance(QStringLiteral("−0.0000")) : 2 * metrics.height();
    setTickCount(std::clamp(lengthOf(m_axis) / std::max(space, 1), 2, 8));
    QCPAxisTicker::generate(range, locale, formatChar, precision, ticks, subTicks, tickLabels);
}

QString ValueTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    const double step = getTickStep(m_axis.range());
    return std::abs(tick) < step * 1e-6 ? QStringLiteral("0") : numberText(tick, 6);
}

int ValueTicker::getSubTickCount(double)
{
    return 0;
}

LogTicker::LogTicker(const QCPAxis& axis)
    : m_axis(axis)
{
}

void LogTicker::generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks,
                         QVector<double>* subTicks, QVector<QString>* tickLabels)
{
    clear(ticks, subTicks, tickLabels);
    if (!(range.lower > 0) || !(range.upper > range.lower))
        return;
    const double decades = std::log10(range.upper / range.lower);
    const QFontMetrics metrics(m_axis.tickLabelFont());
    const bool horizontal = m_axis.orientation() == Qt::Horizontal;
    const int label = horizontal ? metrics.horizontalAdvance(QStringLiteral("10⁻⁸0")) : metrics.height();
    const double room = lengthOf(m_axis) / (1.5 * label);
    const int every = std::max(1, static_cast<int>(std::ceil(decades / std::max(room, 1.0))));
    // The finest of these steps whose labels do not touch.
    const double perDecade = lengthOf(m_axis) / decades;
    const auto fit = [&](double step) {
        return perDecade * std::log10(step) >= 1.1 * label;
    };
    const std::vector<double> factors = fit(2) ? std::vector<double>{1, 2, 5}
        : fit(3)                               ? std::vector<double>{1, 3}
                                               : std::vector<double>{1};
    for (int exponent = static_cast<int>(std::floor(std::log10(range.lower))); exponent <= std::log10(range.upper);
         ++exponent) {
        for (const double factor : factors) {
            const double value = factor * std::pow(10, exponent);
            if (value < range.lower * (1 - 1e-9) || value > range.upper * (1 + 1e-9))
                continue;
            if (factor == 1 && exponent % every != 0)
                continue;
            ticks.append(value);
            if (tickLabels)
                tickLabels->append(numberText(value));
        }
    }
}

} // namespace phasor
