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
#include "words/coretexts.h"

#include <QString>
#include <QStringList>

// Findings of the views: one sentence with its numbers.
namespace phasor::words {

QString summary(const BuildsData& data);
QString summary(const CurvesData& data);
QString summary(const DropoutData& data);
QString summary(const HeatmapData& data);
QString summary(const PhasorsData& data);
QString summary(const RelativeData& data);
QString summary(const SimilarityData& data);
QString summary(const TrainingData& data);

// Summary of one setup.
QString summaryOf(const EnergyCurves& of);
QString summaryOf(const HeadAttention& of);
QString summaryOf(const BiasMaps& of);
QString summaryOf(const HistogramMeasure& of);
QString summaryOf(const InitializerRatios& of);
QString summaryOf(const GridMaps& of);
QString summaryOf(const OverlapMeasure& of);
QString summaryOf(const PairFrequencies& of);
QString summaryOf(const PairWavelengths& of);
QString summaryOf(const PrecisionMeasure& of);
QString summaryOf(const RatioCurves& of);
QString lengthsCompared(const Estimate& ratio); // "The embedding is 32 times as long as the encoding"
QString summaryOf(const RecoveryMeasure& of);
QString summaryOf(const ScoreTermsMeasure& of);
QString summaryOf(const TableShift& of);

// What differs in B: "R falls from 16.5 to 1.46 in B". Empty: one of the two has no number.
QString change(const EnergyCurves& a, const EnergyCurves& b);
QString change(const HeadAttention& a, const HeadAttention& b);
QString change(const BiasMaps& a, const BiasMaps& b);
QString change(const HistogramMeasure& a, const HistogramMeasure& b);
QString change(const InitializerRatios& a, const InitializerRatios& b);
QString change(const GridMaps& a, const GridMaps& b);
QString change(const OverlapMeasure& a, const OverlapMeasure& b);
QString change(const PairFrequencies& a, const PairFrequencies& b);
QString change(const PairWavelengths& a, const PairWavelengths& b);
QString change(const PrecisionMeasure& a, const PrecisionMeasure& b);
QString change(const RatioCurves& a, const RatioCurves& b);
QString change(const RecoveryMeasure& a, const RecoveryMeasure& b);
QString change(const ScoreTermsMeasure& a, const ScoreTermsMeasure& b);

// Finding of A, or what differs in B, or else both findings.
template <typename Measure> QString summaryOf(const Measure& a, const std::optional<Measure>& b)
{
    if (!b)
        return summaryOf(a);
    if constexpr (requires { change(a, *b); }) {
        if (const QString differs = change(a, *b); !differs.isEmpty())
            return differs;
    }
    return bothSides(summaryOf(a), summaryOf(*b));
}

// Summary of a view that has only a measure for each setup. Its summaryOf, change and detailOf are found where the
// measure's type is declared: in this file, or in namespace phasor with the plot.
template <typename Data>
requires requires(const Data& data)
{
    summaryOf(data.a);
}
QString summary(const Data& data)
{
    return summaryOf(data.a, data.b);
}

// What every view adds to its details: the rows that it leaves out, why it shows A alone. Empty: nothing.
QString leftOut(const ViewData& data);

// Further facts for the tool tip: paragraphs with an empty line between them.
QString detail(const BuildsData& data);
QString detail(const CurvesData& data);
QString detail(const DropoutData& data);
QString detail(const HeadsData& data);
QString detail(const HeatmapData& data);
QString detail(const PhasorsData& data);
QString detail(const RecoverabilityData& data);
QString detail(const RelativeData& data);
QString detail(const ScoreTermsData& data);
QString detail(const SimilarityData& data);
QString detail(const TrainingData& data);
QString variantName(const std::string& settings); // "Heads: 4", but "RoPE"

// Further facts about one setup, as sentences.
QStringList detailOf(const EnergyCurves& of);
QStringList detailOf(const HeadAttention& of);
QStringList detailOf(const HistogramMeasure& of);
QStringList detailOf(const InitializerRatios& of);
QStringList detailOf(const GridMaps& of);
QStringList detailOf(const OverlapMeasure& of);
QStringList detailOf(const PairFrequencies& of);
QStringList detailOf(const PairWavelengths& of);
QStringList detailOf(const PrecisionMeasure& of);
QStringList detailOf(const RatioCurves& of);
QStringList detailOf(const TableShift& of);

// A paragraph for each sentence, or, in a comparison, one for each setup.
QString detailOf(const QStringList& a, const std::optional<QStringList>& b);

template <typename Data>
requires requires(const Data& data)
{
    detailOf(data.a);
}
QString detail(const Data& data)
{
    return detailOf(detailOf(data.a), data.b ? std::optional(detailOf(*data.b)) : std::nullopt);
}

// Tables next to the plots, their columns separated by tabs: what was measured of dropout.
QStringList figures(const DropoutData& data);
// Label below the mask: "dimension: 32 of s·E, then 32 of PE".
QString columnsTitle(const DropoutMeasure& measure);

// Label below the clocks: "position 12, cat"; in a grid "row 3, column 7".
QString placeName(const PhasorsData& data);

// Name in the key: "ALiBi, head 3".
QString curveName(const RelativeData::Curve& curve);

// Name in the key: "dimension 4 · sin · λ 6.75".
QString curveName(const CurvesData::Curve& curve);
// "6.28 to 54,400 positions"; of a grid in cells along a side
QString wavelengthsText(const Interval& wavelengths, bool grid);
QString onePosition(); // a finding if the table has one row
// The finding of an analysis of a selection: "… (positions 3–9, dimensions 0–31)".
QString restrictedTo(const Restriction& part, const QString& sentence);
// Numbers of the row at a position, or of the rows of one point: norms, R, angle and the encoding's share of the
// energy, one a line. Empty beyond the rows.
QString rowNumbers(const RatioData& data, std::int64_t position, bool divided);
// Names ‖PE‖, ‖s·E + PE‖ and that of the output; divided by s: ‖PE/s‖, ‖E + PE/s‖ …
struct LengthNames
{
    QString encoding;
    QString sum;
    QString output;
};
LengthNames lengthNames(const RatioCurves& curves, bool divided);

QString recoveredRows(const Recovered& of); // "all rows", "no row", "12.5 % of rows"
// "Position is recovered in 22 % of rows in A and 67 % of rows in B"; empty: undefined in one of the two.
QString recoveryCompared(const Recovery& a, const Recovery& b);
// Lines next to the curves: more measured numbers.
QStringList figures(const HistogramData& data);
QStringList figures(const OverlapData& data);

QString taskName(const TrainingSettings& settings); // "Recall, 3 back"

// Texts around a picture of a table.

// "position"; "token" if rows or columns are named by tokens.
QString axisTitle(AxisKind kind, bool named = false);

// "each pixel: 3.2 positions × 1 dimension, mean"; empty if every cell has a pixel or more. `columns`: what they are
// called.
QString pixelText(const Picture& picture, AxisKind columns);
QString shortPixelText(const Picture& picture); // for a short axis: "each pixel: 23 × 1.8, smooth"

// The color bar's label: "PE", "s·E + PE", "share kept".
QString valueLabel(const Picture& picture);

} // namespace phasor::words
