// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/schemes.h"
#include "pipeline/parameters/choices.h"
#include "random/generator.h"
#include "text/numbers.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace phasor {

// Everything that a setup depends on, as one plain value in groups that are plain values. Labels, ranges, choices and
// help of the members: parameterspec.cpp. Each part of the pipeline is kept by the groups that it is made from.

// A factor by name or by number.
using ScaleFactor = std::variant<ScaleRule, double>;

struct SentenceSettings
{
    std::optional<std::string> text; // nothing: every position is its own token
    std::string tokenizer = "words"; // or "wordpiece:FILE", "sentencepiece:FILE"
    std::optional<std::int64_t> seqLen; // nothing: number of tokens, else max_len
    std::optional<std::int64_t> vocab; // nothing: as the tokenizer has, else seq_len
    bool operator==(const SentenceSettings&) const = default;
};

struct EncodingSettings
{
    std::string scheme = "sinusoidal";
    std::int64_t dModel = 512;
    std::int64_t maxLen = 5000;
    SchemeSettings own; // what the scheme depends on beside these
    bool operator==(const EncodingSettings&) const = default;
};

struct EmbeddingSettings
{
    std::string source = "normal"; // an initializer, or "file:PATH"
    std::optional<double> sigma; // nothing: the initializer's
    std::optional<std::int64_t> paddingRow; // set to zero after E is sampled
    std::int64_t drawsBefore = 0; // words of 32 bits
    bool afterDefault = false; // sampled N(0, 1) first, as nn.Embedding does
    bool operator==(const EmbeddingSettings&) const = default;
};

// Whose random numbers, and where their stream begins.
struct RandomSettings
{
    std::string generator = "torch";
    std::int64_t gpuMultiprocessors = 108; // of torch-cuda alone, as the next
    GpuThreads gpuThreads = GpuThreads::T2048;
    Seed seed;
    bool operator==(const RandomSettings&) const = default;
};

// How embedding and encoding come together.
struct SumSettings
{
    ScaleFactor scale = ScaleRule::SqrtDModel;
    Combine combine = Combine::Sum;
    std::optional<std::int64_t> positionDims; // of a concatenation; nothing: d_model / 4
    bool operator==(const SumSettings&) const = default;
};

struct DropoutSettings
{
    double p = 0.1;
    PlacementId placement = PlacementId::Sum;
    DropoutOperator factor = DropoutOperator::Module;
    std::optional<std::string> protect; // tokens, with commas
    DropoutMode mode = DropoutMode::Train;
    std::optional<Seed> seed; // nothing: the generator goes on from the embedding
    std::int64_t drawsBefore = 0; // words of 32 bits
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

// Whether a table stands beside the embedding; a scheme without one has nothing to put there.
bool concatenates(const Parameters& parameters);

// Columns of what the parameters describe; embedding + position = whole when concatenated, all the same when added.
struct Widths
{
    std::int64_t whole = 0; // d_model
    std::int64_t embedding = 0;
    std::int64_t position = 0;
};
Widths widthsOf(const Parameters& parameters);

// s of s·E.
double scaleOf(const Parameters& parameters);

// p, or 0 in eval mode.
double dropProbabilityOf(const DropoutSettings& dropout);

// How many positions the scheme itself says there are, so that max_len is no choice; nothing where it is one.
std::optional<std::int64_t> schemesPositions(const EncodingSettings& encoding);

// Another scheme, which keeps those of the old one's own values that it has, too, under the same id ("base").
void setScheme(EncodingSettings& encoding, std::string_view id);

// The GPU of the settings; the standard one for generators that do not look at it, so that equal streams compare
// equal.
GpuGrid gridOf(const RandomSettings& random);

// The same settings with the standard GPU where the generator looks at none: equal if the streams are.
RandomSettings comparable(RandomSettings random);

// The generator at the beginning of the stream of `seed`. Errors as makeGenerator.
Result<std::shared_ptr<const Generator>> generatorOf(const RandomSettings& random, Seed seed);

// What the scheme of these parameters needs to know. The generator is the standard one where the scheme draws nothing,
// so that equal models have equal setups.
PositionSetup positionSetupOf(const Parameters& parameters);

// Usage RANGE for --heads: so many columns cannot be shared among so many heads.
Error unevenHeads(std::int64_t width, std::int64_t heads);

} // namespace phasor
