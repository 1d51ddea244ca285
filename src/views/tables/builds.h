// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/measures/measure.h"
#include "views/tables/picture.h"

namespace phasor {

// Dropout masks of PyTorch's two CPU builds for the same seed, and where they differ: without MKL (the Mersenne Twister
// itself) and with it (MKL's MCG31, seeded by one of the Twister's numbers).
struct BuildsRequest
{
    PictureRequest picture = {};
    std::array<int, 3> widths{}; // device pixels of the pictures, in the order of BuildsData
    bool operator==(const BuildsRequest&) const = default;
};

struct BuildsData : ViewData
{
    // Also while comparing: a mask is random bits, and A − B of two of them is noise.
    static constexpr bool kOnlyA = true;
    DataTable table() const override;
    Picture withoutMkl; // share kept, 0 … 1
    Picture withMkl;
    Picture differing; // share of cells that only one of the masks keeps
    Estimate differingShare = 0; // of the visible cells
    double probability = 0; // p, or 0 in eval mode
};

Result<ViewDataPtr> compute(const BuildsRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
