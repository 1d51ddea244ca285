// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/config/modelconfig.h"

#include "inputs/jsontext.h"
#include "pipeline/config/configvalues.h"
#include "pipeline/embeddingtable.h"
#include "text/pythontext.h"

#include <cmath>

namespace phasor {

constexpr std::int64_t kLargest = 4 << 20; // bytes
constexpr SourceText kRemedy = WORDS("use the config.json of a model");

// The text model inside a multimodal one.
const ConfigJson& textModel(const ConfigJson& file)
{
    for (const char* name : {"text_config", "language_config", "llm_config"}) {
        if (const auto inner = file.find(name); inner != file.end() && inner->is_object())
            return *inner;
    }
    return file;
}

// What transformers assumes of the model's family where the file is silent. `scheme`, `dropout_keys` and `layout` are
// Phasor's own, as are members that notshown.cpp names.
const ConfigJson& familyOf(const ConfigJson& text, const ConfigJson& file)
{
    static const ConfigJson kFamilies = ConfigJson::parse(bundledText("models/families.json"));
    for (const ConfigJson* object : {&text, &file}) {
        const auto type = object->find("model_type");
        auto family
            = type != object->end() && type->is_string() ? kFamilies.find(type->get<std::string>()) : kFamilies.end();
        if (family != kFamilies.end() && family->is_string()) // the same as another
            family = kFamilies.find(family->get<std::string>());
        if (family != kFamilies.end())
            return *family;
    }
    return kFamilies.at("");
}

// Rows of an image model's table: its patches, and the tokens before them.
static std::optional<std::int64_t> imagePositions(ConfigValues& model)
{
    constexpr std::int64_t kMost = 1 << 20; // patches a side
    const auto before = model.integer({"class_tokens"});
    const auto image = model.integer({"image_size"});
    const auto patch = model.integer({"patch_size"});
    if (!before || !image || !patch || *patch < 1)
        return std::nullopt;
    const std::int64_t side = std::clamp<std::int64_t>(*image / *patch, 0, kMost);
    return side * side + *before;
}

// Reads width, number of heads and positions; returns the model's width. d_model is the width of a table, otherwise of
// all heads' queries, if these differ from the model's.
static std::int64_t readSizes(ConfigValues& model)
{
    const auto hidden = model.integer({"n_embed", "hidden_size", "n_embd", "d_model", "dim"});
    const auto heads = model.integer(
        {"num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads", "attention_heads"});
    const auto headWidth = model.integer({"qk_rope_head_dim", "head_dim", "d_kv"});
    const auto positions = model.integer({"max_position_embeddings", "n_positions", "max_seq_len", "seq_length",
                                          "max_source_positions", "context_length"});
    model.set("heads", heads, "num_attention_heads");
    model.set("max-len", positions ? positions : imagePositions(model), "max_position_embeddings");
    model.set("d-model", hidden, "hidden_size");
    const std::int64_t own = model.p().encoding.dModel;
    if (addsTable(model.p())) {
        model.set("d-model", model.integer({"embedding_size"}), "embedding_size");
        return own;
    }
    if (!model.ok() || !headWidth)
        return own;
    const std::int64_t count = model.p().attention.heads;
    const std::int64_t width = *headWidth <= 0 || *headWidth > 65536 ? 0 : count * *headWidth;
    if (width == own)
        return own;
    model.set("d-model", ParameterValue(width), "head_dim");
    if (hidden)
        model.warn(WORDS("hidden_size %1 does not match %2 heads of %3 columns; d_model is %4, as the queries have")
                       .with(*hidden, count, *headWidth, width));
    return own;
}

// Reads scale and σ of the embedding, and dropout on the sum; these are never those of the setup before.
static void readEmbedding(ConfigValues& model, const ConfigJson& family, std::int64_t modelWidth)
{
    constexpr double kUsualSigma = 0.02; // of transformers' initializer_range
    constexpr double kKeptByEsm = 1 - 0.15 * 0.8; // ESM-2's factor for a text without masks
    Parameters& p = model.p();
    p.sum = SumSettings{};
    p.sum.scale = ScaleRule::None;
    if (model.boolean("scale_embedding").value_or(false))
        p.sum.scale = modelWidth == p.encoding.dModel ? ScaleFactor(ScaleRule::SqrtDModel)
                                                      : std::sqrt(static_cast<double>(modelWidth));
    if (model.boolean("token_dropout").value_or(false))
        p.sum.scale = kKeptByEsm;
    model.set("scale", model.number({"embedding_multiplier", "scale_emb"}), "embedding_multiplier");

    const double sigma = model.number({"initializer_range", "init_std", "initializer_factor"}).value_or(kUsualSigma);
    if (!EmbeddingTable::isFile(p.embedding.source)) {
        p.embedding.source = EmbeddingSettings{}.source;
        model.set("embedding-std", ParameterValue(sigma), "initializer_range");
    }
    model.set("table-std", ParameterValue(sigma), "initializer_range");
    model.set("table-seed", ParameterValue(Seed{1}), "initializer_range"); // not the embedding's numbers again

    p.dropout.p = 0;
    p.dropout.placement = DropoutSettings{}.placement;
    for (const ConfigJson& key : family.value("dropout_keys", ConfigJson::array())) {
        const auto name = key.get<std::string>();
        model.set("dropout", model.number({name}), name);
    }
}

// Scheme that the file describes; empty: none that is known.
static std::string schemeOf(ConfigValues& model, const ConfigJson& family)
{
    std::string usual = family.value("scheme", "");
    std::optional<bool> alibi = model.boolean("alibi");
    const std::optional<std::string> embedding = model.text({"position_embedding_type"});
    if (const ConfigJson* attention = model.object("attn_config"); attention != nullptr && !alibi) // MPT
        alibi = ConfigValues(*attention, "attn_config.", model).boolean("alibi");
    if (alibi.value_or(usual == "alibi" || embedding == "alibi"))
        return "alibi";
    if (embedding == "rotary" || embedding == "rope")
        return "rope";
    if (usual == "alibi" || (usual.empty() && embedding == "absolute"))
        return "learned";
    if (model.boolean("sinusoidal_pos_embds").value_or(false)) // DistilBERT's table before training
        return "sinusoidal";
    if (!usual.empty())
        return usual;
    if (model.has("relative_attention_num_buckets"))
        return "t5";
    return speaksOfRope(model) ? "rope" : "";
}

// Reads the scheme's other settings.
static void readScheme(ConfigValues& model, const ConfigJson& family, const std::string& path)
{
    const std::string& scheme = model.p().encoding.scheme;
    // Encoders are known by a default of is_decoder, which some files of decoders say wrongly.
    const bool encodes = family.contains("is_decoder") && !model.boolean("is_decoder").value_or(false);
    model.p().attention.causal = !encodes && !model.boolean("use_bidirectional_attention").value_or(false);
    if (scheme == "rope")
        readRope(model, path);
    if (scheme == "t5") {
        for (const auto& [option, name] : {std::pair("t5-buckets", "relative_attention_num_buckets"),
                                           std::pair("t5-max-distance", "relative_attention_max_distance")})
            model.set(option, model.integer({name}), name);
        model.set("t5-bidirectional", ParameterValue(std::string(encodes ? "on" : "off")), "is_decoder");
    }
    if (scheme == "sinusoidal") {
        model.set("layout", ParameterValue(family.value("layout", "interleaved")), "model_type");
        model.set("first-position", model.integer({"first_position"}), "model_type");
    }
    warnOfNotShown(model);
    if (const ConfigJson* attention = model.object("attn_config")) {
        ConfigValues values(*attention, "attn_config.", model);
        warnOfNotShown(values);
    }
}

// Checks the values against each other; also that each head has columns and, for a rotation, pairs.
static Status consistent(const Parameters& p, std::int64_t modelWidth)
{
    TRY_DONE(validate(p));
    if (const auto width = addsTable(p) ? modelWidth : p.encoding.dModel; width % p.attention.heads != 0)
        return unevenHeads(width, p.attention.heads);
    const Scheme& scheme = *findScheme(p.encoding.scheme);
    if (scheme.kind == SchemeKind::Rotation) {
        TRY(const PositionModel model, scheme.make(positionSetupOf(p)));
        if (model.rotation && !model.rotation->ok())
            return model.rotation->error();
    }
    return Done{};
}

// Turns an error of contradicting values into one of the file. Its message must not name options.
static Error faultOfFile(Error error)
{
    if (error.kind != ErrorKind::Usage)
        return error;
    error.kind = ErrorKind::Input;
    error.what = WORDS("%1: %2").with(error.where, error.what);
    error.remedy = {};
    return error;
}

static Status read(const std::string& path, ModelConfig& into)
{
    TRY(const std::string written, contentsOf(path, kLargest));
    TRY(const ConfigJson file, parseJsonObject(written, kRemedy));
    Status status = Done{};
    const ConfigJson& text = textModel(file);
    const ConfigJson& family = familyOf(text, file);
    ConfigValues model(text, family, {}, into, status);
    TRY_DONE(refuseOtherPositions(model));
    const std::string scheme = schemeOf(model, family);
    TRY_DONE(status);
    if (scheme.empty())
        return jsonError("SCHEMA", {}, WORDS("has no key for positions (rope_theta, rope_scaling, alibi …)"), kRemedy);
    Parameters& p = into.parameters;
    p.encoding = EncodingSettings{};
    p.encoding.scheme = scheme;
    p.attention.heads = AttentionSettings{}.heads;
    p.attention.head = 0;
    const std::int64_t modelWidth = readSizes(model);
    readEmbedding(model, family, modelWidth);
    readScheme(model, family, path);
    if (const auto vision = file.find("vision_config");
        vision != file.end() && familyOf(*vision, noMembers()).contains("two_axes"))
        model.warn(WORDS("vision_config rotates along two axes, which Phasor does not show; the text model is shown"));
    TRY_DONE(status);
    if (p.sentence.seqLen && *p.sentence.seqLen > p.encoding.maxLen)
        p.sentence.seqLen.reset(); // may belong to a longer table
    model.noteFound();
    if (const Status valid = consistent(p, modelWidth); !valid.ok())
        return faultOfFile(valid.error());
    return Done{};
}

bool isModelConfigFile(const std::string& path)
{
    const Result<std::string> text = contentsOf(path, kLargest);
    if (!text.ok())
        return false;
    const std::size_t begin = text->find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return begin != std::string::npos && (*text)[begin] == '{' && text->find("\"phasor-") == std::string::npos;
}

Result<ModelConfig> readModelConfig(const std::string& path, const Parameters& parameters)
{
    ModelConfig config{.parameters = parameters};
    const Status status = read(path, config);
    if (status.ok())
        return config;
    Error error = status.error();
    if (error.remedy.empty()) // error of a value that a parameter refuses
        error.remedy = WORDS("correct it in the file, or leave it out");
    return inFile(path, error);
}

} // namespace phasor
