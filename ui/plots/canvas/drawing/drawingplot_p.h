// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/drawing/panelgrid_p.h"
#include "plots/canvas/labels/keyrow_p.h"
#include "plots/canvas/labels/optioncontrols_p.h"

#include <QLabel>

namespace phasor {

// Draws every Drawing: makes and places the axis rects of its panels, keys and titles, leaves out what there is no room
// for, shows A − B, follows theme, zoom and cursor. A view that has a timer or keys of its own derives from it.
class DrawingPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(DrawingPlot)

public:
    DrawingPlot(const DrawingKind& kind, Store& store, QWidget* parent);
    const Drawing* drawing() const override { return &m_drawing; }

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;
    void viewChanged() override;
    std::optional<Cursor> cursorAt(const QPoint& pixel) const override;
    void clicked(const QPoint& pixel) override;
    bool fold() override;
    std::vector<SelectionMark::Part> selectedParts(const Zoom& selection) const override;

    DrawingRoom roomAt(Resolution resolution) const;
    const ViewDataPtr& data() const { return m_data; }
    bool isShown(std::size_t panel) const; // there is room for it
    QCPAxisRect& rectOf(std::size_t panel) const { return m_panels[panel]->rect(); }
    void redraw(); // the same data

private:
    DrawingContext context() const { return {m_scene, view()}; }
    Drawing drawn(const ViewDataPtr& shown) const;
    PanelPlan planNow() const;
    void makeHeader();
    void showControls(const Scene& scene);
    void arrange();
    void showPanels();
    void showTexts();
    QString fit(); // after a layout; returns what no axis has room to say
    void showReadOut(const Cursor& cursor);
    std::optional<Place> placeAt(const QPoint& pixel) const;

    const DrawingKind& m_kind;
    Scene m_scene;
    ViewDataPtr m_data;
    Drawing m_drawing; // of the data, completed
    std::vector<PanelForm> m_form; // of the drawing of no data, which has the same
    PanelPlan m_plan;
    KeyRow* m_key; // the canvas's own
    PanelGrid::Panels m_panels;
    PanelGrid m_grid;
    QCPItemText* m_hint = nullptr; // the canvas's own
    std::vector<OptionControl> m_controls; // in the header
    AnySettings m_options; // that the drawing is of
    QLabel* m_readOut; // numbers beside the cross-hair
    ViewState m_beforeClick;
};

} // namespace phasor
