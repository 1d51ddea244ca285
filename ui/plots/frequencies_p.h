// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/crosshair_p.h"
#include "plots/canvas/keyrow_p.h"
#include "views/frequencies.h"

namespace phasor {

// θ and θ' of each pair on a logarithmic axis, wavelengths on the other side; the bands of a scaling are shaded, lines
// mark one turn within the trained length and within the target.
class FrequenciesPlot : public CanvasPlot
{
    Q_OBJECT

public:
    FrequenciesPlot(Store& store, QWidget* parent);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;
    std::optional<Cursor> cursorAt(const QPoint& pixel) const override;

private:
    QCPGraph* makeGraph();
    QCPItemStraightLine* makeLine();
    void showRanges();
    void showBands();
    void showLine(QCPItemStraightLine& line, std::int64_t positions, bool shown) const;
    void showKey();
    QPen dotted(const QColor& colour) const;

    std::shared_ptr<const FrequenciesData> m_data;
    QCPAxisRect* m_rect;
    KeyRow* m_key; // owned by the canvas's layout
    QCPGraph* m_trained; // A's θ
    QCPGraph* m_used; // A's θ'
    QCPGraph* m_unseen; // A's pairs whose angle at the target training never reached
    QCPGraph* m_second; // B's θ'
    QCPItemStraightLine* m_trainedTurn; // one turn within the trained length
    QCPItemStraightLine* m_targetTurn;
    std::vector<QCPItemRect*> m_bands;
    CrossHair& m_cursor;
};

} // namespace phasor
