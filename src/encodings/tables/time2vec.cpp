// SPDX-License-Identifier: GPL-3.0-or-later
// Time2Vec: sines with trained frequencies and phases, and one line.
#include "encodings/schemes.h"
#include "encodings/sinusoidal/widereal.h"
#include "encodings/tables/joinedtable.h"
#include "field/parallel.h"
#include "text/pythontext.h"

namespace phasor {

enum class LinearPlace { First, Last };
template <>
inline constexpr EnumChoice<LinearPlace> kChoices<LinearPlace>[] = {
    {LinearPlace::First, {"first", WORDS("first"), WORDS("as in the paper")}},
    {LinearPlace::Last, {"last", WORDS("last"), WORDS("as in its PyTorch code")}},
};

namespace {

// "0.5·37 − 0.25"
std::string line(float slope, std::int64_t position, float height)
{
    const auto signedText = [](float value, const char* minus, const char* plus) {
        return std::string(std::signbit(value) ? minus : plus) + printReal(std::fabs(static_cast<double>(value)));
    };
    return signedText(slope, "−", "") + "·" + std::to_string(position) + signedText(height, " − ", " + ");
}

// sin(w_j position + b_j) in column j, within one unit of float32's last place for positions below 2^31: the angle is
// in turns of 128 bits, which wrap around like angles. One sine per cell, for the few columns of a picture. As many
// phases as frequencies, both finite.
class PhasedTable final : public PositionTable, private MeansOfBlocks
{
public:
    PhasedTable(std::int64_t rows, std::vector<float> frequencies, std::vector<float> phases)
        : m_shape{rows, static_cast<std::int64_t>(frequencies.size())}
        , m_frequencies(std::move(frequencies))
        , m_phases(std::move(phases))
        , m_turns(frequenciesOf(m_frequencies, 1).fixed)
        , m_start(frequenciesOf(m_phases, 1).fixed)
    {
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return {-1, 1}; }
    const MeansOfBlocks* means() const override { return this; }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            float* const row = out.row(r);
            const auto halves = 2 * static_cast<std::uint64_t>(rect.row + r);
            for (std::int64_t c = 0; c < rect.cols; ++c)
                row[c] = static_cast<float>(std::sin(angle(static_cast<std::size_t>(rect.col + c), halves)));
        }
    }

    std::string formula(std::int64_t row, std::int64_t column) const override
    {
        const auto c = static_cast<std::size_t>(column);
        return "sin(" + line(m_frequencies[c], row, m_phases[c]) + ")";
    }

    std::optional<ColumnWave> wave(std::int64_t column) const override
    {
        return ColumnWave{column, false, static_cast<double>(m_frequencies[static_cast<std::size_t>(column)])};
    }

private:
    // Angle of a column at a number of half positions, in −π … π.
    double angle(std::size_t column, std::uint64_t halfPositions) const
    {
        return angleOf(turnsOf(m_turns[column]) * halfPositions + 2 * turnsOf(m_start[column]));
    }

    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        means(rows, cols, waveMean, out);
    }
    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        const auto ofBell = [&](double x, std::int64_t) {
            return waveMean(x, rows.boxes[0]) * waveMean(x, rows.boxes[1]) * waveMean(x, rows.boxes[2]);
        };
        means(rows.spans, cols, ofBell, out);
        return true;
    }

    // amplitude(half an angle in rad, rows): factor of a wave in the mean of a block.
    template <typename Amplitude>
    void means(std::span<const Span> rows, std::span<const Span> cols, const Amplitude& amplitude,
               MatrixView<float> out) const
    {
        constexpr std::int64_t kColumnsATask = 16;
        parallelFor(0, static_cast<std::int64_t>(cols.size()), kColumnsATask, [&](Span span) {
            std::vector<double> sums(rows.size());
            for (std::int64_t j = span.begin; j < span.end; ++j) {
                const Span columns = cols[static_cast<std::size_t>(j)];
                std::fill(sums.begin(), sums.end(), 0.0);
                for (std::int64_t c = columns.begin; c < columns.end; ++c)
                    addColumnMeans(static_cast<std::size_t>(c), rows, amplitude, sums);
                for (std::size_t i = 0; i < rows.size(); ++i)
                    out(static_cast<std::int64_t>(i), j)
                        = static_cast<float>(sums[i] / static_cast<double>(columns.size()));
            }
        });
    }

    template <typename Amplitude>
    void addColumnMeans(std::size_t column, std::span<const Span> rows, const Amplitude& amplitude,
                        std::vector<double>& sums) const
    {
        const double half = static_cast<double>(m_frequencies[column]) / 2;
        std::int64_t known = 0; // a picture's rows have two sizes
        double left = 1;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].size() != known) {
                known = rows[i].size();
                left = amplitude(half, known);
            }
            const auto middle = static_cast<std::uint64_t>(rows[i].begin + rows[i].end - 1); // in half positions
            sums[i] += left * std::sin(angle(column, middle));
        }
    }

    Shape m_shape;
    std::vector<float> m_frequencies;
    std::vector<float> m_phases;
    std::vector<PairFrequency> m_turns; // angles below 2^-60 rad are left out: times two billion they are negligible
    std::vector<PairFrequency> m_start;
};

