// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/lessonsteps.h"

#include "options/options.h"
#include "report.h"

#include "text/words.h"

#include <CLI/CLI.hpp>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <filesystem>
#include <iterator>

namespace phasor {

namespace {

// Whether it is an option of the setups or of training, which all views of a step share.
bool isShared(const std::string& option)
{
    static CLI::App app;
    static const Options shared = [] {
        Options options(app);
        options.addParameters();
        options.addSecond();
        addTraining(options);
        return options;
    }();
    return shared.has(option);
}

// Sorts the options of a step: those that its views share into `setup`; returns those of each view, from "--view" on.
Result<std::vector<std::vector<std::string>>> splitOptions(const std::vector<OptionUnit>& units,
                                                           const std::string& folder, LessonSetup& setup)
{
    const std::vector<std::string> training = trainingOptions();
    std::vector<std::vector<std::string>> views;
    std::vector<std::string> before; // options of a view before the first --view: those of the training view
    for (const OptionUnit& unit : units) {
        TRY(const std::vector<std::string> texts, textsInside(unit, folder));
        if (unit.name == "--view")
            views.emplace_back();
        std::vector<std::string>& into = isShared(unit.name) ? setup.setup : views.empty() ? before : views.back();
        into.insert(into.end(), texts.begin(), texts.end());
        setup.trains = setup.trains || std::ranges::find(training, unit.name) != training.end();
    }
    const auto isTraining = [](const std::vector<std::string>& view) {
        return view.front() == "--view=training" || (view.size() > 1 && view[1] == "training");
    };
    if (setup.trains && std::ranges::none_of(views, isTraining))
        views.insert(views.begin(), {"--view", "training"});
    setup.trains = setup.trains || std::ranges::any_of(views, isTraining);
    if (views.empty()) // those of a preset
        views.emplace_back();
    views.front().insert(views.front().end(), before.begin(), before.end());
    return views;
}

// `words`: the view's own options. The first view also reads the setup. `board`: with the options that views begin
// with.
Result<LessonView> readView(const std::vector<std::string>& words, LessonSetup& into, Board& board,
                            PipelineCache& cache, Report& report)
{
    CLI::App app;
    app.set_help_flag();
    Options options(app);
    options.addParameters();
    options.addSecond();
    options.add("--view", "ID", "");
    addFigure(options);
    std::vector<std::string> all = into.setup;
    all.insert(all.end(), words.begin(), words.end());
    TRY_DONE(options.parse(all));
    if (into.views.empty()) {
        TRY(into.document, options.start(report));
        TRY(into.document.scene, options.scene(into.document, cache.files(), report));
        board = into.document.view.board;
    }
    into.document.view.board = board; // an option of a view belongs to one --view
    LessonView view{.spec = findPlot("heatmap"), .state = {}, .figure = nullptr, .words = words};
    if (options.given("--view")) {
        TRY(view.spec, plotOf(options));
    } else if (const std::vector<std::string> shown = into.document.view.board.shown(); !shown.empty()) {
        view.spec = findPlot(shown.front());
    }
    TRY(const Pipelines pipelines, Pipelines::make(into.document.scene, cache));
    warnOfOtherViews(options, *view.spec, true, report);
    TRY(FigureOptions figure, readFigure(options));
    view.figure = std::make_shared<const FigureOptions>(std::move(figure));
    TRY(view.state, readView(options, *view.spec, *pipelines.a, into.document.view));
    into.document.view = view.state;
    into.document.view.training.phase = TrainingChoice::Phase::Waiting;
    return view;
}

Result<LessonSetup> readSetup(const std::vector<OptionUnit>& units, const std::string& folder, PipelineCache& cache,
                              Report& report)
{
    LessonSetup setup;
    TRY(const auto views, splitOptions(units, folder, setup));
    Board board;
    std::vector<BoardCell> cells;
    for (const std::vector<std::string>& words : views) {
        TRY(LessonView view, readView(words, setup, board, cache, report));
        const std::string id(view.spec->id);
        const bool staged
            = std::ranges::any_of(words, [](const std::string& word) { return word.starts_with("--stage"); });
        if (!words.empty())
            cells.push_back(
                {.view = id, .options = view.state.board.of(id), .stage = staged ? view.state.node : NodeId()});
        setup.views.push_back(std::move(view));
    }
    if (!cells.empty()) // above each other: the guide takes the second column
        setup.document.view.board = Board(cells, true);
    setup.document.arranged = true;
    return setup;
}

// The place of a message: the option that it names, of several the one with its value, else the first word.
LessonWord placeOf(const std::string& text, const std::vector<OptionUnit>& units, std::int64_t line)
{
    if (units.empty())
        return {.text = {}, .line = line, .column = 1};
    const auto nearness = [&](const OptionUnit& unit) { // --dropout-seed holds --dropout
        const std::string& last = unit.words.back().text;
        return std::tuple(text.find(unit.name), -std::ssize(unit.name), text.find(last.substr(last.find('=') + 1)));
    };
    return std::ranges::min_element(units, {}, nearness)->words.front();
}

// Reads the setups of a lesson's steps, and tells the faults of their options.
class StepReader
{
public:
    StepReader(const std::string& folder, PipelineCache& cache)
        : m_folder(folder)
        , m_cache(cache)
    {
    }

