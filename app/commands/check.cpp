// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options/options.h"
#include "report.h"

#include "inputs/filecache.h"
#include "pipeline/tablefile.h"
#include "views/check/tablecheck.h"
#include "views/jsonnumbers.h"

#include <bit>
#include <cstdio>

namespace phasor {

const ValueSpec kAbsolute = real("atol", WORDS("atol"), 0, 1e30)
                                .says(WORDS("A value counts as explained within atol + rtol · |value|. Without both: "
                                            "within 10⁻⁵ of the stage's largest value."));
const ValueSpec kRelative = real("rtol", WORDS("rtol"), 0, 1e30).says(WORDS("The same, relative to the value."));

static void declareCheck(Options& options)
{
    options.add("FILE", "", "The table of a notebook (.npy).", true);
    options.addParameters();
    options.add("--stage", "ID", "Which table it should be, one of `phasor list stages`.", true);
    options.add("--batch", "N",
                "Which table of a file with several, [batch, position, dimension] or [position, batch, dimension]. 0 "
                "if not given.");
    options.add(kAbsolute);
    options.add(kRelative);
    options.addFlag("--json", "As JSON.");
}

static Json asJson(const std::optional<TableExplanation>& explanation)
{
    if (!explanation)
        return {};
    Json parameters = Json::object();
    for (const auto& [key, value] : explanation->parameters)
        parameters[key] = value;
    return {{"id", explanation->id},
            {"text", english(explanation->text)},
            {"parameters", parameters},
            {"differing", explanation->differing}};
}

static Json asJson(const TableCheck& check)
{
    const TableDifference& found = check.difference;
    Json first;
    if (found.first)
        first = {{"row", found.first->row},
                 {"col", found.first->col},
                 {"file", found.first->file},
                 {"phasor", found.first->ours},
                 {"ulp", found.first->ulp ? Json(*found.first->ulp) : Json()}};
    return {{"equal", found.differing == 0},   {"cells", found.cells},
            {"differing", found.differing},    {"first", first},
            {"max_ulp", found.maxUlp},         {"explanation", asJson(check.explanation)},
            {"closest", asJson(check.closest)}};
}

// "0.841470957 (0x3f576aa4)"
static std::string withBits(float value)
{
    char bits[16];
    std::snprintf(bits, sizeof bits, "0x%08x", std::bit_cast<std::uint32_t>(value));
    return printReal(static_cast<double>(value)) + " (" + bits + ")";
}

static std::string cells(std::int64_t count)
{
    return std::to_string(count) + (count == 1 ? " cell" : " cells");
}

static std::string asText(Shape shape)
{
    return std::to_string(shape.rows) + " x " + std::to_string(shape.cols);
}

static std::string asText(const TableCheck& check)
{
    const TableDifference& found = check.difference;
    if (found.differing == 0)
        return "equal: all " + cells(found.cells) + " have the same bits\n";
    std::string text = "different: " + std::to_string(found.differing) + " of " + cells(found.cells) + "\n";
    if (found.file != found.ours)
        text += "shape: file " + asText(found.file) + ", phasor " + asText(found.ours) + "\n";
    if (found.first) {
        text += "first: row " + std::to_string(found.first->row) + ", column " + std::to_string(found.first->col)
            + ": file " + withBits(found.first->file) + ", phasor " + withBits(found.first->ours);
        if (found.first->ulp)
            text += ", " + std::to_string(*found.first->ulp) + " ulp apart";
        text += "; largest difference " + std::to_string(found.maxUlp) + " ulp\n";
    }
    if (check.rounding)
        text += "all values are within the tolerance\n";
    const auto& best = check.explanation ? check.explanation : check.closest;
    if (!check.explanation)
        text += "none of the known mistakes explains it\n";
    if (!best)
        return text;
    text += (check.explanation ? "explanation: " : "closest: ") + english(best->text) + " [" + best->id + "]";
    for (const auto& [key, value] : best->parameters)
        text += ", " + key + " " + value;
    if (best->otherBits == 0)
        return text + "; then all values are equal\n";
    return text + "; then " + cells(best->differing) + (best->differing == 1 ? " is" : " are")
        + (check.rounding ? " different\n" : " unexplained\n");
}

static Result<std::optional<Tolerance>> toleranceOf(const Options& options)
{
    TRY(const auto absolute, options.value(kAbsolute));
    TRY(const auto relative, options.value(kRelative));
    const auto number = [](const auto& value) {
        return value ? std::get<double>(*value) : 0;
    };
    return absolute || relative ? std::optional(Tolerance{number(absolute), number(relative)}) : std::nullopt;
}

static Result<Matrix> cellsOf(const Options& options, const Node& node, FileCache& files, Report& report)
{
    const std::string batchText = options.given("--batch") ? options.text("--batch") : "0";
    const Result<std::int64_t> batch = parseInteger(batchText);
    if (!batch.ok())
        return usageError("TYPE", "--batch", WORDS("%1 is not a whole number").with(inQuotes(batchText)),
                          WORDS("use the number of a table, from 0 on"));
    TRY(TableFile file, readTableFile(options.text("FILE"), node, *batch, files));
    report.warn(file.warnings);
    if (file.tables > 1 && !options.given("--batch"))
        report.warn(WORDS("%1 has %2 tables, and the first is checked; choose another with %3")
                        .with(inQuotes(options.text("FILE")), file.tables, Message::option("--batch")));
    return std::move(file.cells);
}

static Status runCheck(const Options& options, Report& report, const CancelToken& cancel)
{
    PipelineCache cache;
    TRY(const Parameters parameters, options.parameters(cache.files(), report));
    TRY(const PipelinePtr pipeline, Pipeline::make(parameters, cache, cancel));
    TRY(const NodePtr node, pipeline->node(options.text("--stage")));
    TRY(const std::optional<Tolerance> tolerance, toleranceOf(options));
    TRY(const Matrix file, cellsOf(options, *node, cache.files(), report));
    Progress progress("comparing " + options.text("FILE"), report);
    TRY(const TableCheck check, checkTable(file, parameters, options.text("--stage"), cache, tolerance));
    TRY_DONE(report.mayWrite());
    TRY_DONE(writeStandardOutput(options.given("--json") ? asJson(check).dump(1) + "\n" : asText(check)));
    if (check.difference.differing > 0)
        report.differs();
    return Done{};
}

const Command kCheckCommand{
    "check",
    "Check whether a notebook's table is equal, bit for bit. If not, say which parameter or known mistake explains it. "
    "Exit code 0: equal, 6: different.",
    "phasor check output.npy --text 'the cat sat' --d-model 64 --precision float32 --stage output\n", declareCheck,
    runCheck};

} // namespace phasor
