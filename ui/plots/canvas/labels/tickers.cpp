// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/labels/tickers_p.h"

#include "words/coretexts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

int lengthOf(const QCPAxis& axis)
{
    return axis.orientation() == Qt::Horizontal ? axis.axisRect()->width() : axis.axisRect()->height();
}

void IndexTicker::show(const Axis& table, bool named)
{
    m_table = table;
    m_named = named;
    if (!named)
        m_table.tokens = nullptr; // the cells of a grid are named by row and column
}

bool IndexTicker::hasRoomForNames(const Axis& table, Interval visible)
{
    constexpr std::int64_t kMostNames = 1000;
    if (!table.named())
        return false;
    const Span cells = cellsOf(visible, table.count);
    const std::int64_t names = table.tokens->length() - (table.period > 0 ? 0 : cells.begin);
    return cells.size() <= kMostNames && (table.period > 0 || 2 * names >= cells.size());
}

QString IndexTicker::label(std::int64_t index) const
{
    if (m_named || m_table.gridCell(index)) {
        QString name = words::text(m_table.label(index)).simplified();
        if (!name.isEmpty()) // cells after the last token are named by number
            return name;
    }
    return words::count(m_table.firstLabel + (m_table.period > 0 ? index % m_table.period : index));
}

int IndexTicker::labelSpace(Span visible) const
{
    const QFontMetrics metrics = fontMetrics();
    if (!horizontal())
        return m_named ? metrics.height() : 2 * metrics.height();
    // Names are shortened to fit, but stay long enough to tell them apart.
    const int limit = m_named ? 5 * metrics.averageCharWidth() : lengthOf(m_axis);
    int widest = m_named ? 0 : widthOf(label(m_table.count - 1)); // over all names or for the largest number
    for (std::int64_t index = visible.begin; m_named && index < visible.end && widest < limit; ++index)
        widest = std::max(widest, widthOf(label(index)));
    return std::min(widest, limit) + metrics.averageCharWidth() * 2;
}

// Tick steps: powers of two for dimensions, otherwise 1, 2, 5, 10 …
std::int64_t IndexTicker::step(double wanted) const
{
    if (wanted <= 1)
        return 1;
    if (m_table.kind == AxisKind::Dimension)
        return static_cast<std::int64_t>(std::exp2(std::ceil(std::log2(wanted))));
    const double decade = std::pow(10, std::floor(std::log10(wanted)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= wanted)
            return static_cast<std::int64_t>(factor * decade);
    return static_cast<std::int64_t>(10 * decade);
}

void IndexTicker::place(const QCPRange& range, QVector<double>& ticks, QVector<QString>* labels)
{
    const int length = lengthOf(m_axis);
    if (length < 2 || m_table.count <= 0 || !(range.size() > 0))
        return;
    const double origin = static_cast<double>(m_table.first) + kMiddle; // coordinate of the center of index 0
    const double lowest = std::max(0.0, std::ceil(range.lower - origin - 1e-9));
    const double highest = std::min(static_cast<double>(m_table.count - 1), std::floor(range.upper - origin + 1e-9));
    if (lowest > highest)
        return;
    const Span visible{static_cast<std::int64_t>(lowest), static_cast<std::int64_t>(highest) + 1};
    const double perIndex = length / range.size();
    const int space = labelSpace(visible);
    const QFontMetrics metrics = fontMetrics();
    std::int64_t every = step(space / std::max(perIndex, 1e-12));
    if (every >= visible.size() && !horizontal()) // a single label gives no scale: use a smaller step
        every = step(metrics.height() / perIndex);
    const int room = !horizontal()
        ? std::max(4 * metrics.averageCharWidth(), roomForLabels(m_axis))
        : static_cast<int>(perIndex * static_cast<double>(every)) - metrics.averageCharWidth();
    for (const std::int64_t index : multiples(visible, every, space / perIndex)) {
        const double at = static_cast<double>(index) + origin;
        const QString text = labelWithin(index, room);
        ticks.append(at);
        // A label at the right end may be wider than the margin.
        const bool fits
            = !horizontal() || m_axis.coordToPixel(at) + 0.5 * widthOf(text) <= m_axis.axisRect()->outerRect().right();
        if (labels)
            labels->append(fits ? text : QString());
    }
}

// Indices whose number is a multiple of `every`: 100, 200 … even if the first position is 37. Each period begins again;
// its last ticks keep `room` cells to the first tick of the next.
std::vector<std::int64_t> IndexTicker::multiples(Span visible, std::int64_t every, double room) const
{
    std::vector<std::int64_t> indices;
    const std::int64_t period = m_table.period > 0 ? m_table.period : m_table.count;
    const std::int64_t firstNumber = m_named ? 0 : m_table.firstLabel;
    for (std::int64_t begin = visible.begin / period * period; begin < visible.end; begin += period) {
        const std::int64_t next = begin + period;
        const std::int64_t from = std::max(begin, visible.begin);
        std::int64_t index = from + (every - (firstNumber + from - begin) % every) % every;
        for (; index < std::min(visible.end, next); index += every) {
            if (next >= visible.end || static_cast<double>(next - index) >= room)
                indices.push_back(index);
        }
    }
    return indices;
}

// Label of at most `room` pixels: a name is cut; a number is not. "2 000 000 000" becomes "2·10⁹" if that is exact,
// otherwise it exceeds the room.
QString IndexTicker::labelWithin(std::int64_t index, int room) const
{
    QString text = label(index);
    if (widthOf(text) <= room)
        return text;
    if (m_named)
        return fontMetrics().elidedText(text, Qt::ElideRight, room);
    if (m_table.gridCell(index))
        return text;
    const std::int64_t number = index + m_table.firstLabel;
    std::int64_t digits = number;
    while (digits != 0 && digits % 10 == 0)
        digits /= 10;
    constexpr int kSignificant = 4;
    return QString::number(digits).size() <= kSignificant ? words::number(static_cast<double>(number), kSignificant)
                                                          : text;
}

void ValueTicker::place(const QCPRange& range, QVector<double>& ticks, QVector<QString>* labels)
{
    const QFontMetrics metrics = fontMetrics();
    const int space = horizontal() ? metrics.horizontalAdvance(QStringLiteral("−0.0000")) : 2 * metrics.height();
    constexpr int kMost = 8;
    const auto make = [&](int wanted) {
        setTickCount(wanted);
        placeAsTicker(range, ticks, labels);
        return std::count_if(ticks.begin(), ticks.end(), [&](double tick) { return range.contains(tick); });
    };
    int wanted = std::clamp(lengthOf(m_axis) / std::max(space, 1), 2, kMost);
    auto inside = make(wanted);
    // Fewer ticks if labels touch: "−12500" is wider than "−0.0000".
    while (horizontal() && wanted > 2 && labelsTouch(ticks, range))
        inside = make(--wanted);
    // Smaller steps until there are two ticks: one tick gives no scale.
    while (inside < 2 && wanted < 2 * kMost)
        inside = make(++wanted);
    if (labels == nullptr || !labelsTouch(ticks, range))
        return;
    // No room for more than the outermost ticks, or only the label of the last one.
    QVector<double> inner;
    std::ranges::copy_if(ticks, std::back_inserter(inner), [&](double tick) { return range.contains(tick); });
    ticks = {inner.first(), inner.last()};
    const QString first = labelsTouch(ticks, range) ? QString() : getTickLabel(inner.first(), {}, {}, 0);
    *labels = {first, getTickLabel(inner.last(), {}, {}, 0)};
}

bool ValueTicker::labelsTouch(const QVector<double>& ticks, const QCPRange& range)
{
    const QFontMetrics metrics = fontMetrics();
    double end = std::numeric_limits<double>::lowest(); // of the previous label
    for (const double tick : ticks) {
        if (!range.contains(tick))
            continue;
        const double middle = (tick - range.lower) / range.size() * lengthOf(m_axis);
        const double half
            = 0.5 * (horizontal() ? metrics.horizontalAdvance(getTickLabel(tick, {}, {}, 0)) : metrics.ascent());
        if (middle - half < end + (horizontal() ? metrics.averageCharWidth() : 0))
            return true;
        end = middle + half;
    }
    return false;
}

QString ValueTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    const double step = getTickStep(m_axis.range());
    return std::abs(tick) < step * 1e-6 ? QStringLiteral("0") : words::grouped(tick, 6);
}

