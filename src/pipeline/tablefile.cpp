// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/tablefile.h"

namespace phasor {

static ElementType elementType(const Node& node)
{
    return node.quantity.family == QuantityFamily::Share && node.operation == Operation::Draw ? ElementType::Bool
                                                                                              : ElementType::Float32;
}

static std::string_view wordOf(AxisKind kind)
{
    constexpr std::string_view kWords[] = {"position", "dimension", "key", "id"};
    return kWords[static_cast<std::size_t>(kind)];
}

// The axis without tokens and grid: labels are numbers.
static Axis numbersOf(Axis axis)
{
    axis.tokens = nullptr;
    axis.gridColumns = 0;
    return axis;
}

Result<Shape> tableShape(const Node& node)
{
    TRY_DONE(node.field);
    if (whole(node.shape()).empty())
        return usageError("EMPTY", "--text", WORDS("the text has no tokens, so the stage %1 has no rows").with(node.id),
                          WORDS("use a text with a word in it"));
    return node.shape();
}

CsvLabels csvLabels(const Node& node)
{
    const Axis& rows = node.rows;
    const Axis& columns = node.columns;
    const bool isOneId = columns.kind == AxisKind::Id && columns.count == 1;
    const bool hasName = rows.named() || rows.gridColumns > 0;
    CsvLabels labels;
    labels.corner = std::string(wordOf(rows.kind)) + (rows.named() ? ",token" : hasName ? ",cell" : "");
    labels.row = [&rows, numbers = numbersOf(rows), hasName](std::int64_t row) {
        return hasName ? numbers.label(row) + "," + csvField(rows.label(row)) : numbers.label(row);
    };
    labels.column = [numbers = numbersOf(columns), isOneId](std::int64_t column) {
        return isOneId ? std::string(wordOf(AxisKind::Id)) : numbers.label(column);
    };
    return labels;
}

std::int64_t leastFileSize(const Node& node, TableFormat format)
{
    if (node.quantity.family != QuantityFamily::Id)
        return leastTableSize(node.shape(), format, elementType(node));
    const std::int64_t floats = format == TableFormat::Npy ? 2 : 1; // floats as large as one id
    return leastTableSize({node.rows.count, floats}, format, ElementType::Float32);
}

Status writeTable(const Pipeline& pipeline, const Node& node, Rect window, OutputFile& file, TableFormat format,
                  const StreamControl& control)
{
    TRY_DONE(tableShape(node));
    if (node.quantity.family == QuantityFamily::Id) {
        const auto id = [&](std::int64_t row) {
            return node.rows.tokens ? node.rows.tokens->id(row) : row;
        };
        TRY_DONE(streamTokens({window.row, window.row + window.rows}, id, format, file, control));
    } else {
        const ElementType type = elementType(node);
        TRY_DONE(file.requireSpace(leastTableSize(window.shape(), format, type)));
        TRY_DONE(streamTable(**node.field, window, format, type, file, control));
    }
    TRY_DONE(pipeline.inputs());
    return file.commit();
}

Status writeTable(const Pipeline& pipeline, const Node& node, Rect window, const std::string& path,
                  const StreamControl& control)
{
    TRY_DONE(tableShape(node));
    TRY(const TableFormat format, tableFormat(path));
    TRY(OutputFile file, OutputFile::open(path));
    return writeTable(pipeline, node, window, file, format, control);
}

} // namespace phasor
