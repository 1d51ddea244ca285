// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "numbers.h"
#include "options.h"
#include "report.h"

namespace phasor {

namespace {

void declare(Options& options)
{
    options.addParameters();
    options.addSecond();
}

Status run(const Options& options, Report& report, const CancelToken& cancel)
{
    TRY(const Document start, options.start(report));
    PipelineCache cache;
    TRY(const Scene scene, options.scene(start, cache.files(), report));
    TRY(SceneNumbers numbers, numbersOf(scene, cache, cancel, report));
    if (numbers.b) {
        Json between = difference(numbers.a, *numbers.b);
        numbers.a["b"] = std::move(*numbers.b);
        numbers.a["difference"] = std::move(between);
    }
    return writeStandardOutput(numbers.a.dump(1) + "\n");
}

} // namespace

const Command kStatsCommand{
    "stats",
    "Measure a set-up: norms, ratio, spectrum, dropout, as JSON. With a second set-up its numbers stand in the object "
    "`b`, and A − B in `difference`.",
    declare, run};

} // namespace phasor
