// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/rows/similarity.h"
#include "analysis/waves/pairs.h"
#include "pipeline/node.h"
#include "pipeline/scene.h"

namespace phasor {

// The dimensions whose pair completes no full period within the table, as runs of coordinates, ascending.
struct DeadDimensions
{
    std::vector<Span> dead; // frozen ones, too
    std::vector<Span> frozen; // move less than 0.1 rad
};

// Of A; null where the scheme has no waves or none is dead. Kept while the encoding is the same.
std::shared_ptr<const DeadDimensions> deadDimensionsOf(SceneReader& scene, Side side = Side::A);

// What several views ask of a scheme's waves.

// The table of a node of positions: its own, or the cosines and sines of its rotation. The node's field must be there.
const PositionTable& waveTableOf(const Node& position);

// The model of a node whose table is sinusoids in columns, exactly: closed forms hold. Null: it is none.
const PositionModel* modelOfSines(const Node& node);

// The columns of a table of sinusoids, ready for closed forms.
std::vector<SineColumn> sineColumns(const PositionTable& table);

// The wave of a column of a node of positions; nothing: the column is none.
struct WaveOfColumn
{
    ColumnWave of;
    PairLife life = PairLife::Turning; // of its pair within the table
    std::int64_t length = 0; // positions that the pair runs along
};
std::optional<WaveOfColumn> waveOfColumn(const Node& position, std::int64_t column);

// The columns of a pair; −1: it has none, as the cosine of an odd width's last pair.
struct ColumnsOfPair
{
    std::int64_t pair = 0;
    std::int64_t sine = -1;
    std::int64_t cosine = -1;
    double frequency = 0;
};
// Of a table's pairs those that have a sine and a cosine, in the order of pairs.
std::vector<ColumnsOfPair> completePairs(const PositionTable& table);

// How many positions each pair counts along: the rows of the table, or its side of a grid.
std::vector<std::int64_t> pairLengths(const Waves& waves, std::int64_t rows);

// The dimensions of each pair of the node's waves, in the order of pairs, as coordinates.
std::vector<std::vector<std::int64_t>> columnsOfPairs(const Node& position);

// The largest value of the scheme's `base` at which no pair is dead (infinite: whatever it is); nothing where the
// scheme has no base, scales its frequencies, or no base would do.
std::optional<double> largestBaseWithoutDeadPairs(const Node& position, const EncodingSettings& encoding);

// The waves of a table whose rows are a sine and a cosine of each frequency and nothing else, so that their products
// depend on the distance alone; null: it is none.
const Waves* wavesOfDistance(const Node& node);

// Which two rows of a node are hardest to tell apart; in closed form where the rows are sines and cosines of the
// position and nothing else, of all rows or of as many as take the time of about `budget` subtractions.
std::optional<ClosestRows> closestRowsOf(const Node& node, std::int64_t budget, const CancelToken& cancel);

// (2/w) Σ cos kω over the pairs, with the growth of xPos: what is left of a score of 1 at the distance k.
double kernelAt(const PositionModel& model, std::int64_t k);

// The smallest k >= 2 at which the similarity of the encoding rises with the distance; nothing where it is no function
// of the distance, or never rises within the table.
std::optional<std::int64_t> firstRiseOf(const Node& position);

} // namespace phasor
