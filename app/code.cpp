// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options.h"
#include "report.h"

#include "pipeline/notebook.h"

namespace phasor {

namespace {

void declare(Options& options)
{
    options.addParameters();
    options.add("--for", "Which library: torch, numpy.", true);
}

Status run(const Options& options, Report& report, const CancelToken& cancel)
{
    const Result<NotebookLibrary> library = notebookLibrary(options.text("--for"));
    if (!library.ok())
        return library.error();
    const Result<StagesPtr> stages = options.stages(cancel);
    if (!stages.ok())
        return stages.error();
    const Result<std::string> script = notebookScript(**stages, *library);
    if (!script.ok())
        return script.error();
    report.warn((*stages)->warnings());
    return writeStandardOutput(*script);
}

} // namespace

const Command kCodeCommand{"code", "Print a script for a notebook that gives the same numbers.", declare, run};

} // namespace phasor
