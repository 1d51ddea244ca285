// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/config/modelconfig.h"

#include "encodings/schemes.h"
#include "inputs/inputfile.h"
#include "inputs/jsontext.h"
#include "pipeline/config/ropeconfig.h"
#include "pipeline/parameters/parameters.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr std::int64_t kLargest = 4 << 20; // bytes
constexpr SourceText kRemedy = WORDS("give the config.json of a model");

// The text model inside a multimodal one.
const ConfigJson& textModel(const ConfigJson& file)
{
    for (const char* name : {"text_config", "language_config", "llm_config"}) {
        if (const auto inner = file.find(name); inner != file.end() && inner->is_object())
            return *inner;
    }
    return file;
}

// Reads width, number of heads and positions. d_model is the width of all heads' queries, if it differs from the
// model's.
void readSizes(ConfigValues& model)
{
    const auto hidden = model.integer({"hidden_size", "n_embd", "d_model"});
    const auto heads = model.integer({"num_attention_heads", "n_head", "n_heads", "num_heads"});
    const auto headWidth = model.integer({"qk_rope_head_dim", "head_dim", "d_kv"});
    const auto positions
        = model.integer({"max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", "seq_length"});
    model.set("heads", heads, "num_attention_heads");
    model.set("head", ParameterValue(std::int64_t{0}), "num_attention_heads");
    model.set("max-len", positions, "max_position_embeddings");
    model.set("d-model", hidden, "hidden_size");
    if (!model.ok() || !headWidth)
        return;
    const std::int64_t count = model.p().attention.heads;
    const std::int64_t width = *headWidth <= 0 || *headWidth > 65536 ? 0 : count * *headWidth;
    if (width == model.p().encoding.dModel)
        return;
    model.set("d-model", ParameterValue(width), "head_dim");
    if (hidden)
        model.warn(WORDS("hidden_size %1 is not that of %2 heads of %3 columns: d_model is %4, as the queries have")
                       .with(*hidden, count, *headWidth, width));
}

// Scheme that the file describes; empty: none that is known.
std::string schemeOf(ConfigValues& model)
{
    constexpr std::string_view kLearned[] = {"gpt2", "bert", "roberta", "opt", "gpt_neo", "distilbert", "electra"};
    std::optional<bool> alibi = model.boolean("alibi");
    const std::optional<std::string> embedding = model.text({"position_embedding_type"});
    const std::optional<std::string> type = model.text({"model_type"});
    if (const ConfigJson* attention = model.object("attn_config"); attention != nullptr && !alibi) // MPT
        alibi = ConfigValues(*attention, "attn_config.", model).boolean("alibi");
    if (alibi.value_or(type == "bloom" || embedding == "alibi"))
        return "alibi";
    if (model.has("relative_attention_num_buckets"))
        return "t5";
    if (speaksOfRope(model))
        return "rope";
    const bool learned
        = embedding == "absolute" || std::ranges::find(kLearned, type.value_or("")) != std::end(kLearned);
    return learned ? "learned" : "";
}

// Reads the scheme's other settings.
void readScheme(ConfigValues& model, const std::string& path)
{
    const std::string& scheme = model.p().encoding.scheme;
    if (scheme == "rope")
        readRope(model, path);
    if (scheme == "t5") {
        for (const auto& [option, name] : {std::pair("t5-buckets", "relative_attention_num_buckets"),
                                           std::pair("t5-max-distance", "relative_attention_max_distance")})
            model.set(option, model.integer({name}), name);
    }
    if (scheme == "learned")
        model.set("table-std", model.number({"initializer_range"}), "initializer_range");
}

// Checks the values against each other; also that each head has columns and, for a rotation, pairs.
Status consistent(const Parameters& p)
{
    TRY_DONE(validate(p));
    if (p.encoding.dModel % p.attention.heads != 0)
        return unevenHeads(p.encoding.dModel, p.attention.heads);
    const Scheme& scheme = *findScheme(p.encoding.scheme);
    if (scheme.kind == SchemeKind::Rotation) {
        TRY(const PositionModel model, scheme.make(positionSetupOf(p)));
        if (model.rotation && !model.rotation->ok())
            return model.rotation->error();
    }
    return Done{};
}

// Turns an error of contradicting values into one of the file. Its message must not name options.
Error faultOfFile(Error error)
{
    if (error.kind != ErrorKind::Usage)
        return error;
    error.kind = ErrorKind::Input;
    error.what = WORDS("%1: %2").with(error.where, error.what);
    error.remedy = {};
    return error;
}

Status read(const ConfigJson& file, const std::string& path, ModelConfig& into)
{
    Status status = Done{};
    ConfigValues model(textModel(file), {}, into, status);
    const std::string scheme = schemeOf(model);
    TRY_DONE(status);
    if (scheme.empty())
        return jsonError("SCHEMA", {}, WORDS("says nothing of positions (rope_theta, rope_scaling, alibi …)"), kRemedy);
    if (findScheme(scheme) == nullptr)
        return jsonError("SCHEMA", {},
                         WORDS("has positions of the scheme %1, which this Phasor does not know").with(scheme),
                         kRemedy);
    Parameters& p = into.parameters;
    p.encoding.own = {};
    p.encoding.scheme = scheme;
    readSizes(model);
    readScheme(model, path);
    TRY_DONE(status);
    if (p.sentence.seqLen && *p.sentence.seqLen > p.encoding.maxLen)
        p.sentence.seqLen.reset(); // may belong to a longer table
    model.noteFound();
    if (const Status valid = consistent(p); !valid.ok())
        return faultOfFile(valid.error());
    return Done{};
}

} // namespace

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
    const auto refused = [&path](Error error) {
        if (error.remedy.empty()) // error of a value that a parameter refuses
            error.remedy = WORDS("correct it in the file, or leave it out");
        return inFile(path, error);
    };
    const Result<std::string> text = contentsOf(path, kLargest);
    if (!text.ok())
        return refused(text.error());
    const Result<ConfigJson> json = parseJsonObject(*text, kRemedy);
    if (!json.ok())
        return refused(json.error());
    ModelConfig config{.parameters = parameters};
    if (const Status status = read(*json, path, config); !status.ok())
        return refused(status.error());
    return config;
}

} // namespace phasor
