// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"
#include "views/attention/heads.h"

#include <optional>

namespace phasor {

// Maps of a setup's heads: squares as large as the axis rect allows, in rows from the top left. The head's name is
// above each map; the chosen map has a frame.
class HeadMaps : public QCPLayerable
{
    Q_OBJECT

public:
    HeadMaps(const Canvas& canvas, QCPAxisRect& rect);

    void setHeads(std::int64_t heads) { m_heads = heads; } // of the setup; decides the size of the maps
    void setMaps(std::shared_ptr<const BiasMaps> maps) { m_maps = std::move(maps); } // null: nothing is drawn

    std::int64_t heads() const { return m_heads; }
    std::int64_t shown() const; // of the heads, evenly spread: those that fit
    HeadsRequest::Room room(double scale) const; // device pixels per logical one
    // The cell under a pixel of the canvas.
    struct Cell
    {
        std::int64_t head = 0;
        std::int64_t query = 0; // coordinates, not indices
        std::int64_t key = 0;
    };
    std::optional<Cell> cellAt(const QPoint& pixel) const;
    // Centers of the cell (query, key) in all maps that show it.
    std::vector<QPointF> placesOf(std::int64_t query, std::int64_t key) const;
    QRectF mapRect(std::size_t index) const; // logical pixels of the canvas

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }

private:
    struct Cells
    {
        int columns = 1;
        int rows = 1;
        double side = 0; // of a map, logical pixels
    };
    int capacity() const;
    Cells cells() const;
    double labelHeight() const { return QFontMetrics(m_canvas.theme().smallFont).height() + 2; }

    const Canvas& m_canvas;
    QCPAxisRect& m_rect;
    std::shared_ptr<const BiasMaps> m_maps;
    std::int64_t m_heads = 1;
};

// Small crosses, one at the same cell of each map.
class HeadCrosses : public Overlay
{
public:
    using Overlay::Overlay;
    void moveTo(const std::vector<QPointF>& places) { change(m_places, places); } // none: hidden

    void paint(QPainter& painter) const override;

private:
    std::vector<QPointF> m_places;
};

} // namespace phasor
