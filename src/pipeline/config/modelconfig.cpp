// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/config/modelconfig.h"

#include "encodings/schemes.h"
#include "inputs/inputfile.h"
#include "inputs/jsontext.h"
#include "pipeline/config/configwriter.h"
#include "pipeline/config/ropeconfig.h"
#include "pipeline/positionsetup.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr std::int64_t kLargest = 4 << 20; // bytes
constexpr SourceText kRemedy = WORDS("give the config.json of a model");

Result<std::string> contents(const std::string& path)
{
    TRY(const InputFile file, InputFile::open(path));
    return file.all(kLargest);
}

// The text model of a multimodal one.
const ConfigJson& textModel(const ConfigJson& file)
{
    for (const char* name : {"text_config", "language_config", "llm_config"}) {
        if (const auto inner = file.find(name); inner != file.end() && inner->is_object())
            return *inner;
    }
    return file;
}

// Width and number of heads, and the positions.
struct Sizes
{
    std::optional<std::int64_t> width;
    std::optional<std::int64_t> heads;
    std::optional<std::int64_t> headWidth;
    std::optional<std::int64_t> positions;
};

Result<Sizes> sizesOf(ConfigValues& model)
{
    Sizes sizes;
    TRY(sizes.width, model.integer({"hidden_size", "n_embd", "d_model"}));
    TRY(sizes.heads, model.integer({"num_attention_heads", "n_head", "n_heads", "num_heads"}));
    TRY(sizes.headWidth, model.integer({"qk_rope_head_dim", "head_dim", "d_kv"}));
    TRY(sizes.positions,
        model.integer({"max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", "seq_length"}));
    return sizes;
}

// d_model is the width of all heads' queries, where that is another than the model's.
void writeSizes(const Sizes& sizes, ConfigWriter& writer, ModelConfig& into)
{
    writer.set("heads", sizes.heads, "num_attention_heads");
    writer.set("head", ParameterValue(std::int64_t{0}), "num_attention_heads");
    writer.set("max-len", sizes.positions, "max_position_embeddings");
    writer.set("d-model", sizes.width, "hidden_size");
    if (!writer.status().ok() || !sizes.headWidth)
        return;
    const std::int64_t heads = into.parameters.attention.heads;
    const std::int64_t width = *sizes.headWidth <= 0 || *sizes.headWidth > 65536 ? 0 : heads * *sizes.headWidth;
    if (width == into.parameters.encoding.dModel)
        return;
    writer.set("d-model", ParameterValue(width), "head_dim");
    if (sizes.width)
        into.warnings.push_back(
            WORDS("hidden_size %1 is not that of %2 heads of %3 columns: d_model is %4, as the queries have")
                .with(*sizes.width, heads, *sizes.headWidth, width));
}

Result<bool> speaksOfAlibi(ConfigValues& model)
{
    TRY(std::optional<bool> alibi, model.boolean("alibi"));
    TRY(const std::optional<std::string> embedding, model.text({"position_embedding_type"}));
    TRY(const std::optional<std::string> type, model.text({"model_type"}));
    TRY(const ConfigJson* attention, model.object("attn_config")); // MPT
    if (attention != nullptr && !alibi) {
        ConfigValues inner(*attention, "attn_config.");
        TRY(alibi, inner.boolean("alibi"));
    }
    return alibi.value_or(type == "bloom" || embedding == "alibi");
}

// The scheme that the file speaks of; empty: none that is known.
Result<std::string> schemeOf(ConfigValues& model)
{
    TRY(const bool alibi, speaksOfAlibi(model));
    TRY(const std::optional<std::string> embedding, model.text({"position_embedding_type"}));
    TRY(const std::optional<std::string> type, model.text({"model_type"}));
    if (alibi)
        return std::string("alibi");
    if (model.has("relative_attention_num_buckets"))
        return std::string("t5");
    if (speaksOfRope(model))
        return std::string("rope");
    static constexpr std::string_view kLearned[]
        = {"gpt2", "bert", "roberta", "opt", "gpt_neo", "distilbert", "electra"};
    if (embedding == "absolute"
        || (type && std::find(std::begin(kLearned), std::end(kLearned), *type) != std::end(kLearned)))
        return std::string("learned");
    return std::string();
}

// What the scheme has beside the sizes.
Status readScheme(ConfigValues& model, const std::string& path, const std::string& scheme, ModelConfig& into)
{
    const Parameters& p = into.parameters;
    if (scheme == "rope")
        return readRope({model, path, into}, p.encoding.dModel / p.attention.heads);
    ConfigWriter writer(into.parameters);
    if (scheme == "t5") {
        TRY(const auto buckets, model.integer({"relative_attention_num_buckets"}));
        TRY(const auto distance, model.integer({"relative_attention_max_distance"}));
        writer.set("t5-buckets", buckets, "relative_attention_num_buckets");
        writer.set("t5-max-distance", distance, "relative_attention_max_distance");
    }
    if (scheme == "learned") {
        TRY(const auto std, model.number({"initializer_range"}));
        writer.set("table-std", std, "initializer_range");
    }
    return writer.status();
}

// The values beside each other; also that each head has its columns and, of a rotation, pairs.
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

// What the values contradict in is the file's fault, not that of the options in the message.
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
    ConfigValues model(textModel(file));
    TRY(const std::string scheme, schemeOf(model));
    if (scheme.empty())
        return jsonError("SCHEMA", {}, WORDS("says nothing of positions (rope_theta, rope_scaling, alibi …)"), kRemedy);
    if (findScheme(scheme) == nullptr)
        return jsonError("SCHEMA", {},
                         WORDS("has positions of the scheme %1, which this Phasor does not know").with(scheme),
                         kRemedy);
    Parameters& p = into.parameters;
    p.encoding.own = {};
    p.encoding.scheme = scheme;
    ConfigWriter writer(p);
    TRY(const Sizes sizes, sizesOf(model));
    writeSizes(sizes, writer, into);
    TRY_DONE(writer.status());
    TRY_DONE(readScheme(model, path, scheme, into));
    if (p.sentence.seqLen && *p.sentence.seqLen > p.encoding.maxLen)
        p.sentence.seqLen.reset(); // of a longer table
    for (const std::string& name : model.found())
        into.understood.push_back(name);
    if (const Status valid = consistent(p); !valid.ok())
        return faultOfFile(valid.error());
    return Done{};
}

} // namespace

bool isModelConfigFile(const std::string& path)
{
    const Result<std::string> text = contents(path);
    if (!text.ok())
        return false;
    const std::size_t begin = text->find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return begin != std::string::npos && (*text)[begin] == '{' && text->find("\"phasor-") == std::string::npos;
}

Result<ModelConfig> readModelConfig(const std::string& path, const Parameters& parameters)
{
    const auto inFile = [&path](Error error) {
        error.where = quotedPlace(path);
        if (error.remedy.empty()) // of a value that a parameter refuses
            error.remedy = WORDS("correct it in the file, or leave it out");
        return error;
    };
    const Result<std::string> text = contents(path);
    if (!text.ok())
        return inFile(text.error());
    const Result<ConfigJson> json = parseJsonObject(*text, kRemedy);
    if (!json.ok())
        return inFile(json.error());
    ModelConfig config{.parameters = parameters};
    if (const Status status = read(*json, path, config); !status.ok())
        return inFile(status.error());
    return config;
}

} // namespace phasor
