// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/attention/heads_p.h"
#include "plots/attention/relative_p.h"
#include "plots/attention/scores_p.h"
#include "plots/attention/scoreterms_p.h"
#include "plots/dropout/dropout_p.h"
#include "plots/dropout/histogram_p.h"
#include "plots/dropout/recoverability_p.h"
#include "plots/measures/energy_p.h"
#include "plots/measures/initializers_p.h"
#include "plots/measures/overlap_p.h"
#include "plots/measures/ratio_p.h"
#include "plots/measures/spectrum_p.h"
#include "plots/questions/training_p.h"
#include "plots/tables/builds_p.h"
#include "plots/tables/curves_p.h"
#include "plots/tables/heatmap_p.h"
#include "plots/tables/mosaic_p.h"
#include "plots/tables/precision_p.h"
#include "plots/tables/similarity_p.h"
#include "plots/waves/frequencies_p.h"
#include "plots/waves/phasors_p.h"
#include "plots/waves/shift_p.h"
#include "plots/waves/wavelengths_p.h"

#include <QCoreApplication>

namespace phasor {

namespace {

template <typename Kind> std::unique_ptr<Plot> make(Store& store, QWidget* parent)
{
    return std::make_unique<Kind>(store, parent);
}

// The node of the view, or the one where position enters if this set-up has no such node: what the heatmap shows.
NodeId chosen(const ViewState& view, const Pipeline& pipeline)
{
    if (pipeline.find(view.node) != nullptr)
        return view.node;
    for (const NodePtr& node : pipeline.nodes()) {
        if (node->positionEnters)
            return node->id;
    }
    return view.node;
}

NodeId position(const ViewState&, const Pipeline&)
{
    return "position";
}

NodeId sum(const ViewState&, const Pipeline&)
{
    return "sum";
}

NodeId scores(const ViewState&, const Pipeline&)
{
    return "scores";
}

NodeId bias(const ViewState&, const Pipeline&)
{
    return "bias";
}

NodeId mask(const ViewState&, const Pipeline&)
{
    return "mask";
}

// clang-format off
constexpr PlotSpec kPlots[] = {
    {"heatmap", QT_TRANSLATE_NOOP("Plots", "Heatmap"), QT_TRANSLATE_NOOP("Plots", "What does a stage look like, all positions and dimensions at once?"), 0, make<HeatmapPlot>, chosen, true},
    {"curves", QT_TRANSLATE_NOOP("Plots", "Curves"), QT_TRANSLATE_NOOP("Plots", "How does one dimension run over the positions?"), 1, make<CurvesPlot>, position},
    {"ratio", QT_TRANSLATE_NOOP("Plots", "Scale"), QT_TRANSLATE_NOOP("Plots", "How large is the encoding beside the embedding?"), 2, make<RatioPlot>, sum},
    {"dropout", QT_TRANSLATE_NOOP("Plots", "Dropout"), QT_TRANSLATE_NOOP("Plots", "What does dropout take away?"), 3, make<DropoutPlot>, mask},
    {"precision", QT_TRANSLATE_NOOP("Plots", "Precision"), QT_TRANSLATE_NOOP("Plots", "How exact is the table, and which positions does it confuse?"), 2, make<PrecisionPlot>, position},
    {"builds", QT_TRANSLATE_NOOP("Plots", "PyTorch builds"), QT_TRANSLATE_NOOP("Plots", "Why does the same seed drop other elements elsewhere?"), 3, make<BuildsPlot>, mask},
    {"similarity", QT_TRANSLATE_NOOP("Plots", "Similarity"), QT_TRANSLATE_NOOP("Plots", "Which positions look alike to the model?"), 1, make<SimilarityPlot>, chosen, true},
    {"scores", QT_TRANSLATE_NOOP("Plots", "Scores"), QT_TRANSLATE_NOOP("Plots", "Which tokens does a head look at?"), 0, make<ScoresPlot>, scores},
    {"frequencies", QT_TRANSLATE_NOOP("Plots", "Frequencies"), QT_TRANSLATE_NOOP("Plots", "How fast does each pair turn, and how far was it trained?"), 1, make<FrequenciesPlot>, position},
    {"phasors", QT_TRANSLATE_NOOP("Plots", "Phasors"), QT_TRANSLATE_NOOP("Plots", "How does the position turn each pair?"), 0, make<PhasorsPlot>, position},
    {"relative", QT_TRANSLATE_NOOP("Plots", "Distance"), QT_TRANSLATE_NOOP("Plots", "What does the distance do to the score?"), 2, make<RelativePlot>, scores},
    {"wavelengths", QT_TRANSLATE_NOOP("Plots", "Wavelengths"), QT_TRANSLATE_NOOP("Plots", "Which pairs never complete a period?"), 1, make<WavelengthsPlot>, position},
    {"energy", QT_TRANSLATE_NOOP("Plots", "Energy"), QT_TRANSLATE_NOOP("Plots", "Which dimensions does the encoding touch?"), 2, make<EnergyPlot>, sum},
    {"spectrum", QT_TRANSLATE_NOOP("Plots", "Spectrum"), QT_TRANSLATE_NOOP("Plots", "How many directions does a stage really use?"), 1, make<SpectrumPlot>, chosen},
    {"initializers", QT_TRANSLATE_NOOP("Plots", "Initialisers"), QT_TRANSLATE_NOOP("Plots", "How large would the encoding be beside another embedding?"), 2, make<InitializersPlot>, position},
    {"shift", QT_TRANSLATE_NOOP("Plots", "Relative shift"), QT_TRANSLATE_NOOP("Plots", "Is a later position a turn of an earlier one?"), 0, make<ShiftPlot>, position},
    {"mosaic", QT_TRANSLATE_NOOP("Plots", "Mosaic"), QT_TRANSLATE_NOOP("Plots", "Which cells of a grid look alike?"), 1, make<MosaicPlot>, position},
    {"heads", QT_TRANSLATE_NOOP("Plots", "Biases of all heads"), QT_TRANSLATE_NOOP("Plots", "How do the heads differ in what distance costs?"), 1, make<HeadsPlot>, bias},
    {"recoverability", QT_TRANSLATE_NOOP("Plots", "Recoverability"), QT_TRANSLATE_NOOP("Plots", "What could the next layer still read of position and token?"), 3, make<RecoverabilityPlot>, sum},
    {"overlap", QT_TRANSLATE_NOOP("Plots", "Sum or concatenate"), QT_TRANSLATE_NOOP("Plots", "Do embedding and encoding get in each other's way?"), 2, make<OverlapPlot>, sum},
    {"histogram", QT_TRANSLATE_NOOP("Plots", "Dropout histogram"), QT_TRANSLATE_NOOP("Plots", "What does dropout do to the numbers?"), 3, make<HistogramPlot>, sum},
    {"score-terms", QT_TRANSLATE_NOOP("Plots", "Score terms"), QT_TRANSLATE_NOOP("Plots", "How much of a score is content, how much position?"), 0, make<ScoreTermsPlot>, scores},
    {"training", QT_TRANSLATE_NOOP("Plots", "Training"), QT_TRANSLATE_NOOP("Plots", "What does a small transformer learn with this set-up?"), 3, make<TrainingPlot>, sum},
};
// clang-format on

} // namespace

QString PlotSpec::titleText() const
{
    return QCoreApplication::translate("Plots", title);
}

std::span<const PlotSpec> plotSpecs()
{
    return kPlots;
}

const PlotSpec* findPlot(std::string_view id)
{
    for (const PlotSpec& spec : kPlots)
        if (spec.id == id)
            return &spec;
    return nullptr;
}

} // namespace phasor
