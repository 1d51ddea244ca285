// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "headless.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "report.h"
#include "selection.h"
#include "trainoptions.h"

#include "encodings/schemes.h"
#include "export/figure.h"
#include "export/viewoptions.h"
#include "files/outputfile.h"
#include "plots/dimensionlist.h"
#include "raster/colormaps.h"
#include "text/numbers.h"

#include <algorithm>
#include <array>

namespace phasor {

namespace {

constexpr const char* kFormats = "png, svg, pdf";

QString textOf(const Options& options, const char* name)
{
    return QString::fromStdString(options.text(name));
}

std::string joined(const auto& things, auto name)
{
    std::string names;
    for (const auto& thing : things)
        (names += names.empty() ? "" : ", ") += name(thing);
    return names;
}

std::string plotNames()
{
    return joined(plotSpecs(), [](const PlotSpec& spec) { return std::string(spec.id); });
}

std::string nodeNames()
{
    return joined(nodeInfos(), [](const NodeInfo& info) { return info.id; });
}

Error unknown(const char* option, const std::string& text, const std::string& known)
{
    return usageError("ENUM", option, WORDS("%1 is unknown").with(phasor::quoted(text)),
                      WORDS("give one of %1").with(known));
}

void declare(Options& options)
{
    options.addParameters();
    options.addSecond();
    options.add("--view", "ID", "Which plot: " + plotNames() + ".", true);
    addOutput(options, kFormats);
    options.add("--stage", "ID", "What the heatmap shows: " + nodeNames() + ".");
    options.add("--size", "WxH", "Width and height: 3.5x2.6in (in, mm, cm, pt, px).");
    options.add("--dpi", "N", "Dots per inch of bitmaps, 150 if not given.");
    options.add("--theme", "ID", "light, dark or projector; light if not given.");
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
    options.add("--title", "TEXT", "Title of the figure.");
    options.addFlag("--no-title", "No title.");
    options.addFlag("--caption", "Below the plot: the sentence of what it shows, and the parameters.");
    options.add("--font", "NAME",
                "Family of the type, of this machine; DejaVu Sans, which is inside the program, if not given.");
    options.add("--font-size", "PT", "Size of labels in points, 4 … 72; 8 if not given, 13 for the projector.");
    options.addFlag(
        "--no-metadata",
        "Leave out the session. Without this a figure carries all parameters, the sentence too, and whoever gets "
        "it can read them.");
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
        return usageError("RANGE", "--range",
                          WORDS("%1 is no range of values").with(phasor::quoted(options.text("--range"))),
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
    TRY(view.dimensions, parseDimensions(textOf(options, "--dims"), widthsOf(pipeline.parameters()).position));
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
            return usageError("RANGE", "--at",
                              WORDS("%1 is no position or two").with(phasor::quoted(options.text("--at"))),
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
        return usageError("RANGE", "--shift", WORDS("%1 is no distance").with(phasor::quoted(options.text("--shift"))),
                          WORDS("give a whole number from 1 to 2147483647"));
    view.shift = *k;
    return Done{};
}

Status readDistance(const Options& options, ViewState& view)
{
    if (options.flag("--log-distance"))
        view.logarithmicDistance = true;
    if (options.flag("--minus-row-means"))
        view.minusRowMeans = true;
    if (options.flag("--minus-mean-row"))
        view.minusMeanRow = true;
    if (options.flag("--divided"))
        view.divided = true;
    if (options.given("--terms-of")) {
        constexpr std::array<const char*, 3> kSides{"a", "b", "difference"}; // as TermsOf
        const auto found = std::find(kSides.begin(), kSides.end(), options.text("--terms-of"));
        if (found == kSides.end())
            return unknown("--terms-of", options.text("--terms-of"), "a, b, difference");
        view.termsOf = static_cast<TermsOf>(found - kSides.begin());
    }
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
    if (options.given("--only-rows") || options.given("--only-cols")) {
        TRY(const Restriction only, selectionOf(options, pipeline));
        const auto select = [&view](AxisKind kind, const std::optional<Span>& span) {
            if (span)
                view.selection[kind] = Interval{static_cast<double>(span->begin), static_cast<double>(span->end)};
        };
        select(AxisKind::Position, only.positions);
        select(AxisKind::Dimension, only.dimensions);
        view.onlySelection = true;
    }
    TRY(view.training, readTraining(options, view.training));
    view.training.phase = TrainingChoice::Phase::Running; // a figure of it shows all of it
    return view;
}

// Options of the view that another plot has, not this one.
void warnOfOthers(const Options& options, const PlotSpec& spec, Report& report)
{
    for (const std::string_view name : viewOptions()) {
        const std::string option = "--" + std::string(name);
        if ((options.given(option) || options.flag(option)) && !viewTakes(spec.id, name))
            report.warn(WORDS("%1 changes nothing with %2 %3")
                            .with(Message::option(option), Message::option("--view"), spec.id));
    }
}

Result<FigureOptions> readFigureOptions(const Options& options)
{
    FigureOptions figure;
    if (options.given("--dpi")) {
        Result<double> dpi = parseReal(options.text("--dpi"));
        if (!dpi.ok() || !(*dpi >= 1) || !(*dpi <= 10000))
            return usageError("RANGE", "--dpi",
                              WORDS("%1 is no resolution").with(phasor::quoted(options.text("--dpi"))),
                              WORDS("give 1 … 10000 dots per inch"));
        figure.dpi = *dpi;
    }
    if (options.given("--size")) {
        const Result<QSizeF> size = parseFigureSize(textOf(options, "--size"), figure.dpi);
        if (!size.ok())
            return size.error();
        figure.sizeInches = *size;
    }
    if (options.given("--theme"))
        figure.theme = textOf(options, "--theme");
    if (options.given("--title"))
        figure.title = textOf(options, "--title");
    if (options.given("--font"))
        figure.font = textOf(options, "--font");
    if (options.given("--font-size")) {
        const Result<std::int64_t> points = parseInteger(options.text("--font-size"));
        if (!points.ok() || *points < 4 || *points > 72)
            return usageError("RANGE", "--font-size",
                              WORDS("%1 is no size of type").with(phasor::quoted(options.text("--font-size"))),
                              WORDS("give whole points, 4 … 72"));
        figure.fontSize = static_cast<int>(*points);
    }
    figure.metadata = !options.flag("--no-metadata");
    figure.noTitle = options.flag("--no-title");
    figure.caption = options.flag("--caption");
    if (figure.noTitle && figure.title)
        return usageError("CONFLICT", "--no-title", WORDS("contradicts %1").with(Message::option("--title")),
                          WORDS("give one of them"));
    return figure;
}

// `{d_model}` and the like in the name become what this one of a sweep has of the lists.
std::string nameOf(std::string name, const Options& options)
{
    for (const auto& [key, value] : options.swept()) {
        const std::string mark = "{" + key + "}";
        for (std::size_t at = name.find(mark); at != std::string::npos; at = name.find(mark, at + value.size()))
            name.replace(at, mark.size(), value);
    }
    return name;
}

// Every list must be seen in the name, or figures would replace each other.
Status checkNames(const std::vector<Options>& all, const std::string& out)
{
    for (const auto& [key, value] : all.front().swept()) {
        if (out.find("{" + key + "}") == std::string::npos)
            return usageError("CONFLICT", "--out", WORDS("%1 figures would have the same name").with(all.size()),
                              WORDS("write %1 where the value shall stand").with("{" + key + "}"));
    }
    return Done{};
}

void warn(const Pipelines& pipelines, Report& report)
{
    report.warn(pipelines.a->warnings());
    if (!pipelines.b)
        return;
    for (const Message& warning : pipelines.b->warnings())
        report.warn(WORDS("B: %1").with(warning));
}

Status draw(const Options& options, const PlotSpec& spec, FigureFormat format, const FigureOptions& figure,
            Report& report, const CancelToken& cancel)
{
    TRY(const Document start, options.start(report));
    PipelineCache cache;
    TRY(const Scene scene, options.scene(start, cache.files(), report));
    TRY(const Pipelines pipelines, Pipelines::make(scene, cache, cancel));
    warn(pipelines, report);
    TRY(const ViewState view, readView(options, spec, *pipelines.a, start.view));
    TRY_DONE(report.mayWrite());

    TRY(OutputFile file, openOutput(nameOf(options.text("--out"), options)));
    const Progress progress("drawing " + file.path(), report);
    TRY(const QByteArray bytes, renderFigure(spec, scene, view, figure, format, cache, cancel));
    TRY_DONE(file.write(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    TRY_DONE(file.commit());
    reportOutput(file, report);
    return Done{};
}

Status run(const Options& options, Report& report, const CancelToken& cancel)
{
    const PlotSpec* spec = findPlot(options.text("--view"));
    if (spec == nullptr)
        return unknown("--view", options.text("--view"), plotNames());
    TRY(const std::string ending, outputFormat(options, kFormats));
    TRY(const FigureFormat format, figureFormatOf(QStringLiteral("x.") + QString::fromStdString(ending)));
    TRY(const FigureOptions figure, readFigureOptions(options));
    const std::vector<Options> all = options.sweep();
    warnOfOthers(options, *spec, report);
    TRY_DONE(checkNames(all, options.text("--out")));
    TRY_DONE(Headless::possible());
    const std::unique_ptr<Headless> qt = std::make_unique<Headless>();
    for (const Options& one : all)
        TRY_DONE(draw(one, *spec, format, figure, report, cancel));
    return Done{};
}

} // namespace

const Command kFigureCommand{
    "figure",
    "Draw a plot into a .png, .svg or .pdf file. A parameter may be a comma separated list: one figure "
    "for each value, with {d_model} and the like in the name of the file.",
    "phasor figure --view ratio --d-model 256 --out ratio.pdf\n"
    "phasor figure --view heatmap --d-model 64,128 --size 85x60mm --out 'pe-{d_model}.png'\n"
    "phasor figure --preset annotated-transformer --view curves --out - --format svg > curves.svg\n",
    declare, run};

} // namespace phasor
