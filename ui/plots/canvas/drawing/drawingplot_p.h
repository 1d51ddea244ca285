// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/drawing/drawnpanel_p.h"
#include "plots/canvas/drawing/panelplan_p.h"
#include "plots/canvas/labels/optioncontrols_p.h"

#include <QLabel>

#include <tuple>

class QToolButton;

namespace phasor {

// Places panels in the canvas's layout by a plan: areas side by side, each a grid of titles, panels and bars.
class PanelGrid
{
public:
    using Panels = std::vector<std::unique_ptr<DrawnPanel>>;

    // Uses the second row of the canvas's layout.
    explicit PanelGrid(Canvas& canvas);
    Q_DISABLE_COPY_MOVE(PanelGrid)

    // Rebuilds the layout from the panels that are shown. Set the theme again afterwards.
    void arrange(const std::vector<PanelForm>& forms, const PanelPlan& plan, Panels& panels);
    // Gives all maps of a row the same inner width, and all rows of squares the same inner height, whatever is next to
    // each of them. For use after a layout.
    void makeEqual(const std::vector<PanelForm>& forms, const PanelPlan& plan, const Panels& panels);

private:
    struct Area
    {
        QCPLayoutGrid* grid = nullptr; // owned by the canvas
        int column = 0; // column in m_areas
    };

    using Stretch = std::map<int, double>; // by column or row

    Stretch equalStretch(const std::vector<PanelForm>& forms, const PanelPlan& plan, const Panels& panels,
                         Qt::Orientation orientation) const;
    void place(const PanelForm& form, const PanelCell& cell, DrawnPanel& panel);
    QCPLayoutGrid& gridOf(int area);
    // Margins shared by the panels of one column, or of one row, of an area.
    QCPMarginGroup* group(int area, Qt::Orientation orientation, int number);

    Canvas& m_canvas;
    QCPLayoutGrid* m_areas; // owned by the canvas; a column for each area, and for a bar that all maps of an area share
    std::map<int, Area> m_grids;
    int m_columns = 0; // used in m_areas
    std::map<std::tuple<int, Qt::Orientation, int>, QCPMarginGroup*> m_groups;
    Stretch m_columnStretch; // of the first area, for equal sizes
    Stretch m_rowStretch;
    bool m_equalizing = false;
};

// The plot of any view: draws its Drawing below a header line. Places the panels, their keys and titles, hides panels
// without room, follows theme, zoom and cursor, and draws figures. A view with a timer or keys derives from it.
//
// Each public call runs its steps from left to right; a derived class overrides the steps …Shown() and requestAt():
// request():  panels of the scene ─> sceneShown() ─> layout ─> fold() ─> requestAt()
// show():     drawing of the data ─> dataShown() ─> the steps of showView()
// showView(): zoom ─> options ─> fit() ─> viewShown() ─> cursor ─> cursorShown() ─> selection
// setTheme(): header, canvas, panels ─> themeShown()
class DrawingPlot : public Plot
{
public:
    DrawingPlot(const PlotSpec& spec, Store& store, QWidget* parent);

    ViewRequest request(const Scene& scene, const ViewState& view) final;
    void show(const ViewDataPtr& data) final;
    void setReason(const QString& reason) final;
    void setBusy(bool busy) final;
    void showView(const ViewState& view) final;
    void setTheme(const Theme& theme) final;
    void setPanels(const std::vector<std::string>& ids) final;
    void setCurrent(bool current) final { m_header->setCurrent(current); }
    void addToHeader(QWidget* button) final { m_header->addButton(button); }
    QWidget* foldedOptions() const final { return m_header->folded(); }
    void takeOptionsBack() final { m_header->takeBack(); }
    ViewRequest exportRequest(const Scene& scene, const ViewState& view, const FigureFrame& frame) final;
    void draw(QPaintDevice& device, const FigureFrame& frame) final;
    QString title() const final { return m_texts.name; }
    QString summary() const final { return m_texts.finding; }
    QStringList meanings() const final { return m_canvas->meanings(); }
    QString question() const final { return QCoreApplication::translate("Plots", m_spec.question); }
    const Drawing* drawing() const final { return &m_drawing; }
    QStringList leftOut() const override;

protected:
    virtual void sceneShown() { }
    virtual ViewRequest requestAt(const ViewState& view, const DrawingRoom& room) const;
    virtual void dataShown() { } // null data: cleared
    virtual void viewShown() { }
    virtual void cursorShown(const Cursor&) { }
    virtual void themeShown() { }
    virtual std::optional<Cursor> cursorAt(const QPoint& pixel) const;
    virtual void clicked(const QPoint& pixel);
    virtual bool spacePressed() { return false; } // true: the key was used
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

