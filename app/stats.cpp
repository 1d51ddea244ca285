// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options.h"
#include "report.h"

#include "pipeline/stages.h"
#include "views/statistics.h"

#include <nlohmann/json.hpp>

namespace phasor {

namespace {

void declare(Options& options)
{
    options.addParameters();
}

Status run(const Options& options, Report& report, const CancelToken& cancel)
{
    const Result<StagesPtr> stages = options.stages(cancel);
    if (!stages.ok())
        return stages.error();
    std::vector<std::string> warnings = (*stages)->warnings();
    const Result<nlohmann::ordered_json> object = statistics(**stages, cancel, warnings);
    if (!object.ok())
        return object.error();
    report.warn(warnings);
    return writeStandardOutput(object->dump(1) + "\n");
}

} // namespace

const Command kStatsCommand{"stats", "Measure a set-up: norms, ratio, spectrum, dropout, as JSON.", declare, run};

} // namespace phasor
