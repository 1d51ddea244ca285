// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "pipeline/axis.h"
#include "pipeline/node.h"
#include "raster/rasterize.h"
#include "views/questions/trainingchoice.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

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

enum class TermsOf { A, B, Difference };

// "model", "data" or "LO:HI" with LO < HI; nothing: none of them.
std::optional<ColourRange> colourRangeOf(const std::string& text);
std::string textOf(const ColourRange& range);

// "smooth", "mean" …, in the order of Reduction.
std::span<const std::string_view> reductionWords();
std::optional<Reduction> reductionOf(std::string_view text); // nothing: none of them
std::string textOf(Reduction reduction);

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
    std::vector<std::string> schemes; // laid over the set-ups' own in the view of the distance
    bool logarithmicDistance = false;
    std::int64_t shift = 1; // k of the view of the relative shift, 1 … 2147483647
    bool minusRowMeans = false; // of the terms of the score: what softmax ignores is not shown
    TermsOf termsOf = TermsOf::A; // whose pictures the terms of the score are, while two set-ups are compared
    bool minusMeanRow = false; // rows are compared less their mean row, which all of them share
    bool divided = false; // lengths of E + PE/s in place of those of s·E + PE
    Zoom selection; // of positions and of dimensions: marked on every plot
    bool onlySelection = false; // analyses look at the selection alone
    TrainingChoice training; // what small transformers are trained on

    bool operator==(const ViewState&) const = default;
};

} // namespace phasor
