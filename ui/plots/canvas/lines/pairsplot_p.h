// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/labels/keyrow_p.h"
#include "plots/canvas/marks/crosshair_p.h"
#include "plots/canvas/marks/differencestrip_p.h"

#include <cstdint>
#include <vector>

namespace phasor {

// A plot with the pairs of the encoding from left to right, a logarithmic value of each upwards and a key above. The
// cross-hair is on the pair that has the cursor's dimension; pointing at a pair takes its first dimension; a click puts
// the curves of its dimensions into the curves or takes them out. Of a dead pair it also shows the columns in the
// heatmap.
class PairsPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(PairsPlot)

protected:
    using Columns = std::vector<std::vector<std::int64_t>>; // dimensions of each pair

    PairsPlot(std::string_view id, Store& store, QWidget* parent);

    void prepare(const Scene& scene) override;
    // Of A: `count` pairs have a place, those of both set-ups.
    void showPairs(Columns columns, std::size_t count);
    void showCursor(const Cursor& cursor) final;
    void applyTheme() override;
    std::optional<Cursor> cursorAt(const QPoint& pixel) const final;
    void clicked(const QPoint& pixel) final;
    std::vector<SelectionMark::Part> selectedParts(const Zoom& selection) const final;

    QCPAxisRect& rect() const { return *m_rect; }
    QCPAxis& pairAxis() const { return *m_rect->axis(QCPAxis::atBottom); }
    QCPAxis& valueAxis() const { return *m_rect->axis(QCPAxis::atLeft); }
    KeyRow& key() const { return *m_key; }
    DifferenceStrip& difference() { return m_difference; }
    virtual bool isDead(std::size_t pair) const = 0; // of A

    QCPGraph* makeGraph(const QString& name);
    // A level line across all pairs: setLevel() says where.
    QCPItemStraightLine* makeLevel();
    static void setLevel(QCPItemStraightLine& line, double value, bool shown);
    // Dots, or a line where there are too many pairs for dots.
    void styleDots(QCPGraph& graph, const QColor& colour) const;
    // A ring around each value.
    void styleRings(QCPGraph& graph, const QColor& colour) const;
    QPen levelPen(const QColor& colour) const;

private:
    static void showColumns(ViewState& view, const std::vector<std::int64_t>& columns);
    std::optional<std::size_t> pairAt(const QPoint& pixel) const;

    QCPAxisRect* m_rect;
    KeyRow* m_key; // owned by the canvas's layout
    CrossHair& m_cursor;
    DifferenceStrip m_difference;
    Columns m_columns;
};

} // namespace phasor
