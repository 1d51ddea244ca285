// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/check/tablecheck.h"

#include "encodings/schemes.h"
#include "inputs/initializers.h"
#include "pipeline/parameters/parameterspec.h"
#include "system/cancelscope.h"
#include "text/numbers.h"
#include "views/check/mistakes.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kBandCells = 1 << 16;

// Number of a float in ascending order, so that neighbors differ by one; both zeros are neighbors.
std::int64_t orderOf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto magnitude = static_cast<std::int64_t>(bits & 0x7fffffffU);
    return (bits >> 31) != 0 ? -1 - magnitude : magnitude;
}

bool sameBits(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

// One possible cause, and the table that it would give.
struct Candidate
{
    std::string id;
    Message text;
    Parameters parameters;
    std::vector<std::pair<std::string, std::string>> changed;
    Mistake mistake = Mistake::None;
    std::int64_t shift = 0;
    bool transposed = false;
};

// Parameters that notebooks often set differently, and the values to try.
struct Trial
{
    std::string_view parameter;
    std::vector<std::string> values; // empty: all choices
};

std::vector<Trial> trials(const Parameters& p)
{
    const auto d = static_cast<double>(p.encoding.dModel);
    std::vector<std::string> seeds;
    for (const int seed :
         {0,    1,    2,    3,    4,    5,    7,    8,    10,   11,   13,    21,    23,    24,     32,     42,   43,
          64,   66,   77,   99,   100,  101,  111,  123,  128,  256,  314,   321,   333,   420,    456,    512,  555,
          666,  777,  789,  999,  1000, 1001, 1024, 1111, 1234, 1337, 1729,  1984,  2017,  2018,   2019,   2020, 2021,
          2022, 2023, 2024, 2025, 2026, 3407, 4321, 5555, 8888, 9999, 12345, 31415, 54321, 123456, 1234567})
        seeds.push_back(std::to_string(seed));
    return {{"precision", {}},
            {"layout", {}},
            {"mode", {}},
            {"scale", {"none", "sqrt-d-model", printReal(d), printReal(1 / std::sqrt(d)), printReal(1 / d)}},
            {"generator", {}},
            {"placement", {}},
            {"dropout-scale", {}},
            {"combine", {}},
            {"init-after-default", {}},
            {"first-position", {"0", "1", "2"}},
            {"base", {"100", "500", "1000", "5000", "10000", "20000", "50000", "100000", "500000", "1000000"}},
            {"embedding",
             {"normal", "tensor2tensor", "gpt2", "bert", "keras", "uniform", "xavier-uniform", "xavier-normal"}},
            {"padding-row", {"0", "1"}},
            {"dropout", {"0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3", "0.4", "0.5"}},
            {"seed", seeds}};
}

// `parameters` with one value changed; nothing if that is no change or impossible.
std::optional<Parameters> changedTo(const Parameters& parameters, std::string_view id, const std::string& value)
{
    const ParameterSpec* spec = findParameter(id, parameters);
    if (spec == nullptr)
        return std::nullopt;
    const Result<ParameterValue> parsed = parseValue(*spec, value);
    if (!parsed.ok() || *parsed == spec->get(parameters))
        return std::nullopt;
    Parameters changed = parameters;
    spec->set(changed, *parsed);
    return validate(changed).ok() ? std::optional(changed) : std::nullopt;
}

// Finds the single change of a setup, or the mistake, after which the fewest cells of a table differ.
struct Explainer
{
    const Matrix& file;
    NodeId stage;
    std::int64_t fewest; // cells that differ
    PipelineCache& cache;
    CancelToken cancel;
    std::vector<std::pair<std::string, std::string>> before = {}; // changes that are made already
    std::optional<TableExplanation> best = {};

    bool found() const { return best && best->differing == 0; }

    // Tries all single changes of these parameters, which already differ from the setup by `made`.
    void tryAll(const Parameters& parameters, const std::vector<std::pair<std::string, std::string>>& made)
    {
        before = made;
        trySeeds(parameters);
        tryMistakes(parameters);
        tryParameters(parameters);
    }

private:
    FieldPtr tableOf(const Candidate& candidate) const
    {
        const Result<PipelinePtr> pipeline = Pipeline::make(candidate.parameters, cache, cancel);
        if (!pipeline.ok())
            return nullptr;
        if (candidate.mistake != Mistake::None)
            return mistaken(**pipeline, candidate.mistake, stage);
        const NodePtr node = (*pipeline)->find(stage);
        return node && node->field.ok() ? *node->field : nullptr;
    }

    std::int64_t differingFrom(const FieldPtr& table, const Candidate& candidate) const
    {
        if (!candidate.transposed)
            return differenceOf(file, *table, candidate.shift, fewest).differing;
        Matrix turned(Shape{file.cols(), file.rows()});
        for (std::int64_t r = 0; r < file.rows(); ++r) {
            for (std::int64_t c = 0; c < file.cols(); ++c)
                turned.view()(c, r) = file(r, c);
        }
        return differenceOf(turned, *table, 0, fewest).differing;
    }

    void tryOne(Candidate candidate)
    {
        if (found() || cancel.cancelled())
            return;
        const FieldPtr table = tableOf(candidate);
        const bool fits = table && (candidate.transposed || table->shape() == Shape{file.rows(), file.cols()});
        if (!fits)
            return;
        const std::int64_t differing = differingFrom(table, candidate);
        if (differing >= fewest)
            return;
        fewest = differing;
        std::vector<std::pair<std::string, std::string>> changed = before;
        changed.insert(changed.end(), candidate.changed.begin(), candidate.changed.end());
        best = TableExplanation{std::move(candidate.id), std::move(candidate.text), std::move(changed), differing};
    }

    void tryParameters(const Parameters& parameters)
    {
        for (const Trial& trial : trials(parameters)) {
            const ParameterSpec* spec = findParameter(trial.parameter, parameters);
            if (spec == nullptr)
                continue;
            std::vector<std::string> values = trial.values;
            if (values.empty() && spec->choices != nullptr) {
                for (const ParameterChoice& choice : spec->choices())
                    values.emplace_back(choice.id);
            }
            for (const std::string& value : values) {
                if (const auto changed = changedTo(parameters, trial.parameter, value))
                    tryOne({.id = std::string(trial.parameter) + "=" + value,
                            .text = WORDS("%1 is %2").with(Message::option(spec->option()), value),
                            .parameters = *changed,
                            .changed = {{spec->key(), value}}});
            }
        }
    }

    void trySeeds(const Parameters& parameters)
    {
        Parameters again = parameters;
        again.dropout.seed = parameters.random.seed;
        tryOne({.id = "seed-again-before-mask",
                .text = WORDS("the seed is set again just before the mask"),
                .parameters = again,
                .changed = {{"dropout_seed", printSeed(parameters.random.seed)}}});
        Parameters once = parameters;
        once.dropout.seed = std::nullopt;
        if (parameters.dropout.seed)
            tryOne({.id = "dropout-seed=none",
                    .text = WORDS("the generator goes on from the embedding, no seed is set before the mask"),
                    .parameters = once,
                    .changed = {{"dropout_seed", "null"}}});
        if (const auto swapped = changedTo(parameters, "dropout", printReal(1 - parameters.dropout.p)))
            tryOne({.id = "p-swapped",
                    .text = WORDS("p is the probability of being kept"),
                    .parameters = *swapped,
                    .changed = {{"dropout", printReal(1 - parameters.dropout.p)}}});
        if (const ParameterSpec* base = findParameter("base", parameters)) {
            const double b = std::get<double>(base->get(parameters));
            if (const auto doubled = changedTo(parameters, "base", printReal(b * b)))
                tryOne({.id = "exponent-doubled",
                        .text = WORDS("the exponent is doubled: 2i twice, ω = b^(−4i/d)"),
                        .parameters = *doubled,
                        .changed = {{"base", printReal(b * b)}}});
        }
    }

    void tryMistakes(const Parameters& parameters)
    {
        for (const MistakeInfo& info : mistakes())
            tryOne({.id = std::string(info.id),
                    .text = info.text,
                    .parameters = parameters,
                    .changed = {},
                    .mistake = info.mistake});
        tryOne({.id = "transposed",
                .text = WORDS("rows and columns have changed places"),
                .parameters = parameters,
                .changed = {},
                .transposed = true});
        for (const std::int64_t shift : {1, -1, 2, -2})
            tryOne({.id = "rows-shifted=" + std::to_string(shift),
                    .text = WORDS("row r of the file is row r + %1").with(shift),
                    .parameters = parameters,
                    .changed = {},
                    .shift = shift});
    }
};

} // namespace

