// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/norms.h"
#include "field/materialize.h"
#include "views/dropout/dropoutlaw.h"
#include "views/questions/asked.h"

#include <algorithm>
#include <limits>

namespace phasor {

namespace {

bool isSpecial(std::string_view token)
{
    return token == "[CLS]" || token == "[SEP]" || token == "[MASK]";
}

Result<PlacedDropout> placed(const Asked& asked, const std::function<void(Parameters&)>& change)
{
    TRY(const PipelinePtr setup, asked.scene.beside(Side::A, change));
    const NodePtr mask = setup->find("mask");
    TRY(const FieldPtr field, setup->find("output")->field);
    TRY_DONE(mask->field);
    const Matrix output = materialized(*field, {0, 0, asked.rows, field->shape().cols});
    const std::int64_t cells = output.rows() * output.cols();
    PlacedDropout placed{.placement = setup->parameters().dropout.placement,
                         .zeros = static_cast<double>(std::count(output.data(), output.data() + cells, 0.0F))
                             / static_cast<double>(cells),
                         .positionKept = std::numeric_limits<double>::quiet_NaN(),
                         .recovery = {}};
    if (!asked.withTable())
        return placed;
    const Span rows{0, asked.rows};
    const NodePtr position = setup->find("position");
    placed.positionKept = positionEnergyKept(*mask, *position, {0, position->columns.count}, std::span(&rows, 1), true,
                                             asked.scene.cancel())
                              .value;
    TRY(placed.recovery, asked.recoveryAfter(change));
    return placed;
}

} // namespace

Result<DropoutAnswer> dropoutAnswer(const Asked& asked)
{
    DropoutAnswer answer;
    const NodePtr mask = asked.setup->find("mask");
    const auto& facts = *mask->find<DropoutFacts>();
    TRY(answer.now, placed(asked, [](Parameters&) {}));
    if (asked.withTable() && facts.probability > 0) {
        const bool alone = facts.placement == PlacementId::Embedding;
        TRY(answer.other, placed(asked, [alone](Parameters& p) {
                p.dropout.placement = alone ? PlacementId::Sum : PlacementId::Embedding;
            }));
    }
    answer.tenRows = std::min<std::int64_t>(10, asked.rows);
    const Matrix kept = materialized(**mask->field, {0, 0, answer.tenRows, mask->columns.count});
    answer.tenCells = kept.rows() * kept.cols();
    answer.tenDropped = std::count(kept.data(), kept.data() + answer.tenCells, 0.0F);
    answer.tenExpected = dropoutLaw(*mask, {0, answer.tenRows}).droppedShare;
    return answer;
}

Result<LossAnswer> lossAnswer(const Asked& asked)
{
    const NodePtr mask = asked.setup->find("mask");
    const Placement& placement = placementOf(mask->find<DropoutFacts>()->placement);
    const TokenSequence& sequence = asked.setup->sequence();
    LossAnswer loss{.log10Loss = dropoutLaw(*mask, {0, asked.rows}).log10TokenLoss,
                    .operand = placement.operand,
                    .draws = placement.unit == Placement::Unit::Token ? 1 : mask->columns.count,
                    .rows = asked.rows,
                    .paddingRows = sequence.hasPadding() ? sequence.length() - sequence.textLength() : 0,
                    .filled = placement.fillsPadding};
    TRY(const auto rows, dropoutPairsOf(asked.measured()));
    for (std::size_t i = 0; i < rows->normA.size(); ++i)
        loss.lostRows += rows->normA[i] > 0 && rows->normB[i] == 0;
    for (std::int64_t row = 0; row < asked.rows; ++row) {
        const bool isProtected = sequence.isProtected(row);
        loss.protectedRows += isProtected;
        if (sequence.hasText() && isSpecial(sequence.label(row))) {
            ++loss.specials;
            loss.protectedSpecials += isProtected;
        }
    }
    TRY(const Estimate cosine, numberOf("dropout_cosine", asked.measured()));
    loss.cosine = cosine.value;
    return loss;
}

} // namespace phasor