    std::optional<LessonSetup> read(const std::vector<LessonWord>& words, std::int64_t line)
    {
        std::vector<OptionUnit> units = unitsOf(words);
        Report report;
        report.quiet = true;
        Result<LessonSetup> setup = readSetup(units, m_folder, m_cache, report);
        if (!setup.ok()) {
            while (!setup.ok() && addError(setup.error(), units, line)) // what is left without the wrong option
                setup = readSetup(units, m_folder, m_cache, report);
            return {};
        }
        std::vector<LessonWord> idle;
        for (const Message& warning : report.warnings()) {
            idle.push_back(placeOf(english(warning), units, line));
            add(idle.back(), warning, WORDS("leave it out"), m_warnings);
        }
        for (const OptionUnit& unit : units) {
            if (std::ranges::find(idle, unit.words.front()) == idle.end())
                m_useful.push_back(unit.words.front());
        }
        return std::move(*setup);
    }

    std::vector<Error> faults() const
    {
        std::vector<Error> faults = m_errors;
        std::ranges::copy_if(m_warnings, std::back_inserter(faults), [this](const Error& warning) {
            return std::ranges::none_of(m_useful, [&](const LessonWord& word) {
                return word.line == warning.line && word.column == warning.column;
            });
        });
        return faults;
    }

private:
    static void add(const LessonWord& at, const Message& what, const Message& remedy, std::vector<Error>& to)
    {
        const Error fault = lessonFault(at.line, at.column, what, remedy);
        if (std::ranges::find(to, fault) == to.end())
            to.push_back(fault);
    }

    // Takes the option that the error is about from `units`, a view with its options; false: it is about none, or there
    // are enough errors.
    bool addError(const Error& error, std::vector<OptionUnit>& units, std::int64_t line)
    {
        const std::string text = toString(error);
        const LessonWord at = placeOf(text, units, line);
        add(at, error.where.empty() ? error.what : WORDS("%1: %2").with(error.where, error.what), error.remedy,
            m_errors);
        const auto wrong = std::ranges::find_if(units, [&](const OptionUnit& unit) {
            return unit.words.front() == at && text.find(unit.name) != std::string::npos;
        });
        if (wrong == units.end() || m_errors.size() >= kMostErrors)
            return false;
        const auto isOther = [isView = wrong->name == "--view"](const OptionUnit& unit) {
            return !isView || unit.name == "--view" || isShared(unit.name);
        };
        units.erase(wrong, std::find_if(wrong + 1, units.end(), isOther));
        return true;
    }

