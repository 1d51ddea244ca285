// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dropout/recovery.h"

#include "encodings/schemes.h"
#include "field/matrixfield.h"
#include "field/parallel.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/fields/stagefields.h"
#include "training/experiment.h"
#include "views/dropout/dropout.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace phasor {

constexpr std::int64_t kMostCandidateCells = std::int64_t{1} << 24;
constexpr std::int64_t kMostRowCells = std::int64_t{1} << 22;
constexpr std::int64_t kIdsAtOnce = 256;

// Candidates for a token: all tokens, or those of the sequence and the first of the others.
static std::vector<std::int64_t> candidateTokens(const TokenSequence& sequence, Span rows, std::int64_t most)
{
    std::set<std::int64_t> ids;
    for (std::int64_t r = rows.begin; r < rows.end && sequence.vocab() > most; ++r)
        ids.insert(sequence.id(r));
    const std::int64_t all = std::max(std::min(sequence.vocab(), most), std::ssize(ids));
    for (std::int64_t id = 0; std::ssize(ids) < all; ++id)
        ids.insert(id);
    return {ids.begin(), ids.end()};
}

// Columns of rows of `table`; consecutive rows are read together.
static Matrix gathered(const Field& table, const std::vector<std::int64_t>& ids, Span columns)
{
    const std::int64_t width = columns.size();
    Matrix rows(Shape{std::ssize(ids), width});
    parallelFor(0, std::ssize(ids), kIdsAtOnce, [&](Span some) {
        const auto id = [&ids](std::int64_t i) {
            return ids[static_cast<std::size_t>(i)];
        };
        for (std::int64_t begin = some.begin; begin < some.end;) {
            std::int64_t end = begin + 1;
            while (end < some.end && id(end) == id(end - 1) + 1)
                ++end;
            table.fill({id(begin), columns.begin, end - begin, width},
                       rows.view().window({begin, 0, end - begin, width}));
            begin = end;
        }
    });
    return rows;
}

Recovered recoveredOf(const std::vector<double>& shares)
{
    const Band band = shareBandOf(shares);
    return std::isnan(band.low) ? Recovered{band.mean, band.mean, band.mean}
                                : Recovered{band.mean, band.low, band.high};
}

Result<RecoveryTest> RecoveryTest::make(const Pipeline& setup, const RecoverySize& size)
{
    const NodePtr position = setup.model().table ? setup.find("position") : nullptr;
    if (!position)
        return usageError("SCHEME", "--scheme",
                          WORDS("%1 adds no position to the embedding, so there is none to recover")
                              .with(findScheme(setup.parameters().encoding.scheme)->label),
                          WORDS("choose a scheme that does, such as sinusoidal"));
    TRY(const FieldPtr encoding, position->field);
    TRY(const FieldPtr table, setup.table().values);
    const TokenSequence& sequence = setup.sequence();
    if (sequence.length() < 1)
        return usageError("EMPTY", "--text", WORDS("there are no tokens to recover"), WORDS("type a sentence"));
    TRY(const Rect ofPosition, cellsInside(*position, size.only));
    TRY(const Rect ofToken, cellsInside(*setup.find("scaled"), size.only));
    const std::int64_t widest = std::max(encoding->shape().cols, table->shape().cols);
    const std::int64_t count = std::min({size.rows, ofToken.rows, std::max<std::int64_t>(1, kMostRowCells / widest)});
    const Span rows{ofToken.row, ofToken.row + count};

    const std::int64_t most = std::min(size.vocabulary, std::max<std::int64_t>(2, kMostCandidateCells / widest));
    const std::vector<std::int64_t> ids = candidateTokens(sequence, rows, most);
    Matrix positions = materialized(*encoding, {rows.begin, ofPosition.col, count, ofPosition.cols});
    const FieldPtr tokens = scaled(table, static_cast<float>(scaleOf(setup.parameters())));
    const std::int64_t beforePosition = concatenates(setup.parameters()) ? table->shape().cols : 0;
    RecoveryTest test{.position = NearestRows(std::move(positions)),
                      .token = NearestRows(gathered(*tokens, ids, {ofToken.col, ofToken.col + ofToken.cols})),
                      .firstRow = rows.begin,
                      .positionColumn = ofPosition.col + beforePosition,
                      .tokenColumn = ofToken.col};
    for (std::int64_t r = rows.begin; r < rows.end; ++r) {
        test.ownPosition.push_back(r - rows.begin);
        test.ownToken.push_back(std::lower_bound(ids.begin(), ids.end(), sequence.id(r)) - ids.begin());
    }
    if (cancelled())
        return cancelledError();
    return test;
}

