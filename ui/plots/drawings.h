// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/drawingkind.h"
#include "plots/plot.h"
#include "words/summaries/summaries.h"

#include <memory>

namespace phasor {

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
