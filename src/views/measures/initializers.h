// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/view.h"

namespace phasor {

// R = ‖s·E‖ / ‖PE‖ expected for every initializer, with and without the factor √d_model.
struct InitializersRequest
{
    bool operator==(const InitializersRequest&) const = default;
};

struct RatioOfInitializer
{
    std::string id;
    SourceText label;
    double sigma = 0; // per-element standard deviation of a table of this size
    double scaled = 0; // R with s = √d_model; NaN: the encoding has no length
    double unscaled = 0; // R with s = 1
    bool current = false; // the setup's, with its own standard deviation
};

struct InitializerRatios
{
    std::vector<RatioOfInitializer> rows; // in the order of the list
    double length = 0; // mean ‖PE(p)‖ over the rows
    Restriction part = {}; // these rows; none if all have this length
    double scale = 1; // s of the setup
    // Of the setup: expected ‖s·E‖ / length. Its embedding may come from a file, which has no row above.
    double ratio = 0;
    std::int64_t dModel = 0;
};

DataTable tableOf(const InitializerRatios& of);
using InitializersData = SidesData<InitializerRatios>;

// Expected ‖E‖: of the setup's initializer, or √width times the root mean square of a file's values.
double expectedNorm(const Node& embedding, SceneReader& scene, Side side);

// Expected angle between s·E and s·E + PE at a ratio R, atan(1/R) in degrees; NaN if undefined.
double expectedAngle(double ratio);

// Of the table's rows inside `only`. Errors: Usage SCHEME (the scheme has no table), those of embedding and table,
// Cancelled.
Result<InitializerRatios> ratiosOfInitializers(SceneReader& scene, Side side, const Restriction& only = {});
// Of the rows that the sequence uses, as Scale.
Result<ViewDataPtr> compute(const InitializersRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
