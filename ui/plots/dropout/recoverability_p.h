// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/marks/differencestrip_p.h"
#include "views/dropout/recoverability.h"

namespace phasor {

// How often position and token can be read from the output: against p at the left, against the scale at the right.
class RecoverabilityPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(RecoverabilityPlot)

public:
    RecoverabilityPlot(Store& store, QWidget* parent);

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor&) override { }
    void applyTheme() override;

private:
    QPen penOf(Side side, RecoveryVariant variant, bool token) const;
    void addLines(std::vector<ChartLine>& lines, const std::vector<RecoveryCurve>& curves, Side side) const;
    void addNow(std::vector<ChartLine>& lines, const RecoveryMeasure& measure, double at, Side side) const;
    void showLines();
    void showDifference();

    std::shared_ptr<const RecoverabilityData> m_data;
    LineChart m_byProbability;
    LineChart m_byScale;
    DifferenceStrip m_lessByProbability;
    DifferenceStrip m_lessByScale;
    KeyRow* m_key; // owned by the canvas's layout
};

} // namespace phasor
