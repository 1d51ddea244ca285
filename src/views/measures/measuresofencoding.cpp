// SPDX-License-Identifier: GPL-3.0-or-later
// Measures of position alone: energies, the waves of a table or a rotation, the spectrum of a table, biases.
#include "views/measures/energy.h"
#include "views/measures/measure.h"
#include "views/measures/spectrum.h"
#include "views/waves/shift.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kKernelLength = 1024;
// Larger tables of exact sines are not visited: their moments have a closed form.
constexpr std::int64_t kCountedCells = std::int64_t{1} << 26;

template <typename T> MeasureValue valueOrNone(const std::optional<T>& value)
{
    return value ? MeasureValue(*value) : MeasureValue();
}

// Waves of the part of a table, or of an entire rotation.
struct WavesOfEncoding
{
    std::shared_ptr<const PositionModel> model; // null: it has no waves
    Shape shape;

    const std::vector<double>& frequencies() const { return model->waves->frequencies; }
    // Whether the product of two rows is a function of their distance.
    bool haveKernel() const { return model->waves->paired && model->waves->reach.empty() && !frequencies().empty(); }
};

Result<WavesOfEncoding> wavesOf(const MeasuredPart& at)
{
    NodePtr position = at.node("position");
    if (!position)
        return WavesOfEncoding();
    TRY_DONE(position->field);
    if (at.table()) {
        TRY(position, at.part("position"));
    }
    const auto& model = position->find<PositionFacts>()->model;
    return model->waves ? WavesOfEncoding{model, waveTableOf(*position).shape()} : WavesOfEncoding();
}

template <MeasureValue (*Of)(const WavesOfEncoding&)> Result<MeasureValue> ofWaves(const MeasuredPart& at)
{
    TRY(const WavesOfEncoding waves, wavesOf(at));
    return waves.model ? Of(waves) : MeasureValue();
}

template <std::int64_t PairCounts::*Count> MeasureValue pairCount(const WavesOfEncoding& waves)
{
    const std::vector<std::int64_t> lengths = pairLengths(*waves.model->waves, waves.shape.rows);
    return countPairs(waves.frequencies(), lengths).*Count;
}

MeasureValue frequencies(const WavesOfEncoding& waves)
{
    return waves.frequencies();
}

MeasureValue firstRiseOfKernel(const WavesOfEncoding& waves)
{
    return waves.haveKernel() ? valueOrNone(firstRise(waves.frequencies(), std::min(waves.shape.rows, kFirstRiseLimit)))
                              : MeasureValue();
}

MeasureValue kernel(const WavesOfEncoding& waves)
{
    return waves.haveKernel()
        ? MeasureValue(similarityKernel(waves.frequencies(), std::min(waves.shape.rows, kKernelLength)))
        : MeasureValue();
}

// Bias of the chosen head by distance; nothing if it depends on more than the distance.
Result<MeasureValue> biasByDistance(const MeasuredPart& at)
{
    TRY(const PipelinePtr setup, at.setup());
    if (!setup->model().bias)
        return MeasureValue();
    std::vector<double> kernel;
    const std::int64_t count = std::min(setup->parameters().encoding.maxLen, kKernelLength);
    for (std::int64_t k = 0; k < count; ++k) {
        const std::optional<double> bias = setup->model().bias->atDistance(setup->parameters().attention.head, k);
        if (!bias)
            return MeasureValue();
        kernel.push_back(*bias);
    }
    return MeasureValue(std::move(kernel));
}

