// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"
#include "plots/canvas/canvas_p.h"
#include "views/waves/wavefacts.h"

namespace phasor {

// What is written over a plot that isn't up to date.
class PlotNotice : public Overlay
{
public:
    using Overlay::Overlay;
    // Why the plot is empty, or shows old data, which is dimmed; empty: hidden.
    void showReason(const QString& reason) { change(m_reason, reason); }
    // True: no old data, so hide the empty axes.
    void setCovering(bool covering) { change(m_covering, covering); }
    // In the upper right corner: this plot is still computed while others are done; empty: hidden.
    void showBusy(const QString& word) { change(m_busy, word); }
    const QString& reason() const { return m_reason; }
    const QString& busy() const { return m_busy; }

    void paint(QPainter& painter) const override;

private:
    QString m_reason;
    QString m_busy;
    bool m_covering = false;
};

// The box of a drag with Shift or Ctrl.
class RubberBand : public Overlay
{
public:
    using Overlay::Overlay;
    void show(const QRect& box) { change(m_box, box); } // logical pixels of the canvas; empty: hidden

    void paint(QPainter& painter) const override;

private:
    QRect m_box;
};

// Selection overlay: dims what is not selected and outlines what is. In no export.
class SelectionMark : public Overlay
{
public:
    // Selected ranges of one axis of a rect, in the axis's coordinates. With parts of both axes, the selection is where
    // they cross.
    struct Part
    {
        const QCPAxis* axis = nullptr;
        std::vector<Interval> ranges;
        bool operator==(const Part&) const = default;
    };

    using Overlay::Overlay;
    void show(const std::vector<Part>& parts) { change(m_parts, parts); } // empty: nothing is selected

    void paint(QPainter& painter) const override;

private:
    QRegion selected(const QCPAxisRect& rect) const;

    std::vector<Part> m_parts;
};

// Hairlines through an axis rect at coordinates of an axis: one, or one in each half of a table of two halves. Their
// soft edge in the background's color makes them visible on any color map.
class CrossHair : public Overlay
{
public:
    CrossHair(Canvas& canvas, QCPAxis& axis)
        : Overlay(canvas)
        , m_axis(axis)
    {
    }
    void moveTo(std::vector<double> coordinates); // empty: hidden

    void paint(QPainter& painter) const override;

private:
    QLine lineAt(double coordinate) const;
    void repaintLines() const;

    QCPAxis& m_axis;
    std::vector<double> m_coordinates;
};

// Marks along axes of dimensions, outside of the axis rect so that they hide nothing. A line marks dimensions whose
// pair completes no full period, a thicker line those that are almost constant.
class DeadMarks
{
public:
    struct Place
    {
        QCPAxis* axis = nullptr; // bottom or left axis
        Axis table;
    };

    explicit DeadMarks(Canvas& canvas)
        : m_canvas(canvas)
    {
    }
    void show(const std::vector<Place>& places, const DeadDimensions* dead, int characters); // null: none
    int besideTitle(const QCPAxis& axis) const; // pixels that names need at both ends of a title

    // Pixels below the title of a narrower axis, for the names of both marks; 0: they are next to it.
    static int roomBelow(int width, int characters, const QFont& font);

private:
    Canvas& m_canvas;
    std::vector<QCPAbstractItem*> m_marks; // owned by the canvas
    int m_beside = 0; // pixels of names next to a title
    int m_characters = 0;
};

} // namespace phasor
