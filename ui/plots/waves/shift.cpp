// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/shift.h"

#include "plots/drawings.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

namespace phasor {

namespace {

// T_k that turns each row into the row k positions later; of B and A − B beside it.
Drawing drawShift(const ViewDataPtr& shown, const DrawingContext& context)
{
    const auto data = std::dynamic_pointer_cast<const ShiftData>(shown);
    Drawing drawing{.title = PlotWords::tr("Relative shift"), .finding = data ? words::summary(*data) : QString()};
    addPictures(drawing, data, words::axisTitle(AxisKind::Dimension), context);
    return drawing;
}

ViewRequest requestShift(const ViewState& view, const DrawingRoom& room, const ViewData*)
{
    return ShiftRequest{.options = view.board.of<ShiftOptions>(), .pictures = picturesAt(view, room)};
}

} // namespace

const DrawingKind kShift{.id = "shift", .draw = drawShift, .request = requestShift};

} // namespace phasor