Result<MeasureValue> relativeKernel(const MeasuredPart& at)
{
    TRY(const WavesOfEncoding waves, wavesOf(at));
    if (!waves.model)
        return biasByDistance(at);
    const std::int64_t count = std::min(waves.shape.rows, kKernelLength);
    const PositionRotation* rotation = waves.model->turns();
    if (rotation != nullptr && !rotation->growth.empty()) {
        const std::vector<double> distances = countedFrom(0, static_cast<std::size_t>(count));
        return MeasureValue(columnFrom(distances, [&](double k) { return kernelAt(*waves.model, std::lround(k)); }));
    }
    if (!waves.haveKernel())
        return MeasureValue();
    std::vector<double> kernel = similarityKernel(waves.frequencies(), count);
    const double columns = 2 * static_cast<double>(waves.frequencies().size()) / static_cast<double>(waves.shape.cols);
    for (double& c : kernel)
        c *= columns; // (2/w) Σ cos kω, for odd widths too
    return MeasureValue(std::move(kernel));
}

MeasureValue attentionFactor(const WavesOfEncoding& waves)
{
    const PositionRotation* rotation = waves.model->turns();
    return rotation != nullptr ? MeasureValue(rotation->attentionFactor) : MeasureValue();
}

// By pair of a rotation; nothing without a length of training.
MeasureValue unseenAngles(const WavesOfEncoding& waves)
{
    const PositionRotation* rotation = waves.model->turns();
    if (rotation == nullptr || rotation->trainedLength < 1)
        return MeasureValue();
    std::vector<double> unseen;
    for (std::size_t i = 0; i < waves.frequencies().size(); ++i)
        unseen.push_back(static_cast<double>(unseenPositions(rotation->trainedFrequencies[i], waves.frequencies()[i],
                                                             rotation->trainedLength, waves.shape.rows)));
    return unseen;
}

Result<MeasureValue> slopesByHead(const MeasuredPart& at)
{
    TRY(const PipelinePtr setup, at.setup());
    std::vector<double> slopes = setup->model().bias ? setup->model().bias->slopes : std::vector<double>();
    return slopes.empty() ? MeasureValue() : MeasureValue(std::move(slopes));
}

Result<MeasureValue> largestBase(const MeasuredPart& at)
{
    const NodePtr whole = at.node("position");
    if (!whole || !whole->find<PositionFacts>()->model->waves)
        return MeasureValue();
    TRY_DONE(whole->field);
    TRY(const NodePtr position, at.part("position"));
    return valueOrNone(largestBaseWithoutDeadPairs(*position, at.scene.read(&Parameters::encoding, at.side)));
}

// Model with the sines of a table's part that is too large to be visited; null: it is visited.
const PositionModel* modelOfClosedForm(const Node& position)
{
    return position.rows.count > kCountedCells / position.columns.count ? modelOfSines(position) : nullptr;
}

// Part of a table, or its Error.
Result<NodePtr> tablePart(const MeasuredPart& at)
{
    TRY(NodePtr position, at.part("position"));
    TRY_DONE(position->field);
    return position;
}

// Energy of the columns over all rows of the table's part.
Result<std::shared_ptr<const ColumnEnergy>> tableEnergyOf(const MeasuredPart& at)
{
    TRY(const NodePtr table, tablePart(at));
    return keptPart<ColumnEnergy>(at, at.table(), [&]() -> Result<ColumnEnergy> {
        if (const PositionModel* sines = modelOfClosedForm(*table))
            return sineEnergy(sineColumns(*sines->table), sines->firstPosition, table->rows.count);
        return columnEnergy(**table->field, whole(table->shape()));
    });
}

// Members without meaning are undefined, so that the group exists.
Result<MeasureValue> energyOfEmbedding(const MeasuredPart& at)
{
    if (!at.has(Needs::Tokens))
        return MeasureValue(Estimate());
    TRY(const FieldPtr field, at.field("scaled"));
    return MeasureValue(columnEnergy(*field, whole(field->shape())).meanSquare);
}

template <bool Varying> Result<MeasureValue> energyOfEncoding(const MeasuredPart& at)
{
    if (!at.has(Needs::Table))
        return MeasureValue(Estimate());
    TRY(const auto energy, tableEnergyOf(at));
    return MeasureValue(Varying ? varianceOf(*energy) : energy->meanSquare);
}

