// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/drawing/drawingplot_p.h"
#include "plots/drawings.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace phasor {

namespace {

template <const DrawingKind& Kind> std::unique_ptr<Plot> draw(Store& store, QWidget* parent)
{
    return std::make_unique<DrawingPlot>(Kind, store, parent);
}

constexpr std::string_view kOfView; // the node in view

constexpr PlotSpec kPlots[] = {
    {"heatmap", QT_TRANSLATE_NOOP("Plots", "Heatmap"), draw<kHeatmap>, kOfView, true,
     QT_TRANSLATE_NOOP("Plots", "What does a stage look like, all positions and dimensions at once?")},
    {"curves", QT_TRANSLATE_NOOP("Plots", "Curves"), makeCurves, "position", false,
     QT_TRANSLATE_NOOP("Plots", "How does one dimension run over the positions?")},
    {"ratio", QT_TRANSLATE_NOOP("Plots", "Scale"), draw<kRatio>, "sum", false,
     QT_TRANSLATE_NOOP("Plots", "How large is the encoding beside the embedding?")},
    {"dropout", QT_TRANSLATE_NOOP("Plots", "Dropout"), draw<kDropout>, "mask", false,
     QT_TRANSLATE_NOOP("Plots", "What does dropout take away?")},
    {"precision", QT_TRANSLATE_NOOP("Plots", "Precision"), draw<kPrecision>, "position", false,
     QT_TRANSLATE_NOOP("Plots", "How exact is the table, and which positions does it confuse?")},
    {"builds", QT_TRANSLATE_NOOP("Plots", "PyTorch builds"), draw<kBuilds>, "mask", false,
     QT_TRANSLATE_NOOP("Plots", "Why does the same seed drop other elements elsewhere?")},
    {"similarity", QT_TRANSLATE_NOOP("Plots", "Similarity"), draw<kSimilarity>, kOfView, true,
     QT_TRANSLATE_NOOP("Plots", "Which positions look alike to the model?")},
    {"scores", QT_TRANSLATE_NOOP("Plots", "Scores"), draw<kScores>, "scores", false,
     QT_TRANSLATE_NOOP("Plots", "Which tokens does a head look at?")},
    {"frequencies", QT_TRANSLATE_NOOP("Plots", "Frequencies"), draw<kFrequencies>, "position", false,
     QT_TRANSLATE_NOOP("Plots", "How fast does each pair turn, and how far was it trained?")},
    {"phasors", QT_TRANSLATE_NOOP("Plots", "Phasors"), makePhasors, "position", false,
     QT_TRANSLATE_NOOP("Plots", "How does the position turn each pair?")},
    {"relative", QT_TRANSLATE_NOOP("Plots", "Distance"), draw<kRelative>, "scores", false,
     QT_TRANSLATE_NOOP("Plots", "What does the distance do to the score?")},
    {"wavelengths", QT_TRANSLATE_NOOP("Plots", "Wavelengths"), draw<kWavelengths>, "position", false,
     QT_TRANSLATE_NOOP("Plots", "Which pairs never complete a period?")},
    {"energy", QT_TRANSLATE_NOOP("Plots", "Energy"), draw<kEnergy>, "sum", false,
     QT_TRANSLATE_NOOP("Plots", "Which dimensions does the encoding touch?")},
    {"spectrum", QT_TRANSLATE_NOOP("Plots", "Spectrum"), draw<kSpectrum>, kOfView, false,
     QT_TRANSLATE_NOOP("Plots", "How many directions does a stage really use?")},
    {"initializers", QT_TRANSLATE_NOOP("Plots", "Initialisers"), draw<kInitializers>, "position", false,
     QT_TRANSLATE_NOOP("Plots", "How large would the encoding be beside another embedding?")},
    {"shift", QT_TRANSLATE_NOOP("Plots", "Relative shift"), draw<kShift>, "position", false,
     QT_TRANSLATE_NOOP("Plots", "Is a later position a turn of an earlier one?")},
    {"mosaic", QT_TRANSLATE_NOOP("Plots", "Mosaic"), draw<kMosaic>, "position", false,
     QT_TRANSLATE_NOOP("Plots", "Which cells of a grid look alike?")},
    {"heads", QT_TRANSLATE_NOOP("Plots", "Biases of all heads"), makeHeads, "bias", false,
     QT_TRANSLATE_NOOP("Plots", "How do the heads differ in what distance costs?")},
    {"recoverability", QT_TRANSLATE_NOOP("Plots", "Recoverability"), draw<kRecoverability>, "sum", false,
     QT_TRANSLATE_NOOP("Plots", "What could the next layer still read of position and token?")},
    {"overlap", QT_TRANSLATE_NOOP("Plots", "Sum or concatenate"), draw<kOverlap>, "sum", false,
     QT_TRANSLATE_NOOP("Plots", "Do embedding and encoding get in each other's way?")},
    {"histogram", QT_TRANSLATE_NOOP("Plots", "Dropout histogram"), draw<kHistogram>, "sum", false,
     QT_TRANSLATE_NOOP("Plots", "What does dropout do to the numbers?")},
    {"score-terms", QT_TRANSLATE_NOOP("Plots", "Score terms"), draw<kScoreTerms>, "scores", false,
     QT_TRANSLATE_NOOP("Plots", "How much of a score is content, how much position?")},
    {"training", QT_TRANSLATE_NOOP("Plots", "Training"), makeTraining, "sum", false,
     QT_TRANSLATE_NOOP("Plots", "What does a small transformer learn with this set-up?")},
};

} // namespace

QString PlotSpec::titleText() const
{
    return QCoreApplication::translate("Plots", title);
}

NodeId PlotSpec::nodeOf(const ViewState& view, const Pipeline& pipeline) const
{
    if (!node.empty())
        return NodeId(node);
    if (pipeline.find(view.node) != nullptr)
        return view.node;
    const auto entry = std::ranges::find_if(pipeline.nodes(), [](const NodePtr& any) { return any->positionEnters; });
    return entry != pipeline.nodes().end() ? (*entry)->id : view.node;
}

std::span<const PlotSpec> plotSpecs()
{
    return kPlots;
}

const PlotSpec* findPlot(std::string_view id)
{
    const auto found = std::ranges::find(kPlots, id, &PlotSpec::id);
    return found != std::end(kPlots) ? found : nullptr;
}

} // namespace phasor
