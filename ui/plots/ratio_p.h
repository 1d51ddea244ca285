// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/crosshair_p.h"
#include "plots/canvas/keyrow_p.h"
#include "plots/canvas/tickers_p.h"
#include "views/ratio.h"

#include <array>

namespace phasor {

// How long embedding and encoding are at each position, above; R = ‖s·E‖ / ‖PE‖ below.
class RatioPlot : public CanvasPlot
{
    Q_OBJECT

public:
    RatioPlot(Store& store, QWidget* parent);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;

private:
    // The lines of one set-up.
    struct Lines
    {
        QCPGraph* embedding;
        QCPGraph* scaled;
        QCPGraph* encoding;
        QCPGraph* ratio;
        QCPGraph* expected;
        std::array<QCPGraph*, 5> all() const { return {embedding, scaled, encoding, ratio, expected}; }
    };

    Lines makeLines();
    QCPGraph* makeGraph(QCPAxisRect* rect);
    void fill(const Lines& lines, const RatioCurves* curves);
    void showKey();
    void showNorms();
    void showRatio();
    void showPositions();

    std::shared_ptr<const RatioData> m_data;
    QCPAxisRect* m_norms;
    QCPAxisRect* m_ratios;
    KeyRow* m_key; // owned by the canvas's layout
    QSharedPointer<IndexTicker> m_ticker;
    QSharedPointer<IndexTicker> m_upperTicker; // the same ticks without labels
    Lines m_a;
    Lines m_b; // empty unless two set-ups are compared
    CrossHair& m_upperCursor;
    CrossHair& m_lowerCursor;
};

} // namespace phasor
