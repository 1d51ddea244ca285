// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/lessons/lessons.h"

#include "export/figure.h"
#include "inputs/inputfile.h"
#include "pipeline/parameters/parameterspec.h"
#include "ui/forms/text.h"
#include "ui/shell/files/exports.h"
#include "ui/shell/files/files.h"
#include "ui/shell/lessons/lessonrun.h"
#include "ui/shell/pages/thumbnails.h"
#include "ui/shell/talk/talk.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>

#include <filesystem>

namespace phasor {

// Markdown of a text that has no markup.
static QString escaped(const std::string& text)
{
    static const QRegularExpression kMarks(u"([\\\\`*_{\\[<&#~])"_s);
    return qs(text).replace(kMarks, u"\\\\1"_s);
}

// Quoted options in lines: each view begins one, and long ones are broken before an option.
static QString inLines(const std::string& options)
{
    static const QRegularExpression kOption(u"(--[a-z0-9-]+)( (?!--)([^ '\\\\]|\\\\.|'[^']*')+)?"_s);
    constexpr qsizetype kLine = 100; // characters, if it can be broken
    QStringList lines;
    for (const QRegularExpressionMatch& option : kOption.globalMatch(qs(options))) {
        if (lines.isEmpty() || option.captured(1) == u"--view"
            || lines.back().size() + option.capturedLength() >= kLine)
            lines << option.captured();
        else
            lines.back() += u' ' + option.captured();
    }
    return lines.join(u'\n');
}

// Names the file of a setting as a lesson in `folder` does. One outside of it is left out, and listed in `missing`.
template <typename W>
static void nameFile(const Setting<W>& setting, W& whole, const std::filesystem::path& folder, QStringList& missing)
{
    const ParameterValue value = setting.get(whole);
    const auto* text = std::get_if<std::string>(&value);
    const std::size_t name = text != nullptr ? fileNameIn(setting.option(), *text) : 0;
    if (text == nullptr || name == text->size())
        return;
    std::error_code ignored;
    const std::string inside = std::filesystem::proximate(text->substr(name), folder, ignored).string();
    const bool outside = inside.starts_with("..") || inside.starts_with('/');
    if (outside)
        missing << Shell::tr("%1, which is not in its folder").arg(qs(text->substr(name)));
    setting.set(whole, outside ? setting.standard() : text->substr(0, name) + inside);
}

// A step as Markdown: its title, the sentence, and its block. `missing`: what no option says.
static Result<std::string> textOf(const Document& step, const QString& sentence, const std::string& folder,
                                  PipelineCache& cache, QStringList& missing)
{
    TRY(const PipelinePtr a, Pipeline::make(step.scene.a, cache, currentCancel()));
    Scene scene = step.scene;
    ViewState view = step.view;
    for (Parameters* setup : {&scene.a, scene.b ? &*scene.b : &scene.a}) {
        for (const ParameterSpec* spec : specsOf(*setup))
            nameFile(*spec, *setup, folder, missing);
    }
    for (const TrainingParameter& parameter : trainingParameters())
        nameFile(parameter, view.training.settings, folder, missing);
    std::vector<BoardCell> cells;
    NodeId stage = ViewState().node; // that views have without --stage
    for (int i = 0; i < view.board.size(); ++i) {
        const BoardCell& cell = view.board.cell(i);
        cells.push_back({.view = cell.view, .options = cell.options, .stage = cell.stage});
        if (findPlot(cell.view)->takesOption("stage") && view.seenFrom(i).node != stage)
            stage.clear(); // then each view says its own
    }
    std::string options = setupOptions(scene);
    ViewState known;
    for (int i = 0; i < view.board.size(); ++i) {
        const PlotSpec& plot = *findPlot(cells[static_cast<std::size_t>(i)].view);
        known.node = stage;
        options.append(" --view ").append(plot.id) += optionsAsShown(plot, scene, view.seenFrom(i), *a, known);
    }
    options += selectionOptions(view, *a, known);
    if (!view.board.isArrangedAs(Board(cells, true)))
        missing << Shell::tr("places and sizes of the views");
    QString fence = u"```"_s;
    while (options.find(utf8(fence)) != std::string::npos)
        fence += u'`';
    QString text = u"\n## "_s + escaped(step.title) + u"\n\n"_s;
    if (!sentence.isEmpty())
        text += (sentence.startsWith(u'#') ? u"\\"_s : QString()) + sentence + u"\n\n"_s;
    return utf8(text + fence + u"phasor\n"_s + inLines(options) + u'\n' + fence + u'\n');
}

// Writes `before` and these steps; nothing: the file as it is then. `done` follows after success.
static void write(const WindowContext& context, const std::string& path, const std::optional<std::string>& before,
                  const std::vector<Document>& steps, const QString& sentence, const std::function<void()>& done)
{
    const QString name = QFile::decodeName(path.c_str());
    runJob<QStringList>(context,
                        {.title = Shell::tr("writing %1").arg(QFileInfo(name).fileName()),
                         .writes = true,
                         .work = [=, cache = context.cache()](const Runner::Progress&) -> Result<QStringList> {
                             std::string text = before.value_or(std::string());
                             if (!before) {
                                 TRY(text, contentsOf(path, kLargestLesson));
                                 text += text.ends_with('\n') ? "" : "\n";
                             }
                             QStringList missing;
                             const std::string folder = std::filesystem::path(path).parent_path().string();
                             for (const Document& step : steps) {
                                 TRY(const std::string one, textOf(step, sentence, folder, *cache, missing));
                                 text += one;
                             }
                             if (text.size() > kLargestLesson)
                                 return Error{.kind = ErrorKind::Output,
                                              .code = "SIZE",
                                              .where = quotedPlace(path),
                                              .what = WORDS("the lesson would be larger than 1 MB"),
                                              .remedy = WORDS("begin another one")};
                             TRY_DONE(writeFile(path, text));
                             missing.removeDuplicates();
                             return missing;
                         },
                         .done =
                             [&context, name, done](const QStringList& missing) {
                                 done();
                                 if (missing.isEmpty())
                                     context.inform(Shell::tr("wrote %1").arg(name));
                                 else
                                     context.warn(
                                         Shell::tr("wrote %1; a step can't keep %2").arg(name, missing.join(u", "_s)));
                             },
                         .cancelled = Shell::tr("Canceled. %1 is unchanged.").arg(name)});
}

static void askAndWrite(const WindowContext& context, Lessons& lessons)
{
    const QString folder = QFile::decodeName(lessons.shelf().folder.c_str());
    if (!folder.isEmpty())
        QDir().mkpath(folder); // the dialog shows no other
    const QString path
        = askWhereToSave(context.window, Shell::tr("New lesson"), QDir(folder).filePath(Shell::tr("lesson") + u".md"_s),
                         Shell::tr("Lessons (*.md)"));
    if (QFileInfo(path).absolutePath() != QFileInfo(folder).absoluteFilePath())
        QDir().rmdir(folder); // if it is empty
    if (!path.isEmpty())
        writeLesson(context, lessons, path);
}

static void askAndAdd(const WindowContext& context, Lessons& lessons)
{
    auto* dialog = named(u"step-dialog"_s, new QDialog(context.window));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(
        Shell::tr("Add a step to %1").arg(QFileInfo(QFile::decodeName(lessons.ownFile().c_str())).fileName()));
    Document step = stepOf(context.store);
    auto* title = named(u"step-title"_s, new QLineEdit(qs(step.title), dialog));
    auto* sentence = named(u"step-sentence"_s, new QLineEdit(dialog));
    sentence->setMinimumWidth(sentence->fontMetrics().averageCharWidth() * 60);
    sentence->setPlaceholderText(Shell::tr("Markdown; {ratio:.3} is a number of the setup"));
    auto* form = new QFormLayout(dialog);
    form->addRow(Shell::tr("Title"), title);
    form->addRow(Shell::tr("Sentence"), sentence);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, dialog);
    QPushButton* add = buttons->addButton(Shell::tr("Add"), QDialogButtonBox::AcceptRole);
    add->setDefault(true);
    form->addRow(buttons);
    QObject::connect(title, &QLineEdit::textChanged, add,
                     [add](const QString& text) { add->setEnabled(!text.trimmed().isEmpty()); });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, [=, &context, &lessons]() mutable {
        step.title = utf8(title->text().simplified());
        addStep(context, lessons, step, sentence->text().simplified());
        dialog->accept();
    });
    dialog->open();
}

