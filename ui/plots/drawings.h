// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "plots/plot.h"
#include "raster/colormaps.h"
#include "views/tables/picture.h"
#include "words/summaries/summaries.h"

#include <QSize>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <utility>

class QWidget;

namespace phasor {

class Store;

// Meaning of a color; the theme has the color itself. A and B have the same one: A's lines are solid, B's dashed.
struct Ink
{
    enum class Role { Text, Quiet, Quantity, Series, Wave };
    Role role = Role::Text;
    Hue hue = Hue::Position; // for a quantity
    bool light = false; // lighter color of a quantity or a wave
    double place = 0; // series: 0, 1, 2 …; wave: slowness 0 … 1
    bool operator==(const Ink&) const = default;
};

constexpr Ink inkOf(Hue hue, bool light = false)
{
    return {.role = Ink::Role::Quantity, .hue = hue, .light = light};
}

enum class Stroke { None, Solid, Dashed, Dotted };
enum class Weight { Hair, Line, Bold }; // 1, 1.5 and 1.8 px in the light theme
// 3, 3.5, 6, 8.5, 7.5, 3.5, 8 and 8 px in the light theme. In the key, a line of only Large discs has one disc.
enum class Marker { None, Dot, Point, Disc, Large, Ring, Square, Diamond, Cross };

// A line's points sorted by x (dots in any order). A value that is not finite, or not above 0 on a logarithmic axis, is
// a gap. On a table axis x is a coordinate, drawn at the center of its cell. A point between two gaps is a disc.
struct DrawnLine
{
    // For key and read-out; empty: in neither. Without points in the key only: Large discs, and a Hair.
    QString name = {};
    QString quantity = {}; // the name without the setup, set by completed(): a key that says once what A and B share
    QString brief = {}; // the name at the line's end; empty: `name`
    QString end = {}; // next to the name at the line's end; empty: its last value
    std::vector<double> x = {};
    std::vector<double> y = {};
    Ink ink = {};
    Side side = Side::A;
    Stroke stroke = Stroke::Solid;
    Weight weight = Weight::Line;
    Marker mark = Marker::None;
    bool sparse = false; // no marks if points are less than 8 px apart, dots 4
    bool filled = false; // fills the area to the previous line, faintly
    bool faint = false; // transparent: an area drawn as a line that goes up and down
    bool compared = true; // its A − B is part of the panel's difference
};

inline DrawnLine lineOf(const QString& name, const std::vector<double>& x, const std::vector<double>& y, const Ink& ink,
                        Side side)
{
    return {.name = name, .x = x, .y = y, .ink = ink, .side = side};
}

// Marks at points, without a line between them.
inline DrawnLine marksOf(Marker mark, const Ink& ink, Side side, const std::vector<double>& x = {},
                         const std::vector<double>& y = {}, const QString& name = {})
{
    return {.name = name, .x = x, .y = y, .ink = ink, .side = side, .stroke = Stroke::None, .mark = mark};
}

// A straight line across the whole panel.
struct DrawnLevel
{
    QString name = {};
    QString brief = {}; // at its end; empty: `name`
    QString end = {}; // next to it; empty: the value
    double at = 0;
    bool upright = true; // at a value of the horizontal axis, otherwise of the vertical one
    Ink ink = {};
    Side side = Side::A;
    Stroke stroke = Stroke::Dashed;
};

// A shaded range of the horizontal axis, behind everything.
struct DrawnBand
{
    Interval range;
    double strength = 0.12; // opacity
    QString name = {}; // for the key
};

struct DrawnMap
{
    std::shared_ptr<const Picture> picture = {}; // null: no data yet
    QString barLabel = {}; // only for a color bar next to the map
    bool bar = true; // false: another map of the drawing has the same bar
    bool named = true; // false: the panel's title names the bar's values, and a bar below it has no name
    bool drawn = true; // false: only the bar; the view draws its maps itself
};

struct DrawnAxis
{
    enum class Scale { Value, Count, Logarithmic, Table };
    Scale scale = Scale::Value;
    QStringList labels = {}; // longest first: the first that fits is shown; the last one may be omitted
    QString labelOfNames = {}; // replaces `labels` if names replace numbers; empty: `labels`
    QString otherwise = {}; // added to the finding if only the last label fits
    Interval range = {0, 1}; // ignored by table axes, which follow the view's zoom
    Axis table = {}; // a table axis is linked with all of its kind: zoom, cross-hair, selection, dead dimensions
    std::optional<Interval> unzoomed = {}; // coordinates shown without a zoom; nullopt: all
    std::vector<std::vector<std::int64_t>> pairs = {}; // dimensions of each integer here, for cursor and selection
    std::vector<std::pair<double, QString>> names = {}; // ticks with names instead of numbers
    QString widestName = {}; // reserves room before there is data; right axis: no names if they need more than a third
    bool tickLabels = true; // false: another panel in this column or row has them
    bool reversed = false; // runs from top to bottom
    bool grid = true;
    bool shown = true; // false, of a horizontal axis: only its range counts, as a lane further down has the axis

