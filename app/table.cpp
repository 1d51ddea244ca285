// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options.h"
#include "report.h"

#include "pipeline/tablefile.h"

namespace phasor {

namespace {

std::string nodeNames()
{
    std::string names;
    for (const NodeInfo& info : nodeInfos())
        (names += names.empty() ? "" : ", ") += info.id;
    return names;
}

void declare(Options& options)
{
    options.addParameters();
    options.add("--stage", "Which table: " + nodeNames() + ".", true);
    options.add("--out", "Where to: FILE.npy or FILE.csv.", true);
    options.add("--rows", "Window A:B of rows, half-open.");
    options.add("--cols", "Window A:B of columns, half-open.");
}

Status run(const Options& options, Report& report, const CancelToken& cancel)
{
    if (!isNode(options.text("--stage")))
        return usageError("ENUM", "--stage", WORDS("%1 is unknown").with(phasor::quoted(options.text("--stage"))),
                          WORDS("give one of %1").with(nodeNames()));
    TRY_DONE(tableFormat(options.text("--out"))); // before anything is drawn
    PipelineCache cache;
    TRY(const PipelinePtr pipeline, options.pipeline(cache, cancel, report));
    report.warn(pipeline->warnings());
    TRY(const NodePtr node, pipeline->node(options.text("--stage")));
    TRY(const Shape shape, tableShape(*node));
    TRY(const Span rows, options.window("--rows", shape.rows));
    TRY(const Span cols, options.window("--cols", shape.cols));
    return writeTable(*pipeline, *node, {rows.begin, cols.begin, rows.size(), cols.size()}, options.text("--out"),
                      {.cancel = cancel, .progress = {}});
}

} // namespace

const Command kTableCommand{"table", "Write a stage's numbers to a .npy or .csv file.", declare, run};

} // namespace phasor
