// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/measures/measure.h"
#include "views/tables/picture.h"

namespace phasor {

// Effect of dropout: the mask, dropped shares by position and by dimension, and what is left.
struct DropoutRequest
{
    PictureRequest picture = {}; // of A's mask; B's is not shown
    Restriction only = {}; // for the numbers; the picture shows the visible part
    bool operator==(const DropoutRequest&) const = default;
};

// Expected dropout in rows of a setup, by probability. Protected rows lose nothing, filled padding loses everything.
struct DropoutLaw
{
    double droppedShare = 0; // of the mask's cells
    // log10 of the probability that one token (neither protected nor padding) is zeroed completely within the dropout
    // target: p^d for single elements. Minus infinity: impossible.
    double log10TokenLoss = -std::numeric_limits<double>::infinity();
};

// `mask`: the node of the mask.
DropoutLaw dropoutLaw(const Node& mask, Span rows);

// Share of a row's cells that dropout zeroes on average: p, 0 if it is protected, 1 if it is filled padding.
double droppedShareOfRow(const DropoutFacts& facts, std::int64_t row);
bool rowsDiffer(const DropoutFacts& facts); // whether some rows are protected or filled

// Measured share of the energy of the encoding's `columns` in kept elements of these runs of rows; NaN if it has none.
// `complete`: the runs are all rows.
Estimate positionEnergyKept(const Node& mask, const Node& position, Span columns, std::span<const Span> runs,
                            bool complete);

// Share of the zeros among the window's cells of a Field of zeros and ones, in all of its rows or in rows with about so
// many cells.
Estimate shareOfZeros(const Field& field, Rect window, std::int64_t cells = std::numeric_limits<std::int64_t>::max());

struct DropoutMeasure
{
    std::shared_ptr<const Picture> mask = std::make_shared<Picture>(); // share kept, 0 … 1
    DropoutFacts facts;
    bool concatenated = false;
    bool withTable = true; // an encoding is added or concatenated
    double expected = 0; // share dropped: p, corrected for protected rows and filled padding
    Estimate dropped = 0; // measured over the visible cells, or over the selection's
    std::int64_t cells = 0;
    Estimate cosine; // mean cos(sum, output) over the rows looked at that are not lost; NaN if every row was
    Estimate positionEnergyKept; // share of the encoding's energy in kept cells; NaN: none
    std::int64_t comparedRows = 0; // rows that the cosine was measured on, including zeroed ones
    std::int64_t zeroRows = 0; // compared rows without a cosine: zero before or after dropout
    std::int64_t lostRows = 0; // compared rows that dropout zeroed completely
    double log10TokenLoss = 0; // of the probability that a token is zeroed completely (within the dropout target)
    RowCurve byPosition; // share dropped; one point per pixel row or fewer
    std::vector<double> dimensions; // columns of the mask
    std::vector<double> droppedByDimension;
    std::int64_t positionColumns = 0; // columns of the encoding in a mask of both; else 0
    bool visiblePart = false; // the numbers are those of the zoomed part, not of the entire table
};

DataTable tableOf(const DropoutMeasure& measure);
using DropoutData = SidesData<DropoutMeasure>;

Result<ViewDataPtr> compute(const DropoutRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
