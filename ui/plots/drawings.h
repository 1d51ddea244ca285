// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/drawing.h"
#include "plots/plot.h"
#include "views/tables/picture.h"
#include "words/summaries/summaries.h"

#include <QCoreApplication>
#include <QSize>

#include <memory>
#include <string_view>

class QWidget;

namespace phasor {

class Store;

// The texts of all plots: PlotWords::tr("direction, from the strongest on").
struct PlotWords
{
    Q_DECLARE_TR_FUNCTIONS(PlotWords)
};

struct DrawingContext
{
    const Scene& scene;
    const ViewState& view;
    bool comparing() const { return scene.b.has_value(); }
};

// Where a request finds its pixels, in the order of the panels; nothing of one that is left out.
struct DrawingRoom
{
    std::vector<QSize> panels = {}; // device pixels
    std::size_t maps = 0; // how many of them, from the first on, are maps
    double scale = 1; // device pixels per logical one
    bool vector = false;
    bool figure = false; // not for the screen
    std::uint32_t nanColor = 0;
    std::uint32_t background = 0;
    int width(std::size_t panel) const { return panel < panels.size() ? panels[panel].width() : 0; }
    int height(std::size_t panel) const { return panel < panels.size() ? panels[panel].height() : 0; }
};

struct Place // that is pointed at
{
    std::size_t panel = 0;
    double x = 0; // on the panel's axes
    double y = 0;
};

struct Cross // where a cursor stands on a panel whose axes are no tables'
{
    std::vector<double> x = {};
    std::vector<double> y = {};
};

// A view, as the window, the command line and the gallery know it: nothing else of it is in ui/plots. What may be null
// is, unless the view has more than the rules of every drawing.
struct DrawingKind
{
    std::string_view id;
    // Pure. Null data: the same form, empty. GUI thread.
    Drawing (*draw)(const ViewDataPtr& data, const DrawingContext& context);
    // Null: the view's class asks.
    ViewRequest (*request)(const ViewState& view, const DrawingRoom& room, const ViewData* shown) = nullptr;
    bool (*possible)(const ViewData& data) = nullptr; // whether the view's own options say something; null: always
    const char* help = nullptr; // of its own gestures, before those that all have: "… · %1"
    void (*clicked)(Store& store, const ViewData& data, const Cursor& at, const Place& place) = nullptr;
    // `cursor`: that of before, on the cells of tables that are pointed at. Nothing: it stays as it was.
    std::optional<Cursor> (*cursorAt)(const ViewData& data, const DrawingContext& context, const Place& place,
                                      Cursor cursor)
        = nullptr;
    Cross (*crossAt)(const ViewData& data, std::size_t panel, const Cursor& cursor) = nullptr;
    QString (*readOut)(const ViewData& data, const ViewState& view) = nullptr; // else that of the panel's lines
    QWidget* (*header)(Store& store, QWidget* parent) = nullptr; // a control that is no option
};

// A, and while two setups are compared B and A − B beside it.
void addPictures(Drawing& drawing, const std::shared_ptr<const PicturesData>& data, const QString& columns,
                 const DrawingContext& context);
PicturesRequest picturesAt(const ViewState& view, const DrawingRoom& room); // of the first panels

// The views that are drawings. The explicit list: one line each.
extern const DrawingKind kHeatmap;
extern const DrawingKind kSimilarity;
extern const DrawingKind kMosaic;
extern const DrawingKind kShift;
extern const DrawingKind kBuilds;
extern const DrawingKind kPrecision;
extern const DrawingKind kScores;
extern const DrawingKind kScoreTerms;
extern const DrawingKind kRelative;
extern const DrawingKind kInitializers;
extern const DrawingKind kWavelengths;
extern const DrawingKind kFrequencies;
extern const DrawingKind kEnergy;
extern const DrawingKind kSpectrum;
extern const DrawingKind kRatio;
extern const DrawingKind kOverlap;
extern const DrawingKind kDropout;
extern const DrawingKind kHistogram;
extern const DrawingKind kRecoverability;

// Those that have more than a drawing: keys, timers, fields in the header.
std::unique_ptr<Plot> makeCurves(Store& store, QWidget* parent);
std::unique_ptr<Plot> makeHeads(Store& store, QWidget* parent);
std::unique_ptr<Plot> makePhasors(Store& store, QWidget* parent);
std::unique_ptr<Plot> makeTraining(Store& store, QWidget* parent);

template <typename Data> using DataPtr = std::shared_ptr<const Data>;

// The drawing of data of this type, with what words say of them.
template <typename Data, Drawing (*draw)(const DataPtr<Data>& data, const DrawingContext& context)>
Drawing drawingOf(const ViewDataPtr& shown, const DrawingContext& context)
{
    const auto data = std::dynamic_pointer_cast<const Data>(shown);
    Drawing drawing = draw(data, context);
    if (data) {
        drawing.finding = words::summary(*data);
        if constexpr (requires { words::detail(*data); })
            drawing.detail = words::detail(*data);
    }
    return drawing;
}

// A request with those of these members that it has. `width`, `height`: of the first panel; `widths`, `heights`: of the
// first ones.
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
    if constexpr (requires { request.wholeCells; })
        request.wholeCells = room.vector;
    return request;
}

template <typename Request> ViewRequest requestOf(const ViewState& view, const DrawingRoom& room, const ViewData*)
{
    return requested<Request>(view, room);
}

} // namespace phasor
