// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/notebook/notebookparts.h"

#include "encodings/schemes.h"
#include "pipeline/json.h"
#include "pipeline/positionsetup.h"
#include "text/numbers.h"
#include "text/pythontext.h"

#include <cmath>

namespace phasor {

namespace {

constexpr std::size_t kLongestSentence = 90; // bytes, in a comment behind the ids

std::string assignment(std::string_view name, std::int64_t value)
{
    return std::string(name) + " = " + std::to_string(value) + "\n";
}

// The tokens as a comment; nothing where they would not fit.
std::string sentence(const TokenSequence& sequence)
{
    std::string text;
    for (std::int64_t r = 0; r < sequence.textLength() && text.size() <= kLongestSentence; ++r)
        (text += r == 0 ? "" : " ") += sequence.label(r);
    return text.size() <= kLongestSentence ? "  " + pythonComment(text) : std::string();
}

} // namespace

NotebookFacts::NotebookFacts(const Pipeline& pipeline, NotebookLibrary library)
    : m_pipeline(pipeline)
    , m_library(library)
    , m_initializer(findInitializer(pipeline.parameters().embedding.source))
{
    const Scheme& scheme = *findScheme(p().encoding.scheme);
    if (scheme.notebook != nullptr)
        m_schemeCode = scheme.notebook(library, positionSetupOf(p()));
    const TokenSequence& sequence = pipeline.sequence();
    for (std::int64_t r = 0; sequence.hasProtected() && r < sequence.textLength(); ++r) {
        if (sequence.isProtected(r))
            m_protected.push_back(r);
    }
    m_protectsPadding = sequence.hasPadding() && sequence.isProtected(sequence.textLength());
}

double NotebookFacts::lawParameter() const
{
    const NodePtr embedding = m_pipeline.find("embedding");
    const Shape table{m_pipeline.sequence().vocab(), embedding->columns.count};
    return m_initializer->parameter(table, embedding->find<EmbeddingFacts>()->sigma);
}

std::string NotebookFacts::probability() const
{
    return printReal(p().dropout.p);
}

std::string NotebookFacts::vocabulary() const
{
    return std::to_string(m_pipeline.sequence().vocab());
}

std::string_view NotebookFacts::positionWidth() const
{
    return concatenates(p()) ? "position_dims" : "d_model";
}

std::string NotebookFacts::embeddingWidth() const
{
    return concatenates(p()) ? "d_model - position_dims" : "d_model";
}

std::string NotebookFacts::scaledExpression() const
{
    if (const double* number = std::get_if<double>(&p().sum.scale))
        return "E * " + printReal(*number);
    return std::get<ScaleRule>(p().sum.scale) == ScaleRule::None ? "E" : "E * math.sqrt(d_model)";
}

std::string NotebookFacts::combined(std::string_view e, std::string_view pe) const
{
    if (!hasTable())
        return std::string(e);
    const std::string left(e);
    const std::string right(pe);
    return concatenates(p()) ? spelled("JOIN([" + left + ", " + right + "], 1)") : left + " + " + right;
}

std::string_view NotebookFacts::maskedArray() const
{
    switch (operand()) {
    case Placement::Operand::Embedding:
        return "scaled";
    case Placement::Operand::Position:
        return "position";
    case Placement::Operand::Sum:
    case Placement::Operand::Each:
        break;
    }
    return "total";
}

std::string NotebookFacts::title() const
{
    const std::string options = toCommandLine(p());
    return pythonComment("Made by Phasor: phasor code" + (options.empty() ? "" : " " + options)) + "\n" + memoryNote();
}

// A script holds whole tables, where Phasor computes what is looked at.
std::string NotebookFacts::memoryNote() const
{
    constexpr double kBytesPerCell = 32; // of the encoding, with what is computed on the way
    constexpr double kWorthSaying = 2.0 * (1 << 30);
    const NodePtr position = m_pipeline.find("position");
    const Shape shape = position ? position->shape() : Shape{};
    const double bytes = kBytesPerCell * static_cast<double>(shape.rows) * static_cast<double>(shape.cols);
    if (bytes < kWorthSaying)
        return {};
    return "# Needs about " + printReal(std::ceil(bytes / (1 << 30)))
        + " GiB of memory; a smaller max_len needs less.\n";
}

std::string NotebookFacts::imports() const
{
    const bool there = m_schemeCode.imports.find("import math\n") != std::string::npos;
    return (there ? "" : "import math\n") + m_schemeCode.imports;
}

std::string NotebookFacts::constants() const
{
    std::string code = assignment("d_model", p().encoding.dModel);
    if (concatenates(p()))
        code += assignment("position_dims", widthsOf(p()).position);
    code += assignment("max_len", p().encoding.maxLen) + m_schemeCode.constants;
    if (!hasTable())
        code += assignment("heads", p().attention.heads) + assignment("head", p().attention.head);
    return code;
}

std::string NotebookFacts::encodingCode() const
{
    return spelled(replaced(m_schemeCode.body, "WIDTH", std::string(positionWidth())));
}

std::string NotebookFacts::ids() const
{
    const TokenSequence& sequence = m_pipeline.sequence();
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
            + std::to_string(m_pipeline.sequence().textLength()) + "\n";
    if (!hasProtectedRows())
        return code;
    code += "protected = " + spelled("LIB.zeros((len(ids), 1), dtype=")
        + (m_library == NotebookLibrary::PyTorch ? "torch.bool" : "bool") + ")  " + pythonComment(*p().dropout.protect)
        + "\n";
    if (!m_protected.empty())
        code += "protected[" + pythonList(m_protected) + "] = True\n";
    if (m_protectsPadding)
        code += "protected[" + std::to_string(m_pipeline.sequence().textLength()) + ":] = True\n";
    return code;
}

std::string NotebookFacts::sums() const
{
    std::string code = "scaled = " + scaledExpression() + "\n";
    if (hasTable())
        code += "position = pe[: len(ids)]\n";
    return code + "total = " + (hasTable() ? combined("scaled", "position") : "scaled") + "\n";
}

std::string NotebookFacts::attention(std::string_view drawn) const
{
    if (hasTable() || !m_pipeline.find("scores")->field.ok())
        return {};
    const AttentionSettings& settings = p().attention;
    const bool torch = m_library == NotebookLibrary::PyTorch;
    const bool random = settings.projection == Projection::Random;
    std::string code = "\n# Attention of one head. Sums of products may differ from Phasor's in the last bits.\n"
                       "width = d_model // heads\ncolumns = slice(head * width, (head + 1) * width)\n";
    if (random)
        code += std::string(drawn) + "queries, keys = (output @ W_q)[:, columns], (output @ W_k)[:, columns]\n";
    else
        code += "queries, keys = output[:, columns], output[:, columns]\n";
    code += m_schemeCode.body.empty() ? "" : encodingCode();
    code += spelled(m_schemeCode.rotation);
    code += "scores = queries @ keys.T";
    code += m_pipeline.model().scoresAreDivided ? " / math.sqrt(width)" : "";
    code += m_pipeline.model().bias ? " + bias[head]\n" : "\n";
    if (settings.causal)
        code += torch ? "scores = scores.masked_fill(torch.ones_like(scores).triu(1).bool(), -torch.inf)\n"
                      : "scores = np.where(np.triu(np.ones(scores.shape, bool), 1), np.float32(-np.inf), scores)\n";
    return code
        + (torch ? "attention = torch.softmax(scores, 1)\n"
                 : "weights = np.exp(scores - scores.max(1, keepdims=True))\nattention = weights / weights.sum(1, "
                   "keepdims=True)\n");
}

std::string NotebookFacts::printing() const
{
    return std::string("\nstages = {\"embedding\": E, \"scaled\": scaled, ") + (hasTable() ? "\"position\": pe, " : "")
        + "\"sum\": total, \"mask\": mask, \"output\": output"
        + (hasTable() || !m_pipeline.find("scores")->field.ok()
               ? ""
               : std::string(",\n          \"queries\": queries, \"keys\": keys, ")
                   + (m_pipeline.model().bias ? "\"bias\": bias[head], " : "")
                   + (m_pipeline.model().rotation ? "\"position\": pe, " : "")
                   + "\"scores\": scores, \"attention\": attention")
        + R"(}
print("tokens", ids[:8].tolist())
for name, stage in stages.items():
    print(name, list(stage.shape), stage[:4, :6], sep="\n")
)";
}

} // namespace phasor
