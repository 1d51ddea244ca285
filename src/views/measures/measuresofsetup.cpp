// SPDX-License-Identifier: GPL-3.0-or-later
// Measures of the setup itself, and of how large its embedding and its encoding are.
#include "views/measures/measure.h"

#include <cmath>

namespace phasor {

template <std::int64_t EncodingSettings::*Setting> static Result<MeasureValue> encodingSetting(const MeasuredPart& at)
{
    return MeasureValue(at.scene.read(&Parameters::encoding, at.side).*Setting);
}

// A node whose rows are measured.
constexpr char kEmbeddingNode[] = "embedding";
constexpr char kScaledNode[] = "scaled";
constexpr char kPositionNode[] = "position";

template <const char* Node> static Result<MeasureValue> meanNorm(const MeasuredPart& at)
{
    TRY(const Numbers norms, normsOf(at, Node));
    TRY(const VisitedRows rows, visitedRows(at));
    return MeasureValue(estimatedMean(*norms, rows.complete));
}

// Mean norm of the node's rows over that of the encoding's; infinite for an encoding of zeros.
template <const char* Node> static Result<MeasureValue> meanRatio(const MeasuredPart& at)
{
    TRY(const Numbers scaled, normsOf(at, Node));
    TRY(const Numbers position, normsOf(at, "position"));
    TRY(const VisitedRows rows, visitedRows(at));
    // Not estimatedRatio() of all rows: Σ/Σ has other bits than mean/mean.
    return MeasureValue(rows.complete
                            ? Estimate(estimatedMean(*scaled, true).value / estimatedMean(*position, true).value)
                            : estimatedRatio(*scaled, *position, false));
}

// Root mean square of the encoding's values.
static Result<MeasureValue> positionSize(const MeasuredPart& at)
{
    TRY(const Numbers norms, normsOf(at, kPositionNode));
    TRY(const NodePtr position, at.part(kPositionNode));
    const auto width = static_cast<double>(position->columns.count);
    const std::vector<double> energies = columnFrom(*norms, [width](double norm) { return norm * norm / width; });
    return MeasureValue(std::sqrt(estimatedMean(energies, true).value));
}

static Result<MeasureValue> rowsLeftOut(const MeasuredPart& at)
{
    TRY(const Numbers norms, normsOf(at, "sum"));
    return MeasureValue(countNotFinite(*norms));
}

static Result<MeasureValue> ratioByPosition(const MeasuredPart& at)
{
    TRY(const Numbers scaled, normsOf(at, "scaled"));
    TRY(const Numbers position, normsOf(at, "position"));
    std::vector<double> ratios;
    for (std::size_t i = 0; i < scaled->size(); ++i)
        ratios.push_back((*scaled)[i] / (*position)[i]);
    return MeasureValue(std::move(ratios));
}

static Result<MeasureValue> meanAngle(const MeasuredPart& at)
{
    TRY(const Numbers angles, anglesOf(at));
    TRY(const VisitedRows rows, visitedRows(at));
    return MeasureValue(estimatedMean(*angles, rows.complete));
}

// Angle, overlap and recoverability assume that embedding and encoding are sampled independently.
Result<std::optional<Message>> drawnAlike(const MeasuredPart& at)
{
    if (!at.has(Needs::Sum))
        return std::optional<Message>();
    for (const char* id : {"tokens", "embedding", "position"})
        TRY_DONE(at.node(id)->field);
    if (!areDrawnAlike(**at.node("tokens")->field, **at.node("embedding")->field, **at.node("position")->field))
        return std::optional<Message>();
    return std::optional<Message>(WORDS(
        "E and PE have the same random numbers, so angle, overlap and recoverability are not typical; use another "
        "seed for one of them"));
}

std::span<const Measure> measuresOfSetup()
{
    using enum Needs;
    using enum MeasureCost;
    static constexpr Measure kMeasures[] = {
        {"d_model", WORDS("Number of dimensions of a token's vector."), Nothing, Setup,
         encodingSetting<&EncodingSettings::dModel>},
        {"max_len", WORDS("Maximum length: number of positions that the encoding has."), Nothing, Setup,
         encodingSetting<&EncodingSettings::maxLen>},
        {"seq_len", WORDS("Sequence length: number of tokens."), Nothing, Setup,
         [](const MeasuredPart& at) { return Result<MeasureValue>(at.rows()); }, nullptr, "n"},
        {"scale", WORDS("Embedding scale: the factor on the embedding before position is added."), Nothing, Setup,
         [](const MeasuredPart& at) { return Result<MeasureValue>(at.node("scaled")->find<ScaleFacts>()->factor); },
         nullptr, "s"},
        {"sigma", WORDS("Standard deviation of the embedding's values."), Nothing, Setup,
         [](const MeasuredPart& at) {
             return Result<MeasureValue>(at.node("embedding")->find<EmbeddingFacts>()->sigma);
         },
         nullptr, "σ"},
        {"embedding_norm", WORDS("Mean norm of the token embeddings."), Tokens, Sample, meanNorm<kEmbeddingNode>,
         nullptr, "‖E‖"},
        {"scaled_norm", WORDS("Mean norm of the scaled token embeddings."), Tokens, Sample, meanNorm<kScaledNode>,
         nullptr, "‖s·E‖"},
        {"position_norm", WORDS("Mean norm of the positional encoding's vectors."), TableAndTokens, Sample,
         meanNorm<kPositionNode>, nullptr, "‖PE‖"},
        {"ratio", WORDS("How many times as large as the positional encoding the embedding is."), TableAndTokens, Sample,
         meanRatio<kScaledNode>, nullptr, "R"},
        {"angle_degrees", WORDS("Mean angle by which the positional encoding turns an embedding."), Sum, Sample,
         meanAngle, drawnAlike, "", "°"},
        {"ratio_by_position", WORDS("R of each position."), TableAndTokens, Sample, ratioByPosition, nullptr, "R(p)"},
        {"left_out_rows", WORDS("Number of rows that are left out, as they have values that are not finite."), Tokens,
         Sample, rowsLeftOut},
    };
    return kMeasures;
}

std::span<const Measure> measuresOfAnswers()
{
    using enum Needs;
    using enum MeasureCost;
    static constexpr Measure kMeasures[] = {
        {"position_size", WORDS("Root mean square of the positional encoding's values."), TableAndTokens, Sample,
         positionSize},
        {"ratio_without_scale", WORDS("R with s = 1."), TableAndTokens, Sample, meanRatio<kEmbeddingNode>},
    };
    return kMeasures;
}

} // namespace phasor
