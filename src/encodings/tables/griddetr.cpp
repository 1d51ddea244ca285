// SPDX-License-Identifier: GPL-3.0-or-later
// The encoding of image features of DETR: coordinates are shares of a turn.
#include "encodings/sinusoidal/widereal.h"
#include "encodings/tables/grid.h"
#include "text/pythontext.h"

namespace phasor {

constexpr double kTemperature = 10000;

// One axis: coordinates from 1, divided by length + 1e-6 and times 2π; sin 0, cos 0, sin 1 …
static WaveLaw detrAxis(std::int64_t length, std::int64_t width)
{
    const std::int64_t pairs = width / 2;
    constexpr std::int64_t kMillion = 1000000;
    const WideReal unit = wideTurn() * kMillion / (length * kMillion + 1); // length + 10^-6, exactly
    std::vector<WideReal> omegas = wideFrequencies({kTemperature, 2, width, pairs});
    for (WideReal& omega : omegas)
        omega *= unit;
    return {.rows = length,
            .columns = {.order = PairLayout::Interleaved, .sines = pairs, .cosines = pairs},
            .frequencies = frequenciesOf(omegas),
            .angle =
                [=](std::int64_t coordinate, std::int64_t pair) {
                    return "2·π·" + std::to_string(coordinate) + " / (" + std::to_string(length) + " + 1e-6) / 10000^("
                        + std::to_string(2 * pair) + "/" + std::to_string(width) + ")";
                },
            .firstPosition = 1};
}

static SchemeCode gridDetrNotebook(NotebookLibrary, const PositionSetup& setup)
{
    return grid::notebook(setup,
                          replaced(bundledPython("grid-detr", "table"), "    SINES\n",
                                   indented(exactSinesCode("1, length + 1"), "    ")));
}

Scheme griddetrScheme()
{
    return {.id = "grid-detr",
            .label = WORDS("Grid, DETR"),
            .kind = SchemeKind::Table,
            .formula
            = WORDS("PE[p] = [y, x]: alternate sin and cos of 2π·(y + 1)/(H + 1e-6)/10000^(4i/d), p = y·W + x"),
            .source
            = WORDS("Carion et al. 2020, End-to-End Object Detection with Transformers; models/position_encoding.py"),
            .own = grid::parameters(),
            .positions = grid::positions,
            .check = grid::check,
            .make = [](const PositionSetup& setup) { return grid::model(setup, detrAxis, grid::First::Rows); },
            .notebook = gridDetrNotebook};
}

} // namespace phasor
