// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"
#include "plots/canvas/labels/labelroom_p.h"

namespace phasor {

// Offset of a cell's center, where the point of its coordinate is drawn.
inline constexpr double kMiddle = 0.5;

// Length of an axis in pixels.
int lengthOf(const QCPAxis& axis);

// A QCustomPlot ticker that knows its axis. It has no ticks between those with labels.
template <typename Ticker> class TickerOfAxis : public Ticker
{
public:
    explicit TickerOfAxis(const QCPAxis& axis)
        : m_axis(axis)
    {
    }
    void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks, QVector<double>* between,
                  QVector<QString>* labels) final
    {
        ticks.clear();
        if (between)
            between->clear();
        if (labels)
            labels->clear();
        place(range, ticks, labels);
    }

protected:
    // Fills both lists, which are empty; null: labels are not needed.
    virtual void place(const QCPRange& range, QVector<double>& ticks, QVector<QString>* labels) = 0;
    void placeAsTicker(const QCPRange& range, QVector<double>& ticks, QVector<QString>* labels)
    {
        Ticker::generate(range, {}, {}, 0, ticks, nullptr, labels);
    }
    bool horizontal() const { return m_axis.orientation() == Qt::Horizontal; }
    QFontMetrics fontMetrics() const { return QFontMetrics(m_axis.tickLabelFont()); }

    const QCPAxis& m_axis;
};

// Ticks at the centers of table cells, thinned until no labels touch. The plot's axis has the table's coordinates; a
// label is the cell's number or its token.
class IndexTicker : public TickerOfAxis<QCPAxisTicker>
{
public:
    using TickerOfAxis::TickerOfAxis;
    void show(const Axis& table, bool named); // named: labels are tokens
    // Whether tokens can be labels: the axis has tokens, and few enough are visible (an interval of indices).
    static bool hasRoomForNames(const Axis& table, Interval visible);

private:
    void place(const QCPRange& range, QVector<double>& ticks, QVector<QString>* labels) override;
    std::int64_t step(double wanted) const;
    std::vector<std::int64_t> multiples(Span visible, std::int64_t every, double room) const;
    QString label(std::int64_t index) const;
    int labelSpace(Span visible) const; // minimum distance of two ticks, pixels
    QString labelWithin(std::int64_t index, int room) const;
    int widthOf(const QString& text) const { return m_widths.of(m_axis.tickLabelFont(), text); }

    Axis m_table;
    bool m_named = false;
    TextWidths m_widths;
};

// Ticks of linear values: as many as fit, with real minus signs and no locale.
class ValueTicker : public TickerOfAxis<QCPAxisTicker>
{
public:
    using TickerOfAxis::TickerOfAxis;

protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;

private:
    void place(const QCPRange& range, QVector<double>& ticks, QVector<QString>* labels) override;
    bool labelsTouch(const QVector<double>& ticks, const QCPRange& range); // for a horizontal axis
};

// Ticks of counts (positions, distances, steps, directions): whole numbers only.
class CountTicker : public ValueTicker
{
public:
    using ValueTicker::ValueTicker;

protected:
    double getTickStep(const QCPRange& range) override;
};

// Ticks at powers of ten, and at 2 and 5 times these if there are few.
class LogTicker : public TickerOfAxis<QCPAxisTickerLog>
{
public:
    using TickerOfAxis::TickerOfAxis;

protected:
    void place(const QCPRange& range, QVector<double>& ticks, QVector<QString>* labels) override;
};

// Ticks with names at given places. If neighbors touch, only every second (third …) name is written; all ticks stay.
class NameTicker : public TickerOfAxis<QCPAxisTickerText>
{
public:
    using TickerOfAxis::TickerOfAxis;

protected:
    void place(const QCPRange& range, QVector<double>& ticks, QVector<QString>* labels) override;
};

} // namespace phasor
