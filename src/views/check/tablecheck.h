// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"
#include "pipeline/parameters/parameters.h"
#include "pipeline/pipeline.h"

#include <limits>

namespace phasor {

// A cell in which another table and ours differ; ulp: number of floats between them, plus one.
struct DifferingCell
{
    std::int64_t row = 0;
    std::int64_t col = 0;
    float file = 0;
    float ours = 0;
    std::int64_t ulp = 0;
};

// Difference of a table from ours, bit for bit; NaN equals NaN. Cells that only one of them has differ.
struct TableDifference
{
    std::int64_t cells = 0;
    std::int64_t differing = 0;
    std::optional<DifferingCell> first; // of the cells that both have, row by row
    std::int64_t maxUlp = 0;
};

// Compares row `r` of the file with row r + `shift` of ours. Stops with some number above `most` when more cells
// differ. Any thread.
TableDifference differenceOf(const Matrix& file, const Field& ours, std::int64_t shift = 0,
                             std::int64_t most = std::numeric_limits<std::int64_t>::max());

// A single change after which the fewest cells differ.
struct TableExplanation
{
    std::string id; // "generator=torch-mkl", "scale-twice", as COMMANDS.md lists them
    Message text;
    std::vector<std::pair<std::string, std::string>> parameters; // keys and values of the changed parameters
    std::int64_t differing = 0;
};

struct TableCheck
{
    TableDifference difference;
    std::optional<TableExplanation> explanation; // nothing if the tables are equal or no change helps
};

// Compares `file` with the node `stage` of the setup. If they differ, it tries every single change of a parameter that
// notebooks often set differently, and every mistake of mistakes.h; first with the setup as it is, then with float32
// for an exact encoding. Errors: those of the setup and its node; Cancelled.
Result<TableCheck> checkTable(const Matrix& file, const Parameters& parameters, const NodeId& stage,
                              PipelineCache& cache, const CancelToken& cancel);

} // namespace phasor
