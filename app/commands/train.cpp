// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "commands/trainresult.h"
#include "options/options.h"
#include "options/trainoptions.h"
#include "report.h"

#include "training/trainingbook.h"

#include <chrono>

namespace phasor {

namespace {

constexpr const char* kTrainFormats = "csv";

void declareTrain(Options& options)
{
    options.addParameters();
    options.addSecond();
    addTraining(options);
    options.addFlag("--json", "The result as one JSON object.");
    options.add("--out", "FILE", "The curves of every seed as CSV; - is standard output, with --format csv.");
    options.add("--format", "ID", "The format in place of the ending: csv.");
}

Result<TrainingBook::Progress> trained(const Experiment& experiment, Report& report)
{
    TrainingBook book;
    TRY(TrainingBook::Progress now, book.look(experiment)); // errors are reported before training starts
    Progress progress("training", report);
    while (!now.finished) {
        TRY(now, book.goOn(experiment));
        progress.set(now.share);
    }
    return now;
}

Status runTrain(const Options& options, Report& report, const CancelToken&)
{
    const auto begin = std::chrono::steady_clock::now();
    TRY(const Experiment experiment, readExperiment(options, report));
    std::optional<OutputFile> file;
    if (options.given("--json") && options.text("--out") == "-")
        return usageError("CONFLICT", "--json", WORDS("the curves go to standard output, too"),
                          WORDS("give --json or --out -"));
    if (options.given("--out")) {
        TRY_DONE(outputFormat(options, kTrainFormats));
        TRY(OutputFile opened, openOutput(options.text("--out")));
        file = std::move(opened);
    }
    TRY(const TrainingBook::Progress done, trained(experiment, report));
    TRY_DONE(report.mayWrite());
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    // Prints the result first, so that it isn't lost if the file cannot be written.
    if (options.given("--json")) {
        TRY_DONE(writeStandardOutput(resultAsJson(experiment, done.results, seconds.count())));
    } else if (options.text("--out") != "-") {
        TRY_DONE(writeStandardOutput(resultAsText(done.results)));
    }
    if (!file)
        return Done{};
    TRY_DONE(file->write(curvesAsCsv(done.results)));
    TRY_DONE(file->commit());
    reportOutput(*file, report);
    return Done{};
}

} // namespace

const Command kTrainCommand{
    "train",
    "Train tiny transformers with this set-up and compare them: accuracy and loss by step and seed, at two and four "
    "times the trained length, and whether they differ beyond the noise of the seeds. Without --d-model a set-up wider "
    "than 64 is trained with 32 dimensions and at most 4 heads.",
    "phasor train --task recall --vary scheme=sinusoidal,rope,alibi,nope --scale none\n"
    "phasor train --task reverse --vary placement=sum,embedding --seeds 10 --json > result.json\n"
    "phasor train --task text:book.txt --vary tied=off,on --vary scale=none,sqrt-d-model --out curves.csv\n",
    declareTrain, runTrain};

} // namespace phasor
