// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/schemes.h"

#include <memory>
#include <span>

namespace phasor {

// Parameters: everything that a setup depends on, as a plain value made of groups. parameterspec.cpp has the members'
// labels, ranges, choices and help. The pipeline caches each part under the groups that it depends on.

// Threads per multiprocessor of a GPU.
enum class GpuThreads : int { T2048 = 2048, T1536 = 1536, T1024 = 1024 };
template <>
inline constexpr EnumChoice<GpuThreads> kChoices<GpuThreads>[] = {
    {GpuThreads::T2048, {"2048", WORDS("2048"), WORDS("P100, V100, A100, H100, H200")}},
    {GpuThreads::T1536, {"1536", WORDS("1536"), WORDS("RTX 30 and RTX 40, A10, L4, L40")}},
    {GpuThreads::T1024, {"1024", WORDS("1024"), WORDS("T4, RTX 20")}},
};

// Embedding scale by name.
enum class ScaleRule {
    SqrtDModel, // √d_model, as in the paper
    None, // 1
};
template <>
inline constexpr EnumChoice<ScaleRule> kChoices<ScaleRule>[] = {
    {ScaleRule::SqrtDModel, {"sqrt-d-model", WORDS("√d_model"), WORDS("E is multiplied by √d_model, as in the paper")}},
    {ScaleRule::None, {"none", WORDS("none"), WORDS("E is not scaled: s = 1")}},
};

enum class Combine {
    Sum, // s·E + PE
    Concatenate, // [s·E, PE]
};
template <>
inline constexpr EnumChoice<Combine> kChoices<Combine>[] = {
    {Combine::Sum, {"sum", WORDS("sum  s·E + PE"), WORDS("PE is added to the embedding")}},
    {Combine::Concatenate, {"concat", WORDS("concatenation  [s·E, PE]"), WORDS("PE has dimensions of its own")}},
};

enum class DropoutMode { Train, Eval };
template <>
inline constexpr EnumChoice<DropoutMode> kChoices<DropoutMode>[] = {
    {DropoutMode::Train, {"train", WORDS("train"), WORDS("dropout is active")}},
    {DropoutMode::Eval, {"eval", WORDS("eval"), WORDS("dropout changes nothing")}},
};

// Source of the queries and keys of a head.
enum class Projection {
    Identity, // the head's columns of the output
    Random, // the output times W_q, W_k of N(0, 1/√d_model)
};
template <>
inline constexpr EnumChoice<Projection> kChoices<Projection>[] = {
    {Projection::Identity,
     {"identity", WORDS("identity"), WORDS("queries and keys are the head's columns of the output")}},
    {Projection::Random,
     {"random", WORDS("random W_q, W_k"),
      WORDS("the output times random matrices, N(0, 1/√d_model), as before training")}},
};

enum class PlacementId { Sum, Embedding, Position, Separate, Tokens, Dimensions, MaskedFill };

// Embedding scale: a rule's name or a number.
using ScaleFactor = std::variant<ScaleRule, double>;

struct SentenceSettings
{
    std::optional<std::string> text; // nothing: each position has its own token
    std::string tokenizer = "words"; // or "wordpiece:FILE", "sentencepiece:FILE"
    std::optional<std::int64_t> seqLen; // nothing: number of tokens, else max_len
    std::optional<std::int64_t> vocab; // nothing: the tokenizer's size, else seq_len
    bool operator==(const SentenceSettings&) const = default;
};

// max_len as it was before a scheme that fixes it. Setups are equal whatever it is.
struct FormerMaxLen
{
    std::optional<std::int64_t> value = {};
    bool operator==(const FormerMaxLen&) const { return true; }
};

struct EncodingSettings
{
    std::string scheme = "sinusoidal";
    std::int64_t dModel = 512;
    std::int64_t maxLen = 5000;
    FormerMaxLen formerMaxLen = {}; // that the next scheme gets back
    SchemeSettings own; // the scheme's other parameters
    bool operator==(const EncodingSettings&) const = default;
};

struct EmbeddingSettings
{
    std::string source = "normal"; // an initializer, or "file:PATH"
    std::optional<double> sigma; // nothing: the initializer's σ
    std::optional<std::int64_t> paddingRow; // set to zero after E is sampled
    std::int64_t drawsBefore = 0; // 32-bit words skipped before E
    bool afterDefault = false; // N(0, 1) is sampled first, as by nn.Embedding
    bool operator==(const EmbeddingSettings&) const = default;
};

// Random-number generator and its seed.
struct RandomSettings
{
    std::string generator = "torch";
    std::int64_t gpuMultiprocessors = 108; // this and the next: only torch-cuda uses them
    GpuThreads gpuThreads = GpuThreads::T2048;
    Seed seed;
    bool operator==(const RandomSettings&) const = default;
};

// How embedding and encoding are combined.
struct SumSettings
{
    ScaleFactor scale = ScaleRule::SqrtDModel;
    Combine combine = Combine::Sum;
    std::optional<std::int64_t> positionDims; // for a concatenation; nothing: d_model / 4
    bool operator==(const SumSettings&) const = default;
};

struct DropoutSettings
{
    double p = 0.1;
    PlacementId placement = PlacementId::Sum;
    DropoutOperator factor = DropoutOperator::Module;
    std::optional<std::string> protect; // tokens that are never dropped, separated by commas
    DropoutMode mode = DropoutMode::Train;
    std::optional<Seed> seed; // nothing: the mask continues the embedding's random numbers
    std::int64_t drawsBefore = 0; // 32-bit words skipped before the mask
    bool operator==(const DropoutSettings&) const = default;
};

// The first attention layer: one head's queries, keys and scores.
struct AttentionSettings
{
    std::int64_t heads = 8;
    std::int64_t head = 0;
    Projection projection = Projection::Identity;
    Seed projectionSeed;
    bool causal = true;
    bool operator==(const AttentionSettings&) const = default;
};

struct Parameters
{
    SentenceSettings sentence;
    EncodingSettings encoding;
    EmbeddingSettings embedding;
    RandomSettings random;
    SumSettings sum;
    DropoutSettings dropout;
    AttentionSettings attention;

