// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/measures/initializers.h"

#include <nlohmann/json_fwd.hpp>

#include <limits>
#include <span>

namespace phasor {

// A number for all rows, or its estimate from a sample.
struct Estimate
{
    Estimate() = default;
    Estimate(double number, double uncertainty = 0) // NOLINT(google-explicit-constructor): a number that is known
        : value(number)
        , error(uncertainty)
    {
    }
    bool operator==(const Estimate&) const = default;

    double value = std::numeric_limits<double>::quiet_NaN();
    // Two standard errors: the number of all rows is within value ± error in 19 of 20 cases. 0: all rows were measured.
    double error = 0;
};

void appendNumbers(std::vector<double>& all, const std::vector<double>& more);

// Mean over the finite numbers; NaN if there is none. `complete`: they are those of all rows.
Estimate estimatedMean(std::span<const double> values, bool complete);

// Σ parts / Σ wholes, of the same number of rows; NaN if all wholes are 0.
Estimate estimatedRatio(std::span<const double> parts, std::span<const double> wholes, bool complete);

struct Recovery;
struct RowPairs;
struct SpaceOverlap;

// Requirements of a measure. Table: an encoding that is added or concatenated. Sum: a table that is added, and at least
// one token.
enum class Needs { Nothing, Tokens, Table, TableAndTokens, Sum };

struct VisitedRows
{
    std::vector<Span> runs; // of the part's rows
    bool complete = true; // all of them
    bool operator==(const VisitedRows&) const = default;
};

// Arguments of a measure: one side of a scene, the part of its tables, and the rows to visit. Any thread, but never
// inside a parallelFor: parts wait for the thread that makes them.
struct MeasuredPart
{
    SceneReader& scene;
    Side side = Side::A;
    Restriction only = {};
    std::optional<VisitedRows> visited = {}; // rows that a view has chosen; nothing: all
    std::function<void(double)> progress = {}; // gets the completed share of a long measure, 0 … 1

    NodePtr node(std::string_view id) const { return scene.node(id, side); } // the entire node, or null
    Result<NodePtr> part(std::string_view id) const { return restricted(node(id), only); }
    Result<FieldPtr> field(std::string_view id) const; // of the part
    // For values that no node has; a view that reads it depends on every parameter.
    Result<PipelinePtr> setup() const { return scene.beside(side); }
    NodePtr table() const; // of an encoding that is added or concatenated; null: none
    bool concatenated() const { return node("sum")->operation == Operation::Concatenate; }
    std::int64_t rows() const { return node("embedding")->rows.count; } // of the sequence
    bool has(Needs needs) const;
};

// monostate: no meaning for this setup. Not finite: undefined. JSON has null for both; a group is null if its first
// member has no meaning.
using MeasureValue
    = std::variant<std::monostate, std::int64_t, Estimate, std::vector<double>, std::vector<RatioOfInitializer>>;

// Setup: visits no row. Sample: visits rows, in a view maybe only some of them (Estimate::error > 0). Job: takes longer
// than a frame.
enum class MeasureCost { Setup, Sample, Job };

// A number with a name: `stats`, sweeps and CSV print its key, `phasor list measures` its description.
struct Measure
{
    std::string_view key; // "ratio"; a member of a group: "overlap.measured"
    SourceText meaning; // one sentence
    Needs needs = Needs::Nothing;
    MeasureCost cost = MeasureCost::Setup;
    // Pure function, only called if the setup meets `needs`. Errors: those of the nodes it reads, Usage EMPTY (no row
    // or column inside the part), Cancelled.
    Result<MeasureValue> (*of)(const MeasuredPart& at) = nullptr;
    // Warning about the number, shared by measures with the same one; null: none.
    Result<std::optional<Message>> (*warning)(const MeasuredPart& at) = nullptr;
    std::string_view symbol = {}; // in a formula; empty: it has none
    std::string_view unit = {}; // empty: a plain number

