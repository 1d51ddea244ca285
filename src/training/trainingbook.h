// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/experiment.h"

#include <list>
#include <mutex>

namespace phasor {

// The runs that were begun, kept by what they are made from: those of an experiment that is asked for again go on where
// they were, and finished ones are there at once. The longest unused are forgotten first. Any thread; one trains at a
// time.
class TrainingBook
{
public:
    struct Progress
    {
        std::vector<VariantResult> results;
        double share = 0; // of all steps, 0 … 1
        bool finished = false;
    };

    // What is there; errors: those of variantsOf and RunPlan::make.
    Result<Progress> look(const Experiment& experiment);
    // Lets every run of the experiment that is not finished go on to its next evaluation. Errors: those, too, and
    // Cancelled.
    Result<Progress> goOn(const Experiment& experiment);
    void forgetUnfinished();

    // What was found last in an experiment that is finished and whose set-up A is this one; nothing: there is none.
    struct Quote
    {
        Experiment experiment;
        Message said;
    };
    std::vector<Quote> quotesOf(const Parameters& parameters); // newest first
    std::int64_t quotes(); // that were ever noted

private:
    struct Entry
    {
        Variant variant; // without a name
        std::int64_t seed = 0;
        std::unique_ptr<TrainingRun> run; // null: it is finished
        RunRecord record;
    };
    struct Planned
    {
        Variant variant;
        std::shared_ptr<const RunPlan> plan;
    };

    Result<std::shared_ptr<const RunPlan>> planOf(const Variant& variant);
    Result<Entry*> entryOf(const Variant& variant, std::int64_t seed);
    Result<Progress> progress(const Experiment& experiment, bool goOn);
    static void advance(const std::vector<Entry*>& entries);
    void forget(std::size_t inUse);
    Status requireRoom(const std::vector<Variant>& variants, std::int64_t seeds);
    void note(const Experiment& experiment, const std::vector<VariantResult>& results);

    std::mutex m_mutex;
    std::shared_ptr<StepMemories> m_memories = std::make_shared<StepMemories>();
    std::list<Planned> m_plans; // the last used first
    std::list<Entry> m_entries; // likewise
    std::list<Quote> m_quotes; // the last first
    std::int64_t m_noted = 0;
};

} // namespace phasor