    bool operator==(const Parameters&) const = default;
};

// Whether the scheme has a table of encodings, which are added to embeddings or concatenated with them.
bool addsTable(const Parameters& parameters);

// True: PE is concatenated to E. False for schemes without a table, even if combine is Concatenate.
bool concatenates(const Parameters& parameters);

// Numbers of dimensions. Concatenation: embedding + position = whole. Sum: all three are d_model.
struct Widths
{
    std::int64_t whole = 0; // d_model
    std::int64_t embedding = 0;
    std::int64_t position = 0;
    bool operator==(const Widths&) const = default;
};
Widths widthsOf(const Parameters& parameters);

// Embedding scale s of s·E.
double scaleOf(const Parameters& parameters);

// Dropout probability p; 0 in eval mode.
double dropProbabilityOf(const DropoutSettings& dropout);

// Number of positions that the scheme itself fixes (max_len cannot be chosen then); nothing: max_len is free.
std::optional<std::int64_t> schemesPositions(const EncodingSettings& encoding);

// Changes the scheme. The old scheme's own values stay where the new one has a parameter of the same id ("base").
// A scheme that fixes max_len does so only until the next one.
void setScheme(EncodingSettings& encoding, std::string_view id);

// Settings that are equal if their streams are: with the default GPU if the generator does not use it.
RandomSettings comparable(RandomSettings random);

// Generator at the beginning of the stream of `seed`. Errors: as makeGenerator.
Result<std::shared_ptr<const Generator>> generatorOf(const RandomSettings& random, Seed seed);

// Input of the scheme. The generator is the default one if the scheme samples nothing, so that equal models have equal
// setups.
PositionSetup positionSetupOf(const Parameters& parameters);

// Error "usage RANGE" for --heads: the width is not divisible by the number of heads.
Error unevenHeads(std::int64_t width, std::int64_t heads);

// Dropout target, and the unit that is dropped together.
struct Placement
{
    enum class Operand { Sum, Embedding, Position, Each }; // Each: embedding and encoding, each with its own mask
    enum class Unit { Element, Token, Dimension };

    EnumChoice<PlacementId> choice; // its explanation describes the stage `mask` if that is not obvious
    // Formulas for an encoding that is added, for one that is concatenated, and without any.
    std::string_view formula;
    std::string_view formulaBeside;
    std::string_view formulaAlone = {};
    Operand operand = Operand::Sum;
    Unit unit = Unit::Element;
    bool fillsPadding = false; // rows after the end of the text are set to zero, in training and in evaluation

    bool onEmbedding() const { return operand == Operand::Embedding || operand == Operand::Each; }
    bool onPosition() const { return operand == Operand::Position || operand == Operand::Each; }
};

// The explicit lists, the default first.
std::span<const Placement> placements();
const Placement& placementOf(PlacementId id);
std::span<const EnumChoice<PlacementId>> choicesOf(PlacementId);
template <>
inline constexpr EnumChoice<DropoutOperator> kChoices<DropoutOperator>[] = {
    {DropoutOperator::Module,
     {"module", WORDS("nn.Dropout"), WORDS("1 divided by 1 − p, both in float32, as the module computes it")}},
    {DropoutOperator::Native,
     {"native", WORDS("torch.native_dropout"),
      WORDS("the reciprocal of 1 − p in double precision, then float32. On a CPU the last bit differs for some p, "
            "such as 0.15")}},
};

// Choices from the lists of other layers.
std::vector<ParameterChoice> tokenizerChoices();
std::vector<ParameterChoice> schemeChoices();
std::vector<ParameterChoice> initializerChoices();
std::vector<ParameterChoice> generatorChoices();

} // namespace phasor
