// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/theme.h"
#include "session/snapshot.h"
#include "views/viewstate.h"

#include <QCoreApplication>
#include <QWidget>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

class QPaintDevice;

namespace phasor {

class Store;
struct Cross;
struct Drawing;
struct DrawingContext;
struct DrawingRoom;
struct Place;

// Size and texts of a figure.
struct FigureFrame
{
    QSize size; // in units of 1/72 inch, both >= 1
    double scale = 1; // device pixels per unit
    double mapScale = 1; // PDF, SVG: pixels of a map per unit
    double stretch = 1; // vertical scale / horizontal scale, so that whole units fill a page of any size
    bool vector = false; // PDF, SVG: a cell of a map that is larger than a pixel gets whole pixels
    std::vector<std::string> panels = {}; // ids of the panels to show; empty: all
    bool titled = true; // false: no title, more room for the plot
    QString title = {}; // above the plot, in one line or two
    QString question = {}; // below a title of one line
    QString caption = {}; // below the plot; empty: none
};

// A linked plot: states what it needs (request), draws data (show), sends gestures to the store. Never computes;
// QCustomPlot stays in its .cpp. GUI thread only.
class Plot : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    // The computation for this plot at its present size; lays out the plot for `scene`.
    virtual ViewRequest request(const Scene& scene, const ViewState& view) = 0;
    // Draws the data of a request, in place of older data; null: nothing. The replot is queued.
    virtual void show(const ViewDataPtr& data) = 0;
    // Why there is no data, or only old data: dims the plot and is written in it. Empty: up to date.
    virtual void setReason(const QString& reason) = 0;
    virtual void setBusy(bool busy) = 0; // true: other plots are done, this one says that it is computed
    // Shows the view state's cross-hair, zoom and selection. Cheap: nothing is computed.
    virtual void showView(const ViewState& view) = 0;
    virtual void setTheme(const Theme& theme) = 0;
    virtual void setPanels(const std::vector<std::string>&) { } // the only ones to show, by id; none: all
    virtual void setCurrent(bool current) = 0; // marks the plot that keys and menus act on
    virtual void addToHeader(QWidget* button) = 0; // at the right of the question
    // The view's options, if the header has no room for them, to show them in a menu until takeOptionsBack(); else
    // null.
    virtual QWidget* foldedOptions() const = 0;
    virtual void takeOptionsBack() = 0;

    // A figure needs a plot of its own, not one on the screen. Call setTheme (Theme::forFigure), exportRequest, show
    // and draw.
    virtual ViewRequest exportRequest(const Scene& scene, const ViewState& view, const FigureFrame& frame) = 0;
    // Draws vector elements as vectors, clipped to the axes in data space; heatmaps as lossless bitmaps.
    virtual void draw(QPaintDevice& device, const FigureFrame& frame) = 0;
    // After exportRequest(): panels for which the figure has no room: "loss", "A − B".
    virtual QStringList leftOut() const { return {}; }

    virtual QString title() const = 0; // "Positional encoding PE"
    // The finding: a figure's title, and the description for screen readers; updated by show().
    virtual QString summary() const = 0;
    virtual QString question() const = 0; // that the view answers
    virtual QStringList meanings() const { return {}; } // of labels' words: on the screen they are tool tips
    // The drawing as a value; null: this plot draws by itself.
    virtual const Drawing* drawing() const { return nullptr; }

signals:
    void resized(); // its request changed
    void described(); // title() or summary() changed
    void failed(const QString& message);
};

// A view for the window, the command line and the gallery: all that ui/plots has of it. Functions that may be null are
// null unless a view needs more than every drawing has. A new view is one file and one line in src/views/views.def.
struct PlotSpec
{
    std::string_view id = {}; // "ratio": command line, objectName, dock; set by plotSpecs()
    const char* title; // "Scale", before translation
    const char* question; // the learner's question that the view answers, before translation
    std::string_view node = {}; // whose rows and columns a figure's windows count; empty: the node in view
    // Characters that the first panel's title and the names of long-wave and near-constant dimensions take in one line.
    int deadNames = 0;
    bool square = false; // shows the node's rows, as keys, across, too
    bool colored = false; // uses the view's color map, range and reduction
    std::array<std::string_view, 9> takes = {}; // of kSharedOptions: "rows", "only-rows"; then empty ones
    // The drawing of data; null: the same panels without lines. Pure. GUI thread.
    Drawing (*draw)(const ViewDataPtr& data, const DrawingContext& context);
    // Null: the view's class makes the request.
    ViewRequest (*request)(const ViewState& view, const DrawingRoom& room, const ViewData* shown) = nullptr;
    bool (*possible)(const ViewData& data) = nullptr; // whether the view's own options have an effect; null: always
    const char* help = nullptr; // the view's gestures, before the common ones: "… · %1"
    void (*clicked)(Store& store, const ViewData& data, const Cursor& at, const Place& place) = nullptr;
    // A new cursor; nullopt: unchanged. `cursor`: the present one, moved to the table cells under the pointer.
    std::optional<Cursor> (*cursorAt)(const ViewData& data, const DrawingContext& context, const Place& place,
                                      Cursor cursor)
        = nullptr;
    Cross (*crossAt)(const ViewData& data, std::size_t panel, const Cursor& cursor) = nullptr;
    QString (*readOut)(const ViewData& data, const ViewState& view) = nullptr; // null: the panel's lines are read
    QWidget* (*header)(Store& store, QWidget* parent) = nullptr; // a control that sets no option
    // Null: the plot of any view.
    std::unique_ptr<Plot> (*ownPlot)(const PlotSpec& spec, Store& store, QWidget* parent) = nullptr;

    std::unique_ptr<Plot> make(Store& store, QWidget* parent) const;
    bool takesOption(std::string_view option) const { return std::ranges::find(takes, option) != takes.end(); }
    QString titleText() const { return QCoreApplication::translate("Plots", title); }
    // The node whose rows and columns a figure's windows count. If this setup lacks the view's node: the one where
    // position enters.
    NodeId nodeOf(const ViewState& view, const Pipeline& pipeline) const;
    Axis columnsOf(const Node& shown) const; // that the view shows: the node's, or its rows again
};

std::span<const PlotSpec> plotSpecs();
const PlotSpec* findPlot(std::string_view id);
// The cell whose stage the strip shows and sets, of those that show a stage: the one in focus, else the first with the
// window's stage, else the first; -1: none.
int stageCell(const ViewState& view);

// The map of a CheckMapRequest: no view, only in the page that compares a file.
std::unique_ptr<Plot> makeCheckMap(Store& store, QWidget* parent);

} // namespace phasor
