// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options.h"
#include "report.h"

#include "core/stream.h"
#include "pipeline/stages.h"

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

Status writeTokenIds(const TokenSequence& sequence, Span rows, TableFormat format, OutputFile& file)
{
    std::vector<std::int64_t> ids;
    ids.reserve(static_cast<std::size_t>(rows.size()));
    for (std::int64_t row = rows.begin; row < rows.end; ++row)
        ids.push_back(sequence.id(row));
    return writeTokens(ids, format, file);
}

Error emptyTable(const StageInfo& stage)
{
    return Error{.kind = ErrorKind::Usage,
                 .code = "EMPTY",
                 .where = "--text",
                 .what = "the text has no tokens, so the stage " + std::string(stage.name) + " has no rows",
                 .remedy = "give a text with a word in it"};
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
    const Result<StagesPtr> stages = options.stages();
    if (!stages.ok())
        return stages.error();
    report.warn((*stages)->warnings());
    const Result<FieldPtr>& field = (*stages)->field(stage->id);
    if (!field.ok())
        return field.error();
    const Shape shape = (*field)->shape();
    if (whole(shape).empty())
        return emptyTable(*stage);
    const Result<Span> rows = options.window("--rows", shape.rows);
    if (!rows.ok())
        return rows.error();
    const Result<Span> cols = options.window("--cols", shape.cols);
    if (!cols.ok())
        return cols.error();

    Result<OutputFile> file = OutputFile::open(options.text("--out"));
    if (!file.ok())
        return file.error();
    const ElementType type = stage->id == StageId::Mask ? ElementType::Bool : ElementType::Float32;
    const Status written = stage->id == StageId::Tokens
        ? writeTokenIds((*stages)->sequence(), *rows, *format, *file)
        : streamTable(**field, {rows->begin, cols->begin, rows->size(), cols->size()}, *format, type, *file,
                      {.cancel = cancel, .progress = {}});
    if (!written.ok())
        return written;
    return file->commit();
}

} // namespace

const Command kTableCommand{"table", "Write a stage's numbers to a .npy or .csv file.", declare, run};

} // namespace phasor
