// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/rows/nearest.h"
#include "analysis/waves/pairs.h"
#include "pipeline/node.h"
#include "pipeline/scene.h"

namespace phasor {

// Dimensions of long-wave pairs (no full period within the table), as runs of coordinates, ascending.
struct DeadDimensions
{
    std::vector<Span> dead; // frozen ones, too
    std::vector<Span> frozen; // move less than 0.1 rad
    std::int64_t rows = 0; // that they do so in
};

// Long-wave dimensions of A; null if the scheme has no waves or no such pairs. Cached while the encoding is the same.
std::shared_ptr<const DeadDimensions> deadDimensionsOf(SceneReader& scene);

// Of A, only the near-constant ones in the first `rows` rows; null: none.
std::shared_ptr<const DeadDimensions> frozenDimensionsOf(SceneReader& scene, std::int64_t rows);

// Facts about a scheme's waves that several views need.

// The table of a node of positions: its own, or the cosines and sines of its rotation. The node's field must be there.
const PositionTable& waveTableOf(const Node& position);

// Model of a node whose table is exactly sinusoids in columns, so that closed forms hold. Null: other nodes.
const PositionModel* modelOfSines(const Node& node);

// The columns of a table of sinusoids, ready for closed forms.
std::vector<SineColumn> sineColumns(const PositionTable& table);

// Wave of a column of a node of positions, over its first `rows` rows or all; nothing: the column is not a wave.
struct WaveOfColumn
{
    ColumnWave of;
    PairLife life = PairLife::Turning; // of its pair within the rows
    std::int64_t length = 0; // positions that the pair runs along
    bool paired = true; // else a single sine
};
std::optional<WaveOfColumn> waveOfColumn(const Node& position, std::int64_t column,
                                         std::optional<std::int64_t> rows = {});

// Columns of a pair; −1: missing, such as the cosine of an odd width's last pair.
struct ColumnsOfPair
{
    std::int64_t pair = 0;
    std::int64_t sine = -1;
    std::int64_t cosine = -1;
    double frequency = 0;
};
// The table's pairs with a sine and a cosine, in the order of pairs.
std::vector<ColumnsOfPair> completePairs(const PositionTable& table);

// How many positions each pair counts along: the rows of the table, or its side of a grid.
std::vector<std::int64_t> pairLengths(const Waves& waves, std::int64_t rows);

// Largest value of the scheme's `base` without long-wave pairs (infinite: any base). Nothing if the scheme has no base,
// scales its frequencies, or no base is small enough.
std::optional<double> largestBaseWithoutDeadPairs(const Node& position, const EncodingSettings& encoding);

// Waves of a table whose rows have a sine and a cosine of each frequency and nothing else, so that their products
// depend only on the distance; null: other tables.
const Waves* wavesOfDistance(const Node& node);

// The two most similar rows of a node. In closed form, for all rows, if the rows are sines and cosines of the position
// and nothing else; otherwise for as many rows as take about `budget` subtractions.
constexpr std::int64_t kCloseness = std::int64_t{1} << 33; // 5,792 rows of 512 columns with each other
std::optional<ClosestRows> closestRowsOf(const Node& node, std::int64_t budget);

// (2/w) Σ cos kω over the pairs, with the growth of xPos: what is left of a score of 1 at the distance k.
double kernelAt(const PositionModel& model, std::int64_t k);

} // namespace phasor
