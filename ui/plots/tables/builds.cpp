// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/builds.h"

#include "plots/drawings.h"

namespace phasor {

// Masks of one seed from PyTorch without and with MKL, and their difference.
static Drawing drawBuilds(const DataPtr<BuildsData>& data, const DrawingContext&)
{
    Drawing drawing;
    const auto add = [&](std::string_view id, const QString& title, const Picture* picture) {
        Panel panel = mapPanel({data, picture}, {});
        const int column = static_cast<int>(drawing.panels.size());
        panel.id = id;
        panel.title = title;
        panel.map->bar = false;
        panel.place.column = column;
        panel.across.labels = {column == 0       ? PlotWords::tr("black: dropped")
                                   : column == 1 ? words::axisTitle(AxisKind::Dimension)
                                                 : PlotWords::tr("red: different")};
        if (column > 0)
            panel.up.dropLabels();
        drawing.panels.push_back(std::move(panel));
    };
    add("without-mkl", PlotWords::tr("Without MKL"), data ? &data->withoutMkl : nullptr);
    add("with-mkl", PlotWords::tr("With MKL"), data ? &data->withMkl : nullptr);
    add("differences", PlotWords::tr("Differences"), data ? &data->differing : nullptr);
    return drawing;
}

const PlotSpec kBuilds{.title = QT_TRANSLATE_NOOP("Plots", "PyTorch builds"),
                       .question
                       = QT_TRANSLATE_NOOP("Plots", "Why does the same seed drop other values in another build?"),
                       .node = "mask",
                       .takes = {"rows", "cols"},
                       .draw = drawingOf<BuildsData, drawBuilds>,
                       .request = requestOf<BuildsRequest>};

} // namespace phasor
