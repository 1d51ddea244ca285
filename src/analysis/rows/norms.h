// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "system/cancelscope.h"

#include <iterator>

namespace phasor {

// Mean of a range of float or double, summed in its order in double; 0 if empty.
template <typename Values> double meanOf(const Values& values)
{
    double total = 0;
    for (const auto value : values)
        total += static_cast<double>(value);
    return std::empty(values) ? 0 : total / static_cast<double>(std::size(values));
}

// Euclidean norm of each row of `window`, in double, in the order of rows.
std::vector<double> rowNorms(const Field& field, Rect window);

// Norms of the rows in `window` of two Fields of equal shape, and the cosine between them (NaN if one is zero).
struct RowPairs
{
    std::vector<double> normA;
    std::vector<double> normB;
    std::vector<double> cosine;

    std::int64_t zeroRows() const // of either Field
    {
        std::int64_t count = 0;
        for (std::size_t i = 0; i < normA.size(); ++i)
            count += normA[i] == 0 || normB[i] == 0 ? 1 : 0;
        return count;
    }
};
RowPairs rowPairs(const Field& a, const Field& b, Rect window);

// Whether the embedding of each of the first tokens is a multiple of the encoding of the position with its id, as in
// two tables sampled with one seed. `ids` [n, 1], `words` [n, d]. Rows of zeros and ids that are no position say
// nothing. True only for three columns or more: with fewer it may be chance.
bool areDrawnAlike(const Field& ids, const Field& words, const Field& positions);

// Mean and mean square of each column over the rows of `window` that have no NaN or infinite value.
struct ColumnEnergy
{
    std::vector<double> mean;
    std::vector<double> meanSquare;
};
ColumnEnergy columnEnergy(const Field& field, Rect window);

// The rows of `window` that have no NaN or infinite value, in memory; null: these are all of them, or none.
FieldPtr finiteRows(const Field& field, Rect window);

// Largest absolute value of the finite values; 0 if there is none.
double reachOf(const Matrix& values);

// Largest |value| of each row of `rows`; NaN if a row has a NaN or infinite value. Any thread.
std::vector<double> greatestByRow(const Field& field, Span rows);

struct Collisions
{
    std::vector<std::int64_t> rows; // rows with the same bits as another checked row, ascending
    Span checked; // the rows that were compared with each other
};

// Which rows of `rows` are the same, bit for bit. Compares the first rows of about `cellBudget` cells, all if they fit.
// Parallel; any thread.
Collisions collisions(const Field& table, Span rows, std::int64_t cellBudget);

} // namespace phasor
