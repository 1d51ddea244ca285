// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "pipeline/placements.h"
#include "training/trainingsettings.h"
#include "views/dropout/recovery.h"
#include "views/measures/overlap.h"
#include "views/questions/questions.h"
#include "views/view.h"

namespace phasor {

// The five questions of the README, answered with the numbers of set-up A.
struct AnswersRequest
{
    static constexpr std::string_view kView = "answers";
    bool operator==(const AnswersRequest&) const = default;
};

// What one place for dropout does, measured on the first rows.
struct PlacedDropout
{
    PlacementId placement = PlacementId::Sum;
    double zeros = 0; // share of the output's cells that are exactly 0
    double positionKept = 0; // share of the encoding's energy in kept cells; NaN: there is no table
    Recovery recovery; // of nothing where there is no table
};

struct DropoutAnswer
{
    PlacedDropout now;
    std::optional<PlacedDropout> other; // on the embedding alone, or on the sum where it is on that
    // Of the first ten rows, or as many as there are: "a token of 10 × 512".
    std::int64_t tenRows = 0;
    std::int64_t tenCells = 0;
    std::int64_t tenDropped = 0;
    double tenExpected = 0; // share of them that the laws of chance drop

    double shareOfTen() const { return static_cast<double>(tenDropped) / static_cast<double>(tenCells); }
};

struct LossAnswer
{
    // Of the probability that one token loses all that dropout acts on; −inf: it cannot.
    double log10Loss = 0;
    Placement::Operand operand = Placement::Operand::Sum; // what that is
    std::int64_t draws = 0; // independent ones that it takes: d_model, or one for a whole token
    std::int64_t rows = 0; // that were measured
    std::int64_t lostRows = 0; // of them: zero behind dropout, and not before
    std::int64_t protectedRows = 0; // of them
    std::int64_t protectedSpecials = 0; // [CLS], [SEP] and [MASK] of the text's measured rows
    std::int64_t specials = 0; // all of these
    std::int64_t paddingRows = 0; // of the sequence
    bool filled = false; // the published masked_fill is on
    double cosine = 0; // between the rows before and behind dropout; NaN: of rows that are zero
};

// Means over the dimensions of a quarter of the width: energies of s·E, of PE, and of what varies in PE.
struct QuarterEnergy
{
    double scaled = 0;
    double position = 0;
    double varying = 0;
};

struct CombinationAnswer
{
    std::optional<std::array<QuarterEnergy, 2>> quarters; // the first and the last; nothing when concatenated
    SpaceOverlap overlap; // empty when concatenated
    Recovery now;
    std::optional<Recovery> other; // concatenated at the same width, or added where that is concatenated
    Widths beside; // of the concatenation
    bool drawnAlike = false; // each row of the encoding points the way of its word's, as those of one seed do
};

struct ScaleAnswer
{
    double sigma = 0;
    double scale = 1;
    double ratio = 0; // R; NaN: there is no table, or it is zero
    double angle = 0; // degrees between s·E and s·E + PE; NaN: undefined, or concatenated
    double unscaledRatio = 0; // R with s = 1
    double logits = 0; // standard deviation at the start with weights shared with the output layer: σ·√d
    double positionSize = 0; // root mean square of the encoding's numbers; NaN: there is no table
};

struct BuildAnswer
{
    SourceText build;
    std::array<float, 4> output{}; // of nn.Dropout(0.5) on 1, 2, 3, 4 after manual_seed(42)
};

struct AnswersData : ViewData
{
    SourceText scheme; // its label
    SchemeKind kind = SchemeKind::Table;
    bool causal = false;
    bool withTable = true; // position is a table beside the embedding
    bool concatenated = false;
    double p = 0; // in force: 0 in eval mode
    double factor = 1;
    DropoutMode mode = DropoutMode::Train;

    DropoutAnswer dropout;
    LossAnswer loss;
    std::optional<CombinationAnswer> combination; // nothing without a table
    ScaleAnswer scale;
    std::array<BuildAnswer, 3> builds;
    // What small transformers that were trained with this set-up say to one of the questions.
    struct Trained
    {
        TrainingSettings settings;
        Message said;
    };
    std::array<std::optional<Trained>, 5> trained; // as Question; nothing: no such experiment has been finished

    // What to try with each question, given how things are: one thing changed at a time.
    std::array<std::vector<Trial>, 5> trials;
};

// Errors: Usage EMPTY without a token, those of the nodes.
Result<ViewDataPtr> compute(const AnswersRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
