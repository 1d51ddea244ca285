// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/config/configvalues.h"

#include "inputs/jsontext.h"

#include <array>
#include <cmath>

namespace phasor {

// Values of rope_type, and of the older `type`.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kTypes{{
    {"default", "none"},
    {"none", "none"},
    {"mrope", "none"},
    {"linear", "linear"},
    {"ntk", "ntk"},
    {"dynamic", "dynamic-ntk"},
    {"yarn", "yarn"},
    {"deepseek_yarn", "yarn"},
    {"llama3", "llama3"},
    {"longrope", "longrope"},
    {"su", "longrope"},
}};

static void failMissing(ConfigValues& scaling, std::string_view name, std::string_view type)
{
    scaling.fail(jsonError("MISSING", scaling.nameOf(name),
                           WORDS("is missing, but the scaling %1 needs it").with(inQuotes(type)),
                           WORDS("add it, or set rope_scaling to null")));
}

// The object with the scaling's numbers; empty if the file has none.
static ConfigValues scalingOf(ConfigValues& model)
{
    for (const std::string name : {"rope_parameters", "rope_scaling"}) {
        const ConfigJson* const object = model.object(name);
        if (object == nullptr)
            continue;
        // By kind of layer, as in Gemma 3.
        if (const auto full = object->find("full_attention"); full != object->end() && full->is_object()) {
            model.warn(WORDS("%1 differs from layer to layer; Phasor shows that of full_attention").with(name));
            return {*full, name + ".full_attention.", model};
        }
        return {*object, name + ".", model};
    }
    return {noMembers(), {}, model};
}

// Type of scaling; "none" if missing, or if unknown (with a warning).
static std::string_view typeOf(ConfigValues& scaling)
{
    const std::optional<std::string> word = scaling.text({"rope_type", "type"});
    if (!word) {
        if (scaling.has("factor"))
            scaling.warn(WORDS("%1 is missing, so no frequency is scaled").with(scaling.nameOf("rope_type")));
        return "none";
    }
    for (const auto& [theirs, ours] : kTypes) {
        if (*word == theirs)
            return ours;
    }
    scaling.warn(
        WORDS("%1 %2 is unknown, so no frequency is scaled").with(scaling.nameOf("rope_type"), inQuotes(*word)));
    return "none";
}

// L₀. Dynamic NTK always uses the model's longest input, the other scalings if the file has no other value.
static std::int64_t originalOf(ConfigValues& model, ConfigValues& scaling, std::string_view type)
{
    constexpr std::string_view kName = "original_max_position_embeddings";
    const std::optional<std::int64_t> own = scaling.integer({kName});
    const std::optional<std::int64_t> ofModel = model.integer({kName});
    if (!own && !ofModel && type == "llama3")
        failMissing(scaling, kName, type);
    const std::int64_t longest = model.p().encoding.maxLen;
    return type == "dynamic-ntk" ? longest : own.value_or(ofModel.value_or(longest));
}

// Scaling factor s. For YaRN and LongRoPE the default is the model's longest input divided by L₀.
static double factorOf(ConfigValues& model, ConfigValues& scaling, std::string_view type, std::int64_t original)
{
    const std::optional<double> factor = scaling.number({"factor"});
    const double further
        = static_cast<double>(model.p().encoding.maxLen) / static_cast<double>(std::max<std::int64_t>(original, 1));
    if (type == "longrope" && model.has("original_max_position_embeddings"))
        return std::max(1.0, further);
    if (!factor && type != "yarn" && type != "longrope")
        failMissing(scaling, "factor", type);
    return factor.value_or(std::max(1.0, further));
}

