// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/theme.h"
#include "session/snapshot.h"
#include "views/viewstate.h"

#include <QCoreApplication>
#include <QWidget>

#include <memory>
#include <span>
#include <string_view>

class QPaintDevice;

namespace phasor {

class Store;
struct Drawing;

// Where and how large a figure is drawn.
struct FigureFrame
{
    QSize size; // in units of 1/72 inch, both >= 1
    double scale = 1; // device pixels per unit
    double stretch = 1; // the same downwards is this times as much, so that whole units fill a page of any size
    bool vector = false; // PDF, SVG: a bitmap of few cells gets whole pixels for each of them
    QString title; // above the plot; empty: none, and its room goes to the plot
    QString caption = {}; // below the plot, behind the sentence of what it shows; empty: neither
};

// One linked plot: says what it needs (request), draws what it gets (show), dispatches gestures to the store.
// Never computes; QCustomPlot stays in its .cpp. GUI thread only.
class Plot : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    // What has to be computed for this plot at its present size; makes room for what the scene will show.
    virtual ViewRequest request(const Scene& scene, const ViewState& view) = 0;
    // Draws the data of its request; an older one is simply replaced, null clears. Queued replot.
    virtual void show(const ViewDataPtr& data) = 0;
    // Why there are no data, or only those from before: dims the plot and stands in it. Empty: they are as they should
    // be.
    virtual void setReason(const QString& reason) = 0;
    virtual void setBusy(bool busy) = 0; // what it will show takes longer than that of others: says so
    // Cross-hair, zoom and selection of the view state. Cheap: what is there is moved, nothing is computed.
    virtual void showView(const ViewState& view) = 0;
    virtual void setTheme(const Theme& theme) = 0;
    virtual void setCurrent(bool current) = 0; // the plot that keys and menus act on has a quiet mark
    virtual void addToHeader(QWidget* widget) = 0; // on the right of the title's line

    // Figures are drawn by a plot of their own, never by one that is on the screen: theme (Theme::forFigure), request,
    // data and drawing are the figure's.
    virtual ViewRequest exportRequest(const Scene& scene, const ViewState& view, const FigureFrame& frame) = 0;
    // Vector elements as vectors, clipped to the axes in data space; heatmaps as lossless bitmaps.
    virtual void draw(QPaintDevice& device, const FigureFrame& frame) = 0;

    virtual QString title() const = 0; // "Positional encoding PE"
    // The sentence of the panel, for screen readers and the caption; updated by show().
    virtual QString summary() const = 0;
    // What is drawn, as a value; null: this plot draws by itself.
    virtual const Drawing* drawing() const { return nullptr; }

signals:
    void resized(); // its request changed
    void described(); // title() or summary() changed
    void failed(const QString& message);
};

// The explicit list of plots: a new plot is one file and one line in plots.cpp.
struct PlotSpec
{
    std::string_view id; // "ratio": command line, objectName, dock
    const char* title; // "Scale", before translation
    std::unique_ptr<Plot> (*make)(Store& store, QWidget* parent);
    std::string_view node; // empty: that of the view
    bool coloured; // color map, range and reduction of the view are its
    const char* question; // which of the questions of a learner it answers, before translation

    QString titleText() const;
    // Whose rows and columns a figure's windows count; where this setup has not that of the view, the one where
    // position enters.
    NodeId nodeOf(const ViewState& view, const Pipeline& pipeline) const;
};

std::span<const PlotSpec> plotSpecs();
const PlotSpec* findPlot(std::string_view id);

} // namespace phasor
