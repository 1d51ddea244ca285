// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/numbers.h"

#include "options/selection.h"
#include "report.h"

#include "views/measures/statistics.h"
#include "views/questions/questionnumbers.h"

#include <functional>

namespace phasor {

namespace {

// The statistics of one set-up; its warnings begin with "B: " where it is the second.
Result<Json> measured(const Pipeline& pipeline, Side side, const Options& options, PipelineCache& cache,
                      const CancelToken& cancel, Report& report, const std::function<void(double)>& progress)
{
    std::vector<Message> warnings = pipeline.warnings();
    TRY(const Restriction only, selectionOf(options, pipeline));
    TRY(Json numbers, statistics(pipeline, only, cancel, warnings, progress));
    TRY_DONE(addQuestionNumbers(numbers, pipeline, only, cache, cancel));
    TRY_DONE(pipeline.inputs());
    for (const Message& warning : warnings)
        report.warn(side == Side::A ? warning : WORDS("B: %1").with(warning));
    return numbers;
}

} // namespace

Result<SceneNumbers> numbersOf(const Scene& scene, const Options& options, PipelineCache& cache,
                               const CancelToken& cancel, Report& report, const std::function<void(double)>& progress)
{
    TRY(const Pipelines pipelines, Pipelines::make(scene, cache, cancel));
    SceneNumbers numbers;
    const double sides = pipelines.b ? 2 : 1;
    const auto progressOf = [&](int side) {
        return [&progress, sides, side](double share) {
            progress((side + share) / sides);
        };
    };
    TRY(numbers.a, measured(*pipelines.a, Side::A, options, cache, cancel, report, progressOf(0)));
    if (pipelines.b) {
        TRY(numbers.b, measured(*pipelines.b, Side::B, options, cache, cancel, report, progressOf(1)));
    }
    return numbers;
}

Json difference(const Json& a, const Json& b)
{
    if (a.is_number() && b.is_number())
        return a.is_number_integer() && b.is_number_integer() ? Json(a.get<std::int64_t>() - b.get<std::int64_t>())
                                                              : Json(a.get<double>() - b.get<double>());
    if (a.is_array() && b.is_array() && a.size() == b.size()) {
        Json list = Json::array();
        for (std::size_t i = 0; i < a.size(); ++i)
            list.push_back(difference(a[i], b[i]));
        return list;
    }
    if (!a.is_object() || !b.is_object())
        return nullptr;
    Json object = Json::object();
    for (const auto& [key, value] : a.items())
        object[key] = b.contains(key) ? difference(value, b[key]) : Json();
    return object;
}

} // namespace phasor
