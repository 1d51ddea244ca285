// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/textwidths_p.h"

#include <qcustomplot.h>

#include <cstdint>
#include <string>
#include <vector>

namespace phasor {

// Ticks at whole indices (positions, dimensions), thinned until no label touches the next one, whatever the size.
// Index i stands at the coordinate i + shift and is called i + first, or by its name if names cover it.
class IndexTicker : public QCPAxisTicker
{
public:
    enum class Steps { Decimal, Binary }; // 1 2 5 10 …, 1 2 4 8 …

    IndexTicker(const QCPAxis& axis, Steps steps);
    void setIndices(double shift, std::int64_t first, std::int64_t count);
    void setNames(std::int64_t firstIndex, const std::vector<std::string>& names);
    bool hasNames() const { return !m_names.isEmpty(); }
    int widestLabel(int limit) const; // pixels, of all names or of the largest number

    void generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision, QVector<double>& ticks,
                  QVector<double>* subTicks, QVector<QString>* tickLabels) override;

private:
    std::int64_t step(double pixelsPerIndex) const;
    QString label(std::int64_t index) const;
    int labelSpace() const;
    QString labelWithin(std::int64_t index, int room) const;
    int widthOf(const QString& text) const { return m_widths.of(m_axis.tickLabelFont(), text); }
    bool fits(double at, int width) const;

    const QCPAxis& m_axis;
    Steps m_steps;
    double m_shift = 0;
    std::int64_t m_first = 0;
    std::int64_t m_count = 0;
    std::int64_t m_firstNamed = 0;
    QStringList m_names;
    TextWidths m_widths;
};

// Linear values: as many ticks as there is room for, real minus signs, no locale.
class ValueTicker : public QCPAxisTicker
{
public:
    explicit ValueTicker(const QCPAxis& axis);
    void generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision, QVector<double>& ticks,
                  QVector<double>* subTicks, QVector<QString>* tickLabels) override;

protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
    int getSubTickCount(double tickStep) override;

private:
    const QCPAxis& m_axis;
};

// Powers of ten, with 2 and 5 between them when there are few.
class LogTicker : public QCPAxisTickerLog
{
public:
    explicit LogTicker(const QCPAxis& axis);
    void generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision, QVector<double>& ticks,
                  QVector<double>* subTicks, QVector<QString>* tickLabels) override;

private:
    const QCPAxis& m_axis;
};

// Pixels along the axis.
int lengthOf(const QCPAxis& axis);

} // namespace phasor
