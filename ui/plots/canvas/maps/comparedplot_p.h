// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/maps/comparedmaps_p.h"
#include "views/comparison.h"

namespace phasor {

// A plot whose data are PicturesData: a heatmap of A, and while two set-ups are compared of B and A − B beside it.
class ComparedPlot : public CanvasPlot
{
protected:
    ComparedPlot(std::string_view id, Store& store, QWidget* parent);

    void prepare(const Scene& scene) override;
    // What the maps need as they are laid out now, with the view's zoom, colours and reduction.
    PicturesRequest picturesAt(const ViewState& view, Resolution resolution) const;
    void showData(const ViewDataPtr& newData) final;
    // The pictures of the data: the data themselves, or a part of them. Null clears.
    virtual std::shared_ptr<const PicturesData> picturesIn(const ViewDataPtr& newData) const;
    virtual void describe(const ViewDataPtr& newData) = 0; // titles and axes; null: there are none
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;
    bool fold() override;

    ComparedMaps& maps() { return m_maps; }

private:
    ComparedMaps m_maps;
};

} // namespace phasor