// Reads a scaling's numbers except factor and L₀, under the names of its options.
static void readNumbers(ConfigValues& scaling, std::string_view type, const std::string& path)
{
    struct Number
    {
        std::string_view type, name, option;
        bool needed = false;
    };
    static constexpr Number kNumbers[] = {
        {"yarn", "beta_fast", "rope-beta-fast"},
        {"yarn", "beta_slow", "rope-beta-slow"},
        {"yarn", "mscale", "rope-mscale"},
        {"yarn", "mscale_all_dim", "rope-mscale-all-dim"},
        {"yarn", "attention_factor", "rope-attention-factor"},
        {"longrope", "attention_factor", "rope-attention-factor"},
        {"llama3", "low_freq_factor", "rope-low-freq-factor", true},
        {"llama3", "high_freq_factor", "rope-high-freq-factor", true},
    };
    for (const Number& number : kNumbers) {
        if (number.type != type)
            continue;
        const std::optional<double> value = scaling.number({number.name});
        if (!value && number.needed)
            return failMissing(scaling, number.name, type);
        scaling.set(number.option, value, number.name);
    }
    if (type == "yarn") {
        if (const std::optional<bool> truncate = scaling.boolean("truncate"))
            scaling.set("rope-truncate", ParameterValue(std::string(*truncate ? "on" : "off")), "truncate");
        if (scaling.has("mscale_all_dim"))
            scaling.warn(WORDS("%1: the model also multiplies its attention scores; Phasor does not")
                             .with(scaling.nameOf("mscale_all_dim")));
    }
    if (type == "longrope") {
        scaling.find("short_factor");
        scaling.find("long_factor");
        scaling.set("rope-factors", ParameterValue(path), "long_factor");
    }
}

static void readScaling(ConfigValues& model, ConfigValues& scaling, const std::string& path)
{
    const std::string_view type = typeOf(scaling);
    scaling.set("rope-scaling", ParameterValue(std::string(type)), "rope_type");
    if (type == "none") {
        scaling.set("rope-original", ParameterValue(model.p().encoding.maxLen), "max_position_embeddings");
    } else {
        const std::int64_t original = originalOf(model, scaling, type);
        const double factor = factorOf(model, scaling, type, original);
        scaling.set("rope-original", ParameterValue(original), "original_max_position_embeddings");
        scaling.set("rope-factor", ParameterValue(factor), "factor");
        readNumbers(scaling, type, path);
        scaling.warnOfUnknown();
    }
    scaling.noteFound();
}

// Rotated share of the head dimension; a number of columns is converted to a share.
static std::optional<double> fractionOf(ConfigValues& values)
{
    const std::int64_t headWidth = values.p().encoding.dModel / values.p().attention.heads;
    const std::optional<double> fraction = values.number({"partial_rotary_factor", "rotary_pct", "rope_pct"});
    const std::optional<std::int64_t> columns = values.integer({"rotary_dim"});
    if (fraction || !columns || headWidth <= 0)
        return fraction;
    double share = static_cast<double>(*columns) / static_cast<double>(headWidth);
    if (static_cast<std::int64_t>(share * static_cast<double>(headWidth)) < *columns)
        share = std::nextafter(share, 1.0);
    return share;
}

bool speaksOfRope(ConfigValues& model)
{
    constexpr const char* kOfRope[]
        = {"rope_theta", "rope_parameters", "rotary_emb_base",  "rotary_dim",           "rotary_pct",
           "rope_pct",   "rope_scaling",    "qk_rope_head_dim", "partial_rotary_factor"};
    return std::ranges::any_of(kOfRope, [&](const char* name) { return model.has(name); });
}

void readRope(ConfigValues& model, const std::string& path)
{
    ConfigValues scaling = scalingOf(model);
    for (ConfigValues* values : {&model, &scaling}) { // newer files have them in the scaling
        values->set("base", values->number({"rope_theta", "rotary_emb_base", "rope_base", "global_rope_theta"}),
                    "rope_theta");
        values->set("rotary-fraction", fractionOf(*values), "partial_rotary_factor");
    }
    if (model.boolean("rope_interleave").value_or(false))
        model.set("layout", ParameterValue(std::string("interleaved")), "rope_interleave");
    readScaling(model, scaling, path);
    warnOfNotShown(scaling);
}

} // namespace phasor
