// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/marks_p.h"
#include "session/store.h"

#include <QPoint>

#include <functional>
#include <optional>

namespace phasor {

// Zoom and pan of a plot's table axes. Their coordinates are the table's: cell i covers [first + i, first + i + 1). All
// axes of one kind are linked, in every plot. Wheel: zoom about the pointer (next to an axis: that axis only). Left
// drag: pan. Shift + left drag: zoom into the box. Ctrl + left drag: select its positions and dimensions; Ctrl + click
// clears the selection. Double click: show all. DrawingPlot::keyPressEvent has keys for each of them. A gesture edits
// only the store; the store then calls showZoom(). Axes of pairs have cursor and selection, but no zoom.
class Gestures : public QObject
{
    Q_OBJECT

public:
    using Pairs = std::vector<std::vector<std::int64_t>>; // dimensions of the pair at 0, 1, … of an axis

    Gestures(Canvas& canvas, Store& store);
    // A table without cells: the axis shows no table now.
    void show(QCPAxis& axis, const Axis& table, Pairs pairs = {});
    // Range shown while the view has no zoom; nullopt: all cells.
    void setUnzoomed(AxisKind kind, const std::optional<Interval>& range) { m_unzoomed[kind] = range; }

    void showZoom(const Zoom& zoom); // sets the linked axes
    void zoomBy(double factor); // about the middle, on all linked axes
    void reset(const std::optional<QPoint>& at = {}); // shows all cells; of the axes that the pixel zooms, or of all
    void panBy(Qt::Orientation orientation, double share); // of what is visible
    // A box drawn with keys: begun at a pixel, stretched to another one, then zoomed into or selected.
    void beginBox(const QPoint& at, bool select);
    void stretchBox(const QPoint& to);
    bool endBox(const QPoint& to); // false: none was begun
    bool dropBox(); // false: none was begun

    const Axis* tableOf(AxisKind kind) const; // the first table of that kind; null: none
    // Kind of the first horizontal or vertical axis; nullopt: none.
    std::optional<AxisKind> along(Qt::Orientation orientation) const;
    // The cursor `before`, moved to the cell or pair under a pixel; nullopt: none.
    std::optional<Cursor> cursorAt(const QPoint& pixel, Cursor before) const;
    // Cell centers of the cursor on the axis: one, or one in each period; none outside the table. On an axis of pairs:
    // those that contain the cursor's dimension.
    std::vector<double> centersOn(const QCPAxis& axis, const Cursor& cursor) const;

    // Selected parts of the linked axes; a selection of positions also selects keys. On an axis of pairs: those that
    // have a selected dimension.
    std::vector<SelectionMark::Part> selectedParts(const Zoom& selection) const;
    // The first horizontal and the first vertical axis of dimensions.
    std::vector<DeadMarks::Place> dimensionAxes() const;

    static QString help(); // for tool tips

signals:
    void pointed(QPoint pixel); // over an axis rect, without a button
    void clicked(QPoint pixel); // pressed and released at the same place
    void unclicked(); // the last click began a double click; before the zoom changes

private:
    struct Link
    {
        QCPAxis* axis = nullptr;
        Axis table;
        Pairs pairs;
        double count() const { return static_cast<double>(table.count); }
        double first() const { return static_cast<double>(table.first); }
    };
    struct Press
    {
        QPoint at;
        QCPAxisRect* rect = nullptr;
        Zoom zoom;
        bool dragging = false;
        bool box = false; // zoom into the box
        bool select = false; // select the box
    };

    using WantedZoom = std::function<std::optional<Interval>(const Link& link, Interval visible)>; // of indices

    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release(QMouseEvent* event);
    void wheel(QWheelEvent* event);
    void doubleClick(QMouseEvent* event);
    void pan(const QPoint& by);
    void zoomIntoBox(const QPoint& to);
    void selectBox(const QPoint& to);
    std::optional<Interval> boxAlong(const Link& link, const QPoint& to) const; // of indices; nullopt: too thin
    // Changes the zoom of the linked axes for which `wanted` returns an interval.
    void changeZoom(const Zoom& before, const WantedZoom& wanted);
    const Link* first(const std::function<bool(const Link&)>& matches) const; // of links that show a table
    bool touches(const Link& link, const QPoint& pixel) const;
    double indexAt(const Link& link, const QPoint& pixel) const
    {
        return coordinateAt(*link.axis, pixel) - link.first();
    }
    Interval visible(const Zoom& zoom, const Link& link) const; // interval of indices
    std::optional<Interval> asZoom(Interval indices, const Link& link) const;

    Canvas& m_canvas;
    Store& m_store;
    std::vector<Link> m_links; // in the order of their first show()
    Zoom m_unzoomed;
    std::optional<Press> m_press;
    bool m_clicked = false; // by the last press
    RubberBand& m_box;
};

} // namespace phasor
