// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/notebook/notebookparts.h"

#include "inputs/matrix/matrixfile.h"
#include "pipeline/json.h"
#include "text/pythontext.h"

#include <cmath>

namespace phasor {

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
    const NotebookFacts facts(pipeline, library);
    return library == NotebookLibrary::PyTorch ? torchScript(facts) : numpyScript(facts);
}

namespace {

constexpr std::size_t kLongestSentence = 90; // bytes, in a comment after the ids

std::string assignment(std::string_view name, std::int64_t value)
{
    return std::string(name) + " = " + std::to_string(value) + "\n";
}

// The tokens as a comment; nothing if they are too long.
std::string sentence(const TokenSequence& sequence)
{
    std::string text;
    for (std::int64_t r = 0; r < sequence.textLength() && text.size() <= kLongestSentence; ++r)
        (text += r == 0 ? "" : " ") += sequence.label(r);
    return text.size() <= kLongestSentence ? "  " + pythonComment(text) : std::string();
}

} // namespace

NotebookFacts::NotebookFacts(const Pipeline& of, NotebookLibrary library)
    : pipeline(of)
    , p(of.parameters())
    , placement(placementOf(p.dropout.placement))
    , initializer(findInitializer(p.embedding.source))
    , hasTable(of.model().table != nullptr)
    , drops(dropProbabilityOf(p.dropout) > 0)
    , probability(printReal(p.dropout.p))
    , vocabulary(std::to_string(of.sequence().vocab()))
    , embeddingWidth(concatenates(p) ? "d_model - position_dims" : "d_model")
    , m_library(library)
{
    if (const Scheme& found = *findScheme(p.encoding.scheme); found.notebook != nullptr)
        scheme = found.notebook(library, positionSetupOf(p));
    if (const MatrixFile* file = pipeline.embeddingFile())
        reading = readingCode(library, file->origin(), pythonString(matrixName(p.embedding.source.substr(5)).path));
    const TokenSequence& sequence = pipeline.sequence();
    for (std::int64_t r = 0; sequence.hasProtected() && r < sequence.textLength(); ++r) {
        if (sequence.isProtected(r))
            m_protected.push_back(r);
    }
    m_protectsPadding = sequence.hasPadding() && sequence.isProtected(sequence.textLength());
    hasProtectedRows = !m_protected.empty() || m_protectsPadding;
}

std::string NotebookFacts::lawParameter() const
{
    const NodePtr embedding = pipeline.find("embedding");
    const Shape table{pipeline.sequence().vocab(), embedding->columns.count};
    return printReal(initializer->parameter(table, embedding->find<EmbeddingFacts>()->sigma));
}

std::string NotebookFacts::combined(std::string_view e, std::string_view pe) const
{
    std::string left(e);
    const std::string right(pe);
    if (!hasTable)
        return left;
    return concatenates(p) ? spelled("JOIN([" + left + ", " + right + "], 1)") : left + " + " + right;
}

std::string_view NotebookFacts::maskedArray() const
{
    using Operand = Placement::Operand;
    return placement.operand == Operand::Embedding ? "scaled"
        : placement.operand == Operand::Position   ? "position"
                                                   : "total";
}

std::string NotebookFacts::beginning(const std::string& notes) const
{
    const std::string options = toCommandLine(p);
    const bool hasMath = scheme.imports.find("import math\n") != std::string::npos;
    return pythonComment("Made by Phasor: phasor code" + (options.empty() ? "" : " " + options)) + "\n" + memoryNote()
        + notes + scheme.note + (hasMath ? "" : "import math\n") + scheme.imports + "\n";
}

// Memory note: a script holds entire tables, while Phasor computes only what is shown.
std::string NotebookFacts::memoryNote() const
{
    constexpr double kBytesPerCell = 32; // of the encoding, with temporary values
    constexpr double kWorthSaying = 2.0 * (1 << 30);
    const NodePtr position = pipeline.find("position");
    const Shape shape = position ? position->shape() : Shape{};
    const double bytes = kBytesPerCell * static_cast<double>(shape.rows) * static_cast<double>(shape.cols);
    if (bytes < kWorthSaying)
        return {};
    return "# Needs about " + printReal(std::ceil(bytes / (1 << 30)))
        + " GiB of memory; a smaller max_len needs less.\n";
}

std::string NotebookFacts::constants() const
{
    std::string code = assignment("d_model", p.encoding.dModel);
    if (concatenates(p))
        code += assignment("position_dims", widthsOf(p).position);
    code += assignment("max_len", p.encoding.maxLen) + scheme.constants;
    if (!hasTable)
        return code + assignment("heads", p.attention.heads) + assignment("head", p.attention.head) + "\n";
    return code + "\n" + encodingCode();
}

