// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/shift.h"

#include "plots/drawings.h"
#include "words/pictures.h"

namespace phasor {

namespace {

// T_k that turns each row into the row k positions later; of B and A − B beside it.
Drawing drawShift(const DataPtr<ShiftData>& data, const DrawingContext& context)
{
    Drawing drawing;
    addPictures(drawing, data, words::axisTitle(AxisKind::Dimension), context);
    return drawing;
}

} // namespace

const DrawingKind kShift{.id = "shift", .draw = drawingOf<ShiftData, drawShift>, .request = requestOf<ShiftRequest>};

} // namespace phasor
