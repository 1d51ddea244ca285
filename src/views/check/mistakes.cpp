// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/check/tablecheck.h"

#include "encodings/sinusoidal/framework/frameworksinusoidal.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace phasor {

namespace {

constexpr MistakeInfo kMistakes[] = {
    {Mistake::ScaleTwice, "scale-twice", WORDS("the embedding is scaled twice")},
    {Mistake::PositionBeforeScale, "position-before-scale",
     WORDS("the encoding is added before the scale: (E + PE)·s")},
    {Mistake::MaskUnscaled, "mask-unscaled", WORDS("kept values are not divided by 1 − p")},
    {Mistake::MaskBeforeScale, "mask-before-scale", WORDS("dropout acts on E, before the scale")},
    {Mistake::BatchFirst, "batch-first",
     WORDS("every row has the encoding of position 0: the position is taken from the batch")},
    {Mistake::Float64, "float64", WORDS("it is computed in float64 and rounded at the end")},
    {Mistake::SineOnly, "sine-only", WORDS("every column of the encoding is a sine")},
    {Mistake::SineCosineSwapped, "sine-cosine-swapped", WORDS("sines and cosines are swapped")},
    {Mistake::ExponentPerColumn, "exponent-per-column",
     WORDS("the exponent is c/d for every column c, not the same for both columns of a pair")},
    {Mistake::ExponentNext, "exponent-next", WORDS("cosines have the frequency of the next pair, 2(i + 1)/d")},
    {Mistake::Degrees, "degrees", WORDS("angles are read as degrees, not as radians")},
    {Mistake::InDegrees, "degrees", WORDS("angles are converted to degrees before the sine")},
};

bool changesFrequency(Mistake mistake)
{
    return mistake >= Mistake::ExponentPerColumn && mistake <= Mistake::InDegrees;
}

bool changesWaves(Mistake mistake)
{
    return mistake == Mistake::SineOnly || mistake == Mistake::SineCosineSwapped || mistake == Mistake::Float64
        || changesFrequency(mistake);
}

// For each column: that of its pair's sine, or of its partner; itself without partner.
std::vector<std::int64_t> partnersOf(const PositionTable& table, Mistake mistake)
{
    std::vector<std::int64_t> partner(static_cast<std::size_t>(table.shape().cols));
    std::iota(partner.begin(), partner.end(), 0);
    if (mistake != Mistake::SineOnly && mistake != Mistake::SineCosineSwapped)
        return partner;
    for (const ColumnsOfPair& pair : completePairs(table)) {
        partner[static_cast<std::size_t>(pair.cosine)] = pair.sine;
        if (mistake == Mistake::SineCosineSwapped)
            partner[static_cast<std::size_t>(pair.sine)] = pair.cosine;
    }
    return partner;
}

// A notebook's sine or cosine in each column, with a mistake in its frequency or angle; in float32 as PyTorch
// computes it if the setup does, otherwise in float64.
class MistakenWaves
{
public:
    MistakenWaves(const PositionModel& model, const SinusoidalSettings& settings, Mistake mistake)
        : m_first(model.firstPosition)
        , m_inFloat(mistake != Mistake::Float64 && settings.precision == Precision::Float32)
    {
        const std::int64_t width = model.table->shape().cols;
        const bool ownLaw = settings.layout == SinusoidalLayout::Tensor2tensor;
        // ω = exp(k · step); the pair i has k = 2i.
        const double step = -std::log(settings.base)
            / static_cast<double>(ownLaw ? 2 * std::max<std::int64_t>(width / 2 - 1, 1) : width);
        for (std::int64_t column = 0; column < width; ++column) {
            m_waves.push_back(model.table->wave(column));
            if (!m_waves.back() || !changesFrequency(mistake))
                continue;
            ColumnWave& wave = *m_waves.back();
            const bool next = mistake == Mistake::ExponentNext && wave.cosine;
            wave.frequency
                = frequencyAt(mistake == Mistake::ExponentPerColumn ? column : 2 * (wave.pair + (next ? 1 : 0)), step);
        }
        if (mistake == Mistake::Degrees)
            m_unit = std::numbers::pi / 180;
        else if (mistake == Mistake::InDegrees)
            m_unit = 180 / std::numbers::pi;
    }

    double at(std::int64_t row, std::int64_t column) const
    {
        const auto& wave = m_waves[static_cast<std::size_t>(column)];
        if (!wave)
            return 0;
        const auto position = static_cast<double>(m_first + row);
        const double angle = m_inFloat
            ? static_cast<double>(static_cast<float>(position) * static_cast<float>(wave->frequency)
                                  * static_cast<float>(m_unit))
            : position * wave->frequency * m_unit;
        return wave->cosine ? std::cos(angle) : std::sin(angle);
    }

private:
    double frequencyAt(std::int64_t k, double step) const
    {
        if (!m_inFloat)
            return std::exp(static_cast<double>(k) * step);
        float exponent = static_cast<float>(k) * static_cast<float>(step);
        frameworkExp(&exponent, &exponent, 1);
        return static_cast<double>(exponent);
    }

