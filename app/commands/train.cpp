// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options/options.h"
#include "report.h"

#include "files/tablewriter.h"
#include "pipeline/json.h"
#include "training/trainingbook.h"
#include "views/jsonnumbers.h"

#include <chrono>
#include <cmath>

namespace phasor {

static Json jsonOf(const Band& band)
{
    return {{"mean", numberOrNull(band.mean)}, {"low", numberOrNull(band.low)}, {"high", numberOrNull(band.high)}};
}

static Json curvesOf(const std::vector<RunRecord>& runs, std::vector<double> RunRecord::*member)
{
    Json curves = Json::array();
    for (const RunRecord& run : runs) {
        Json curve = Json::array();
        for (const double value : run.*member)
            curve.push_back(numberOrNull(value));
        curves.push_back(std::move(curve));
    }
    return curves;
}

// Steps of the longest run, since a run that diverges ends early.
static std::vector<double> stepsOf(const std::vector<VariantResult>& results)
{
    std::vector<double> steps;
    for (const VariantResult& result : results) {
        for (const RunRecord& run : result.runs)
            steps = run.steps.size() > steps.size() ? run.steps : steps;
    }
    return steps;
}

static std::string shownShare(double share)
{
    return std::isnan(share) ? std::string("–") : shortNumber(std::round(share * 1000) / 1000);
}

// JSON of `phasor train --json`; missing numbers are null.
static std::string resultAsJson(const Experiment& experiment, const std::vector<VariantResult>& results, double seconds)
{
    Json variants = Json::array();
    for (const VariantResult& result : results) {
        Json parameters = toJson(result.variant.parameters);
        for (const TrainingParameter& parameter : trainingParameters())
            parameters[parameter.key()] = toJson(parameter, parameter.get(result.variant.settings));
        Json longer = Json::object();
        for (std::size_t i = 0; i < kLonger.size(); ++i)
            longer[std::to_string(kLonger[i])] = jsonOf(shareBandOf(result.longer(i)));
        variants.push_back({{"name", result.variant.name},
                            {"parameters", std::move(parameters)},
                            {"accuracy", curvesOf(result.runs, &RunRecord::accuracy)},
                            {"loss", curvesOf(result.runs, &RunRecord::loss)},
                            {"final", jsonOf(shareBandOf(result.finals()))},
                            {"longer", std::move(longer)}});
    }
    const Json json{{"task", experiment.settings.task},
                    {"steps", stepsOf(results)},
                    {"variants", std::move(variants)},
                    {"verdict", english(said(verdictOf(results), results))},
                    {"seconds", seconds}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// One line for each variant, then the verdict.
static std::string resultAsText(const std::vector<VariantResult>& results)
{
    std::string text;
    for (const VariantResult& result : results) {
        const Band final = shareBandOf(result.finals());
        text += result.variant.name.empty() ? std::string("accuracy") : result.variant.name + ": accuracy";
        text += " " + shownShare(final.mean);
        if (!std::isnan(final.low))
            text += " (" + shownShare(final.low) + " … " + shownShare(final.high) + ")";
        for (std::size_t i = 0; i < kLonger.size(); ++i)
            text += ", at " + std::to_string(kLonger[i]) + " × the length " + shownShare(bandOf(result.longer(i)).mean);
        text += "\n";
    }
    return text + english(said(verdictOf(results), results)) + "\n";
}

// One line for each evaluation of each seed and variant: variant, seed, step, accuracy, loss.
static std::string curvesAsCsv(const std::vector<VariantResult>& results)
{
    std::string text = "variant,seed,step,accuracy,loss\n";
    for (const VariantResult& result : results) {
        for (std::size_t seed = 0; seed < result.runs.size(); ++seed) {
            const RunRecord& run = result.runs[seed];
            for (std::size_t i = 0; i < run.steps.size(); ++i)
                text += csvField(result.variant.name) + "," + std::to_string(seed) + "," + printReal(run.steps[i]) + ","
                    + printReal(run.accuracy[i]) + "," + printReal(run.loss[i]) + "\n";
        }
    }
    return text;
}

static void declareTrain(Options& options)
{
    options.addParameters();
    options.addSecond();
    addTraining(options);
    options.addFlag("--json", "The result as one JSON object.");
    options.add("--out", "FILE", "Write the curves of every seed as CSV. Standard output is -, with --format csv.");
    options.add("--format", "ID", "The format, instead of the file's ending: csv.");
}

static Result<TrainingBook::Progress> trained(const Experiment& experiment, Report& report)
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

static Status runTrain(const Options& options, Report& report, const CancelToken&)
{
    const auto begin = std::chrono::steady_clock::now();
    TRY(const Experiment experiment, readExperiment(options, report));
    std::optional<OutputFile> file;
    if (options.given("--json") && options.text("--out") == "-")
        return usageError("CONFLICT", "--json", WORDS("the curves also go to standard output"),
                          WORDS("use --json or --out -"));
    if (options.given("--out")) {
        TRY_DONE(outputFormat(options, "csv"));
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
    return file ? writeOutput(*file, curvesAsCsv(done.results), report) : Done{};
}

const Command kTrainCommand{
    "train",
    "Train tiny transformers with this setup and compare them: accuracy and loss by step and seed, at the trained "
    "length, twice and four times that. A verdict says whether they differ beyond the noise of the seeds. Without "
    "--d-model, a setup wider than 64 is trained with 32 dimensions and at most 4 heads.",
    "phasor train --task recall --vary scheme=sinusoidal,rope,alibi,nope --scale none\n"
    "phasor train --task reverse --vary placement=sum,embedding --seeds 10 --json > result.json\n"
    "phasor train --task text:book.txt --vary tied=off,on --vary scale=none,sqrt-d-model --out curves.csv\n",
    declareTrain, runTrain};

} // namespace phasor
