// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/runplan.h"

#include "encodings/schemes.h"
#include "inputs/initializers.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/positionsetup.h"
#include "system/memorybudget.h"
#include "training/network/linear.h"
#include "training/network/weightlayout.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// Draws one matrix of weights after the other from a generator.
class WeightDrawer
{
public:
    WeightDrawer(std::shared_ptr<const Generator> generator, std::vector<float>& weights)
        : m_generator(std::move(generator))
        , m_weights(weights)
    {
    }

    Status initialized(const WeightBlock& block, const Initializer& initializer, std::optional<double> given)
    {
        const Shape shape{block.rows, block.cols};
        const double sigma = given ? *given : initializer.sigma(shape);
        TRY(const Drawn drawn, initializer.draw(*m_generator, shape, sigma));
        drawn.values->fill(whole(shape), {m_weights.data() + block.offset, block.rows, block.cols, block.cols});
        m_generator = drawn.after;
        return Done{};
    }

    // nn.Linear: U(−1/√in, 1/√in), the weights [out, in] and then the bias.
    Status linear(const WeightLayout::Linear& layer)
    {
        TRY_DONE(matrix(layer.weight));
        return uniform({1, layer.bias.cols}, layer.weight.rows, m_weights.data() + layer.bias.offset);
    }

    Status matrix(const WeightBlock& block)
    {
        std::vector<float> drawn(static_cast<std::size_t>(block.size()));
        TRY_DONE(uniform({block.cols, block.rows}, block.rows, drawn.data()));
        transpose(drawn.data(), block.cols, block.rows, block.rows, m_weights.data() + block.offset);
        return Done{};
    }

private:
    Status uniform(Shape shape, std::int64_t in, float* out)
    {
        const double edge = 1 / std::sqrt(static_cast<double>(in));
        TRY(const Drawn drawn, m_generator->uniform(shape, -edge, edge));
        drawn.values->fill(whole(shape), {out, shape.rows, shape.cols, shape.cols});
        m_generator = drawn.after;
        return Done{};
    }

    std::shared_ptr<const Generator> m_generator;
    std::vector<float>& m_weights;
};

// Bytes of weights with what Adam keeps, of each part's gradients, and of what a step runs through.
ByteCount memoryOf(const ModelShape& shape, const TrainingSettings& settings)
{
    const auto weights = static_cast<ByteCount>(WeightLayout(shape).size());
    const auto rows = static_cast<ByteCount>(settings.batch * settings.length);
    const auto cells = static_cast<ByteCount>(shape.layers)
        * static_cast<ByteCount>(16 * shape.width + shape.heads * settings.length);
    return 4 * (weights * (5 + kParts) + rows * (cells + static_cast<ByteCount>(10 * shape.width + shape.vocabulary)));
}

} // namespace

Result<std::shared_ptr<const RunPlan>> RunPlan::make(const Parameters& parameters, const TrainingSettings& settings)
{
    const std::shared_ptr<RunPlan> plan(new RunPlan);
    plan->m_parameters = parameters;
    plan->m_settings = settings;
    TRY_DONE(plan->check());
    TRY(plan->m_task, makeTask(settings.taskSettings()));
    TRY_DONE(plan->addModel());
    const std::int64_t heads = plan->m_shape.heads;
    TRY(plan->m_input, positionInput(plan->m_model, heads, settings.length));
    for (std::size_t i = 0; i < kLonger.size(); ++i) {
        const std::int64_t length = kLonger[i] * settings.length;
        if (length > plan->m_task->longest())
            continue;
        if (Result<PositionInput> longer = positionInput(plan->m_model, heads, length); longer.ok())
            plan->m_longer[i] = std::move(*longer);
    }
    return std::shared_ptr<const RunPlan>(plan);
}

