// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"
#include "raster/rasterize.h"
#include "text/setting.h"
#include "text/valuespec.h"
#include "views/questions/trainingchoice.h"

#include <array>
#include <map>

namespace phasor {

// One option of one view. The view's header has a struct with its options, and a list of them:
//     struct RatioOptions { static constexpr std::string_view kView = "ratio"; bool divided = false; … == … };
//     std::vector<ViewOption> ratioOptions();
struct ViewOption : Setting<AnySettings>
{
    std::string_view view; // "ratio"
    bool onlyComparing = false; // means nothing while there is one setup

    template <typename O>
    ViewOption(const Setting<O>& setting, bool comparing = false) // NOLINT(google-explicit-constructor): lists of them
        : Setting<AnySettings>(erased(setting))
        , view(O::kView)
        , onlyComparing(comparing)
    {
    }
};

// Options of all views, in the order of the help and of JSON. Their ids are unique, also among shared settings.
std::span<const ViewOption> viewOptions();
std::vector<const ViewOption*> optionsOfView(std::string_view view);

struct ViewOption;

// A place on the board: a view with that view's own options.
struct BoardCell
{
    std::string view = {}; // "similarity"; empty: nothing is shown there
    AnySettings options = {};
    bool operator==(const BoardCell&) const = default;
};

// Board: the shown views, their cells, and each view's options; initially heatmap, curves, ratio and dropout. Hidden
// views keep their options. A plain value. A view is in one cell at most. Views without options, or with none set, have
// the defaults.
class Board
{
public:
    static constexpr int kCells = 4; // rows of two: top left, top right, bottom left, bottom right

    std::span<const BoardCell> cells() const { return m_cells; }
    int cellOf(std::string_view view) const; // 0 … kCells − 1; -1: it is not shown
    std::vector<std::string> shown() const; // views, in the order of usualCells()
    void show(std::string_view view, int cell); // in place of the one there; moves it if it is shown elsewhere
    void hide(std::string_view view);
    void showOnly(std::span<const std::string> views); // in their usual cells; unknown ones are left out
    void hideAll();
    void arrangeAs(const Board& other); // the same views in the same places, with the options of this one
    bool isArrangedAs(const Board& other) const;

    // A view's own options: board.of<SimilarityOptions>().minusMeanRow
    template <typename O> O of() const { return of(O::kView).template as<O>(); }
    template <typename O> void set(O options) { set(O::kView, AnySettings(std::move(options))); }
    AnySettings of(std::string_view view) const;
    void set(std::string_view view, AnySettings options);
    void change(const ViewOption& option, const ParameterValue& value); // a checked one

    bool operator==(const Board&) const = default;

private:
    std::array<BoardCell, kCells> m_cells{BoardCell{"heatmap"}, {"curves"}, {"ratio"}, {"dropout"}};
    std::map<std::string, AnySettings, std::less<>> m_others; // of hidden views, without defaults
};

// All views, each with its usual cell: for menus, and for sessions without a board.
struct UsualCell
{
    std::string_view view;
    int cell;
};
std::span<const UsualCell> usualCells();
int usualCell(std::string_view view); // -1: no such view

// One optional value for each kind of axis, in coordinates (pipeline/node.h): for cursor and zoom.
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
// Coordinates from … to, fractional for a zoom; nothing: everything.
using Zoom = PerAxis<Interval>;

// Values of the color bar's ends: the model's bounds, the range of the visible data, or these.
enum class RangeRule { Model, Data };
using ColourRange = std::variant<RangeRule, Interval>;

// "model", "data" or "LO:HI" with LO < HI; nothing: another text.
std::optional<ColourRange> colourRangeOf(const std::string& text);
std::string textOf(const ColourRange& range);

std::span<const EnumChoice<Reduction>> choicesOf(Reduction);

// Settings of the views. A plain value, separate from Parameters: it changes no number.
struct ViewState
{
    NodeId node = "position"; // shown by the heatmap: the famous picture first
    Zoom zoom; // the same on all views
    std::vector<std::int64_t> dimensions; // curves; empty: waves that are far apart
    Cursor cursor; // cross-hair on every plot
    std::string colorMap; // empty: the standard of the node's quantity
    Reduction reduction = Reduction::Smooth;
    ColourRange range = RangeRule::Model;
    Board board; // the views that are shown, and the options that single views have
    Zoom selection; // of positions and of dimensions: marked on every plot
    bool onlySelection = false; // restricts analyses to the selection
    TrainingChoice training; // the small transformers' training

    bool operator==(const ViewState&) const = default;
};

// Settings that views share and that have options: stage, colormap, reduction, range.
std::span<const Setting<ViewState>> viewSettings();
// Whether analyses are restricted to the selection: in sessions only; on the command line --only-rows implies it.
const Setting<ViewState>& analyseSetting();

} // namespace phasor
