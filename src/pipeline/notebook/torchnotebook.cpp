// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/notebook/notebookparts.h"

namespace phasor {

namespace {

using Operand = Placement::Operand;
using Unit = Placement::Unit;

bool onGpu(const NotebookFacts& facts)
{
    return facts.p.random.generator == "torch-cuda" && facts.drops;
}

bool native(const NotebookFacts& facts)
{
    return facts.p.dropout.factor == DropoutOperator::Native && !onGpu(facts) && facts.drops && facts.p.dropout.p < 1;
}

// Says whose random numbers PyTorch uses, if they differ from those that Phasor shows on every CPU.
std::string notes(const NotebookFacts& facts)
{
    const std::string& generator = facts.p.random.generator;
    if (generator == "torch-mkl" && facts.drops)
        return "# The mask is that of a PyTorch with MKL (x86 wheels from about 2.0 to 2.6); other builds draw "
               "another.\n";
    if (onGpu(facts))
        return "# The mask is drawn on the GPU. A large one depends on the model: here "
            + std::to_string(facts.p.random.gpuMultiprocessors) + " multiprocessors of "
            + std::to_string(static_cast<int>(facts.p.random.gpuThreads)) + " threads.\n";
    if (generator == "numpy" || generator == "numpy-legacy" || generator == "philox")
        return "# PyTorch cannot draw the numbers of --generator " + generator
            + ": embedding and mask differ from Phasor's" + (generator == "philox" ? "" : ", --for numpy has them")
            + ".\n";
    return {};
}

// A word of the generator for each number.
std::string drawnByOthers(std::int64_t words)
{
    return words == 0 ? std::string()
                      : "torch.rand(" + std::to_string(words) + ")  # what other layers drew from the generator here\n";
}

std::string drawnWeight(const NotebookFacts& facts)
{
    const Initializer& initializer = *facts.initializer;
    const bool twice = facts.p.embedding.afterDefault;
    std::string code = "weight = torch.empty(" + facts.vocabulary + ", " + facts.embeddingWidth + ")"
        + (twice ? ".normal_()  # as nn.Embedding samples it; then the initializer does" : "") + "\n";
    const std::string a = facts.lawParameter();
    if (!facts.p.embedding.sigma && !initializer.torch.empty())
        code += initializer.torch;
    else if (initializer.law == Initializer::Law::Uniform)
        code += "nn.init.uniform_(weight, -" + a + ", " + a + ")";
    else if (initializer.law == Initializer::Law::Normal)
        code += "nn.init.normal_(weight, std=" + a + ")";
    else
        code += "nn.init.trunc_normal_(weight, std=" + a + ", a=-2 * " + a + ", b=2 * " + a + ")";
    if (facts.p.embedding.paddingRow)
        code += "\nweight[" + std::to_string(*facts.p.embedding.paddingRow) + "] = 0";
    return code + "\nembedding = nn.Embedding.from_pretrained(weight)\n";
}

std::string embeddingCode(const NotebookFacts& facts)
{
    std::string code = "\n# Embedding E of the tokens.\ntorch.manual_seed(" + printSeed(facts.p.random.seed) + ")\n"
        + drawnByOthers(facts.p.embedding.drawsBefore) + facts.ids();
    if (facts.initializer == nullptr)
        code += "weight = " + facts.reading.expression + "\nembedding = nn.Embedding.from_pretrained(weight)\n";
    else if (facts.initializer->torch.empty() && !facts.p.embedding.sigma && !facts.p.embedding.afterDefault)
        code += "embedding = nn.Embedding(" + facts.vocabulary + ", " + facts.embeddingWidth
            + (facts.p.embedding.paddingRow ? ", padding_idx=" + std::to_string(*facts.p.embedding.paddingRow) : "")
            + ")\n";
    else
        code += drawnWeight(facts);
    return code + "E = embedding(ids).detach()\n" + facts.sums();
}

std::string dropoutDefinition(const NotebookFacts& facts)
{
    const bool features = facts.placement.unit != Unit::Element;
    const std::string p = facts.probability;
    if (onGpu(facts))
        return std::string("def dropout(x):\n    return nn.functional.") + (features ? "dropout1d" : "dropout")
            + "(x.cuda(), " + p + ").cpu()\n\n";
    if (native(facts) && !features)
        return "def dropout(x):\n    return torch.native_dropout(x, " + p + ", True)[0]\n\n";
    return std::string("dropout = nn.") + (features ? "Dropout1d" : "Dropout") + "(" + p + ")"
        + (facts.p.dropout.mode == DropoutMode::Eval ? ".eval()" : "") + "\n";
}

// Dropout of an array. The module's features are rows, so entire dimensions need the transpose.
std::string dropped(const NotebookFacts& facts, std::string_view array)
{
    return facts.placement.unit == Unit::Dimension ? "dropout(" + std::string(array) + ".T).T"
                                                   : "dropout(" + std::string(array) + ")";
}

std::string keepMask(const NotebookFacts& facts)
{
    const auto ofOnes = [&](std::string_view array) {
        return dropped(facts, "torch.ones_like(" + std::string(array) + ")");
    };
    if (facts.placement.operand == Operand::Each)
        return "torch.cat([" + ofOnes("scaled") + ", " + ofOnes("position") + "], 1) != 0";
    return ofOnes(facts.maskedArray()) + " != 0";
}

std::string dropoutCode(const NotebookFacts& facts)
{
    std::string code = "\n# Dropout.\n" + facts.rowMasks() + dropoutDefinition(facts);
    if (facts.p.dropout.seed)
        code += "torch.manual_seed(" + printSeed(*facts.p.dropout.seed) + ")\n";
    if (facts.drops)
        code += drawnByOthers(facts.p.dropout.drawsBefore);
    code += "with torch.random.fork_rng():  # the same draw twice: first to see the mask\n    mask = " + keepMask(facts)
        + "\n";
    if (native(facts) && facts.placement.unit != Unit::Element)
        code += "output = total * (mask * (1 / (1 - " + facts.probability + ")))  # native_dropout's factor\n";
    else
        code += "output = "
            + facts.output(facts.fillsPadding() ? "total.masked_fill(padding, 0)" : "total",
                           [&](const std::string& array) { return dropped(facts, array); })
            + "\n";
    return code + facts.maskedRows("torch.where");
}

} // namespace

std::string torchScript(const NotebookFacts& facts)
{
    const std::string projections = "torch.manual_seed(" + printSeed(facts.p.attention.projectionSeed)
        + ")\nW_q = torch.empty(d_model, d_model).normal_(0, 1 / math.sqrt(d_model))\n"
          "W_k = torch.empty(d_model, d_model).normal_(0, 1 / math.sqrt(d_model))\n";
    return facts.beginning(notes(facts)) + facts.reading.imports + "import torch\nfrom torch import nn\n\n"
        + facts.constants() + embeddingCode(facts) + dropoutCode(facts) + facts.ending(projections);
}

} // namespace phasor
