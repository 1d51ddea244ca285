// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/shift.h"

#include "plots/drawings.h"

namespace phasor {

// T_k, the rotation from each row to the row k positions later; while comparing, also B's and A − B.
static Drawing drawShift(const DataPtr<ShiftData>& data, const DrawingContext& context)
{
    Drawing drawing;
    addPictures(drawing, data ? DataPtr<PicturesData>(data, &data->pictures) : nullptr,
                words::axisTitle(AxisKind::Dimension), context);
    for (Panel& panel : drawing.panels) {
        panel.square = true;
        if (data)
            panel.across.unzoomed = panel.up.unzoomed
                = data->pictures.picture.columns.inCoordinates(data->pictures.picture.visibleColumns);
    }
    return drawing;
}

const PlotSpec kShift{.title = QT_TRANSLATE_NOOP("Plots", "Relative shift"),
                      .question
                      = QT_TRANSLATE_NOOP("Plots", "Does one matrix lead from every position to a later one?"),
                      .node = "position",
                      .deadNames = 44,
                      .takes = {"colormap", "range", "reduction", "cols"},
                      .draw = drawingOf<ShiftData, drawShift>,
                      .request = requestOf<ShiftRequest>};

} // namespace phasor