// The commands of figures that no lesson has words for.
static Status addCommands(OpenedLesson& steps, PipelineCache& cache)
{
    for (StepSetups& step : steps.steps) {
        const Scene& scene = step.before->document.scene;
        TRY(const PipelinePtr a, Pipeline::make(scene.a, cache, currentCancel()));
        for (LessonView& view : step.before->views)
            view.command = figureCommand(*view.spec, scene, view.state, *a, {}).substr(std::size("phasor") - 1);
    }
    return Done{};
}

static void askAndWriteHandout(const WindowContext& context, const Lessons& lessons, bool teacher)
{
    const QString name = lessons.run() != nullptr ? qs(lessons.run()->lesson().id) : Shell::tr("handout");
    const QString path
        = askWhereToSave(context.window, Shell::tr("Handout"), name + u".html"_s, Shell::tr("HTML (*.html)"));
    if (!path.isEmpty())
        writeHandout(context, lessons, teacher, path);
}

void writeLesson(const WindowContext& context, Lessons& lessons, const QString& path)
{
    if (!path.endsWith(u".md"_s))
        return context.fail(Shell::tr("%1: the name of a lesson ends in .md").arg(path));
    std::vector<Document> steps = *context.store.bookmarks();
    if (steps.empty())
        steps.push_back(stepOf(context.store));
    const std::string name = QFile::encodeName(path).toStdString();
    write(context, name, "---\ntitle: " + utf8(QFileInfo(path).completeBaseName().simplified()) + "\n---\n", steps, {},
          [&lessons, name] { lessons.open(name, 0); });
}

