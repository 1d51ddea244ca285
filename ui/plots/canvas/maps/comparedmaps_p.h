// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/maps/colourbar_p.h"
#include "plots/canvas/maps/maprect_p.h"

#include <array>
#include <vector>

namespace phasor {

// A table as a heatmap with its colour bar; while two set-ups are compared A, B and A − B side by side, each below its
// name and above its colour bar: A and B have one range, A − B has its own.
class ComparedMaps
{
public:
    static constexpr std::size_t kMaps = 3;
    using Rects = std::array<QCPAxisRect*, kMaps>; // in the canvas's layout, where nothing else is
    using Pictures = std::array<HeatmapPlottable::DataPtr, kMaps>; // A, B, A − B; null: that one is not shown

    ComparedMaps(Canvas& canvas, Gestures& gestures, const Rects& rects);
    ~ComparedMaps();
    Q_DISABLE_COPY_MOVE(ComparedMaps)

    // True: other maps have a place than before, and the theme has to be set again.
    bool setComparing(bool comparing);
    // The bar of a single map stands below it where the canvas is narrow, so that the map has its width: 85 mm of a
    // column of a paper. True: something moved, and the theme has to be set again.
    bool fit(const QFontMetricsF& metrics);
    void show(const Pictures& pictures);
    void showCursor(const Cursor& cursor);
    void setTheme(const Theme& theme);

    MapRect& a() { return m_maps[0]; }
    bool comparing() const { return m_comparing; }
    // Device pixels to ask for, of the map of that index; nothing where it has no place.
    QSize pixels(std::size_t map, double scale) const;

private:
    std::vector<QCPLayoutElement*> elements();
    void arrange();
    void makeAsWide();
    void arrangeOne();
    void arrangeThree();

    Canvas& m_canvas;
    std::array<MapRect, kMaps> m_maps;
    std::array<QCPTextElement*, kMaps> m_titles; // owned by the canvas
    std::array<ColourBar, kMaps> m_bars;
    QCPMarginGroup* m_row; // of the maps; owned by the canvas, as the next ones
    std::array<QCPMarginGroup*, kMaps> m_columns; // of a map and the bar below it
    QCPLayoutGrid* m_grid; // the layout's own
    bool m_comparing = false;
    bool m_narrow = false;
    bool m_widening = false;
};

} // namespace phasor
