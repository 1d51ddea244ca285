// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/rotation/model.h"

#include "encodings/positionmodel.h"
#include "encodings/rotation/law.h"
#include "encodings/sinusoidal/framework/frameworksinusoidal.h"
#include "encodings/sinusoidal/frequencies.h"
#include "encodings/sinusoidal/settings.h"
#include "encodings/sinusoidal/wavecolumns.h"
#include "text/numbers.h"

#include <memory>

namespace phasor {

namespace {

Columns columnsOf(const RopeLaw& law)
{
    const bool halves = law.settings.layout == PairLayout::Halves;
    return {.order = halves ? ColumnOrder::Halves : ColumnOrder::Interleaved,
            .sines = law.pairs(),
            .cosines = law.pairs(),
            .cosineFirst = true};
}

// Common base of the tables of cosines and sines of every precision: columns and texts.
class RotationTable : public PositionTable
{
public:
    // `radians`: θ' of each pair, correctly rounded.
    RotationTable(RopeLaw law, std::vector<double> radians)
        : m_law(std::move(law))
        , m_radians(std::move(radians))
        , m_columns(columnsOf(m_law))
        , m_factor(attentionFactorOf(m_law.settings, m_law.maxLen))
    {
    }

    Shape shape() const override { return {m_law.maxLen, m_law.width}; }

    Interval bounds() const override
    {
        const auto most = static_cast<double>(static_cast<float>(m_factor)); // the cell of position 0, rounded
        return {-most, most};
    }

    // "1.2 · cos(37 / 10000^(12/128))", or with the frequency itself if a scaling made it.
    std::string formula(std::int64_t row, std::int64_t column) const override
    {
        const RopeSettings& s = m_law.settings;
        const Columns::Place place = m_columns.place(column);
        const std::string power
            = printReal(s.base) + "^(" + std::to_string(2 * place.pair) + "/" + std::to_string(m_law.width) + ")";
        std::string angle = std::to_string(row);
        if (s.scaling == RopeScaling::None)
            angle += " / " + power;
        else if (s.scaling == RopeScaling::Linear)
            angle += " / " + printReal(s.factor) + " / " + power;
        else
            angle += " · " + printReal(m_radians[static_cast<std::size_t>(place.pair)]);
        return (m_factor == 1 ? "" : printReal(m_factor) + " · ") + (place.cosine ? "cos(" : "sin(") + angle + ")";
    }

    std::optional<ColumnWave> wave(std::int64_t column) const override
    {
        const Columns::Place place = m_columns.place(column);
        return ColumnWave{place.pair, place.cosine, m_radians[static_cast<std::size_t>(place.pair)], m_factor};
    }

protected:
    const Columns& columns() const { return m_columns; }
    double factor() const { return m_factor; } // on cosines and sines

private:
    RopeLaw m_law;
    std::vector<double> m_radians;
    Columns m_columns;
    double m_factor;
};

// Every cell correctly rounded, the attention factor included.
class ExactRotation final : public RotationTable
{
public:
    ExactRotation(RopeLaw law, Frequencies frequencies)
        : RotationTable(std::move(law), std::move(frequencies.radians))
        , m_waves(columns(), std::move(frequencies.fixed), 0, factor())
    {
    }

    void fill(Rect rect, MatrixView<float> out) const override { m_waves.fill(rect, out); }
    const StreamingStores* stores() const override { return &m_waves; }
    const MeansOfBlocks* means() const override { return &m_waves; }

private:
    WaveColumns m_waves;
};

// As transformers computes it with PyTorch 1.13 on one thread of a CPU, bit for bit:
//
//     freqs = torch.outer(torch.arange(max_len).float(), inv_freq)
//     freqs.cos() * attention_scaling, freqs.sin() * attention_scaling     rounded to the narrow type, if there is one
class FrameworkRotation final : public RotationTable
{
public:
    FrameworkRotation(const RopeLaw& law, Frequencies frequencies)
        : RotationTable(law, std::move(frequencies.radians))
        , m_omegas(frameworkFrequencies(law))
        , m_exact(columns(), std::move(frequencies.fixed), 0, factor())
    {
        if (law.settings.precision == RotationPrecision::Bfloat16) {
            m_round = roundToBfloat16;
            m_type = "bfloat16";
        } else if (law.settings.precision == RotationPrecision::Float16) {
            m_round = roundToFloat16;
            m_type = "float16";
        }
    }

