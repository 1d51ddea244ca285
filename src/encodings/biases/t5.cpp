// SPDX-License-Identifier: GPL-3.0-or-later
// T5: a trained number for each bucket of distances and each head.
#include "encodings/biases/blockdistances.h"
#include "encodings/biases/toeplitzbias.h"
#include "encodings/schemes.h"
#include "encodings/sinusoidal/framework/frameworksinusoidal.h"
#include "text/pythontext.h"

namespace phasor {

namespace {

struct T5Settings
{
    std::int64_t buckets = 32;
    std::int64_t maxDistance = 128; // about from here on all distances share the last bucket
    bool bidirectional = false; // keys after the query have their own buckets
    Seed seed = {}; // of the biases

    std::int64_t side() const { return bidirectional ? buckets / 2 : buckets; } // buckets of one direction
    std::int64_t exact() const { return side() / 2; } // distances 0 … exact − 1 have one each

    bool operator==(const T5Settings&) const = default;
};

// Bucket of a distance k = query − key, |k| < 2^31: T5Attention._relative_position_bucket of transformers, with
// PyTorch's float32 logarithm, as the borders of the buckets depend on it. exact() >= 1, maxDistance > exact().
std::int64_t bucketOf(const T5Settings& law, std::int64_t k)
{
    // The distance that counts: 0 for a key after the query, unless such keys have buckets.
    const std::int64_t n = law.bidirectional ? std::abs(k) : std::max<std::int64_t>(k, 0);
    const std::int64_t before = law.bidirectional && k < 0 ? law.side() : 0;
    const std::int64_t exact = law.exact();
    if (n < exact)
        return before + n;
    float log = static_cast<float>(n) / static_cast<float>(exact);
    frameworkLog(&log, &log, 1);
    const auto whole = static_cast<float>(std::log(static_cast<double>(law.maxDistance) / static_cast<double>(exact)));
    const float steps = log / whole * static_cast<float>(law.side() - exact);
    return before + std::min(exact + static_cast<std::int64_t>(steps), law.side() - 1);
}

// Distances with the same bucket, up to the next run.
struct BucketRun
{
    std::int64_t begin = 0;
    std::int64_t bucket = 0;
};

// All runs, ascending, the first from −2^31 on.
std::vector<BucketRun> bucketRuns(const T5Settings& law)
{
    constexpr std::int64_t kFarthest = std::int64_t{1} << 31;
    std::vector<BucketRun> runs;
    for (std::int64_t k = -kFarthest; k < kFarthest;) {
        runs.push_back({k, bucketOf(law, k)});
        // The first distance with another bucket. Buckets are in order on each side of 0.
        std::int64_t end = k < 0 ? 0 : kFarthest;
        while (end - k > 1) {
            const std::int64_t middle = k + (end - k) / 2;
            (bucketOf(law, middle) == runs.back().bucket ? k : end) = middle;
        }
        k = end;
    }
    return runs;
}

Status checkT5(const PositionSetup& setup)
{
    const auto law = setup.own.as<T5Settings>();
    if (law.bidirectional && law.buckets % 2 != 0)
        return usageError("RANGE", "--t5-buckets",
                          WORDS("%1 buckets cannot be split into two directions").with(law.buckets),
                          WORDS("use an even number, or %1 off").with(Message::option("--t5-bidirectional")));
    if (law.exact() < 1)
        return usageError("RANGE", "--t5-buckets",
                          WORDS("%1 buckets leave none for single distances").with(law.buckets),
                          WORDS("use 4 or more"));
    if (law.maxDistance <= law.exact())
        return usageError("RANGE", "--t5-max-distance",
                          WORDS("distances up to %1 have buckets of their own, so %2 is too small")
                              .with(law.exact() - 1, law.maxDistance),
                          WORDS("use %1 or more, or fewer %2").with(law.exact() + 1, Message::option("--t5-buckets")));
    return Done{};
}

using BucketRuns = std::shared_ptr<const std::vector<BucketRun>>;

// The biases of one head, by bucket.
struct T5Head
{
    BucketRuns runs;
    std::vector<float> biases;