std::string NotebookFacts::encodingCode() const
{
    return spelled(replaced(scheme.body, "WIDTH", concatenates(p) ? "position_dims" : "d_model"));
}

std::string NotebookFacts::ids() const
{
    const TokenSequence& sequence = pipeline.sequence();
    if (!sequence.hasText())
        return spelled("ids = LIB.arange(" + std::to_string(sequence.length()) + ")\n");
    std::vector<std::int64_t> ids;
    for (std::int64_t r = 0; r < sequence.textLength(); ++r)
        ids.push_back(sequence.id(r));
    const std::int64_t padding = sequence.length() - sequence.textLength();
    return spelled("ids = ARRAY(" + pythonList(ids)) + (padding > 0 ? " + [0] * " + std::to_string(padding) : "") + ")"
        + sentence(sequence) + "\n";
}

std::string NotebookFacts::rowMasks() const
{
    std::string code;
    if (fillsPadding())
        code += spelled("padding = LIB.arange(len(ids))[:, None] >= ")
            + std::to_string(pipeline.sequence().textLength()) + "\n";
    if (!hasProtectedRows)
        return code;
    code += "protected = " + spelled("LIB.zeros((len(ids), 1), dtype=")
        + (m_library == NotebookLibrary::PyTorch ? "torch.bool" : "bool") + ")  " + pythonComment(*p.dropout.protect)
        + "\n";
    if (!m_protected.empty())
        code += "protected[" + pythonList(m_protected) + "] = True\n";
    if (m_protectsPadding)
        code += "protected[" + std::to_string(pipeline.sequence().textLength()) + ":] = True\n";
    return code;
}

std::string NotebookFacts::sums() const
{
    const double* const number = std::get_if<double>(&p.sum.scale);
    const std::string code = "scaled = E"
        + (number != nullptr                                         ? " * " + printReal(*number)
               : std::get<ScaleRule>(p.sum.scale) == ScaleRule::None ? ""
                                                                     : " * math.sqrt(d_model)")
        + "\n";
    if (!hasTable)
        return code + "total = scaled\n";
    return code + "position = pe[: len(ids)]\ntotal = " + combined("scaled", "position") + "\n";
}

std::string NotebookFacts::maskedRows(std::string_view where) const
{
    std::string code = fillsPadding() ? "mask = mask & ~padding\n" : "";
    if (hasProtectedRows)
        code += "mask = mask | protected\noutput = " + std::string(where) + "(protected, total, output)\n";
    return code;
}

std::string NotebookFacts::attention(std::string_view drawn) const
{
    const AttentionSettings& settings = p.attention;
    const bool torch = m_library == NotebookLibrary::PyTorch;
    const bool random = settings.projection == Projection::Random;
    std::string code = "\n# Attention of one head. Sums of products may differ from Phasor's in the last bits.\n"
                       "width = d_model // heads\ncolumns = slice(head * width, (head + 1) * width)\n";
    if (random)
        code += std::string(drawn) + "queries, keys = (output @ W_q)[:, columns], (output @ W_k)[:, columns]\n";
    else
        code += "queries, keys = output[:, columns], output[:, columns]\n";
    code += scheme.body.empty() ? "" : encodingCode();
    code += spelled(scheme.rotation);
    code += "scores = queries @ keys.T";
    code += pipeline.model().scoresAreDivided ? " / math.sqrt(width)" : "";
    code += pipeline.model().bias ? " + bias[head]\n" : "\n";
    if (settings.causal)
        code += torch ? "scores = scores.masked_fill(torch.ones_like(scores).triu(1).bool(), -torch.inf)\n"
                      : "scores = np.where(np.triu(np.ones(scores.shape, bool), 1), np.float32(-np.inf), scores)\n";
    return code
        + (torch ? "attention = torch.softmax(scores, 1)\n"
                 : "weights = np.exp(scores - scores.max(1, keepdims=True))\nattention = weights / weights.sum(1, "
                   "keepdims=True)\n");
}

std::string NotebookFacts::ending(std::string_view drawn) const
{
    const bool inAttention = !hasTable && pipeline.find("scores")->field.ok();
    return (inAttention ? attention(drawn) : std::string()) + "\nstages = {\"embedding\": E, \"scaled\": scaled, "
        + (hasTable ? "\"position\": pe, " : "") + "\"sum\": total, \"mask\": mask, \"output\": output"
        + (inAttention ? std::string(",\n          \"queries\": queries, \"keys\": keys, ")
                   + (pipeline.model().bias ? "\"bias\": bias[head], " : "")
                   + (pipeline.model().rotation ? "\"position\": pe, " : "")
                   + "\"scores\": scores, \"attention\": attention"
                       : "")
        + R"(}
print("tokens", ids[:8].tolist())
for name, stage in stages.items():
    print(name, list(stage.shape), stage[:4, :6], sep="\n")
)";
}

} // namespace phasor
