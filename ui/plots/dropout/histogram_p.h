// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/lines/linechart_p.h"
#include "views/dropout/histogram.h"

namespace phasor {

// What dropout does to the numbers: output against input, how both are spread, how the mean over masks comes to the
// input; and in words what became of variance, cosine and pairs.
class HistogramPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(HistogramPlot)

public:
    HistogramPlot(Store& store, QWidget* parent);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor&) override { }
    void applyTheme() override;

private:
    struct Colours
    {
        QColor input;
        QColor output;
    };
    Colours coloursOf(Side side) const;
    void addSide(const HistogramMeasure& measure, Side side, std::array<std::vector<ChartLine>, 3>& lines) const;
    void showLines();

    std::shared_ptr<const HistogramData> m_data;
    LineChart m_scatter;
    LineChart m_spread;
    LineChart m_mean;
    QCPTextElement* m_text; // both owned by the canvas's layout
    KeyRow* m_key;
};

} // namespace phasor
