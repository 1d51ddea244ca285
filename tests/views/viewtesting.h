// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"
#include "views/measures/measure.h"
#include "views/view.h"

#include <nlohmann/json.hpp>

#include <QtGlobal>

namespace phasor {

// The result of a view for a scene.
template <typename Request>
Result<ViewDataPtr> viewResult(const Request& request, const Scene& scene, Effort effort = Effort::Still)
{
    PipelineCache cache;
    const Pipelines pipelines = Pipelines::make(scene, cache).value();
    SceneReader reader(pipelines, cache, CancelToken{});
    return compute(request, reader, effort);
}

template <typename Request>
Result<ViewDataPtr> viewResult(const Request& request, const Parameters& p, Effort effort = Effort::Still)
{
    return viewResult(request, Scene{.a = p}, effort);
}

// The result of a view that must not fail.
template <typename Data, typename Request, typename Set>
std::shared_ptr<const Data> viewOf(const Request& request, const Set& set, Effort effort = Effort::Still)
{
    const Result<ViewDataPtr> data = viewResult(request, set, effort);
    if (!data.ok())
        qFatal("%s", toString(data.error()).c_str());
    return std::dynamic_pointer_cast<const Data>(*data);
}

// Numbers of `phasor stats`.
inline Result<nlohmann::ordered_json> statsResult(const Parameters& p, std::vector<Message>& warnings,
                                                  const Restriction& only = {},
                                                  const std::vector<std::string>& keys = {},
                                                  const std::function<void(double)>& progress = {})
{
    PipelineCache cache;
    const Pipelines pipelines = Pipelines::make({.a = p}, cache).value();
    SceneReader reader(pipelines, cache, CancelToken{});
    return statistics({.scene = reader, .only = only}, keys, warnings, progress);
}

inline nlohmann::ordered_json statsOf(const Parameters& p, const Restriction& only = {},
                                      const std::vector<std::string>& keys = {})
{
    std::vector<Message> warnings;
    Result<nlohmann::ordered_json> object = statsResult(p, warnings, only, keys);
    if (!object.ok())
        qFatal("%s", toString(object.error()).c_str());
    return *object;
}

inline void setParameter(Parameters& p, std::string_view id, const ParameterValue& value)
{
    findParameter(id, p)->set(p, value);
}

} // namespace phasor
