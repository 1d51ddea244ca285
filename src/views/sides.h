// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/view.h"

namespace phasor {

// What a view measures of each set-up. Next to the Measure is a function that makes its numbers a table:
//     DataTable tableOf(const Measure& measure);
template <typename Measure> struct SidesData : ViewData
{
    Measure a;
    std::optional<Measure> b; // when comparing, and B has one

    DataTable table() const override { return b ? besideEachOther(tableOf(a), tableOf(*b)) : tableOf(a); }
    // A − B; empty: there is no B, or nothing that both have.
    DataTable difference() const { return b ? differenceOf(tableOf(a), tableOf(*b)) : DataTable(); }
    // Whether `is`, a member or a function of a Measure, is true of one of them.
    template <typename Is> bool either(Is&& is) const { return std::invoke(is, a) || (b && std::invoke(is, *b)); }
};

// Which errors of B's leave it out, so that A is shown alone: a scheme that has no such thing (Usage SCHEME), or all.
enum class LeavesOutB { NoSuchThing, AnyError };

// Data, a SidesData, with what `measured(side)` returns. Errors: those of A, and of B where it isn't left out;
// Cancelled, also where `measured` returned half a Measure because of it.
template <typename Data, typename Measuring>
Result<std::shared_ptr<Data>> sidesOf(SceneReader& scene, Measuring&& measured,
                                      LeavesOutB leaves = LeavesOutB::NoSuchThing)
{
    auto data = std::make_shared<Data>();
    TRY(data->a, measured(Side::A));
    if (scene.comparing() && !scene.cancel().cancelled()) {
        auto b = measured(Side::B);
        if (b.ok())
            data->b = std::move(*b);
        else if (leaves == LeavesOutB::NoSuchThing && b.error().code != "SCHEME")
            return b.error();
    }
    if (scene.cancel().cancelled())
        return cancelledError();
    return data;
}

} // namespace phasor
