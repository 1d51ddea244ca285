// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/runplan.h"

#include "encodings/schemes.h"
#include "inputs/initializers.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/parameters/parameters.h"
#include "pipeline/parameters/parameterspec.h"
#include "system/memory.h"
#include "training/network/layers.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// Bytes of weights with Adam's state, of each part's gradients, and of a step's values.
ByteCount memoryOf(const ModelShape& shape, const TrainingSettings& settings)
{
    const auto weights = static_cast<ByteCount>(WeightLayout(shape).size());
    const auto rows = static_cast<ByteCount>(settings.batch * settings.length);
    const auto cells = static_cast<ByteCount>(shape.layers)
        * static_cast<ByteCount>(16 * shape.width + shape.heads * settings.length);
    return 4 * (weights * (5 + kParts) + rows * (cells + static_cast<ByteCount>(10 * shape.width + shape.vocabulary)));
}

Status check(const Parameters& parameters, const TrainingSettings& settings)
{
    for (const TrainingParameter& parameter : trainingParameters())
        TRY_DONE(checkValue(parameter, parameter.get(settings)));
    TRY_DONE(validate(parameters));
    const std::int64_t width = parameters.encoding.dModel;
    const std::int64_t heads = parameters.attention.heads;
    if (width % heads != 0)
        return usageError("RANGE", "--heads", WORDS("d_model = %2 is not divisible by %1 heads").with(heads, width),
                          WORDS("use a divisor of %1").with(width));
    if (EmbeddingTable::isFile(parameters.embedding.source))
        return usageError("CONFLICT", "--embedding", WORDS("training starts from a random embedding, not from a file"),
                          WORDS("use an initializer of `phasor list initializers`"));
    if (settings.tied && concatenates(parameters))
        return usageError("CONFLICT", "--tied",
                          WORDS("the output layer has d_model dimensions, but a concatenated embedding has fewer"),
                          WORDS("use %1 off or %2 sum").with(Message::option("--tied"), Message::option("--combine")));
    return Done{};
}

ModelShape shapeOf(const RunPlan& plan)
{
    const PositionModel& model = plan.model;
    const FieldPtr learnedBiases = model.bias ? model.bias->learnedNumbers() : nullptr;
    return {.vocabulary = plan.task.vocabulary,
            .width = plan.parameters.encoding.dModel,
            .embeddingWidth = widthsOf(plan.parameters).embedding,
            .heads = plan.parameters.attention.heads,
            .layers = plan.settings.layers,
            .learnedRows = model.table && model.table->isLearned()
                ? std::min(model.table->shape().rows, kLonger.back() * plan.settings.length)
                : 0,
            .learnedBiases = learnedBiases ? learnedBiases->shape().rows : 0,
            .tied = plan.settings.tied,
            .causal = plan.parameters.attention.causal,
            .scoresAreDivided = model.scoresAreDivided,
            .scale = scaleOf(plan.parameters)};
}

} // namespace

Result<std::shared_ptr<const RunPlan>> RunPlan::make(const Parameters& parameters, const TrainingSettings& settings)
{
    TRY_DONE(check(parameters, settings));
    TRY(Task task, makeTask(settings.taskSettings()));
    TRY(PositionModel model, findScheme(parameters.encoding.scheme)->make(positionSetupOf(parameters)));
    const auto plan
        = std::make_shared<RunPlan>(RunPlan{parameters, settings, std::move(task), std::move(model), {}, {}});
    plan->shape = shapeOf(*plan);
    TRY_DONE(requireMemory(memoryOf(plan->shape, settings), WORDS("training needs %1, %2 are available"),
                           WORDS("lower --d-model, --batch or --length")));
    const std::int64_t heads = plan->shape.heads;
    TRY(plan->input, positionInput(plan->model, heads, settings.length));
    for (std::size_t i = 0; i < kLonger.size(); ++i) {
        const std::int64_t length = kLonger[i] * settings.length;
        if (length > plan->task.longest)
            continue;
        if (Result<PositionInput> longer = positionInput(plan->model, heads, length); longer.ok())
            plan->longer[i] = std::move(*longer);
    }
    return std::shared_ptr<const RunPlan>(plan);
}

Result<std::vector<float>> RunPlan::drawWeights(std::uint64_t seed) const
{
    const WeightLayout layout(shape);
    std::vector<float> weights(static_cast<std::size_t>(layout.size()));
    TRY(auto generator, makeGenerator("torch", {seed}));
    const auto take = [&](const Result<Drawn>& drawn, float* out) -> Status {
        TRY_DONE(drawn);
        const Shape size = drawn->values->shape();
        drawn->values->fill(whole(size), {out, size.rows, size.cols, size.cols});
        generator = drawn->after;
        return Done{};
    };
    // nn.Linear: U(−1/√in, 1/√in), the weights [out, in] and then the bias.
    const auto uniform = [&](Shape size, std::int64_t in, float* out) {
        const double edge = 1 / std::sqrt(static_cast<double>(in));
        return take(generator->uniform(size, -edge, edge), out);
    };
    const auto matrix = [&](const WeightBlock& block) -> Status {
        std::vector<float> drawn(static_cast<std::size_t>(block.size()));
        TRY_DONE(uniform({block.cols, block.rows}, block.rows, drawn.data()));
        transpose(drawn.data(), block.cols, block.rows, block.rows, weights.data() + block.offset);
        return Done{};
    };
    const auto copied = [&](const WeightBlock& block, const Field& values) {
        values.fill({0, 0, block.rows, block.cols},
                    {weights.data() + block.offset, block.rows, block.cols, block.cols});
    };
    const auto ones = [&](const WeightBlock& block) {
        std::fill_n(weights.data() + block.offset, block.size(), 1.0F);
    };
    const Initializer& initializer = *findInitializer(parameters.embedding.source);
    const Shape table{layout.embedding.rows, layout.embedding.cols};
    const double sigma = parameters.embedding.sigma.value_or(initializer.sigma(table));
    TRY_DONE(take(initializer.draw(*generator, table, sigma), weights.data() + layout.embedding.offset));
    if (layout.table.size() > 0)
        copied(layout.table, *model.table);
    if (layout.biases.size() > 0)
        copied(layout.biases, *model.bias->learnedNumbers());
    for (const WeightLayout::Layer& layer : layout.layers) {
        for (const WeightLayout::Linear* linear : {&layer.projections, &layer.joined, &layer.hidden, &layer.back}) {
            const auto& [weight, bias] = *linear;
            TRY_DONE(matrix(weight));
            TRY_DONE(uniform({1, bias.cols}, weight.rows, weights.data() + bias.offset));
        }
        ones(layer.attentionNorm.gain);
        ones(layer.mlpNorm.gain);
    }
    ones(layout.finalNorm.gain);
    if (layout.output.size() > 0)
        TRY_DONE(matrix(layout.output));
    return weights;
}

MaskLaw RunPlan::masks(std::uint64_t seed, std::int64_t step) const
{
    constexpr std::uint64_t kMasks = 0x6d61736b73; // another stream than that of the batches
    return {.p = dropProbabilityOf(parameters.dropout),
            .placement = parameters.dropout.placement,
            .hasTable = model.table != nullptr,
            .key = seed ^ kMasks,
            .offset = static_cast<std::uint64_t>(step)};
}

} // namespace phasor
