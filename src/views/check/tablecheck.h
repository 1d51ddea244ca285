// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/pipeline.h"
#include "views/tables/picture.h"

#include <limits>

namespace phasor {

// A cell in which another table and ours differ; ulp: number of floats between them, plus one. Nothing: one is NaN.
struct DifferingCell
{
    std::int64_t row = 0;
    std::int64_t col = 0;
    float file = 0;
    float ours = 0;
    std::optional<std::int64_t> ulp = {};
};
DifferingCell differingCell(std::int64_t row, std::int64_t col, float file, float ours);

// Bound within which a cell of a file counts as explained: |file − ours| <= absolute + relative · |ours|.
struct Tolerance
{
    double absolute = 0;
    double relative = 0;
};

// Difference of a table from ours, bit for bit; NaN equals NaN. Cells that only one of them has differ.
struct TableDifference
{
    Shape file;
    Shape ours;
    std::int64_t cells = 0;
    std::int64_t differing = 0;
    std::int64_t beyond = 0; // differing cells that are not within the tolerance
    std::optional<DifferingCell> first = {}; // of the cells that both have, row by row
    std::int64_t maxUlp = 0;
    double largest = 0; // finite |value| of ours
};

struct Comparison
{
    Tolerance tolerance = {};
    std::optional<Span> rows = {}; // only these are counted; nothing: all rows of both
    std::int64_t most = std::numeric_limits<std::int64_t>::max(); // stops when more cells are beyond the tolerance
};
TableDifference differenceOf(const Matrix& file, const Field& ours, const Comparison& how = {}); // any thread

// A change after which the fewest cells are unexplained.
struct TableExplanation
{
    std::string id; // "generator=torch-mkl", "scale-twice", as COMMANDS.md lists them
    Message text;
    std::vector<std::pair<std::string, std::string>> parameters; // keys and values of the changed parameters
    std::int64_t differing = 0; // cells that it leaves unexplained
    std::int64_t otherBits = 0; // cells that still have other bits
};

// A parameter and how many values of it were tried, or a mistake (no parameter) with its text.
struct TriedChange
{
    const ParameterSpec* parameter = nullptr;
    Message text;
    std::int64_t values = 0;
};

struct TableCheck
{
    TableDifference difference; // its tolerance: that of the check
    bool rounding = false; // all cells are within the tolerance: only a change that makes all bits equal explains them
    std::optional<TableExplanation> explanation = {}; // leaves at most a tenth of those cells
    std::optional<TableExplanation> closest = {}; // where nothing explains it: the best, if one helps
    std::vector<TriedChange> tried = {};
};

// Compares `file` with the node `stage` of the setup. If they differ, it tries every Mistake and the usual values of
// every parameter, one at a time; if none explains it, also two changes: a second one on top of the best and of each
// usual change. Tolerance: nothing means 10⁻⁵ of the stage's largest value, for ids 0. Errors: those of the setup and
// its node; Cancelled.
Result<TableCheck> checkTable(const Matrix& file, const Parameters& parameters, const NodeId& stage,
                              PipelineCache& cache, const std::optional<Tolerance>& tolerance = {});

// Looks for the change of the setup, or the mistake, that explains check.difference; fills explanation, closest and
// tried. `bound`: within it a cell is explained.
void explain(TableCheck& check, const Matrix& file, const Pipeline& pipeline, const NodeId& stage,
             const Tolerance& bound);

// Mistakes of notebooks that no parameter describes, in the arithmetic of a table that is added to the embedding.
enum class Mistake {
    ScaleTwice,
    PositionBeforeScale,
    MaskUnscaled,
    MaskBeforeScale,
    BatchFirst,
    Float64,
    SineOnly,
    SineCosineSwapped,
    ExponentPerColumn,
    ExponentNext,
    Degrees,
    InDegrees,
    RowsShifted,
};

struct MistakeInfo
{
    Mistake mistake;
    std::string_view id;
    SourceText text; // "the scale is applied twice"
};
std::span<const MistakeInfo> mistakes(); // without RowsShifted, which needs a shift

// Table of `stage` (scaled, position, sum or output) of this setup with the mistake. Null if it is impossible there:
// another kind of scheme, concatenation, dropout on something else than the sum. Lives on the pipeline's nodes. Any
// thread. RowsShifted: row r has the encoding of row r + shift, and NaN if there is none.
FieldPtr mistaken(const Pipeline& pipeline, Mistake mistake, const NodeId& stage, std::int64_t shift = 0);

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
                              PipelineCache& cache);

// The difference as a map, in each pixel the value farthest from 0. Of the scene it reads only the lasting CheckedFile.
struct CheckMapRequest
{
    static constexpr std::string_view kView = "check-map";
    PicturesRequest pictures;
    bool operator==(const CheckMapRequest&) const = default;
};
Result<ViewDataPtr> compute(const CheckMapRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
