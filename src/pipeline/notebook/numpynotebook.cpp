// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/notebook/notebookparts.h"

namespace phasor {

namespace {

using Operand = Placement::Operand;

bool drawsNumpy(const NotebookFacts& facts)
{
    return facts.p.random.generator == "numpy" || facts.p.random.generator == "numpy-legacy";
}

std::string notes(const NotebookFacts& facts)
{
    if (drawsNumpy(facts))
        return {};
    return "# NumPy cannot draw the numbers of --generator " + facts.p.random.generator
        + ": embedding and mask have the same law, but other values"
        + (facts.p.random.generator == "torch" ? "; --for torch has them" : "") + ".\n";
}

std::string generator(const NotebookFacts& facts, Seed seed)
{
    if (facts.p.random.generator == "numpy-legacy")
        return "rng = np.random.RandomState(" + printSeed(seed) + ")  # the stream of np.random.seed\n";
    return "rng = np.random.default_rng(" + printSeed({seed.bits, false}) + ")\n";
}

std::string drawnByOthers(const NotebookFacts& facts, std::int64_t words)
{
    if (words == 0 || !drawsNumpy(facts))
        return {};
    return (facts.p.random.generator == "numpy" ? "rng.bit_generator.advance(" + std::to_string(words / 2) + ")"
                                                : "rng.bytes(" + std::to_string(4 * words) + ")")
        + "  # what other layers drew from the generator here\n";
}

std::string drawnWeight(const NotebookFacts& facts)
{
    const Initializer& initializer = *facts.initializer;
    const std::string a = facts.lawParameter();
    const std::string shape = "(" + facts.vocabulary + ", " + facts.embeddingWidth + ")";
    if (initializer.law == Initializer::Law::Uniform)
        return "weight = rng.uniform(-" + a + ", " + a + ", " + shape + ").astype(np.float32)\n";
    if (initializer.law == Initializer::Law::Normal)
        return "weight = rng.normal(0, " + a + ", " + shape + ").astype(np.float32)\n";
    return "weight = rng.normal(0, " + a + ", " + shape + ").astype(np.float32)\nwhile (outside := abs(weight) > 2 * "
        + a + ").any():\n    weight[outside] = rng.normal(0, " + a + ", outside.sum())\n";
}

std::string embeddingCode(const NotebookFacts& facts)
{
    std::string code = "\n# Embedding E of the tokens.\n" + generator(facts, facts.p.random.seed)
        + drawnByOthers(facts, facts.p.embedding.drawsBefore) + facts.ids();
    if (facts.initializer == nullptr)
        code += "weight = " + facts.reading.expression + "\n";
    else
        code += (facts.p.embedding.afterDefault ? "rng.normal(size=(" + facts.vocabulary + ", " + facts.embeddingWidth
                         + "))  # the table's first draw, N(0, 1)\n"
                                                : std::string())
            + drawnWeight(facts);
    if (facts.p.embedding.paddingRow && facts.initializer != nullptr)
        code += "weight[" + std::to_string(*facts.p.embedding.paddingRow) + "] = 0\n";
    return code + "E = weight[ids]\n" + facts.sums();
}

std::string filledTotal(const NotebookFacts& facts)
{
    return facts.fillsPadding() ? "np.where(padding, 0, total)" : "total";
}

// Lines that set `keep` (and for `separate` another one) and `output`, if dropout acts.
std::string acting(const NotebookFacts& facts)
{
    const std::string p = facts.probability;
    constexpr const char* kShapes[] = {"x.shape", "(len(x), 1)", "(1, x.shape[1])"}; // of a Placement::Unit
    // p = 1 keeps nothing and samples nothing.
    const bool all = facts.p.dropout.p == 1;
    std::string code = "\ndef dropout(x):\n    keep = "
        + (all ? std::string("np.zeros(x.shape, bool)")
               : "rng.random(" + std::string(kShapes[static_cast<std::size_t>(facts.placement.unit)]) + ") < 1 - " + p)
        + "\n    return x * (keep * np.float32(" + (all ? "0" : "1 / (1 - " + p + ")")
        + ")), np.broadcast_to(keep, x.shape)\n\n";
    if (facts.placement.operand == Operand::Sum)
        return code + "output, mask = dropout(" + filledTotal(facts) + ")\n";
    const bool each = facts.placement.operand == Operand::Each;
    code += each
        ? "dropped_scaled, mask_scaled = dropout(scaled)\ndropped_position, mask_position = dropout(position)\n"
          "mask = np.concatenate([mask_scaled, mask_position], 1)\n"
        : "dropped, mask = dropout(" + std::string(facts.maskedArray()) + ")\n";
    return code + "output = "
        + facts.output({}, [&](const std::string& array) { return each ? "dropped_" + array : "dropped"; }) + "\n";
}

std::string idle(const NotebookFacts& facts)
{
    const std::string shape = facts.placement.operand == Operand::Each
        ? "(len(ids), scaled.shape[1] + position.shape[1])"
        : std::string(facts.maskedArray()) + ".shape";
    return "mask = np.ones(" + shape + ", bool)\noutput = " + filledTotal(facts) + "\n";
}

std::string dropoutCode(const NotebookFacts& facts)
{
    std::string code = "\n# Dropout.\n" + facts.rowMasks();
    if (facts.p.dropout.seed && facts.drops)
        code += generator(facts, *facts.p.dropout.seed);
    if (facts.drops)
        code += drawnByOthers(facts, facts.p.dropout.drawsBefore);
    code += facts.drops ? acting(facts) : idle(facts);
    return code + facts.maskedRows("np.where");
}

} // namespace

std::string numpyScript(const NotebookFacts& facts)
{
    const std::string drawn = "rng.normal(0, 1 / math.sqrt(d_model), (d_model, d_model)).astype(np.float32)\n";
    const std::string projections
        = generator(facts, facts.p.attention.projectionSeed) + "W_q = " + drawn + "W_k = " + drawn;
    return facts.beginning(notes(facts)) + "import numpy as np\n" + facts.reading.imports + "\n" + facts.constants()
        + embeddingCode(facts) + dropoutCode(facts) + facts.ending(projections);
}

} // namespace phasor
