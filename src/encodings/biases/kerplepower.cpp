// SPDX-License-Identifier: GPL-3.0-or-later
// KERPLE's power kernel: the score falls with a power of the distance.
#include "encodings/biases/kerple.h"

namespace phasor {

namespace {

struct Power
{
    static double at(const kerple::Numbers& numbers, double distance)
    {
        return numbers.a * std::pow(distance, numbers.p);
    }
    static std::string formula(const std::string& p, const std::string& a, const std::string& distance)
    {
        return "−" + a + " · " + distance + "^" + p;
    }
    static constexpr const char* kCode = "fall = 0 - kerple_a * distance**kerple_p\n";
};

} // namespace

Scheme kerplepowerScheme()
{
    return {
        .id = "kerple-power",
        .label = WORDS("KERPLE, power"),
        .kind = SchemeKind::Bias,
        .formula = WORDS("bias[i, j] = −a · |i − j|^p, 0 < p ≤ 2"),
        .source = WORDS("Chi et al. 2022, KERPLE: Kernelized Relative Positional Embedding, equation 4"),
        .own = {
            schemeParameter(real("kerple-p", WORDS("p"), kerple::kLeast, 2)
                                .says(WORDS("Power of the distance, at most 2. In a model each head learns it.")),
                            &kerple::Numbers::p),
            schemeParameter(real("kerple-a", WORDS("a"), kerple::kLeast, kerple::kMost)
                                .logarithmic()
                                .says(WORDS("How steeply the bias falls. In a model each head learns it.")),
                            &kerple::Numbers::a),
        },
        .make = kerple::make<Power>,
        .notebook = kerple::notebook<Power>,
    };
}

} // namespace phasor
