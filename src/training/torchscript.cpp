// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/experiment.h"

#include "inputs/initializers.h"
#include "text/pythontext.h"

namespace phasor {

// The flags of resources/notebooks/training.py.
static std::map<std::string_view, bool> trainingFlags(const RunPlan& plan, const SchemeCode& code)
{
    const ModelShape& shape = plan.shape;
    const Parameters& p = plan.parameters;
    const Placement& placement = placementOf(p.dropout.placement);
    const std::string& task = plan.settings.task;
    return {
        {"math", code.imports.find("import math") != std::string::npos},
        {"text", task == "text" || task.starts_with(kTextPrefix)},
        {"reverse", task == "reverse"},
        {"encoded", !code.body.empty()},
        {"rotates", !code.rotation.empty()},
        {"divides", shape.scoresAreDivided},
        {"initializes", p.embedding.sigma || !findInitializer(p.embedding.source)->torch.empty()},
        {"learns-table", shape.learnedRows > 0},
        {"learns-biases", shape.learnedBiases > 0},
        {"tied", shape.tied},
        {"tokens", placement.unit == Placement::Unit::Token},
        {"dimensions", placement.unit == Placement::Unit::Dimension},
        {"on-embedding", placement.onEmbedding()},
        {"on-position", placement.onPosition()},
        {"on-sum", placement.operand == Placement::Operand::Sum},
        {"table", plan.model.table != nullptr},
        {"concat", shape.concatenates()},
        {"bias", plan.model.bias != nullptr},
    };
}

// The text of the text task as a Python expression.
static std::string textExpression(const std::string& task)
{
    if (!task.starts_with(kTextPrefix))
        return pythonString(bundledText(kShippedPage));
    return "open(" + pythonString(task.substr(kTextPrefix.size())) + ", encoding=\"utf-8\", newline=\"\").read()";
}

static std::map<std::string_view, std::string> trainingValues(const RunPlan& plan, const SchemeCode& code,
                                                              std::int64_t seeds)
{
    constexpr auto kLibrary = NotebookLibrary::PyTorch;
    const ModelShape& shape = plan.shape;
    const Parameters& p = plan.parameters;
    const TrainingSettings& s = plan.settings;
    const std::string initializer(findInitializer(p.embedding.source)->torch);
    return {
        {"NOTE", code.note},
        {"IMPORTS", code.imports},
        {"D_MODEL", std::to_string(shape.width)},
        {"MAX_LEN", std::to_string(p.encoding.maxLen)},
        {"HEADS", std::to_string(shape.heads)},
        {"HEAD_WIDTH", std::to_string(shape.headWidth())},
        {"LAYERS", std::to_string(shape.layers)},
        {"VOCABULARY", std::to_string(shape.vocabulary)},
        {"EMBEDDING_SCALE", printReal(shape.scale)},
        {"PROBABILITY", printReal(plan.masks(0, 0).p)},
        {"CAUSAL", shape.causal ? "True" : "False"},
        {"TOKENS", std::to_string(s.tokens)},
        {"DISTANCE", std::to_string(s.distance)},
        {"LENGTH", std::to_string(s.length)},
        {"BATCH", std::to_string(s.batch)},
        {"STEPS", std::to_string(s.steps)},
        {"LEARNING_RATE", printReal(s.learningRate)},
        {"WARMUP", std::to_string(s.warmup)},
        {"FIRST_SEED", printSeed(p.random.seed)},
        {"SEEDS", std::to_string(seeds)},
        {"CONSTANTS", code.constants},
        {"TEXT", textExpression(s.task)},
        {"ENCODING", spelled(replaced(code.body, "WIDTH", std::to_string(shape.positionWidth())), kLibrary)},
        {"ROTATION", indented(spelled(code.rotation, kLibrary), "    ")},
        {"EMBEDDING_WIDTH", std::to_string(shape.embeddingWidth)},
        {"INITIALIZER",
         p.embedding.sigma ? "nn.init.normal_(self.embedding.weight, 0, " + printReal(*p.embedding.sigma) + ")"
                           : replaced(initializer, "weight", "self.embedding.weight")},
        {"LEARNED_ROWS", std::to_string(shape.learnedRows)},
    };
}

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
    const std::string& task = plan->settings.task;
    const std::string batch = task == "reverse" ? "copy" : task.substr(0, task.find(':'));
    const auto part = [](const std::string& name) {
        return bundledPython("training", name);
    };
    const std::string text = part("setup") + part("batch-" + batch) + part("model") + part("loop");
    auto values = trainingValues(*plan, code, experiment.seeds);
    values["TITLE"] = title;
    return filled(text, trainingFlags(*plan, code), values);
}

} // namespace phasor
