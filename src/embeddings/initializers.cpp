// SPDX-License-Identifier: GPL-3.0-or-later
#include "embeddings/initializers.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// Standard deviation of N(0, 1) cut at ±2: sqrt(1 - 4 φ(2) / (2 Φ(2) - 1)).
constexpr double kTruncatedSigma = 0.87962566103423978;

Result<Drawn> drawNormal(const Generator& generator, Shape table, double sigma)
{
    return generator.normal(table, 0, sigma);
}

Result<Drawn> drawUniform(const Generator& generator, Shape table, double sigma)
{
    const double a = std::sqrt(3.0) * sigma;
    return generator.uniform(table, -a, a);
}

// The limits that are named by their edge keep that edge exactly: σ = a / √3 does not give a back in every last bit.
template <int Hundredths> double uniformSigma(Shape)
{
    return Hundredths / 100.0 / std::sqrt(3.0);
}
template <int Hundredths> Result<Drawn> drawEdge(const Generator& generator, Shape table, double sigma)
{
    const double edge = Hundredths / 100.0;
    const double a = sigma == uniformSigma<Hundredths>(table) ? edge : std::sqrt(3.0) * sigma;
    return generator.uniform(table, -a, a);
}

double bertSigma(Shape)
{
    return 0.02 * kTruncatedSigma;
}
Result<Drawn> drawTruncated(const Generator& generator, Shape table, double sigma)
{
    const double std = sigma == bertSigma(table) ? 0.02 : sigma / kTruncatedSigma;
    return generator.truncatedNormal(table, 0, std, -2 * std, 2 * std);
}

double one(Shape)
{
    return 1;
}
double inverseRootWidth(Shape table)
{
    return 1 / std::sqrt(static_cast<double>(table.cols));
}
double gpt2Sigma(Shape)
{
    return 0.02;
}
double xavierSigma(Shape table)
{
    return std::sqrt(2.0 / static_cast<double>(table.rows + table.cols));
}

// Glorot & Bengio 2010; one number is drawn for each element, row-major, in every case.
constexpr Initializer kInitializers[] = {
    {"normal", "N(0, 1)  nn.Embedding", "PyTorch's nn.Embedding: σ = 1.", one, drawNormal},
    {"tensor2tensor", "N(0, d^−½)  tensor2tensor", "The paper's code: σ = d^−½, so that × √d gives unit elements.",
     inverseRootWidth, drawNormal},
    {"fairseq", "N(0, d^−½)  fairseq", "nn.init.normal_(weight, mean=0, std=d ** -0.5).", inverseRootWidth, drawNormal},
    {"gpt2", "N(0, 0.02)  GPT-2", "GPT-2 and nanoGPT: σ = 0.02.", gpt2Sigma, drawNormal},
    {"bert", "truncated N(0, 0.02)  BERT", "trunc_normal_(std=0.02) cut at ±2 std: σ = 0.0176.", bertSigma, drawTruncated},
    {"keras", "U(−0.05, 0.05)  Keras", "keras.layers.Embedding: σ = 0.0289.", uniformSigma<5>, drawEdge<5>},
    {"uniform", "U(−0.1, 0.1)  word_language_model", "PyTorch's word_language_model example: σ = 0.0577.",
     uniformSigma<10>, drawEdge<10>},
    {"xavier-uniform", "Xavier uniform", "nn.init.xavier_uniform_: σ = √(2 / (vocabulary + d)) depends on the vocabulary.",
     xavierSigma, drawUniform},
    {"xavier-normal", "Xavier normal", "nn.init.xavier_normal_: σ = √(2 / (vocabulary + d)) depends on the vocabulary.",
     xavierSigma, drawNormal},
};

} // namespace

std::span<const Initializer> initializers()
{
    return kInitializers;
}

const Initializer* findInitializer(std::string_view id)
{
    const auto* found = std::find_if(std::begin(kInitializers), std::end(kInitializers),
                                     [&](const Initializer& i) { return i.id == id; });
    return found == std::end(kInitializers) ? nullptr : found;
}

} // namespace phasor
