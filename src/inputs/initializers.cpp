// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/initializers.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phasor {

namespace {

// Standard deviation of N(0, 1) cut at ±2: sqrt(1 - 4 φ(2) / (2 Φ(2) - 1)).
constexpr double kTruncatedSigma = 0.87962566103423978;

double uniformSigma(double edge)
{
    return edge / std::sqrt(3.0);
}

double inverseRootWidth(Shape table)
{
    return 1 / std::sqrt(static_cast<double>(table.cols));
}
double xavierSigma(Shape table)
{
    return std::sqrt(2.0 / static_cast<double>(table.rows + table.cols));
}

using Law = Initializer::Law;

// Glorot & Bengio 2010. In each case one number is sampled per element, row-major.
constexpr Initializer kInitializers[] = {
    {"normal", WORDS("N(0, 1)  nn.Embedding"), WORDS("PyTorch's nn.Embedding: σ = 1."), Law::Normal,
     [](Shape) { return 1.0; }, 1, ""},
    {"tensor2tensor", WORDS("N(0, 1/√d)  tensor2tensor"),
     WORDS("The paper's code: σ = 1/√d, so that multiplying by √d gives values of unit variance."), Law::Normal,
     inverseRootWidth, 0, "nn.init.normal_(weight, std=weight.shape[1] ** -0.5)"},
    {"fairseq", WORDS("N(0, 1/√d)  fairseq"), WORDS("nn.init.normal_(weight, mean=0, std=d ** -0.5)."), Law::Normal,
     inverseRootWidth, 0, "nn.init.normal_(weight, mean=0, std=weight.shape[1] ** -0.5)"},
    {"gpt2", WORDS("N(0, 0.02)  GPT-2"), WORDS("GPT-2 and nanoGPT: σ = 0.02."), Law::Normal, [](Shape) { return 0.02; },
     0.02, "nn.init.normal_(weight, std=0.02)"},
    {"bert", WORDS("truncated N(0, 0.02)  BERT"), WORDS("trunc_normal_(std=0.02) cut at ±2 std: σ = 0.0176."),
     Law::Truncated, [](Shape) { return 0.02 * kTruncatedSigma; }, 0.02,
     "nn.init.trunc_normal_(weight, std=0.02, a=-0.04, b=0.04)"},
    {"keras", WORDS("U(−0.05, 0.05)  Keras"), WORDS("keras.layers.Embedding: σ = 0.0289."), Law::Uniform,
     [](Shape) { return uniformSigma(0.05); }, 0.05, "nn.init.uniform_(weight, -0.05, 0.05)"},
    {"uniform", WORDS("U(−0.1, 0.1)  PyTorch example"),
     WORDS("PyTorch's example word_language_model and tutorial Language Modeling with nn.Transformer: σ = 0.0577."),
     Law::Uniform, [](Shape) { return uniformSigma(0.1); }, 0.1, "nn.init.uniform_(weight, -0.1, 0.1)"},
    {"xavier-uniform", WORDS("Xavier uniform"),
     WORDS("nn.init.xavier_uniform_: σ = √(2 / (vocabulary + d)) depends on the vocabulary."), Law::Uniform,
     xavierSigma, 0, "nn.init.xavier_uniform_(weight)"},
    {"xavier-normal", WORDS("Xavier normal"),
     WORDS("nn.init.xavier_normal_: σ = √(2 / (vocabulary + d)) depends on the vocabulary."), Law::Normal, xavierSigma,
     0, "nn.init.xavier_normal_(weight)"},
};

} // namespace

double Initializer::parameter(Shape table, double standardDeviation) const
{
    if (named != 0 && standardDeviation == sigma(table))
        return named;
    if (law == Law::Uniform)
        return std::sqrt(3.0) * standardDeviation;
    return law == Law::Truncated ? standardDeviation / kTruncatedSigma : standardDeviation;
}

// E‖x‖ = ∫ (1 − φ(u²)^width) / u² du / √π over u > 0, φ(t) = E exp(−t x²); here u = e^y / √width.
double Initializer::expectedNorm(std::int64_t width) const
{
    const auto phi = [this](double t) {
        if (law == Law::Uniform)
            return std::sqrt(std::numbers::pi / (12 * t)) * std::erf(std::sqrt(3 * t));
        if (law == Law::Normal)
            return 1 / std::sqrt(1 + 2 * t);
        const double root = std::sqrt(1 + 2 * t / (kTruncatedSigma * kTruncatedSigma));
        return std::erf(std::numbers::sqrt2 * root) / (root * std::erf(std::numbers::sqrt2));
    };
    constexpr double kStep = 0.0625;
    constexpr double kFirst = -8; // before it the integrand is e^y, after the last e^−y, within 10⁻⁷
    constexpr double kLast = 18;
    const auto n = static_cast<double>(width);
    double sum = 0;
    for (double y = kFirst + kStep / 2; y < kLast; y += kStep)
        sum += kStep * std::exp(-y) * (1 - std::pow(phi(std::exp(2 * y) / n), n));
    return std::sqrt(n / std::numbers::pi) * (sum + std::exp(kFirst) + std::exp(-kLast));
}

Result<Drawn> Initializer::draw(const Generator& generator, Shape table, double standardDeviation) const
{
    const double a = parameter(table, standardDeviation);
    if (law == Law::Uniform)
        return generator.uniform(table, -a, a);
    return law == Law::Truncated ? generator.truncatedNormal(table, 0, a, -2 * a, 2 * a)
                                 : generator.normal(table, 0, a);
}

std::span<const Initializer> initializers()
{
    return kInitializers;
}

const Initializer* findInitializer(std::string_view id)
{
    const auto* const found = std::ranges::find(kInitializers, id, &Initializer::id);
    return found == std::end(kInitializers) ? nullptr : found;
}

} // namespace phasor
