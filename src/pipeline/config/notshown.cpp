// SPDX-License-Identifier: GPL-3.0-or-later
// What a model has and Phasor does not show, or cannot.
#include "pipeline/config/configvalues.h"

#include "inputs/jsontext.h"

namespace phasor {

namespace {

struct NotShown
{
    std::string_view name; // of the file, or of resources/models/families.json
    SourceText why; // %1: the name, %2: its value
    // Whether the value changes anything; null: if it is neither false nor 0.
    bool (*matters)(ConfigValues& values, const ConfigJson& value) = nullptr;
};

constexpr auto kNotRotating = [](ConfigValues& values, const ConfigJson&) {
    return values.p().encoding.scheme != "rope";
};
constexpr auto kOtherColumns = [](ConfigValues& values, const ConfigJson& columns) {
    return values.integer({"hidden_size", "d_model"}).value_or(0) != columns;
};
constexpr auto kShort = [](ConfigValues& values, const ConfigJson& window) {
    const bool used = values.boolean("use_sliding_window").value_or(true);
    return used && window.is_number() && window.get<double>() < static_cast<double>(values.p().encoding.maxLen);
};
constexpr auto kOtherWidth = [](ConfigValues& values, const ConfigJson& width) {
    return width != values.p().encoding.dModel / values.p().attention.heads;
};
// In no_rope_layers 0 is a layer without positions. An empty list counts as missing.
constexpr auto kHasZero = [](ConfigValues&, const ConfigJson& layers) {
    return std::ranges::any_of(layers, [](const ConfigJson& layer) { return layer == 0; });
};
constexpr auto kOnlyRule = [](ConfigValues& values, const ConfigJson&) {
    return !values.says("no_rope_layers");
};
constexpr auto kOtherLayers = [](ConfigValues&, const ConfigJson& layers) {
    return std::ranges::any_of(layers, [](const ConfigJson& layer) {
        return !layer.is_string() || !layer.get<std::string>().ends_with("attention") || layer == "linear_attention";
    });
};

constexpr SourceText kNormalized = WORDS("%1: the model normalizes queries and keys; Phasor does not");
constexpr SourceText kWindow
    = WORDS("%1 %2: in some layers of the model a token attends only to those near it, here to all");
constexpr SourceText kLocal = WORDS("%1: the local layers rotate with this base; Phasor shows the global ones");
constexpr SourceText kNoRope = WORDS("%1: some layers have no positions; Phasor shows those that rotate");

constexpr NotShown kNotShown[] = {
    {"no_attention", WORDS("the model has no positional encoding and no attention")},
    {"normalized_embedding", WORDS("the model has a norm before dropout, which Phasor does not show")},
    {"type_vocab_size", WORDS("%1: the model adds a vector for each token's type; Phasor does not")},
    {"position_offset",
     WORDS("positions have an offset of %2: the model's first token has that position, here position 0"), kNotRotating},
    {"embedding_size", WORDS("%1: the model maps the sum of %2 columns to hidden_size; Phasor does not"),
     kOtherColumns},
    {"word_embed_proj_dim",
     WORDS("%1: the model maps embeddings of %2 columns to hidden_size; here E has hidden_size columns"),
     kOtherColumns},
    {"other_input", WORDS("the model reads images or sound: E stands in for their patches or frames")},
    {"use_qk_norm", kNormalized},
    {"qk_layernorm", kNormalized},
    {"qk_nope_head_dim", WORDS("%1: a head has %2 more columns without rotation, which Phasor does not show")},
    {"undivided_scores", WORDS("the model does not divide q · k by √(head dimension); Phasor does")},
    {"divided_bias", WORDS("the model divides its biases by √(head dimension), too; Phasor does not"), kNotRotating},
    {"attn_logit_softcapping", WORDS("%1: the model bounds its scores by ±%2; Phasor does not")},
    {"query_pre_attn_scalar", WORDS("%1: the model divides q · k by √%2, Phasor by √(head dimension)"), kOtherWidth},
    {"attention_multiplier", WORDS("%1: the model multiplies q · k by %2, Phasor by 1/√(head dimension)")},
    {"clip_qkv", WORDS("%1: the model bounds queries and keys by ±%2; Phasor does not")},
    {"attention_sinks",
     WORDS("a sink in each head of the model takes a share of the attention, which Phasor does not show")},
    {"sliding_window", kWindow, kShort},
    {"attention_chunk_size", kWindow, kShort},
    {"local_attention", kWindow, kShort},
    {"window_size", kWindow, kShort},
    {"rope_local_base_freq", kLocal},
    {"local_rope_theta", kLocal},
    {"no_rope_layers", kNoRope, kHasZero},
    {"no_rope_layer_interval", kNoRope, kOnlyRule},
    {"layer_types", WORDS("%1: some layers have no attention; Phasor shows those that have"), kOtherLayers},
    {"mrope_section", WORDS("%1: three axes share the pairs; text has the same position on each")},
};

constexpr SourceText kRelative = WORDS("positions enter by relative keys, which Phasor does not have");
constexpr std::pair<std::string_view, SourceText> kRefused[] = {
    {"relative_attention", kRelative},
    {"relative_positions", kRelative},
    {"two_axes", WORDS("rotates along two axes, the rows and columns of an image; Phasor has one axis")},
    {"convolved_positions", WORDS("positions enter by a convolution, which Phasor does not have")},
};
constexpr SourceText kOtherModel = WORDS("use a model with a table of positions, a rotation or biases");

} // namespace

Status refuseOtherPositions(ConfigValues& model)
{
    for (const auto& [name, why] : kRefused) {
        if (model.says(name))
            return jsonError("SCHEMA", name == "relative_attention" ? std::string(name) : "model_type", why,
                             kOtherModel);
    }
    constexpr std::string_view kKind = "position_embedding_type";
    const std::string kind = model.text({kKind}).value_or("");
    if (kind.starts_with("relative"))
        return jsonError("SCHEMA", std::string(kKind), WORDS("is %1: %2").with(inQuotes(kind), kRelative), kOtherModel);
    return Done{};
}

void warnOfNotShown(ConfigValues& values)
{
    for (const auto& [name, why, matters] : kNotShown) {
        const ConfigJson* const value = values.find(name);
        if (value != nullptr && values.says(name) && (matters == nullptr || matters(values, *value)))
            values.warn(why.with(name, value->dump()));
    }
}

} // namespace phasor
