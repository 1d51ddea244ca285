// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/parameters/parameterspec.h"

#include "encodings/schemes.h"

namespace phasor {

namespace {

using P = Parameters;

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

std::vector<Setting<P>> sentenceParameters()
{
    using S = SentenceSettings;
    constexpr auto kGroup = &P::sentence;
    return {
        setting(text("text", WORDS("Sentence"))
                    .orElse(WORDS("every position is its own token"))
                    .says(WORDS("The sentence. Without one, every position is its own token with the ids 0, 1, 2 …")),
                kGroup, &S::text),
        setting(choiceOrFile("tokenizer", WORDS("Tokenizer"), tokenizerChoices, "")
                    .says(WORDS("How the sentence is cut into tokens; with a vocabulary from a file: wordpiece:FILE, "
                                "sentencepiece:FILE.")),
                kGroup, &S::tokenizer),
        setting(
            integer("seq-len", WORDS("seq_len"), 1, 2147483647)
                .logarithmic()
                .inUnit(WORDS("tokens"))
                .orElse(WORDS("number of tokens, else max_len"))
                .says(WORDS("Rows of every stage but the encoding itself; a longer one pads the sentence with [PAD].")),
            kGroup, &S::seqLen),
        setting(integer("vocab", WORDS("Vocabulary"), 1, 2147483647)
                    .logarithmic()
                    .inUnit(WORDS("tokens"))
                    .orElse(WORDS("as the tokenizer has, else seq_len"))
                    .says(WORDS("Rows of the embedding table; it decides how many numbers are drawn before the mask.")),
                kGroup, &S::vocab),
    };
}

// The parameter "scheme". The chosen scheme adds its own parameters.
Setting<P> chosenScheme()
{
    return {choice("scheme", WORDS("Scheme"), schemeChoices).says(WORDS("The positional encoding.")),
            [](const P& p) { return toValue(p.encoding.scheme); },
            [](P& p, const ParameterValue& value) {
                setScheme(p.encoding, std::get<std::string>(value));
            }};
}

std::vector<Setting<P>> encodingParameters()
{
    using S = EncodingSettings;
    constexpr auto kGroup = &P::encoding;
    return {
        chosenScheme(),
        setting(integer("d-model", WORDS("d_model"), 1, 65536)
                    .powersOfTwo()
                    .inUnit(WORDS("dimensions"))
                    .says(WORDS("Width of embedding and encoding. The slider snaps to powers of two; any number can be "
                                "typed, odd ones too.")),
                kGroup, &S::dModel),
        setting(integer("max-len", WORDS("max_len"), 1, 2147483647)
                    .logarithmic()
                    .inUnit(WORDS("positions"))
                    .says(WORDS("Positions in the table; a grid has as many as it has cells.")),
                kGroup, &S::maxLen)
            .onlyWhen(choosesLength),
    };
}

std::vector<Setting<P>> embeddingParameters()
{
    using S = EmbeddingSettings;
    constexpr auto kGroup = &P::embedding;
    return {
        setting(
            choiceOrFile("embedding", WORDS("Embedding"), initializerChoices, "file:")
                .says(WORDS(
                    "Where E comes from: an initialiser, or a matrix from a file (.npy, .npz, .safetensors, .csv).")),
            kGroup, &S::source),
        setting(real("embedding-std", WORDS("σ"), 1e-30, 1e30)
                    .logarithmic()
                    .orElse(WORDS("the initialiser's"))
                    .says(WORDS("Standard deviation of each element of E.")),
                kGroup, &S::sigma),
        setting(integer("padding-row", WORDS("Padding row"), 0, 2147483646)
                    .logarithmic()
                    .orElse(WORDS("no row is zeroed"))
                    .as(WORDS("nn.Embedding(padding_idx=k)"))
                    .says(WORDS("Row of the table that is set to zero after the drawing, as nn.Embedding and fairseq "
                                "do: 0 is [PAD].")),
                kGroup, &S::paddingRow),
        setting(integer("draws-before-embedding", WORDS("Draws before E"), 0, std::int64_t{1} << 34)
                    .logarithmic()
                    .inUnit(WORDS("words of 32 bits"))
                    .says(WORDS("What other layers took from the generator before the table: a word for each uniform "
                                "number, as nn.Linear draws its weights and biases.")),
                kGroup, &S::drawsBefore),
        setting(choice("init-after-default", WORDS("Drawn twice"), onOffChoices)
                    .says(WORDS("Whether the table was drawn N(0, 1) first, as nn.Embedding does by itself, and then "
                                "again by the initialiser.")),
                kGroup, &S::afterDefault),
    };
}

std::vector<Setting<P>> randomParameters()
{
    using S = RandomSettings;
    constexpr auto kGroup = &P::random;
    return {
        setting(choice("generator", WORDS("PyTorch build"), generatorChoices)
                    .says(WORDS("Whose random numbers: the same seed gives the same numbers as that library.")),
                kGroup, &S::generator),
        setting(integer("gpu-multiprocessors", WORDS("GPU's SMs"), 1, 1000)
                    .logarithmic()
                    .inUnit(WORDS("multiprocessors"))
                    .says(WORDS("Only torch-cuda: streaming multiprocessors of the GPU, on which the masks of large "
                                "tables depend. A100: 108, H100: 132, RTX 4090: 128, T4: 40.")),
                kGroup, &S::gpuMultiprocessors)
            .onlyWhen(drawsOnGpu),
        setting(choice("gpu-threads", WORDS("Threads per SM"), enumChoices<GpuThreads>)
                    .says(WORDS("Only torch-cuda: threads that a multiprocessor of the GPU holds, on which the masks "
                                "of large tables depend.")),
                kGroup, &S::gpuThreads)
            .onlyWhen(drawsOnGpu),
        setting(seed("seed", WORDS("Seed"))
                    .says(WORDS("Seeds the generator before the embedding is drawn, as torch.manual_seed does.")),
                kGroup, &S::seed),
    };
}

Setting<P> scaleParameter()
{
    return setting(choiceOrNumber("scale", WORDS("Scale s"), enumChoices<ScaleRule>, -1e30, 1e30)
                       .as(WORDS("s·E"))
                       .says(WORDS("Factor on the embedding: √d_model, none, or any number.")),
                   &P::sum, &SumSettings::scale);
}

std::vector<Setting<P>> sumParameters()
{
    using S = SumSettings;
    constexpr auto kGroup = &P::sum;
    return {
        setting(choice("combine", WORDS("Combination"), enumChoices<Combine>)
                    .says(WORDS("Add the encoding to the embedding, or put it beside it.")),
                kGroup, &S::combine)
            .onlyWhen(addsTable),
        setting(integer("position-dims", WORDS("Encoding's width"), 1, 65535)
                    .logarithmic()
                    .inUnit(WORDS("dimensions"))
                    .orElse(WORDS("d_model / 4"))
                    .says(WORDS("Dimensions of the encoding when concatenated; the embedding has the rest.")),
                kGroup, &S::positionDims)
            .onlyWhen(addsTable),
    };
}

std::vector<Setting<P>> dropoutParameters()
{
    using S = DropoutSettings;
    constexpr auto kGroup = &P::dropout;
    return {
        setting(real("dropout", WORDS("Dropout p"), 0, 1)
                    .says(WORDS("Probability that an element is set to zero."))
                    .as(WORDS("kept elements × 1/(1 − p)")),
                kGroup, &S::p),
        setting(
            choice("placement", WORDS("Acts on"), enumChoices<PlacementId>)
                .says(WORDS("What dropout acts on, and what is lost together. With `separate` the stage mask has two "
                            "halves, that of s·E and that of PE; with `masked-fill` it shows the padding as dropped.")),
            kGroup, &S::placement),
        setting(choice("dropout-scale", WORDS("Factor as"), enumChoices<DropoutOperator>)
                    .says(WORDS("How the factor on kept elements is rounded."))
                    .as(WORDS("1/(1 − p)")),
                kGroup, &S::factor),
        setting(text("protect", WORDS("Protect"))
                    .orElse(WORDS("no token"))
                    .says(WORDS("Tokens, comma separated, whose rows dropout leaves alone: [CLS],[SEP]")),
                kGroup, &S::protect),
        setting(choice("mode", WORDS("Mode"), enumChoices<DropoutMode>)
                    .says(WORDS("train: dropout acts; eval: it is the identity.")),
                kGroup, &S::mode),
        setting(seed("dropout-seed", WORDS("Mask seed"))
                    .orElse(WORDS("the generator goes on from the embedding"))
                    .says(WORDS("Seeds the generator again just before the mask.")),
                kGroup, &S::seed),
        setting(integer("draws-before-mask", WORDS("Pre-mask draws"), 0, std::int64_t{1} << 34)
                    .logarithmic()
                    .inUnit(WORDS("words of 32 bits"))
                    .says(WORDS("What other layers took from the generator between the table and the mask, or between "
                                "the mask's own seed and it.")),
                kGroup, &S::drawsBefore),
    };
}

std::vector<Setting<P>> attentionParameters()
{
    using S = AttentionSettings;
    constexpr auto kGroup = &P::attention;
    return {
        setting(
            integer("heads", WORDS("Heads"), 1, 65536)
                .powersOfTwo()
                .inUnit(WORDS("heads"))
                .says(WORDS(
                    "Heads of the attention; d_model must be a multiple of it where a stage of a head is looked at.")),
            kGroup, &S::heads),
        setting(integer("head", WORDS("Head"), 0, 65535)
                    .inUnit(WORDS("0 … heads − 1"))
                    .says(WORDS("The head whose queries, keys, bias and scores are shown.")),
                kGroup, &S::head),
        setting(choice("projection", WORDS("Projection"), enumChoices<Projection>)
                    .says(WORDS("Where queries and keys come from: the head's own columns of the output, or the output "
                                "times random matrices.")),
                kGroup, &S::projection),
        setting(seed("projection-seed", WORDS("Projection seed"))
                    .says(WORDS("Seeds the generator before W_q and W_k are drawn.")),
                kGroup, &S::projectionSeed),
        setting(choice("causal", WORDS("Causal"), onOffChoices)
                    .says(WORDS("Whether a token sees only itself and the tokens before it: other scores are −∞.")),
                kGroup, &S::causal),
    };
}

// A scheme's own parameter. It may fix the number of positions.
Setting<P> ownParameter(const SchemeParameter& own)
{
    return within<P>(
        own, [](const P& p) -> const SchemeSettings& { return p.encoding.own; },
        [](P& p, SchemeSettings settings) {
            p.encoding.own = std::move(settings);
            p.encoding.maxLen = schemesPositions(p.encoding).value_or(p.encoding.maxLen);
        });
}

std::vector<ParameterSpec> makeSpecs()
{
    std::vector<ParameterSpec> specs;
    const auto add = [&specs](ParameterGroup group, const std::vector<Setting<P>>& settings) {
        for (const Setting<P>& setting : settings)
            specs.push_back({setting, group});
    };
    add(ParameterGroup::Sentence, sentenceParameters());
    add(ParameterGroup::Encoding, encodingParameters());
    for (const Scheme& scheme : schemes()) {
        for (const SchemeParameter& own : scheme.own)
            specs.push_back({ownParameter(own), ParameterGroup::Encoding, scheme.id});
    }
    add(ParameterGroup::Embedding, embeddingParameters());
    add(ParameterGroup::Embedding, randomParameters());
    specs.push_back({scaleParameter(), ParameterGroup::ScaleAndSum, {}, scaleOf});
    add(ParameterGroup::ScaleAndSum, sumParameters());
    add(ParameterGroup::Dropout, dropoutParameters());
    add(ParameterGroup::Attention, attentionParameters());
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
