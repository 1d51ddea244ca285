// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/picture.h"
#include "views/view.h"

namespace phasor {

// The picture of a node, and while two set-ups are compared those of B's and of A − B beside it.
struct PicturesRequest
{
    PictureRequest a;
    int widthOfB = 0; // device pixels; the height is A's
    int widthOfDifference = 0;

    bool operator==(const PicturesRequest&) const = default;
};

struct PicturesData : ViewData
{
    Picture picture; // of A
    std::optional<Picture> b; // when comparing
    std::optional<Picture> difference; // A − B; where both have the same shape

    DataTable table() const override;
    bool sampled() const { return picture.sampled || (b && b->sampled) || (difference && difference->sampled); }
};

// Fills `data`: A's picture; of a `b` that is not null its own on one range of colours with A's, and the difference on
// a range of its own. Errors: those of makePicture. `cells`: as there.
Status makePictures(const Node& a, const Node* b, const PicturesRequest& request, std::int64_t cells,
                    const CancelToken& cancel, PicturesData& data);

} // namespace phasor
