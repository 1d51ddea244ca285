// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/drawing/drawingplot_p.h"
#include "plots/drawings.h"

#include <QCoreApplication>

namespace phasor {

namespace {

template <const DrawingKind& Kind> std::unique_ptr<Plot> draw(Store& store, QWidget* parent)
{
    return std::make_unique<DrawingPlot>(Kind, store, parent);
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
    {"heatmap", QT_TRANSLATE_NOOP("Plots", "Heatmap"), QT_TRANSLATE_NOOP("Plots", "What does a stage look like, all positions and dimensions at once?"), draw<kHeatmap>, chosen, true},
    {"curves", QT_TRANSLATE_NOOP("Plots", "Curves"), QT_TRANSLATE_NOOP("Plots", "How does one dimension run over the positions?"), makeCurves, position},
    {"ratio", QT_TRANSLATE_NOOP("Plots", "Scale"), QT_TRANSLATE_NOOP("Plots", "How large is the encoding beside the embedding?"), draw<kRatio>, sum},
    {"dropout", QT_TRANSLATE_NOOP("Plots", "Dropout"), QT_TRANSLATE_NOOP("Plots", "What does dropout take away?"), draw<kDropout>, mask},
    {"precision", QT_TRANSLATE_NOOP("Plots", "Precision"), QT_TRANSLATE_NOOP("Plots", "How exact is the table, and which positions does it confuse?"), draw<kPrecision>, position},
    {"builds", QT_TRANSLATE_NOOP("Plots", "PyTorch builds"), QT_TRANSLATE_NOOP("Plots", "Why does the same seed drop other elements elsewhere?"), draw<kBuilds>, mask},
    {"similarity", QT_TRANSLATE_NOOP("Plots", "Similarity"), QT_TRANSLATE_NOOP("Plots", "Which positions look alike to the model?"), draw<kSimilarity>, chosen, true},
    {"scores", QT_TRANSLATE_NOOP("Plots", "Scores"), QT_TRANSLATE_NOOP("Plots", "Which tokens does a head look at?"), draw<kScores>, scores},
    {"frequencies", QT_TRANSLATE_NOOP("Plots", "Frequencies"), QT_TRANSLATE_NOOP("Plots", "How fast does each pair turn, and how far was it trained?"), draw<kFrequencies>, position},
    {"phasors", QT_TRANSLATE_NOOP("Plots", "Phasors"), QT_TRANSLATE_NOOP("Plots", "How does the position turn each pair?"), makePhasors, position},
    {"relative", QT_TRANSLATE_NOOP("Plots", "Distance"), QT_TRANSLATE_NOOP("Plots", "What does the distance do to the score?"), draw<kRelative>, scores},
    {"wavelengths", QT_TRANSLATE_NOOP("Plots", "Wavelengths"), QT_TRANSLATE_NOOP("Plots", "Which pairs never complete a period?"), draw<kWavelengths>, position},
    {"energy", QT_TRANSLATE_NOOP("Plots", "Energy"), QT_TRANSLATE_NOOP("Plots", "Which dimensions does the encoding touch?"), draw<kEnergy>, sum},
    {"spectrum", QT_TRANSLATE_NOOP("Plots", "Spectrum"), QT_TRANSLATE_NOOP("Plots", "How many directions does a stage really use?"), draw<kSpectrum>, chosen},
    {"initializers", QT_TRANSLATE_NOOP("Plots", "Initialisers"), QT_TRANSLATE_NOOP("Plots", "How large would the encoding be beside another embedding?"), draw<kInitializers>, position},
    {"shift", QT_TRANSLATE_NOOP("Plots", "Relative shift"), QT_TRANSLATE_NOOP("Plots", "Is a later position a turn of an earlier one?"), draw<kShift>, position},
    {"mosaic", QT_TRANSLATE_NOOP("Plots", "Mosaic"), QT_TRANSLATE_NOOP("Plots", "Which cells of a grid look alike?"), draw<kMosaic>, position},
    {"heads", QT_TRANSLATE_NOOP("Plots", "Biases of all heads"), QT_TRANSLATE_NOOP("Plots", "How do the heads differ in what distance costs?"), makeHeads, bias},
    {"recoverability", QT_TRANSLATE_NOOP("Plots", "Recoverability"), QT_TRANSLATE_NOOP("Plots", "What could the next layer still read of position and token?"), draw<kRecoverability>, sum},
    {"overlap", QT_TRANSLATE_NOOP("Plots", "Sum or concatenate"), QT_TRANSLATE_NOOP("Plots", "Do embedding and encoding get in each other's way?"), draw<kOverlap>, sum},
    {"histogram", QT_TRANSLATE_NOOP("Plots", "Dropout histogram"), QT_TRANSLATE_NOOP("Plots", "What does dropout do to the numbers?"), draw<kHistogram>, sum},
    {"score-terms", QT_TRANSLATE_NOOP("Plots", "Score terms"), QT_TRANSLATE_NOOP("Plots", "How much of a score is content, how much position?"), draw<kScoreTerms>, scores},
    {"training", QT_TRANSLATE_NOOP("Plots", "Training"), QT_TRANSLATE_NOOP("Plots", "What does a small transformer learn with this set-up?"), makeTraining, sum},
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
