// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/labels/keyrow_p.h"
#include "plots/canvas/labels/tickers_p.h"
#include "plots/canvas/marks/crosshair_p.h"
#include "views/tables/curves.h"

#include <QCoreApplication>
#include <QLabel>

namespace phasor {

class DimensionEdit;

// PE[·, i] over the positions for the chosen dimensions, from blue to green as they become slower. Of one pair the sine
// has the full colour, the cosine its lighter twin; the curves of a second set-up are dashed and in its colour. Where
// positions are apart and the wave is known, it is drawn between them, and they are markers on it.
class CurvesPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(CurvesPlot)

public:
    CurvesPlot(Store& store, QWidget* parent);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;
    void viewChanged() override;
    std::optional<Cursor> cursorAt(const QPoint& pixel) const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void drawCurves();
    void drawEdges(const CurvesData::Curve& curve, const KeyRow::Entry& entry, int& graphs);
    std::optional<Interval> unzoomed() const;
    bool comparing() const;
    std::int64_t firstDimension() const;
    QPen penOf(const CurvesData::Curve& curve) const;
    double slownessOf(const CurvesData::Curve& curve) const;
    QCPGraph& graphAt(int index);
    void showMarkers();

    std::shared_ptr<const CurvesData> m_data;
    QCPAxisRect* m_rect;
    QCPAxis* m_positions;
    QCPAxis* m_values;
    KeyRow* m_key; // owned by the canvas's layout
    QLabel* m_caption;
    DimensionEdit* m_edit;
    QSharedPointer<IndexTicker> m_ticker;
    QCPItemText* m_hint; // owned by the canvas: why there is an area and no curve
    CrossHair& m_cursor;
};

} // namespace phasor
