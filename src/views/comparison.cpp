// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/comparison.h"

#include <algorithm>
#include <cmath>

namespace phasor {

Status makePictures(const Node& a, const Node* b, const PicturesRequest& request, std::int64_t cells,
                    const CancelToken& cancel, PicturesData& data)
{
    PictureRequest next = request.a;
    TRY(data.picture, makePicture(a, next, cells, cancel));
    if (b == nullptr)
        return Done{};
    next.width = request.widthOfB;
    TRY(data.b, makePicture(*b, next, cells, cancel));
    const Interval range{std::min(data.picture.range.low, data.b->range.low),
                         std::max(data.picture.range.high, data.b->range.high)};
    recolour(data.picture, range, next.nanColour);
    recolour(*data.b, range, next.nanColour);
    if (a.shape() != b->shape())
        return Done{};
    next.width = request.widthOfDifference;
    next.colorMap.clear();
    next.range = RangeRule::Data; // a small difference must be seen, too
    const FieldPtr field = differenceOf(*a.field, *b->field);
    Quantity quantity = a.quantity;
    quantity.symbol = WORDS("A − B");
    quantity.family = QuantityFamily::Signed;
    TRY(data.difference, makePicture(Pictured{*field, a.rows, a.columns, quantity}, next, cells, cancel));
    // White is no difference, also where A is the greater one everywhere.
    const double reach = std::max(std::abs(data.difference->range.low), std::abs(data.difference->range.high));
    if (data.difference->range.low != -reach || data.difference->range.high != reach)
        recolour(*data.difference, {-reach, reach}, next.nanColour);
    return Done{};
}

} // namespace phasor
