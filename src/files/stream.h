// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "files/tablewriter.h"
#include "system/cancelscope.h"
#include "system/outputfile.h"

namespace phasor {

struct StreamControl
{
    CancelToken cancel = currentCancel();
    std::function<void(double)> progress; // share done, 0 … 1, on the calling thread, after each band
    std::optional<CsvLabels> labels = {}; // for .csv; nothing: cells only
    std::int64_t memory = 8 << 20; // bytes for all bands in progress; at least one cell
};

// Writes `window` (inside field.shape(), not empty) of a Field to `out` band by band. It needs memory for one band; one
// band is computed on all workers while the previous one is written. The caller commits. Errors: those of OutputFile,
// and Cancelled within 100 ms of control.cancel. Throws only bad_alloc.
Status streamTable(const Field& field, Rect window, TableFormat format, ElementType type, OutputFile& out,
                   const StreamControl& control);

// The same for the token ids of the positions `rows` (not empty).
Status streamTokens(Span rows, const std::function<std::int64_t(std::int64_t row)>& id, TableFormat format,
                    OutputFile& out, const StreamControl& control);

} // namespace phasor
