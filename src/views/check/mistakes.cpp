// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/check/tablecheck.h"

#include "encodings/sinusoidal/framework/frameworksinusoidal.h"
#include "field/field.h"
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

// The values of a stage with a mistake.
struct MistakenTable
{
    Mistake mistake;
    NodeId stage;
    std::int64_t shift; // of the rows of the encoding
    PositionModel model;
    std::vector<std::int64_t> partner;
    std::optional<MistakenWaves> waves; // instead of the encoding's values
    FieldPtr embedding;
    FieldPtr mask; // null: the stage is before dropout
    double scale;
    double factor;
    double drop;

    void operator()(Rect rect, MatrixView<float> out) const
    {
        mistake == Mistake::Float64 ? fillAs<double>(rect, out) : fillAs<float>(rect, out);
    }

    // float32 positions, all columns.
    Matrix positions(Rect rect) const
    {
        const bool first = mistake == Mistake::BatchFirst;
        Matrix rows(Shape{first ? 1 : rect.rows, model.table->shape().cols});
        model.table->fill({first ? 0 : rect.row + shift, 0, rows.rows(), rows.cols()}, rows.view());
        return rows;
    }

    // In the order of a notebook's operations; Number is float or double, in which the notebook computes.
    template <typename Number> Number combined(Number e, Number pe, bool kept) const
    {
        const auto s = static_cast<Number>(scale);
        const auto noise = kept ? static_cast<Number>(mistake == Mistake::MaskUnscaled ? 1.0 : factor) : Number{0};
        if (mistake == Mistake::MaskBeforeScale)
            return (e * noise) * s + pe;
        Number scaled = e * s;
        if (mistake == Mistake::ScaleTwice)
            scaled *= s;
        if (stage == "scaled")
            return scaled;
        const Number sum = mistake == Mistake::PositionBeforeScale ? (e + pe) * s : scaled + pe;
        return stage == "sum" || drop == 0 ? sum : sum * noise;
    }

    template <typename Number> void fillAs(Rect rect, MatrixView<float> out) const
    {
        const bool alone = stage == "position";
        Matrix e(Shape{rect.rows, rect.cols});
        Matrix kept(Shape{rect.rows, rect.cols});
        if (!alone)
            embedding->fill(rect, e.view());
        if (mask)
            mask->fill(rect, kept.view());
        const Matrix table = positions(rect);
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c) {
                const std::int64_t from = partner[static_cast<std::size_t>(rect.col + c)];
                const auto pe = waves ? static_cast<Number>(waves->at(rect.row + r, from))
                                      : static_cast<Number>(table(std::min(r, table.rows() - 1), from));
                out(r, c) = static_cast<float>(
                    alone ? pe : combined<Number>(static_cast<Number>(e(r, c)), pe, !mask || kept(r, c) != 0));
            }
        }
    }
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
    const PositionModel& model = pipeline.model();
    const Node& mask = *pipeline.find("mask");
    MistakenTable table{mistake,
                        stage,
                        shift,
                        model,
                        partnersOf(*model.table, mistake),
                        {},
                        *pipeline.find("embedding")->field,
                        stage == "output" ? *mask.field : nullptr,
                        scaleOf(p),
                        mask.find<DropoutFacts>()->factor,
                        p.dropout.mode == DropoutMode::Train ? p.dropout.p : 0};
    if (mistake == Mistake::Float64 || changesFrequency(mistake))
        table.waves.emplace(model, p.encoding.own.as<SinusoidalSettings>(), mistake);
    constexpr double kAny = std::numeric_limits<float>::max();
    return computedField(pipeline.find(stage)->shape(), {-kAny, kAny}, std::move(table));
}

} // namespace phasor
