// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options/options.h"
#include "report.h"

#include "pipeline/json.h"
#include "session/differences.h"
#include "views/measures/measure.h"

namespace phasor {

static void declareCompare(Options& options)
{
    options.addParameters();
    options.add("--with", "OPTIONS", "The second setup B: the options that differ, such as '--d-model 64 --dropout 0'.",
                true);
    addSelection(options);
}

static Json parameterList(const Scene& scene)
{
    const Json a = toJson(scene.a);
    const Json b = toJson(*scene.b);
    Json list = Json::array();
    for (const ParameterDifference& difference : differences(scene.a, *scene.b)) {
        const std::string key = difference.spec->key();
        list.push_back({{"id", difference.spec->id},
                        {"a", difference.a ? a[key] : Json()},
                        {"b", difference.b ? b[key] : Json()}});
    }
    return list;
}

// Keys of single numbers, and of groups that neither setup has, which are null.
static Result<std::vector<std::string>> comparedKeys(const Scene& setups, PipelineCache& cache,
                                                     const CancelToken& cancel)
{
    TRY(const Pipelines pipelines, Pipelines::make(setups, cache, cancel));
    SceneReader scene(pipelines, cache, cancel);
    std::vector<std::string> keys;
    for (const std::string_view key : keysOfStatistics()) {
        const std::vector<const Measure*> measures = measuresNamed(key);
        const Needs needs = measures.front()->needs;
        if (measures.size() == 1
            || !(MeasuredPart{scene, Side::A}.has(needs) || MeasuredPart{scene, Side::B}.has(needs)))
            keys.emplace_back(key);
    }
    return keys;
}

static Json numberList(const Json& numbers, const std::vector<std::string>& keys)
{
    Json list = Json::array();
    for (const std::string& key : keys) {
        const Json& a = numbers[key];
        const Json& b = numbers["b"][key];
        if (a.is_primitive() && b.is_primitive())
            list.push_back({{"key", key}, {"a", a}, {"b", b}, {"difference", numbers["difference"][key]}});
    }
    return list;
}

static Status runCompare(const Options& options, Report& report, const CancelToken& cancel)
{
    PipelineCache cache;
    TRY(const Parameters a, options.parameters(cache.files(), report));
    TRY(const Parameters b, overriddenBy("--with", options.text("--with"), a, cache.files(), report));
    const Scene scene{.a = a, .b = b};
    Progress progress("measuring", report);
    TRY(const std::vector<std::string> keys, comparedKeys(scene, cache, cancel));
    TRY(const Json numbers,
        numbersOf(scene, options, keys, cache, cancel, report, [&progress](double share) { progress.set(share); }));
    TRY_DONE(report.mayWrite());
    const Json object{{"parameters", parameterList(scene)}, {"numbers", numberList(numbers, keys)}};
    return writeStandardOutput(object.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

const Command kCompareCommand{"compare", "Say how two setups differ: parameters, and numbers with A − B, as JSON.",
                              "phasor compare --d-model 256 --with '--d-model 512'\n", declareCompare, runCompare};

} // namespace phasor
