// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/lines/pairsplot_p.h"
#include "views/waves/wavelengths.h"

namespace phasor {

// λ of each pair on a logarithmic axis, with a line at the length of the table: what lies above it is dead.
class WavelengthsPlot : public PairsPlot
{
    Q_DECLARE_TR_FUNCTIONS(WavelengthsPlot)

public:
    WavelengthsPlot(Store& store, QWidget* parent);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void applyTheme() override;
    bool isDead(std::size_t pair) const override;

private:
    void fill();
    void showKey();

    std::shared_ptr<const WavelengthsData> m_data;
    QCPGraph* m_turning;
    QCPGraph* m_dead;
    QCPGraph* m_frozen; // rings around those of the dead that hardly move
    QCPGraph* m_second; // all of B's
    QCPItemStraightLine* m_length; // λ = max_len
    QCPItemStraightLine* m_lengthOfB;
};

} // namespace phasor
