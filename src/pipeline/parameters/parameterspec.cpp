// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/parameters/parameterspec.h"

#include "encodings/schemes.h"

namespace phasor {

namespace {

// A spec that matters under a condition only.
struct Conditional
{
    ValueSpec spec;
    bool (*matters)(const Parameters&) = nullptr;

    Conditional(const ValueSpec& always) // NOLINT(google-explicit-constructor): most of the table's lines have none
        : spec(always)
    {
    }
    Conditional(const ValueSpec& sometimes, bool (*condition)(const Parameters&))
        : spec(sometimes)
        , matters(condition)
    {
    }
};

bool drawsOnGpu(const Parameters& p)
{
    return p.random.generator == "torch-cuda";
}

bool choosesLength(const Parameters& p)
{
    return !schemesPositions(p.encoding);
}

bool addsTable(const Parameters& p)
{
    return findScheme(p.encoding.scheme)->kind == SchemeKind::Table;
}

Conditional onlyWhen(bool (*condition)(const Parameters&), const ValueSpec& spec)
{
    return {spec, condition};
}

ParameterSpec specIn(ParameterGroup group, const Conditional& conditional)
{
    ParameterSpec spec;
    static_cast<ValueSpec&>(spec) = conditional.spec;
    spec.group = group;
    if (conditional.matters != nullptr)
        spec.matters = conditional.matters;
    return spec;
}

template <typename Settings, typename T>
ParameterSpec specOf(ParameterGroup group, Settings Parameters::*settings, T Settings::*member,
                     const Conditional& conditional)
{
    ParameterSpec spec = specIn(group, conditional);
    spec.standard = toValue(Settings{}.*member);
    spec.value = [=](const Parameters& p) {
        return toValue(p.*settings.*member);
    };
    spec.assign = [=](Parameters& p, const ParameterValue& value) {
        fromValue(p.*settings.*member, value);
    };
    return spec;
}

// Another scheme has other parameters of its own; √d_model is a number, too.
ParameterSpec withMeaning(ParameterSpec spec)
{
    if (spec.id == "scale")
        spec.number = scaleOf;
    if (spec.id == "scheme")
        spec.assign = [](Parameters& p, const ParameterValue& value) {
            setScheme(p.encoding, std::get<std::string>(value));
        };
    return spec;
}

ParameterSpec ownSpec(const Scheme& scheme, const SchemeParameter& own)
{
    ParameterSpec spec = specIn(ParameterGroup::Encoding, own.spec);
    spec.scheme = scheme.id;
    spec.standard = own.value({});
    if (own.matters != nullptr)
        spec.matters = [matters = own.matters](const Parameters& p) {
            return matters(p.encoding.own);
        };
    spec.value = [&own](const Parameters& p) {
        return own.value(p.encoding.own);
    };
    spec.assign = [&own](Parameters& p, const ParameterValue& value) {
        own.assign(p.encoding.own, value);
        p.encoding.maxLen = schemesPositions(p.encoding).value_or(p.encoding.maxLen);
    };
    return spec;
}

std::vector<ParameterSpec> makeSpecs()
{
    std::vector<ParameterSpec> specs;
    // clang-format off
#define PHASOR_PARAMETER(type, member, value, ...) specs.push_back(specOf(ParameterGroup::Sentence, &Parameters::sentence, &SentenceSettings::member, __VA_ARGS__));
#include "pipeline/parameters/sentence.def"
#undef PHASOR_PARAMETER
#define PHASOR_PARAMETER(type, member, value, ...) specs.push_back(withMeaning(specOf(ParameterGroup::Encoding, &Parameters::encoding, &EncodingSettings::member, __VA_ARGS__)));
#include "pipeline/parameters/encoding.def"
#undef PHASOR_PARAMETER
    for (const Scheme& scheme : schemes()) {
        for (const SchemeParameter& own : scheme.own)
            specs.push_back(ownSpec(scheme, own));
    }
#define PHASOR_PARAMETER(type, member, value, ...) specs.push_back(specOf(ParameterGroup::Embedding, &Parameters::embedding, &EmbeddingSettings::member, __VA_ARGS__));
#include "pipeline/parameters/embedding.def"
#undef PHASOR_PARAMETER
#define PHASOR_PARAMETER(type, member, value, ...) specs.push_back(specOf(ParameterGroup::Embedding, &Parameters::random, &RandomSettings::member, __VA_ARGS__));
#include "pipeline/parameters/random.def"
#undef PHASOR_PARAMETER
#define PHASOR_PARAMETER(type, member, value, ...) specs.push_back(withMeaning(specOf(ParameterGroup::ScaleAndSum, &Parameters::sum, &SumSettings::member, __VA_ARGS__)));
#include "pipeline/parameters/sum.def"
#undef PHASOR_PARAMETER
#define PHASOR_PARAMETER(type, member, value, ...) specs.push_back(specOf(ParameterGroup::Dropout, &Parameters::dropout, &DropoutSettings::member, __VA_ARGS__));
#include "pipeline/parameters/dropout.def"
#undef PHASOR_PARAMETER
#define PHASOR_PARAMETER(type, member, value, ...) specs.push_back(specOf(ParameterGroup::Attention, &Parameters::attention, &AttentionSettings::member, __VA_ARGS__));
#include "pipeline/parameters/attention.def"
#undef PHASOR_PARAMETER
    // clang-format on
    return specs;
}

bool belongsTo(const ParameterSpec& spec, const Parameters& parameters)
{
    return spec.scheme.empty() || spec.scheme == parameters.encoding.scheme;
}

} // namespace

std::span<const ParameterSpec> parameterSpecs()
{
    static const std::vector<ParameterSpec> specs = makeSpecs();
    return specs;
}

std::vector<const ParameterSpec*> specsOf(const Parameters& parameters)
{
    std::vector<const ParameterSpec*> specs;
    for (const ParameterSpec& spec : parameterSpecs()) {
        if (belongsTo(spec, parameters))
            specs.push_back(&spec);
    }
    return specs;
}

const ParameterSpec* findParameter(std::string_view id, const Parameters& parameters)
{
    for (const ParameterSpec& spec : parameterSpecs()) {
        if (spec.id == id && belongsTo(spec, parameters))
            return &spec;
    }
    return nullptr;
}

} // namespace phasor
