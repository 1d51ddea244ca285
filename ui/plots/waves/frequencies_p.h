// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/lines/pairsplot_p.h"
#include "views/waves/frequencies.h"

namespace phasor {

// θ and θ' of each pair on a logarithmic axis, wavelengths on the other side; the bands of a scaling are shaded, lines
// mark one turn within the trained length and within the target.
class FrequenciesPlot : public PairsPlot
{
    Q_DECLARE_TR_FUNCTIONS(FrequenciesPlot)

public:
    FrequenciesPlot(Store& store, QWidget* parent);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void applyTheme() override;
    bool isDead(std::size_t pair) const override;

private:
    void showRanges();
    void showBands();
    void showKey();

    std::shared_ptr<const FrequenciesData> m_data;
    QCPGraph* m_trained; // A's θ
    QCPGraph* m_used; // A's θ'
    QCPGraph* m_dead;
    QCPGraph* m_unseen; // A's pairs whose angle at the target training never reached
    QCPGraph* m_second; // B's θ'
    QCPItemStraightLine* m_trainedTurn; // one turn within the trained length
    QCPItemStraightLine* m_targetTurn;
    std::vector<QCPItemRect*> m_bands;
};

} // namespace phasor
