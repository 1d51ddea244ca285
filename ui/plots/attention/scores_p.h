// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/maps/colourbar_p.h"
#include "plots/canvas/maps/maprect_p.h"
#include "views/attention/scores.h"

#include <array>
#include <memory>

namespace phasor {

// Scores and attention of one head side by side, tokens on both axes; while two set-ups are compared those of B below.
class ScoresPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(ScoresPlot)

public:
    ScoresPlot(Store& store, QWidget* parent);
    ~ScoresPlot() override;

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;
    bool fold() override;

private:
    // A map below its title, its colour bar beside it, or below it where the canvas is narrow.
    struct Panel
    {
        std::unique_ptr<MapRect> map;
        QCPTextElement* title; // owned by the canvas
        std::unique_ptr<ColourBar> bar;
    };

    Panel makePanel();
    std::vector<QCPLayoutElement*> elements() const;
    void arrange();
    void showPanel(const Panel& panel, const HeatmapPlottable::DataPtr& picture, const QString& title) const;

    // A's scores and attention, B's.
    std::array<Panel, 4> m_panels;
    QCPMarginGroup* m_sides; // owned by the canvas, as the next ones
    std::array<QCPMarginGroup*, 2> m_columns; // of a map and the bar below it
    bool m_comparing = false;
    bool m_narrow = false;
};

} // namespace phasor
