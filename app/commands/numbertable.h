// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "system/cancelscope.h"
#include "text/result.h"
#include "views/jsonnumbers.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace phasor {

class Options;
class Report;

// The statistics of the set-ups of a scene, with the keys of `phasor stats`.
struct SceneNumbers
{
    Json a;
    std::optional<Json> b;
};

// What the pipelines and the measuring warn of goes to `report`. `options`: which part is measured (viewchoice.h).
// `keys`: those that are measured, the others are null; empty: all. `progress` is told the share that is done, 0 … 1.
Result<SceneNumbers> numbersOf(const Scene& scene, const Options& options, const std::vector<std::string>& keys,
                               PipelineCache& cache, const CancelToken& cancel, Report& report,
                               const std::function<void(double)>& progress);

// A − B of numbers, key by key and element by element of lists of the same length; null where there is none.
Json difference(const Json& a, const Json& b);

// The five questions, answered for the set-ups of a scene, as `phasor stats --answers` prints them. Errors: those of
// the set-ups, Cancelled.
Result<std::string> answersOf(const Scene& scene, PipelineCache& cache, const CancelToken& cancel, Report& report);
// The same as a list of objects: id, question, answer, claims and the view that shows it. Of set-up A.
Result<Json> answersAsJson(const Scene& scene, PipelineCache& cache, const CancelToken& cancel);

class Options;

// The numbers of one set-up, or of each of a sweep, as text: one JSON object, one a line, or a table of CSV.
class NumberTable
{
public:
    // As --format says, with the keys of --keys; without it all, but arrays of more than 1024 numbers are then
    // { "length": N }.
    static Result<NumberTable> make(const Options& options);

    // `swept`: what this one of a sweep has of the lists. Errors: Usage ENUM, a key that is not there.
    Status add(const std::vector<std::pair<std::string, std::string>>& swept, const Json& numbers);
    std::string text() const;
    const std::vector<std::string>& keys() const { return m_keys; } // empty: all

private:
    struct Row
    {
        Json swept = Json::object();
        Json numbers = Json::object();
    };
    Result<Json> wanted(const Json& numbers) const;
    std::string csv() const;

    bool m_csv = false;
    std::vector<std::string> m_keys;
    std::vector<Row> m_rows;
};

} // namespace phasor
