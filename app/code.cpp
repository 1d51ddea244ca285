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
    options.add("--for", "ID", "Which library: torch, numpy.", true);
}

Status run(const Options& options, Report& report, const CancelToken& cancel)
{
    TRY(const NotebookLibrary library, notebookLibrary(options.text("--for")));
    PipelineCache cache;
    TRY(const PipelinePtr pipeline, options.pipeline(cache, cancel, report));
    TRY(const std::string script, notebookScript(*pipeline, library));
    report.warn(pipeline->warnings());
    TRY_DONE(report.mayWrite());
    return writeStandardOutput(script);
}

} // namespace

const Command kCodeCommand{"code", "Print a script for a notebook that gives the same numbers.",
                           "phasor code --for torch --text 'the cat sat' --seed 42 > notebook.py\n", declare, run};

} // namespace phasor
