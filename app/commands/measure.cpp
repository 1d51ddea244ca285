// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/measure.h"

#include "encodings/schemes.h"
#include "field/materialize.h"
#include "field/matrixfield.h"
#include "field/parallel.h"
#include "kernels/memory.h"
#include "pipeline/fields/dropoutfields.h"
#include "pipeline/fields/stagefields.h"
#include "random/generator.h"
#include "system/memorybudget.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>

namespace phasor {

namespace {

constexpr double kEnoughSeconds = 0.4; // of runs, for a median
constexpr int kFewestRuns = 5;
// Floats a task. How memory likes to be written depends on the machine: the limit is what the best of these reaches.
constexpr std::array<std::int64_t, 3> kGrains{1 << 14, 1 << 18, 1 << 22};

// Runs that take turns; their medians in milliseconds, the first two rounds left out.
class Rounds
{
public:
    explicit Rounds(const CancelToken& cancel)
        : m_cancel(cancel)
    {
    }

    // Returns the run's number.
    std::size_t add(std::function<void()> run)
    {
        m_runs.push_back(std::move(run));
        m_times.emplace_back();
        return m_runs.size() - 1;
    }

    void go()
    {
        const Clock::time_point begin = Clock::now();
        const double enough = kEnoughSeconds * static_cast<double>(m_runs.size());
        for (int round = -2; round < kFewestRuns || seconds(begin) < enough; ++round) {
            for (std::size_t i = 0; i < m_runs.size(); ++i) {
                if (m_cancel.cancelled())
                    return;
                const Clock::time_point start = Clock::now();
                m_runs[i]();
                if (round >= 0)
                    m_times[i].push_back(1e3 * seconds(start));
            }
        }
    }

    double median(std::size_t run)
    {
        std::vector<double>& times = m_times[run];
        if (times.empty())
            return 0; // cancelled
        const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
        std::nth_element(times.begin(), middle, times.end());
        return *middle;
    }

private:
    using Clock = std::chrono::steady_clock;
    static double seconds(Clock::time_point since)
    {
        return std::chrono::duration<double>(Clock::now() - since).count();
    }

    const CancelToken& m_cancel;
    std::vector<std::function<void()>> m_runs;
    std::vector<std::vector<double>> m_times;
};

double medianOf(std::function<void()> run, const CancelToken& cancel)
{
    Rounds rounds(cancel);
    const std::size_t only = rounds.add(std::move(run));
    rounds.go();
    return rounds.median(only);
}

double rateOf(std::int64_t bytes, double milliseconds)
{
    return static_cast<double>(bytes) / milliseconds * 1e-6;
}

// A limit among the runs that it is compared with.
class LimitRun
{
public:
    // work(span) moves `bytes` when it has had [0, floats).
    LimitRun(Rounds& rounds, std::int64_t floats, std::int64_t bytes, const std::function<void(Span)>& work)
        : m_rounds(rounds)
        , m_bytes(bytes)
    {
        for (const std::int64_t grain : kGrains)
            m_runs.push_back(rounds.add([=] { parallelFor(0, floats, grain, work); }));
    }