struct Time2VecSettings
{
    Seed seed;
    LinearPlace linear = LinearPlace::First;
    bool operator==(const Time2VecSettings&) const = default;
};

// Random numbers in the order of the published code: the line's slope and offset, then frequencies, then phases.
Result<std::array<std::vector<float>, 4>> drawWeights(GeneratorPtr generator, std::int64_t sines)
{
    std::array<std::vector<float>, 4> weights;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const std::int64_t count = i < 2 ? 1 : sines;
        if (count == 0)
            continue;
        TRY(const Drawn drawn, generator->normal({1, count}, 0, 1));
        weights[i].resize(static_cast<std::size_t>(count));
        drawn.values->fill({0, 0, 1, count}, {weights[i].data(), 1, count, count});
        generator = drawn.after;
    }
    return weights;
}

Result<PositionModel> makeTime2Vec(const PositionSetup& setup)
{
    const auto settings = setup.own.as<Time2VecSettings>();
    TRY(const auto generator, makeGenerator(setup.generator, settings.seed, setup.grid));
    TRY(auto weights, drawWeights(generator, setup.width - 1));
    auto& [slopes, heights, frequencies, phases] = weights;
    const PositionTablePtr linear
        = linearTable({setup.maxLen, 1},
                      {.a = static_cast<double>(slopes[0]),
                       .b = static_cast<double>(heights[0]),
                       .text = [slope = slopes[0], height = heights[0]](std::int64_t position) {
                           return line(slope, position, height);
                       }});
    Waves waves{.frequencies{frequencies.begin(), frequencies.end()}, .paired = false, .alone = false};
    std::vector<TablePart> parts{
        {linear},
        {std::make_shared<PhasedTable>(setup.maxLen, std::move(frequencies), std::move(phases)), setup.width - 1}};
    if (settings.linear == LinearPlace::Last)
        std::swap(parts[0], parts[1]);
    return PositionModel{.table = joinedTable(std::move(parts)), .waves = std::move(waves)};
}

SchemeCode time2VecNotebook(NotebookLibrary library, const PositionSetup& setup)
{
    const auto settings = setup.own.as<Time2VecSettings>();
    const DrawnArray arrays[] = {{.name = "w0", .shape = "1, 1"},
                                 {.name = "b0", .shape = "1,"},
                                 {.name = "w", .shape = "1, WIDTH - 1"},
                                 {.name = "b", .shape = "WIDTH - 1,"}};
    std::string code = replaced(bundledPython("time2vec", "table"), "SINES\n", exactSinesCode("max_len"));
    code = replaced(std::move(code), "ORDER",
                    settings.linear == LinearPlace::First ? "linear, sine(whole + phases)"
                                                          : "sine(whole + phases), linear");
    return {.note = drawNote(library, setup.generator),
            .imports = "import math\nfrom decimal import Decimal, getcontext\n",
            .body = "# Time2Vec: PE [max_len, WIDTH], one line and sines.\n"
                + drawnArrays(library, setup.generator, settings.seed, arrays) + code};
}

} // namespace

Scheme time2vecScheme()
{
    return {
        .id = "time2vec",
        .label = WORDS("Time2Vec"),
        .kind = SchemeKind::Table,
        .formula = WORDS("PE[p] = [w_0·p + b_0, sin(w_i·p + b_i)], all sampled from N(0, 1)"),
        .source = WORDS("Kazemi et al. 2019, Time2Vec: Learning a Vector Representation of Time, equation 1"),
        .draws = true,
        .own = {
            tableSeed(WORDS("Seed of the random generator before frequencies and phases are sampled from N(0, 1)."),
                      &Time2VecSettings::seed),
            schemeParameter(choice("linear-term", WORDS("Linear term"), enumChoices<LinearPlace>)
                                .says(WORDS("Which dimension is the line. The others are sines.")),
                            &Time2VecSettings::linear),
        },
        .make = makeTime2Vec,
        .notebook = time2VecNotebook,
    };
}

} // namespace phasor
