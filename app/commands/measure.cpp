// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/measure.h"

#include "encodings/schemes.h"
#include "field/matrixfield.h"
#include "field/parallel.h"
#include "kernels/combine.h"
#include "pipeline/fields/stagefields.h"
#include "random/generator.h"
#include "system/memory.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <list>
#include <memory>

namespace phasor {

namespace {

constexpr double kEnoughSeconds = 0.4; // seconds of runs for a median
constexpr int kFewestRuns = 5;
// Floats per task. The fastest way to write memory depends on the machine: the limit is the best of these.
constexpr std::array<std::int64_t, 3> kGrains{1 << 14, 1 << 18, 1 << 22};

// A measured run, and its times in milliseconds.
struct Run
{
    std::function<void()> work;
    std::vector<double> times = {};

    double median()
    {
        if (times.empty())
            return 0; // only after cancellation
        const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
        std::nth_element(times.begin(), middle, times.end());
        return *middle;
    }
};
using RunList = std::list<Run>; // their addresses stay

Run* added(RunList& runs, std::function<void()> work)
{
    return &runs.emplace_back(Run{std::move(work)});
}

// Measures the runs alternately, without the first two rounds.
void measure(RunList& runs, const CancelToken& cancel)
{
    using Clock = std::chrono::steady_clock;
    const auto seconds = [](Clock::time_point since) {
        return std::chrono::duration<double>(Clock::now() - since).count();
    };
    const Clock::time_point begin = Clock::now();
    const double enough = kEnoughSeconds * static_cast<double>(runs.size());
    for (int round = -2; round < kFewestRuns || seconds(begin) < enough; ++round) {
        for (Run& run : runs) {
            if (cancel.cancelled())
                return;
            const Clock::time_point start = Clock::now();
            run.work();
            if (round >= 0)
                run.times.push_back(1e3 * seconds(start));
        }
    }
}

double medianOf(std::function<void()> work, const CancelToken& cancel)
{
    RunList runs;
    added(runs, std::move(work));
    measure(runs, cancel);
    return runs.front().median();
}

double rateOf(std::int64_t bytes, double milliseconds)
{
    return static_cast<double>(bytes) / milliseconds * 1e-6;
}

// Adds a memory limit, measured alternately with the runs compared with it. Returns its rate, known after the last
// round. work(span) moves `bytes` once it has had all of [0, floats).
std::function<double()> addLimit(RunList& runs, std::int64_t floats, std::int64_t bytes,
                                 const std::function<void(Span)>& work)
{
    std::vector<Run*> own;
    for (const std::int64_t grain : kGrains)
        own.push_back(added(runs, [=] { parallelFor(0, floats, grain, work); }));
    return [own, bytes] {
        double best = 0;
        for (Run* run : own)
            best = std::max(best, rateOf(bytes, run->median()));
        return best;
    };
}

constexpr std::int64_t kManyFloats = 64 << 20;
constexpr std::int64_t kCachedFloats = 5000 * 512;

// Largest error of a sample of cells, compared with long double (64 bits of mantissa), whose own error is below 1e-12
// at these positions.
double maxErrorOf(const PositionTable& encoding, const Matrix& table)
{
    constexpr std::int64_t kSample = 100'000;
    const std::int64_t cells = table.rows() * table.cols();
    const std::int64_t step = std::max<std::int64_t>(1, cells / kSample) | 1; // odd, to include sines and cosines
    long double worst = 0;
    for (std::int64_t i = 0; i < cells; i += step) {
        const std::int64_t row = i / table.cols();
        const std::int64_t col = i % table.cols();
        const ColumnWave wave = encoding.wave(col).value();
        const long double exponent
            = -2.0L * static_cast<long double>(wave.pair) / static_cast<long double>(table.cols());
        const long double angle = static_cast<long double>(row) * std::pow(10000.0L, exponent);
        const long double value = wave.cosine ? std::cos(angle) : std::sin(angle);
        worst = std::max(worst, std::abs(static_cast<long double>(table(row, col)) - value));
    }
    return static_cast<double>(worst);
}

std::shared_ptr<const PositionTable> encodingOf(const std::string& scheme, Shape shape)
{
    const auto [rows, cols] = shape;
    const PositionModel model
        = findScheme(scheme)->make({.maxLen = rows, .width = cols, .own = {}, .headWidth = cols}).value();
    return model.table ? model.table : model.turns()->table;
}

// Measures the tables of one kind of store and their limit, which it returns.
double measureTogether(const std::vector<BenchCase>& cases, bool streaming, Json& speeds, const CancelToken& cancel)
{
    const std::int64_t floats = streaming ? kManyFloats : kCachedFloats;
    const auto store = streaming ? streamStore : plainStore;
    Matrix memory(Shape{1, floats});
    RunList runs;
    const auto limit
        = addLimit(runs, floats, floats * 4, [&](Span span) { store(memory.data() + span.begin, span.size(), 1.25F); });
    struct Table
    {
        std::string scheme;
        std::shared_ptr<const PositionTable> encoding;
        Run* run;
    };
    std::vector<Table> tables;
    const auto fill = [](const PositionTable& encoding, Matrix& table) {
        table.resize(encoding.shape());
        materialize(encoding, whole(encoding.shape()), table);
    };
    for (const auto& [shape, scheme] : cases) {
        if (streamsPastCaches(shape) != streaming)
            continue;
        const auto encoding = encodingOf(scheme, shape);
        tables.push_back({scheme, encoding, added(runs, [&memory, encoding, fill] { fill(*encoding, memory); })});
    }
    measure(runs, cancel);
    for (const auto& [scheme, encoding, run] : tables) {
        const Shape shape = encoding->shape();
        const double ms = run->median();
        const double rate = rateOf(shape.rows * shape.cols * 4, ms);
        const auto anew = [&encoding = *encoding, fill] {
            Matrix table(encoding.shape());
            fill(encoding, table);
        };
        const double allocated = medianOf(anew, cancel);
        fill(*encoding, memory);
        speeds.push_back({{"scheme", scheme},
                          {"rows", shape.rows},
                          {"cols", shape.cols},
                          {"ms", ms},
                          {"allocated_ms", allocated},
                          {"GBps", rate},
                          {"share_of_limit", rate / limit()},
                          {"max_abs_error", maxErrorOf(*encoding, memory)}});
    }
    return limit();
}

// Makes an output; values that are sampled once exist already.
using Output = std::function<Status(Matrix& output)>;

Result<Output> outputOf(const BenchCase& wanted)
{
    constexpr double kDrop = 0.1;
    const Shape shape = wanted.shape;
    TRY(const auto start, makeGenerator(wanted.name, Seed{}));
    TRY(const Drawn weights, start->normal(shape, 0, 1));
    TRY(TokenSequence tokens, TokenSequence::make({.maxLen = shape.rows}));
    const auto values = std::make_shared<Matrix>(shape);
    materialize(*weights.values, whole(shape), *values);
    const FieldPtr before
        = sum(scaled(std::make_shared<MatrixField>(values, Interval{-4, 4}), std::sqrt(static_cast<float>(shape.cols))),
              encodingOf("sinusoidal", shape));
    const auto sequence = std::make_shared<const TokenSequence>(std::move(tokens));
    const float factor = weights.after->dropoutScale(kDrop);
    return Output([shape, before, after = weights.after, sequence, factor](Matrix& output) -> Status {
        TRY(const Drawn mask, after->keepMask(shape, kDrop));
        materialize(*dropped(before, mask.values, factor, sequence), whole(shape), output);
        return Done{};
    });
}

} // namespace

Json measureTables(const std::vector<BenchCase>& cases, Json& limits, const CancelToken& cancel)
{
    Json speeds = Json::array();
    limits["cached_store_GBps"] = measureTogether(cases, false, speeds, cancel);
    limits["stream_store_GBps"] = measureTogether(cases, true, speeds, cancel);
    return speeds;
}

Result<Json> measureOutputs(const std::vector<BenchCase>& cases, Json& limits, const CancelToken& cancel)
{
    constexpr ByteCount kBytes = 4 * ByteCount{kManyFloats} * 4;
    TRY_DONE(requireMemory(kBytes, WORDS("the benchmark needs %1, %2 are available"),
                           WORDS("run it on a machine with more memory")));
    Matrix from(Shape{1, kManyFloats});
    Matrix out(Shape{1, kManyFloats});
    plainStore(from.data(), kManyFloats, 1.25F);
    RunList runs;
    const auto limit = addLimit(runs, kManyFloats, kManyFloats * 8, [&](Span span) {
        streamCopy(from.data() + span.begin, out.data() + span.begin, span.size());
    });
    std::vector<Output> outputs;
    std::vector<Run*> together; // null: outputs that fit the cache run by themselves
    for (const BenchCase& wanted : cases) {
        TRY(const Output output, outputOf(wanted));
        outputs.push_back(output);
        const auto again = [&out, output] {
            static_cast<void>(output(out));
        };
        together.push_back(streamsPastCaches(wanted.shape) ? added(runs, again) : nullptr);
    }
    measure(runs, cancel);
    limits["copy_GBps"] = limit();
    Json speeds = Json::array();
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& [shape, generator] = cases[i];
        const Output& output = outputs[i];
        TRY_DONE(output(out)); // checked here once for all of its runs
        const double ms = together[i] != nullptr ? together[i]->median()
                                                 : medianOf([&] { static_cast<void>(output(out)); }, cancel);
        const auto anew = [&output, shape = shape] {
            Matrix made(shape);
            static_cast<void>(output(made));
        };
        speeds.push_back({{"rows", shape.rows},
                          {"cols", shape.cols},
                          {"generator", generator},
                          {"ms", ms},
                          {"allocated_ms", medianOf(anew, cancel)},
                          {"share_of_limit", rateOf(shape.rows * shape.cols * 8, ms) / limit()}});
    }
    return speeds;
}

} // namespace phasor