void addStep(const WindowContext& context, Lessons& lessons, const Document& step, const QString& sentence)
{
    const std::string path = lessons.ownFile();
    write(context, path, {}, {step}, sentence, [&lessons, path] { lessons.showAdded(path); });
}

Action newLessonAction(const WindowContext& context, Lessons& lessons)
{
    return command(u"new-lesson"_s, Shell::tr("New &lesson…"), [&] { askAndWrite(context, lessons); },
                   {.statusTip = Shell::tr("Writes the bookmarks, or what is shown, as a lesson"),
                    .lineAbove = true,
                    .startsJob = true});
}

Action addStepAction(const WindowContext& context, Lessons& lessons)
{
    return command(u"add-step"_s, Shell::tr("Add this as a ste&p…"), [&] { askAndAdd(context, lessons); },
                   {.statusTip = Shell::tr("Appends the setup and its views to your lesson, with a sentence"),
                    .startsJob = true,
                    .enabled = [&] { return !lessons.ownFile().empty(); },
                    .otherwise = Shell::tr("Make a lesson with New lesson, or open one of your own.")});
}

void writeHandout(const WindowContext& context, const Lessons& lessons, bool teacher, const QString& path)
{
    const LessonRun* run = lessons.run();
    OpenedLesson opened = run != nullptr ? run->opened() : lessonOf(*context.store.bookmarks());
    if (run == nullptr)
        opened.lesson.title = utf8(QFileInfo(path).completeBaseName());
    exportFile(
        context, path, Shell::tr("wrote %1").arg(path), true,
        [&context, opened, teacher, isLesson = run != nullptr,
         cache = context.cache()](const std::string& name, const Runner::Progress& progress) mutable -> Status {
            if (!isLesson)
                TRY_DONE(addCommands(opened, *cache));
            TRY(const std::string html,
                handoutOf(opened, {.answers = teacher, .teacher = teacher}, *cache, currentCancel(), progress,
                          [&context](const LessonView& view, const Scene& scene, const FigureOptions& options) {
                              return paintedFigure(context, {view.spec, scene, view.state}, options, FigureFormat::Svg);
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