template <auto Of> Result<MeasureValue> ofEnergy(const MeasuredPart& at)
{
    TRY(const auto energy, tableEnergyOf(at));
    return MeasureValue(Of(*energy));
}

using Spectrum = std::optional<SpectrumMeasures>; // nothing: too large, undefined or of zeros

Result<std::shared_ptr<const Spectrum>> spectrumOf(const MeasuredPart& at)
{
    TRY(const NodePtr table, tablePart(at));
    return keptPart<Spectrum>(at, at.table(), [&]() -> Result<Spectrum> {
        const PositionModel* sines = modelOfClosedForm(*table);
        const std::optional<std::vector<double>> singular = sines != nullptr
            ? singularValues(sineColumns(*sines->table), sines->firstPosition, table->rows.count)
            : singularValues(**table->field, whole(table->shape()), at.progress);
        return singular ? measuresOf(*singular) : std::nullopt;
    });
}

template <auto Number> Result<MeasureValue> ofSpectrum(const MeasuredPart& at)
{
    TRY(const auto spectrum, spectrumOf(at));
    return *spectrum ? MeasureValue((**spectrum).*Number) : MeasureValue();
}

Result<std::optional<Message>> largeSpectrum(const MeasuredPart& at)
{
    TRY(const NodePtr position, at.part("position"));
    if (std::min(position->rows.count, position->columns.count) <= kLargestSpectrum)
        return std::optional<Message>();
    return std::optional(
        WORDS("effective_rank is null: it is computed up to %1 positions or dimensions, whichever are fewer")
            .with(kLargestSpectrum));
}

// Residual of the best linear map from PE(p) to PE(p + 1), divided by the norm of a row.
Result<MeasureValue> shiftResidual(const MeasuredPart& at)
{
    TRY(const NodePtr table, tablePart(at));
    const Result<MeasuredShift> shift = measuredShift(*table, 1, Effort::Still);
    return shift.ok() ? MeasureValue(shift->facts.greatest / shift->facts.length) : MeasureValue();
}

using Closest = std::optional<ClosestRows>; // nothing: fewer than two rows with numbers

Result<std::shared_ptr<const Closest>> closestOf(const MeasuredPart& at)
{
    TRY(const NodePtr table, tablePart(at));
    return keptPart<Closest>(at, at.table(), [&]() -> Result<Closest> { return closestRowsOf(*table, kCloseness); });
}

Result<MeasureValue> closestDistance(const MeasuredPart& at)
{
    TRY(const auto closest, closestOf(at));
    return *closest ? MeasureValue((*closest)->distance) : MeasureValue();
}

Result<std::optional<Message>> closestOfFirst(const MeasuredPart& at)
{
    TRY(const auto closest, closestOf(at));
    TRY(const NodePtr table, tablePart(at));
    if (!*closest || (*closest)->checked == table->rows.count)
        return std::optional<Message>();
    return std::optional(
        WORDS("closest_distance is that of the first %1 of %2 positions").with((*closest)->checked, table->rows.count));
}

Result<std::optional<Message>> riseIsFarther(const MeasuredPart& at)
{
    TRY(const WavesOfEncoding waves, wavesOf(at));
    const bool unknown = waves.model && waves.haveKernel() && waves.shape.rows > kFirstRiseLimit
        && !firstRise(waves.frequencies(), kFirstRiseLimit);
    return unknown
        ? std::optional(WORDS("first_rise is null: it is looked for up to distance %1").with(kFirstRiseLimit))
        : std::optional<Message>();
}

Result<MeasureValue> ratioByInitializer(const MeasuredPart& at)
{
    TRY(InitializerRatios ratios, ratiosOfInitializers(at.scene, at.side));
    return MeasureValue(std::move(ratios.rows));
}

} // namespace