    QToolButton* addButton(const char* name, const QString& help, const QString& text); // in the header
    void addOption(QWidget* option) { m_header->addOption(option); }

    bool isShown(std::size_t panel) const; // false: too little room
    QCPAxisRect& rectOf(std::size_t panel) const { return m_panels[panel]->rect(); }
    Canvas& canvas() const { return *m_canvas; }
    Gestures& gestures() const { return *m_gestures; }
    Store& store() const { return m_store; }
    const Theme& theme() const { return m_canvas->theme(); }
    const Scene& scene() const { return m_scene; }
    const ViewState& view() const { return m_view; }
    const ViewDataPtr& data() const { return m_data; }

private:
    struct Reading // where the values of a panel without a table are read
    {
        std::size_t panel = 0;
        double at = 0;
    };

    struct Layout
    {
        QSize canvas;
        std::vector<QMargins> labels; // room for the labels of each rect
        std::vector<QRect> inner; // of each rect

        bool operator==(const Layout&) const = default;
    };

    DrawingContext context() const;
    int deadNames() const;
    bool isWanted(const Panel& panel) const;
    void labelAlone(Drawing& drawing, DrawnAxis Panel::*axis, int Panel::Place::*line) const;
    Drawing drawn(const ViewDataPtr& shown) const;
    std::vector<PanelForm> formNow() const; // of the drawing without data
    PanelPlan planNow() const;
    void makeHeader();
    void showControls();
    bool showScene(const Scene& scene); // true: there are other panels now
    // Device pixels per logical one: `scale`, in maps `ofMaps`.
    DrawingRoom room(double scale, double ofMaps, bool vector, bool figure) const;
    bool makeRoomForMarks();
    bool makeSquare();
    Layout layoutNow(const Scene& scene, QSize size) const;
    void makeRoom(const Scene& scene, QSize size); // lays out, unless the layout is still right
    bool fold(); // hides panels without room, shows them if they have room again; true: lay out again
    void arrange();
    void redraw(); // draws the same data again
    std::vector<bool> namedAtEnds() const; // by panel, with its present height
    void showPanels();
    void showTexts();
    void showSummary(); // shows the sentence in the header
    void describe(); // sets the description for screen readers
    QString fit(); // labels, after a layout; returns axis text for the header, if an axis has no room for it
    void showDead();
    void applyView(const ViewState& view);
    void showOptions();
    void showCursor(const Cursor& cursor);
    void showReadOut(const Cursor& cursor);
    Cross crossOn(std::size_t panel, const Cursor& cursor) const;
    std::optional<QPoint> crossPixel() const; // where the cross-hair is; nullopt: on no panel
    void boxAtCross(bool select); // begins or ends a box
    std::optional<Place> placeAt(const QPoint& pixel) const;
    bool isRead(std::size_t panel) const;
    void readAt(const std::optional<Place>& place);
    void stepReading(Qt::Orientation orientation, int steps);
    void stepCursor(Qt::Orientation orientation, int cells);

    const PlotSpec& m_spec;
    Store& m_store;
    HeaderLine* m_header;
    Canvas* m_canvas;
    Gestures* m_gestures;
    PlotNotice& m_notice; // the canvas owns its overlays
    SelectionMark& m_selected;
    DeadMarks m_dead;
    Scene m_scene;
    ViewState m_view;
    ViewDataPtr m_data;
    Drawing m_drawing; // drawing of m_data, completed
    HeaderLine::Texts m_texts;
    std::vector<std::string> m_wanted; // ids of the panels to show; empty: all
    std::vector<PanelForm> m_form; // of the drawing without data, whose panels are the same
    PanelPlan m_plan;
    std::optional<Layout> m_laidOut; // nullopt: lay out again
    std::vector<bool> m_namedAtEnds; // as shown
    KeyRow* m_key; // owned by the canvas
    PanelGrid::Panels m_panels;
    PanelGrid m_grid;
    QCPItemText* m_hint = nullptr; // owned by the canvas
    std::vector<OptionControl> m_controls; // in the header
    AnySettings m_options; // options of m_drawing
    QLabel* m_readOut; // numbers next to the cross-hair
    std::optional<Reading> m_reading;
    ViewState m_beforeClick;
};

} // namespace phasor
