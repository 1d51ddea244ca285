// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "raster/colormaps.h"
#include "raster/rasterize.h"
#include "views/datatable.h"
#include "views/view.h"
#include "views/viewstate.h"

namespace phasor {

// Cells that a picture without a closed form may visit: while something moves, and when it stands still.
inline constexpr std::int64_t kFrameCells = std::int64_t{1} << 22;
inline constexpr std::int64_t kStillCells = std::int64_t{1} << 28;

// How a table becomes pixels.
struct PictureRequest
{
    Zoom zoom = {};
    int width = 0; // device pixels of the axis rectangle
    int height = 0;
    std::string colorMap = {}; // empty: the standard of the quantity
    Reduction reduction = Reduction::Smooth;
    ColourRange range = RangeRule::Model;
    std::uint32_t nanColour = 0xffff00ff;
    bool wholeCells = false; // for vector figures: cells that are few get whole pixels each, on their own scale

    bool operator==(const PictureRequest&) const = default;
};

// What a view's request has of a PictureRequest: its zoom, color of NaN and whole cells.
template <typename Request> PictureRequest pictureRequest(const Request& request, int width, int height)
{
    PictureRequest picture{.width = width, .height = height, .wholeCells = request.wholeCells};
    if constexpr (requires { request.zoom; })
        picture.zoom = request.zoom;
    if constexpr (requires { request.nanColour; })
        picture.nanColour = request.nanColour;
    return picture;
}

// A table in colors, with what its axes and its color bar need.
struct Picture
{
    Axis rows;
    Axis columns;
    Quantity quantity;
    Interval visibleRows; // indices: row r covers [r, r + 1)
    Interval visibleColumns;
    int width = 0; // device pixels
    int height = 0;
    Pixels pixels; // 0xffRRGGBB, width x height, the smallest row on top
    Matrix values; // [height, width]: what the pixels show, reduced in data space
    Interval range; // values of the color bar's ends
    const ColorMap* colorMap = nullptr;
    Reduction reduction = Reduction::Smooth;
    double rowsPerPixel = 0;
    double columnsPerPixel = 0;
    bool sampled = false; // a strided sample stands for all cells
    std::int64_t nanPixels = 0; // pixels without a number

    Shape table() const { return {rows.count, columns.count}; }
};

// What is pictured: a node, or a Field that is none (a difference of two nodes) with the axes and quantity of one.
struct Pictured
{
    const Field& field;
    Axis rows;
    Axis columns;
    Quantity quantity;
};

// Error: Usage EMPTY where the table has no cells; Cancelled. `cells`: how many a picture without a closed form may
// visit.
Result<Picture> makePicture(const Pictured& what, const PictureRequest& request, std::int64_t cells,
                            const CancelToken& cancel);
// The code of an Error: a row of attention has so many keys that not even one row is worth the wait.
inline constexpr std::string_view kTooManyKeys = "SIZE";

// Errors: the node's own, too, and kTooManyKeys of kind Resource. A cell of attention needs its whole row: of these
// pictures `cells` counts whole rows, and where rows are long there are fewer and higher pixels.
Result<Picture> makePicture(const Node& node, const PictureRequest& request, std::int64_t cells,
                            const CancelToken& cancel);

// A row for each pixel's value: its place, in the coordinates of the axes, and what it shows. `name` stands before the
// names of the columns.
void addPicture(DataTable& table, const Picture& picture, const std::string& name);

// Colors the values of `picture` anew, between other ends.
void recolour(Picture& picture, Interval range, std::uint32_t nanColour);

// Colors all of them between the same ends, which hold the values of each.
void recolourTogether(const std::vector<Picture*>& pictures, std::uint32_t nanColour);

// Of queries and keys: what lies behind a causal mask has no number, as the scores there; recolour() draws it blank.
void blankUnseen(Picture& picture);

// |a − b| where `absolute`, else a − b, of two Fields, over the rows and columns that both have.
FieldPtr differenceOf(FieldPtr a, FieldPtr b, bool absolute = false);

// The picture of a node, and while two setups are compared those of B's and of A − B beside it.
struct PicturesRequest
{
    PictureRequest a;
    int widthOfB = 0; // device pixels; the height is A's
    int widthOfDifference = 0;

    bool operator==(const PicturesRequest&) const = default;
};

struct PicturesData : ViewData
{
    Picture picture; // of A
    std::optional<Picture> b; // when comparing
    std::optional<Picture> difference; // A − B; where both have the same shape

    DataTable table() const override;
    bool sampled() const { return picture.sampled || (b && b->sampled) || (difference && difference->sampled); }
};

// Fills `data`: A's picture; of a `b` that is not null its own on one range of colors with A's, and the difference on
// a range of its own. Errors: those of makePicture. `cells`: as there.
Status makePictures(const Node& a, const Node* b, const PicturesRequest& request, std::int64_t cells,
                    const CancelToken& cancel, PicturesData& data);

} // namespace phasor
