// SPDX-License-Identifier: GPL-3.0-or-later
// KERPLE's logarithmic kernel: the score falls with the logarithm of the distance.
#include "encodings/biases/kerple.h"

namespace phasor {

namespace {

struct Logarithm
{
    static double at(const kerple::Numbers& numbers, double distance)
    {
        return numbers.p * std::log1p(numbers.a * distance);
    }
    static std::string formula(const std::string& p, const std::string& a, const std::string& distance)
    {
        return "−" + p + " · ln(1 + " + a + " · " + distance + ")";
    }
    static constexpr const char* kCode = "fall = 0 - kerple_p * LIB.log1p(kerple_a * distance)\n";
};

} // namespace

Scheme kerplelogScheme()
{
    return {
        .id = "kerple-log",
        .label = WORDS("KERPLE, logarithmic"),
        .kind = SchemeKind::Bias,
        .formula = WORDS("bias[i, j] = −p · ln(1 + a · |i − j|)"),
        .source = WORDS("Chi et al. 2022, KERPLE: Kernelized Relative Positional Embedding, equation 5"),
        .own = {
            schemeParameter(real("kerple-p", WORDS("p"), kerple::kLeast, kerple::kMost)
                                .logarithmic()
                                .says(WORDS("How steeply the bias falls. In a model each head learns it.")),
                            &kerple::Numbers::p),
            schemeParameter(
                real("kerple-a", WORDS("a"), kerple::kLeast, kerple::kMost)
                    .logarithmic()
                    .says(WORDS("Distance at which the bias starts to fall, about 1/a. In a "
"model each head learns it.")),
                &kerple::Numbers::a),
        },
        .make = kerple::make<Logarithm>,
        .notebook = kerple::notebook<Logarithm>,
    };
}

} // namespace phasor
