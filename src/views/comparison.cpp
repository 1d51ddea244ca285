// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/comparison.h"

#include <algorithm>

namespace phasor {

Status addComparison(const Comparison& comparison, Picture& a, std::optional<Picture>& b,
                     std::optional<Picture>& difference)
{
    PictureRequest request = comparison.request;
    request.width = comparison.widthOfB;
    TRY(b, makePicture(comparison.b, request, comparison.cells, comparison.cancel));
    const Interval range{std::min(a.range.low, b->range.low), std::max(a.range.high, b->range.high)};
    recolour(a, range, request.nanColour);
    recolour(*b, range, request.nanColour);
    if (comparison.a.shape() != comparison.b.shape())
        return Done{};
    request.width = comparison.widthOfDifference;
    request.colorMap.clear();
    request.range = RangeRule::Data; // a small difference must be seen, too
    const FieldPtr field = differenceOf(*comparison.a.field, *comparison.b.field);
    Quantity quantity = comparison.a.quantity;
    quantity.symbol = WORDS("A − B");
    quantity.family = QuantityFamily::Signed;
    TRY(difference,
        makePicture(Pictured{*field, comparison.a.rows, comparison.a.columns, quantity}, request, comparison.cells,
                    comparison.cancel));
    return Done{};
}

} // namespace phasor
