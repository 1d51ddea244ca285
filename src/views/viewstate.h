// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"
#include "raster/rasterize.h"
#include "training/task.h"

#include <array>
#include <map>
#include <span>

namespace phasor {

// The word of --view for a view's request and options, from views.def: "ratio". Requests of no view have it as kView.
template <typename OfView> inline constexpr std::string_view kViewOf = OfView::kView;
#define PHASOR_VIEW(name, id, group, options) \
    struct name##Request; \
    struct name##Options; \
    template <> inline constexpr std::string_view kViewOf<name##Request> = id; \
    template <> inline constexpr std::string_view kViewOf<name##Options> = id;
#include "views/views.def"
#undef PHASOR_VIEW

// One option of one view. The view has a struct with its options, and in its .cpp a list of them for views.def:
//     struct RatioOptions { bool divided = false; … == … };
//     std::vector<ViewOption> ratioOptions();
struct ViewOption : Setting<AnySettings>
{
    std::string_view view; // "ratio"
    bool onlyComparing = false; // means nothing while there is one setup

    template <typename O>
    ViewOption(const Setting<O>& setting, bool comparing = false) // NOLINT(google-explicit-constructor): lists of them
        : Setting<AnySettings>(erased(setting))
        , view(kViewOf<O>)
        , onlyComparing(comparing)
    {
    }
};

// Options of all views, in the order of the help and of JSON. Their ids are unique, also among shared settings.
std::span<const ViewOption> viewOptions();
std::vector<const ViewOption*> optionsOfView(std::string_view view);

// Topic of a view: its place in the gallery and in the menu.
enum class ViewGroup { Table, Sum, Dropout, Attention, Precision, Training };
constexpr ViewGroup kViewGroups[] = {ViewGroup::Table,     ViewGroup::Sum,       ViewGroup::Dropout,
                                     ViewGroup::Attention, ViewGroup::Precision, ViewGroup::Training};

// All views, in the order of the menu.
struct ViewInfo
{
    std::string_view view;
    ViewGroup group;
};
std::span<const ViewInfo> viewInfos();
const ViewInfo* findView(std::string_view view); // null: no such view

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
using ColorRange = std::variant<RangeRule, Interval>;

// "model", "data" or "LO:HI" with LO < HI; nothing: another text.
std::optional<ColorRange> colorRangeOf(const std::string& text);
std::string textOf(const ColorRange& range);

template <>
inline constexpr EnumChoice<Reduction> kChoices<Reduction>[] = {
    {Reduction::Smooth, {"smooth", WORDS("Smooth: shows no false bands"), {}}},
    {Reduction::Mean, {"mean", WORDS("Mean of a pixel's values"), {}}},
    {Reduction::Envelope, {"envelope", WORDS("Envelope: the largest of a pixel's values"), {}}},
    {Reduction::Nearest, {"nearest", WORDS("Nearest: one value per pixel"), {}}},
};

// Choices of the training view. A plain value; `phase` and `upTo` are temporary and in no document.
struct TrainingChoice
{
    enum class Phase {
        Waiting, // paused
        Running,
        Stopped, // unfinished runs are dropped
    };

    TrainingSettings settings;
    std::vector<std::string> vary; // "scale=none,sqrt-d-model"; none: the setups of the scene
    std::int64_t seeds = 5; // 1 … 1000
    Phase phase = Phase::Waiting;
    std::optional<std::int64_t> upTo = {}; // shows the results as they were after that step; nullopt: all
    bool operator==(const TrainingChoice&) const = default;
};

const Setting<TrainingChoice>& seedsSetting();

constexpr int kUsualShare = 100;

// A place on the board: a view with that view's own options.
struct BoardCell
{
    std::string view = {}; // "similarity"
    AnySettings options = {};
    std::string stage = {}; // that this cell alone shows; empty: the window's
    int share = kUsualShare; // of its line's length, compared with the other cells of the line
    std::string unknown = {}; // JSON keys of a later version
    bool operator==(const BoardCell&) const = default;
};

// A row of cells, or a column.
struct BoardLine
{
    std::vector<BoardCell> cells = {};
    int share = kUsualShare;
    bool operator==(const BoardLine&) const = default;
};

enum class Edge { Left, Top, Right, Bottom };

// Board: rows of cells, or columns of cells, 1 to 6; any view in any cell, also twice. Initially heatmap, curves, ratio
// and dropout in two rows. Cells are counted line by line. Hidden views keep their options. A plain value.
class Board
{
public:
    static constexpr int kMost = 6;

