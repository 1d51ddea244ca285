// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/rubberband_p.h"
#include "session/store.h"

#include <QPoint>

#include <optional>
#include <vector>

namespace phasor {

// Zoom and pan of axes that show positions or dimensions. Wheel: zoom about the pointer (beside an axis: that axis
// alone). Left drag: pan. Shift + left drag: zoom into the box. Double click: everything. Keys + − Home do the same.
// A gesture dispatches ranges to the store and changes nothing else; the axes follow in showView().
class Gestures : public QObject
{
    Q_OBJECT

public:
    enum class Along { Rows, Columns };

    Gestures(Canvas& canvas, Store& store);
    void link(QCPAxis* axis, Along along);
    void setTable(Shape table, double rowShift); // table row r has the coordinates [r, r + 1) + rowShift
    Shape table() const { return m_table; }
    // Rows shown while the view has no range of its own; nothing: all of them.
    void setUnzoomedRows(ViewState::Range rows) { m_unzoomedRows = rows; }
    void setTheme(const Theme& theme) { m_box.setTheme(theme); }

    void showRanges(const ViewState& view); // sets the linked axes
    void zoomBy(double factor); // about the middle, all linked axes
    void reset();

    // Row or dimension at a pixel, clamped to the table; nothing if no linked axis of that kind is there.
    std::optional<std::int64_t> indexAt(Along along, const QPoint& pixel) const;
    std::optional<double> coordinateOf(Along along, std::int64_t index) const; // of the cell's centre; nothing outside

    static QString help(); // for tool tips

signals:
    void pointed(QPoint pixel); // over an axis rect, no button pressed
    void clicked(QPoint pixel); // released where it was pressed
    void resetRequested(); // double click, before the ranges are dispatched

private:
    struct Link
    {
        QCPAxis* axis = nullptr;
        Along along = Along::Rows;
    };
    struct Press
    {
        QPoint at;
        QCPAxisRect* rect = nullptr;
        ViewState view;
        bool dragging = false;
        bool box = false;
    };

    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release(QMouseEvent* event);
    void wheel(QWheelEvent* event);
    void doubleClick(QMouseEvent* event);
    void pan(const QPoint& by);
    void drawBox(const QPoint& to);
    void zoomIntoBox(const QPoint& to);
    bool touches(const Link& link, const QPoint& pixel) const;
    double count(Along along) const;
    Interval visible(const ViewState& view, Along along) const;
    ViewState::Range asRange(Interval shown, Along along) const;
    double shift(Along along) const { return along == Along::Rows ? m_rowShift : 0; }
    static ViewState::Range& rangeOf(ViewState& view, Along along);
    static const ViewState::Range& rangeOf(const ViewState& view, Along along);

    Canvas& m_canvas;
    Store& m_store;
    std::vector<Link> m_links;
    Shape m_table;
    double m_rowShift = 0;
    ViewState::Range m_unzoomedRows;
    std::optional<Press> m_press;
    RubberBand& m_box;
};

} // namespace phasor
