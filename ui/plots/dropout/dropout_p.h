// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/maps/maprect_p.h"
#include "views/dropout/dropout.h"

namespace phasor {

// The keep mask, and how much of each position (right) and of each dimension (below) it drops, beside p. Of a second
// set-up only the shares are shown.
class DropoutPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(DropoutPlot)

public:
    DropoutPlot(Store& store, QWidget* parent);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;

private:
    // Shares of one set-up: by position (right) and by dimension (below), and what is expected of them.
    struct Lines
    {
        QCPGraph* byPosition;
        QCPGraph* byDimension;
        QCPGraph* expectedRight;
        QCPGraph* expectedBelow;
    };

    Lines makeLines();
    void fill(const Lines& lines, const DropoutMeasure* measure);

    std::shared_ptr<const DropoutData> m_data;
    MapRect m_map;
    QCPAxisRect* m_right;
    QCPAxisRect* m_below;
    QCPAxis* m_positions; // of m_right
    QCPAxis* m_dimensions; // of m_below
    QCPTextElement* m_text; // owned by the canvas's layout
    QSharedPointer<IndexTicker> m_rightTicker;
    QSharedPointer<IndexTicker> m_belowTicker;
    Lines m_a;
    Lines m_b; // empty unless two set-ups are compared
    CrossHair& m_rightCursor;
    CrossHair& m_belowCursor;
};

} // namespace phasor
