// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/linechart_p.h"
#include "views/recoverability.h"

namespace phasor {

// How often position and token can be read from the output: against p at the left, against the scale at the right.
class RecoverabilityPlot : public CanvasPlot
{
    Q_OBJECT

public:
    RecoverabilityPlot(Store& store, QWidget* parent);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor&) override { }
    void applyTheme() override;

private:
    QPen penOf(const RecoveryCurve& curve, bool token) const;
    std::vector<ChartLine> linesOf(const std::vector<RecoveryCurve>& curves) const;
    void addNow(std::vector<ChartLine>& lines, const RecoveryMeasure& measure, double at, Side side) const;
    void showLines();

    std::shared_ptr<const RecoverabilityData> m_data;
    LineChart m_byProbability;
    LineChart m_byScale;
    KeyRow* m_key; // owned by the canvas's layout
};

} // namespace phasor
