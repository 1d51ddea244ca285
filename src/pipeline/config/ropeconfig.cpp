// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/config/ropeconfig.h"

#include "inputs/jsontext.h"
#include "pipeline/config/configwriter.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace phasor {

namespace {

// Models whose pairs are neighbouring columns; all others have halves.
constexpr std::array<std::string_view, 10> kInterleaved{
    "gptj", "codegen", "cohere", "cohere2", "llama4", "llama4_text", "deepseek_v2", "deepseek_v3", "glm", "glm4"};
// Models whose older files say nothing, as if everybody knew.
constexpr std::array<std::string_view, 18> kRotary{
    "llama", "mistral",  "mixtral", "gemma",   "gemma2", "gemma3_text", "qwen2",   "qwen3",      "phi",
    "phi3",  "gpt_neox", "gptj",    "codegen", "cohere", "stablelm",    "smollm3", "starcoder2", "olmo"};
// Members of the file that change what is rotated, and that Phasor does not show.
constexpr std::array<std::pair<std::string_view, SourceText>, 4> kNotShown{{
    {"no_rope_layers", WORDS("%1: some layers have no positions; those that rotate are shown")},
    {"no_rope_layer_interval", WORDS("%1: some layers have no positions; those that rotate are shown")},
    {"rope_local_base_freq", WORDS("%1: the local layers rotate with this base; the global ones are shown")},
    {"mrope_section", WORDS("%1: the pairs are shared among three axes; text has the same position on each")},
}};

// Words of rope_type, and of `type` before.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kTypes{{
    {"default", "none"},
    {"none", "none"},
    {"linear", "linear"},
    {"ntk", "ntk"},
    {"dynamic", "dynamic-ntk"},
    {"yarn", "yarn"},
    {"deepseek_yarn", "yarn"},
    {"llama3", "llama3"},
    {"longrope", "longrope"},
    {"su", "longrope"},
}};

template <typename List> bool contains(const List& list, std::string_view word)
{
    return std::find(list.begin(), list.end(), word) != list.end();
}

Error missing(const ConfigValues& scaling, std::string_view name, std::string_view type)
{
    return jsonError("MISSING", scaling.nameOf(name),
                     WORDS("is missing, which the scaling %1 needs").with(inQuotes(type)),
                     WORDS("add it, or set rope_scaling to null"));
}

// The object with the scaling's numbers, and the words before its members' names; null: there is none.
struct Scaling
{
    const ConfigJson* object = nullptr;
    std::string prefix;
};

Result<Scaling> scalingOf(const RopeConfig& config)
{
    for (const char* name : {"rope_parameters", "rope_scaling"}) {
        TRY(const ConfigJson* object, config.model.object(name));
        if (object == nullptr)
            continue;
        // By kind of layer, as Gemma 3 has it.
        if (const auto full = object->find("full_attention"); full != object->end() && full->is_object()) {
            config.into.warnings.push_back(
                WORDS("%1 differs from layer to layer: that of full_attention is shown").with(std::string(name)));
            return Scaling{&*full, std::string(name) + ".full_attention."};
        }
        return Scaling{object, std::string(name) + "."};
    }
    return Scaling{};
}

// "none" where there is none, or where it is unknown, which is warned of.
Result<std::string> typeOf(ConfigValues& scaling, ModelConfig& into)
{
    TRY(const std::optional<std::string> word, scaling.text({"rope_type", "type"}));
    if (!word) {
        if (scaling.has("factor"))
            into.warnings.push_back(WORDS("%1 is missing: no frequency is scaled").with(scaling.nameOf("rope_type")));
        return std::string("none");
    }
    for (const auto& [theirs, ours] : kTypes) {
        if (*word == theirs)
            return std::string(ours);
    }
    into.warnings.push_back(
        WORDS("%1 %2 is unknown: no frequency is scaled").with(scaling.nameOf("rope_type"), inQuotes(*word)));
    return std::string("none");
}

// L₀: dynamic NTK and, where nothing else is said, the others too take the longest that the model reads.
Result<std::int64_t> originalOf(const RopeConfig& config, ConfigValues& scaling, std::string_view type)
{
    constexpr std::string_view kName = "original_max_position_embeddings";
    TRY(std::optional<std::int64_t> original, scaling.integer({kName}));
    TRY(const std::optional<std::int64_t> ofModel, config.model.integer({kName}));
    if (!original)
        original = ofModel;
    if (!original && type == "llama3")
        return missing(scaling, kName, type);
    return type == "dynamic-ntk" ? config.into.parameters.encoding.maxLen
                                 : original.value_or(config.into.parameters.encoding.maxLen);
}

// s; of YaRN and LongRoPE, where none is given, how much further the model reads than L₀.
Result<double> factorOf(const RopeConfig& config, ConfigValues& scaling, std::string_view type, std::int64_t original)
{
    TRY(const std::optional<double> factor, scaling.number({"factor"}));
    const double further = static_cast<double>(config.into.parameters.encoding.maxLen)
        / static_cast<double>(std::max<std::int64_t>(original, 1));
    if (type == "longrope" && config.model.has("original_max_position_embeddings"))
        return std::max(1.0, further);
    if (factor)
        return *factor;
    if (type != "yarn" && type != "longrope")
        return missing(scaling, "factor", type);
    return std::max(1.0, further);
}

