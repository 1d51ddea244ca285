// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/parameters/parameters.h"

#include "pipeline/parameters/parameterspec.h"

#include <cmath>

namespace phasor {

// Checks that involve more than one parameter.

static Status checkLength(const Parameters& p)
{
    if (!p.sentence.seqLen || *p.sentence.seqLen <= p.encoding.maxLen)
        return Done{};
    return usageError(
        "RANGE", "--seq-len",
        WORDS("%1 tokens need as many positions, but max_len is %2").with(*p.sentence.seqLen, p.encoding.maxLen),
        WORDS("raise %1 or lower %2").with(Message::option("--max-len"), Message::option("--seq-len")));
}

// The scheme's own check.
static Status checkScheme(const Parameters& p)
{
    const Scheme& scheme = *findScheme(p.encoding.scheme);
    return scheme.check == nullptr ? Status(Done{}) : scheme.check(positionSetupOf(p));
}

// Finds seeds that the generator refuses, before anything is sampled.
static Status checkSeeds(const Parameters& p)
{
    TRY_DONE(generatorOf(p.random, p.random.seed));
    if (!p.dropout.seed)
        return Done{};
    if (const auto generator = generatorOf(p.random, *p.dropout.seed); !generator.ok()) {
        Error error = generator.error();
        error.where = Message::option("--dropout-seed");
        return error;
    }
    return Done{};
}

static Status checkConcatenation(const Parameters& p)
{
    if (!concatenates(p))
        return Done{};
    if (p.encoding.dModel < 2)
        return usageError(
            "RANGE", "--combine", WORDS("embedding and encoding cannot share one dimension"),
            WORDS("use %1 2 or more, or %2 sum").with(Message::option("--d-model"), Message::option("--combine")));
    if (p.sum.positionDims && *p.sum.positionDims >= p.encoding.dModel)
        return usageError("RANGE", "--position-dims",
                          WORDS("must be between 1 and %2, but is %1").with(*p.sum.positionDims, p.encoding.dModel - 1),
                          WORDS("use %1 or less").with(p.encoding.dModel - 1));
    return Done{};
}

// Dropout on the encoding needs an encoding that is added.
static Status checkPlacement(const Parameters& p)
{
    if (!placementOf(p.dropout.placement).onPosition() || addsTable(p))
        return Done{};
    return usageError("CONFLICT", "--placement",
                      WORDS("dropout cannot act on PE, because the scheme %1 adds none").with(p.encoding.scheme),
                      WORDS("use %1 sum or another scheme").with(Message::option("--placement")));
}

static Status checkHead(const Parameters& p)
{
    if (p.attention.head < p.attention.heads)
        return Done{};
    return usageError("RANGE", "--head",
                      WORDS("must be between 0 and %2, but is %1").with(p.attention.head, p.attention.heads - 1),
                      WORDS("use another head or more %1").with(Message::option("--heads")));
}

// GPU of the settings; the default one if the generator does not use it, so that equal streams compare equal.
static GpuGrid gridOf(const RandomSettings& random)
{
    if (random.generator != "torch-cuda")
        return {};
    return {.multiprocessors = static_cast<int>(random.gpuMultiprocessors),
            .threadsPerMultiprocessor = static_cast<int>(random.gpuThreads)};
}

Status validate(const Parameters& parameters)
{
    // First: the other checks rely on valid values.
    for (const ParameterSpec* spec : specsOf(parameters))
        TRY_DONE(checkValue(*spec, spec->get(parameters)));
    for (const auto check : {checkLength, checkScheme, checkSeeds, checkConcatenation, checkPlacement, checkHead})
        TRY_DONE(check(parameters));
    return Done{};
}

RandomSettings comparable(RandomSettings random)
{
    if (random.generator != "torch-cuda") {
        random.gpuMultiprocessors = RandomSettings{}.gpuMultiprocessors;
        random.gpuThreads = RandomSettings{}.gpuThreads;
    }
    return random;
}

Result<std::shared_ptr<const Generator>> generatorOf(const RandomSettings& random, Seed seed)
{
    return makeGenerator(random.generator, seed, gridOf(random));
}

PositionSetup positionSetupOf(const Parameters& parameters)
{
    const Scheme& scheme = *findScheme(parameters.encoding.scheme);
    PositionSetup setup{
        .maxLen = parameters.encoding.maxLen, .width = widthsOf(parameters).position, .own = parameters.encoding.own};
    if (scheme.kind == SchemeKind::Bias)
        setup.heads = parameters.attention.heads;
    if (scheme.kind == SchemeKind::Rotation) {
        const std::int64_t heads = parameters.attention.heads;
        setup.headWidth = parameters.encoding.dModel % heads == 0 ? parameters.encoding.dModel / heads : 0;
    }
    if (scheme.draws) {
        setup.generator = parameters.random.generator;
        setup.grid = gridOf(parameters.random);
    }
    return setup;
}

Error unevenHeads(std::int64_t width, std::int64_t heads)
{
    std::int64_t fewer = heads;
    while (width % fewer != 0)
        --fewer;
    return usageError(
        "RANGE", "--heads", WORDS("d_model = %1 is not divisible by %2 heads").with(width, heads),
        WORDS("use %1 %2 or %3 %4")
            .with(Message::option("--heads"), fewer, Message::option("--d-model"), (width / heads + 1) * heads));
}

bool addsTable(const Parameters& parameters)
{
    const Scheme* scheme = findScheme(parameters.encoding.scheme);
    return scheme != nullptr && scheme->kind == SchemeKind::Table;
}

bool concatenates(const Parameters& parameters)
{
    return parameters.sum.combine == Combine::Concatenate && addsTable(parameters);
}

Widths widthsOf(const Parameters& parameters)
{
    const std::int64_t whole = parameters.encoding.dModel;
    if (!concatenates(parameters))
        return {whole, whole, whole};
    const std::int64_t position = parameters.sum.positionDims.value_or(std::max<std::int64_t>(1, whole / 4));
    return {whole, whole - position, position};
}

double scaleOf(const Parameters& parameters)
{
    if (const double* number = std::get_if<double>(&parameters.sum.scale))
        return *number;
    const bool none = std::get<ScaleRule>(parameters.sum.scale) == ScaleRule::None;
    return none ? 1.0 : std::sqrt(static_cast<double>(parameters.encoding.dModel));
}

double dropProbabilityOf(const DropoutSettings& dropout)
{
    return dropout.mode == DropoutMode::Eval ? 0 : dropout.p;
}

std::optional<std::int64_t> schemesPositions(const EncodingSettings& encoding)
{
    const Scheme* scheme = findScheme(encoding.scheme);
    if (scheme == nullptr || scheme->positions == nullptr)
        return std::nullopt;
    const std::int64_t count = scheme->positions(encoding.own);
    return count > 0 ? std::optional(count) : std::nullopt;
}

void setScheme(EncodingSettings& encoding, std::string_view id)
{
    if (encoding.scheme == id)
        return;
    const Scheme* before = findScheme(encoding.scheme);
    const Scheme* now = findScheme(id);
    const std::int64_t maxLen = std::exchange(encoding.formerMaxLen.value, {}).value_or(encoding.maxLen);
    const SchemeSettings old = std::exchange(encoding.own, SchemeSettings{});
    encoding.scheme = id;
    for (const SchemeParameter& parameter : now != nullptr ? now->own : std::span<const SchemeParameter>()) {
        const SchemeParameter* const same = before != nullptr ? findSetting(before->own, parameter.id) : nullptr;
        if (same == nullptr)
            continue;
        const ParameterValue value = same->get(old);
        if (value != same->standard() && checkValue(parameter, value).ok())
            parameter.set(encoding.own, value);
    }
    const std::optional<std::int64_t> fixed = schemesPositions(encoding);
    encoding.formerMaxLen.value = fixed ? std::optional(maxLen) : std::nullopt;
    encoding.maxLen = fixed.value_or(maxLen);
}

} // namespace phasor