    // visit(run, bias) for each run of distances with one bias, cut to `range`.
    template <typename Visit> void eachRun(Span range, Visit&& visit) const
    {
        auto run = std::ranges::upper_bound(*runs, range.begin, {}, &BucketRun::begin);
        for (--run; run != runs->end() && run->begin < range.end; ++run) {
            const std::int64_t end = run + 1 == runs->end() ? range.end : (run + 1)->begin;
            visit(Span{std::max(run->begin, range.begin), std::min(end, range.end)},
                  static_cast<double>(biases[static_cast<std::size_t>(run->bucket)]));
        }
    }
};

DistanceLaw t5Law(const T5Settings& law, const BucketRuns& runs, const Field& values, std::int64_t head)
{
    const std::int64_t count = values.shape().rows;
    std::vector<float> biases(static_cast<std::size_t>(count));
    values.fill({0, head, count, 1}, {biases.data(), count, 1, 1});
    const auto of = std::make_shared<const T5Head>(T5Head{runs, std::move(biases)});
    const auto largest = [of](std::int64_t length) {
        double most = 0;
        of->eachRun({1 - length, length}, [&](Span, double bias) { most = std::max(most, std::fabs(bias)); });
        return most;
    };
    const auto mean = [of](Span queries, Span keys) {
        const BlockDistances block(queries, keys);
        double sum = 0;
        of->eachRun(block.range(),
                    [&](Span run, double bias) { sum += bias * (block.below(run.end) - block.below(run.begin)); });
        return sum / block.cells();
    };
    const auto cells = [of](std::int64_t first, std::span<float> out) {
        const std::int64_t end = first + 1; // of the distances, of which the last is written first
        of->eachRun({end - std::ssize(out), end}, [&](Span run, double bias) {
            std::fill(out.begin() + (end - run.end), out.begin() + (end - run.begin), static_cast<float>(bias));
        });
    };
    const auto at = [of, law](std::int64_t k) {
        return static_cast<double>(of->biases[static_cast<std::size_t>(bucketOf(law, k))]);
    };
    return {.at = at, .largest = largest, .mean = mean, .cells = cells};
}

Result<PositionModel> makeT5(const PositionSetup& setup)
{
    const auto settings = setup.own.as<T5Settings>();
    TRY(const auto generator, makeGenerator(setup.generator, settings.seed, setup.grid));
    TRY(const Drawn drawn, generator->normal({settings.buckets, setup.heads}, 0, 1));
    const auto runs = std::make_shared<const std::vector<BucketRun>>(bucketRuns(settings));
    const auto formula = [settings](std::int64_t head, std::int64_t query, std::int64_t key) {
        const std::string behind = key < query ? "−" : "";
        return "b[bucket(" + behind + std::to_string(std::abs(key - query)) + ") → "
            + std::to_string(bucketOf(settings, query - key)) + ", " + std::to_string(head) + "]";
    };
    PositionModel model = toeplitzModel(
        [=, values = drawn.values](std::int64_t head) { return t5Law(settings, runs, *values, head); },
        {.formula = formula, .learnedNumbers = drawn.values, .learnedNumberAt = [settings](std::int64_t k) {
             return bucketOf(settings, k);
         }});
    model.scoresAreDivided = false;
    return model;
}

SchemeCode t5Notebook(NotebookLibrary library, const PositionSetup& setup)
{
    const auto settings = setup.own.as<T5Settings>();
    const bool torch = library == NotebookLibrary::PyTorch;
    const DrawnArray values{.name = "b", .shape = "t5_buckets, heads"};
    SchemeCode code{.note = drawNote(library, setup.generator),
                    .imports = "import math\n",
                    .constants = "t5_buckets = " + std::to_string(settings.buckets)
                        + "\nt5_max_distance = " + std::to_string(settings.maxDistance)
                        + "\nt5_bidirectional = " + (settings.bidirectional ? "True" : "False") + "\n"};
    code.body = "# T5: bias [heads, n, n], a number for each bucket and head; the scores are not divided.\n"
        + drawnArrays(library, setup.generator, settings.seed, {&values, 1})
        // NumPy's float32 logarithm is less exact than PyTorch's; this matters at the borders of the buckets.
        + replaced(bundledPython("t5", "bias"), "LOG",
                   torch ? "LIB.log(quotient)" : "LIB.log(quotient.CAST(LIB.float64)).CAST(LIB.float32)");
    return code;
}

} // namespace

Scheme t5Scheme()
{
    return {
        .id = "t5",
        .label = WORDS("T5"),
        .kind = SchemeKind::Bias,
        .formula = WORDS("bias[i, j] = b[bucket(j − i), h], q · k is not divided by √(head dimension)"),
        .source = WORDS("Raffel et al. 2020, Exploring the Limits of Transfer Learning, section 2.1"),
        .draws = true,
        .own = {
            schemeParameter(
                integer("t5-buckets", WORDS("Buckets"), 2, 65536)
                    .powersOfTwo()
                    .says(WORDS(
                        "Attention biases per head. Half cover short distances one by "
"one; the others cover longer and longer ranges.")),
                &T5Settings::buckets),
            schemeParameter(integer("t5-max-distance", WORDS("Largest distance"), 1, 2147483647)
                                .logarithmic()
                                .inUnit(WORDS("positions"))
                                .says(WORDS("Distance from which all keys share the last bucket.")),
                            &T5Settings::maxDistance),
            schemeParameter(
                choice("t5-bidirectional", WORDS("Bidirectional"), onOffChoices)
                    .says(WORDS("Whether later keys have buckets of their own, as in an "
"encoder. If off, they share the bucket of distance 0.")),
                &T5Settings::bidirectional),
            tableSeed(WORDS("Seed of the random generator before the biases are sampled from N(0, 1)."),
                      &T5Settings::seed),
        },
        .check = checkT5,
        .make = makeT5,
        .notebook = t5Notebook,
    };
}

} // namespace phasor
