// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"
#include "raster/rasterize.h"
#include "views/board.h"
#include "views/questions/trainingchoice.h"

namespace phasor {

// One optional value for each kind of axis, in coordinates (pipeline/axis.h): where the cursor is, what is zoomed into.
template <typename T> class PerAxis
{
public:
    std::optional<T>& operator[](AxisKind kind) { return m_values[static_cast<std::size_t>(kind)]; }
    const std::optional<T>& operator[](AxisKind kind) const { return m_values[static_cast<std::size_t>(kind)]; }
    bool operator==(const PerAxis&) const = default;

private:
    std::array<std::optional<T>, 4> m_values{};
};

// Coordinates under the cross-hair; an axis that is not pointed at has none.
using Cursor = PerAxis<std::int64_t>;
// Coordinates from … to, may be fractional where they are those of a zoom; nothing = everything.
using Zoom = PerAxis<Interval>;

// Values of the colour bar's ends: what the model allows, what the visible data holds, or these.
enum class RangeRule { Model, Data };
using ColourRange = std::variant<RangeRule, Interval>;

// "model", "data" or "LO:HI" with LO < HI; nothing: none of them.
std::optional<ColourRange> colourRangeOf(const std::string& text);
std::string textOf(const ColourRange& range);

std::span<const EnumChoice<Reduction>> choicesOf(Reduction);

// How the views look at the set-ups. A plain value, kept apart from Parameters: it changes no number.
struct ViewState
{
    NodeId node = "position"; // shown by the heatmap: the famous picture first
    Zoom zoom; // the same on all views
    std::vector<std::int64_t> dimensions{4, 5, 6, 7}; // curves
    Cursor cursor; // cross-hair on every plot
    std::string colorMap; // empty: the standard of the node's quantity
    Reduction reduction = Reduction::Smooth;
    ColourRange range = RangeRule::Model;
    Board board; // the views that are shown, and the options that single views have
    Zoom selection; // of positions and of dimensions: marked on every plot
    bool onlySelection = false; // analyses look at the selection alone
    TrainingChoice training; // what small transformers are trained on

    bool operator==(const ViewState&) const = default;
};

// What views share and a command line can say: stage, colormap, reduction, range.
std::span<const Setting<ViewState>> viewSettings();
// Whether the analyses look at the selection alone: in sessions only, --only-rows says it with the rows.
const Setting<ViewState>& analyseSetting();

} // namespace phasor
