// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/maps/comparedplot_p.h"
#include "views/waves/shift.h"

class QSpinBox;

namespace phasor {

// The map from each row of the encoding to the one k positions later, as a matrix; k stands in the header.
class ShiftPlot : public ComparedPlot
{
    Q_DECLARE_TR_FUNCTIONS(ShiftPlot)

public:
    ShiftPlot(Store& store, QWidget* parent);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void describe(const ViewDataPtr& newData) override;
    void viewChanged() override;

private:
    QSpinBox* makeDistance();

    QSpinBox* m_distance;
};

} // namespace phasor
