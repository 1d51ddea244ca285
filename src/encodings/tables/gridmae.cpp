// SPDX-License-Identifier: GPL-3.0-or-later
// The fixed encoding of image patches of MAE and of many vision transformers.
#include "encodings/tables/grid.h"
#include "text/pythontext.h"

namespace phasor {

constexpr double kMaeBase = 10000;

// One axis: coordinates from 0; all sines, then all cosines.
static WaveLaw maeAxis(std::int64_t length, std::int64_t width)
{
    const std::int64_t pairs = width / 2;
    return {.rows = length,
            .columns = {.order = PairLayout::Halves, .sines = pairs, .cosines = pairs},
            .frequencies = frequenciesOf({kMaeBase, 2, width, pairs}),
            .angle = [width](std::int64_t coordinate, std::int64_t pair) {
                return std::to_string(coordinate) + " / 10000^(" + std::to_string(2 * pair) + "/"
                    + std::to_string(width) + ")";
            }};
}

static SchemeCode gridMaeNotebook(NotebookLibrary, const PositionSetup& setup)
{
    return grid::notebook(setup,
                          bundledPython("grid-mae", "turns") + exactSinesCode("max(rows, columns)")
                              + bundledPython("grid-mae", "table"));
}

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
            .make = [](const PositionSetup& setup) { return grid::model(setup, maeAxis, grid::First::Columns); },
            .notebook = gridMaeNotebook};
}

} // namespace phasor
