// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"
#include "plots/canvas/labels/labelroom_p.h"

#include <qcustomplot.h>

#include <cstdint>
#include <vector>

namespace phasor {

// Pixels along the axis.
int lengthOf(const QCPAxis& axis);

// A ticker of QCustomPlot's that knows its axis.
template <typename Ticker> class TickerOfAxis : public Ticker
{
public:
    explicit TickerOfAxis(const QCPAxis& axis)
        : m_axis(axis)
    {
    }

protected:
    bool horizontal() const { return m_axis.orientation() == Qt::Horizontal; }
    QFontMetrics fontMetrics() const { return QFontMetrics(m_axis.tickLabelFont()); }

    const QCPAxis& m_axis;
};

// Ticks at the middle of the cells of an axis of a table, thinned until no label touches the next one, whatever the
// size. The plot's axis has the table's coordinates; a cell is called by its number, or by its token.
class IndexTicker : public TickerOfAxis<QCPAxisTicker>
{
public:
    using TickerOfAxis::TickerOfAxis;
    void show(const Axis& table, bool named); // named: by the tokens that the table's axis has
    // Whether names are of use: the axis has some, and not too many are visible (an interval of indices).
    static bool hasRoomForNames(const Axis& table, Interval visible);

    void generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision, QVector<double>& ticks,
                  QVector<double>* subTicks, QVector<QString>* tickLabels) override;

private:
    std::int64_t step(double wanted) const;
    std::vector<std::int64_t> multiples(Span visible, std::int64_t every, double room) const;
    QString label(std::int64_t index) const;
    int labelSpace(Span visible) const;
    int widestLabel(Span visible, int limit) const; // pixels, of all names or of the largest number
    QString labelWithin(std::int64_t index, int room) const;
    int widthOf(const QString& text) const { return m_widths.of(m_axis.tickLabelFont(), text); }
    bool fits(double at, int width) const;

    Axis m_table;
    bool m_named = false;
    TextWidths m_widths;
};

// Linear values: as many ticks as there is room for, real minus signs, no locale.
class ValueTicker : public TickerOfAxis<QCPAxisTicker>
{
public:
    using TickerOfAxis::TickerOfAxis;
    void generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision, QVector<double>& ticks,
                  QVector<double>* subTicks, QVector<QString>* tickLabels) override;

protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
    int getSubTickCount(double tickStep) override;

private:
    bool labelsTouch(const QVector<double>& ticks, const QCPRange& range); // of a horizontal axis
};

// Linear values of what is counted: positions, distances, steps, directions. No tick stands between two of them.
class CountTicker : public ValueTicker
{
public:
    using ValueTicker::ValueTicker;

protected:
    double getTickStep(const QCPRange& range) override;
};

// Powers of ten, with 2 and 5 between them when there are few.
class LogTicker : public TickerOfAxis<QCPAxisTickerLog>
{
public:
    using TickerOfAxis::TickerOfAxis;
    void generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision, QVector<double>& ticks,
                  QVector<double>* subTicks, QVector<QString>* tickLabels) override;
};

// Names at given places. Where neighbours would touch, only every second (or third …) is written; all ticks stay.
class NameTicker : public TickerOfAxis<QCPAxisTickerText>
{
public:
    using TickerOfAxis::TickerOfAxis;
    void generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision, QVector<double>& ticks,
                  QVector<double>* subTicks, QVector<QString>* tickLabels) override;

private:
    int spaceOf(const QString& label) const; // pixels along the axis
};

} // namespace phasor