    Board();
    // Well arranged: one cell, two next to each other (`narrow`: above each other), rows of two, rows of three. Cells
    // after the sixth are left out; no cell: the initial board.
    explicit Board(std::span<const BoardCell> cells, bool narrow = false);

    const std::vector<BoardLine>& lines() const { return m_lines; }
    bool inColumns() const { return m_columns; } // the lines are columns
    int size() const; // number of cells
    bool isFull() const { return size() >= kMost; }
    const BoardCell& cell(int index) const;
    std::string nameOf(int index) const; // a name for each cell: "heatmap", and "heatmap@2" for the second one
    int find(std::string_view name) const; // -1: no such cell
    std::vector<std::string> shown() const; // views, cell by cell
    Board alone() const { return Board(std::array{cell(m_focus)}); } // only the cell in focus

    void add(std::string_view view, std::string_view stage = {}); // a free cell, or half of the largest; not if full
    void put(int index, std::string_view view, std::string_view stage = {}); // in place of the one there
    void close(int index); // the last cell stays
    void swap(int a, int b);
    void move(int index, int beside, Edge edge); // to that edge of another cell, in its line or as a new line
    void moveToBorder(int index, Edge edge); // as a row or column as long as the board
    void setStage(int index, std::string_view stage) { cellAt(index).stage = stage; }
    void setShares(const std::vector<int>& lines, const std::vector<std::vector<int>>& cells); // as many as there are
    void setLines(std::vector<BoardLine> lines, bool inColumns); // without empty lines, and no cell after the sixth
    void showOnly(std::span<const std::string> views); // in their old cells; unknown ones are left out
    void arrangeAs(const Board& other); // the same views in the same places, with the options of this one
    bool isArrangedAs(const Board& other) const; // the same views in the same places, of the same sizes

    // The cell that keys and menus act on.
    int focus() const { return m_focus; }
    void setFocus(int index);

    // A view's own options, of the cell in focus if it shows the view: board.of<SimilarityOptions>().minusMeanRow
    template <typename O> O of() const { return of(kViewOf<O>).template as<O>(); }
    template <typename O> void set(O options) { set(kViewOf<O>, AnySettings(std::move(options))); }
    AnySettings of(std::string_view view) const;
    void set(std::string_view view, AnySettings options);
    void change(const ViewOption& option, const ParameterValue& value); // a checked one

    bool operator==(const Board&) const = default;

private:
    struct At
    {
        std::size_t line;
        std::size_t cell;
    };
    At at(int index) const;
    BoardCell& cellAt(int index);
    int indexOf(const At& place) const;
    bool isGrid() const;
    int cellFor(std::string_view view) const; // that has its options; -1: none
    BoardCell take(int index);
    void keepOptions(const BoardCell& closed);
    void addLine(BoardCell cell, bool column, bool first);
    void transpose();
    void tidy(const At& focus);

    std::vector<BoardLine> m_lines;
    bool m_columns = false;
    int m_focus = 0;
    std::map<std::string, AnySettings, std::less<>> m_others; // of hidden views, without defaults
};

// Settings of the views. A plain value, separate from Parameters: it changes no number.
struct ViewState
{
    NodeId node = "position"; // shown by the heatmap: the famous picture first
    Zoom zoom; // the same on all views
    std::vector<std::int64_t> dimensions; // curves; empty: waves that are far apart
    Cursor cursor; // cross-hair on every plot
    std::string colorMap; // empty: the standard of the node's quantity
    Reduction reduction = Reduction::Smooth;
    ColorRange range = RangeRule::Model;
    Board board; // the views that are shown, and the options that single views have
    Zoom selection; // of positions and of dimensions: marked on every plot
    bool onlySelection = false; // restricts analyses to the selection
    TrainingChoice training; // the small transformers' training
    bool withholds = false; // temporary, in no document: a lesson asks for a number, which nothing may show

    const NodeId& stage(int cell) const; // the cell's own, else the window's; cell -1: the window's
    void setStage(int cell, const NodeId& stage); // the cell's own if it has one, else the window's
    ViewState seenFrom(int cell) const; // with that cell in focus, and its stage
    bool operator==(const ViewState&) const = default;
};

// Settings that views share and that have options: stage, colormap, reduction, range.
std::span<const Setting<ViewState>> viewSettings();
// Whether analyses are restricted to the selection: in sessions only; on the command line --only-rows implies it.
const Setting<ViewState>& analyseSetting();

} // namespace phasor
