// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "raster/colormaps.h"
#include "views/view.h"

namespace phasor {

struct Estimate;

// Budget of a picture without closed form, in cells: while something moves, and for a still view.
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
    ColorRange range = RangeRule::Model;
    bool dark = false; // standard colors for a dark ground
    bool wholeCells = false; // for vector figures: a cell larger than a pixel is an integer number of pixels
    bool operator==(const PictureRequest&) const = default;

    PictureRequest sized(int newWidth, int newHeight) const
    {
        PictureRequest request = *this;
        request.width = newWidth;
        request.height = newHeight;
        return request;
    }
};

inline constexpr std::uint32_t kNotANumber = 0xffff00ff; // color of cells that are NaN or infinite

// A table in colors, with the data for its axes and its color bar.
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
    Matrix values; // [height, width]: values of the pixels
    Interval extremes; // of the finite ones; low > high if there are none
    Interval range; // values of the color bar's ends
    bool cutOff = false; // pixels are beyond an end by more than half the bar
    const ColorMap* colorMap = nullptr;
    std::uint32_t blank = 0; // color of masked cells, 0xffRRGGBB
    bool causal = false; // what is not a number behind a causal mask is masked, elsewhere it has kNotANumber
    Reduction reduction = Reduction::Smooth;
    double rowsPerPixel = 0;
    double columnsPerPixel = 0;
    bool sampled = false; // only some of the cells were visited
    bool rangeSampled = false; // the range is of some of the cells

    Shape table() const { return {rows.count, columns.count}; }
    bool isRough() const { return sampled || rangeSampled; } // a still view visits more cells
};

// Subject of a picture: a node, or another Field (a difference of two nodes) with a node's axes and quantity.
struct Pictured
{
    const Field& field;
    Axis rows;
    Axis columns;
    Quantity quantity;
    bool causal = false; // as of a Picture
    std::int64_t rowCost = 0; // cells that one row costs, if more than the visible ones
};

// Error: Usage EMPTY if the table has no cells; Resource MEMORY for a vector figure; Cancelled. `cells`: budget of a
// picture without closed form.
Result<Picture> makePicture(const Pictured& what, const PictureRequest& request, std::int64_t cells);
// Code of an Error: a row of attention has too many keys for even one row.
inline constexpr std::string_view kTooManyKeys = "SIZE";

// Makes a picture. Errors: the node's own, and kTooManyKeys of kind Resource. A cell of attention needs its entire row:
// there `cells` counts entire rows, and long rows give fewer and higher pixels.
Result<Picture> makePicture(const Node& node, const PictureRequest& request, std::int64_t cells);

// The visible cells: row, column and value. Where a pixel has more than a cell, the pixels, and the columns' names say
// so.
DataTable tableOf(const Picture& picture);

// Colors the values of `picture` anew, between other ends.
void recolor(Picture& picture, Interval range);

// Colors all of them between the same ends, which hold the values of each.
void recolorTogether(const std::vector<Picture*>& pictures);

// For queries and keys: makes cells behind a causal mask NaN, as in the scores; recolor() draws them blank.
void blankUnseen(Picture& picture);

// a − b (|a − b| if `absolute`) of two Fields, over their common rows and columns.
FieldPtr differenceOf(const FieldPtr& a, const FieldPtr& b, bool absolute = false);

// Picture of a node, and in a comparison also those of B and of A − B.
struct PicturesRequest
{
    PictureRequest a;
    int widthOfB = 0; // pixels of the device; the height is A's
    int widthOfDifference = 0;
    bool operator==(const PicturesRequest&) const = default;
};

struct PicturesData : ViewData
{
    Picture picture; // of A
    std::optional<Picture> b; // when comparing
    std::optional<Picture> difference; // A − B, if both have the same shape

    DataTable table() const override;
    bool isRough() const { return picture.isRough() || (b && b->isRough()) || (difference && difference->isRough()); }
};

Rect visibleCells(const Picture& picture);

// Picture of A − B of two nodes of one shape, with a range of its own that is symmetric about 0. Subtracts `ofA` and
// `ofB`, their pictures, if these have the size of the request.
Result<Picture> makeDifference(const Node& a, const Node& b, const Picture& ofA, const Picture& ofB,
                               const PictureRequest& request, std::int64_t cells);

// Fills `data`: A's picture; if `b` is not null also B's, in one range of colors if both are of one stage or have
// one symbol, and the difference with its own range, which is of its cells and the same for every size. Errors and
// `cells`: as for makePicture.
Status makePictures(const Node& a, const Node* b, const PicturesRequest& request, std::int64_t cells,
                    PicturesData& data);

} // namespace phasor
