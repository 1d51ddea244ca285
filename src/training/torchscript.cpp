// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/experiment.h"

#include "inputs/initializers.h"
#include "text/pythontext.h"

namespace phasor {

namespace {

std::string part(const std::string& name)
{
    return bundledPython("training", name);
}

std::string assigned(const char* name, const std::string& value)
{
    return std::string(name) + " = " + value + "\n";
}

// Function that samples a batch: tokens, and targets with −1 where no answer is asked.
std::string taskCode(const RunPlan& plan)
{
    const std::string& task = plan.settings.task;
    const bool reversed = task == "reverse";
    const std::string name = reversed ? "copy" : task.starts_with(kTextPrefix) ? "text" : task;
    return replaced(part("batch-" + name), "GIVEN", reversed ? "given.flip(1)" : "given");
}

std::string textCode(const TrainingSettings& s)
{
    const bool shipped = s.task == "text";
    if (!shipped && !s.task.starts_with(kTextPrefix))
        return {};
    const std::string text = shipped
        ? pythonString(std::string(bundledText(kShippedPage)))
        : "open(" + pythonString(s.task.substr(kTextPrefix.size())) + ", encoding=\"utf-8\", newline=\"\").read()";
    return "\ntext = " + text
        + "\nknown = sorted(set(text))\ncharacters = torch.tensor([known.index(c) for c in text])\n"
          "held_back = len(text) // 10\n";
}

// Names that no scheme's lines use, except d_model, max_len and heads, which they need.
std::string constants(const RunPlan& plan, const Experiment& experiment)
{
    const ModelShape& shape = plan.shape;
    const TrainingSettings& s = plan.settings;
    return assigned("d_model", std::to_string(shape.width))
        + assigned("max_len", std::to_string(plan.parameters.encoding.maxLen))
        + assigned("heads", std::to_string(shape.heads)) + assigned("head_width", std::to_string(shape.headWidth()))
        + assigned("layers", std::to_string(shape.layers)) + assigned("vocabulary", std::to_string(shape.vocabulary))
        + assigned("embedding_scale", printReal(shape.scale)) + assigned("dropout_p", printReal(plan.masks(0, 0).p))
        + assigned("causal", shape.causal ? "True" : "False") + assigned("tokens", std::to_string(s.tokens))
        + assigned("distance", std::to_string(s.distance)) + assigned("length", std::to_string(s.length))
        + assigned("batch", std::to_string(s.batch)) + assigned("steps", std::to_string(s.steps))
        + assigned("learning_rate", printReal(s.learningRate)) + assigned("warmup", std::to_string(s.warmup))
        + assigned("first_seed", printSeed(plan.parameters.random.seed))
        + assigned("seeds", std::to_string(experiment.seeds));
}

// The scheme's own lines: `pe` or `bias` for sequences of `length`, and code that rotates queries and keys.
std::string encodingCode(const RunPlan& plan, const SchemeCode& code)
{
    std::string text = "\nturns = None\n";
    if (code.body.empty())
        return text;
    text = "\nids = torch.arange(length)  # as many positions as a sequence has\n"
        + spelled(replaced(code.body, "WIDTH", std::to_string(plan.shape.positionWidth())), NotebookLibrary::PyTorch)
        + text;
    if (code.rotation.empty())
        return text;
    return text
        + "\n# What becomes of each unit vector at each position: [n, head_width, head_width], of queries and of "
          "keys.\n"
          "turned = []\nfor unit in torch.eye(head_width):\n    queries = keys = unit.expand(length, head_width)\n"
        + indented(spelled(code.rotation, NotebookLibrary::PyTorch), "    ")
        + "    turned.append((queries, keys))\nturns = [torch.stack(side, 1) for side in zip(*turned)]\n";
}

// x from e, by placement.
std::string combinedCode(const RunPlan& plan)
{
    const Placement& placement = placementOf(plan.parameters.dropout.placement);
    const bool table = plan.input.kind == SchemeKind::Table;
    std::string text;
    if (placement.onEmbedding())
        text += "        e = self.dropout(e)\n";
    if (table) {
        text += std::string("        pe_n = ") + (plan.shape.learnedRows > 0 ? "self.table" : "pe")
            + "[:n].expand(len(ids), -1, -1)\n";
        if (placement.onPosition())
            text += "        pe_n = self.dropout(pe_n)\n";
    }
    text += !table                  ? "        x = e\n"
        : plan.shape.concatenates() ? "        x = torch.cat([e, pe_n], -1)\n"
                                    : "        x = e + pe_n\n";
    if (placement.operand == Placement::Operand::Sum)
        text += placement.unit == Placement::Unit::Dimension
            ? "        x = nn.functional.dropout1d(x.transpose(1, 2), dropout_p, self.training).transpose(1, 2)\n"
            : "        x = self.dropout(x)\n";
    return text;
}

std::string addedCode(const RunPlan& plan)
{
    if (plan.shape.learnedBiases > 0)
        return "torch.moveaxis(self.biases[bucket(places[None, :n] - places[:n, None])], 2, 0)";
    return plan.input.kind == SchemeKind::Bias ? "bias[:, :n, :n]" : "0";
}

std::string modelCode(const RunPlan& plan)
{
    const ModelShape& shape = plan.shape;
    const Initializer& initializer = *findInitializer(plan.parameters.embedding.source);
    std::string drawn;
    if (!initializer.torch.empty())
        drawn = "        with torch.no_grad():\n            "
            + replaced(std::string(initializer.torch), "weight", "self.embedding.weight") + "\n";
    if (plan.parameters.embedding.sigma)
        drawn = "        with torch.no_grad():\n            nn.init.normal_(self.embedding.weight, 0, "
            + printReal(*plan.parameters.embedding.sigma) + ")\n";
    const std::string learned = shape.learnedRows > 0
        ? "self.table = nn.Parameter(pe[: " + std::to_string(shape.learnedRows) + "].clone())"
        : shape.learnedBiases > 0 ? "self.biases = nn.Parameter(b.clone())"
                                  : "# the encoding has no weights";
    std::string code = part("model");
    const auto put = [&code](const char* mark, const std::string& value) {
        code = replaced(code, mark, value);
    };
    put("EMBEDDING_WIDTH", std::to_string(shape.embeddingWidth));
    put("        INITIALIZER\n", drawn);
    put("LEARNED", learned);
    put("OUTPUT",
        shape.tied ? "# the output layer's weights are the embedding's"
                   : "self.output = nn.Linear(d_model, vocabulary, bias=False)");
    const bool tokens = placementOf(plan.parameters.dropout.placement).unit == Placement::Unit::Token;
    put("DROPOUT", tokens ? "nn.Dropout1d(dropout_p)" : "nn.Dropout(dropout_p)");
    put("        COMBINED\n", combinedCode(plan));
    put("ADDED", addedCode(plan));
    put(" / SCALING", shape.scoresAreDivided ? " / math.sqrt(head_width)" : "");
    put("LOGITS", shape.tied ? "self.norm(x) @ self.embedding.weight.T" : "self.output(self.norm(x))");
    return code;
}

} // namespace

Result<std::string> torchTraining(const Experiment& experiment, const std::string& title)
{
    TRY(const std::vector<Variant> variants, variantsOf(experiment));
    if (variants.size() > 1)
        return usageError("CONFLICT", "--vary",
                          WORDS("a script trains one variant, but there are %1").with(variants.size()),
                          WORDS("use one value, and a script for each"));
    TRY(const auto plan, RunPlan::make(variants.front().parameters, variants.front().settings));
    const Parameters& p = plan->parameters;
    const SchemeCode code = findScheme(p.encoding.scheme)->notebook(NotebookLibrary::PyTorch, positionSetupOf(p));
    std::string text = "# Made by Phasor: " + title
        + "\n# The same training as phasor train. PyTorch samples the batches, "
          "so curves agree within the noise of seeds.\n";
    text += code.note;
    if (code.imports.find("import math") == std::string::npos)
        text += "import math\n";
    text += code.imports + "\nimport torch\nfrom torch import nn\nfrom torch.nn import functional\n\n"
        + constants(*plan, experiment) + code.constants + textCode(plan->settings) + encodingCode(*plan, code);
    return text + taskCode(*plan) + modelCode(*plan) + part("loop");
}

} // namespace phasor
