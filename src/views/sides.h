// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "views/view.h"

#include <optional>
#include <utility>

namespace phasor {

// What a view measures of each set-up. Beside the Measure stands a function that makes its numbers a table, with keys:
//     DataTable tableOf(const Measure& measure);
template <typename Measure> struct SidesData : ViewData
{
    Measure a;
    std::optional<Measure> b; // when comparing, and B has one

    DataTable table() const override { return b ? besideEachOther(tableOf(a), tableOf(*b)) : tableOf(a); }
    // A − B; empty: there is no B, or nothing that both have.
    DataTable difference() const { return b ? differenceOf(tableOf(a), tableOf(*b)) : DataTable(); }
};

// Fills `data` with what `measured(side)` returns. A scheme of B's that has no such thing (Usage SCHEME) leaves b out;
// its other errors are the view's.
template <typename Measure, typename Measuring>
Status measureSides(SidesData<Measure>& data, SceneReader& scene, Measuring&& measured)
{
    TRY(data.a, measured(Side::A));
    if (!scene.comparing())
        return Done{};
    Result<Measure> b = measured(Side::B);
    if (b.ok())
        data.b = std::move(*b);
    else if (b.error().code != "SCHEME")
        return b.error();
    return Done{};
}

} // namespace phasor
