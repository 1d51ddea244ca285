// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/check/tablecheck.h"
#include "views/tables/picture.h"

namespace phasor {

class FileCache;

// A table as a notebook saved it.
struct TableFile
{
    Matrix cells;
    std::int64_t tables = 1; // how many the file has: a batch
    std::vector<Message> warnings; // from reading
};

// Table number `batch` of the .npy at `path`, for comparison with `node`: [rows, columns], [batch, rows, columns],
// [rows, batch, columns], distinguished by the node's rows; ids as [rows], [rows, 1] or [batch, rows]. Errors: those of
// MatrixFile; Usage RANGE for --batch.
Result<TableFile> readTableFile(const std::string& path, const Node& node, std::int64_t batch, FileCache& files);

// First table of a file next to a stage; the picture is file − ours, in each pixel the value farthest from 0.
struct CheckedFile
{
    TableCheck check;
    std::int64_t tables = 1;
    std::vector<Message> warnings;
    Picture difference; // of the cells that both have
};
Result<CheckedFile> checkFile(const std::string& path, const Parameters& parameters, const NodeId& stage, int width,
                              int height, PipelineCache& cache, const CancelToken& cancel);

} // namespace phasor
