// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options/lessonsteps.h"
#include "options/options.h"
#include "report.h"

#include "lessons/values.h"
#include "ui/shell/lessons/openedlesson.h"

namespace phasor {

static void declareLesson(Options& options)
{
    options.add("LESSON", "", "Which lesson: one of `phasor list lessons`, or a file that ends in .md.", true);
    options.add("--step", "N", "Open this step, or write only this one. If not given, the first one opens.");
    options.addFlag("--check", "Say what is wrong in the file, and open nothing. Nothing is trained.");
    options.add("--out", "FILE.html", "Write a handout: one HTML file. Standard output is -.");
    options.addFlag("--no-answers", "The handout without answers.");
}

// From 0; nothing: not given. Error: the lesson has no such step.
static Result<std::optional<std::size_t>> stepOf(const Options& options, const Lesson& lesson)
{
    if (!options.given("--step"))
        return std::optional<std::size_t>();
    const Result<std::int64_t> step = parseInteger(options.text("--step"));
    if (!step.ok() || *step < 1 || *step > std::ssize(lesson.steps))
        return usageError("RANGE", "--step",
                          WORDS("%1 is not a step of this lesson").with(inQuotes(options.text("--step"))),
                          WORDS("use 1 to %1").with(lesson.steps.size()));
    return std::optional(static_cast<std::size_t>(*step - 1));
}

// Where the step has an option; nothing: it has none of its own.
static std::optional<LessonWord> placeOf(const LessonStep& step, const std::string& option)
{
    for (const auto& words : {step.act, step.setup}) {
        for (const LessonWord& word : words.value_or(std::vector<LessonWord>())) {
            if (word.text == option || word.text.starts_with(option + '='))
                return word;
        }
    }
    return std::nullopt;
}

// What only a drawn view finds wrong: a panel that it does not have.
static void checkPanels(const LessonStep& step, const StepSetups& setups, std::vector<Error>& faults)
{
    const std::optional<LessonWord> at = placeOf(step, "--panels");
    for (const auto* setup : {&setups.before, &setups.after}) {
        if (!at || !setup->has_value())
            continue;
        for (const LessonView& view : (*setup)->views) {
            const auto drawn
                = FigureMaker::make(*view.spec, (*setup)->document.scene, view.state, *view.figure, FigureFormat::Svg);
            if (!drawn.ok())
                return faults.push_back(lessonFault(at->line, at->column, drawn.error().what, drawn.error().remedy));
        }
    }
}

// Faults of a step's conditions and numbers.
static Status checkStep(const LessonStep& step, const StepSetups& setups, PipelineCache& cache,
                        const CancelToken& cancel, std::vector<Error>& faults)
{
    std::vector<LessonValues> looks; // none: the options are wrong
    for (const auto* setup : {&setups.before, &setups.after}) {
        if (!setups.before || !setups.after)
            break;
        const Result<LessonValues> look
            = valuesOf(step, (*setup)->document.scene, (*setup)->training(), false, cache, cancel);
        if (!look.ok() && look.error().kind == ErrorKind::Cancelled)
            return look.error();
        if (!look.ok()) {
            const LessonWord at
                = placeOf(step, "--vary").value_or(LessonWord{.text = {}, .line = step.line, .column = 1});
            faults.push_back(lessonFault(at.line, at.column, look.error().what, look.error().remedy));
            return Done{};
        }
        looks.push_back(*look);
    }
    if (!looks.empty())
        std::ranges::move(faultsOf(step.until, looks.front(), looks.back()), std::back_inserter(faults));
    for (const Condition& condition : looks.empty() ? step.until : std::vector<Condition>()) {
        if (const auto fault = faultOf(condition, LessonValues()))
            faults.push_back(*fault);
    }
    for (const LessonWord& key : step.keys) {
        if (const auto fault = faultOf(key, looks))
            faults.push_back(*fault);
    }
    return Done{};
}

constexpr std::size_t kMostFaults = 20;

static Status check(const std::string& file, OpenedLesson& opened, PipelineCache& cache, Report& report,
                    const CancelToken& cancel)
{
    TRY(const HeadlessQt qt, headlessQt());
    for (std::size_t i = 0; i < opened.steps.size(); ++i) {
        checkPanels(opened.lesson.steps[i], opened.steps[i], opened.faults);
        TRY_DONE(checkStep(opened.lesson.steps[i], opened.steps[i], cache, cancel, opened.faults));
    }
    sortByPlace(opened.faults);
    for (Error fault : std::span(opened.faults).first(std::min(kMostFaults, opened.faults.size()))) {
        fault.where = inQuotes(file) == '"' + file + '"' ? Message::verbatim(file) : quotedPlace(file);
        report.fault(fault);
    }
    return Done{};
}

static Status runLesson(const Options& options, Report& report, const CancelToken& cancel)
{
    const std::string name = options.text("LESSON");
    PipelineCache cache;
    TRY(OpenedLesson opened, openLesson(name, cache));
    if (options.given("--check"))
        return check(name, opened, cache, report, cancel);
    if (opened.steps.empty()) { // nothing can be read
        opened.faults.front().where = quotedPlace(name);
        return opened.faults.front();
    }
    TRY(const std::optional<std::size_t> step, stepOf(options, opened.lesson));
    for (Error fault : opened.faults) {
        fault.where = Message::verbatim(name);
        report.warn(lineOf(fault));
    }
    TRY_DONE(report.mayWrite());
    TRY(OutputFile file, openOutput(options.text("--out")));
    TRY(const HeadlessQt qt, headlessQt());
    Progress progress("writing " + file.path(), report);
    TRY(const std::string html,
        handoutOf(
            opened, {.answers = !options.given("--no-answers"), .step = step}, cache, cancel,
            [&](double share) { progress.set(share); },
            [&](const LessonView& view, const Scene& scene, const FigureOptions& figure) {
                return renderFigure(*view.spec, scene, view.state, figure, FigureFormat::Svg, cache, cancel);
            }));
    return writeOutput(file, html, report);
}

Result<std::optional<WindowStart>> lessonForWindow(const Options& options)
{
    if (options.given("--check") || options.given("--out"))
        return std::optional<WindowStart>();
    if (options.given("--no-answers"))
        return usageError("MISSING", "--out", WORDS("a handout needs a file"), WORDS("add --out FILE.html"));
    const std::string name = options.text("LESSON");
    TRY(const Lesson lesson, readLessonFile(name));
    WindowStart start{.lesson = name};
    TRY(start.step, stepOf(options, lesson));
    return std::optional(std::move(start));
}

const Command kLessonCommand{"lesson", "Open a lesson in the window, check its file, or write it as a handout.",
                             "phasor lesson why-sqrt-d-model\n"
                             "phasor lesson my-lesson.md --check\n"
                             "phasor lesson why-sqrt-d-model --out handout.html\n",
                             declareLesson, runLesson};

} // namespace phasor
