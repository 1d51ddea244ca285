// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/schemesettings.h"
#include "pipeline/parameters/choices.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

// Everything that a set-up depends on, as one plain value in groups that are plain values. Members, defaults and
// meaning: pipeline/parameters/*.def. Each part of the pipeline is kept by the groups that it is made from.
namespace phasor {

// A factor by name or by number.
using ScaleFactor = std::variant<ScaleRule, double>;

#define PHASOR_PARAMETER(type, member, value, ...) type member = value;

struct SentenceSettings
{
#include "pipeline/parameters/sentence.def"
    bool operator==(const SentenceSettings&) const = default;
};

struct EncodingSettings
{
#include "pipeline/parameters/encoding.def"
    SchemeSettings own; // what the scheme depends on beside these
    bool operator==(const EncodingSettings&) const = default;
};

struct EmbeddingSettings
{
#include "pipeline/parameters/embedding.def"
    bool operator==(const EmbeddingSettings&) const = default;
};

struct RandomSettings
{
#include "pipeline/parameters/random.def"
    bool operator==(const RandomSettings&) const = default;
};

struct SumSettings
{
#include "pipeline/parameters/sum.def"
    bool operator==(const SumSettings&) const = default;
};

struct DropoutSettings
{
#include "pipeline/parameters/dropout.def"
    bool operator==(const DropoutSettings&) const = default;
};

struct AttentionSettings
{
#include "pipeline/parameters/attention.def"
    bool operator==(const AttentionSettings&) const = default;
};

#undef PHASOR_PARAMETER

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

} // namespace phasor