    static constexpr std::size_t kMostErrors = 20;
    const std::string& m_folder;
    PipelineCache& m_cache;
    std::vector<Error> m_errors;
    std::vector<Error> m_warnings; // of an option in one setup; it may have an effect in another
    std::vector<LessonWord> m_useful; // options that had an effect
};

constexpr auto kBundled = ":/lessons/";

Result<std::string> contentsOf(const QString& path, const std::string& named)
{
    QFile file(path);
    const auto refused = [&](const char* code, const Message& what, const Message& remedy) {
        return Error{ErrorKind::Input, code, quotedPlace(named), what, remedy};
    };
    std::error_code ignored;
    if (!path.startsWith(QLatin1String(kBundled)) && std::filesystem::exists(named, ignored)
        && !std::filesystem::is_regular_file(named, ignored))
        return refused("NOTREGULAR", WORDS("is not a regular file"), WORDS("give a lesson, a Markdown file"));
    if (!file.open(QIODevice::ReadOnly))
        return refused("OPEN", Message::verbatim(file.errorString().toStdString()),
                       WORDS("check the name of the file"));
    const QByteArray text = file.read(static_cast<qint64>(kLargestLesson) + 1);
    if (file.error() != QFileDevice::NoError)
        return refused("READ", Message::verbatim(file.errorString().toStdString()), WORDS("check the disk"));
    return text.toStdString();
}

} // namespace

std::string lessonFolder()
{
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return QFile::encodeName(data + QStringLiteral("/phasor/lessons")).toStdString();
}

std::vector<std::string> lessonIds()
{
    std::vector<std::string> ids;
    QFile index(QString::fromLatin1(kBundled) + QStringLiteral("index.txt")); // the ids of Phasor's lessons, in order
    if (index.open(QIODevice::ReadOnly)) {
        for (const QByteArray& id : index.readAll().split('\n')) {
            if (!id.isEmpty())
                ids.push_back(id.toStdString());
        }
    }
    const QDir own(QFile::decodeName(lessonFolder().c_str()));
    for (const QString& name : own.entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name)) {
        if (const std::string id = name.chopped(3).toStdString(); std::ranges::find(ids, id) == ids.end())
            ids.push_back(id);
    }
    return ids;
}

static Result<LessonRead> readFile(const std::string& lesson)
{
    if (lesson.ends_with(".md")) {
        const std::filesystem::path file(lesson);
        TRY(const std::string text, contentsOf(QFile::decodeName(lesson.c_str()), lesson));
        return readLesson(text, file.stem().string(), file.has_parent_path() ? file.parent_path().string() : ".");
    }
    for (const std::string& folder : {std::string(), lessonFolder()}) { // Phasor's lessons have none
        const QString in = folder.empty() ? QString::fromLatin1(kBundled) : QFile::decodeName((folder + "/").c_str());
        const QString path = in + QFile::decodeName((lesson + ".md").c_str());
        if (lesson.find('/') != std::string::npos || !QFile::exists(path))
            continue;
        TRY(const std::string text, contentsOf(path, lesson));
        return readLesson(text, lesson, folder);
    }
    const std::vector<std::string> ids = lessonIds();
    return usageError("ENUM", Message::verbatim("lesson"), WORDS("%1 is unknown").with(inQuotes(lesson)),
                      didYouMean(lesson, std::vector<std::string_view>(ids.begin(), ids.end()),
                                 WORDS("use one of `phasor list lessons`, or a file NAME.md")));
}

Result<Lesson> readLessonFile(const std::string& lesson)
{
    TRY(LessonRead read, readFile(lesson));
    return std::move(read.lesson);
}

Result<OpenedLesson> openLesson(const std::string& lesson, PipelineCache& cache)
{
    TRY(LessonRead read, readFile(lesson));
    OpenedLesson opened{.lesson = std::move(read.lesson), .steps = {}, .faults = std::move(read.faults)};
    StepReader reader(opened.lesson.folder, cache);
    std::vector<LessonWord> words; // of the step before
    for (const LessonStep& step : opened.lesson.steps) {
        words = step.setup.value_or(words);
        const std::vector<LessonWord> act = step.act.value_or(std::vector<LessonWord>());
        StepSetups setups;
        setups.before = reader.read(words, step.line);
        words = joined(words, act);
        setups.after = reader.read(words, step.line);
        for (const OptionUnit& unit : unitsOf(act))
            setups.changed.push_back(unit.name);
        opened.steps.push_back(std::move(setups));
    }
    std::ranges::move(reader.faults(), std::back_inserter(opened.faults));
    sortByPlace(opened.faults);
    cache.forgetUnused(); // of the lesson before
    return opened;
}

} // namespace phasor