double CountTicker::getTickStep(const QCPRange& range)
{
    const double step = ValueTicker::getTickStep(range); // 1, 2, 2.5 or 5 times a power of ten
    return step < 1 ? 1 : step == std::floor(step) ? step : 2 * step;
}

void LogTicker::place(const QCPRange& range, QVector<double>& ticks, QVector<QString>* labels)
{
    if (!(range.lower > 0) || !(range.upper > range.lower))
        return;
    const double decades = std::log10(range.upper / range.lower);
    const QFontMetrics metrics = fontMetrics();
    const int label = horizontal() ? metrics.horizontalAdvance(QStringLiteral("10⁻⁸0")) : metrics.height();
    const double room = lengthOf(m_axis) / (1.5 * label);
    int every = std::max(1, static_cast<int>(std::ceil(decades / std::max(room, 1.0))));
    const double perDecade = lengthOf(m_axis) / decades;
    const auto ticksOf = [&](int step) {
        int count = 0;
        for (int e = static_cast<int>(std::ceil(std::log10(range.lower))); e <= std::log10(range.upper); ++e)
            count += e % step == 0 ? 1 : 0;
        return count;
    };
    while (every > 1 && ticksOf(every) < 2 && (every - 1) * perDecade >= label)
        --every; // one tick gives no scale
    // The finest of these steps whose labels do not touch.
    const int fine = horizontal() ? metrics.horizontalAdvance(QStringLiteral("0.0003")) : label;
    const auto fit = [&](double step) {
        return perDecade * std::log10(step) >= 1.1 * fine;
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
            if (labels)
                labels->append(words::grouped(value));
        }
    }
}

void NameTicker::place(const QCPRange& range, QVector<double>& ticks, QVector<QString>* labels)
{
    placeAsTicker(range, ticks, labels);
    if (labels == nullptr)
        return;
    const qsizetype count = std::min(ticks.size(), labels->size());
    const double perUnit = lengthOf(m_axis) / range.size();
    const QFontMetrics metrics = fontMetrics();
    const auto spaceOf = [&](const QString& label) { // pixels along the axis
        constexpr int kGap = 6;
        return horizontal() ? metrics.horizontalAdvance(label) + kGap : metrics.ascent() + 1;
    };
    const auto touch = [&](qsizetype every) {
        for (qsizetype i = every; i < count; i += every) {
            const double between = perUnit * std::abs(ticks[i] - ticks[i - every]);
            if (2 * between < spaceOf((*labels)[i]) + spaceOf((*labels)[i - every]))
                return true;
        }
        return false;
    };
    qsizetype every = 1;
    while (every < count && touch(every))
        ++every;
    for (qsizetype i = 0; i < count; ++i) {
        if (i % every != 0)
            (*labels)[i].clear();
    }
}

} // namespace phasor
