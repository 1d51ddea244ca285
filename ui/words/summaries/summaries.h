// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/attention/heads.h"
#include "views/attention/relative.h"
#include "views/attention/scores.h"
#include "views/attention/scoreterms.h"
#include "views/dropout/dropout.h"
#include "views/dropout/histogram.h"
#include "views/dropout/recoverability.h"
#include "views/measures/energy.h"
#include "views/measures/initializers.h"
#include "views/measures/overlap.h"
#include "views/measures/ratio.h"
#include "views/measures/spectrum.h"
#include "views/questions/training.h"
#include "views/tables/builds.h"
#include "views/tables/curves.h"
#include "views/tables/heatmap.h"
#include "views/tables/mosaic.h"
#include "views/tables/precision.h"
#include "views/tables/similarity.h"
#include "views/waves/frequencies.h"
#include "views/waves/phasors.h"
#include "views/waves/shift.h"
#include "views/waves/wavelengths.h"

#include <QString>
#include <QStringList>

// What a panel shows now, in one sentence with its numbers.
namespace phasor::words {

QString summary(const BuildsData& data);
QString summary(const CurvesData& data);
QString summary(const DropoutData& data);
QString summary(const EnergyData& data);
QString summary(const HeadsData& data);
QString summary(const FrequenciesData& data);
QString summary(const HeatmapData& data);
QString summary(const InitializersData& data);
QString summary(const HistogramData& data);
QString summary(const MosaicData& data);
QString summary(const OverlapData& data);
QString summary(const PhasorsData& data);
QString summary(const PrecisionData& data);
QString summary(const RatioData& data);
QString summary(const RecoverabilityData& data);
QString summary(const RelativeData& data);
QString summary(const ScoresData& data);
QString summary(const ShiftData& data);
QString summary(const ScoreTermsData& data);
QString summary(const SimilarityData& data);
QString summary(const SpectrumData& data);
QString summary(const TrainingData& data);
QString summary(const WavelengthsData& data);

// The same without the title that stands beside it.
QString facts(const HeatmapData& data);

// What explains it, for those who ask: paragraphs with an empty line between them.
QString detail(const BuildsData& data);
QString detail(const DropoutData& data);
QString detail(const FrequenciesData& data);
QString detail(const HeatmapData& data);
QString detail(const InitializersData& data);
QString detail(const WavelengthsData& data);
QString detail(const RecoverabilityData& data);
QString detail(const TrainingData& data);

// Beside the mask: what is measured of dropout, a line each.
QStringList figures(const DropoutData& data);
// Below the mask: "dimension: 32 of s·E, then 32 of PE".
QString columnsTitle(const DropoutMeasure& measure);

// Above its pictures: "scores of head 3".
QString scoresName(const HeadAttention& head);
QString attentionName(const HeadAttention& head);
// Above its map, the longest first: "head 3 · m 0.125", "head 3", "3".
QStringList headNames(const HeadsData::Map& map);

// Below the clocks: "position 12, cat", of a grid "row 3, column 7".
QString placeName(const PhasorsData& data);

// In the key: "ALiBi, head 3".
QString curveName(const RelativeData::Curve& curve, bool comparing);
QString measuredName(const RelativeData::Measured& measured, bool comparing);
QString trainedName(std::int64_t length);

// In the key: "one turn in L₀ = 8192".
QString turnName(const PairFrequencies& of, std::int64_t positions);
QString ratiosOf(const RatioOfInitializer& row); // "1.41, 35° · 0.0625, 86°"
QString setUpRatioName(const InitializerRatios& of); // "this set-up: R = 1.41"
QString spectrumName(const TableSpectrum& of); // "σ of PE"
QString lengthName(std::int64_t positions); // "λ = max_len = 5000"

// In the key: "dim 4 · sin · λ 6.75", of a set-up while two are compared.
QString curveName(const CurvesData::Curve& curve, bool comparing);
QString expectedRatioName(const RatioCurves& curves);
// Beside the charts of the similarity: "cos with position 12", "c(k)".
QString rowTitle(const SimilarityData* data); // null: there are none yet
QString kernelTitle();
// The sentence of an analysis that looks at a part: "positions 3 to 9, dimensions 0 to 31: …".
QString restrictedTo(const Restriction& part, const QString& sentence);
// Of the row at a position, or of the rows that its point stands for: norms, R, angle and the encoding's share of the
// energy, a line each. Empty beyond the rows.
QString rowNumbers(const RatioData& data, std::int64_t position, bool divided);
// ‖PE‖, ‖s·E + PE‖ and the length of the output, or divided by s: ‖PE/s‖, ‖E + PE/s‖ …
struct LengthNames
{
    QString encoding;
    QString sum;
    QString output;
};
LengthNames lengthNames(const RatioCurves& curves, bool divided);

// "12.5 % (11 % to 14 %)"
QString recovered(const Recovered& of);
// In the key: "position, concatenated".
QString curveName(const RecoverabilityData& data, RecoveryVariant variant, bool token);
QString discName(const RecoverabilityData& data); // in the key: how many rows and masks discs and lines are made of
QString overlapName(bool random);
QString spreadName(bool output);
QString termsOf(TermsOf of); // "A", "B", "A − B"
// Above its picture: "content · position: 16".
QString termName(const ScoreTermsData& data, ScoreTerm term, bool brief); // brief: "c·p: 3.1"
QString briefTerm(ScoreTerm term); // "c·p"
// Beside the curves: what else is known, a line each.
QStringList figures(const HistogramData& data);
QStringList figures(const OverlapData& data);

QString taskName(const TrainingSettings& settings); // "Recall, 3 back"
QString variantName(const TrainedVariant& variant);
QString frameName(const TrainingData& data); // below the attention: "key, at step 150"

} // namespace phasor::words
