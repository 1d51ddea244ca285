// SPDX-License-Identifier: GPL-3.0-or-later
// One run of 500 steps: d_model 32, 24 tokens of 24, batches of 64, one layer. Arguments: steps, scheme, task, scale,
// heads, placement, seeds, dropout. tests/benchmark/training.py puts PyTorch beside the program.
#include "pipeline/parameters/parameterspec.h"
#include "training/trainingbook.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace phasor;

namespace {

std::string argument(int argc, char** argv, int i, const char* otherwise)
{
    return argc > i ? argv[i] : otherwise;
}

void set(Parameters& parameters, std::string_view id, const std::string& text)
{
    const ParameterSpec* spec = findParameter(id, parameters);
    spec->set(parameters, parseValue(*spec, text).value());
}

} // namespace

int main(int argc, char** argv)
{
    Experiment experiment;
    Parameters& p = experiment.scene.a;
    experiment.settings.steps = std::atoi(argument(argc, argv, 1, "500").c_str());
    set(p, "scheme", argument(argc, argv, 2, "sinusoidal"));
    experiment.settings.task = argument(argc, argv, 3, "recall");
    set(p, "scale", argument(argc, argv, 4, "none"));
    set(p, "heads", argument(argc, argv, 5, "4"));
    set(p, "placement", argument(argc, argv, 6, "sum"));
    set(p, "dropout", argument(argc, argv, 8, "0"));
    set(p, "d-model", "32");
    experiment.seeds = std::atoi(argument(argc, argv, 7, "1").c_str());
    const auto begin = std::chrono::steady_clock::now();
    TrainingBook book;
    auto progress = book.look(experiment);
    while (progress.ok() && !progress->finished)
        progress = book.goOn(experiment);
    if (!progress.ok()) {
        std::fprintf(stderr, "%s\n", toString(progress.error()).c_str());
        return 1;
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    const VariantResult& result = progress->results.front();
    std::printf("{\"seconds\": %.3f, \"accuracy\": %.4f, \"at_2\": %.4f, \"at_4\": %.4f, \"loss\": %.6f}\n",
                seconds.count(), bandOf(result.finals()).mean, bandOf(result.longer(0)).mean,
                bandOf(result.longer(1)).mean, result.runs.front().loss.back());
    return 0;
}
