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

// Whether these are sines and cosines in pairs: every value within −1 … 1, every row of the norm √(columns / 2).
bool looksLikeEncoding(const Field& table);

// First table of a file next to a stage.
struct CheckedFile
{
    TableCheck check = {};
    std::int64_t tables = 1;
    std::vector<Message> warnings = {};
    std::shared_ptr<const Matrix> file = {};
    FieldPtr ours = {};
    FieldPtr difference = {}; // file − ours, of the cells that both have
    Axis rows = {}; // of the difference
    Axis columns = {};
};
Result<CheckedFile> checkFile(const std::string& path, const Parameters& parameters, const NodeId& stage,
                              PipelineCache& cache, const CancelToken& cancel);

// The difference as a map, in each pixel the value farthest from 0. Of the scene it reads only the lasting CheckedFile.
struct CheckMapRequest
{
    static constexpr std::string_view kView = "check-map";
    PicturesRequest pictures;
    bool operator==(const CheckMapRequest&) const = default;
};
Result<ViewDataPtr> compute(const CheckMapRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
