// SPDX-License-Identifier: GPL-3.0-or-later
// The fixed encoding of image patches of MAE and of many vision transformers.
#include "encodings/sinusoidal/notebook.h"
#include "encodings/tables/grid.h"
#include "text/bundled.h"

namespace phasor {

namespace {

constexpr double kBase = 10000;

// One axis: coordinates from 0; all sines, then all cosines.
std::shared_ptr<const WaveTable> maeAxis(std::int64_t length, std::int64_t width)
{
    const std::int64_t pairs = width / 2;
    return std::make_shared<WaveTable>(length, Columns{.order = ColumnOrder::Halves, .sines = pairs, .cosines = pairs},
                                       frequenciesOf({kBase, 2, width, pairs}), 0,
                                       [width](std::int64_t coordinate, std::int64_t pair) {
                                           return std::to_string(coordinate) + " / 10000^(" + std::to_string(2 * pair)
                                               + "/" + std::to_string(width) + ")";
                                       });
}

Result<PositionModel> makeGridMae(const PositionSetup& setup)
{
    const Shape grid = grid::shapeOf(setup);
    return grid::model(grid, {maeAxis(grid.rows, setup.width / 2), maeAxis(grid.cols, setup.width / 2)},
                       grid::First::Columns);
}

SchemeCode gridMaeNotebook(NotebookLibrary, const PositionSetup& setup)
{
    const Shape grid = grid::shapeOf(setup);
    return {.imports = "import math\nfrom decimal import Decimal, getcontext\n",
            .constants = "rows, columns = " + std::to_string(grid.rows) + ", " + std::to_string(grid.cols) + "\n",
            .body = bundledPython("grid-mae", "turns") + exactSinesCode("max(rows, columns)")
                + bundledPython("grid-mae", "table")};
}

} // namespace

Scheme gridmaeScheme()
{
    return {.id = "grid-mae",
            .label = WORDS("Grid, MAE"),
            .kind = SchemeKind::Table,
            .formula = WORDS("PE[p] = [sin(x·ω), cos(x·ω), sin(y·ω), cos(y·ω)], ω_i = 10000^(−4i/d), p = y·W + x"),
            .source = WORDS("He et al. 2022, Masked Autoencoders Are Scalable Vision Learners; util/pos_embed.py"),
            .own = grid::parameters(),
            .positions = grid::positions,
            .check = grid::check,
            .make = makeGridMae,
            .notebook = gridMaeNotebook};
}

} // namespace phasor