    std::int64_t m_first;
    bool m_inFloat;
    double m_unit = 1; // of angles, in rad
    std::vector<std::optional<ColumnWave>> m_waves;
};

class MistakenField final : public Field
{
public:
    MistakenField(const Pipeline& pipeline, Mistake mistake, const NodeId& stage, std::int64_t shift)
        : m_mistake(mistake)
        , m_stage(stage)
        , m_shift(shift)
        , m_model(pipeline.model())
        , m_partner(partnersOf(*m_model.table, mistake))
        , m_shape(pipeline.find(stage)->shape())
        , m_embedding(*pipeline.find("embedding")->field)
        , m_mask(stage == "output" ? *pipeline.find("mask")->field : nullptr)
        , m_scale(scaleOf(pipeline.parameters()))
    {
        if (const auto* facts = pipeline.find("mask")->find<DropoutFacts>())
            m_factor = facts->factor;
        if (pipeline.parameters().dropout.mode == DropoutMode::Train)
            m_drop = pipeline.parameters().dropout.p;
        if (mistake == Mistake::Float64 || changesFrequency(mistake))
            m_waves.emplace(m_model, pipeline.parameters().encoding.own.as<SinusoidalSettings>(), mistake);
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override
    {
        constexpr double kAny = std::numeric_limits<float>::max();
        return {-kAny, kAny};
    }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_mistake == Mistake::Float64 ? fillAs<double>(rect, out) : fillAs<float>(rect, out);
    }

private:
    // float32 positions, all columns.
    Matrix positions(Rect rect) const
    {
        const bool first = m_mistake == Mistake::BatchFirst;
        Matrix rows(Shape{first ? 1 : rect.rows, m_model.table->shape().cols});
        m_model.table->fill({first ? 0 : rect.row + m_shift, 0, rows.rows(), rows.cols()}, rows.view());
        return rows;
    }

    // In the order of a notebook's operations; Number is float or double, in which the notebook computes.
    template <typename Number> Number combined(Number e, Number pe, bool kept) const
    {
        const auto s = static_cast<Number>(m_scale);
        const auto noise = kept ? static_cast<Number>(m_mistake == Mistake::MaskUnscaled ? 1.0 : m_factor) : Number{0};
        if (m_mistake == Mistake::MaskBeforeScale)
            return (e * noise) * s + pe;
        Number scaled = e * s;
        if (m_mistake == Mistake::ScaleTwice)
            scaled *= s;
        if (m_stage == "scaled")
            return scaled;
        const Number sum = m_mistake == Mistake::PositionBeforeScale ? (e + pe) * s : scaled + pe;
        return m_stage == "sum" || m_drop == 0 ? sum : sum * noise;
    }

    template <typename Number> void fillAs(Rect rect, MatrixView<float> out) const
    {
        const bool alone = m_stage == "position";
        Matrix e(Shape{rect.rows, rect.cols});
        Matrix kept(Shape{rect.rows, rect.cols});
        if (!alone)
            m_embedding->fill(rect, e.view());
        if (m_mask)
            m_mask->fill(rect, kept.view());
        const Matrix table = positions(rect);
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c) {
                const std::int64_t from = m_partner[static_cast<std::size_t>(rect.col + c)];
                const auto pe = m_waves ? static_cast<Number>(m_waves->at(rect.row + r, from))
                                        : static_cast<Number>(table(std::min(r, table.rows() - 1), from));
                out(r, c) = static_cast<float>(
                    alone ? pe : combined<Number>(static_cast<Number>(e(r, c)), pe, !m_mask || kept(r, c) != 0));
            }
        }
    }

    Mistake m_mistake;
    NodeId m_stage;
    std::int64_t m_shift; // of the rows of the encoding
    PositionModel m_model;
    std::vector<std::int64_t> m_partner;
    std::optional<MistakenWaves> m_waves; // instead of the encoding's values
    Shape m_shape;
    FieldPtr m_embedding;
    FieldPtr m_mask;
    double m_scale;
    double m_factor = 1;
    double m_drop = 0;
};

} // namespace

std::span<const MistakeInfo> mistakes()
{
    return kMistakes;
}

FieldPtr mistaken(const Pipeline& pipeline, Mistake mistake, const NodeId& stage, std::int64_t shift)
{
    const Parameters& p = pipeline.parameters();
    const bool here = stage == "position" ? mistake == Mistake::BatchFirst || changesWaves(mistake)
        : stage == "scaled"               ? mistake == Mistake::ScaleTwice || mistake == Mistake::Float64
        : stage == "sum"                  ? mistake != Mistake::MaskUnscaled && mistake != Mistake::MaskBeforeScale
                                          : stage == "output";
    const bool added = pipeline.model().table && !concatenates(p);
    if (!here || !added || (stage == "output" && p.dropout.placement != PlacementId::Sum))
        return nullptr;
    if (changesWaves(mistake) && (!pipeline.model().waves || !pipeline.model().table->wave(0)))
        return nullptr;
    if (changesFrequency(mistake) && p.encoding.scheme != "sinusoidal")
        return nullptr;
    for (const char* node : {"embedding", "mask"}) {
        if (!pipeline.find(node) || !pipeline.find(node)->field.ok())
            return nullptr;
    }
    return std::make_shared<MistakenField>(pipeline, mistake, stage, shift);
}

} // namespace phasor
