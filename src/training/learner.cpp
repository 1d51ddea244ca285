// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/learner.h"

#include "field/parallel.h"

#include <algorithm>

namespace phasor {

static BatchOutcome summed(const std::vector<PartOutcome>& parts, std::int64_t length)
{
    BatchOutcome sum{.byPosition = std::vector<double>(static_cast<std::size_t>(length))};
    std::int64_t allHits = 0;
    std::int64_t allAsked = 0;
    for (std::size_t p = 0; p < sum.byPosition.size(); ++p) {
        std::int64_t hits = 0;
        std::int64_t asked = 0;
        for (const PartOutcome& part : parts) {
            hits += part.hits[p];
            asked += part.asked[p];
        }
        sum.byPosition[p] = asked > 0 ? static_cast<double>(hits) / static_cast<double>(asked)
                                      : std::numeric_limits<double>::quiet_NaN();
        allHits += hits;
        allAsked += asked;
    }
    for (const PartOutcome& part : parts)
        sum.loss += part.loss;
    const auto all = static_cast<double>(std::max<std::int64_t>(1, allAsked));
    sum.loss /= all;
    sum.accuracy = static_cast<double>(allHits) / all;
    return sum;
}

StepMemories::Taken StepMemories::take()
{
    const auto giveBack = [this](Step* step) {
        const std::lock_guard lock(m_mutex);
        m_free.emplace_back(step);
    };
    const std::lock_guard lock(m_mutex);
    if (m_free.empty())
        return {new Step, giveBack};
    Step* const step = m_free.back().release();
    m_free.pop_back();
    return {step, giveBack};
}

void StepMemories::clear()
{
    const std::lock_guard lock(m_mutex);
    m_free.clear();
}

Learner::Learner(const ModelShape& shape, std::vector<float> weights, const TrainingSettings& settings,
                 std::shared_ptr<StepMemories> memories)
    : m_shape(shape)
    , m_layout(shape)
    , m_rate(settings.learningRate)
    , m_warmup(settings.warmup)
    , m_weights(std::move(weights))
    , m_mean(m_weights.size())
    , m_square(m_weights.size())
    , m_memories(std::move(memories))
{
}

StepMemories::Taken Learner::run(const Batch& batch, const PositionInput& input, const MasksOf& masksOf,
                                 float share) const
{
    StepMemories::Taken taken = m_memories->take();
    StepMemories::Step& memory = *taken;
    memory.transposed.resize(m_weights.size());
    for (const WeightBlock& block : m_layout.blocks()) {
        if (block.rows > 1)
            transpose(m_weights.data() + block.offset, block.rows, block.cols, block.cols,
                      memory.transposed.data() + block.offset);
    }
    const std::int64_t count = partCount(batch);
    const auto parts = static_cast<std::size_t>(count);
    memory.gradients.resize(std::max(parts, memory.gradients.size()));
    memory.parts.resize(std::max(parts, memory.parts.size()));
    memory.outcomes.resize(parts);
    const Model model{m_shape, m_layout, input, {m_weights.data(), memory.transposed.data()}};
    parallelFor(0, count, m_spread ? 1 : count, [&](Span span) {
        for (auto p = static_cast<std::size_t>(span.begin); p < static_cast<std::size_t>(span.end); ++p) {
            const BatchPart part = partOf(batch, static_cast<std::int64_t>(p));
            ModelMemory& own = memory.parts[p];
            masksOf(part, own.masks);
            model.forward(part, own);
            memory.outcomes[p] = model.judge(part, share, own);
            if (share == 0)
                continue;
            memory.gradients[p].assign(m_weights.size(), 0);
            model.backward(part, own, memory.gradients[p].data());
        }
    });
    return taken;
}

double Learner::gradient(const Batch& batch, const PositionInput& input, const MasksOf& masksOf,
                         std::vector<float>& gradient)
{
    const auto asked = std::max<std::int64_t>(1, batch.asked());
    const StepMemories::Taken memory = run(batch, input, masksOf, 1.0F / static_cast<float>(asked));
    // in the order of the parts, whatever their threads
    gradient.assign(m_weights.size(), 0);
    double loss = 0;
    for (std::size_t p = 0; p < memory->outcomes.size(); ++p) {
        for (std::size_t i = 0; i < gradient.size(); ++i)
            gradient[i] += memory->gradients[p][i];
        loss += memory->outcomes[p].loss;
    }
    return loss / static_cast<double>(asked);
}

double Learner::step(const Batch& batch, const PositionInput& input, const MaskLaw& masks)
{
    const auto drawn = [&](const BatchPart& part, PlacedMasks& own) {
        drawMasks(masks, m_shape, part, own);
    };
    const double loss = gradient(batch, input, drawn, m_gradient);
    update();
    return loss;
}

void Learner::update()
{
    constexpr double kBeta1 = 0.9;
    constexpr double kBeta2 = 0.999;
    constexpr auto kEpsilon = static_cast<float>(1e-8);
    constexpr auto beta1 = static_cast<float>(kBeta1);
    constexpr auto beta2 = static_cast<float>(kBeta2);
    constexpr auto rest1 = static_cast<float>(1 - kBeta1);
    constexpr auto rest2 = static_cast<float>(1 - kBeta2);
    ++m_steps;
    const auto steps = static_cast<double>(m_steps);
    const double warm = m_steps < m_warmup ? m_rate * steps / static_cast<double>(m_warmup) : m_rate;
    const auto rate = static_cast<float>(warm / (1 - std::pow(kBeta1, steps)));
    const auto root = static_cast<float>(std::sqrt(1 - std::pow(kBeta2, steps)));
    for (std::size_t i = 0; i < m_weights.size(); ++i) {
        const float g = m_gradient[i];
        m_mean[i] = m_mean[i] * beta1 + g * rest1;
        m_square[i] = m_square[i] * beta2 + g * g * rest2;
        m_weights[i] -= rate * (m_mean[i] / (std::sqrt(m_square[i]) / root + kEpsilon));
    }
}

BatchOutcome Learner::evaluate(const Batch& batch, const PositionInput& input, std::vector<float>* attention,
                               std::int64_t head)
{
    const auto noMasks = [](const BatchPart&, PlacedMasks& own) {
        own = {};
    };
    const StepMemories::Taken memory = run(batch, input, noMasks, 0);
    if (attention != nullptr) {
        const std::int64_t cells = batch.length * batch.length;
        attention->clear();
        for (const ModelMemory::Layer& layer : memory->parts.front().layers) {
            const auto begin = layer.attention.begin() + head * cells;
            attention->insert(attention->end(), begin, begin + cells);
        }
    }
    return summed(memory->outcomes, batch.length);
}

} // namespace phasor
