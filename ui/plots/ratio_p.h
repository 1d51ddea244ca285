// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/crosshair_p.h"
#include "plots/canvas/keyrow_p.h"
#include "plots/canvas/tickers_p.h"
#include "views/ratioview.h"

namespace phasor {

// How long embedding and encoding are at each position, above; R = ‖s·E‖ / ‖PE‖ below.
class RatioPlot : public CanvasPlot
{
    Q_OBJECT

public:
    RatioPlot(Store& store, QWidget* parent);

protected:
    ViewJob jobAt(const Parameters& parameters, const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const std::optional<ViewState::Cell>& cell) override;
    void applyTheme() override;

private:
    QCPGraph* addGraph(QCPAxisRect* rect, const QString& name);
    void linkPositions(QCPAxisRect* rect, const QSharedPointer<IndexTicker>& ticker);
    void showNorms();
    void showRatio();
    void showPositions();

    std::shared_ptr<const RatioData> m_data;
    QCPAxisRect* m_norms;
    QCPAxisRect* m_ratios;
    KeyRow* m_key; // owned by the canvas's layout
    QSharedPointer<IndexTicker> m_ticker;
    QSharedPointer<IndexTicker> m_upperTicker; // the same ticks without labels
    QCPGraph* m_embedding; // dashed
    QCPGraph* m_scaled;
    QCPGraph* m_encoding;
    QCPGraph* m_ratio;
    QCPGraph* m_expected;
    CrossHair& m_upperCursor;
    CrossHair& m_lowerCursor;
};

} // namespace phasor
