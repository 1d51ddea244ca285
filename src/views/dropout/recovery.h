// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/rows/nearest.h"
#include "pipeline/scene.h"
#include "views/restriction.h"

#include <limits>

// Accuracy of recovering position and token after dropout: how often the nearest row of the encoding is the right
// position, and the nearest row of the embedding the right token.
namespace phasor {

// A share and its 95 % interval over masks of several seeds (Student's t); NaN: undefined.
struct Recovered
{
    double share = std::numeric_limits<double>::quiet_NaN();
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();
    bool isAll() const { return share > 1 - 1e-9; } // a mean of ones may be a little less
    // Whether guesses may have this share, too.
    bool isByChance(double chance) const { return !isAll() && low <= chance; }
    bool operator==(const Recovered&) const = default;
};

// Summary of shares measured with one mask each: the finite ones, in [0, 1].
Recovered recoveredOf(const std::vector<double>& shares);

struct Recovery
{
    Recovered position; // nearest row of PE, among the rows that are looked up
    Recovered token; // nearest row of s·E, among the vocabulary; undefined for an embedding of zeros
    std::int64_t rows = 0; // rows of the output that were looked up
    std::int64_t positions = 0; // number of candidates: rows of the encoding
    std::int64_t vocabulary = 0; // number of candidates: rows of the embedding
    double positionByChance() const { return 1 / static_cast<double>(positions); }
    double tokenByChance() const { return 1 / static_cast<double>(vocabulary); }
    int seeds = 0; // masks: one if nothing is sampled; the result is then exact
    bool positionDropped = false; // entirely: what is found is a guess
    bool tokenDropped = false;
    bool guessesPosition() const { return positionDropped || position.isByChance(positionByChance()); }
    bool guessesToken() const { return tokenDropped || token.isByChance(tokenByChance()); }
    bool operator==(const Recovery&) const = default;
};

// Sizes of the test. Fewer if rows are too wide for some 64 MiB.
struct RecoverySize
{
    std::int64_t rows = 512; // at most: of the encoding, and of the output that is looked up, evenly spread in a run
    std::int64_t tokenRows = 512; // of the output, which are looked up among many more rows
    std::int64_t vocabulary = 8192;
    int seeds = 6;
    double scale = 1; // > 0: the embedding's in a run, relative to that of the test
    Restriction only = {}; // only these positions, compared in these dimensions
};

// Change of a setup's parameters, for SceneReader::beside.
using SetupChange = std::function<void(Parameters&)>;

// Rows of one setup's encoding and embedding, to be looked up for any mask and any p.
struct RecoveryTest
{
    // Makes a test. Errors: Usage SCHEME if no table is added or concatenated, Usage EMPTY without rows or columns,
    // those of the nodes, Cancelled.
    static Result<RecoveryTest> make(const Pipeline& setup, const RecoverySize& size);

    // Runs the test for the setup after `change`, which has the same embedding and encoding, and `size.scale` times the
    // scale. The first mask is the setup's, the others have the seeds after it.
    Result<Recovery> run(SceneReader& scene, Side side, const SetupChange& change, const RecoverySize& size) const;

    NearestRows position;
    NearestRows token;
    std::vector<std::int64_t> ownPosition = {}; // for each row that is looked up
    std::vector<std::int64_t> ownToken = {};
    std::int64_t firstRow = 0; // of the output that is looked up
    std::int64_t positionColumn = 0; // first column of the output that is compared with the encoding
    std::int64_t tokenColumn = 0; // and with the embedding
};

// Recovery of the setup after the change.
Result<Recovery> recoveryOf(SceneReader& scene, Side side, const SetupChange& change, const RecoverySize& size);

} // namespace phasor
