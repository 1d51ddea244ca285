// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "raster/colormaps.h"
#include "views/tables/picture.h"

#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace phasor {

// What a color stands for; the theme says which color that is. Of B every hue is that of the second setup.
struct Ink
{
    enum class Role { Text, Quiet, Quantity, Series, Wave };
    Role role = Role::Text;
    Hue hue = Hue::Position; // of a quantity
    bool light = false; // of a quantity or a wave: the lighter twin
    double place = 0; // of a series: 0, 1, 2 …; of a wave: slowness 0 … 1
};

constexpr Ink inkOf(Hue hue, bool light = false)
{
    return {.role = Ink::Role::Quantity, .hue = hue, .light = light};
}

enum class Stroke { None, Solid, Dashed, Dotted };
enum class Weight { Hair, Line, Bold }; // 1, 1.5 and 1.8 px in the light theme
// 3, 3.5, 6, 8.5, 7.5, 3.5 and 8 px in the light theme. A line that is nothing but Large discs has one in the key.
enum class Marker { None, Dot, Point, Disc, Large, Ring, Square, Cross };

// Points in the order of x (dots in any); a value that is not finite, or not above 0 on a logarithmic axis, is a gap.
// On the axis of a table x is a coordinate, drawn at the middle of its cell. A line that has a single point shows a
// disc.
struct DrawnLine
{
    QString name = {}; // in key and read-out; empty: in neither. Large discs without points: in the key
    std::vector<double> x = {};
    std::vector<double> y = {};
    Ink ink = {};
    Side side = Side::A;
    Stroke stroke = Stroke::Solid;
    Weight weight = Weight::Line;
    Marker mark = Marker::None;
    bool sparse = false; // marks only where the points are at least 8 px apart
    bool dashedOfB = false; // A's line shows between B's dashes where the two are the same
    bool filled = false; // the area between this line and the one before it, faint
    bool faint = false; // others are seen through it: an area drawn as a line that goes up and down
    bool compared = true; // its A − B is a line of the panel's difference
};

// A straight line through the whole panel.
struct DrawnLevel
{
    QString name = {};
    double at = 0;
    bool upright = true; // at a value of the horizontal axis, else of the vertical one
    Ink ink = {};
    Side side = Side::A;
    Stroke stroke = Stroke::Dashed;
};

// Shaded from low to high of the horizontal axis, behind everything.
struct DrawnBand
{
    Interval range;
    double strength = 0.12; // opacity
};

struct DrawnBars
{
    QString name = {};
    std::vector<double> x = {}; // middles
    std::vector<double> y = {}; // from 0; what is not finite has no bar
    double width = 0.7; // units of x
    Ink ink = {};
    Side side = Side::A;
    bool hollow = false; // an outline
};

struct DrawnMap
{
    std::shared_ptr<const Picture> picture = {}; // null: nothing to see yet
    QString barLabel = {}; // only where the color bar stands beside the map
    bool bar = true; // false: another map of the drawing has the same
    bool drawn = true; // false: the bar alone, the view draws its maps itself
};

struct DrawnAxis
{
    enum class Scale { Value, Count, Logarithmic, Table };
    Scale scale = Scale::Value;
    QStringList labels = {}; // longest first: the first that has room is shown; the last one may be left out
    QString labelOfNames = {}; // in place of these where names stand in place of numbers; empty: they hold
    QString otherwise = {}; // joins the finding where none but the last label has room
    Interval range = {0, 1}; // of an axis of a table: ignored, the view's zoom decides
    Axis table = {}; // linked with all axes of its kind: zoom, cross-hair, selection, dead dimensions
    std::optional<Interval> unzoomed = {}; // coordinates of the table that are shown without a zoom; nothing: all
    std::vector<std::vector<std::int64_t>> pairs = {}; // dimensions of each integer of this axis: cursor and selection
    std::vector<std::pair<double, QString>> names = {}; // ticks in place of numbers
    QString widestName = {}; // of a right axis: room for names of data to come; with more than a third it is left out
    bool tickLabels = true; // false: those of the panel beside or below it hold
    bool reversed = false; // from top to bottom
    bool grid = true;
};

struct Panel
{
    struct Place
    {
        int area = 0; // areas stand beside each other, each is a grid of its own
        int row = 0;
        int column = 0;
        double width = 1; // stretch, in its row
        double height = 1; // 0: as high as its text
        bool operator==(const Place&) const = default;
    };
    Place place = {};
    QString title = {}; // above it; " ": room for the title that data bring
    QString briefTitle = {}; // where the title is wider than the panel; empty: the title is cut
    Side side = Side::A; // of the title
    DrawnAxis across = {};
    DrawnAxis up = {};
    std::optional<DrawnAxis> right = {}; // a second scale of the vertical axis
    std::optional<DrawnMap> map = {}; // axes: those of its picture
    std::vector<DrawnBand> bands = {};
    std::vector<DrawnBars> bars = {};
    std::vector<DrawnLine> lines = {};
    std::vector<DrawnLevel> levels = {};
    std::optional<QStringList> text = {}; // in place of axes: what is measured, a line each
    bool blank = false; // the data have nothing for it: its place stays empty
    bool xDown = false; // x runs down the vertical axis
    bool key = true; // the names of its lines and levels stand in the key above all panels
    bool difference = false; // while two setups are compared: A − B of its lines below it, along the same axis
    bool strip = false; // that difference: completed() makes it
    bool folds = false; // may be left out with all of its row or column, where there is no room for all panels
};

// A plot as a value. Of no data it has the same panels, axes and places without lines: a request needs their sizes.
struct Drawing
{
    QString title = {}; // empty: that of the view
    QString finding = {}; // one sentence with its numbers: header, caption, screen reader
    QString beside = {}; // the same beside the title, which it need not repeat; empty: the finding itself
    QString detail = {}; // paragraphs of the tool tip
    QString hint = {}; // over the first panel, when there is nothing to read in it
    std::vector<Panel> panels = {};
};

// Calls add(measure, side) for A and, where there is one, for B. Names "A · …" and inks of B are not the view's.
template <typename DataPtr, typename Add> void eachSide(const DataPtr& data, Add&& add)
{
    if (data)
        add(data->a, Side::A);
    if (data && data->b)
        add(*data->b, Side::B);
}

enum class Fit { Loose, FromZero, Decades };
// Of all lines and level lines of the panel, with some room: 5 %, or a factor of 2. Decades: what is less than `depth`
// of the greatest is not worth the room.
Interval rangeOf(const Panel& panel, Fit fit, Interval otherwise, double depth = 0);
Interval rangeAcross(const Panel& panel, Interval otherwise); // of the x of all lines
DrawnAxis tableAxis(const Axis& table, const QString& label = {}); // empty label: the name of its kind
Panel mapPanel(const std::shared_ptr<const Picture>& picture, const QString& columns);

Panel differenceOf(const Panel& panel); // A − B of the lines that both have, at the x that both have
// What is the same in every plot: strips of A − B behind the view's panels, names "A · …" in a panel where anything of
// B is drawn (but for series, which are of no setup), and no level of B where A has the same.
Drawing completed(Drawing drawing, bool comparing);
// "A · s·E  0.14", "A · PE  0.5": the named lines of a panel at the x that is nearest.
QStringList readOutAt(const Panel& panel, double x);

} // namespace phasor
