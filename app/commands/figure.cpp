// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options/options.h"
#include "report.h"

#include "export/animation.h"
#include "session/play.h"
#include "system/outputfile.h"
#include "training/trainingbook.h"

namespace phasor {

namespace {

constexpr const char* kFormats = "png, svg, pdf";
constexpr const char* kPlayFormats = "gif, mp4, png";

void declareFigure(Options& options)
{
    options.addParameters();
    options.addSecond();
    options.add("--view", "ID", "Which view: " + plotNames() + ".", true);
    addOutput(options, std::string(kFormats) + "; with --play " + kPlayFormats);
    addFigure(options);
    for (const Setting<PlayOptions>& setting : playSettings())
        options.add(setting);
}

// The file name with `{d_model}` and the like replaced by the values of the parameters given.
std::string nameOf(std::string name, const Options& options)
{
    for (const ParameterSpec& spec : parameterSpecs()) {
        const std::string mark = "{" + spec.key() + "}";
        const std::string value = options.text(spec.option());
        for (std::size_t at = name.find(mark); options.given(spec.option()) && at != std::string::npos;
             at = name.find(mark, at + value.size()))
            name.replace(at, mark.size(), value);
    }
    return name;
}

// Every swept parameter must be in the file name, otherwise figures would overwrite each other.
Status checkNames(const Options::Sweep& all, const std::string& out)
{
    const Options first = all[0];
    for (const auto& [key, value] : first.swept()) {
        if (out.find("{" + key + "}") == std::string::npos)
            return usageError("CONFLICT", "--out", WORDS("%1 figures would have the same name").with(all.size()),
                              WORDS("write %1 where the value belongs").with("{" + key + "}"));
    }
    return Done{};
}

// What one figure, or one frame, is drawn of.
struct FigureSource
{
    const PlotSpec& spec;
    FigureOptions figure;
    Document start;
    PipelineCache& cache;
    Report& report;
    const CancelToken& cancel;
};

Result<Pipelines> pipelinesOf(const Scene& scene, const FigureSource& from)
{
    TRY(Pipelines pipelines, Pipelines::make(scene, from.cache, from.cancel));
    from.report.warn(pipelines.a->warnings());
    if (pipelines.b)
        from.report.warn(pipelines.b->warnings(), Side::B);
    return pipelines;
}

Result<std::unique_ptr<FigureMaker>> makerOf(const Options& options, FigureFormat format, const FigureSource& from,
                                             const std::function<void(ViewState&)>& change = {})
{
    TRY(const Scene scene, options.scene(from.start, from.cache.files(), from.report));
    TRY(const Pipelines pipelines, pipelinesOf(scene, from));
    TRY(ViewState view, readView(options, from.spec, *pipelines.a, from.start.view));
    if (change)
        change(view);
    TRY(std::unique_ptr<FigureMaker> maker, FigureMaker::make(from.spec, scene, view, from.figure, format));
    TRY_DONE(from.report.mayWrite());
    return maker;
}

void warnOfRoom(const QStringList& leftOut, const Options& options, Report& report)
{
    if (options.given("--size") && !leftOut.isEmpty())
        report.warn(
            WORDS("%1: there is no room for %2; use a larger size, or choose with %3")
                .with(Message::option("--size"), leftOut.join(u", ").toStdString(), Message::option("--panels")));
}

Status draw(const Options& options, FigureFormat format, const FigureSource& from)
{
    TRY(const std::unique_ptr<FigureMaker> maker, makerOf(options, format, from));
    TRY(OutputFile file, openOutput(nameOf(options.text("--out"), options)));
    const Progress progress("drawing " + file.path(), from.report);
    TRY(const QByteArray bytes, renderFigure(*maker, from.cache, from.cancel));
    warnOfRoom(maker->leftOut(), options, from.report);
    TRY_DONE(from.report.mayWrite());
    return writeOutput(file, {bytes.constData(), static_cast<std::size_t>(bytes.size())}, from.report);
}

// The picture of one value of a play. `inView`: the play's setting if it is none of the parameters.
Result<FigurePicture> frameOf(const Options& options, const Play& play, const Setting<ViewState>* inView,
                              const ParameterValue& value, const FigureSource& from)
{
    TRY(const std::unique_ptr<FigureMaker> maker,
        inView != nullptr
            ? makerOf(options, FigureFormat::Png, from, [&](ViewState& view) { inView->set(view, value); })
            : makerOf(options.with(play.spec.option(), printValue(value)), FigureFormat::Png, from));
    const SnapshotPtr snapshot = compute(maker->request(), nullptr, from.cache, from.cancel);
    if (from.cancel.cancelled())
        return cancelledError();
    TRY(FigurePicture picture, maker->paintPicture(*snapshot));
    warnOfRoom(maker->leftOut(), options, from.report);
    TRY_DONE(from.report.mayWrite());
    from.cache.forgetUnused();
    return picture;
}

Status animate(const Options& options, AnimationFormat format, const PlayOptions& wanted, const FigureSource& from)
{
    TRY(const Scene scene, options.scene(from.start, from.cache.files(), from.report));
    TRY(const Play play, Play::read(wanted.play, scene.a));
    const Setting<ViewState>* inView = findSetting(playedInViews(), play.spec.id);
    if (findParameter(play.spec.id, scene.a) != nullptr)
        inView = nullptr;
    else if (play.spec.id == "at" ? !from.spec.takesOption("at") : from.spec.id != "training")
        return usageError("CONFLICT", "--play", WORDS("%1 is not part of the view %2").with(play.spec.id, from.spec.id),
                          WORDS("use a parameter, such as base=100:10000"));
    const std::string path = nameOf(options.text("--out"), options);
    TRY_DONE(checkFigure(from.figure));
    TRY(const std::unique_ptr<Animation> animation, Animation::make(path, format, wanted));
    Progress progress("drawing " + path, from.report);
    std::optional<ParameterValue> drawn;
    FigurePicture frame;
    while (const std::optional<double> share = animation->next()) {
        const ParameterValue value = play.value(*share);
        if (drawn != value) {
            TRY(frame, frameOf(options, play, inView, value, from));
        }
        drawn = value;
        TRY_DONE(animation->take(frame));
        progress.set(animation->done());
        if (from.cancel.cancelled())
            return cancelledError();
    }
    return animation->commit();
}

Status runFigure(const Options& options, Report& report, const CancelToken& cancel)
{
    TRY(const PlotSpec* spec, plotOf(options));
    PlayOptions play;
    TRY_DONE(options.read(playSettings(), play));
    const bool still = play.play.empty();
    TRY(const std::string ending, outputFormat(options, still ? kFormats : kPlayFormats));
    TRY(const FigureOptions figure, readFigure(options));
    const Options::Sweep all = options.sweep();
    warnOfOtherViews(options, *spec, spec->id == "training", report);
    for (const Setting<PlayOptions>& setting : playSettings()) {
        if (still && options.given(setting.option()))
            report.warn(WORDS("%1 has no effect without %2")
                            .with(Message::option(setting.option()), Message::option("--play")));
    }
    TRY_DONE(checkNames(all, options.text("--out")));
    TRY(const HeadlessQt qt, headlessQt());
    const QString name = QStringLiteral("x.") + QString::fromStdString(ending);
    const auto drawEach = [&](const std::function<Status(const Options&, const FigureSource&)>& drawOne) -> Status {
        for (std::int64_t i = 0; i < all.size(); ++i) {
            if (cancel.cancelled())
                return cancelledError();
            const Options one = all[i];
            PipelineCache cache;
            TRY(Document start, one.start(report));
            readTrainings(start.trainings, *cache.lasting<TrainingBook>());
            TRY_DONE(drawOne(one, {*spec, figure, std::move(start), cache, report, cancel}));
        }
        return Done{}; // also after a signal that came when the last one had been written
    };
    const auto check = [](const Options& one, const FigureSource& from) -> Status {
        TRY(const Scene scene, one.scene(from.start, from.cache.files(), from.report));
        TRY_DONE(pipelinesOf(scene, from));
        return from.report.mayWrite();
    };
    if (all.size() > 1) // a wrong value, or a warning with --strict, is said before the first figure
        TRY_DONE(drawEach(check));
    return drawEach([&](const Options& one, const FigureSource& from) -> Status {
        if (!still)
            return animate(one, *animationFormatOf(name), play, from);
        TRY(const FigureFormat format, figureFormatOf(name));
        return draw(one, format, from);
    });
}

} // namespace

const Command kFigureCommand{
    "figure",
    "Draw a view into a .png, .svg or .pdf file, or animate a parameter into a .gif, an .mp4 or numbered .png files. "
    "Each frame is the figure of its value: axes and colors have one scale where --range fixes it, else each frame's "
    "own. If a parameter is a list separated by commas, each value gives a figure; write {d_model} and the like in the "
    "file name.",
    "phasor figure --view ratio --d-model 256 --out ratio.pdf\n"
    "phasor figure --view heatmap --d-model 64,128 --size 85x60mm --out 'pe-{d_model}.png'\n"
    "phasor figure --preset annotated-transformer --view curves --out - --format svg > curves.svg\n"
    "phasor figure --view heatmap --play base=100:10000 --bounce --out base.gif\n",
    declareFigure, runFigure};

} // namespace phasor
