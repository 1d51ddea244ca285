// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/tablefile.h"

#include "files/outputfile.h"
#include "files/tablewriter.h"

namespace phasor {

namespace {

Error emptyTable(StageId stage)
{
    return usageError("EMPTY", "--text",
                      "the text has no tokens, so the stage " + std::string(stageInfo(stage).name) + " has no rows",
                      "give a text with a word in it");
}

Status writeInto(OutputFile& file, const Stages& stages, StageId stage, Rect window, TableFormat format,
                 const StreamControl& control)
{
    if (stage == StageId::Tokens) {
        const TokenSequence& sequence = stages.sequence();
        return streamTokens(
            {window.row, window.row + window.rows}, [&sequence](std::int64_t row) { return sequence.id(row); }, format,
            file, control);
    }
    const ElementType type = stage == StageId::Mask ? ElementType::Bool : ElementType::Float32;
    return streamTable(**stages.field(stage), window, format, type, file, control);
}

} // namespace

Result<Shape> tableShape(const Stages& stages, StageId stage)
{
    const Result<FieldPtr>& field = stages.field(stage);
    if (!field.ok())
        return field.error();
    const Shape shape = (*field)->shape();
    if (whole(shape).empty())
        return emptyTable(stage);
    return shape;
}

Status writeTable(const Stages& stages, StageId stage, Rect window, const std::string& path,
                  const StreamControl& control)
{
    if (const Result<Shape> shape = tableShape(stages, stage); !shape.ok())
        return shape.error();
    const Result<TableFormat> format = tableFormat(path);
    if (!format.ok())
        return format.error();
    Result<OutputFile> file = OutputFile::open(path);
    if (!file.ok())
        return file.error();
    if (Status written = writeInto(*file, stages, stage, window, *format, control); !written.ok())
        return written;
    return file->commit();
}

} // namespace phasor