std::span<const Measure> measuresOfEncoding()
{
    using enum Needs;
    using enum MeasureCost;
    static constexpr Measure kMeasures[] = {
        {"energy_by_dimension.scaled", WORDS("Mean square of each dimension of the scaled embedding."), Nothing, Sample,
         energyOfEmbedding},
        {"energy_by_dimension.position", WORDS("Mean square of each dimension of the positional encoding."), Nothing,
         Sample, energyOfEncoding<false>},
        {"energy_by_dimension.position_varying", WORDS("The part of that which varies with the position."), Nothing,
         Sample, energyOfEncoding<true>},
        {"pairs", WORDS("Number of dimension pairs, each with a frequency of its own."), Nothing, Setup,
         ofWaves<pairCount<&PairCounts::pairs>>},
        {"dead_pairs", WORDS("Number of long-wave pairs: no full period fits within the maximum length."), Nothing,
         Setup, ofWaves<pairCount<&PairCounts::dead>>},
        {"frozen_pairs", WORDS("Number of near-constant pairs: they turn by less than 0.1 rad."), Nothing, Setup,
         ofWaves<pairCount<&PairCounts::frozen>>},
        {"constant_share", WORDS("Share of the positional encoding's energy that is in its mean vector."), Table,
         Sample, ofEnergy<constantShareOf>},
        {"first_rise", WORDS("Smallest distance at which positions become more similar again."), Nothing, Job,
         ofWaves<firstRiseOfKernel>, riseIsFarther, "k"},
        {"kernel", WORDS("Similarity of two positions, by their distance k."), Nothing, Setup, ofWaves<kernel>, nullptr,
         "c(k)"},
        {"effective_rank", WORDS("Number of directions that the positional encoding really uses."), Table, Job,
         ofSpectrum<&SpectrumMeasures::effectiveRank>, largeSpectrum},
    };
    return kMeasures;
}

std::span<const Measure> furtherMeasuresOfEncoding()
{
    using enum Needs;
    using enum MeasureCost;
    static constexpr Measure kMeasures[] = {
        {"inverse_frequencies", WORDS("Frequency of each dimension pair."), Nothing, Setup, ofWaves<frequencies>,
         nullptr, "ω", "rad"},
        {"unseen_angles", WORDS("Number of positions at angles beyond those of training, by dimension pair."), Nothing,
         Setup, ofWaves<unseenAngles>},
        {"attention_factor", WORDS("Factor that the rotation puts on queries and keys."), Nothing, Setup,
         ofWaves<attentionFactor>},
        {"slopes", WORDS("Slope of the attention bias of each head."), Nothing, Setup, slopesByHead},
        {"relative_kernel", WORDS("What attention gets from position, by the distance k."), Nothing, Setup,
         relativeKernel},
        {"largest_base_without_dead_pairs", WORDS("Largest base at which each pair completes a period."), Nothing,
         Setup, largestBase},
        {"constant_dimensions", WORDS("Number of dimensions that are nearly the same at every position."), Table,
         Sample, ofEnergy<constantDimensions>},
        {"participation_ratio", WORDS("Number of directions that share the energy, counted by its squares."), Table,
         Job, ofSpectrum<&SpectrumMeasures::participationRatio>, largeSpectrum},
        {"dimensions_99", WORDS("Fewest directions that hold 99 % of the positional encoding's energy."), Table, Job,
         ofSpectrum<&SpectrumMeasures::dimensions99>, largeSpectrum},
        {"shift_residual", WORDS("How far the next position is from a fixed linear map of this one."), Table, Job,
         shiftResidual},
        {"ratio_by_initializer", WORDS("R that each initializer would give, with and without √d."), Table, Sample,
         ratioByInitializer, nullptr, "R"},
        {"closest_distance", WORDS("Distance of the two closest positions."), Table, Job, closestDistance,
         closestOfFirst},
    };
    return kMeasures;
}

} // namespace phasor
