// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/labels/tickers_p.h"
#include "plots/canvas/lines/linechart_p.h"
#include "plots/canvas/maps/comparedplot_p.h"
#include "views/tables/similarity.h"

namespace phasor {

class HeaderToggle;

// Position by position: how alike two rows of the shown node are. Beside the map, where there is room: the row under
// the cross-hair, and the similarity by distance.
class SimilarityPlot : public ComparedPlot
{
    Q_DECLARE_TR_FUNCTIONS(SimilarityPlot)

public:
    SimilarityPlot(Store& store, QWidget* parent);
    ~SimilarityPlot() override;

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    std::shared_ptr<const PicturesData> picturesIn(const ViewDataPtr& newData) const override;
    void describe(const ViewDataPtr& newData) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;
    void viewChanged() override;
    bool fold() override;

private:
    void showRow();
    void showKernel();
    void addKernel(std::vector<ChartLine>& lines, const SideSimilarity& of, Side side) const;

    std::shared_ptr<const SimilarityData> m_data;
    LineChart m_row;
    LineChart m_kernel;
    QCPLayoutGrid* m_side; // of both
    CrossHair& m_key;
    QSharedPointer<IndexTicker> m_rowTicker;
    HeaderToggle* m_means;
};

} // namespace phasor
