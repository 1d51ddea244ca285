// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options/options.h"
#include "report.h"

#include "pipeline/json.h"
#include "pipeline/notebook.h"
#include "training/experiment.h"

namespace phasor {

static void declareCode(Options& options)
{
    options.addParameters();
    options.add("--for", "ID", "Which library: torch, numpy. With a training option the script trains (torch only).",
                true);
    addTraining(options);
}

static std::string titleOf(const Experiment& experiment)
{
    std::string title = "phasor train " + toCommandLine(experiment.scene.a);
    for (const TrainingParameter& parameter : trainingParameters()) {
        const ParameterValue value = parameter.get(experiment.settings);
        if (value != parameter.standard())
            title += " " + parameter.option() + " " + shellQuoted(printValue(value));
    }
    return title;
}

static Status printTraining(const Options& options, NotebookLibrary library, Report& report)
{
    if (library != NotebookLibrary::PyTorch)
        return usageError("CONFLICT", "--for", WORDS("only PyTorch can train"), WORDS("use torch"));
    TRY(const Experiment experiment, readExperiment(options, report));
    TRY(const std::string script, torchTraining(experiment, titleOf(experiment)));
    TRY_DONE(report.mayWrite());
    return writeStandardOutput(script);
}

static Status runCode(const Options& options, Report& report, const CancelToken& cancel)
{
    TRY(const NotebookLibrary library, notebookLibrary(options.text("--for")));
    if (std::ranges::any_of(trainingOptions(), [&](const std::string& option) { return options.given(option); }))
        return printTraining(options, library, report);
    PipelineCache cache;
    TRY(const PipelinePtr pipeline, options.pipeline(cache, cancel, report));
    TRY(const std::string script, notebookScript(*pipeline, library));
    report.warn(pipeline->warnings());
    TRY_DONE(report.mayWrite());
    return writeStandardOutput(script);
}

const Command kCodeCommand{"code", "Print a script for a notebook that gives the same numbers.",
                           "phasor code --for torch --text 'the cat sat' --seed 42 > notebook.py\n"
                           "phasor code --for torch --scheme rope --task recall > training.py\n",
                           declareCode, runCode};

} // namespace phasor