Result<Recovery> RecoveryTest::run(SceneReader& scene, Side side, const SetupChange& change,
                                   const RecoverySize& size) const
{
    TRY(const PipelinePtr own, scene.beside(side, change));
    const NodePtr mask = own->find("mask");
    const auto& facts = *mask->find<DropoutFacts>();
    const Placement::Operand operand = placementOf(facts.placement).operand;
    const std::int64_t all = std::ssize(ownPosition);
    const bool empty = dropoutLaw(*mask, {firstRow, firstRow + all}).droppedShare == 1;
    Recovery recovery{.position = {},
                      .token = {},
                      .rows = std::min(size.rows, all),
                      .positions = position.count(),
                      .vocabulary = token.count(),
                      .seeds = facts.probability == 0 || facts.probability == 1 ? 1 : size.seeds, // of one result
                      .positionDropped = empty && operand != Placement::Operand::Embedding,
                      .tokenDropped = empty && operand != Placement::Operand::Position};
    const std::int64_t tokenRows = std::min(size.tokenRows, recovery.rows);
    std::vector<double> positions;
    std::vector<double> tokens;
    for (int seed = 0; seed < recovery.seeds; ++seed) {
        PipelinePtr setup = own;
        if (seed > 0) {
            TRY(setup,
                scene.beside(side, [&](Parameters& p) { // fewer rows, whose embedding is the same, and another mask
                    change(p);
                    p.sentence.seqLen = firstRow + all;
                    if (!EmbeddingTable::isFile(p.embedding.source))
                        p.sentence.vocab = own->sequence().vocab();
                    const Seed first = p.dropout.seed.value_or(p.random.seed);
                    p.dropout.seed
                        = Seed{.bits = first.bits + static_cast<std::uint64_t>(seed), .negative = first.negative};
                }));
        }
        TRY(const FieldPtr field, setup->find("output")->field);
        const auto shareFound = [&](const NearestRows& among, const std::vector<std::int64_t>& ownRows,
                                    std::int64_t rows, std::int64_t column, double factor) {
            Matrix looked({rows, among.width()});
            std::vector<std::int64_t> indices;
            for (const std::int64_t row : evenlySpread({0, all}, rows)) {
                field->fill({firstRow + row, column, 1, among.width()},
                            looked.view().window({std::ssize(indices), 0, 1, among.width()}));
                indices.push_back(ownRows[static_cast<std::size_t>(row)]);
            }
            return among.shareFound(looked.view(), indices, factor);
        };
        positions.push_back(shareFound(position, ownPosition, recovery.rows, positionColumn, 1));
        if (!token.empty())
            tokens.push_back(shareFound(token, ownToken, tokenRows, tokenColumn, size.scale));
        if (cancelled())
            return cancelledError();
    }
    recovery.position = recoveredOf(positions);
    recovery.token = recoveredOf(tokens);
    return recovery;
}

Result<Recovery> recoveryOf(SceneReader& scene, Side side, const SetupChange& change, const RecoverySize& size)
{
    TRY(const PipelinePtr setup, scene.beside(side, change));
    TRY(const RecoveryTest test, RecoveryTest::make(*setup, size));
    return test.run(scene, side, change, size);
}

} // namespace phasor
