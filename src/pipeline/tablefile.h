// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "files/stream.h"
#include "pipeline/pipeline.h"

namespace phasor {

// A node's table as a file: the same bytes from `phasor table` and the window's export.

// [rows, cols] of the node's table. Errors: the node's own; Usage EMPTY without rows.
Result<Shape> tableShape(const Node& node);

// Bytes of the entire table as a file, for .csv a lower bound; saturates at 2^63 − 1.
std::int64_t leastFileSize(const Node& node, TableFormat format);

// Labels of a .csv on request: "position,token,0,1,2": numbers of rows and columns, and before a row's cells its token
// or grid cell, if it has one. The node must outlive them.
CsvLabels csvLabels(const Node& node);

// Writes `window` of a node of `pipeline` (inside the table, not empty) to `file`, band by band, and commits it:
// float32, shares as bool, ids as int64 of shape [rows]. Errors: the node's own; Usage for the file's extension;
// Output; Cancelled within 100 ms of control.cancel. After any error the old file is unchanged. Any thread.
Status writeTable(const Pipeline& pipeline, const Node& node, Rect window, OutputFile& file, TableFormat format,
                  const StreamControl& control);
// Writes to the file of that name, in the format of its extension.
Status writeTable(const Pipeline& pipeline, const Node& node, Rect window, const std::string& path,
                  const StreamControl& control);

} // namespace phasor
