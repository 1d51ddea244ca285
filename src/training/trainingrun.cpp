// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/trainingrun.h"

#include "system/cancelscope.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phasor {

namespace {

constexpr std::int64_t kCurveBatches = 2;
constexpr std::int64_t kFinalBatches = 8;
constexpr std::int64_t kFrameEvery = 50; // steps, of attention

double meanNorm(const float* rows, std::int64_t count, std::int64_t width)
{
    double sum = 0;
    for (std::int64_t r = 0; r < count; ++r)
        sum += std::sqrt(static_cast<double>(fixedSum(rows + r * width, rows + r * width, width)));
    return sum / static_cast<double>(count);
}

} // namespace

Result<std::unique_ptr<TrainingRun>> TrainingRun::make(std::shared_ptr<const RunPlan> plan, std::int64_t seed,
                                                       std::shared_ptr<StepMemories> memories)
{
    const std::uint64_t bits = plan->parameters.random.seed.bits + static_cast<std::uint64_t>(seed);
    TRY(std::vector<float> weights, plan->drawWeights(bits));
    Learner learner(plan->shape, std::move(weights), plan->settings.adam(), std::move(memories));
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
    const ModelShape& shape = m_plan->shape;
    const std::int64_t cells = m_plan->input.length * m_plan->input.length;
    draw(Purpose::Curve, 0, m_plan->input.length, m_batch);
    m_record.sentence.assign(m_batch.tokens.begin(), m_batch.tokens.begin() + m_plan->input.length);
    std::vector<float> all;
    m_learner.evaluate(m_batch, m_plan->input, &all);
    AttentionFrame frame{m_learner.steps(), {}};
    const std::int64_t head = std::min(m_plan->parameters.attention.head, shape.heads - 1);
    for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
        const auto begin = all.begin() + (layer * shape.heads + head) * cells;
        frame.weights.insert(frame.weights.end(), begin, begin + cells);
    }
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
    if (m_plan->input.kind != SchemeKind::Table)
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
