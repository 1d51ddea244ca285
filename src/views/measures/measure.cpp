// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/measure.h"

#include "field/parallel.h"

#include <algorithm>
#include <cmath>

namespace phasor {

// Two standard errors of a mean of n numbers; `squares` is the sum of their squared distances from it.
static double errorOf(double squares, double n)
{
    return n > 1 ? 2 * std::sqrt(squares / (n * (n - 1))) : std::numeric_limits<double>::infinity();
}

// Joins the results of `ofRun` for each visited run of the rows of a and b (null: of a): `append(all, run)`.
template <typename Part, typename OfRun, typename Append>
static Result<std::shared_ptr<const Part>> keptOfRuns(const MeasuredPart& at, NodePtr a, NodePtr b, OfRun&& ofRun,
                                                      Append&& append)
{
    TRY(const VisitedRows rows, visitedRows(at));
    return keptPart<Part>(at, std::tuple(std::move(a), std::move(b), rows), [&] {
        std::vector<Part> runs(rows.runs.size());
        parallelFor(0, std::ssize(runs), 1, [&](Span span) {
            const auto i = static_cast<std::size_t>(span.begin);
            runs[i] = ofRun(rows.runs[i]);
        });
        for (std::size_t i = 1; i < runs.size(); ++i)
            append(runs.front(), runs[i]);
        return Result(runs.empty() ? Part() : std::move(runs.front()));
    });
}

static Rect rowsOf(const Field& field, Span run)
{
    return {run.begin, 0, run.size(), field.shape().cols};
}

// Whether all inputs of the node have finite values, as far as their files say.
static bool isFinite(const Node& node, SceneReader& scene, Side side)
{
    const auto* embedding = node.find<EmbeddingFacts>();
    const auto* position = node.find<PositionFacts>();
    return (embedding == nullptr || embedding->finite) && (position == nullptr || position->model->finite)
        && std::ranges::all_of(node.inputs, [&](const NodeId& input) {
               const NodePtr before = scene.node(input, side);
               return !before || isFinite(*before, scene, side);
           });
}

void appendNumbers(std::vector<double>& all, const std::vector<double>& more)
{
    all.insert(all.end(), more.begin(), more.end());
}

Estimate estimatedMean(std::span<const double> values, bool complete)
{
    double total = 0;
    double n = 0;
    for (const double value : values) {
        if (std::isfinite(value)) {
            total += value;
            n += 1;
        }
    }
    if (n == 0)
        return {};
    const double mean = total / n;
    if (complete)
        return mean;
    double squares = 0;
    for (const double value : values)
        squares += std::isfinite(value) ? (value - mean) * (value - mean) : 0;
    return {mean, errorOf(squares, n)};
}

// Cochran, Sampling Techniques, 3rd edition, (2.39): residuals of the ratio instead of distances from a mean.
Estimate estimatedRatio(std::span<const double> parts, std::span<const double> wholes, bool complete)
{
    const auto sumOf = [&](const auto& term) { // over the rows with both numbers
        double sum = 0;
        for (std::size_t i = 0; i < parts.size(); ++i)
            sum += std::isfinite(parts[i]) && std::isfinite(wholes[i]) ? term(parts[i], wholes[i]) : 0;
        return sum;
    };
    const double whole = sumOf([](double, double of) { return of; });
    const double ratio = sumOf([](double part, double) { return part; }) / whole;
    if (complete || !std::isfinite(ratio))
        return ratio;
    const double squares = sumOf([=](double part, double of) { return (part - ratio * of) * (part - ratio * of); });
    const double n = sumOf([](double, double) { return 1.0; });
    return {ratio, errorOf(squares, n) / std::abs(whole / n)};
}

NodePtr MeasuredPart::table() const
{
    NodePtr position = node("position");
    return position && position->find<PositionFacts>()->model->table ? position : nullptr;
}

Result<FieldPtr> MeasuredPart::field(std::string_view id) const
{
    TRY(const NodePtr node, part(id));
    return node->field;
}

bool MeasuredPart::has(Needs needs) const
{
    const bool noTokens = needs == Needs::Nothing || needs == Needs::Table;
    const bool noTable = needs == Needs::Nothing || needs == Needs::Tokens;
    return (noTokens || rows() > 0) && (noTable || table()) && (needs != Needs::Sum || !concatenated());
}

std::vector<const Measure*> measuresOfStatistics()
{
    std::vector<const Measure*> measures;
    for (const auto list : {measuresOfSetup(), measuresOfEncoding(), measuresOfDropout(), furtherMeasuresOfEncoding(),
                            measuresOfQuestions()}) {
        for (const Measure& measure : list)
            measures.push_back(&measure);
    }
    return measures;
}

std::vector<std::string_view> keysOfStatistics()
{
    std::vector<std::string_view> keys;
    for (const Measure* measure : measuresOfStatistics()) {
        if (keys.empty() || keys.back() != measure->group())
            keys.push_back(measure->group());
    }
    return keys;
}

std::vector<const Measure*> measuresNamed(std::string_view key)
{
    std::vector<const Measure*> found = measuresOfStatistics();
    for (const Measure& measure : measuresOfAnswers())
        found.push_back(&measure);
    std::erase_if(found, [key](const Measure* measure) { return measure->key != key && measure->group() != key; });
    return found;
}

Result<Estimate> numberOf(std::string_view key, const MeasuredPart& at)
{
    TRY(const MeasureValue value, measuresNamed(key).at(0)->valueOf(at));
    if (const auto* count = std::get_if<std::int64_t>(&value))
        return Estimate(static_cast<double>(*count));
    const auto* number = std::get_if<Estimate>(&value);
    return number != nullptr ? *number : Estimate();
}

Result<std::vector<double>> listOf(std::string_view key, const MeasuredPart& at)
{
    TRY(MeasureValue value, measuresNamed(key).at(0)->valueOf(at));
    auto* list = std::get_if<std::vector<double>>(&value);
    return list != nullptr ? std::move(*list) : std::vector<double>();
}

std::int64_t countNotFinite(const std::vector<double>& norms)
{
    return std::ranges::count_if(norms, [](double norm) { return !std::isfinite(norm); });
}

void noteLeftOut(ViewData& data, SceneReader& scene, const NodeId& id, const Restriction& only)
{
    data.restriction = only;
    for (const Side side : {Side::A, Side::B}) {
        const NodePtr node = side == Side::A || scene.comparing() ? scene.node(id, side) : nullptr;
        if (node)
            data.notFinite.push_back(isFinite(*node, scene, side) || !node->field.ok()
                                         ? 0
                                         : countNotFinite(rowNorms(**node->field, whole(node->shape()))));
    }
}

Result<VisitedRows> visitedRows(const MeasuredPart& at)
{
    if (at.visited)
        return *at.visited;
    TRY(const NodePtr embedding, at.part("embedding"));
    return VisitedRows{{{0, embedding->rows.count}}, true};
}

VisitedRows sampledRows(std::int64_t rows, std::int64_t cols, std::int64_t cells)
{
    std::vector<Span> runs = sampledRuns({0, rows}, cols, cells);
    const bool complete = runs.size() == 1 && runs.front().size() == rows;
    return {std::move(runs), complete};
}

Result<Numbers> normsOf(const MeasuredPart& at, std::string_view id)
{
    TRY(const FieldPtr field, at.field(id));
    return keptOfRuns<std::vector<double>>(
        at, at.node(id), nullptr, [&](Span run) { return rowNorms(*field, rowsOf(*field, run)); }, appendNumbers);
}

Result<Numbers> anglesOf(const MeasuredPart& at)
{
    TRY(const FieldPtr a, at.field("scaled"));
    TRY(const FieldPtr b, at.field("sum"));
    const auto anglesOfRun = [&](Span run) {
        std::vector<double> angles = rowPairs(*a, *b, rowsOf(*a, run)).cosine;
        for (double& angle : angles)
            angle = std::acos(angle) * 180 / std::numbers::pi;
        return angles;
    };
    return keptOfRuns<std::vector<double>>(at, at.node("scaled"), at.node("sum"), anglesOfRun, appendNumbers);
}

Result<std::shared_ptr<const RowPairs>> dropoutPairsOf(const MeasuredPart& at)
{
    TRY(const FieldPtr before, at.field("sum"));
    TRY(const FieldPtr after, at.field("output"));
    return keptOfRuns<RowPairs>(
        at, at.node("sum"), at.node("output"),
        [&](Span run) { return rowPairs(*before, *after, rowsOf(*before, run)); },
        [](RowPairs& all, const RowPairs& more) {
            appendNumbers(all.normA, more.normA);
            appendNumbers(all.normB, more.normB);
            appendNumbers(all.cosine, more.cosine);
        });
}

} // namespace phasor
