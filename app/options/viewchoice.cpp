// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/viewchoice.h"

#include "options/options.h"
#include "options/selection.h"
#include "options/trainoptions.h"
#include "report.h"

#include "encodings/schemes.h"
#include "export/viewoptions.h"
#include "plots/dimensionlist.h"
#include "raster/colormaps.h"
#include "text/numbers.h"

#include <algorithm>
#include <array>

namespace phasor {

namespace {

std::string joined(const auto& things, auto name)
{
    std::string names;
    for (const auto& thing : things)
        (names += names.empty() ? "" : ", ") += name(thing);
    return names;
}

std::string nodeNames()
{
    return joined(nodeInfos(), [](const NodeInfo& info) { return info.id; });
}

Error unknown(const char* option, const std::string& text, const std::string& known)
{
    return usageError("ENUM", option, WORDS("%1 is unknown").with(inQuotes(text)), WORDS("give one of %1").with(known));
}

Status readColours(const Options& options, ViewState& view)
{
    if (options.given("--colormap")) {
        view.colorMap = options.text("--colormap");
        if (findColorMap(view.colorMap) == nullptr)
            return unknown("--colormap", view.colorMap,
                           joined(colorMaps(), [](const ColorMap& map) { return std::string(map.id); }));
    }
    if (options.given("--reduction")) {
        const std::optional<Reduction> reduction = reductionOf(options.text("--reduction"));
        if (!reduction)
            return unknown("--reduction", options.text("--reduction"),
                           joined(reductionWords(), [](std::string_view word) { return std::string(word); }));
        view.reduction = *reduction;
    }
    if (!options.given("--range"))
        return Done{};
    const std::optional<ColourRange> range = colourRangeOf(options.text("--range"));
    if (!range)
        return usageError("RANGE", "--range", WORDS("%1 is no range of values").with(inQuotes(options.text("--range"))),
                          WORDS("give model, data or LO:HI with LO < HI"));
    view.range = *range;
    return Done{};
}

// A window of rows or columns becomes a zoom to their coordinates.
Status readWindow(const Options& options, const char* name, const Axis& axis, Zoom& zoom)
{
    if (!options.given(name))
        return Done{};
    TRY(const Span span, options.window(name, axis.count));
    zoom[axis.kind] = axis.inCoordinates({static_cast<double>(span.begin), static_cast<double>(span.end)});
    return Done{};
}

// --rows and --cols count in the table that the plot shows.
Status readWindows(const Options& options, const PlotSpec& spec, const Pipeline& pipeline, ViewState& view)
{
    if (options.given("--rows") || options.given("--cols")) {
        TRY(const NodePtr node, pipeline.node(spec.node(view, pipeline)));
        TRY_DONE(readWindow(options, "--rows", node->rows, view.zoom));
        TRY_DONE(readWindow(options, "--cols", node->columns, view.zoom));
    }
    if (!options.given("--dims"))
        return Done{};
    TRY(view.dimensions,
        parseDimensions(QString::fromStdString(options.text("--dims")), widthsOf(pipeline.parameters()).position));
    return Done{};
}

std::vector<std::string> listOf(const std::string& text)
{
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == ',')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

// Where the hands of phasors stand.
Status readHands(const Options& options, ViewState& view)
{
    if (!options.given("--at"))
        return Done{};
    const std::vector<std::string> parts = listOf(options.text("--at"));
    std::vector<std::int64_t> positions;
    for (const std::string& part : parts) {
        const Result<std::int64_t> position = parseInteger(part);
        if (!position.ok() || *position < 0 || parts.size() > 2)
            return usageError("RANGE", "--at", WORDS("%1 is no position or two").with(inQuotes(options.text("--at"))),
                              WORDS("give one, or two with a comma, from 0 on"));
        positions.push_back(*position);
    }
    view.cursor[AxisKind::Position] = positions[0];
    if (positions.size() > 1)
        view.cursor[AxisKind::Key] = positions[1];
    return Done{};
}

// k of the relative shift.
Status readShift(const Options& options, ViewState& view)
{
    if (!options.given("--shift"))
        return Done{};
    const Result<std::int64_t> k = parseInteger(options.text("--shift"));
    if (!k.ok() || *k < 1 || *k > 2147483647)
        return usageError("RANGE", "--shift", WORDS("%1 is no distance").with(inQuotes(options.text("--shift"))),
                          WORDS("give a whole number from 1 to 2147483647"));
    view.shift = *k;
    return Done{};
}

Status readTerms(const Options& options, ViewState& view)
{
    view.minusRowMeans |= options.flag("--minus-row-means");
    if (!options.given("--terms-of"))
        return Done{};
    constexpr std::array<const char*, 3> kSides{"a", "b", "difference"}; // as TermsOf
    const auto found = std::find(kSides.begin(), kSides.end(), options.text("--terms-of"));
    if (found == kSides.end())
        return unknown("--terms-of", options.text("--terms-of"), "a, b, difference");
    view.termsOf = static_cast<TermsOf>(found - kSides.begin());
    return Done{};
}

// What the analyses look at.
Status readSelection(const Options& options, const Pipeline& pipeline, ViewState& view)
{
    if (!options.given("--only-rows") && !options.given("--only-cols"))
        return Done{};
    TRY(const Restriction only, selectionOf(options, pipeline));
    const auto select = [&view](AxisKind kind, const std::optional<Span>& span) {
        if (span)
            view.selection[kind] = Interval{static_cast<double>(span->begin), static_cast<double>(span->end)};
    };
    select(AxisKind::Position, only.positions);
    select(AxisKind::Dimension, only.dimensions);
    view.onlySelection = true;
    return Done{};
}

Status readDistance(const Options& options, ViewState& view)
{
    view.logarithmicDistance |= options.flag("--log-distance");
    if (!options.given("--lay-over"))
        return Done{};
    view.schemes = listOf(options.text("--lay-over"));
    for (const std::string& id : view.schemes) {
        if (findScheme(id) == nullptr)
            return unknown("--lay-over", id,
                           joined(schemes(), [](const Scheme& scheme) { return std::string(scheme.id); }));
    }
    return Done{};
}

} // namespace

std::string plotNames()
{
    return joined(plotSpecs(), [](const PlotSpec& spec) { return std::string(spec.id); });
}

void addView(Options& options)
{
    options.add("--stage", "ID", "What the heatmap shows: " + nodeNames() + ".");
    options.add("--colormap", "ID", "Colours of the heatmap, see `phasor list colormaps`.");
    options.add("--range", "LO:HI", "Values of the colour bar's ends: LO:HI, model (default) or data.");
    options.add("--reduction", "ID",
                "How the cells of a pixel become one value: smooth (default), mean, envelope, nearest.");
    options.add("--rows", "A:B", "Window A:B of positions, half-open.");
    options.add("--cols", "A:B", "Window A:B of dimensions, half-open.");
    options.add("--dims", "LIST", "Dimensions of the curves: 4-7,12.");
    options.add("--at", "P[,Q]", "Position of the hands of phasors, and of the second hand.");
    options.add("--lay-over", "LIST", "Schemes whose law of the distance is laid over in relative: alibi,t5.");
    options.addFlag("--log-distance", "Distances of relative on a logarithmic axis.");
    options.add("--shift", "K", "From each position to the one K later, in shift; 1 if not given.");
    options.addFlag("--minus-row-means", "score-terms without the mean of each query's scores, which softmax ignores.");
    options.addFlag("--minus-mean-row", "similarity of rows less their mean row, which all positions share.");
    options.addFlag("--divided", "ratio with the lengths of E + PE/s, the same in another unit.");
    options.add("--terms-of", "ID", "score-terms while two set-ups are compared: a (default), b or difference.");
    addSelection(options);
    addTraining(options);
}

Result<const PlotSpec*> plotOf(const Options& options)
{
    const PlotSpec* spec = findPlot(options.text("--view"));
    if (spec == nullptr)
        return unknown("--view", options.text("--view"), plotNames());
    return spec;
}

Result<ViewState> readView(const Options& options, const PlotSpec& spec, const Pipeline& pipeline, ViewState view)
{
    if (options.given("--stage")) {
        view.node = options.text("--stage");
        if (!isNode(view.node))
            return unknown("--stage", view.node, nodeNames());
        TRY_DONE(pipeline.node(view.node)); // of those that this set-up has
    }
    TRY_DONE(readColours(options, view));
    TRY_DONE(readWindows(options, spec, pipeline, view));
    TRY_DONE(readHands(options, view));
    TRY_DONE(readDistance(options, view));
    TRY_DONE(readShift(options, view));
    TRY_DONE(readTerms(options, view));
    TRY_DONE(readSelection(options, pipeline, view));
    view.minusMeanRow |= options.flag("--minus-mean-row");
    view.divided |= options.flag("--divided");
    TRY(view.training, readTraining(options, view.training));
    view.training.phase = TrainingChoice::Phase::Running; // a figure of it shows all of it
    return view;
}

void warnOfOtherViews(const Options& options, const PlotSpec& spec, Report& report)
{
    const auto warn = [&](const std::string& option) {
        if (options.given(option) || options.flag(option))
            report.warn(WORDS("%1 changes nothing with %2 %3")
                            .with(Message::option(option), Message::option("--view"), spec.id));
    };
    for (const std::string_view name : viewOptions()) {
        if (!viewTakes(spec.id, name))
            warn("--" + std::string(name));
    }
    if (spec.id != "training") {
        for (const std::string& option : trainingOptions())
            warn(option);
    }
}

} // namespace phasor
