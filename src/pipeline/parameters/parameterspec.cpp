// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/parameters/parameterspec.h"

namespace phasor {

namespace {

using P = Parameters;

bool drawsOnGpu(const Parameters& p)
{
    return p.random.generator == "torch-cuda";
}

std::vector<ParameterSpec> makeSpecs()
{
    std::vector<ParameterSpec> specs;
    const auto add = [&specs](ParameterGroup group, const std::vector<Setting<P>>& settings) {
        for (const Setting<P>& setting : settings)
            specs.push_back({setting, group});
    };
    const auto ownOf = [](const P& p) -> const SchemeSettings& {
        return p.encoding.own;
    };
    const auto setOwn = [](P& p, SchemeSettings settings) { // may fix the number of positions
        p.encoding.own = std::move(settings);
        p.encoding.maxLen = schemesPositions(p.encoding).value_or(p.encoding.maxLen);
    };
    add(ParameterGroup::Sentence,
        {
            setting(text("text", WORDS("Sentence"))
                        .orElse(WORDS("no sentence, ids 0, 1, 2 …"))
                        .says(WORDS("The sentence to encode. Without one, position k holds the token with id k."))
                        .asBasic(),
                    &P::sentence, &SentenceSettings::text),
            setting(choiceOrFile("tokenizer", WORDS("Tokenizer"), tokenizerChoices, "")
                        .says(WORDS("How the sentence is cut into tokens. For a vocabulary file: wordpiece:FILE or "
                                    "sentencepiece:FILE.")),
                    &P::sentence, &SentenceSettings::tokenizer),
            setting(integer("seq-len", WORDS("seq_len"), 1, 2147483647)
                        .logarithmic()
                        .inUnit(WORDS("tokens"))
                        .orElse(WORDS("auto"))
                        .says(WORDS(
                            "Sequence length. By default it is the number of tokens, without a sentence max_len. Extra "
                            "tokens are [PAD].")),
                    &P::sentence, &SentenceSettings::seqLen),
            setting(integer("vocab", WORDS("Vocabulary size"), 1, 2147483647)
                        .logarithmic()
                        .inUnit(WORDS("tokens"))
                        .orElse(WORDS("auto"))
                        .says(WORDS(
                            "Number of tokens in the embedding table. By default the tokenizer decides; if it has "
                            "no vocabulary, the number is seq_len. It changes the mask, which is sampled after E.")),
                    &P::sentence, &SentenceSettings::vocab),
        });
    add(ParameterGroup::Encoding,
        {
            // The chosen scheme adds its own parameters.
            {choice("scheme", WORDS("Scheme"), schemeChoices)
                 .says(WORDS("How the model learns where a token is."))
                 .asBasic(),
             [](const P& p) { return toValue(p.encoding.scheme); },
             [](P& p, const ParameterValue& value) {
                 setScheme(p.encoding, std::get<std::string>(value));
             }},
            setting(
                integer("d-model", WORDS("d_model"), 1, 65536)
                    .powersOfTwo()
                    .inUnit(WORDS("dimensions"))
                    .says(WORDS("Number of dimensions of a token's vector. The slider snaps to powers of two; type any "
                                "other number."))
                    .asBasic(),
                &P::encoding, &EncodingSettings::dModel),
            setting(integer("max-len", WORDS("max_len"), 1, 2147483647)
                        .logarithmic()
                        .inUnit(WORDS("positions"))
                        .says(WORDS("Maximum length: positions in the table (2-D: rows × columns).")),
                    &P::encoding, &EncodingSettings::maxLen)
                .onlyWhen([](const P& p) { return !schemesPositions(p.encoding); }),
        });
    for (const Scheme& scheme : schemes()) {
        for (const SchemeParameter& own : scheme.own)
            specs.push_back({within<P>(own, ownOf, setOwn), ParameterGroup::Encoding, scheme.id});
    }
    add(ParameterGroup::Embedding,
        {
            setting(choiceOrFile("embedding", WORDS("Embedding"), initializerChoices, "file:")
                        .says(WORDS("Where E comes from: an initializer, or a file (.npy, .npz, .safetensors, .csv).")),
                    &P::embedding, &EmbeddingSettings::source),
            setting(real("embedding-std", WORDS("σ"), 1e-30, 1e30)
                        .logarithmic()
                        .orElse(WORDS("the initializer's"))
                        .says(WORDS("Standard deviation of the values of E.")),
                    &P::embedding, &EmbeddingSettings::sigma),
            setting(integer("padding-row", WORDS("Padding row"), 0, 2147483646)
                        .logarithmic()
                        .orElse(WORDS("none"))
                        .as(WORDS("nn.Embedding(padding_idx=k)"))
                        .says(WORDS("Token id whose embedding is set to zero after initialization, as nn.Embedding and "
                                    "fairseq do. [PAD] is 0.")),
                    &P::embedding, &EmbeddingSettings::paddingRow),
            setting(integer("draws-before-embedding", WORDS("Skipped before E"), 0, std::int64_t{1} << 34)
                        .logarithmic()
                        .inUnit(WORDS("random numbers"))
                        .says(WORDS("Random numbers (32 bits each) that other layers take from the generator before E. "
                                    "nn.Linear takes one per weight and bias.")),
                    &P::embedding, &EmbeddingSettings::drawsBefore),
            setting(choice("init-after-default", WORDS("Initialized twice"), onOffChoices)
                        .says(WORDS(
                            "Whether nn.Embedding first fills E from N(0, 1), before the initializer overwrites it.")),
                    &P::embedding, &EmbeddingSettings::afterDefault),
            setting(
                choice("generator", WORDS("Random generator"), generatorChoices)
                    .says(WORDS("Which library's random numbers are used. The same seed gives the same numbers as in "
                                "that library.")),
                &P::random, &RandomSettings::generator),
            setting(
                integer("gpu-multiprocessors", WORDS("GPU multiprocessors"), 1, 1000)
                    .logarithmic()
                    .inUnit(WORDS("multiprocessors"))
                    .says(WORDS("Streaming multiprocessors of the GPU (only torch-cuda). Masks of large tables depend "
                                "on them. A100: 108, H100: 132, RTX 4090: 128, T4: 40.")),
                &P::random, &RandomSettings::gpuMultiprocessors)
                .onlyWhen(drawsOnGpu),
            setting(
                choice("gpu-threads", WORDS("Threads per multiprocessor"), enumChoices<GpuThreads>)
                    .says(WORDS("Threads that each multiprocessor of the GPU holds (only torch-cuda). Masks of large "
                                "tables depend on them.")),
                &P::random, &RandomSettings::gpuThreads)
                .onlyWhen(drawsOnGpu),
            setting(seed("seed", WORDS("Seed"))
                        .says(WORDS("Seed of the random generator before E is sampled, as in torch.manual_seed.")),
                    &P::random, &RandomSettings::seed),
        });
    add(ParameterGroup::ScaleAndSum,
        {
            setting(choiceOrNumber("scale", WORDS("Scale s"), enumChoices<ScaleRule>, -1e30, 1e30)
                        .as(WORDS("s·E"))
                        .says(WORDS("Embedding scale s: E is multiplied by it before position is added."))
                        .asBasic(),
                    &P::sum, &SumSettings::scale),
            setting(choice("combine", WORDS("Combination"), enumChoices<Combine>)
                        .says(WORDS("Whether PE is added to the embedding or concatenated with it.")),
                    &P::sum, &SumSettings::combine)
                .onlyWhen(addsTable),
            setting(integer("position-dims", WORDS("Encoding dimensions"), 1, 65535)
                        .logarithmic()
                        .inUnit(WORDS("dimensions"))
                        .orElse(WORDS("d_model / 4"))
                        .says(WORDS("Dimensions of PE when concatenated. The embedding has the rest.")),
                    &P::sum, &SumSettings::positionDims)
                .onlyWhen(addsTable),
        });
    std::ranges::find(specs, "scale", &ParameterSpec::id)->number = scaleOf;
    add(ParameterGroup::Dropout,
        {
            setting(real("dropout", WORDS("Dropout p"), 0, 1)
                        .says(WORDS("Probability that dropout zeroes a value."))
                        .as(WORDS("kept values × 1/(1 − p)"))
                        .asBasic(),
                    &P::dropout, &DropoutSettings::p),
            setting(choice("placement", WORDS("Dropout target"), enumChoices<PlacementId>)
                        .says(WORDS("What dropout is applied to.")),
                    &P::dropout, &DropoutSettings::placement),
            setting(choice("dropout-scale", WORDS("Rounding of 1/(1 − p)"), enumChoices<DropoutOperator>)
                        .says(WORDS("How the factor on kept values is rounded."))
                        .as(WORDS("1/(1 − p)")),
                    &P::dropout, &DropoutSettings::factor),
            setting(text("protect", WORDS("Protected tokens"))
                        .orElse(WORDS("none"))
                        .says(WORDS("Tokens that dropout leaves unchanged, separated by commas: [CLS],[SEP]")),
                    &P::dropout, &DropoutSettings::protect),
            setting(choice("mode", WORDS("Mode"), enumChoices<DropoutMode>)
                        .says(WORDS("Whether dropout is active (train) or off (eval).")),
                    &P::dropout, &DropoutSettings::mode),
            setting(seed("dropout-seed", WORDS("Mask seed"))
                        .orElse(WORDS("follows Seed"))
                        .says(WORDS("Seed of the random generator just before the mask.")),
                    &P::dropout, &DropoutSettings::seed),
            setting(integer("draws-before-mask", WORDS("Skipped before mask"), 0, std::int64_t{1} << 34)
                        .logarithmic()
                        .inUnit(WORDS("random numbers"))
                        .says(WORDS("Random numbers (32 bits each) skipped before the mask. With a mask seed they are "
                                    "counted from that seed.")),
                    &P::dropout, &DropoutSettings::drawsBefore)
                .onlyWhen([](const P& p) { return !drawsOnGpu(p); }), // other layers draw on the CPU
        });
    add(ParameterGroup::Attention,
        {
            setting(integer("heads", WORDS("Heads"), 1, 65536)
                        .powersOfTwo()
                        .inUnit(WORDS("heads"))
                        .says(WORDS("Number of attention heads. It must divide d_model for queries, keys and scores.")),
                    &P::attention, &AttentionSettings::heads),
            setting(integer("head", WORDS("Head"), 0, 65535)
                        .inUnit(WORDS("from 0 to heads − 1"))
                        .says(WORDS("Head whose queries, keys, attention bias and attention scores are shown.")),
                    &P::attention, &AttentionSettings::head),
            setting(
                choice("projection", WORDS("Projection"), enumChoices<Projection>)
                    .says(WORDS("How queries and keys are made: the head's own columns of the output, or the output "
                                "times random matrices.")),
                &P::attention, &AttentionSettings::projection),
            setting(seed("projection-seed", WORDS("Projection seed"))
                        .says(WORDS("Seed of the random generator before W_q and W_k are sampled.")),
                    &P::attention, &AttentionSettings::projectionSeed),
            setting(
                choice("causal", WORDS("Causal mask"), onOffChoices)
                    .says(WORDS("A token attends only to itself and earlier tokens; other attention scores are −∞.")),
                &P::attention, &AttentionSettings::causal),
        });
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
