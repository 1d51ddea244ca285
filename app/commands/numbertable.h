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

// Statistics of a scene's setups, with the keys of `phasor stats`.
struct SceneNumbers
{
    Json a;
    std::optional<Json> b;
};

// Warnings of pipelines and measures go to `report`. `options`: the part to measure (viewchoice.h). `keys`: what to
// measure, the others are null; empty: all. `progress` gets the finished share, 0 … 1.
Result<SceneNumbers> numbersOf(const Scene& scene, const Options& options, const std::vector<std::string>& keys,
                               PipelineCache& cache, const CancelToken& cancel, Report& report,
                               const std::function<void(double)>& progress);

// A − B of numbers, by key; lists of equal length by element. Null if either number is missing.
Json difference(const Json& a, const Json& b);

// Answers to the five questions for a scene's setups, as `phasor stats --answers` prints them. Errors: those of the
// setups, Cancelled.
Result<std::string> answersOf(const Scene& scene, PipelineCache& cache, const CancelToken& cancel, Report& report);
// The answers for setup A as a list of objects: id, question, answer, claims and the view that shows it.
Result<Json> answersAsJson(const Scene& scene, PipelineCache& cache, const CancelToken& cancel);

// Numbers of one setup, or of each setup of a sweep, as text: one JSON object, one a line, or a CSV table.
class NumberTable
{
public:
    // A table with the --format and --keys given. Without --keys: all, but arrays of more than 1024 numbers become {
    // "length": N }.
    static Result<NumberTable> make(const Options& options);

    // `swept`: this setup's values of the swept parameters. Errors: Usage ENUM, an unknown key.
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
