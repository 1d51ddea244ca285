// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/talk/handouts.h"

#include "export/figure.h"
#include "export/figurecommand.h"
#include "ui/forms/text.h"
#include "ui/shell/files/exports.h"
#include "ui/shell/files/questions.h"
#include "ui/shell/lessons/handout.h"
#include "ui/shell/lessons/lessonrun.h"
#include "ui/shell/lessons/lessons.h"
#include "ui/shell/talk/bookmarks.h"

#include <QFileInfo>

#include <future>

namespace phasor {

namespace {

// Runs f on the GUI thread and waits for it, but not longer than its job lives.
template <typename T> Result<T> onGuiThread(const std::function<Result<T>()>& f)
{
    const auto promised = std::make_shared<std::promise<Result<T>>>();
    std::future<Result<T>> result = promised->get_future();
    QMetaObject::invokeMethod(
        qApp, [promised, f] { promised->set_value(guarded(f)); }, Qt::QueuedConnection);
    while (result.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
        if (cancelled())
            return cancelledError();
    }
    return result.get();
}

// A figure whose widget is made, painted and deleted on the GUI thread, and computed on this one.
Result<QByteArray> drawn(const LessonView& view, const Scene& scene, const FigureOptions& options, PipelineCache& cache)
{
    TRY(const FigureMakerPtr maker, onGuiThread<FigureMakerPtr>([view, scene, options]() -> Result<FigureMakerPtr> {
            TRY(std::unique_ptr<FigureMaker> made,
                FigureMaker::make(*view.spec, scene, view.state, options, FigureFormat::Svg));
            return FigureMakerPtr(made.release(), [](FigureMaker* maker) {
                QMetaObject::invokeMethod(
                    qApp, [maker] { delete maker; }, Qt::QueuedConnection);
            });
        }));
    TRY(const SnapshotPtr snapshot, computed(maker->request(), cache));
    return onGuiThread<QByteArray>([maker, snapshot] { return maker->paint(*snapshot); });
}

// The commands of figures that no lesson has words for.
Status addCommands(OpenedLesson& steps, PipelineCache& cache)
{
    for (StepSetups& step : steps.steps) {
        const Scene& scene = step.before->document.scene;
        TRY(const PipelinePtr a, Pipeline::make(scene.a, cache, currentCancel()));
        for (LessonView& view : step.before->views)
            view.command = figureCommand(*view.spec, scene, view.state, *a, {}).substr(std::size("phasor") - 1);
    }
    return Done{};
}

void askAndWriteHandout(const WindowContext& context, const Lessons& lessons, bool teacher)
{
    const QString name = lessons.run() != nullptr ? qs(lessons.run()->lesson().id) : Shell::tr("handout");
    const QString path
        = askWhereToSave(context.window, Shell::tr("Handout"), name + u".html"_s, Shell::tr("HTML (*.html)"));
    if (!path.isEmpty())
        writeHandout(context, lessons, teacher, path);
}

} // namespace

void writeHandout(const WindowContext& context, const Lessons& lessons, bool teacher, const QString& path)
{
    const LessonRun* run = lessons.run();
    OpenedLesson opened = run != nullptr ? run->opened() : lessonOf(*context.store.bookmarks());
    if (run == nullptr)
        opened.lesson.title = utf8(QFileInfo(path).completeBaseName());
    exportFile(context, path, Shell::tr("wrote %1").arg(path), true,
               [opened, teacher, isLesson = run != nullptr,
                cache = context.cache()](const std::string& name, const Runner::Progress& progress) mutable -> Status {
                   if (!isLesson)
                       TRY_DONE(addCommands(opened, *cache));
                   TRY(const std::string html,
                       handoutOf(opened, {.answers = teacher, .teacher = teacher}, *cache, currentCancel(), progress,
                                 [&cache](const LessonView& view, const Scene& scene, const FigureOptions& options) {
                                     return drawn(view, scene, options, *cache);
                                 }));
                   return writeFile(name, html);
               });
}

std::vector<Action> handoutActions(const WindowContext& context, const Lessons& lessons)
{
    const auto any = [&context, &lessons] {
        return lessons.run() != nullptr || !context.store.bookmarks()->empty();
    };
    const QString none = Shell::tr("Open a lesson, or bookmark something first.");
    const auto write = std::bind_front(askAndWriteHandout, std::cref(context), std::cref(lessons));
    return {command(u"students"_s, Shell::tr("For &students…"), std::bind_front(write, false),
                    {.startsJob = true, .enabled = any, .otherwise = none}),
            command(u"teachers"_s, Shell::tr("For &teachers…"), std::bind_front(write, true),
                    {.statusTip = Shell::tr("With answers, and with what lessons tell teachers only"),
                     .startsJob = true,
                     .enabled = any,
                     .otherwise = none})};
}

} // namespace phasor
