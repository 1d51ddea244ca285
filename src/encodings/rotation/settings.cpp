// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/rotation/settings.h"

#include "encodings/sinusoidal/frequencies.h"
#include "inputs/inputfile.h"
#include "inputs/jsontext.h"

#include <nlohmann/json.hpp>

namespace phasor {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kLargest = 4 << 20; // bytes
constexpr double kLeastFactor = 1e-3;
constexpr double kMostFactor = 1e9;
constexpr SourceText kRemedy = WORDS("use a JSON file with short_factor and long_factor");

// A member of the object, or of the objects inside it that a config.json may have; null: none.
const Json* findList(const Json& object, const char* name)
{
    if (const auto found = object.find(name); found != object.end())
        return &*found;
    for (const char* inner : {"rope_scaling", "rope_parameters", "text_config"}) {
        const auto there = object.find(inner);
        if (there == object.end() || !there->is_object())
            continue;
        if (const Json* found = findList(*there, name))
            return found;
    }
    return nullptr;
}

Result<std::vector<double>> numbersOf(const Json& list, const std::string& name)
{
    if (!list.is_array())
        return jsonError("TYPE", name, WORDS("is %1, not a list of numbers").with(std::string(list.type_name())),
                         kRemedy);
    std::vector<double> numbers;
    for (const Json& number : list) {
        if (!number.is_number())
            return jsonError("TYPE", name, WORDS("has %1 among its numbers").with(std::string(number.type_name())),
                             kRemedy);
        numbers.push_back(number.get<double>());
        if (!(numbers.back() >= kLeastFactor && numbers.back() <= kMostFactor))
            return jsonError("RANGE", name,
                             WORDS("has the number %1, which cannot divide a frequency").with(number.dump()),
                             WORDS("use factors from 0.001 to 1000000000"));
    }
    return numbers;
}

Result<std::vector<double>> parsed(const std::string& text, const char* name, std::int64_t pairs)
{
    TRY(const Json object, parseJsonObject(text, kRemedy));
    const Json* list = findList(object, name);
    if (list == nullptr)
        return jsonError("MISSING", name, WORDS("is missing"), kRemedy);
    TRY(std::vector<double> numbers, numbersOf(*list, name));
    if (static_cast<std::int64_t>(numbers.size()) != pairs)
        return jsonError(
            "SHAPE", name, WORDS("has %1 factors for %2 dimension pairs").with(numbers.size(), pairs),
            WORDS("use %1, %2 and %3 with as many pairs")
                .with(Message::option("--d-model"), Message::option("--heads"), Message::option("--rotary-fraction")));
    return numbers;
}

constexpr double kMost = 1e9;
constexpr double kLeast = 1e-9;

// Whether the scheme's scaling is the one that a parameter belongs to.
template <typename Settings, RopeScaling scaling> bool scalesBy(const SchemeSettings& settings)
{
    return settings.as<Settings>().scaling == scaling;
}

template <typename Settings> bool isScaled(const SchemeSettings& settings)
{
    return settings.as<Settings>().scaling != RopeScaling::None;
}

// Parameters of a scheme with `Settings`. Those of RopeSettings are in every such struct.
template <typename Settings> std::vector<SchemeParameter> sharedParameters()
{
    std::vector<SchemeParameter> list;
    const auto add
        = [&list](const ValueSpec& spec, auto RopeSettings::*member, bool (*matters)(const SchemeSettings&) = nullptr) {
              using T = std::remove_reference_t<decltype(std::declval<Settings>().*member)>;
              list.push_back(schemeParameter<Settings, T>(spec, member).onlyWhen(matters));
          };
    const auto rotations = [](std::string_view id, SourceText label, SourceText says) {
        return real(id, label, kLeast, kMost).logarithmic().inUnit(WORDS("rotations")).says(says);
    };
    constexpr auto kOfYarn = scalesBy<Settings, RopeScaling::Yarn>;
    constexpr auto kOfLlama3 = scalesBy<Settings, RopeScaling::Llama3>;
    add(real("base", WORDS("Base b"), kLeastBase, kMostBase)
            .logarithmic()
            .as(WORDS("ω_i = b^(−2i/w)"))
            .says(
                WORDS("Ratio of the slowest to the fastest wavelength, about. A larger base makes slow pairs slower.")),
        &RopeSettings::base);
    add(choice("layout", WORDS("Layout"), enumChoices<PairLayout>)
            .says(WORDS("Which two dimensions of a head make a pair.")),
        &RopeSettings::layout);
    add(real("rotary-fraction", WORDS("Rotary fraction"), kLeast, 1)
            .says(WORDS("Share of the head dimension that is rotated. The rest stays unchanged.")),
        &RopeSettings::fraction);
    add(choice("precision", WORDS("Precision"), enumChoices<RotationPrecision>)
            .says(WORDS("How cosines and sines are computed: correctly rounded (exact), or as transformers does.")),
        &RopeSettings::precision);
    add(choice("rope-scaling", WORDS("Scaling"), enumChoices<RopeScaling>)
            .says(WORDS("How frequencies are changed so that a trained model can handle longer texts."))
            .asBasic(),
        &RopeSettings::scaling);
    add(real("rope-factor", WORDS("Scaling factor"), 1, kMost)
            .logarithmic()
            .says(WORDS("How many times longer texts become.")),
        &RopeSettings::factor, isScaled<Settings>);
    add(integer("rope-original", WORDS("Original length"), 1, 2147483647)
            .logarithmic()
            .inUnit(WORDS("positions"))
            .says(WORDS("Length L₀ that the model was trained on.")),
        &RopeSettings::original);
    add(rotations("rope-beta-fast", WORDS("β fast"),
                  WORDS("YaRN: pairs with more full rotations within L₀ keep their frequency.")),
        &RopeSettings::betaFast, kOfYarn);
    add(rotations("rope-beta-slow", WORDS("β slow"),
                  WORDS("YaRN: pairs with fewer full rotations within L₀ are interpolated.")),
        &RopeSettings::betaSlow, kOfYarn);
    add(choice("rope-truncate", WORDS("Rounded ramp"), onOffChoices)
            .says(WORDS("YaRN: whether the ramp begins and ends at whole pairs.")),
        &RopeSettings::truncate, kOfYarn);
    add(real("rope-mscale", WORDS("mscale"), 0, kMost)
            .orElse(WORDS("1"))
            .says(WORDS("YaRN: divided by mscale-all-dim it gives the attention factor.")),
        &RopeSettings::mscale, kOfYarn);
    add(real("rope-mscale-all-dim", WORDS("mscale all dim"), 0, kMost)
            .orElse(WORDS("0"))
            .says(WORDS("YaRN as in DeepSeek: divisor of mscale.")),
        &RopeSettings::mscaleAllDim, kOfYarn);
    add(real("rope-attention-factor", WORDS("Attention factor"), kLeast, kMost)
            .orElse(WORDS("from the scaling"))
            .says(WORDS("Factor on cosines and sines.")),
        &RopeSettings::attentionFactor);
    add(rotations("rope-low-freq-factor", WORDS("Low-frequency factor"),
                  WORDS("Llama 3: pairs with fewer full rotations within L₀ are divided by the scaling factor.")),
        &RopeSettings::lowFreqFactor, kOfLlama3);
    add(rotations("rope-high-freq-factor", WORDS("High-frequency factor"),
                  WORDS("Llama 3: pairs with more full rotations within L₀ keep their frequency.")),
        &RopeSettings::highFreqFactor, kOfLlama3);
    add(text("rope-factors", WORDS("Factor lists"))
            .says(WORDS("LongRoPE: JSON file with short_factor and long_factor, such as the model's config.json.")),
        &RopeSettings::factors, scalesBy<Settings, RopeScaling::LongRope>);
    return list;
}

} // namespace

Result<std::vector<double>> readFactorList(const std::string& path, bool longList, std::int64_t pairs)
{
    TRY(const std::string text, contentsOf(path, kLargest));
    Result<std::vector<double>> list = parsed(text, longList ? "long_factor" : "short_factor", pairs);
    return list.ok() ? list : inFile(path, list.error());
}

std::vector<SchemeParameter> ropeParameters()
{
    return sharedParameters<RopeSettings>();
}

std::vector<SchemeParameter> xposParameters()
{
    std::vector<SchemeParameter> list = sharedParameters<XposSettings>();
    list.push_back(schemeParameter(real("xpos-scale-base", WORDS("Scale base"), kLeast, kMost)
                                       .logarithmic()
                                       .inUnit(WORDS("positions"))
                                       .says(WORDS("Number of positions after which ζ has been applied once.")),
                                   &XposSettings::scaleBase));
    return list;
}

} // namespace phasor
