// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/trainings.h"

#include "pipeline/json.h"
#include "session/documentjson_p.h"

#include <cmath>
#include <limits>

namespace phasor {

namespace {

// JSON has no NaN: null.
double number(const Json& json)
{
    return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

std::vector<double> numbers(const Json& json)
{
    std::vector<double> values;
    for (const Json& value : json)
        values.push_back(number(value));
    return values;
}

Json runJson(const RunRecord& run)
{
    Json norms = Json::array();
    for (const LearnedNorms& one : run.norms)
        norms.push_back({one.embedding, one.position, one.ratio, one.angle});
    Json attention = Json::array();
    for (const AttentionFrame& frame : run.attention) {
        Json weights = Json::array(); // to five decimals: they are only drawn
        for (const float weight : frame.weights)
            weights.push_back(std::round(static_cast<double>(weight) * 1e5) / 1e5);
        attention.push_back({{"step", frame.step}, {"weights", weights}});
    }
    return {{"steps", run.steps},       {"loss", run.loss},
            {"accuracy", run.accuracy}, {"norms", norms},
            {"attention", attention},   {"sentence", run.sentence},
            {"final", run.final},       {"by_position", run.byPosition},
            {"longer", run.longer},     {"broke_at", run.brokeAt ? Json(*run.brokeAt) : Json()}};
}

// May throw nlohmann's exceptions, also for lists that do not fit together.
RunRecord readRun(const Json& json)
{
    RunRecord run{.steps = numbers(json.at("steps")),
                  .loss = numbers(json.at("loss")),
                  .accuracy = numbers(json.at("accuracy")),
                  .norms = {},
                  .attention = {},
                  .sentence = json.at("sentence").get<std::vector<std::int32_t>>(),
                  .finished = true,
                  .final = number(json.at("final")),
                  .byPosition = numbers(json.at("by_position")),
                  .brokeAt = {}};
    const std::size_t points = run.steps.size();
    for (std::size_t i = 0; i < points; ++i) {
        const Json& norms = json.at("norms").at(i);
        run.norms.push_back({number(norms.at(0)), number(norms.at(1)), number(norms.at(2)), number(norms.at(3))});
    }
    run.loss.resize(points, std::numeric_limits<double>::quiet_NaN());
    run.accuracy.resize(points, std::numeric_limits<double>::quiet_NaN());
    for (const Json& frame : json.at("attention")) {
        run.attention.push_back({frame.at("step").get<std::int64_t>(), frame.at("weights").get<std::vector<float>>()});
        run.attention.back().weights.resize(
            std::max(run.attention.back().weights.size(), run.sentence.size() * run.sentence.size()));
    }
    for (std::size_t i = 0; i < run.longer.size(); ++i)
        run.longer[i] = number(json.at("longer").at(i));
    if (!json.at("broke_at").is_null())
        run.brokeAt = json.at("broke_at").get<std::int64_t>();
    return run;
}

} // namespace

std::string writeTrainings(TrainingBook& book)
{
    Json list = Json::array();
    for (const TrainingBook::Finished& one : book.finished()) {
        Json settings = Json::object();
        for (const TrainingParameter& parameter : trainingParameters())
            settings[parameter.key()] = toJson(parameter, parameter.get(one.variant.settings));
        Json runs = Json::array();
        for (const RunRecord& run : one.runs)
            runs.push_back(runJson(run));
        list.push_back({{"parameters", toJson(one.variant.parameters)}, {"settings", settings}, {"runs", runs}});
    }
    return list.empty() ? std::string() : list.dump();
}

void readTrainings(const std::string& json, TrainingBook& book)
{
    for (const Json& one : Json::parse(json.empty() ? "[]" : json, nullptr, false)) {
        try {
            const Result<Parameters> parameters = fromJson(one.at("parameters"));
            TrainingBook::Finished finished{{{}, parameters.ok() ? *parameters : Parameters{}, {}}, {}};
            bool understood = parameters.ok();
            for (const TrainingParameter& parameter : trainingParameters()) {
                const auto value = fromJson(parameter, one.at("settings").at(parameter.key()));
                understood = understood && value.ok();
                if (value.ok())
                    parameter.set(finished.variant.settings, *value);
            }
            for (const Json& run : one.at("runs"))
                finished.runs.push_back(readRun(run));
            if (understood)
                book.add(std::move(finished));
        } catch (const Json::exception&) { // written by another program
        }
    }
}

} // namespace phasor
