// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "headlessqt.h"
#include "options/options.h"
#include "options/viewchoice.h"
#include "report.h"

#include "export/figure.h"
#include "files/outputfile.h"
#include "session/trainings.h"

#include <QApplication>

#include <memory>

namespace phasor {

namespace {

constexpr const char* kFormats = "png, svg, pdf";

void declareFigure(Options& options)
{
    options.addParameters();
    options.addSecond();
    options.add("--view", "ID", "Which view: " + plotNames() + ".", true);
    addOutput(options, kFormats);
    addFigure(options);
}

// The file name with `{d_model}` and the like replaced by this sweep member's values.
std::string nameOf(std::string name, const Options& options)
{
    for (const auto& [key, value] : options.swept()) {
        const std::string mark = "{" + key + "}";
        for (std::size_t at = name.find(mark); at != std::string::npos; at = name.find(mark, at + value.size()))
            name.replace(at, mark.size(), value);
    }
    return name;
}

// Every swept parameter must be in the file name, otherwise figures would overwrite each other.
Status checkNames(const std::vector<Options>& all, const std::string& out)
{
    for (const auto& [key, value] : all.front().swept()) {
        if (out.find("{" + key + "}") == std::string::npos)
            return usageError("CONFLICT", "--out", WORDS("%1 figures would have the same name").with(all.size()),
                              WORDS("write %1 where the value belongs").with("{" + key + "}"));
    }
    return Done{};
}

Status draw(const Options& options, const PlotSpec& spec, FigureFormat format, const FigureOptions& figure,
            Report& report, const CancelToken& cancel)
{
    TRY(const Document start, options.start(report));
    PipelineCache cache;
    readTrainings(start.trainings, *cache.lasting<TrainingBook>());
    TRY(const Scene scene, options.scene(start, cache.files(), report));
    TRY(const Pipelines pipelines, Pipelines::make(scene, cache, cancel));
    report.warn(pipelines.a->warnings());
    if (pipelines.b)
        report.warn(pipelines.b->warnings(), Side::B);
    TRY(const ViewState view, readView(options, spec, *pipelines.a, start.view));
    TRY(const std::unique_ptr<FigureMaker> maker, FigureMaker::make(spec, scene, view, figure, format));
    const QStringList leftOut = maker->leftOut();
    TRY_DONE(report.mayWrite());

    TRY(OutputFile file, openOutput(nameOf(options.text("--out"), options)));
    const Progress progress("drawing " + file.path(), report);
    TRY(const QByteArray bytes, renderFigure(*maker, cache, cancel));
    if (options.given("--size") && !leftOut.isEmpty()) // of a view that does not apply, only the error is said
        report.warn(
            WORDS("%1: there is no room for %2; use a larger size, or choose with %3")
                .with(Message::option("--size"), leftOut.join(u", ").toStdString(), Message::option("--panels")));
    TRY_DONE(report.mayWrite());
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
    TRY(const FigureOptions figure, readFigure(options));
    const std::vector<Options> all = options.sweep();
    warnOfOtherViews(options, *spec, spec->id == "training", report);
    TRY_DONE(checkNames(all, options.text("--out")));
    TRY(const std::unique_ptr<QApplication> qt, headlessQt());
    for (const Options& one : all)
        TRY_DONE(draw(one, *spec, format, figure, report, cancel));
    return Done{};
}

} // namespace

const Command kFigureCommand{
    "figure",
    "Draw a view into a .png, .svg or .pdf file. If a parameter is a list separated by commas, each value gives a "
    "figure; write {d_model} and the like in the file name.",
    "phasor figure --view ratio --d-model 256 --out ratio.pdf\n"
    "phasor figure --view heatmap --d-model 64,128 --size 85x60mm --out 'pe-{d_model}.png'\n"
    "phasor figure --preset annotated-transformer --view curves --out - --format svg > curves.svg\n",
    declareFigure, runFigure};

} // namespace phasor
