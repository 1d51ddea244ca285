// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/trainresult.h"

#include "pipeline/json.h"
#include "text/numbers.h"
#include "views/datatable.h"
#include "views/jsonnumbers.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

Json jsonOf(const Band& band)
{
    return {{"mean", numberOrNull(band.mean)}, {"low", numberOrNull(band.low)}, {"high", numberOrNull(band.high)}};
}

Json curvesOf(const std::vector<RunRecord>& runs, std::vector<double> RunRecord::*member)
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
std::vector<double> stepsOf(const std::vector<VariantResult>& results)
{
    std::vector<double> steps;
    for (const VariantResult& result : results) {
        for (const RunRecord& run : result.runs)
            steps = run.steps.size() > steps.size() ? run.steps : steps;
    }
    return steps;
}

std::string shownShare(double share)
{
    return std::isnan(share) ? std::string("–") : shortNumber(std::round(share * 1000) / 1000);
}

} // namespace

std::string resultAsJson(const Experiment& experiment, const std::vector<VariantResult>& results, double seconds)
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

std::string resultAsText(const std::vector<VariantResult>& results)
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

std::string curvesAsCsv(const std::vector<VariantResult>& results)
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

} // namespace phasor
