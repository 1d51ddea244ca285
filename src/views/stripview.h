// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/view.h"

#include <cstdint>

namespace phasor {

struct StripRequest
{
    int width = 0; // device pixels of one thumbnail
    int height = 0;
};

// One thumbnail a stage, in the order of stageInfos(). `tokens` has texts instead of pixels.
struct StripData : ViewData
{
    struct Thumbnail
    {
        StageId stage = StageId::Tokens;
        std::vector<std::uint32_t> pixels; // 0xffRRGGBB, width x height; empty if the stage cannot be had
        int width = 0;
        int height = 0;
        std::string symbol; // "s·E + PE"
        std::string caption; // "5000 × 512 · ±90.5"
        std::string error; // why there is no picture
    };
    std::vector<Thumbnail> thumbnails;
    std::vector<std::string> tokens; // the first few, for the first box
    std::string scaleText; // "× 22.63 (√512)"
    std::string combineText; // "+" or "‖"
    std::string dropoutText; // "dropout p = 0.1, on the sum"
};

ViewJob stripJob(const StripRequest& request);

} // namespace phasor
