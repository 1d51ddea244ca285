// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/notebook.h"

#include "inputs/initializers.h"
#include "inputs/matrix/matrixfile.h"
#include "pipeline/json.h"
#include "text/pythontext.h"

#include <cmath>

namespace phasor {

namespace {

using Flags = std::map<std::string_view, bool>;
using Values = std::map<std::string_view, std::string>;
using Operand = Placement::Operand;
using Unit = Placement::Unit;

std::vector<std::int64_t> protectedRowsOf(const TokenSequence& sequence) // of the text
{
    std::vector<std::int64_t> rows;
    for (std::int64_t r = 0; sequence.hasProtected() && r < sequence.textLength(); ++r) {
        if (sequence.isProtected(r))
            rows.push_back(r);
    }
    return rows;
}

// Memory for the encoding, with temporary values.
double gibibytesOf(const NodePtr& position)
{
    constexpr double kBytesPerCell = 32;
    const Shape shape = position ? position->shape() : Shape{};
    return kBytesPerCell * static_cast<double>(shape.rows) * static_cast<double>(shape.cols) / (1 << 30);
}

// Facts that both flags and values of resources/notebooks/setup.py depend on; it says what the flags are.
struct NotebookFacts
{
    const Pipeline& pipeline;
    NotebookLibrary library;
    const PositionModel& model = pipeline.model();
    const TokenSequence& sequence = pipeline.sequence();
    const Parameters& p = pipeline.parameters();
    const Placement& placement = placementOf(p.dropout.placement);
    const Initializer* initializer = findInitializer(p.embedding.source); // null: the embedding is a file's
    const std::string& generator = p.random.generator;
    bool torch = library == NotebookLibrary::PyTorch;
    bool foreign = !drawNote(library, generator).empty(); // the library cannot draw the generator's numbers
    bool legacy = !torch && generator == "numpy-legacy"; // the script makes a RandomState
    bool drops = dropProbabilityOf(p.dropout) > 0;
    bool fills = placement.fillsPadding && sequence.hasPadding();
    double gibibytes = gibibytesOf(pipeline.find("position"));
    std::vector<std::int64_t> protectedRows = protectedRowsOf(sequence);
    SchemeCode scheme = findScheme(p.encoding.scheme)->notebook(library, positionSetupOf(p));
};

Flags notebookFlags(const NotebookFacts& of)
{
    const Parameters& p = of.p;
    const bool gpu = of.torch && of.generator == "torch-cuda" && of.drops;
    const bool native = of.torch && p.dropout.factor == DropoutOperator::Native && !gpu && of.drops && p.dropout.p < 1;
    const bool rows = of.placement.unit != Unit::Element;
    const bool file = of.initializer == nullptr;
    const bool named = of.torch && !file && !of.initializer->torch.empty() && !p.embedding.sigma;
    const bool module = of.torch && !file && !named && !p.embedding.sigma && !p.embedding.afterDefault;
    const auto law = [&](Initializer::Law wanted) {
        return !file && !named && !module && of.initializer->law == wanted;
    };
    const bool attention = !of.model.table && of.pipeline.find("scores")->field.ok();
    const bool canSkip = of.torch || !of.foreign;
    const bool protectsPadding = of.sequence.hasPadding() && of.sequence.isProtected(of.sequence.textLength());
    const auto* const rule = std::get_if<ScaleRule>(&p.sum.scale);
    return {
        {"torch", of.torch},
        {"numpy", !of.torch},
        {"legacy", of.legacy},
        {"pcg", !of.torch && !of.legacy},
        {"large", of.gibibytes >= 2},
        {"mkl", of.torch && of.generator == "torch-mkl" && of.drops},
        {"gpu", gpu},
        {"foreign", of.foreign},
        {"math", of.scheme.imports.find("import math\n") != std::string::npos},
        {"table", of.model.table != nullptr},
        {"concat", concatenates(p)},
        {"skips", canSkip && p.embedding.drawsBefore != 0},
        {"text", of.sequence.hasText()},
        {"file", file},
        {"module", module},
        {"filled", !file && !module},
        {"twice", !file && p.embedding.afterDefault},
        {"named", named},
        {"uniform", law(Initializer::Law::Uniform)},
        {"normal", law(Initializer::Law::Normal)},
        {"truncated", law(Initializer::Law::Truncated)},
        {"zeroed", !file && p.embedding.paddingRow},
        {"scaled", rule == nullptr || *rule != ScaleRule::None},
        {"fills", of.fills},
        {"protects", !of.protectedRows.empty() || protectsPadding},
        {"protects-tokens", !of.protectedRows.empty()},
        {"protects-padding", protectsPadding},
        {"drops", of.drops},
        {"all", p.dropout.p == 1},
        {"eval", p.dropout.mode == DropoutMode::Eval},
        {"reseeds", p.dropout.seed && (of.torch || of.drops)},
        {"skips-mask", canSkip && of.drops && p.dropout.drawsBefore != 0},
        {"whole", of.placement.operand == Operand::Sum},
        {"each", of.placement.operand == Operand::Each},
        {"rows", rows},
        {"dimensions", of.placement.unit == Unit::Dimension},
        {"native", native && !rows},
        {"factor", native && rows},
        {"layer", !gpu && (!native || rows)},
        {"attention", attention},
        {"projects", p.attention.projection == Projection::Random},
        {"causal", p.attention.causal},
        {"bias", attention && of.model.bias},
        {"rotation", attention && of.model.rotation},
    };
}

// The tokens as a comment; nothing if they are too long.
std::string notebookSentence(const TokenSequence& sequence)
{
    constexpr std::size_t kLongest = 90; // bytes
    std::string text;
    for (std::int64_t r = 0; r < sequence.textLength() && text.size() <= kLongest; ++r)
        (text += r == 0 ? "" : " ") += sequence.label(r);
    return text.size() <= kLongest ? "  " + pythonComment(text) : std::string();
}

std::string notebookIds(const TokenSequence& sequence)
{
    std::vector<std::int64_t> ids;
    for (std::int64_t r = 0; sequence.hasText() && r < sequence.textLength(); ++r)
        ids.push_back(sequence.id(r));
    const std::int64_t padding = sequence.length() - sequence.textLength();
    return pythonList(ids) + (padding > 0 ? " + [0] * " + std::to_string(padding) : "");
}

// Output of dropout on `total` (the sum), or on scaled, position or both.
std::string notebookOutput(const NotebookFacts& of, const std::string& total)
{
    const auto dropped = [&](const std::string& array) {
        if (!of.torch)
            return of.placement.operand == Operand::Each ? "dropped_" + array : "dropped";
        // The layer's features are rows, so entire dimensions need the transpose.
        return of.placement.unit == Unit::Dimension ? "dropout(" + array + ".T).T" : "dropout(" + array + ")";
    };
    if (of.placement.operand == Operand::Sum)
        return dropped(total);
    const std::string e = of.placement.onEmbedding() ? dropped("scaled") : "scaled";
    const std::string pe = of.placement.onPosition() ? dropped("position") : "position";
    if (!of.model.table)
        return e;
    return concatenates(of.p) ? spelled("JOIN([" + e + ", " + pe + "], 1)", of.library) : e + " + " + pe;
}

// How embedding and mask differ if the library cannot draw the generator's numbers.
std::string notebookDifference(const NotebookFacts& of)
{
    if (of.torch)
        return std::string("differ from Phasor's") + (of.generator == "philox" ? "" : ", --for numpy has them");
    return std::string("have the same law, but other values")
        + (of.generator == "torch" ? "; --for torch has them" : "");
}

Values notebookValues(const NotebookFacts& of)
{
    const Parameters& p = of.p;
    const Placement& placement = of.placement;
    const auto seed = [&](Seed given) {
        return printSeed(of.torch || of.legacy ? given : Seed{given.bits, false});
    };
    // Words of 32 bits: numbers of PyTorch, bytes, or steps of 64 bits.
    const auto skipped = [&](std::int64_t words) {
        return std::to_string(of.torch ? words : of.legacy ? 4 * words : words / 2);
    };
    const std::string options = toCommandLine(p);
    const bool concat = concatenates(p);
    const std::string total = !of.fills ? "total"
        : of.torch                      ? "total.masked_fill(padding, 0)"
                                        : "np.where(padding, 0, total)";
    ReadingCode reading;
    if (const MatrixFile* file = of.pipeline.embeddingFile())
        reading = readingCode(of.library, file->origin(), pythonString(matrixName(p.embedding.source.substr(5)).path));
    std::string spread; // parameter of the initializer's distribution
    if (of.initializer != nullptr) {
        const NodePtr embedding = of.pipeline.find("embedding");
        const Shape table{of.sequence.vocab(), embedding->columns.count};
        spread = printReal(of.initializer->parameter(table, embedding->find<EmbeddingFacts>()->sigma));
    }
    constexpr const char* kKeepShapes[] = {"x.shape", "(len(x), 1)", "(1, x.shape[1])"}; // of a Placement::Unit
    return {
        {"HEADLINE", pythonComment("Made by Phasor: phasor code" + (options.empty() ? "" : " " + options))},
        {"GIBIBYTES", printReal(std::ceil(of.gibibytes))},
        {"COUNT", std::to_string(p.random.gpuMultiprocessors)},
        {"THREADS", std::to_string(static_cast<int>(p.random.gpuThreads))},
        {"LIBRARY", of.torch ? "PyTorch" : "NumPy"},
        {"GENERATOR", of.generator},
        {"DIFFER", notebookDifference(of)},
        {"NOTE", of.scheme.note},
        {"IMPORTS", of.scheme.imports},
        {"READING_IMPORTS", reading.imports},
        {"D_MODEL", std::to_string(p.encoding.dModel)},
        {"POSITION_DIMS", std::to_string(widthsOf(p).position)},
        {"MAX_LEN", std::to_string(p.encoding.maxLen)},
        {"CONSTANTS", of.scheme.constants},
        {"HEADS", std::to_string(p.attention.heads)},
        {"HEAD", std::to_string(p.attention.head)},
        {"ENCODING", spelled(replaced(of.scheme.body, "WIDTH", concat ? "position_dims" : "d_model"), of.library)},
        {"SEED", seed(p.random.seed)},
        {"SKIPPED", skipped(p.embedding.drawsBefore)},
        {"LENGTH", std::to_string(of.sequence.length())},
        {"IDS", notebookIds(of.sequence)},
        {"SENTENCE", notebookSentence(of.sequence)},
        {"READING", reading.expression},
        {"SHAPE", std::to_string(of.sequence.vocab()) + (concat ? ", d_model - position_dims" : ", d_model")},
        {"PADDING_ROW", std::to_string(p.embedding.paddingRow.value_or(0))},
        {"INITIALIZER", std::string(of.initializer != nullptr ? of.initializer->torch : "")},
        {"SPREAD", spread},
        {"SCALE", std::holds_alternative<double>(p.sum.scale) ? printReal(scaleOf(p)) : "math.sqrt(d_model)"},
        {"TEXT_LENGTH", std::to_string(of.sequence.textLength())},
        {"PROTECT", pythonComment(p.dropout.protect.value_or(""))},
        {"PROTECTED_ROWS", pythonList(of.protectedRows)},
        {"PROBABILITY", printReal(p.dropout.p)},
        {"DROPOUT_SEED", seed(p.dropout.seed.value_or(Seed{}))},
        {"SKIPPED_MASK", skipped(p.dropout.drawsBefore)},
        {"MASKED",
         placement.operand == Operand::Embedding      ? "scaled"
             : placement.operand == Operand::Position ? "position"
                                                      : "total"},
        {"TOTAL", total},
        {"OUTPUT", notebookOutput(of, total)},
        {"KEEP_SHAPE", kKeepShapes[static_cast<std::size_t>(placement.unit)]},
        {"PROJECTION_SEED", seed(p.attention.projectionSeed)},
        {"ROTATION", spelled(of.scheme.rotation, of.library)},
        {"SCORES",
         std::string("queries @ keys.T") + (of.model.scoresAreDivided ? " / math.sqrt(width)" : "")
             + (of.model.bias ? " + bias[head]" : "")},
    };
}

} // namespace

Result<NotebookLibrary> notebookLibrary(std::string_view word)
{
    if (word == "torch")
        return NotebookLibrary::PyTorch;
    if (word == "numpy")
        return NotebookLibrary::NumPy;
    return usageError("ENUM", "--for", WORDS("%1 is unknown").with(inQuotes(word)), WORDS("use torch or numpy"));
}

Result<std::string> notebookScript(const Pipeline& pipeline, NotebookLibrary library)
{
    // The output depends on all other nodes.
    TRY_DONE(pipeline.find("output")->field);
    if (pipeline.sequence().length() == 0)
        return usageError("EMPTY", "--text", WORDS("the text has no tokens, so there is nothing to compute"),
                          WORDS("use a text with a word in it"));
    const NotebookFacts facts{pipeline, library};
    const Flags flags = notebookFlags(facts);
    const std::string own = facts.torch ? "-torch" : "-numpy";
    const auto part = [](const std::string& name) {
        return bundledPython("setup", name);
    };
    const std::string text = part("beginning") + part("embedding" + own) + part("sum") + part("dropout" + own)
        + part("kept") + (flags.at("attention") ? part("attention") : "") + part("stages");
    return filled(spelled(text, library), flags, notebookValues(facts));
}

} // namespace phasor
