// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/experiment.h"

#include <atomic>
#include <list>

namespace phasor {

// Cache of training runs under what they are made from. A repeated experiment continues at its last step (of others, 12
// unfinished variants are kept), and finished runs are available at once. The variants unused for longest are dropped
// first. Any thread; one trains at a time.
class TrainingBook
{
public:
    struct Progress
    {
        std::vector<VariantResult> results;
        double share = 0; // completed share of all steps, 0 … 1
        bool finished = false;
        std::int64_t others = 0; // other variants that are finished
    };

    // Current state; errors: those of variantsOf and RunPlan::make.
    Result<Progress> look(const Experiment& experiment) { return progress(experiment, false); }
    // Continues every unfinished run of the experiment to its next evaluation. Errors: the same, and Cancelled.
    Result<Progress> goOn(const Experiment& experiment) { return progress(experiment, true); }
    void forgetUnfinished();

    // Finished seeds of each variant, from seed 0 on, without `chance`: what a session keeps. The last used first.
    std::vector<VariantResult> finished();
    std::int64_t runs() const { return m_runs; } // number of runs finished or added so far; never waits
    void add(VariantResult finished); // as if trained here; nothing if this variant is known

    // Latest result of a finished experiment with this setup as its A; nothing: none.
    struct Quote
    {
        Experiment experiment;
        Message said;
    };
    std::vector<Quote> quotesOf(const Parameters& parameters); // newest first
    std::int64_t quotes(); // number of results noted or added so far

private:
    // One seed of a variant. Neither running nor finished: not started, or dropped.
    struct Seed
    {
        std::unique_ptr<TrainingRun> run; // null: finished, or not started
        RunRecord record;
    };
    struct Trained
    {
        Variant variant; // without a name
        std::shared_ptr<const RunPlan> plan; // null: neither running nor shown
        std::vector<Seed> seeds; // from 0 on
        std::vector<RunRecord> finished() const; // those before the first unfinished one
        void forgetUnfinished();
    };

    Result<Trained*> trainedOf(const Variant& variant);
    Result<Progress> progress(const Experiment& experiment, bool goOn);
    void note(const Experiment& experiment, const std::vector<VariantResult>& results);

    std::mutex m_mutex;
    std::shared_ptr<StepMemories> m_memories = std::make_shared<StepMemories>();
    std::list<Trained> m_trained; // the last used first
    std::list<Quote> m_quotes; // the last first
    std::int64_t m_noted = 0;
    std::atomic<std::int64_t> m_runs = 0;
};

} // namespace phasor
