// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/maps/colourbar_p.h"
#include "plots/canvas/maps/maprect_p.h"
#include "views/attention/scoreterms.h"

#include <QCoreApplication>
#include <QToolButton>

#include <array>

namespace phasor {

class HeaderToggle;

// The four terms of the score of two tokens as heatmaps on one scale, and how large each is as bars.
class ScoreTermsPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(ScoreTermsPlot)

public:
    ScoreTermsPlot(Store& store, QWidget* parent);
    ~ScoreTermsPlot() override;

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;
    void viewChanged() override;
    bool fold() override;

private:
    void placeAside();
    QToolButton* makeSideButton();
    void arrange();
    void showBars();

    std::shared_ptr<const ScoreTermsData> m_data;
    std::array<MapRect, 4> m_maps;
    std::array<QCPTextElement*, 4> m_titles; // these are the canvas's own
    ColourBar m_bar;
    QCPAxisRect* m_sizes;
    QCPBars* m_barsOfA;
    QCPBars* m_barsOfB;
    QCPBars* m_barsOfDifference;
    HeaderToggle* m_means;
    bool m_narrow = false;
    QToolButton* m_of; // whose pictures, while two set-ups are compared
};

} // namespace phasor
