// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/labels/tickers_p.h"
#include "plots/canvas/maps/heatmapplottable_p.h"
#include "plots/canvas/marks/crosshair_p.h"

namespace phasor {

// An axis rect with a heatmap: row 0 on top, the rows' labels at the left, those of the columns below, a cross-hair.
// Its axes have the coordinates of the table's.
class MapRect
{
public:
    MapRect(Canvas& canvas, Gestures& gestures, QCPAxisRect& rect);

    void show(const HeatmapPlottable::DataPtr& picture); // null clears
    // Along the columns, and beside it what a pixel stands for, in fewer words, or alone, where the map is narrow.
    // Returns what found no room; empty where each cell has a pixel of its own.
    QString titleColumns(const QString& axis);
    void showCursor(const Cursor& cursor);
    void setTheme(const Theme& theme);
    QCPAxisRect& rect() const { return m_rect; }
    QCPAxis& columns() const { return *m_columns; }
    QCPAxis& rows() const { return *m_rows; }

    // Device pixels to ask for, as it is laid out now.
    QSize pixels(double scale) const;

private:
    Gestures& m_gestures;
    QCPAxisRect& m_rect;
    QCPAxis* m_columns;
    QCPAxis* m_rows;
    HeatmapPlottable* m_map; // owned by the canvas
    QSharedPointer<IndexTicker> m_rowTicker;
    QSharedPointer<IndexTicker> m_columnTicker;
    CrossHair& m_row;
    CrossHair& m_column;
};

} // namespace phasor
