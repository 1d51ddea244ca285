// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/trainingbook.h"

#include "field/parallel.h"
#include "system/cancelscope.h"

#include <algorithm>

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
    return progress;
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
