// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/picture.h"

namespace phasor {

// How far the encoding's table is from the exact one, and which positions it can no longer tell apart.
struct PrecisionRequest
{
    PictureRequest picture = {};
    int widthOfB = 0; // of B's map
    bool operator==(const PrecisionRequest&) const = default;
};

struct PrecisionMeasure
{
    Picture difference; // table − exact
    bool exact = false; // the table is the exact one
    RowCurve errors; // max |table − exact| over the dimensions and a point's rows, one per pixel row; NaN: no number
    double worst = 0; // largest of all points
    std::vector<double> colliding; // positions whose row equals another one's, at most one per row of pixels
    std::int64_t collidingCount = 0; // of the checked rows
    Span checked; // rows that were compared with each other, from the first visible one on
    bool allChecked = true;
};

DataTable tableOf(const PrecisionMeasure& of);
using PrecisionData = SidesData<PrecisionMeasure>;

// Error: Usage SCHEME if the scheme has no exact table.
Result<ViewDataPtr> compute(const PrecisionRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
