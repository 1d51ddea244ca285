// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/trainoptions.h"

#include "options/options.h"
#include "options/parameterhelp.h"

#include "inputs/filecache.h"
#include <sstream>

namespace phasor {

namespace {

Scene trainedScene(Scene scene, const Options& options)
{
    if (options.given("--d-model"))
        return scene;
    const std::int64_t heads = scene.a.attention.heads;
    scene.a = smallModel(scene.a);
    if (options.given("--heads"))
        scene.a.attention.heads = heads;
    if (scene.b)
        scene.b = smallModel(*scene.b);
    return scene;
}

} // namespace

void addTraining(Options& options)
{
    for (const TrainingParameter& parameter : trainingParameters())
        options.add(parameter, helpOf(parameter, parameter.standard()));
    options.addRepeated("--vary", "NAME=A,B",
                        "Compare values of a parameter of the setup or of training, such as scheme=sinusoidal,rope.");
    options.add(seedsSetting());
}

std::vector<std::string> trainingOptions()
{
    std::vector<std::string> names;
    for (const TrainingParameter& parameter : trainingParameters())
        names.push_back(parameter.option());
    names.insert(names.end(), {"--vary", "--seeds"});
    return names;
}

Result<TrainingChoice> readTraining(const Options& options, TrainingChoice choice)
{
    TRY_DONE(options.read(trainingParameters(), choice.settings));
    if (options.given("--vary")) {
        choice.vary.clear();
        std::istringstream lists(options.text("--vary"));
        for (std::string list; std::getline(lists, list);)
            choice.vary.push_back(list);
    }
    TRY_DONE(options.read(std::span(&seedsSetting(), 1), choice));
    return choice;
}

Result<Experiment> readExperiment(const Options& options, Report& report)
{
    FileCache files;
    TRY(const Document start, options.start(report));
    TRY(const Scene scene, options.scene(start, files, report));
    TRY(const TrainingChoice choice, readTraining(options, start.view.training));
    return Experiment{
        .scene = trainedScene(scene, options), .settings = choice.settings, .vary = choice.vary, .seeds = choice.seeds};
}

} // namespace phasor
