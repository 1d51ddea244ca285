// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/picture.h"

namespace phasor {

struct ShiftOptions
{
    std::int64_t k = 1; // at most the table's largest distance
    bool operator==(const ShiftOptions&) const = default;
};

// T_k with PE(p + k) = T_k · PE(p), as a matrix, and its residuals.
struct ShiftRequest
{
    ShiftOptions options = {};
    PicturesRequest pictures;
    bool operator==(const ShiftRequest&) const = default;
};

struct TableShift
{
    std::int64_t k = 1;
    std::int64_t columns = 0;
    bool rotation = false; // it maps angles of queries and keys, not rows of PE
    bool fitted = false; // by least squares, as the table has no pairs of sine and cosine
    bool waiting = false; // the fit takes longer than a frame
    std::int64_t fittedRows = 0; // the first rows of the table, on which it was fitted
    // As many unknowns as equations: for a table of so few rows, T always has no residual.
    bool alwaysFits = false;
    std::vector<double> positions; // some of them, evenly spread
    std::vector<double> residuals; // ‖PE(p + k) − T_k PE(p)‖ there
    double greatest = 0; // largest of these; NaN: undefined
    double length = 0; // mean ‖PE‖ of these rows
};

DataTable tableOf(const TableShift& shift);
struct ShiftData : SidesData<TableShift>
{
    DataTable table() const override;
    PicturesData pictures;
};

// T and its residuals for the table of a node of positions. Errors: Usage SCHEME if the table has one row or is too
// wide for a fit; Cancelled.
struct MeasuredShift
{
    FieldPtr map;
    TableShift facts;
};
Result<MeasuredShift> measuredShift(const Node& position, std::int64_t k, Effort effort);

// Errors: Usage SCHEME if the scheme has no table; those of measuredShift.
Result<ViewDataPtr> compute(const ShiftRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
