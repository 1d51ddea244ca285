// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"
#include "plots/canvas/deadmarks_p.h"
#include "plots/canvas/drawing/panelgrid_p.h"
#include "plots/canvas/gestures_p.h"
#include "plots/canvas/labels/keyrow_p.h"
#include "plots/canvas/labels/optioncontrols_p.h"
#include "plots/canvas/marks_p.h"

#include <QLabel>

class QHBoxLayout;
class QToolButton;

namespace phasor {

// Draws every Drawing, below a header line: makes and places the axis rects of its panels, keys and titles, leaves out
// what there is no room for, shows A − B, follows theme, zoom and cursor; draws figures. A view that has a timer or
// keys of its own derives from it.
//
// request():  panels of the scene ─> sceneShown() ─> layout, folding ─> requestAt()
// show():     drawing of the data ─> dataShown() ─> view
// showView(): zoom ─> options ─> viewShown() ─> cursor ─> cursorShown() ─> selection
// setTheme(): header, canvas, panels ─> themeShown()
class DrawingPlot : public Plot
{
public:
    DrawingPlot(const DrawingKind& kind, Store& store, QWidget* parent);

    ViewRequest request(const Scene& scene, const ViewState& view) final;
    void show(const ViewDataPtr& data) final;
    void setReason(const QString& reason) final;
    void setBusy(bool busy) final;
    void showView(const ViewState& view) final;
    void setTheme(const Theme& theme) final;
    void setCurrent(bool current) final { m_header->setCurrent(current); }
    void addToHeader(QWidget* widget) final;
    ViewRequest exportRequest(const Scene& scene, const ViewState& view, const FigureFrame& frame) final;
    void draw(QPaintDevice& device, const FigureFrame& frame) final;
    QString title() const final { return m_texts.title; }
    QString summary() const final { return m_texts.summary; }
    const Drawing* drawing() const final { return &m_drawing; }

protected:
    virtual void sceneShown() { }
    virtual ViewRequest requestAt(const ViewState& view, const DrawingRoom& room) const;
    virtual void dataShown() { } // null clears
    virtual void viewShown() { }
    virtual void cursorShown(const Cursor&) { }
    virtual void themeShown() { }
    virtual std::optional<Cursor> cursorAt(const QPoint& pixel) const;
    virtual void clicked(const QPoint& pixel);
    virtual bool spacePressed() { return false; } // true: it does something here
    void keyPressEvent(QKeyEvent* event) override;

    QToolButton* addButton(const char* name, const QString& help, const QString& text); // to the header

    bool isShown(std::size_t panel) const; // there is room for it
    QCPAxisRect& rectOf(std::size_t panel) const { return m_panels[panel]->rect(); }
    Canvas& canvas() const { return *m_canvas; }
    Gestures& gestures() const { return *m_gestures; }
    Store& store() const { return m_store; }
    const Theme& theme() const { return m_canvas->theme(); }
    const Scene& scene() const { return m_scene; }
    const ViewState& view() const { return m_view; }
    const ViewDataPtr& data() const { return m_data; }

private:
    struct Texts
    {
        QString title;
        QString summary; // the whole sentence, for captions and screen readers
        QString line; // the same beside the title, which it need not repeat
        QString detail = {}; // paragraphs of the tool tip below it
        bool operator==(const Texts&) const = default;
    };

    DrawingContext context() const { return {m_scene, m_view}; }
    Drawing drawn(const ViewDataPtr& shown) const;
    PanelPlan planNow() const;
    void makeHeader();
    void showControls();
    void showScene(const Scene& scene);
    DrawingRoom room(double scale, bool vector, bool figure) const;
    void makeRoom(const Scene& scene, QSize size);
    bool fold(); // leaves out what there is no room for, or puts it back; true: the layout has to be done again
    void arrange();
    void redraw(); // the same data
    void showPanels();
    void showHint();
    void showTexts();
    void showSummary(); // in the header
    void describe(); // to screen readers
    QString fit(); // after a layout; returns what no axis has room to say
    void showDead();
    void applyView(const ViewState& view);
    void showOptions();
    void showCursor(const Cursor& cursor);
    void showReadOut(const Cursor& cursor);
    std::vector<SelectionMark::Part> selectedParts(const Zoom& selection) const;
    std::optional<Place> placeAt(const QPoint& pixel) const;
    void stepCursor(Qt::Orientation orientation, int cells);

    const DrawingKind& m_kind;
    Store& m_store;
    HeaderLine* m_header;
    QHBoxLayout* m_headerRow;
    Canvas* m_canvas;
    Gestures* m_gestures;
    EmptyPlotNotice& m_notice; // overlays are the canvas's own
    BusyMark& m_busy;
    SelectionMark& m_selected;
    DeadMarks m_dead;
    Scene m_scene;
    ViewState m_view;
    ViewDataPtr m_data;
    Drawing m_drawing; // of the data, completed
    Texts m_texts;
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
