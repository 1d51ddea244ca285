// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/notebookparts.h"

#include "encodings/encoding.h"
#include "pipeline/json.h"
#include "pipeline/pythontext.h"
#include "text/numbers.h"

#include <cmath>

namespace phasor {

const NotebookDialect kTorchDialect{"torch", "torch.tensor", "torch.cat", "to", "torch.bool"};
const NotebookDialect kNumpyDialect{"np", "np.array", "np.concatenate", "astype", "bool"};

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

NotebookFacts::NotebookFacts(const Stages& stages, const NotebookDialect& dialect)
    : m_stages(stages)
    , m_dialect(dialect)
    , m_initializer(findInitializer(stages.parameters().embedding))
{
    const TokenSequence& sequence = stages.sequence();
    for (std::int64_t r = 0; sequence.hasProtected() && r < sequence.textLength(); ++r) {
        if (sequence.isProtected(r))
            m_protected.push_back(r);
    }
    m_protectsPadding = sequence.hasPadding() && sequence.isProtected(sequence.textLength());
}

std::string NotebookFacts::spelled(std::string code) const
{
    code = replaced(std::move(code), "LIB.", std::string(m_dialect.module) + ".");
    code = replaced(std::move(code), "ARRAY(", std::string(m_dialect.array) + "(");
    code = replaced(std::move(code), "JOIN(", std::string(m_dialect.join) + "(");
    return replaced(std::move(code), ".CAST(", "." + std::string(m_dialect.cast) + "(");
}

double NotebookFacts::lawParameter() const
{
    const Shape table{m_stages.sequence().vocab(), (*m_stages.field(StageId::Embedding))->shape().cols};
    return m_initializer->parameter(table, m_stages.sigma());
}

std::string NotebookFacts::probability() const
{
    return printReal(p().dropout);
}

std::string NotebookFacts::vocabulary() const
{
    return std::to_string(m_stages.sequence().vocab());
}

std::string_view NotebookFacts::positionWidth() const
{
    return m_stages.concatenates() ? "position_dims" : "d_model";
}

std::string NotebookFacts::embeddingWidth() const
{
    return m_stages.concatenates() ? "d_model - position_dims" : "d_model";
}

std::string NotebookFacts::scaledExpression() const
{
    if (const double* number = std::get_if<double>(&p().scale))
        return "E * " + printReal(*number);
    return std::get<std::string>(p().scale) == "none" ? "E" : "E * math.sqrt(d_model)";
}

std::string NotebookFacts::combined(std::string_view e, std::string_view pe) const
{
    const std::string left(e);
    const std::string right(pe);
    return m_stages.concatenates() ? spelled("JOIN([" + left + ", " + right + "], 1)") : left + " + " + right;
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
    const Shape shape = m_stages.encoding()->shape();
    const double bytes = kBytesPerCell * static_cast<double>(shape.rows) * static_cast<double>(shape.cols);
    if (bytes < kWorthSaying)
        return {};
    return "# Needs about " + printReal(std::ceil(bytes / (1 << 30)))
        + " GiB of memory; a smaller max_len needs less.\n";
}

std::string NotebookFacts::constants() const
{
    std::string code = assignment("d_model", p().dModel);
    if (m_stages.concatenates())
        code += assignment("position_dims", m_stages.encoding()->shape().cols);
    code += assignment("max_len", p().maxLen) + "base = " + printReal(p().base) + "\n";
    if (p().firstPosition > 0)
        code += assignment("first_position", p().firstPosition);
    return code;
}

std::string NotebookFacts::ids() const
{
    const TokenSequence& sequence = m_stages.sequence();
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
            + std::to_string(m_stages.sequence().textLength()) + "\n";
    if (!hasProtectedRows())
        return code;
    code += "protected = " + spelled("LIB.zeros((len(ids), 1), dtype=") + std::string(m_dialect.boolean) + ")  "
        + pythonComment(*p().protect) + "\n";
    if (!m_protected.empty())
        code += "protected[" + pythonList(m_protected) + "] = True\n";
    if (m_protectsPadding)
        code += "protected[" + std::to_string(m_stages.sequence().textLength()) + ":] = True\n";
    return code;
}

std::string NotebookFacts::sums() const
{
    return "scaled = " + scaledExpression() + "\nposition = pe[: len(ids)]\ntotal = " + combined("scaled", "position")
        + "\n";
}

std::string NotebookFacts::printing() const
{
    return R"(
stages = {"embedding": E, "scaled": scaled, "position": pe, "sum": total, "mask": mask, "output": output}
print("tokens", ids[:8].tolist())
for name, stage in stages.items():
    print(name, list(stage.shape), stage[:4, :6], sep="\n")
)";
}

} // namespace phasor
