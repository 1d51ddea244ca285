// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/trainingbook.h"

#include "field/parallel.h"
#include "system/cancelscope.h"
#include "system/memorybudget.h"

#include <algorithm>
#include <iterator>
#include <mutex>

namespace phasor {

namespace {

constexpr std::size_t kKeptEntries = 500;
constexpr std::size_t kKeptPlans = 32;

// What the weights depend on: not the name, nor the sentence that the window shows.
Variant keyOf(Variant variant)
{
    variant.name.clear();
    variant.parameters.sentence = {};
    variant.parameters.attention.projection = {};
    variant.parameters.attention.projectionSeed = {};
    return variant;
}

} // namespace

Result<std::shared_ptr<const RunPlan>> TrainingBook::planOf(const Variant& variant)
{
    const auto found
        = std::find_if(m_plans.begin(), m_plans.end(), [&](const Planned& one) { return one.variant == variant; });
    if (found != m_plans.end()) {
        m_plans.splice(m_plans.begin(), m_plans, found);
        return m_plans.front().plan;
    }
    TRY(auto plan, RunPlan::make(variant.parameters, variant.settings));
    m_plans.push_front({variant, plan});
    if (m_plans.size() > std::max(kKeptPlans, kMostVariants))
        m_plans.pop_back();
    return plan;
}

// All runs of an experiment are under way at once: weights, and as much again for the gradient and twice for Adam.
Status TrainingBook::requireRoom(const std::vector<Variant>& variants, std::int64_t seeds)
{
    ByteCount bytes = 0;
    for (const Variant& variant : variants) {
        TRY(const auto plan, planOf(keyOf(variant)));
        bytes += static_cast<ByteCount>(WeightLayout(plan->shape()).size() * seeds) * 4 * sizeof(float);
    }
    return requireMemory(bytes, WORDS("the runs need %1, %2 are available"),
                         WORDS("lower --seeds, or compare fewer values"));
}

Result<TrainingBook::Entry*> TrainingBook::entryOf(const Variant& variant, std::int64_t seed)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&](const Entry& entry) { return entry.seed == seed && entry.variant == variant; });
    if (found != m_entries.end()) {
        m_entries.splice(m_entries.begin(), m_entries, found);
        return &m_entries.front();
    }
    TRY(const auto plan, planOf(variant));
    TRY(auto run, TrainingRun::make(plan, seed, m_memories));
    m_entries.push_front({variant, seed, std::move(run), {}});
    return &m_entries.front();
}

void TrainingBook::advance(const std::vector<Entry*>& entries)
{
    const auto count = static_cast<std::int64_t>(entries.size());
    const bool spread = count < workerCount();
    parallelFor(0, count, 1, [&](Span span) { entries[static_cast<std::size_t>(span.begin)]->run->advance(spread); });
    for (Entry* entry : entries) {
        entry->record = entry->run->record();
        if (entry->record.finished)
            entry->run.reset();
    }
}

void TrainingBook::forget(std::size_t inUse)
{
    while (m_entries.size() > std::max(kKeptEntries, inUse))
        m_entries.pop_back();
}

Result<TrainingBook::Progress> TrainingBook::progress(const Experiment& experiment, bool goOn)
{
    TRY(const std::vector<Variant> variants, variantsOf(experiment));
    const std::lock_guard lock(m_mutex);
    TRY_DONE(requireRoom(variants, experiment.seeds));
    std::vector<Entry*> all;
    std::vector<Entry*> unfinished;
    for (const Variant& variant : variants) {
        for (std::int64_t seed = 0; seed < experiment.seeds; ++seed) {
            TRY(Entry* const entry, entryOf(keyOf(variant), seed));
            all.push_back(entry);
            if (entry->run)
                unfinished.push_back(entry);
        }
    }
    if (goOn && !unfinished.empty())
        advance(unfinished);
    if (goOn && cancelled())
        return cancelledError();
    Progress progress;
    progress.finished = true;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        VariantResult result{variants[i], {}};
        for (std::int64_t seed = 0; seed < experiment.seeds; ++seed) {
            const Entry& entry = *all[i * static_cast<std::size_t>(experiment.seeds) + static_cast<std::size_t>(seed)];
            progress.finished = progress.finished && !entry.run;
            progress.share += (entry.run ? entry.run->share() : 1) / static_cast<double>(all.size());
            result.runs.push_back(entry.record);
        }
        progress.results.push_back(std::move(result));
    }
    forget(all.size());
    if (progress.finished)
        note(experiment, progress.results);
    return progress;
}

void TrainingBook::note(const Experiment& experiment, const std::vector<VariantResult>& results)
{
    const auto known = std::find_if(m_quotes.begin(), m_quotes.end(),
                                    [&](const Quote& quote) { return quote.experiment == experiment; });
    if (known != m_quotes.end())
        return;
    ++m_noted;
    m_quotes.push_front({experiment, said(verdictOf(results), results)});
    if (m_quotes.size() > kKeptPlans)
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

void TrainingBook::forgetUnfinished()
{
    const std::lock_guard lock(m_mutex);
    m_entries.remove_if([](const Entry& entry) { return entry.run != nullptr; });
}

Result<TrainingBook::Progress> TrainingBook::look(const Experiment& experiment)
{
    return progress(experiment, false);
}

Result<TrainingBook::Progress> TrainingBook::goOn(const Experiment& experiment)
{
    return progress(experiment, true);
}

} // namespace phasor
