// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/measure.h"

#include "system/memory.h"
#include "views/jsonnumbers.h"

#include <algorithm>

namespace phasor {

constexpr unsigned kBytesPerRow = 16 * 8; // norms, cosines and the array of ratios, in memory and as JSON

static Json jsonOf(const std::vector<double>& numbers)
{
    Json list = Json::array();
    for (const double number : numbers)
        list.push_back(numberOrNull(number));
    return list;
}

static Json jsonOf(const std::vector<RatioOfInitializer>& ratios)
{
    Json list = Json::array();
    for (const RatioOfInitializer& row : ratios)
        list.push_back({{"id", row.id},
                        {"sigma", numberOrNull(row.sigma)},
                        {"ratio_scaled", numberOrNull(row.scaled)},
                        {"ratio_unscaled", numberOrNull(row.unscaled)},
                        {"angle_scaled", numberOrNull(expectedAngle(row.scaled))},
                        {"angle_unscaled", numberOrNull(expectedAngle(row.unscaled))},
                        {"current", row.current}});
    return list;
}

static Json jsonOf(const MeasureValue& value)
{
    return std::visit(
        [](const auto& of) -> Json {
            using T = std::decay_t<decltype(of)>;
            if constexpr (std::is_same_v<T, std::monostate>)
                return nullptr;
            else if constexpr (std::is_same_v<T, std::int64_t>)
                return of;
            else if constexpr (std::is_same_v<T, Estimate>)
                return numberOrNull(of.value);
            else
                return jsonOf(of);
        },
        value);
}

// A number or a list; of a group an object, unless its first member has no meaning.
static Result<Json> jsonOf(const std::vector<const Measure*>& measures, const MeasuredPart& at)
{
    Json object = nullptr;
    for (const Measure* measure : measures) {
        TRY(const MeasureValue value, measure->valueOf(at));
        if (measure->member().empty())
            return jsonOf(value);
        if (object.is_null() && std::holds_alternative<std::monostate>(value))
            return object;
        object[std::string(measure->member())] = jsonOf(value);
    }
    return object;
}

// Rough share of a key in the time: some take as long as several passes over the rows.
static double weightOf(const std::vector<const Measure*>& measures)
{
    constexpr std::array<double, 3> kWeights{1, 2, 16}; // by MeasureCost
    return kWeights[static_cast<std::size_t>(measures.front()->cost)];
}

// Adds the warnings of these measures, each one once.
static Status addWarnings(const std::vector<std::vector<const Measure*>>& wanted, const MeasuredPart& at,
                          std::vector<Message>& warnings)
{
    std::vector<decltype(Measure::warning)> asked;
    for (const auto& measures : wanted) {
        const auto warning = measures.front()->warning;
        if (warning == nullptr || !at.has(measures.front()->needs) || std::ranges::count(asked, warning) > 0)
            continue;
        asked.push_back(warning);
        TRY(const std::optional<Message> said, warning(at));
        if (said)
            warnings.push_back(*said);
    }
    return Done{};
}

Result<Json> statistics(const MeasuredPart& at, const std::vector<std::string>& keys, std::vector<Message>& warnings,
                        const std::function<void(double)>& progress)
{
    Json object = Json::object();
    std::vector<std::vector<const Measure*>> wanted;
    for (const std::string_view key : keysOfStatistics()) {
        object[std::string(key)] = nullptr;
        if (keys.empty() || std::ranges::find(keys, key) != keys.end())
            wanted.push_back(measuresNamed(key));
    }
    // Among several errors, the first node's is reported, whatever is measured first.
    for (const char* id : {"embedding", "sum", "mask", "output", "position"}) {
        if (const NodePtr node = keys.empty() ? at.node(id) : nullptr; node)
            TRY_DONE(node->field);
    }
    if (std::ranges::any_of(wanted, [](const auto& of) { return of.front()->cost != MeasureCost::Setup; }))
        TRY_DONE(requireMemory(static_cast<ByteCount>(at.rows()) * kBytesPerRow,
                               WORDS("the statistics of every position need %1, %2 are available"),
                               WORDS("use a smaller --seq-len")));
    TRY_DONE(addWarnings(wanted, at, warnings));
    const double total = std::accumulate(wanted.begin(), wanted.end(), 0.0,
                                         [](double sum, const auto& of) { return sum + weightOf(of); });
    double done = 0;
    for (const auto& measures : wanted) {
        const double weight = weightOf(measures);
        MeasuredPart now = at;
        if (progress)
            now.progress = [&](double share) {
                progress((done + weight * share) / total);
            };
        TRY(object[std::string(measures.front()->group())], jsonOf(measures, now));
        if (cancelled())
            return cancelledError();
        done += weight;
        if (progress && done < total)
            progress(done / total);
    }
    return object;
}

} // namespace phasor
