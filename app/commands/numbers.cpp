// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/numbers.h"

#include "options/selection.h"
#include "report.h"

#include "views/measures/statistics.h"

namespace phasor {

Result<SceneNumbers> numbersOf(const Scene& setups, const Options& options, const std::vector<std::string>& keys,
                               PipelineCache& cache, const CancelToken& cancel, Report& report,
                               const std::function<void(double)>& progress)
{
    TRY(const Pipelines pipelines, Pipelines::make(setups, cache, cancel));
    const double sides = pipelines.b ? 2 : 1;
    // Of one setup; its warnings begin with "B: " where it is the second.
    const auto measured = [&](Side side) -> Result<Json> {
        const Pipeline& pipeline = side == Side::A ? *pipelines.a : *pipelines.b;
        std::vector<Message> warnings = pipeline.warnings();
        TRY(const Restriction only, selectionOf(options, pipeline));
        SceneReader scene(pipelines, cache, cancel);
        TRY(Json numbers, statistics({scene, side, only}, keys, warnings, [&](double share) {
                progress((side == Side::A ? share : 1 + share) / sides);
            }));
        TRY_DONE(pipeline.inputs());
        report.warn(warnings, side);
        return numbers;
    };
    SceneNumbers numbers;
    TRY(numbers.a, measured(Side::A));
    if (pipelines.b) {
        TRY(numbers.b, measured(Side::B));
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
