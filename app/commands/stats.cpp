// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "commands/numbertable.h"
#include "options/options.h"
#include "options/viewchoice.h"
#include "report.h"

#include <functional>

namespace phasor {

namespace {

void declareStats(Options& options)
{
    options.addParameters();
    options.addSecond();
    options.add("--keys", "LIST",
                "Only these keys, separated by commas. Arrays of more than 1024 numbers are printed only if named.");
    options.addFlag(
        "--answers",
        "Answer the five questions for this setup, as text. With --format json they are the key `answers`.");
    addSelection(options);
    options.add("--format", "ID", "json, or csv (a table of the single numbers). json if not given.");
}

Result<Json> measured(const Options& options, const std::vector<std::string>& keys, PipelineCache& cache,
                      const CancelToken& cancel, Report& report, const std::function<void(double)>& progress)
{
    TRY(const Document start, options.start(report));
    TRY(const Scene scene, options.scene(start, cache.files(), report));
    TRY(SceneNumbers numbers, numbersOf(scene, options, keys, cache, cancel, report, progress));
    if (numbers.b) {
        Json between = difference(numbers.a, *numbers.b);
        numbers.a["b"] = std::move(*numbers.b);
        numbers.a["difference"] = std::move(between);
    }
    if (options.given("--answers")) {
        TRY(numbers.a["answers"], answersAsJson(scene, cache, cancel));
        if (scene.b) {
            TRY(numbers.a["b"]["answers"], answersAsJson({.a = *scene.b}, cache, cancel));
        }
    }
    return numbers.a;
}

// Prints the answers as text, for each setup of a sweep.
Status answer(const Options& options, Report& report, const CancelToken& cancel)
{
    std::string text;
    Progress progress("answering", report);
    for (const Options& one : options.sweep()) {
        PipelineCache cache;
        TRY(const Document start, one.start(report));
        TRY(const Scene scene, one.scene(start, cache.files(), report));
        for (const auto& [key, value] : one.swept())
            text += key + " = " + value + "\n\n";
        TRY(const std::string answers, answersOf(scene, cache, cancel, report));
        text += answers + (one.swept().empty() ? "" : "\n");
    }
    TRY_DONE(report.mayWrite());
    return writeStandardOutput(text);
}

Status runStats(const Options& options, Report& report, const CancelToken& cancel)
{
    for (const char* part : {"--only-rows", "--only-cols"}) {
        if (options.given("--answers") && options.given(part))
            return usageError(
                "CONFLICT", part,
                WORDS("contradicts %1, which is about the whole setup").with(Message::option("--answers")),
                WORDS("use one of them"));
    }
    if (options.given("--answers") && !options.given("--format")) {
        if (options.given("--keys"))
            return usageError("CONFLICT", "--keys",
                              WORDS("contradicts %1, which prints text").with(Message::option("--answers")),
                              WORDS("use one of them, or --format json"));
        return answer(options, report, cancel);
    }
    TRY(NumberTable table, NumberTable::make(options));
    const std::vector<Options> all = options.sweep();
    Progress progress("measuring", report);
    for (std::size_t i = 0; i < all.size(); ++i) {
        PipelineCache cache;
        const auto shareDone = [&](double ofThis) {
            progress.set((static_cast<double>(i) + ofThis) / static_cast<double>(all.size()));
        };
        TRY(const Json numbers, measured(all[i], table.keys(), cache, cancel, report, shareDone));
        TRY_DONE(table.add(all[i].swept(), numbers));
    }
    TRY_DONE(report.mayWrite());
    return writeStandardOutput(table.text());
}

} // namespace

const Command kStatsCommand{
    "stats",
    "Measure a setup: norms, ratio, spectrum, dropout, as JSON. A second setup adds the objects `b` and `difference` "
    "(A − B). If a parameter is a list separated by commas, each value gives a line.",
    "phasor stats --text 'the cat sat' --dropout 0.3\n"
    "phasor stats --d-model 64,128,256 --scale none,sqrt-d-model --keys ratio,angle_degrees --format csv\n",
    declareStats, runStats};

} // namespace phasor
