// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options.h"
#include "report.h"

#include "pipeline/tablefile.h"

namespace phasor {

namespace {

std::string stageNames()
{
    std::string names;
    for (const StageInfo& info : stageInfos())
        (names += names.empty() ? "" : ", ") += info.name;
    return names;
}

void declare(Options& options)
{
    options.addParameters();
    options.add("--stage", "Which table: " + stageNames() + ".", true);
    options.add("--out", "Where to: FILE.npy or FILE.csv.", true);
    options.add("--rows", "Window A:B of rows, half-open.");
    options.add("--cols", "Window A:B of columns, half-open.");
}

Status run(const Options& options, Report& report, const CancelToken& cancel)
{
    const StageInfo* stage = findStage(options.text("--stage"));
    if (stage == nullptr)
        return Error{.kind = ErrorKind::Usage,
                     .code = "ENUM",
                     .where = "--stage",
                     .what = phasor::quoted(options.text("--stage")) + " is unknown",
                     .remedy = "give one of " + stageNames()};
    const Result<TableFormat> format = tableFormat(options.text("--out"));
    if (!format.ok())
        return format.error();
    const Result<StagesPtr> stages = options.stages(cancel);
    if (!stages.ok())
        return stages.error();
    report.warn((*stages)->warnings());
    const Result<Shape> shape = tableShape(**stages, stage->id);
    if (!shape.ok())
        return shape.error();
    const Result<Span> rows = options.window("--rows", shape->rows);
    if (!rows.ok())
        return rows.error();
    const Result<Span> cols = options.window("--cols", shape->cols);
    if (!cols.ok())
        return cols.error();
    return writeTable(**stages, stage->id, {rows->begin, cols->begin, rows->size(), cols->size()},
                      options.text("--out"), {.cancel = cancel, .progress = {}});
}

} // namespace

const Command kTableCommand{"table", "Write a stage's numbers to a .npy or .csv file.", declare, run};

} // namespace phasor