Status RunPlan::check() const
{
    for (const TrainingParameter& parameter : trainingParameters())
        TRY_DONE(checkValue(parameter, parameter.get(m_settings)));
    TRY_DONE(validate(m_parameters));
    const std::int64_t width = m_parameters.encoding.dModel;
    const std::int64_t heads = m_parameters.attention.heads;
    if (width % heads != 0)
        return usageError("RANGE", "--heads", WORDS("%1 heads do not divide d_model = %2").with(heads, width),
                          WORDS("give a divisor of %1").with(width));
    if (EmbeddingTable::isFile(m_parameters.embedding.source))
        return usageError("CONFLICT", "--embedding", WORDS("training begins with an embedding that is drawn"),
                          WORDS("give an initialiser: see phasor list initializers"));
    if (m_settings.tied && concatenates(m_parameters))
        return usageError("CONFLICT", "--tied",
                          WORDS("the output layer is as wide as the model, the embedding beside an encoding is not"),
                          WORDS("give %1 off or %2 sum").with(Message::option("--tied"), Message::option("--combine")));
    return Done{};
}

Status RunPlan::addModel()
{
    const Scheme& scheme = *findScheme(m_parameters.encoding.scheme);
    TRY(m_model, scheme.make(positionSetupOf(m_parameters)));
    const FieldPtr learnedBiases = m_model.bias ? m_model.bias->learnedNumbers() : nullptr;
    m_shape = {.vocabulary = m_task->vocabulary(),
               .width = m_parameters.encoding.dModel,
               .embeddingWidth = widthsOf(m_parameters).embedding,
               .heads = m_parameters.attention.heads,
               .layers = m_settings.layers,
               .learnedRows = m_model.table && m_model.table->isLearned()
                   ? std::min(m_model.table->shape().rows, kLonger.back() * m_settings.length)
                   : 0,
               .learnedBiases = learnedBiases ? learnedBiases->shape().rows : 0,
               .tied = m_settings.tied,
               .causal = m_parameters.attention.causal,
               .scoresAreDivided = m_model.scoresAreDivided,
               .scale = scaleOf(m_parameters)};
    TRY_DONE(requireMemory(memoryOf(m_shape, m_settings), WORDS("training needs %1, %2 are available"),
                           WORDS("lower --d-model, --batch or --length")));
    return Done{};
}

Result<std::vector<float>> RunPlan::drawWeights(std::uint64_t seed) const
{
    const WeightLayout layout(m_shape);
    std::vector<float> weights(static_cast<std::size_t>(layout.size()));
    TRY(auto generator, makeGenerator("torch", {seed}));
    WeightDrawer drawer(std::move(generator), weights);
    TRY_DONE(drawer.initialized(layout.embedding, *findInitializer(m_parameters.embedding.source),
                                m_parameters.embedding.sigma));
    const auto begin = [&](const WeightBlock& block, const Field& values) {
        values.fill({0, 0, block.rows, block.cols},
                    {weights.data() + block.offset, block.rows, block.cols, block.cols});
    };
    const auto ones = [&](const WeightBlock& block) {
        std::fill_n(weights.data() + block.offset, block.size(), 1.0F);
    };
    if (layout.table.size() > 0)
        begin(layout.table, *m_model.table);
    if (layout.biases.size() > 0)
        begin(layout.biases, *m_model.bias->learnedNumbers());
    for (const WeightLayout::Layer& layer : layout.layers) {
        for (const WeightLayout::Linear* linear : {&layer.projections, &layer.joined, &layer.hidden, &layer.back})
            TRY_DONE(drawer.linear(*linear));
        ones(layer.attentionNorm.gain);
        ones(layer.mlpNorm.gain);
    }
    ones(layout.finalNorm.gain);
    if (layout.output.size() > 0)
        TRY_DONE(drawer.matrix(layout.output));
    return weights;
}

MaskLaw RunPlan::masks(std::uint64_t seed, std::int64_t step) const
{
    constexpr std::uint64_t kMasks = 0x6d61736b73; // another stream than that of the batches
    return {.p = dropProbabilityOf(m_parameters.dropout),
            .placement = m_parameters.dropout.placement,
            .hasTable = m_model.table != nullptr,
            .key = seed ^ kMasks,
            .offset = static_cast<std::uint64_t>(step)};
}

} // namespace phasor