    std::string_view group() const { return key.substr(0, key.find('.')); }
    std::string_view member() const { return key.find('.') == key.npos ? "" : key.substr(key.find('.') + 1); }
    Result<MeasureValue> valueOf(const MeasuredPart& at) const { return at.has(needs) ? of(at) : MeasureValue(); }
};

// The only places where measures are added. Together, in this order, the keys of `stats`.
std::span<const Measure> measuresOfSetup(); // its sizes, and how large embedding and encoding are
std::span<const Measure> measuresOfEncoding(); // of position alone: waves, spectrum
std::span<const Measure> measuresOfDropout();
std::span<const Measure> furtherMeasuresOfEncoding(); // rotation, bias, spectrum, distances
std::span<const Measure> measuresOfQuestions(); // groups that take a job: score terms, recoverability, overlap
// Not in `stats`: only for Answers.
std::span<const Measure> measuresOfAnswers();

// Warning of measures that compare embedding and encoding: both were sampled with the same random numbers.
Result<std::optional<Message>> drawnAlike(const MeasuredPart& at);

// Notes for the view the part that was measured, and how many rows of the node have NaN or infinite values, in each
// setup. Rows are only visited if an embedding or an encoding from a file has such values.
void noteLeftOut(ViewData& data, SceneReader& scene, const NodeId& id = "sum", const Restriction& only = {});
std::int64_t countNotFinite(const std::vector<double>& norms); // how many

std::vector<const Measure*> measuresOfStatistics(); // in order
std::vector<std::string_view> keysOfStatistics(); // in order, a group once
std::vector<const Measure*> measuresNamed(std::string_view key); // a measure, or all members of a group
// Value of an existing measure. NaN, or no element: no meaning.
Result<Estimate> numberOf(std::string_view key, const MeasuredPart& at);
Result<std::vector<double>> listOf(std::string_view key, const MeasuredPart& at);

// Parts: values that several measures and views need of the same rows, made once (SceneReader::kept). Keys are nodes,
// so that ‖PE‖ outlives a change of dropout. Rows of the sequence, and the same ones of the encoding.
Result<VisitedRows> visitedRows(const MeasuredPart& at);
VisitedRows sampledRows(std::int64_t rows, std::int64_t cols, std::int64_t cells); // evenly spread; all if they fit
using Numbers = std::shared_ptr<const std::vector<double>>;
Result<Numbers> normsOf(const MeasuredPart& at, std::string_view node); // by visited row
Result<Numbers> anglesOf(const MeasuredPart& at); // degrees between s·E and s·E + PE; NaN for a row of zeros
Result<std::shared_ptr<const RowPairs>> dropoutPairsOf(const MeasuredPart& at); // rows before and after dropout
Result<std::shared_ptr<const Recovery>> recoveryOf(const MeasuredPart& at); // with a table and a row
Result<std::shared_ptr<const SpaceOverlap>> overlapOf(const MeasuredPart& at); // with a table, a row, one width

// A part that may be incomplete, as the job was canceled, must not be kept.
template <typename Part> Result<Part> unlessCancelled(Part part)
{
    return cancelled() ? Result<Part>(cancelledError()) : Result<Part>(std::move(part));
}

// Result of `make() -> Result<Part>`, cached under its inputs. Each place that calls this, and each instance of a
// template that does, has its own Key type: so make a part in one function that is not a template.
template <typename Part, typename Made, typename Make>
Result<std::shared_ptr<const Part>> keptPart(const MeasuredPart& at, Made madeFrom, Make&& make)
{
    struct Key
    {
        Made madeFrom;
        Restriction only;
        bool operator==(const Key&) const = default;
    };
    return at.scene.kept<Part>(Key{std::move(madeFrom), at.only}, [&]() -> Result<Part> {
        TRY(Part part, make());
        return unlessCancelled(std::move(part));
    });
}

// Numbers of `phasor stats`: one object with every key of the contract, in its order; null if a key has no meaning for
// the setup. `keys`: those to measure, the others are null; empty: all. Visits every cell of the nodes that these need.
// Measured numbers are those of `at.only`; the setup's own numbers (frequencies, the probability to zero a token) are
// those of the entire setup. `warnings` gets warnings about the numbers. `progress` gets the completed share, 0 … 1,
// after each part: of 10^7 rows a part takes seconds.
Result<nlohmann::ordered_json> statistics(const MeasuredPart& at, const std::vector<std::string>& keys,
                                          std::vector<Message>& warnings,
                                          const std::function<void(double)>& progress = {});

} // namespace phasor
