// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options/options.h"
#include "options/viewchoice.h"
#include "report.h"

#include "export/figure.h"
#include "files/outputfile.h"
#include "session/trainings.h"
#include "system/memory.h"

#include <QApplication>
#include <QHashFunctions>
#include <QLibrary>
#include <QLoggingCategory>

#include <clocale>
#include <filesystem>
#include <memory>
#include <new>

namespace phasor {

namespace {

constexpr const char* kFormats = "png, svg, pdf";
constexpr std::size_t kBeforeView = 2; // number of figure settings that the help lists before the view's

void declareFigure(Options& options)
{
    options.addParameters();
    options.addSecond();
    options.add("--view", "ID", "Which view: " + plotNames() + ".", true);
    addOutput(options, kFormats);
    options.add("--size", "WxH", "Width and height: 3.5x2.6in (in, mm, cm, pt, px).");
    for (const Setting<FigureOptions>& setting : figureSettings().first(kBeforeView))
        options.add(setting);
    addView(options);
    for (const Setting<FigureOptions>& setting : figureSettings().subspan(kBeforeView))
        options.add(setting);
}

Result<FigureOptions> readFigureOptions(const Options& options)
{
    FigureOptions figure;
    TRY_DONE(options.read(figureSettings(), figure));
    if (options.given("--size")) {
        TRY(figure.sizeInches,
            parseFigureSize(QString::fromStdString(options.text("--size")), figure.dpiOf(FigureFormat::Png)));
    }
    if (figure.noTitle && figure.title)
        return usageError("CONFLICT", "--no-title", WORDS("contradicts %1").with(Message::option("--title")),
                          WORDS("use one of them"));
    return figure;
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
    TRY_DONE(report.mayWrite());

    TRY(OutputFile file, openOutput(nameOf(options.text("--out"), options)));
    const Progress progress("drawing " + file.path(), report);
    TRY(const QByteArray bytes, renderFigure(spec, scene, view, figure, format, cache, cancel));
    TRY_DONE(file.write(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    TRY_DONE(file.commit());
    reportOutput(file, report);
    return Done{};
}

constexpr ByteCount kMemory = 32 << 20; // for Qt, its fonts and a small figure

// Environment variables that change figures, or stop Qt if what they name is missing, or at a warning: without
// XDG_RUNTIME_DIR Qt has one.
constexpr const char* kOthers[] = {"QT_FATAL_WARNINGS",
                                   "QT_FATAL_CRITICALS",
                                   "QT_QPA_PLATFORMTHEME",
                                   "QT_STYLE_OVERRIDE",
                                   "QT_SCALE_FACTOR",
                                   "QT_SCREEN_SCALE_FACTORS",
                                   "QT_AUTO_SCREEN_SCALE_FACTOR",
                                   "QT_ENABLE_HIGHDPI_SCALING",
                                   "QT_USE_PHYSICAL_DPI",
                                   "QT_FONT_DPI",
                                   "QT_QPA_FONTDIR",
                                   "QT_QPA_OFFSCREEN_NO_GLX",
                                   "XDG_CURRENT_DESKTOP",
                                   "KDE_FULL_SESSION",
                                   "GNOME_DESKTOP_SESSION_ID",
                                   "DESKTOP_SESSION"};

bool hasFontConfiguration()
{
    const QByteArray file = qgetenv("FONTCONFIG_FILE");
    const QByteArray folder = qgetenv("FONTCONFIG_PATH");
    std::error_code ignored;
    return std::filesystem::exists(
        (!file.isEmpty() ? file : (folder.isEmpty() ? QByteArray("/etc/fonts") : folder) + "/fonts.conf").toStdString(),
        ignored);
}

// Gives fontconfig an empty configuration if there is none, before Qt asks: otherwise fontconfig complains, or retries
// forever without memory. Found by name, since Qt has loaded the library and no headers are needed.
void provideFontConfiguration()
{
    QLibrary library(QStringLiteral("fontconfig"), 1);
    const auto make = reinterpret_cast<void* (*)()>(
        library.resolve(hasFontConfiguration() ? "FcInitLoadConfigAndFonts" : "FcConfigCreate"));
    const auto setCurrent = reinterpret_cast<int (*)(void*)>(library.resolve("FcConfigSetCurrent"));
    const auto letGo = reinterpret_cast<void (*)(void*)>(library.resolve("FcConfigDestroy"));
    if (make == nullptr || setCurrent == nullptr || letGo == nullptr)
        return;
    void* const configuration = make();
    if (configuration == nullptr || setCurrent(configuration) == 0)
        throw std::bad_alloc();
    letGo(configuration); // fontconfig now has a reference of its own, which Qt releases at its end
}

// Qt for figures: without display, desktop or desktop settings; the same on every machine, even without a font
// configuration. At most one at a time. Throws std::bad_alloc.
std::unique_ptr<QApplication> headlessQt()
{
    for (const char* name : kOthers)
        qunsetenv(name);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("LC_ALL", "C.UTF-8"); // Qt 6.8 warns if a locale is not installed
    qputenv("QT_NO_GLIB", "1"); // GLib ends the program when it is out of memory
    provideFontConfiguration();
    QHashSeed::setDeterministicGlobalSeed(); // QPdfWriter writes fonts in the order of a hash
    QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false\nqt.*.warning=false"));
    static int count = 1;
    static char name[] = "phasor";
    static char* arguments[] = {name, nullptr};
    auto application = std::make_unique<QApplication>(count, arguments);
    std::setlocale(LC_NUMERIC, "C"); // Qt has set the user's
    return application;
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
    TRY_DONE(requireMemory(kMemory, WORDS("a figure needs %1, %2 are available"),
                           WORDS("raise the limit (ulimit -v), or end other programs")));
    const std::unique_ptr<QApplication> qt = headlessQt();
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
