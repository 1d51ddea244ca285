// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/waves/pairs.h"
#include "views/view.h"

namespace phasor {

// A clock for each pair: at position p its angle is p·ω. For a rotation also the rotated pair of a query, and of the
// key at another position.
struct PhasorsRequest
{
    std::optional<std::int64_t> position = {}; // coordinates; nothing: a few positions in, where the angles differ
    std::optional<std::int64_t> other = {}; // position of a second angle
    int clocks = 64; // clocks that fit; with more pairs every n-th has one
    bool operator==(const PhasorsRequest&) const = default;
};

struct PhasorClocks
{
    // A number of two parts: the columns of a pair.
    struct Vector
    {
        double x = 0;
        double y = 0;
    };
    // A pair of a query or key before and after rotation, with attention factor and growth of xPos; 1 is the longest of
    // the token's pairs.
    struct Turned
    {
        Vector before;
        Vector after;
    };
    struct Clock
    {
        std::int64_t pair = 0;
        std::int64_t dimension = 0; // coordinate of the cosine's column
        double frequency = 0; // rad per position; of a grid per cell along a side
        double angle = 0; // −π … π, from the table's sine and cosine
        std::optional<double> otherAngle = {}; // at the other position
        PairLife life = PairLife::Turning; // within the table
        double reach = 0; // rad that the hand goes through from the first position to the last, at most 2π
        double trainedReach = 0; // within the trained length, at most `reach`; of a table the same
        // Factor of xPos on the pair's part of a score from the other position (default: the first) to this one; 1
        // without decay.
        double left = 1;
        std::optional<Turned> query = {}; // at the position
        std::optional<Turned> key = {}; // at the other position
    };
    std::vector<Clock> clocks; // in the order of pairs
    std::int64_t pairs = 0; // pairs of the scheme
    Interval speeds; // |ω| of the slowest and the fastest of all pairs
    bool rotation = false;
    bool steady = true; // the hand turns by `frequency` with every position; not along the rows of a grid
};

DataTable tableOf(const PhasorClocks& of);

struct PhasorsData : SidesData<PhasorClocks> // the same pairs if both have them
{
    Axis positions; // of A
    std::int64_t position = 0; // coordinates, inside A's table
    std::optional<std::int64_t> other;
    std::string token; // empty: none
    std::string otherToken;
};

// Errors: Usage SCHEME if the scheme has no pairs of a sine and a cosine; those of the encoding.
Result<ViewDataPtr> compute(const PhasorsRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
