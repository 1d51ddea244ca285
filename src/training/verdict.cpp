// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/experiment.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace phasor {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Sample
{
    double count = 0;
    double mean = kNaN;
    double squaredError = kNaN; // of the mean
};

Sample sampleOf(std::span<const double> values)
{
    std::vector<double> numbers;
    std::copy_if(values.begin(), values.end(), std::back_inserter(numbers), [](double v) { return !std::isnan(v); });
    Sample sample{.count = static_cast<double>(numbers.size())};
    if (numbers.empty())
        return sample;
    sample.mean = 0;
    for (const double number : numbers)
        sample.mean += number / sample.count;
    double squares = 0;
    for (const double number : numbers)
        squares += (number - sample.mean) * (number - sample.mean);
    if (sample.count > 1)
        sample.squaredError = squares / (sample.count - 1) / sample.count;
    return sample;
}

} // namespace

double studentQuantile(double tail, double degrees)
{
    using namespace boost::math::policies;
    // NaN or infinite instead of an exception, and the same on each machine: long double isn't.
    using Plain = policy<domain_error<ignore_error>, overflow_error<ignore_error>, evaluation_error<ignore_error>,
                         promote_double<false>>;
    const boost::math::students_t_distribution<double, Plain> law(degrees);
    return quantile(complement(law, tail / 2));
}

Band bandOf(std::span<const double> values)
{
    const Sample sample = sampleOf(values);
    if (sample.count < 2)
        return {sample.mean, kNaN, kNaN};
    const double half = studentQuantile(0.05, sample.count - 1) * std::sqrt(sample.squaredError);
    return {sample.mean, sample.mean - half, sample.mean + half};
}

Band shareBandOf(std::span<const double> values)
{
    Band band = bandOf(values);
    if (!std::isnan(band.low))
        band = {band.mean, std::max(0.0, band.low), std::min(1.0, band.high)};
    return band;
}

Band lessBandOf(std::span<const double> a, std::span<const double> b, double tail)
{
    const Sample one = sampleOf(a);
    const Sample other = sampleOf(b);
    const double less = one.mean - other.mean;
    if (one.count < 2 || other.count < 2)
        return {less, kNaN, kNaN};
    const double squares = one.squaredError + other.squaredError;
    const double degrees = squares * squares
        / (one.squaredError * one.squaredError / (one.count - 1)
           + other.squaredError * other.squaredError / (other.count - 1));
    const double half = squares == 0 ? 0 : studentQuantile(tail, degrees) * std::sqrt(squares);
    return {less, less - half, less + half};
}

bool differ(std::span<const double> a, std::span<const double> b, double tail)
{
    const Band less = lessBandOf(a, b, tail);
    return less.low > 0 || less.high < 0;
}

// "0.98 (0.97 … 1)": a mean and its band.
static std::string shown(const Band& band)
{
    const auto rounded = [](double share) {
        return shortNumber(std::round(share * 1000) / 1000);
    };
    if (std::isnan(band.low))
        return rounded(band.mean);
    return rounded(band.mean) + " (" + rounded(band.low) + " … " + rounded(band.high) + ")";
}

// "rope 0.99 (0.98 … 1), nope 0.17 (0.16 … 0.18)" of the variants that are, or are not, worse than the best.
static Message listed(const Verdict& verdict, const std::vector<VariantResult>& results, bool worse)
{
    Message list;
    for (const std::size_t i : verdict.order) {
        if (verdict.worse[i] != worse)
            continue;
        const Message one = WORDS("%1 %2").with(Message::setting(results[i].variant.name), shown(verdict.finals[i]));
        list = list.empty() ? one : WORDS("%1, %2").with(list, one);
    }
    return list;
}

static bool isFinished(const std::vector<VariantResult>& results)
{
    return !results.empty() && std::ranges::all_of(results, [](const VariantResult& result) {
        return !result.runs.empty() && std::ranges::all_of(result.runs, &RunRecord::finished);
    });
}

Verdict verdictOf(const std::vector<VariantResult>& results)
{
    Verdict verdict;
    verdict.worse.resize(results.size());
    for (const VariantResult& result : results)
        verdict.finals.push_back(shareBandOf(result.finals()));
    for (std::size_t i = 0; i < results.size(); ++i) {
        for (const RunRecord& run : results[i].runs) {
            if (!run.brokeAt)
                continue;
            verdict.kind = Verdict::Kind::Broken;
            verdict.broken = i;
            verdict.brokenAt = *run.brokeAt;
            return verdict;
        }
    }
    if (!isFinished(results))
        return verdict;
    verdict.seeds = std::ssize(results.front().runs);
    verdict.order.resize(results.size());
    std::iota(verdict.order.begin(), verdict.order.end(), std::size_t{0});
    std::stable_sort(verdict.order.begin(), verdict.order.end(),
                     [&](std::size_t a, std::size_t b) { return verdict.finals[a].mean > verdict.finals[b].mean; });
    if (results.size() == 1) {
        verdict.kind = Verdict::Kind::Single;
        return verdict;
    }
    if (verdict.seeds < 2) {
        verdict.kind = Verdict::Kind::OneSeed;
        return verdict;
    }
    // All comparisons with the best share the 5 % (Bonferroni).
    const double tail = 0.05 / static_cast<double>(results.size() - 1);
    const std::vector<double> best = results[verdict.order.front()].finals();
    for (std::size_t i = 0; i < results.size(); ++i)
        verdict.worse[i] = i != verdict.order.front() && differ(best, results[i].finals(), tail);
    verdict.kind = std::ranges::count(verdict.worse, true) > 0 ? Verdict::Kind::Differ : Verdict::Kind::Same;
    return verdict;
}

Message said(const Verdict& verdict, const std::vector<VariantResult>& results)
{
    switch (verdict.kind) {
    case Verdict::Kind::Broken: {
        const std::string& name = results[verdict.broken].variant.name;
        return WORDS(
                   "%1: the loss is not finite from step %2 on; lower the learning rate or the scale, or use a warm-up")
            .with(name.empty() ? Message(WORDS("training")) : Message::setting(name), verdict.brokenAt);
    }
    case Verdict::Kind::Single:
        return verdict.seeds < 2
            ? WORDS("accuracy %1 with one seed").with(shown(verdict.finals.front()))
            : WORDS("accuracy %1, mean of %2 seeds").with(shown(verdict.finals.front()), verdict.seeds);
    case Verdict::Kind::OneSeed:
        return WORDS("no verdict: one seed does not show the noise (%1)").with(listed(verdict, results, false));
    case Verdict::Kind::Same:
        return WORDS("no difference beyond the noise of %1 seeds: %2")
            .with(verdict.seeds, listed(verdict, results, false));
    case Verdict::Kind::Differ:
        return WORDS("%1 is best; %2: worse by more than the noise of %3 seeds")
            .with(listed(verdict, results, false), listed(verdict, results, true), verdict.seeds);
    case Verdict::Kind::Unfinished:
        break;
    }
    return WORDS("not finished yet");
}

} // namespace phasor
