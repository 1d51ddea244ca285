// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/experiment.h"

#include "inputs/initializers.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/parameters/parameterspec.h"
#include "system/memory.h"

#include <algorithm>
#include <numbers>

namespace phasor {

// Bytes of weights with Adam's state, of each part's gradients, and of a step's values.
static ByteCount memoryOf(const ModelShape& shape, const TrainingSettings& settings)
{
    const auto weights = static_cast<ByteCount>(WeightLayout(shape).size());
    const auto rows = static_cast<ByteCount>(settings.batch) * static_cast<ByteCount>(settings.length);
    const auto cells = static_cast<ByteCount>(shape.layers)
        * static_cast<ByteCount>(16 * shape.width + shape.heads * settings.length);
    return 4 * (weights * (5 + kParts) + rows * (cells + static_cast<ByteCount>(10 * shape.width + shape.vocabulary)));
}

static Status check(const Parameters& parameters, const TrainingSettings& settings)
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

static ModelShape shapeOf(const RunPlan& plan)
{
    const PositionModel& model = plan.model;
    const FieldPtr learnedBiases = model.bias ? model.bias->learnedNumbers : nullptr;
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

Result<std::shared_ptr<const RunPlan>> RunPlan::make(const Parameters& parameters, const TrainingSettings& settings)
{
    TRY_DONE(check(parameters, settings));
    TRY(Task task, makeTask(settings));
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
        if (!drawn.ok())
            return drawn.error();
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
        copied(layout.biases, *model.bias->learnedNumbers);
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

constexpr std::int64_t kCurveBatches = 2;
constexpr std::int64_t kFinalBatches = 8;
constexpr std::int64_t kFrameEvery = 50; // steps, of attention

static double meanNorm(const float* rows, std::int64_t count, std::int64_t width)
{
    double sum = 0;
    for (std::int64_t r = 0; r < count; ++r)
        sum += std::sqrt(static_cast<double>(fixedSum(rows + r * width, rows + r * width, width)));
    return sum / static_cast<double>(count);
}

Result<std::unique_ptr<TrainingRun>> TrainingRun::make(std::shared_ptr<const RunPlan> plan, std::int64_t seed,
                                                       std::shared_ptr<StepMemories> memories)
{
    const std::uint64_t bits = plan->parameters.random.seed.bits + static_cast<std::uint64_t>(seed);
    TRY(std::vector<float> weights, plan->drawWeights(bits));
    Learner learner(plan->shape, std::move(weights), plan->settings, std::move(memories));
    return std::unique_ptr<TrainingRun>(new TrainingRun(std::move(plan), seed == 0, bits, std::move(learner)));
}

std::int64_t TrainingRun::interval(std::int64_t steps)
{
    return 25 * std::max<std::int64_t>(1, steps / 10000);
}

double TrainingRun::share() const
{
    if (m_record.finished)
        return 1;
    return static_cast<double>(m_learner.steps()) / static_cast<double>(m_plan->settings.steps);
}

void TrainingRun::draw(Purpose purpose, std::int64_t offset, std::int64_t length, Batch& batch) const
{
    batch.resize(m_plan->settings.batch, length);
    const std::uint64_t stream = (static_cast<std::uint64_t>(purpose) << 56) + static_cast<std::uint64_t>(offset);
    const auto n = static_cast<std::size_t>(length);
    for (std::int64_t s = 0; s < batch.sequences; ++s) {
        WordSource words(m_bits, stream, s);
        const auto begin = static_cast<std::size_t>(s) * n;
        m_plan->task.draw(words, purpose != Purpose::Train, std::span(batch.tokens).subspan(begin, n),
                          std::span(batch.targets).subspan(begin, n));
    }
}

BatchOutcome TrainingRun::evaluate(Purpose purpose, std::int64_t batches, const PositionInput& input,
                                   std::int64_t offset)
{
    BatchOutcome sum;
    for (std::int64_t b = 0; b < batches && !cancelled(); ++b) {
        draw(purpose, offset * batches + b, input.length, m_batch);
        const BatchOutcome one = m_learner.evaluate(m_batch, input);
        const auto share = 1 / static_cast<double>(batches);
        sum.loss += one.loss * share;
        sum.accuracy += one.accuracy * share;
        sum.byPosition.resize(one.byPosition.size());
        for (std::size_t p = 0; p < one.byPosition.size(); ++p)
            sum.byPosition[p] += one.byPosition[p] * share;
    }
    return sum;
}

void TrainingRun::advance(bool spread)
{
    m_learner.setSpread(spread);
    while (!m_record.finished && !cancelled()) {
        const std::int64_t made = m_learner.steps();
        const bool all = made == m_plan->settings.steps;
        const bool noted = !m_record.steps.empty() && m_record.steps.back() == static_cast<double>(made);
        const bool due = !noted && (all || made % interval(m_plan->settings.steps) == 0);
        if (due)
            note();
        if (all && !cancelled())
            finish();
        if (due || all)
            return;
        step();
    }
}

void TrainingRun::step()
{
    const std::int64_t made = m_learner.steps();
    draw(Purpose::Train, made, m_plan->settings.length, m_batch);
    const double loss = m_learner.step(m_batch, m_plan->input, m_plan->masks(m_bits, made));
    if (!std::isfinite(loss)) {
        m_record.brokeAt = made + 1;
        m_record.finished = true;
    } else if ((made + 1) % kFrameEvery == 0) {
        noteAttention();
    }
}

void TrainingRun::note()
{
    if (m_learner.steps() == 0)
        noteAttention();
    const BatchOutcome outcome = evaluate(Purpose::Curve, kCurveBatches, m_plan->input, m_learner.steps());
    if (cancelled())
        return; // the next call evaluates again
    m_record.steps.push_back(static_cast<double>(m_learner.steps()));
    m_record.loss.push_back(outcome.loss);
    m_record.accuracy.push_back(outcome.accuracy);
    m_record.norms.push_back(norms());
}

void TrainingRun::noteAttention()
{
    if (!m_isFirst || (!m_record.attention.empty() && m_record.attention.back().step == m_learner.steps()))
        return;
    draw(Purpose::Curve, 0, m_plan->input.length, m_batch);
    m_record.sentence.assign(m_batch.tokens.begin(), m_batch.tokens.begin() + m_plan->input.length);
    AttentionFrame frame{m_learner.steps(), {}};
    const std::int64_t head = std::min(m_plan->parameters.attention.head, m_plan->shape.heads - 1);
    m_learner.evaluate(m_batch, m_plan->input, &frame.weights, head);
    m_record.attention.push_back(std::move(frame));
}

void TrainingRun::finish()
{
    const BatchOutcome outcome = evaluate(Purpose::Final, kFinalBatches, m_plan->input, 0);
    std::array<double, kLonger.size()> longer = m_record.longer;
    for (std::size_t i = 0; i < kLonger.size(); ++i) {
        if (m_plan->longer[i])
            longer[i]
                = evaluate(Purpose::Longer, kCurveBatches, *m_plan->longer[i], static_cast<std::int64_t>(i)).accuracy;
    }
    if (cancelled())
        return; // the next call begins again here
    m_record.final = outcome.accuracy;
    m_record.byPosition = outcome.byPosition;
    m_record.longer = longer;
    m_record.finished = true;
}

LearnedNorms TrainingRun::norms() const
{
    constexpr std::int64_t kMostRows = 32; // rows of each, for the angle
    const ModelShape& shape = m_plan->shape;
    const WeightLayout& layout = m_learner.layout();
    const float* const e = m_learner.weights().data() + layout.embedding.offset;
    LearnedNorms norms{.embedding = meanNorm(e, shape.vocabulary, shape.embeddingWidth)};
    if (m_plan->input.table.empty())
        return norms;
    const float* const pe
        = layout.table.size() > 0 ? m_learner.weights().data() + layout.table.offset : m_plan->input.table.data();
    const std::int64_t width = shape.positionWidth();
    norms.position = meanNorm(pe, m_plan->input.length, width);
    norms.ratio = std::fabs(shape.scale) * norms.embedding / norms.position;
    if (shape.concatenates())
        return norms;
    double sum = 0;
    std::int64_t pairs = 0;
    for (std::int64_t v = 0; v < std::min(shape.vocabulary, kMostRows); ++v) {
        for (std::int64_t p = 0; p < std::min(m_plan->input.length, kMostRows); ++p, ++pairs) {
            const float* const a = e + v * width;
            const float* const b = pe + p * width;
            const double aa = shape.scale * shape.scale * static_cast<double>(fixedSum(a, a, width));
            const double ab = shape.scale * static_cast<double>(fixedSum(a, b, width));
            const auto bb = static_cast<double>(fixedSum(b, b, width));
            const double cosine = (aa + ab) / std::sqrt(aa * (aa + 2 * ab + bb));
            sum += std::acos(std::clamp(cosine, -1.0, 1.0)) * 180 / std::numbers::pi;
        }
    }
    norms.angle = sum / static_cast<double>(pairs);
    return norms;
}

} // namespace phasor
