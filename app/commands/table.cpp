// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options/options.h"
#include "report.h"

#include "pipeline/tablefile.h"
#include "text/words.h"

namespace phasor {

constexpr const char* kTableFormats = "npy, csv";

static std::string nodeNames()
{
    return listed(nodeInfos(), &NodeInfo::id);
}

static void declareTable(Options& options)
{
    options.addParameters();
    options.add("--stage", "ID", "Which table: " + nodeNames() + ".", true);
    addOutput(options, kTableFormats);
    options.add("--rows", "A:B", "Rows A to B − 1, as A:B.");
    options.add("--cols", "A:B", "Columns A to B − 1, as A:B.");
    options.addFlag("--labels", "Adds column numbers, positions and tokens to a .csv.");
}

static Status runTable(const Options& options, Report& report, const CancelToken& cancel)
{
    if (!isNode(options.text("--stage")))
        return usageError("ENUM", "--stage", WORDS("%1 is unknown").with(inQuotes(options.text("--stage"))),
                          WORDS("use one of %1").with(nodeNames()));
    TRY(const std::string format, outputFormat(options, kTableFormats)); // checked before anything is computed
    PipelineCache cache;
    TRY(const PipelinePtr pipeline, options.pipeline(cache, cancel, report));
    report.warn(pipeline->warnings());
    TRY(const NodePtr node, pipeline->node(options.text("--stage")));
    TRY(const Shape shape, tableShape(*node));
    TRY(const Span rows, options.window("--rows", shape.rows));
    TRY(const Span cols, options.window("--cols", shape.cols));
    if (options.given("--labels") && format != "csv")
        report.warn(WORDS("%1 has no effect with %2").with(Message::option("--labels"), "." + format));
    TRY_DONE(report.mayWrite());
    TRY(OutputFile file, openOutput(options.text("--out")));
    Progress progress("writing " + file.path(), report);
    StreamControl control{.cancel = cancel, .progress = [&](double share) {
                              progress.set(share);
                          }};
    if (options.given("--labels"))
        control.labels = csvLabels(*node);
    TRY_DONE(writeTable(*pipeline, *node, {rows.begin, cols.begin, rows.size(), cols.size()}, file,
                        *tableFormat("." + format), control));
    if (file.warning())
        report.warn(*file.warning());
    return Done{};
}

const Command kTableCommand{
    "table", "Write a stage's values to a .npy or .csv file.",
    "phasor table --stage sum --text 'the cat sat' --out sum.npy\n"
    "phasor table --stage position --max-len 2147483647 --rows 2000000000:2000000010 --out far.csv\n"
    "phasor table --stage mask --seed 42 --out - --format npy | python3 notebook.py\n",
    declareTable, runTable};

} // namespace phasor