    double rate() const
    {
        double best = 0;
        for (const std::size_t run : m_runs)
            best = std::max(best, rateOf(m_bytes, m_rounds.median(run)));
        return best;
    }

private:
    Rounds& m_rounds;
    std::int64_t m_bytes;
    std::vector<std::size_t> m_runs;
};

constexpr std::int64_t kManyFloats = 64 << 20;
constexpr std::int64_t kCachedFloats = 5000 * 512;

// The greatest error of cells that are spread over the table, beside long double (64 bits of mantissa): its own error
// is below 1e-12 at these positions.
double maxErrorOf(const PositionTable& encoding, const Matrix& table)
{
    constexpr std::int64_t kSample = 100'000;
    const std::int64_t cells = table.rows() * table.cols();
    const std::int64_t step = std::max<std::int64_t>(1, cells / kSample) | 1; // odd: sines and cosines
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

std::shared_ptr<const PositionTable> encodingOf(const TableCase& wanted)
{
    const auto [rows, cols] = wanted.size;
    const PositionModel model
        = findScheme(wanted.scheme)->make({.maxLen = rows, .width = cols, .own = {}, .headWidth = cols}).value();
    return model.table ? model.table : model.turns()->table;
}

// The tables of one kind of store and its limit, which is returned.
double measureTogether(const std::vector<TableCase>& cases, bool streaming, std::vector<TableSpeed>& speeds,
                       const CancelToken& cancel)
{
    const std::int64_t floats = streaming ? kManyFloats : kCachedFloats;
    const auto store = streaming ? streamStore : plainStore;
    Matrix memory(Shape{1, floats});
    Rounds rounds(cancel);
    const LimitRun limit(rounds, floats, floats * 4,
                         [&](Span span) { store(memory.data() + span.begin, span.size(), 1.25F); });
    struct Run
    {
        std::string scheme;
        std::shared_ptr<const PositionTable> encoding;
        std::size_t number;
    };
    std::vector<Run> runs;
    for (const TableCase& wanted : cases) {
        if (streamsPastCaches({wanted.size.rows, wanted.size.cols}) != streaming)
            continue;
        const auto encoding = encodingOf(wanted);
        runs.push_back({wanted.scheme, encoding, rounds.add([&memory, encoding] {
                            memory.resize(encoding->shape());
                            materialize(*encoding, whole(encoding->shape()), memory);
                        })});
    }
    rounds.go();
    const double rate = limit.rate();
    for (const Run& run : runs) {
        const Shape shape = run.encoding->shape();
        TableSpeed speed{.scheme = run.scheme, .rows = shape.rows, .cols = shape.cols};
        speed.ms = rounds.median(run.number);
        speed.rate = rateOf(shape.rows * shape.cols * 4, speed.ms);
        speed.share = speed.rate / rate;
        speed.allocatedMs = medianOf(
            [&] {
                Matrix anew(shape);
                materialize(*run.encoding, whole(shape), anew);
            },
            cancel);
        memory.resize(shape);
        materialize(*run.encoding, whole(shape), memory);
        speed.maxError = maxErrorOf(*run.encoding, memory);
        speeds.push_back(speed);
    }
    return rate;
}

// One output in the making: what is drawn once, and its run.
class OutputRun
{
public:
    static Result<std::unique_ptr<OutputRun>> make(const OutputCase& wanted)
    {
        const Shape shape{wanted.size.rows, wanted.size.cols};
        const Result<std::shared_ptr<const Generator>> start = makeGenerator(wanted.generator, Seed{});
        if (!start.ok())
            return start.error();
        const Result<Drawn> weights = (*start)->normal(shape, 0, 1);
        if (!weights.ok())
            return weights.error();
        Result<TokenSequence> tokens = TokenSequence::make({.maxLen = shape.rows});
        if (!tokens.ok())
            return tokens.error();
        auto run = std::make_unique<OutputRun>();
        run->m_embedding = std::make_shared<Matrix>(shape);
        materialize(*weights->values, whole(shape), *run->m_embedding);
        const FieldPtr embedding = std::make_shared<MatrixField>(run->m_embedding, Interval{-4, 4});
        run->m_before = sum(scaled(embedding, std::sqrt(static_cast<float>(shape.cols))),
                            encodingOf({wanted.size, "sinusoidal"}));
        run->m_after = weights->after;
        run->m_sequence = std::make_shared<const TokenSequence>(std::move(*tokens));
        run->m_factor = run->m_after->dropoutScale(kDrop);
        return run;
    }

    void draw(Matrix& output)
    {
        const Shape shape = m_embedding->shape();
        const Result<Drawn> mask = m_after->keepMask(shape, kDrop);
        if (mask.ok())
            materialize(*dropped(m_before, mask->values, m_factor, m_sequence), whole(shape), output);
        else
            m_status = mask.error();
    }

    const Matrix& embedding() const { return *m_embedding; }
    const Status& status() const { return m_status; }

private:
    static constexpr double kDrop = 0.1;

    std::shared_ptr<Matrix> m_embedding;
    FieldPtr m_before;
    std::shared_ptr<const Generator> m_after;
    std::shared_ptr<const TokenSequence> m_sequence;
    float m_factor = 1;
    Status m_status = Done{};
};

} // namespace

std::vector<TableSpeed> measureTables(const std::vector<TableCase>& cases, Limits& limits, const CancelToken& cancel)
{
    std::vector<TableSpeed> speeds;
    limits.cachedStore = measureTogether(cases, false, speeds, cancel);
    limits.streamStore = measureTogether(cases, true, speeds, cancel);
    return speeds;
}

Result<std::vector<OutputSpeed>> measureOutputs(const std::vector<OutputCase>& cases, Limits& limits,
                                                const CancelToken& cancel)
{
    constexpr ByteCount kBytes = 4 * ByteCount{kManyFloats} * 4;
    if (Status status = requireMemory(kBytes, WORDS("the benchmark needs %1, %2 are available"),
                                      WORDS("run it on a machine with more memory"));
        !status.ok())
        return status.error();
    Matrix from(Shape{1, kManyFloats});
    Matrix out(Shape{1, kManyFloats});
    plainStore(from.data(), kManyFloats, 1.25F);
    Rounds rounds(cancel);
    const LimitRun limit(rounds, kManyFloats, kManyFloats * 8, [&](Span span) {
        streamCopy(from.data() + span.begin, out.data() + span.begin, span.size());
    });
    std::vector<std::unique_ptr<OutputRun>> runs;
    std::vector<std::optional<std::size_t>> numbers; // those that the cache holds run by themselves
    for (const OutputCase& wanted : cases) {
        Result<std::unique_ptr<OutputRun>> run = OutputRun::make(wanted);
        if (!run.ok())
            return run.error();
        runs.push_back(std::move(*run));
        OutputRun* const output = runs.back().get();
        numbers.push_back(streamsPastCaches(output->embedding().shape())
                              ? std::optional(rounds.add([&out, output] { output->draw(out); }))
                              : std::nullopt);
    }
    rounds.go();
    limits.copy = limit.rate();
    std::vector<OutputSpeed> speeds;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Size size = cases[i].size;
        OutputSpeed speed{.rows = size.rows, .cols = size.cols, .generator = cases[i].generator};
        speed.ms = numbers[i] ? rounds.median(*numbers[i]) : medianOf([&] { runs[i]->draw(out); }, cancel);
        speed.share = rateOf(size.rows * size.cols * 8, speed.ms) / limits.copy;
        speed.allocatedMs = medianOf(
            [&] {
                Matrix anew(runs[i]->embedding().shape());
                runs[i]->draw(anew);
            },
            cancel);
        if (!runs[i]->status().ok())
            return runs[i]->status().error();
        speeds.push_back(speed);
    }
    return speeds;
}

} // namespace phasor