    std::optional<CellRounding> rounding(std::int64_t row, std::int64_t column) const override
    {
        return roundingOf(*this, m_exact, row, column,
                          {.type = m_type, .position = static_cast<double>(row), .countedAs = static_cast<float>(row)});
    }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        fillFrameworkWaves(
            columns(), rect, [this](std::int64_t element, std::span<float> to) { angles(element, to); },
            [this](std::span<float> values) { finish(values); }, out);
    }

private:
    // Consecutive elements of the product [max_len, pairs]; zeros beyond its end.
    void angles(std::int64_t element, std::span<float> out) const
    {
        const auto pairs = static_cast<std::int64_t>(m_omegas.size());
        for (float& angle : out) {
            const std::int64_t row = element / pairs;
            angle = row < shape().rows ? static_cast<float>(row) * m_omegas[static_cast<std::size_t>(element % pairs)]
                                       : 0.0F;
            ++element;
        }
    }

    void finish(std::span<float> values) const
    {
        const auto scale = static_cast<float>(factor());
        for (float& value : values) {
            value *= scale;
            if (m_round)
                value = m_round(value);
        }
    }

    std::vector<float> m_omegas;
    WaveColumns m_exact;
    float (*m_round)(float) = nullptr; // null: float32, nothing to round
    std::string_view m_type = "float32";
};

Error unevenHeads()
{
    return usageError(
        "RANGE", "--heads", WORDS("d_model is not divisible by the number of heads"),
        WORDS("use %1 that divide it, or another %2").with(Message::option("--heads"), Message::option("--d-model")));
}

// Warns of a factor of 1, the default, as it was probably forgotten.
std::vector<Message> warningsOf(const RopeSettings& settings)
{
    const RopeScaling scaling = settings.scaling;
    if (scaling == RopeScaling::None || scaling == RopeScaling::LongRope || settings.factor != 1)
        return {};
    return {WORDS("%1 %2 has no effect because %3 is 1")
                .with(Message::option("--rope-scaling"), idOf(scaling), Message::option("--rope-factor"))};
}

} // namespace

Result<PositionModel> makeRotation(const PositionSetup& setup, const RopeSettings& settings)
{
    PositionModel model{.kind = SchemeKind::Rotation, .warnings = warningsOf(settings)};
    const Result<std::int64_t> width
        = setup.headWidth == 0 ? Result<std::int64_t>(unevenHeads()) : rotaryWidth(settings, setup.headWidth);
    if (!width.ok()) {
        model.rotation = width.error();
        return model;
    }
    RopeLaw law{settings, setup.maxLen, *width};
    if (settings.scaling == RopeScaling::LongRope) {
        TRY(law.factors, readFactorList(settings.factors, setup.maxLen > settings.original, law.pairs()));
    }
    Frequencies unscaled = frequenciesOf(FrequencyLaw{settings.base, 2, law.width, law.pairs()});
    std::vector<double> trained = unscaled.radians;
    Frequencies frequencies
        = settings.scaling == RopeScaling::None ? std::move(unscaled) : frequenciesOf(exactFrequencies(law));
    const bool exact = settings.precision == RotationPrecision::Exact;
    model.waves = Waves{frequencies.radians, exact};
    PositionTablePtr table;
    if (exact)
        table = std::make_shared<ExactRotation>(law, std::move(frequencies));
    else
        table = std::make_shared<FrameworkRotation>(law, std::move(frequencies));
    model.rotation = std::make_shared<const PositionRotation>(
        PositionRotation{.table = std::move(table),
                         .headWidth = setup.headWidth,
                         .layout = settings.layout,
                         .attentionFactor = attentionFactorOf(settings, setup.maxLen),
                         .trainedLength = settings.original,
                         .trainedFrequencies = std::move(trained),
                         .factor = settings.factor});
    return model;
}

} // namespace phasor
