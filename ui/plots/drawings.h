// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/drawing.h"
#include "plots/plot.h"
#include "words/numbers.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <QSize>

class QWidget;

namespace phasor {

class Store;

// Translation context of all plots: PlotWords::tr("direction, from the strongest on").
struct PlotWords
{
    Q_DECLARE_TR_FUNCTIONS(PlotWords)
};

struct DrawingContext
{
    const Scene& scene;
    const ViewState& view;
    int lines = 0; // height of the canvas, in lines of small type
    bool comparing() const { return scene.b.has_value(); }
};

// Pixel sizes for a request, in the order of the panels; (0, 0) for a hidden panel.
struct DrawingRoom
{
    std::vector<QSize> panels = {}; // in device pixels
    std::size_t maps = 0; // the first `maps` panels are maps
    double scale = 1; // device pixels of a map per logical one
    bool vector = false;
    bool figure = false; // for a figure, not the screen
    std::uint32_t nanColor = 0;
    bool dark = false; // the ground
    std::uint32_t background = 0;
    int width(std::size_t panel) const { return panel < panels.size() ? panels[panel].width() : 0; }
    int height(std::size_t panel) const { return panel < panels.size() ? panels[panel].height() : 0; }
};

struct Place // under the pointer
{
    std::size_t panel = 0;
    double x = 0; // coordinates on the panel's axes
    double y = 0;
};

struct Cross // the cursor's lines on a panel without table axes
{
    std::vector<double> x = {};
    std::vector<double> y = {};
};

// Adds A's picture; while comparing also B's and A − B.
void addPictures(Drawing& drawing, const std::shared_ptr<const PicturesData>& data, const QString& columns,
                 const DrawingContext& context);
QString differenceTitle(bool otherShapes); // of a map of A − B
PicturesRequest picturesAt(const ViewState& view, const DrawingRoom& room); // for the first panels

#define PHASOR_VIEW(name, id, group, cell, options) extern const PlotSpec k##name;
#include "views/views.def"
#undef PHASOR_VIEW

// PlotSpec::ownPlot of a view with keys, timers or fields of its own: a class that derives from DrawingPlot.
template <typename OwnPlot> std::unique_ptr<Plot> madeAs(const PlotSpec& spec, Store& store, QWidget* parent)
{
    return std::make_unique<OwnPlot>(spec, store, parent);
}

template <typename Data> using DataPtr = std::shared_ptr<const Data>;

// A drawing for data of this type, with its texts from words/. A view without texts there sets its own finding.
template <typename Data, Drawing (*draw)(const DataPtr<Data>& data, const DrawingContext& context)>
Drawing drawingOf(const ViewDataPtr& shown, const DrawingContext& context)
{
    const auto data = std::dynamic_pointer_cast<const Data>(shown);
    Drawing drawing = draw(data, context);
    if (data) {
        if constexpr (requires { words::summary(*data); })
            drawing.finding = words::summary(*data);
        if constexpr (requires { words::detail(*data); })
            drawing.detail = words::detail(*data);
        if (const QString left = words::leftOut(*data); !left.isEmpty())
            drawing.detail = drawing.detail.isEmpty() ? left : words::paragraphs({drawing.detail, left});
    }
    return drawing;
}

// A request with those of these members that the type has. `width`, `height`: of the first panel; `widths`, `heights`:
// of the first panels.
template <typename Request> Request requested(const ViewState& view, const DrawingRoom& room)
{
    Request request;
    if constexpr (requires { request.node; })
        request.node = view.node;
    if constexpr (requires { request.options; })
        request.options = view.board.of<decltype(request.options)>();
    if constexpr (requires { request.only; })
        request.only = restrictionOf(view);
    if constexpr (requires { request.zoom; })
        request.zoom = view.zoom;
    if constexpr (requires { request.positions; })
        request.positions = view.zoom[AxisKind::Position];
    if constexpr (requires { request.dimensions = view.zoom[AxisKind::Dimension]; })
        request.dimensions = view.zoom[AxisKind::Dimension];
    if constexpr (requires { request.width; })
        request.width = room.width(0);
    if constexpr (requires { request.height; })
        request.height = room.height(0);
    if constexpr (requires { request.widths; })
        for (std::size_t i = 0; i < request.widths.size(); ++i)
            request.widths[i] = room.width(i);
    if constexpr (requires { request.heights; })
        for (std::size_t i = 0; i < request.heights.size(); ++i)
            request.heights[i] = room.height(i);
    if constexpr (requires { request.pictures; })
        request.pictures = picturesAt(view, room);
    if constexpr (requires { request.nanColour; })
        request.nanColour = room.nanColor;
    if constexpr (requires { request.dark; })
        request.dark = room.dark;
    if constexpr (requires { request.wholeCells; })
        request.wholeCells = room.vector;
    return request;
}

template <typename Request> ViewRequest requestOf(const ViewState& view, const DrawingRoom& room, const ViewData*)
{
    return requested<Request>(view, room);
}

} // namespace phasor
