// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/picture.h"

namespace phasor {

// Biases of all heads, query by key: a small map per head, all with one range of colors; two setups if compared.
struct HeadsRequest
{
    // Number and size of a setup's square maps, as many as fit.
    struct Room
    {
        int maps = 1;
        int side = 1; // device pixels
        bool operator==(const Room&) const = default;
    };
    PictureRequest picture = {}; // of any size
    Room a = {};
    Room b = {};
    Room difference = {};
    bool operator==(const HeadsRequest&) const = default;
};

struct BiasMaps
{
    struct Map
    {
        std::int64_t head = 0;
        Picture picture = {}; // blank behind a causal mask
        std::optional<double> slope = {}; // if the bias is a slope times the distance
    };
    std::vector<Map> maps; // ascending; every n-th head if not all fit
    std::vector<double> reach; // by head, of all: the visible bias that is farthest from 0
    std::int64_t heads = 0;
    std::int64_t chosen = 0; // head whose scores the other views show
};

DataTable tableOf(const BiasMaps& of);
struct HeadsData : SidesData<BiasMaps>
{
    std::optional<BiasMaps> difference; // A − B, if both have as many heads
};

// Errors: Usage SCHEME if nothing is added to the scores; EMPTY without tokens.
Result<ViewDataPtr> compute(const HeadsRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