    // For a panel with the same axis in this column or row, which has the labels.
    void dropLabels()
    {
        labels = {};
        tickLabels = false;
    }
};

struct Panel
{
    struct Place
    {
        int area = 0; // areas are side by side, each with its own grid
        int row = 0;
        int column = 0;
        double width = 1; // stretch within its row
        double height = 1; // stretch; 0: as high as its text
        bool operator==(const Place&) const = default;
    };
    Place place = {};
    std::string_view id = {}; // "accuracy": in --panels
    QString title = {}; // above the panel; " " keeps room for a title that needs data
    QString briefTitle = {}; // if the title is wider than the panel; empty: the title is cut
    Side side = Side::A; // of the title
    DrawnAxis across = {};
    DrawnAxis up = {};
    std::optional<DrawnAxis> right = {}; // second scale of the vertical axis
    std::optional<DrawnMap> map = {}; // its picture has the axes
    std::vector<DrawnBand> bands = {};
    std::vector<DrawnLine> lines = {};
    std::vector<DrawnLevel> levels = {};
    std::optional<QStringList> text = {}; // replaces the axes: measures, one a line
    bool blank = false; // no data for this panel: its place stays empty
    bool xDown = false; // x is on the vertical axis, downwards
    bool key = true; // its lines and levels are in the key above all panels
    // Widest name and value of its lines, which are named at their ends; no room: in the key. With a line end between
    // them, the value is below the name if there is no room next to it.
    QString ends = {};
    // While comparing: A − B of its lines with the same axis, in a strip below it; if x is down, next to it.
    bool difference = false;
    bool strip = false; // shows A − B, made by completed()
    bool square = false; // the plot area, as large as there is room
    bool lane = false; // as high as the drawing's other lanes
    bool folds = false; // may be hidden with its row or column if room is short
};

// A plot as a value. Without data it has the same panels, axes and places, but no lines: a request needs their sizes.
struct Drawing
{
    QString title = {}; // empty: the view's title
    QString finding = {}; // a sentence with its numbers, for header, caption, screen reader
    QString detail = {}; // paragraphs of the header's tool tip
    QString hint = {}; // over the first panel, if it is empty
    std::vector<Panel> panels = {};
};

// Calls add(measure, side) for A and, if present, B. Views need not add names "A · …" or strokes of B.
template <typename DataPtr, typename Add> void eachSide(const DataPtr& data, Add&& add)
{
    if (data)
        add(data->a, Side::A);
    if (data && data->b)
        add(*data->b, Side::B);
}

enum class Fit { Loose, FromZero, Decades };
// Range of all lines and levels of the panel with a margin: 5 %, or a factor of 2; `otherwise` if all are 0. FromZero:
// from 0 on, without a margin there. Decades: omits values below `depth` times the largest.
Interval rangeOf(const Panel& panel, Fit fit, Interval otherwise, double depth = 0);
Interval rangeAcross(const Panel& panel, Interval otherwise); // range of x over all lines
DrawnAxis tableAxis(const Axis& table, const QString& label = {}); // empty label: the name of the axis kind
Panel mapPanel(const std::shared_ptr<const Picture>& picture, const QString& columns);

// Adds a line over the area from `low` to `high`, which has `name` in the key if one of its values is finite.
void addBand(Panel& panel, const DrawnLine& line, std::vector<double> low, std::vector<double> high,
             const QString& name);
Panel differenceOf(const Panel& panel); // A − B of lines that both have, at every x that both have
// Adds what all plots share: strips of A − B after the view's panels; names "A · …" in a panel that draws B (except
// series, which belong to no setup). Removes levels of B that equal A's.
Drawing completed(Drawing drawing, bool comparing);
// Without the numbers that it says: no finding, no lines, no values on vertical axes, no texts. Maps stay.
Drawing withheld(Drawing drawing);
// The x of the panel's points that is nearest; nullopt: it has none.
std::optional<double> nearestX(const Panel& panel, double x);
// Lines of a panel at the nearest x: "A · s·E  0.14", "A · PE  0.5". A line without a name has that of a line of its
// color in another panel, or of the axis.
QStringList readOutAt(const Drawing& drawing, std::size_t panel, double x);

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
    int characters = 0; // its width
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
PictureRequest pictureAt(const ViewState& view, const DrawingRoom& room); // for the first panel, in standard colors
PicturesRequest picturesAt(const ViewState& view, const DrawingRoom& room); // for the first panels

#define PHASOR_VIEW(name, id, group, options) extern const PlotSpec k##name;
#include "views/views.def"
#undef PHASOR_VIEW

// PlotSpec::ownPlot of a view with keys, timers or fields of its own: a class that derives from DrawingPlot.
template <typename OwnPlot> std::unique_ptr<Plot> madeAs(const PlotSpec& spec, Store& store, QWidget* parent)
{
    return std::make_unique<OwnPlot>(spec, store, parent);
}

template <typename Data> using DataPtr = std::shared_ptr<const Data>;

// Whether data of a comparison shows A alone: the view always does, or it does not apply to B.
template <typename Data> bool hasOnlyA(const Data& data)
{
    if constexpr (requires { data.b.has_value(); })
        return !data.b;
    else
        return requires
        {
            Data::kOnlyA;
        };
}

// A drawing for data of this type, with its texts from words/. A view without texts there sets its own finding.
template <typename Data, Drawing (*draw)(const DataPtr<Data>& data, const DrawingContext& context)>
Drawing drawingOf(const ViewDataPtr& shown, const DrawingContext& context)
{
    const auto data = std::dynamic_pointer_cast<const Data>(shown);
    Drawing drawing = draw(data, context);
    if (data) {
        if constexpr (requires { words::summary(*data); })
            drawing.finding = words::summary(*data);
        if (context.comparing() && hasOnlyA(*data) && !drawing.finding.isEmpty())
            drawing.finding = words::ofSide(Side::A, drawing.finding);
        if constexpr (requires { words::detail(*data); })
            drawing.detail = words::detail(*data);
        if (const QString left = words::leftOut(*data); !left.isEmpty())
            drawing.detail = drawing.detail.isEmpty() ? left : words::paragraphs({drawing.detail, left});
    }
    return drawing;
}

// A request with those of these members that the type has. `width`: of the widest panel; `widthOfB`,
// `widthOfDifference`: of the second and the third; `widths`, `heights`: of the panels from number `first` on.
template <typename Request, std::size_t first = 0> Request requested(const ViewState& view, const DrawingRoom& room)
{
    Request request;
    if constexpr (requires { request.node; })
        request.node = view.node;
    if constexpr (requires { request.options; })
        request.options = view.board.of<decltype(request.options)>();
    if constexpr (requires { request.only; })
        request.only = restrictionOf(view);
    if constexpr (requires { request.picture; })
        request.picture = pictureAt(view, room);
    if constexpr (requires { request.positions; })
        request.positions = view.zoom[AxisKind::Position];
    if constexpr (requires { request.dimensions = view.zoom[AxisKind::Dimension]; })
        request.dimensions = view.zoom[AxisKind::Dimension];
    if constexpr (requires { request.width; })
        for (const QSize& panel : room.panels) // a hidden one has no width
            request.width = std::max(request.width, panel.width());
    if constexpr (requires { request.widthOfB; })
        request.widthOfB = room.width(1);
    if constexpr (requires { request.widthOfDifference; })
        request.widthOfDifference = room.width(2);
    if constexpr (requires { request.widths; })
        for (std::size_t i = 0; i < request.widths.size(); ++i)
            request.widths[i] = room.width(first + i);
    if constexpr (requires { request.heights; })
        for (std::size_t i = 0; i < request.heights.size(); ++i)
            request.heights[i] = room.height(first + i);
    if constexpr (requires { request.pictures; })
        request.pictures = picturesAt(view, room);
    return request;
}

template <typename Request, std::size_t first = 0>
ViewRequest requestOf(const ViewState& view, const DrawingRoom& room, const ViewData*)
{
    return requested<Request, first>(view, room);
}

} // namespace phasor
