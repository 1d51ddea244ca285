// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "training/task.h"
#include "views/dropout/recovery.h"
#include "views/measures/overlap.h"

#include <array>
#include <string_view>

namespace phasor {

struct Parameters;

// The five questions of Help > Answers.
enum class Question { DropoutOnSum, LostTokens, AddOrConcatenate, Scale, WhatDropoutDoes };

constexpr std::array<Question, 5> kQuestions{Question::DropoutOnSum, Question::LostTokens, Question::AddOrConcatenate,
                                             Question::Scale, Question::WhatDropoutDoes};

struct QuestionInfo
{
    std::string_view id; // "dropout-on-sum"
    std::string_view view; // the one with the answer
    std::string_view stage; // that a change shows best
    std::string_view experiment = {}; // what a training varies to answer it; empty: training doesn't
};
const QuestionInfo& infoOf(Question question);

// One change of one parameter that is worth trying.
struct Trial
{
    std::string parameter; // "placement"
    std::string value; // as on the command line
    bool operator==(const Trial&) const = default;
};

// Changes to try with a question, for these parameters: one change at a time.
std::vector<Trial> trialsOf(Question question, const Parameters& parameters);

// Five questions, answered with the numbers of each setup.
struct AnswersRequest
{
    static constexpr std::string_view kView = "answers";
    bool operator==(const AnswersRequest&) const = default;
};

// Effect of one dropout target, measured on the first rows.
struct PlacedDropout
{
    PlacementId placement = PlacementId::Sum;
    double zeros = 0; // share of the output's cells that are exactly 0
    double positionKept = 0; // share of the encoding's energy in kept cells; NaN: no table
    Recovery recovery; // empty without table
};

struct DropoutAnswer
{
    PlacedDropout now;
    std::optional<PlacedDropout> other; // on the embedding alone, or on the sum if it is on the embedding
    // Number of the first rows, ten at most: "a token of 10 × 512".
    std::int64_t tenRows = 0;
    std::int64_t tenCells = 0;
    std::int64_t tenDropped = 0;
    double tenExpected = 0; // share of them that the laws of chance drop

    double shareOfTen() const { return static_cast<double>(tenDropped) / static_cast<double>(tenCells); }
};

struct LossAnswer
{
    // Of the probability that a token is zeroed completely (within the dropout target); −inf: impossible.
    double log10Loss = 0;
    Placement::Operand operand = Placement::Operand::Sum; // the dropout target
    std::int64_t draws = 0; // independent draws for that: d_model, or one for an entire token
    std::int64_t rows = 0; // measured rows
    std::int64_t lostRows = 0; // rows of these: zero after dropout, and not before
    std::int64_t protectedRows = 0; // rows of these
    std::int64_t protectedSpecials = 0; // [CLS], [SEP] and [MASK] of the text's measured rows
    std::int64_t specials = 0; // all of these
    std::int64_t paddingRows = 0; // of the sequence
    bool filled = false; // the published masked_fill is on
    double cosine = 0; // between the rows before and after dropout; NaN: zero rows
};

// Mean energies over a quarter of the dimensions: of s·E, of PE, and of PE's variation.
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
    std::optional<Recovery> other; // concatenated at the same width, or added if this setup is concatenated
    Widths beside; // of the concatenation
    bool drawnAlike = false; // token k's embedding is parallel to the encoding of position k (same seed)
};

struct ScaleAnswer
{
    double sigma = 0;
    double size = 0; // root mean square of the embedding's values: σ, unless they are from a file
    double scale = 1;
    double ratio = 0; // R; NaN: no table, or it is zero
    double angle = 0; // degrees between s·E and s·E + PE; NaN: undefined, or concatenated
    double unscaledRatio = 0; // R with s = 1
    std::optional<Recovery> unscaled = {}; // with s = 1; nothing: s is 1, or there is no table
    double logits = 0; // standard deviation at the start with weights shared with the output layer: σ·√d
    double positionSize = 0; // root mean square of the encoding's values; NaN: no table
};

struct BuildAnswer
{
    SourceText build;
    std::array<float, 4> output{}; // nn.Dropout(0.5) on 1, 2, 3, 4 after manual_seed(42)
};

// Answers for one setup.
struct SetupAnswers
{
    SourceText scheme; // its label
    SchemeKind kind = SchemeKind::Table;
    bool causal = false;
    bool withTable = true; // position is a table that is added or concatenated
    bool concatenated = false;
    double p = 0; // effective p: 0 in eval mode
    double factor = 1;
    DropoutMode mode = DropoutMode::Train;

    DropoutAnswer dropout;
    LossAnswer loss;
    std::optional<CombinationAnswer> combination; // nothing without a table
    ScaleAnswer scale;
    // Answer of small trained transformers with this setup to one of the questions.
    struct Trained
    {
        TrainingSettings settings;
        Message said;
    };
    std::array<std::optional<Trained>, 5> trained; // by Question; nothing: no such experiment was finished
};

struct AnswersData : ViewData
{
    SetupAnswers a;
    std::optional<SetupAnswers> b;
    std::array<BuildAnswer, 3> builds; // the same for all setups
    std::array<std::vector<Trial>, 5> trials; // by Question, changes of A
};

// Errors: Usage EMPTY without a token, those of the nodes.
Result<ViewDataPtr> compute(const AnswersRequest& request, SceneReader& scene, Effort effort);

// Verdicts on a question or a claim from a setup's numbers: pure functions of measured values, any thread.

// Which of two setups leaves the position more readable: their 95 % intervals do not overlap.
enum class MoreReadable { Unknown, Neither, Now, Other };
MoreReadable moreReadable(const Recovery& now, const Recovery& other);

// “The sum spoils the first dimensions and leaves the last untouched”. NotSo: what varies with position has less than 1
// % of the embedding's energy in the first quarter, or less than ten times its share in the last. HalfRight: the last
// quarter gets 1 % or more, such as a constant. Nothing: the embedding or the encoding is zero.
enum class Spoiling { Nothing, NotSo, HalfRight, True };
Spoiling spoilingOf(const std::array<QuarterEnergy, 2>& quarters);

// Ratio R of embedding to encoding: more than 5, more than 2, 0.5 or more, less.
enum class Beside { FarLarger, Larger, OneSize, Smaller };
Beside besideOf(double ratio);

} // namespace phasor
