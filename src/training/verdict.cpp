// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/numbers.h"
#include "training/experiment.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace phasor {

namespace {

// "0.98 (0.97 … 1)": a mean and its band.
std::string shown(const Band& band)
{
    const auto rounded = [](double share) {
        return shortNumber(std::round(share * 1000) / 1000);
    };
    if (std::isnan(band.low))
        return rounded(band.mean);
    return rounded(band.mean) + " (" + rounded(band.low) + " … " + rounded(band.high) + ")";
}

// "rope 0.99 (0.98 … 1), nope 0.17 (0.16 … 0.18)" of the variants that are, or are not, worse than the best.
Message listed(const Verdict& verdict, const std::vector<VariantResult>& results, bool worse)
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

bool isFinished(const std::vector<VariantResult>& results)
{
    return !results.empty() && std::all_of(results.begin(), results.end(), [](const VariantResult& result) {
        return !result.runs.empty()
            && std::all_of(result.runs.begin(), result.runs.end(), [](const RunRecord& run) { return run.finished; });
    });
}

bool findBroken(Verdict& verdict, const std::vector<VariantResult>& results)
{
    for (std::size_t i = 0; i < results.size(); ++i) {
        for (const RunRecord& run : results[i].runs) {
            if (run.brokeAt) {
                verdict.kind = Verdict::Kind::Broken;
                verdict.broken = i;
                verdict.brokenAt = *run.brokeAt;
                return true;
            }
        }
    }
    return false;
}

} // namespace

Verdict verdictOf(const std::vector<VariantResult>& results)
{
    Verdict verdict;
    verdict.worse.resize(results.size());
    for (const VariantResult& result : results)
        verdict.finals.push_back(shareBandOf(result.finals()));
    if (findBroken(verdict, results) || !isFinished(results))
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
    const bool any = std::find(verdict.worse.begin(), verdict.worse.end(), true) != verdict.worse.end();
    verdict.kind = any ? Verdict::Kind::Differ : Verdict::Kind::Same;
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
