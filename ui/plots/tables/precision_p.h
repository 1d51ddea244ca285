// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/maps/colourbar_p.h"
#include "plots/canvas/maps/maprect_p.h"
#include "views/tables/precision.h"

namespace phasor {

// The difference of the table from the exact one, and beside it the greatest error of each position, with the positions
// that have become the same as another.
class PrecisionPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(PrecisionPlot)

public:
    PrecisionPlot(Store& store, QWidget* parent);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;

private:
    void showErrors(const PrecisionData* data);

    MapRect m_map;
    ColourBar m_bar;
    QCPAxisRect* m_right;
    QCPAxis* m_rightRows;
    QSharedPointer<IndexTicker> m_rightTicker;
    QCPGraph* m_error;
    QCPGraph* m_colliding;
    CrossHair& m_rightCursor;
};

} // namespace phasor
