// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/comparison.h"

#include "analysis/rows/norms.h"
#include "raster/colourise.h"

#include <algorithm>

namespace phasor {

namespace {

// What A − B shows is A's picture less B's, as their pixels are sums over the cells: a sample of the difference by
// itself would show noise where both are smooth. Both have the same size.
Picture lessPicture(const Picture& a, const Picture& b)
{
    Picture difference{.rows = a.rows,
                       .columns = a.columns,
                       .quantity = a.quantity,
                       .visibleRows = a.visibleRows,
                       .visibleColumns = a.visibleColumns,
                       .width = a.width,
                       .height = a.height,
                       .pixels = Pixels(a.pixels.size()),
                       .values = Matrix(a.values.shape()),
                       .range = {},
                       .colorMap = &defaultColorMap(true),
                       .reduction = a.reduction,
                       .rowsPerPixel = a.rowsPerPixel,
                       .columnsPerPixel = a.columnsPerPixel,
                       .sampled = a.sampled || b.sampled,
                       .nanPixels = std::max(a.nanPixels, b.nanPixels)};
    std::transform(a.values.data(), a.values.data() + a.values.rows() * a.values.cols(), b.values.data(),
                   difference.values.data(), std::minus());
    return difference;
}

} // namespace

Status makePictures(const Node& a, const Node* b, const PicturesRequest& request, std::int64_t cells,
                    const CancelToken& cancel, PicturesData& data)
{
    PictureRequest next = request.a;
    TRY(data.picture, makePicture(a, next, cells, cancel));
    if (b == nullptr)
        return Done{};
    next.width = request.widthOfB;
    TRY(data.b, makePicture(*b, next, cells, cancel));
    recolourTogether({&data.picture, &*data.b}, next.nanColour);
    if (a.shape() != b->shape())
        return Done{};
    Quantity quantity = a.quantity;
    quantity.symbol = WORDS("A − B");
    quantity.family = QuantityFamily::Signed;
    if (request.a.reduction == Reduction::Envelope) { // of A − B the farthest from 0, which is in neither picture
        next.width = request.widthOfDifference;
        const FieldPtr field = differenceOf(*a.field, *b->field);
        TRY(data.difference, makePicture(Pictured{*field, a.rows, a.columns, quantity}, next, cells, cancel));
    } else {
        const int width = std::max(1, request.widthOfDifference);
        if (data.picture.values.shape() == data.b->values.shape()
            && (data.picture.width == width || request.a.wholeCells)) {
            data.difference = lessPicture(data.picture, *data.b);
        } else { // the layout gave A − B a pixel more or less
            next.width = width;
            TRY(const Picture ofA, makePicture(a, next, cells, cancel));
            TRY(const Picture ofB, makePicture(*b, next, cells, cancel));
            data.difference = lessPicture(ofA, ofB);
        }
        data.difference->quantity = quantity;
    }
    // A small difference must be seen, too, and white is none, also where A is the greater one everywhere.
    const double reach = reachOf(data.difference->values);
    data.difference->colorMap = &defaultColorMap(true);
    recolour(*data.difference, displayRange({-reach, reach}), next.nanColour);
    return Done{};
}

} // namespace phasor
