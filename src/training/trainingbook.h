// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/experiment.h"

#include <list>
#include <mutex>

namespace phasor {

// The runs that were begun, kept by what they are made from: an experiment that is asked for again continues where it
// was, and finished runs are there at once. The variants that were unused for longest are forgotten first. Any thread;
// one trains at a time.
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
    Result<Progress> look(const Experiment& experiment) { return progress(experiment, false); }
    // Lets every run of the experiment that is not finished go on to its next evaluation. Errors: those, too, and
    // Cancelled.
    Result<Progress> goOn(const Experiment& experiment) { return progress(experiment, true); }
    void forgetUnfinished();

    // What was found last in an experiment that is finished and whose setup A is this one; nothing: there is none.
    struct Quote
    {
        Experiment experiment;
        Message said;
    };
    std::vector<Quote> quotesOf(const Parameters& parameters); // newest first
    std::int64_t quotes(); // that were ever noted

private:
    // One seed of a variant. Neither running nor finished: not begun, or forgotten.
    struct Seed
    {
        std::unique_ptr<TrainingRun> run; // null: it is finished, or not begun
        RunRecord record;
    };
    struct Trained
    {
        Variant variant; // without a name
        std::shared_ptr<const RunPlan> plan;
        std::vector<Seed> seeds; // from 0 on
    };

    Result<Trained*> trainedOf(const Variant& variant);
    Result<Progress> progress(const Experiment& experiment, bool goOn);
    void note(const Experiment& experiment, const std::vector<VariantResult>& results);

    std::mutex m_mutex;
    std::shared_ptr<StepMemories> m_memories = std::make_shared<StepMemories>();
    std::list<Trained> m_trained; // the last used first
    std::list<Quote> m_quotes; // the last first
    std::int64_t m_noted = 0;
};

} // namespace phasor
