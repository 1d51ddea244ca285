// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure.h"

#include "core/materialize.h"
#include "core/memorybudget.h"
#include "core/parallel.h"
#include "embeddings/matrixfield.h"
#include "encodings/schemes.h"
#include "kernels/memory.h"
#include "pipeline/dropoutfields.h"
#include "pipeline/stagefields.h"
#include "random/generator.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>

namespace phasor {

namespace {

constexpr double kEnoughSeconds = 0.4; // of runs, for a median
constexpr int kFewestRuns = 5;
// Floats a task. How memory likes to be written depends on the machine: the limit is what the best of these reaches.
constexpr std::array<std::int64_t, 3> kGrains{1 << 14, 1 << 18, 1 << 22};

// Median of the runs in milliseconds, the first two left out.
double medianOf(const std::function<void()>& run)
{
    using Clock = std::chrono::steady_clock;
    std::vector<double> times;
    const Clock::time_point begin = Clock::now();
    for (int i = -2; i < kFewestRuns || Clock::now() - begin < std::chrono::duration<double>(kEnoughSeconds); ++i) {
        const Clock::time_point start = Clock::now();
        run();
        if (i >= 0)
            times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    }
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    return times[times.size() / 2];
}

double rateOf(std::int64_t bytes, double milliseconds)
{
    return static_cast<double>(bytes) / milliseconds * 1e-6;
}

double storeRate(std::int64_t floats, void (*store)(float*, std::int64_t, float))
{
    Matrix matrix(Shape{1, floats});
    double best = 0;
    for (const std::int64_t grain : kGrains) {
        const double ms = medianOf([&] {
            parallelFor(0, floats, grain, [&](Span span) { store(matrix.data() + span.begin, span.size(), 1.25F); });
        });
        best = std::max(best, rateOf(floats * 4, ms));
    }
    return best;
}

double copyRate(std::int64_t floats)
{
    Matrix from(Shape{1, floats});
    Matrix to(Shape{1, floats});
    plainStore(from.data(), floats, 1.25F);
    double best = 0;
    for (const std::int64_t grain : kGrains) {
        const double ms = medianOf([&] {
            parallelFor(0, floats, grain,
                        [&](Span span) { streamCopy(from.data() + span.begin, to.data() + span.begin, span.size()); });
        });
        best = std::max(best, rateOf(floats * 8, ms));
    }
    return best;
}

// The greatest error of cells that are spread over the table, beside long double (64 bits of mantissa): its own error
// is below 1e-12 at these positions.
double maxErrorOf(const Matrix& table)
{
    constexpr std::int64_t kSample = 100'000;
    const std::int64_t cells = table.rows() * table.cols();
    const std::int64_t step = std::max<std::int64_t>(1, cells / kSample) | 1; // odd: sines and cosines
    long double worst = 0;
    for (std::int64_t i = 0; i < cells; i += step) {
        const std::int64_t row = i / table.cols();
        const std::int64_t col = i % table.cols();
        const long double exponent = -2.0L * static_cast<long double>(col / 2) / static_cast<long double>(table.cols());
        const long double angle = static_cast<long double>(row) * std::pow(10000.0L, exponent);
        const long double value = col % 2 == 0 ? std::sin(angle) : std::cos(angle);
        worst = std::max(worst, std::abs(static_cast<long double>(table(row, col)) - value));
    }
    return static_cast<double>(worst);
}

std::shared_ptr<const Encoding> encodingOf(std::int64_t rows, std::int64_t cols)
{
    return findScheme("sinusoidal")->make({.dModel = cols, .maxLen = rows}).value();
}

} // namespace

Limits measureLimits()
{
    constexpr std::int64_t kLarge = 64 << 20;
    return {.streamStore = storeRate(kLarge, streamStore),
            .copy = copyRate(kLarge),
            .cachedStore = storeRate(5000 * 512, plainStore)};
}

TableSpeed measureTable(std::int64_t rows, std::int64_t cols, const Limits& limits)
{
    const std::shared_ptr<const Encoding> encoding = encodingOf(rows, cols);
    Matrix table(Shape{rows, cols});
    TableSpeed speed{.rows = rows, .cols = cols};
    speed.ms = medianOf([&] { materialize(*encoding, whole(table.shape()), table); });
    speed.allocatedMs = medianOf([&] {
        Matrix anew(table.shape());
        materialize(*encoding, whole(anew.shape()), anew);
    });
    speed.rate = rateOf(rows * cols * 4, speed.ms);
    speed.share = speed.rate / (streamsPastCaches(table.shape()) ? limits.streamStore : limits.cachedStore);
    speed.maxError = maxErrorOf(table);
    return speed;
}

Result<OutputSpeed> measureOutput(std::int64_t rows, std::int64_t cols, const std::string& generator,
                                  const Limits& limits)
{
    const Shape shape{rows, cols};
    const auto bytes = static_cast<ByteCount>(rows) * static_cast<ByteCount>(cols) * 4;
    if (Status status = requireMemory(4 * bytes, "the benchmark", "run it on a machine with more memory"); !status.ok())
        return status.error();
    constexpr double kDrop = 0.1;
    const Result<std::shared_ptr<const Generator>> start = makeGenerator(generator, Seed{});
    if (!start.ok())
        return start.error();
    const Result<Drawn> weights = (*start)->normal(shape, 0, 1);
    if (!weights.ok())
        return weights.error();
    auto memory = std::make_shared<Matrix>(shape);
    materialize(*weights->values, whole(shape), *memory);
    const FieldPtr embedding = std::make_shared<MatrixField>(memory, Interval{-4, 4});
    const FieldPtr before = sum(scaled(embedding, std::sqrt(static_cast<float>(cols))), encodingOf(rows, cols));
    Parameters parameters;
    parameters.maxLen = rows;
    Result<TokenSequence> tokens = TokenSequence::make(parameters, std::nullopt);
    if (!tokens.ok())
        return tokens.error();
    const auto sequence = std::make_shared<const TokenSequence>(std::move(*tokens));
    const float factor = weights->after->dropoutScale(kDrop);
    Matrix out(shape);
    OutputSpeed speed{.rows = rows, .cols = cols, .generator = generator};
    Status drawing = Done{};
    const auto draw = [&](Matrix& output) {
        const Result<Drawn> mask = weights->after->keepMask(shape, kDrop);
        if (mask.ok())
            materialize(*dropped(before, mask->values, factor, sequence), whole(shape), output);
        else
            drawing = mask.error();
    };
    speed.ms = medianOf([&] { draw(out); });
    speed.allocatedMs = medianOf([&] {
        Matrix anew(shape);
        draw(anew);
    });
    if (!drawing.ok())
        return drawing.error();
    speed.share = rateOf(rows * cols * 8, speed.ms) / limits.copy;
    return speed;
}

} // namespace phasor
