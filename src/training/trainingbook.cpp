// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/trainingbook.h"

#include "field/parallel.h"
#include "system/memory.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace phasor {

constexpr std::size_t kKeptVariants = 100;
constexpr std::size_t kPausedVariants = 12; // of other experiments, each with weights and gradients
constexpr std::size_t kKeptQuotes = 32;

// Everything that the weights depend on: neither the name nor the sentence that the window shows.
static Variant keyOf(Variant variant)
{
    variant.name.clear();
    variant.parameters.sentence = {};
    variant.parameters.attention.projection = {};
    variant.parameters.attention.projectionSeed = {};
    return variant;
}

Result<TrainingBook::Trained*> TrainingBook::trainedOf(const Variant& variant)
{
    const auto found = std::ranges::find(m_trained, variant, &Trained::variant);
    const bool known = found != m_trained.end();
    std::shared_ptr<const RunPlan> plan = known ? found->plan : nullptr;
    if (!plan) {
        TRY(plan, RunPlan::make(variant.parameters, variant.settings));
    }
    if (known)
        m_trained.splice(m_trained.begin(), m_trained, found);
    else
        m_trained.push_front({variant, nullptr, {}});
    m_trained.front().plan = std::move(plan);
    return &m_trained.front();
}

Result<TrainingBook::Progress> TrainingBook::progress(const Experiment& experiment, bool goOn)
{
    TRY(const std::vector<Variant> variants, variantsOf(experiment));
    const std::lock_guard lock(m_mutex);
    std::vector<Trained*> all;
    // All runs are active at once: weights, as much again for the gradient, and twice for Adam.
    ByteCount bytes = 0;
    for (const Variant& variant : variants) {
        TRY(Trained* const trained, trainedOf(keyOf(variant)));
        all.push_back(trained);
        bytes
            += static_cast<ByteCount>(WeightLayout(trained->plan->shape).size() * experiment.seeds) * 4 * sizeof(float);
    }
    TRY_DONE(
        requireMemory(bytes, WORDS("the runs need %1, %2 are available"), WORDS("lower --seeds, or use fewer values")));
    const auto seeds = static_cast<std::size_t>(experiment.seeds);
    std::set<Seed*> unfinished; // once, even if two variants are the same
    for (Trained* trained : all) {
        trained->seeds.resize(std::max(trained->seeds.size(), seeds));
        for (std::size_t i = 0; i < seeds; ++i) {
            Seed& seed = trained->seeds[i];
            if (goOn && !seed.run && !seed.record.finished) {
                TRY(seed.run, TrainingRun::make(trained->plan, static_cast<std::int64_t>(i), m_memories));
            }
            if (seed.run)
                unfinished.insert(&seed);
        }
    }
    if (goOn) {
        const std::vector<Seed*> runs(unfinished.begin(), unfinished.end());
        const bool spread = std::ssize(runs) < workerCount();
        parallelFor(0, std::ssize(runs), 1,
                    [&](Span span) { runs[static_cast<std::size_t>(span.begin)]->run->advance(spread); });
        for (Seed* seed : runs) {
            seed->record = seed->run->record();
            if (!seed->record.finished)
                continue;
            seed->run.reset();
            ++m_runs;
        }
        m_memories->clear(); // 4 MB for a part of a batch; the book isn't told when a training is left
    }
    if (goOn && cancelled())
        return cancelledError();
    Progress progress;
    progress.finished = true;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        VariantResult result{variants[i], {}, all[i]->plan->task.chance};
        for (const Seed& seed : std::span(all[i]->seeds).first(seeds)) {
            progress.finished = progress.finished && seed.record.finished;
            const double share = seed.run ? seed.run->share() : seed.record.finished ? 1 : 0;
            progress.share += share / static_cast<double>(all.size() * seeds);
            result.runs.push_back(seed.record);
        }
        progress.results.push_back(std::move(result));
    }
    std::size_t paused = 0;
    std::erase_if(m_trained, [&](Trained& other) {
        if (std::ranges::find(all, &other) != all.end())
            return false;
        const auto runs = [](const Seed& seed) {
            return seed.run != nullptr;
        };
        if (std::ranges::any_of(other.seeds, runs) && ++paused > kPausedVariants)
            other.forgetUnfinished();
        if (std::ranges::any_of(other.seeds, runs))
            return false;
        other.plan.reset(); // its tables are large, and quickly made again
        return std::ranges::none_of(other.seeds, [](const Seed& seed) { return seed.record.finished; });
    });
    while (m_trained.size() > std::max(kKeptVariants, all.size()))
        m_trained.pop_back();
    for (const Trained& other : m_trained) {
        if (std::ranges::find(all, &other) == all.end() && !other.finished().empty())
            ++progress.others;
    }
    if (progress.finished)
        note(experiment, progress.results);
    return progress;
}

void TrainingBook::note(const Experiment& experiment, const std::vector<VariantResult>& results)
{
    if (std::ranges::find(m_quotes, experiment, &Quote::experiment) != m_quotes.end())
        return;
    ++m_noted;
    m_quotes.push_front({experiment, said(verdictOf(results), results)});
    if (m_quotes.size() > kKeptQuotes)
        m_quotes.pop_back();
}

std::vector<TrainingBook::Quote> TrainingBook::quotesOf(const Parameters& parameters)
{
    const Parameters key = keyOf({"", parameters, {}}).parameters;
    const std::lock_guard lock(m_mutex);
    std::vector<Quote> found;
    std::copy_if(m_quotes.begin(), m_quotes.end(), std::back_inserter(found), [&](const Quote& quote) {
        return keyOf({"", quote.experiment.scene.a, {}}).parameters == key;
    });
    return found;
}

std::int64_t TrainingBook::quotes()
{
    const std::lock_guard lock(m_mutex);
    return m_noted;
}

std::vector<RunRecord> TrainingBook::Trained::finished() const
{
    std::vector<RunRecord> records;
    for (const Seed& seed : seeds) {
        if (!seed.record.finished)
            break;
        records.push_back(seed.record);
    }
    return records;
}

std::vector<VariantResult> TrainingBook::finished()
{
    const std::lock_guard lock(m_mutex);
    std::vector<VariantResult> found;
    for (const Trained& trained : m_trained) {
        if (std::vector<RunRecord> runs = trained.finished(); !runs.empty())
            found.push_back({trained.variant, std::move(runs)});
    }
    return found;
}

void TrainingBook::add(VariantResult finished)
{
    const std::lock_guard lock(m_mutex);
    const Variant variant = keyOf(std::move(finished.variant));
    if (std::ranges::find(m_trained, variant, &Trained::variant) != m_trained.end())
        return;
    ++m_noted;
    m_runs += std::ssize(finished.runs);
    Trained& trained = m_trained.emplace_back(Trained{variant, nullptr, {}});
    for (RunRecord& run : finished.runs)
        trained.seeds.push_back({nullptr, std::move(run)});
}

void TrainingBook::forgetUnfinished()
{
    const std::lock_guard lock(m_mutex);
    for (Trained& trained : m_trained)
        trained.forgetUnfinished();
}

void TrainingBook::Trained::forgetUnfinished()
{
    for (Seed& seed : seeds) {
        if (seed.run)
            seed = {};
    }
}

} // namespace phasor
