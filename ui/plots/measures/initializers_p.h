// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/labels/keyrow_p.h"
#include "plots/canvas/labels/tickers_p.h"
#include "views/measures/initializers.h"

namespace phasor {

// R under every initialiser, a line each: a disc with the factor √d_model, a ring without; the set-up's
// own R is a cross. An upright line is where both are as long as each other.
class InitializersPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(InitializersPlot)

public:
    InitializersPlot(Store& store, QWidget* parent);
    ~InitializersPlot() override;

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor&) override { }
    void applyTheme() override;
    std::optional<Cursor> cursorAt(const QPoint&) const override { return std::nullopt; }
    bool fold() override;

private:
    QCPGraph* makeGraph(const QString& name, QCPAxisRect& rect);
    void fill();
    void showTable();
    void showDifference();
    void showKey();

    std::shared_ptr<const InitializersData> m_data;
    QCPAxisRect* m_rect;
    KeyRow* m_key; // owned by the canvas's layout
    QCPGraph* m_scaled;
    QCPGraph* m_unscaled;
    QCPGraph* m_current; // R of the set-up itself
    QCPGraph* m_second; // and of B
    QCPItemStraightLine* m_equal; // R = 1
    QSharedPointer<NameTicker> m_numbers; // R and angle of each line, at the right
    QCPAxisRect* m_less; // A − B of both R, beside the chart while two are compared
    QCPGraph* m_lessScaled;
    QCPGraph* m_lessUnscaled;
    bool m_comparing = true;
};

} // namespace phasor
