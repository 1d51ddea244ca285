// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/trainingbook.h"
#include "views/tables/picture.h"

namespace phasor {

// Tiny transformers trained with the setups of the scene, with their results so far.
struct TrainingRequest
{
    TrainingChoice choice;
    bool complete = false; // a figure: trains to the end, however long that takes
    PictureRequest picture = {}; // of the attention; without width: none
    bool operator==(const TrainingRequest&) const = default;
};

// Mean over seeds and its 95 % band, at the steps that all seeds have reached.
using BandCurve = std::vector<Band>;

struct TrainedVariant
{
    std::string name; // "scale=none"; empty where there is only one
    std::vector<double> steps;
    BandCurve accuracy;
    BandCurve loss; // nats
    BandCurve embedding; // ‖E‖, mean over tokens
    std::vector<double> byPosition; // accuracy at the end, mean over the seeds that are finished; NaN: not asked
    std::array<Band, 1 + kLonger.size()> byLength; // accuracy at once, twice and four times the length; NaN: not yet
    std::optional<LearnedNorms> before; // of the first seed
    std::optional<LearnedNorms> now;
    double chance = 0; // accuracy of the best answer that is always the same
    std::optional<std::int64_t> brokeAt;
};

struct TrainingData : ViewData
{
    std::vector<TrainedVariant> variants;
    BandCurve less; // A − B of the accuracies, at the steps that both have reached; empty: no comparison
    Verdict verdict;
    Message said; // the verdict
    TrainingChoice choice;
    std::int64_t width = 0; // of the trained model
    std::int64_t heads = 0;
    std::int64_t head = 0; // whose attention is kept
    std::int64_t setUpWidth = 0; // of the setup
    double setUpRatio = std::numeric_limits<double>::quiet_NaN(); // R of the setup, if it is wider; NaN: no table
    std::int64_t others = 0; // finished trainings of other setups, which are kept
    double share = 0; // completed share of all steps, 0 … 1
    bool begun = false;
    bool finished = false;
    std::shared_ptr<const Picture> attention; // of the first variant
    std::int64_t frameStep = 0; // its step

    DataTable table() const override;
};

// Continues the training for a part of a second, or to its end. Coarse data continues when it is requested again with
// Effort::Still. Errors: those of the experiment, Cancelled.
Result<ViewDataPtr> compute(const TrainingRequest& request, SceneReader& scene, Effort effort);

// Seconds that the training takes on this machine, also if its results are known: from its first steps, which take a
// part of a second and are kept nowhere; the number is. Any thread. Errors: the same.
Result<double> trainingSeconds(const TrainingChoice& choice, SceneReader& scene);

} // namespace phasor
