// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/experiment.h"

#include "pipeline/parameters/parameterspec.h"
#include "text/words.h"

namespace phasor {

namespace {

struct Varied
{
    std::string name;
    std::vector<std::string> values;
};

Error varyError(Message what, Message remedy)
{
    return usageError("VARY", "--vary", std::move(what), std::move(remedy));
}

Result<Varied> variedOf(const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        return varyError(WORDS("%1 is not a list of values").with(inQuotes(text)),
                         WORDS("use a parameter and its values, such as scheme=sinusoidal,rope"));
    const std::size_t begin = text.starts_with("--") ? 2 : 0;
    return Varied{text.substr(begin, equals - begin), partsOf(std::string_view(text).substr(equals + 1))};
}

Error unknownName(const std::string& name, const Parameters& parameters)
{
    std::vector<std::string_view> known;
    for (const ParameterSpec* spec : specsOf(parameters))
        known.push_back(spec->id);
    for (const TrainingParameter& parameter : trainingParameters())
        known.push_back(parameter.id);
    return varyError(WORDS("%1 is not a parameter").with(inQuotes(name)),
                     didYouMean(name, known, WORDS("choose one of `phasor list parameters`")));
}

Status assign(Variant& variant, const std::string& name, const std::string& text)
{
    const auto put = [&](const auto& setting, auto& whole) -> Status {
        const Result<ParameterValue> value = parseValue(setting, text);
        if (value.ok()) {
            setting.set(whole, *value);
            return Done{};
        }
        Error error = value.error();
        error.where = Message::verbatim("--vary " + name);
        return error;
    };
    if (const TrainingParameter* own = findTrainingParameter(name))
        return put(*own, variant.settings);
    if (const ParameterSpec* spec = findParameter(name, variant.parameters))
        return put(*spec, variant.parameters);
    return unknownName(name, variant.parameters);
}

Result<std::vector<Variant>> multiplied(const std::vector<Variant>& before, const Varied& varied)
{
    std::vector<Variant> after;
    for (const Variant& variant : before) {
        for (const std::string& value : varied.values) {
            Variant changed = variant;
            TRY_DONE(assign(changed, varied.name, value));
            changed.name += (changed.name.empty() ? "" : ", ") + varied.name + "=" + value;
            after.push_back(std::move(changed));
        }
    }
    if (after.size() > kMostVariants)
        return varyError(WORDS("there are %1 variants, more than %2").with(after.size(), kMostVariants),
                         WORDS("use fewer values"));
    return after;
}

} // namespace

Result<std::vector<Variant>> variantsOf(const Experiment& experiment)
{
    std::vector<Variant> variants{{"", experiment.scene.a, experiment.settings}};
    if (experiment.scene.b && experiment.vary.empty()) {
        variants.front().name = "A";
        variants.push_back({"B", *experiment.scene.b, experiment.settings});
    } else if (experiment.scene.b) {
        return varyError(WORDS("two setups are already compared"), WORDS("leave one of the two options out"));
    }
    for (const std::string& text : experiment.vary) {
        TRY(const Varied varied, variedOf(text));
        TRY(variants, multiplied(variants, varied));
    }
    return variants;
}

std::vector<double> VariantResult::finals() const
{
    std::vector<double> values;
    for (const RunRecord& run : runs)
        values.push_back(run.final);
    return values;
}

std::vector<double> VariantResult::longer(std::size_t i) const
{
    std::vector<double> values;
    for (const RunRecord& run : runs)
        values.push_back(run.longer[i]);
    return values;
}

} // namespace phasor
