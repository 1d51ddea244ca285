// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "plots/canvas/canvas_p.h"

#include <vector>

namespace phasor {

// A word in the upper right corner of a plot that is still computed while others are done.
class BusyMark : public Overlay
{
public:
    using Overlay::Overlay;
    void show(const QString& word); // empty: hidden
    const QString& word() const { return m_word; }

    void paint(QPainter& painter) const override;

private:
    QString m_word;
};

// Why the plot is empty, or shows old data, which it dims.
class EmptyPlotNotice : public Overlay
{
public:
    using Overlay::Overlay;
    void show(const QString& reason); // empty: hidden
    void setCovering(bool covering); // there are no old data: axes without data are not seen through it
    const QString& reason() const { return m_reason; }

    void paint(QPainter& painter) const override;

private:
    QString m_reason;
    bool m_covering = false;
};

// The box that is being drawn around what to zoom into.
class RubberBand : public Overlay
{
public:
    using Overlay::Overlay;
    void show(const QRect& box); // logical pixels of the canvas; empty: hidden

    void paint(QPainter& painter) const override;

private:
    QRect m_box;
};

// What is not selected lies behind a veil; what is has an edge. Over the plot, and in no export.
class SelectionMark : public Overlay
{
public:
    // Of one axis of a rect: the selected parts, in the axis's own coordinates. A rect with two such axes shows what is
    // selected along both.
    struct Part
    {
        const QCPAxis* axis = nullptr;
        std::vector<Interval> ranges;
        bool operator==(const Part&) const = default;
    };

    using Overlay::Overlay;
    void show(std::vector<Part> parts); // none: nothing is selected
    const std::vector<Part>& parts() const { return m_parts; }

    void paint(QPainter& painter) const override;

private:
    QRegion selected(const QCPAxisRect& rect) const;

    std::vector<Part> m_parts;
};

// Hairlines through an axis rect at coordinates of an axis (one, or one in each half of a table of two halves), with a
// soft edge of the background's colour so that they show on any colour map.
class CrossHair : public Overlay
{
public:
    CrossHair(Canvas& canvas, QCPAxisRect& rect, QCPAxis& axis);
    void moveTo(std::vector<double> coordinates); // none: hidden

    void paint(QPainter& painter) const override;

private:
    QLine lineAt(double coordinate) const;
    void repaintLines() const;

    QCPAxisRect& m_rect;
    QCPAxis& m_axis;
    std::vector<double> m_coordinates;
};

} // namespace phasor
