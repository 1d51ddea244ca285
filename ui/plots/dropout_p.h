// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/maprect_p.h"
#include "views/dropoutview.h"

namespace phasor {

// The keep mask, and how much of each position (right) and of each dimension (below) it drops, beside p.
class DropoutPlot : public CanvasPlot
{
    Q_OBJECT

public:
    DropoutPlot(Store& store, QWidget* parent);

protected:
    ViewJob jobAt(const Parameters& parameters, const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const std::optional<ViewState::Cell>& cell) override;
    void applyTheme() override;

private:
    void showShares();
    void showText();

    std::shared_ptr<const DropoutData> m_data;
    MapRect m_map;
    QCPAxisRect* m_right;
    QCPAxisRect* m_below;
    QCPTextElement* m_text; // owned by the canvas's layout
    QCPGraph* m_byPosition;
    QCPGraph* m_byDimension;
    QCPGraph* m_expectedRight;
    QCPGraph* m_expectedBelow;
    CrossHair& m_rightCursor;
    CrossHair& m_belowCursor;
};

} // namespace phasor
