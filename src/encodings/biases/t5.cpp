// SPDX-License-Identifier: GPL-3.0-or-later
// T5: a trained number for each bucket of distances and each head.
#include "encodings/biases/t5.h"

#include "encodings/biases/blockdistances.h"
#include "encodings/biases/toeplitzbias.h"
#include "encodings/schemes.h"
#include "encodings/sinusoidal/framework/frameworksinusoidal.h"
#include "text/pythontext.h"

namespace phasor {

namespace {

constexpr std::int64_t kFarthest = std::int64_t{1} << 31;

// Distance that the bucket depends on. A key after the query counts as distance 0, unless such keys have buckets.
std::int64_t distance(const T5Settings& law, std::int64_t k)
{
    return law.bidirectional ? std::abs(k) : std::max<std::int64_t>(k, 0);
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

// The biases of one head, by bucket.
struct T5Head
{
    std::shared_ptr<const T5Buckets> buckets;
    std::vector<float> biases;

    double at(std::int64_t bucket) const { return static_cast<double>(biases[static_cast<std::size_t>(bucket)]); }

    // visit(run, bias) for each run of distances with one bias, cut to `range`.
    template <typename Visit> void eachRun(Span range, Visit&& visit) const
    {
        const auto runs = buckets->runs();
        auto run = std::ranges::upper_bound(runs, range.begin, {}, &T5Buckets::Run::begin);
        for (--run; run != runs.end() && run->begin < range.end; ++run) {
            const std::int64_t end = run + 1 == runs.end() ? range.end : (run + 1)->begin;
            visit(Span{std::max(run->begin, range.begin), std::min(end, range.end)}, at(run->bucket));
        }
    }
};

DistanceLaw t5Law(const std::shared_ptr<const T5Buckets>& buckets, const Field& values, std::int64_t head)
{
    const std::int64_t count = values.shape().rows;
    std::vector<float> biases(static_cast<std::size_t>(count));
    values.fill({0, head, count, 1}, {biases.data(), count, 1, 1});
    const auto of = std::make_shared<const T5Head>(T5Head{buckets, std::move(biases)});
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
        std::vector<std::int64_t> numbers(out.size());
        of->buckets->of(first, numbers);
        std::ranges::transform(numbers, out.begin(),
                               [&](std::int64_t bucket) { return of->biases[static_cast<std::size_t>(bucket)]; });
    };
    return {.at = [of](std::int64_t k) { return of->at(of->buckets->of(k)); },
            .largest = largest,
            .mean = mean,
            .cells = cells};
}

Result<PositionModel> makeT5(const PositionSetup& setup)
{
    const auto settings = setup.own.as<T5Settings>();
    TRY(const auto generator, makeGenerator(setup.generator, settings.seed, setup.grid));
    TRY(const Drawn drawn, generator->normal({settings.buckets, setup.heads}, 0, 1));
    const auto buckets = std::make_shared<const T5Buckets>(settings);
    const auto formula = [buckets](std::int64_t head, std::int64_t query, std::int64_t key) {
        const std::string behind = key < query ? "−" : "";
        return "b[bucket(" + behind + std::to_string(std::abs(key - query)) + ") → "
            + std::to_string(buckets->of(query - key)) + ", " + std::to_string(head) + "]";
    };
    PositionModel model = toeplitzModel(
        [buckets, values = drawn.values](std::int64_t head) { return t5Law(buckets, *values, head); },
        {.formula = formula, .learnedNumbers = drawn.values, .learnedNumberAt = [buckets](std::int64_t k) {
             return buckets->of(k);
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

T5Buckets::T5Buckets(const T5Settings& law)
    : m_law(law)
    , m_log(static_cast<float>(std::log(static_cast<double>(law.maxDistance) / static_cast<double>(law.exact()))))
{
    for (std::int64_t k = -kFarthest; k < kFarthest;) {
        m_runs.push_back({k, of(k)});
        // The first distance with another bucket. Buckets are in order on each side of 0.
        std::int64_t end = k < 0 ? 0 : kFarthest;
        while (end - k > 1) {
            const std::int64_t middle = k + (end - k) / 2;
            (of(middle) == m_runs.back().bucket ? k : end) = middle;
        }
        k = end;
    }
}

std::int64_t T5Buckets::of(std::int64_t k) const
{
    std::int64_t bucket = 0;
    of(k, {&bucket, 1});
    return bucket;
}

void T5Buckets::of(std::int64_t first, std::span<std::int64_t> out) const
{
    constexpr std::size_t kLanes = 256;
    std::array<float, kLanes> logs;
    for (std::size_t i = 0; i < out.size(); i += kLanes) {
        const std::size_t count = std::min(kLanes, out.size() - i);
        const std::int64_t k = first - static_cast<std::int64_t>(i);
        for (std::size_t j = 0; j < count; ++j)
            logs[j] = static_cast<float>(distance(m_law, k - static_cast<std::int64_t>(j)))
                / static_cast<float>(m_law.exact());
        frameworkLog(logs.data(), logs.data(), count);
        for (std::size_t j = 0; j < count; ++j)
            out[i + j] = bucket(k - static_cast<std::int64_t>(j), logs[j]);
    }
}

std::int64_t T5Buckets::bucket(std::int64_t k, float log) const
{
    const std::int64_t n = distance(m_law, k);
    const std::int64_t before = m_law.bidirectional && k < 0 ? m_law.side() : 0;
    const std::int64_t exact = m_law.exact();
    if (n < exact)
        return before + n;
    const float steps = log / m_log * static_cast<float>(m_law.side() - exact);
    return before + std::min(exact + static_cast<std::int64_t>(steps), m_law.side() - 1);
}

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