TableDifference differenceOf(const Matrix& file, const Field& ours, std::int64_t shift, std::int64_t most)
{
    const Shape shape = ours.shape();
    TableDifference difference;
    difference.cells = std::max(file.rows() * file.cols(), shape.rows * shape.cols);
    const std::int64_t begin = std::max<std::int64_t>(0, -shift);
    const std::int64_t rows = std::max<std::int64_t>(0, std::min(file.rows(), shape.rows - shift) - begin);
    const std::int64_t cols = std::min(file.cols(), shape.cols);
    difference.differing = difference.cells - rows * cols;
    const std::int64_t band = std::max<std::int64_t>(1, kBandCells / std::max<std::int64_t>(1, cols));
    Matrix cells;
    for (std::int64_t r = 0; r < rows && difference.differing <= most && !cancelled(); r += band) {
        const Rect rect{begin + shift + r, 0, std::min(band, rows - r), cols};
        cells.resize({rect.rows, rect.cols});
        ours.fill(rect, cells.view());
        for (std::int64_t i = 0; i < rect.rows; ++i) {
            for (std::int64_t c = 0; c < cols; ++c) {
                const float theirs = file(begin + r + i, c);
                if (sameBits(theirs, cells(i, c)))
                    continue;
                const std::int64_t ulp = std::abs(orderOf(theirs) - orderOf(cells(i, c)));
                ++difference.differing;
                difference.maxUlp = std::max(difference.maxUlp, ulp);
                if (!difference.first)
                    difference.first = {begin + r + i, c, theirs, cells(i, c), ulp};
            }
        }
    }
    return difference;
}

Result<TableCheck> checkTable(const Matrix& file, const Parameters& parameters, const NodeId& stage,
                              PipelineCache& cache, const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    TRY(const PipelinePtr pipeline, Pipeline::make(parameters, cache, cancel));
    TRY(const NodePtr node, pipeline->node(stage));
    TRY(const FieldPtr table, node->field);
    TableCheck check{differenceOf(file, *table), std::nullopt};
    TRY_DONE(pipeline->inputs());
    if (check.difference.differing > 0) {
        Explainer explainer{file, stage, check.difference.differing, cache, cancel};
        explainer.tryAll(parameters, {});
        const auto rounded = changedTo(parameters, "precision", "float32");
        if (!explainer.found() && rounded)
            explainer.tryAll(*rounded, {{"precision", "float32"}});
        check.explanation = explainer.best;
    }
    if (cancel.cancelled())
        return cancelledError();
    return check;
}

} // namespace phasor
