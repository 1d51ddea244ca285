// SPDX-License-Identifier: GPL-3.0-or-later
// Sandwich: a bias that is the distance-dependent part of the scalar product of two sinusoidal encodings.
#include "encodings/biases/toeplitzbias.h"
#include "encodings/schemes.h"
#include "encodings/sinusoidal/frequencies.h"
#include "text/numbers.h"
#include "text/pythontext.h"

namespace phasor {

constexpr double kBase = 10000;

// ω_n = 10000^(−2n/w), n = 1 … w/2, of a head of width w.
static Frequencies wavesOf(std::int64_t width)
{
    Frequencies waves = frequenciesOf({kBase, 2, width, width / 2 + 1});
    waves.fixed.erase(waves.fixed.begin()); // the code counts from 1
    waves.radians.erase(waves.radians.begin());
    return waves;
}

static DistanceLaw sandwichLaw(const std::shared_ptr<const Frequencies>& waves, double divisor)
{
    // Σ cos(k ω) − w/2 = −2 Σ sin²(k ω/2). The left side would lose digits for small k.
    const auto at = [waves, divisor](std::int64_t k) {
        double sum = 0;
        for (const PairFrequency& frequency : waves->fixed) {
            const double sine = std::sin(angleOf(turnsOf(frequency) * static_cast<std::uint64_t>(std::abs(k))));
            sum += sine * sine;
        }
        return 0.0 - 2 * sum / divisor;
    };
    const auto mean = [waves, divisor](Span queries, Span keys) {
        const double apart = static_cast<double>(queries.begin + queries.end - keys.begin - keys.end) / 2;
        double sum = 0;
        for (const double omega : waves->radians)
            sum += std::cos(apart * omega) * waveMean(omega / 2, queries.size()) * waveMean(omega / 2, keys.size()) - 1;
        return sum / divisor;
    };
    const double most = 2 * static_cast<double>(waves->fixed.size()) / divisor;
    return {.at = at, .largest = [most](std::int64_t) { return most; }, .mean = mean};
}

static Result<PositionModel> makeSandwich(const PositionSetup& setup)
{
    const std::int64_t heads = setup.heads;
    const std::int64_t width = setup.width / heads;
    const auto law = [heads, waves = std::make_shared<const Frequencies>(wavesOf(width))](std::int64_t head) {
        return sandwichLaw(waves, 8 * static_cast<double>(head + 1) / static_cast<double>(heads));
    };
    const auto formula = [heads, width](std::int64_t head, std::int64_t query, std::int64_t key) {
        const std::string pairs = std::to_string(width / 2);
        return "(Σ_{n=1…" + pairs + "} cos(" + std::to_string(std::abs(query - key)) + " / " + printReal(kBase)
            + "^(2·n/" + std::to_string(width) + ")) − " + pairs + ") / (8·" + std::to_string(head + 1) + "/"
            + std::to_string(heads) + ")";
    };
    return toeplitzModel(law, {.formula = formula});
}

static Status checkSandwich(const PositionSetup& setup)
{
    if (setup.width % setup.heads != 0)
        return usageError("RANGE", "--heads",
                          WORDS("d_model = %1 is not divisible by %2 heads").with(setup.width, setup.heads),
                          WORDS("use %1 that divide it, or another %2")
                              .with(Message::option("--heads"), Message::option("--d-model")));
    if (setup.width / setup.heads % 2 != 0)
        return usageError("RANGE", "--d-model",
                          WORDS("Sandwich needs an even head dimension, not %3 (%2 / %1)")
                              .with(setup.heads, setup.width, setup.width / setup.heads),
                          WORDS("use a multiple of %2 as %1").with(Message::option("--d-model"), 2 * setup.heads));
    return Done{};
}

Scheme sandwichScheme()
{
    return {.id = "sandwich",
            .label = WORDS("Sandwich"),
            .kind = SchemeKind::Bias,
            .formula
            = WORDS("bias[i, j] = (Σ cos((i − j) / 10000^(2n/w)) − w/2) / (8h/H), n = 1 … w/2, w the head dimension"),
            .source
            = WORDS("Chi et al. 2023, Dissecting Transformer Length Extrapolation via the Lens of Receptive Field "
                    "Analysis, section 5"),
            .check = checkSandwich,
            .make = makeSandwich,
            .notebook = [](NotebookLibrary, const PositionSetup&) {
                return SchemeCode{.body = bundledPython("sandwich", "bias")};
            }};
}

} // namespace phasor