// The numbers that one scaling has beside factor and L₀, by its option.
Status readNumbers(const RopeConfig& config, ConfigValues& scaling, std::string_view type, ConfigWriter& writer)
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
        TRY(const std::optional<double> value, scaling.number({number.name}));
        if (!value && number.needed)
            return missing(scaling, number.name, type);
        writer.set(number.option, value, scaling.nameOf(number.name));
    }
    if (type == "yarn") {
        TRY(const std::optional<bool> truncate, scaling.boolean("truncate"));
        if (truncate)
            writer.set("rope-truncate", ParameterValue(std::string(*truncate ? "on" : "off")),
                       scaling.nameOf("truncate"));
        if (scaling.has("mscale_all_dim"))
            config.into.warnings.push_back(WORDS("%1: the model multiplies its scores, too; Phasor's are without")
                                               .with(scaling.nameOf("mscale_all_dim")));
    }
    if (type == "longrope") {
        scaling.find("short_factor");
        scaling.find("long_factor");
        writer.set("rope-factors", ParameterValue(config.path), scaling.nameOf("long_factor"));
    }
    return Done{};
}

Status readScaling(const RopeConfig& config, ConfigValues& scaling, ConfigWriter& writer)
{
    TRY(const std::string type, typeOf(scaling, config.into));
    writer.set("rope-scaling", ParameterValue(type), scaling.nameOf("rope_type"));
    if (type != "none") {
        TRY(const std::int64_t original, originalOf(config, scaling, type));
        TRY(const double factor, factorOf(config, scaling, type, original));
        writer.set("rope-original", ParameterValue(original), scaling.nameOf("original_max_position_embeddings"));
        writer.set("rope-factor", ParameterValue(factor), scaling.nameOf("factor"));
        TRY_DONE(readNumbers(config, scaling, type, writer));
        for (const std::string& name : scaling.unknown())
            config.into.warnings.push_back(WORDS("%1 is not understood").with(name));
    }
    for (const std::string& name : scaling.found())
        config.into.understood.push_back(name);
    return Done{};
}

// Of the head's columns; a number of columns becomes the fraction that makes as many.
Result<std::optional<double>> fractionOf(ConfigValues& model, std::int64_t headWidth)
{
    TRY(const std::optional<double> fraction, model.number({"partial_rotary_factor", "rotary_pct", "rope_pct"}));
    TRY(const std::optional<std::int64_t> columns, model.integer({"rotary_dim"}));
    if (fraction || !columns || headWidth <= 0)
        return fraction;
    double share = static_cast<double>(*columns) / static_cast<double>(headWidth);
    if (static_cast<std::int64_t>(share * static_cast<double>(headWidth)) < *columns)
        share = std::nextafter(share, 1.0);
    return std::optional(share);
}

} // namespace

bool speaksOfRope(ConfigValues& model)
{
    for (const char* name : {"rope_theta", "rope_parameters", "rotary_emb_base", "rotary_dim", "rotary_pct", "rope_pct",
                             "partial_rotary_factor", "qk_rope_head_dim", "rope_scaling"}) {
        if (model.has(name))
            return true;
    }
    const Result<std::optional<std::string>> type = model.text({"model_type"});
    const Result<std::optional<std::string>> embedding = model.text({"position_embedding_type"});
    return (type.ok() && *type && contains(kRotary, **type))
        || (embedding.ok() && *embedding && (**embedding == "rope" || **embedding == "rotary"));
}

Status readRope(const RopeConfig& config, std::int64_t headWidth)
{
    ConfigValues& model = config.model;
    ConfigWriter writer(config.into.parameters);
    TRY(const Scaling found, scalingOf(config));
    const ConfigJson nothing = ConfigJson::object();
    ConfigValues scaling(found.object != nullptr ? *found.object : nothing, found.prefix);
    for (ConfigValues* values : {&model, &scaling}) { // newer files have them beside the scaling
        TRY(const std::optional<double> base, values->number({"rope_theta", "rotary_emb_base", "rope_base"}));
        TRY(const std::optional<double> fraction, fractionOf(*values, headWidth));
        writer.set("base", base, values->nameOf("rope_theta"));
        writer.set("rotary-fraction", fraction, values->nameOf("partial_rotary_factor"));
    }
    TRY(const std::optional<std::string> type, model.text({"model_type"}));
    if (type && contains(kInterleaved, *type))
        writer.set("layout", ParameterValue(std::string("interleaved")), "model_type");
    TRY_DONE(readScaling(config, scaling, writer));
    for (const auto& [name, why] : kNotShown) {
        if (model.has(name) || scaling.has(name))
            config.into.warnings.push_back(why.with(name));
    }
    return writer.status();
}

} // namespace phasor
