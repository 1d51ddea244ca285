// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/labels/keyrow_p.h"
#include "plots/canvas/labels/tickers_p.h"
#include "plots/canvas/marks/crosshair_p.h"
#include "plots/canvas/marks/differencestrip_p.h"
#include "plots/measures/ratiolines_p.h"
#include "views/measures/ratio.h"

#include <QCoreApplication>
#include <QLabel>

namespace phasor {

class HeaderToggle;

// How long embedding, encoding, their sum and the output are at each position, above; R = ‖s·E‖ / ‖PE‖ below, which
// stands alone where there is no room for both. What the pointer or the keyboard is at is said in numbers.
class RatioPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(RatioPlot)

public:
    RatioPlot(Store& store, QWidget* parent);
    ~RatioPlot() override;

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;
    void viewChanged() override;
    bool fold() override;

private:
    void fillLines();
    void showKey();
    void showNorms();
    void showRatio();
    void showPositions();
    void showRow(const Cursor& cursor);

    std::shared_ptr<const RatioData> m_data;
    QCPAxisRect* m_norms;
    QCPAxisRect* m_ratios;
    KeyRow* m_key; // owned by the canvas's layout
    QSharedPointer<IndexTicker> m_ticker;
    QSharedPointer<IndexTicker> m_upperTicker; // the same ticks without labels
    RatioLines m_a;
    RatioLines m_b; // empty unless two set-ups are compared
    QCPMarginGroup* m_sides; // owned by the canvas
    QLabel* m_row; // the numbers of the row under the cross-hair
    CrossHair& m_upperCursor;
    CrossHair& m_lowerCursor;
    DifferenceStrip m_difference;
    HeaderToggle* m_divided; // lengths of E + PE/s
    bool m_showsDivided = false;
};

} // namespace phasor
