// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options.h"
#include "report.h"

#include "export/figure.h"
#include "files/outputfile.h"
#include "pipeline/stages.h"
#include "plots/dimensionlist.h"
#include "raster/colormaps.h"
#include "text/numbers.h"

#include <QApplication>
#include <QHashFunctions>
#include <QLoggingCategory>

namespace phasor {

namespace {

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

std::string stageNames()
{
    return joined(stageInfos(), [](const StageInfo& info) { return std::string(info.name); });
}

Error unknown(const char* option, const std::string& text, const std::string& known)
{
    return Error{.kind = ErrorKind::Usage,
                 .code = "ENUM",
                 .where = option,
                 .what = phasor::quoted(text) + " is unknown",
                 .remedy = "give one of " + known};
}

void declare(Options& options)
{
    options.addParameters();
    options.add("--view", "Which plot: " + plotNames() + ".", true);
    options.add("--out", "Where to: FILE.png, FILE.svg or FILE.pdf.", true);
    options.add("--stage", "What the heatmap shows: " + stageNames() + ".");
    options.add("--size", "Width and height: 3.5x2.6in (in, mm, cm, pt, px).");
    options.add("--dpi", "Dots per inch of bitmaps, 150 if not given.");
    options.add("--theme", "light, dark or projector; light if not given.");
    options.add("--colormap", "Colours of the heatmap, see `phasor list colormaps`.");
    options.add("--range", "Values of the colour bar's ends: LO:HI, model (default) or data.");
    options.add("--rows", "Window A:B of positions, half-open.");
    options.add("--cols", "Window A:B of dimensions, half-open.");
    options.add("--dims", "Dimensions of the curves: 4-7,12.");
    options.add("--title", "Title of the figure.");
    options.addFlag("--no-title", "No title.");
}

// The stage whose table the plot's windows are windows of.
StageId stageOf(const PlotSpec& spec, const ViewState& view)
{
    if (spec.id == "curves")
        return StageId::Position;
    return spec.id == "dropout" ? StageId::Mask : spec.id == "ratio" ? StageId::Sum : view.stage;
}

Status readColours(const Options& options, ViewState& view)
{
    view.colorMap = options.text("--colormap");
    if (!view.colorMap.empty() && findColorMap(view.colorMap) == nullptr)
        return unknown("--colormap", view.colorMap,
                       joined(colorMaps(), [](const ColorMap& map) { return std::string(map.id); }));
    if (!options.given("--range"))
        return Done{};
    view.range = options.text("--range");
    if (view.range == "model" || view.range == "data")
        return Done{};
    const std::size_t colon = view.range.find(':');
    const auto low = parseReal(view.range.substr(0, colon));
    const auto high = parseReal(colon == std::string::npos ? std::string() : view.range.substr(colon + 1));
    if (low.ok() && high.ok() && *low < *high)
        return Done{};
    return Error{.kind = ErrorKind::Usage,
                 .code = "RANGE",
                 .where = "--range",
                 .what = phasor::quoted(view.range) + " is no range of values",
                 .remedy = "give model, data or LO:HI with LO < HI"};
}

Status readWindow(const Options& options, const char* name, std::int64_t size, ViewState::Range& range)
{
    if (!options.given(name))
        return Done{};
    const Result<Span> span = options.window(name, size);
    if (!span.ok())
        return span.error();
    range = Interval{static_cast<double>(span->begin), static_cast<double>(span->end)};
    return Done{};
}

Status readWindows(const Options& options, const PlotSpec& spec, const Stages& stages, ViewState& view)
{
    const Result<FieldPtr>& field = stages.field(stageOf(spec, view));
    if (!field.ok())
        return field.error();
    if (const Status rows = readWindow(options, "--rows", (*field)->shape().rows, view.rows); !rows.ok())
        return rows;
    if (const Status columns = readWindow(options, "--cols", (*field)->shape().cols, view.columns); !columns.ok())
        return columns;
    if (!options.given("--dims"))
        return Done{};
    const Result<FieldPtr>& encoding = stages.field(StageId::Position);
    if (!encoding.ok())
        return encoding.error();
    const auto dimensions = parseDimensions(textOf(options, "--dims"), (*encoding)->shape().cols);
    if (!dimensions.ok())
        return dimensions.error();
    view.dimensions = *dimensions;
    return Done{};
}

Result<ViewState> readView(const Options& options, const PlotSpec& spec, const Stages& stages)
{
    const Result<Preset> preset = options.preset();
    if (!preset.ok())
        return preset.error();
    ViewState view = preset->view;
    if (options.given("--stage")) {
        const StageInfo* stage = findStage(options.text("--stage"));
        if (stage == nullptr)
            return unknown("--stage", options.text("--stage"), stageNames());
        view.stage = stage->id;
    }
    if (const Status colours = readColours(options, view); !colours.ok())
        return colours.error();
    if (const Status windows = readWindows(options, spec, stages, view); !windows.ok())
        return windows.error();
    return view;
}

Result<FigureOptions> readFigureOptions(const Options& options)
{
    FigureOptions figure;
    if (options.given("--dpi")) {
        Result<double> dpi = parseReal(options.text("--dpi"));
        if (!dpi.ok() || !(*dpi >= 1) || !(*dpi <= 10000))
            return Error{.kind = ErrorKind::Usage,
                         .code = "RANGE",
                         .where = "--dpi",
                         .what = phasor::quoted(options.text("--dpi")) + " is no resolution",
                         .remedy = "give 1 … 10000 dots per inch"};
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
    figure.noTitle = options.flag("--no-title");
    if (figure.noTitle && figure.title)
        return Error{.kind = ErrorKind::Usage,
                     .code = "CONFLICT",
                     .where = "--no-title",
                     .what = "contradicts --title",
                     .remedy = "give one of them"};
    return figure;
}

Result<QByteArray> render(const PlotSpec& spec, const Parameters& parameters, const ViewState& view,
                          const FigureOptions& figure, FigureFormat format, const CancelToken& cancel)
{
    // No display is needed, and the same fonts on every desktop give the same figure.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QHashSeed::setDeterministicGlobalSeed(); // QPdfWriter writes its fonts in the order of a hash
    QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false\nqt.*.warning=false"));
    int count = 1;
    char name[] = "phasor";
    char* arguments[] = {name, nullptr};
    const QApplication application(count, arguments);
    return renderFigure(spec, parameters, view, figure, format, cancel);
}

Status run(const Options& options, Report& report, const CancelToken& cancel)
{
    const PlotSpec* spec = findPlot(options.text("--view"));
    if (spec == nullptr)
        return unknown("--view", options.text("--view"), plotNames());
    const Result<FigureFormat> format = figureFormatOf(textOf(options, "--out"));
    if (!format.ok())
        return format.error();
    const Result<FigureOptions> figure = readFigureOptions(options);
    if (!figure.ok())
        return figure.error();
    const Result<StagesPtr> stages = options.stages(cancel);
    if (!stages.ok())
        return stages.error();
    report.warn((*stages)->warnings());
    const Result<ViewState> view = readView(options, *spec, **stages);
    if (!view.ok())
        return view.error();

    Result<OutputFile> file = OutputFile::open(options.text("--out"));
    if (!file.ok())
        return file.error();
    const Result<QByteArray> bytes = render(*spec, (*stages)->parameters(), *view, *figure, *format, cancel);
    if (!bytes.ok())
        return bytes.error();
    const auto size = static_cast<std::size_t>(bytes->size());
    if (const Status written = file->write(std::string_view(bytes->constData(), size)); !written.ok())
        return written;
    return file->commit();
}

} // namespace

const Command kFigureCommand{"figure", "Draw a plot into a .png, .svg or .pdf file.", declare, run};

} // namespace phasor
