// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "headless.h"
#include "options/options.h"
#include "options/viewchoice.h"
#include "output.h"
#include "progress.h"
#include "report.h"

#include "export/figure.h"
#include "files/outputfile.h"
#include "text/numbers.h"

#include <memory>

namespace phasor {

namespace {

constexpr const char* kFormats = "png, svg, pdf";

QString textOf(const Options& options, const char* name)
{
    return QString::fromStdString(options.text(name));
}

void declareFigure(Options& options)
{
    options.addParameters();
    options.addSecond();
    options.add("--view", "ID", "Which plot: " + plotNames() + ".", true);
    addOutput(options, kFormats);
    options.add("--size", "WxH", "Width and height: 3.5x2.6in (in, mm, cm, pt, px).");
    options.add("--dpi", "N", "Dots per inch of bitmaps, 150 if not given.");
    options.add("--theme", "ID", "light, dark or projector; light if not given.");
    addView(options);
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

Result<FigureOptions> readFigureOptions(const Options& options)
{
    FigureOptions figure;
    if (options.given("--dpi")) {
        Result<double> dpi = parseReal(options.text("--dpi"));
        if (!dpi.ok() || !(*dpi >= 1) || !(*dpi <= 10000))
            return usageError("RANGE", "--dpi", WORDS("%1 is no resolution").with(inQuotes(options.text("--dpi"))),
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
                              WORDS("%1 is no size of type").with(inQuotes(options.text("--font-size"))),
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

Status runFigure(const Options& options, Report& report, const CancelToken& cancel)
{
    TRY(const PlotSpec* spec, plotOf(options));
    TRY(const std::string ending, outputFormat(options, kFormats));
    TRY(const FigureFormat format, figureFormatOf(QStringLiteral("x.") + QString::fromStdString(ending)));
    TRY(const FigureOptions figure, readFigureOptions(options));
    const std::vector<Options> all = options.sweep();
    warnOfOtherViews(options, *spec, report);
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
    declareFigure, runFigure};

} // namespace phasor
