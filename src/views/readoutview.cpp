// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/readoutview.h"

#include "encodings/encoding.h"
#include "pipeline/placements.h"
#include "views/viewtext.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr int kDigits = 6;

// The cell of a stage; nothing if the stage cannot be had or does not reach there.
std::optional<double> valueAt(const Stages& stages, StageId stage, std::int64_t row, std::int64_t column)
{
    const Result<FieldPtr>& field = stages.field(stage);
    if (!field.ok() || row < 0 || column < 0 || row >= (*field)->shape().rows || column >= (*field)->shape().cols)
        return std::nullopt;
    float value = 0;
    (*field)->fill({row, column, 1, 1}, {&value, 1, 1, 1});
    return value;
}

std::string text(const std::optional<double>& value)
{
    return value ? shortNumber(*value, kDigits) : "–";
}

std::string keptText(bool kept, const Stages& stages)
{
    return kept ? "kept × " + shortNumber(stages.dropoutScale(), kDigits) : std::string("dropped");
}

// What dropout does to the cell; empty where it does not act.
std::string dropoutText(const ReadoutData& data, const Stages& stages)
{
    if (!data.kept)
        return {};
    const TokenSequence& sequence = stages.sequence();
    if (sequence.isProtected(data.cell.row))
        return " · protected from dropout";
    if (stages.placement().fillsPadding && sequence.isPadding(data.cell.row))
        return " · padding, filled with 0";
    if (data.encodingKept)
        return " · s·E " + keptText(*data.kept, stages) + " · PE " + keptText(*data.encodingKept, stages);
    return " · " + keptText(*data.kept, stages);
}

// Reads from the mask what becomes of column `column` of the sum, which is column `ownColumn` of the encoding.
void addKept(ReadoutData& data, const Stages& stages, std::int64_t column, std::int64_t ownColumn)
{
    const auto keptAt = [&](std::int64_t maskColumn) -> std::optional<bool> {
        const std::optional<double> kept = valueAt(stages, StageId::Mask, data.cell.row, maskColumn);
        return kept ? std::optional(*kept != 0) : std::nullopt;
    };
    data.kept = keptAt(stages.placement().operand == Placement::Operand::Position ? ownColumn : column);
    if (stages.placement().operand == Placement::Operand::Each && !stages.concatenates())
        data.encodingKept = keptAt(stages.parameters().dModel + ownColumn);
}

std::string derivationOf(const ReadoutData& data, const Stages& stages)
{
    std::string line;
    if (!data.token.empty())
        line += data.token + " · ";
    line += "position " + std::to_string(data.position) + " · dimension " + std::to_string(data.cell.dimension);
    if (data.pair >= 0 && data.encoding)
        line += " · pair " + std::to_string(data.pair) + " · λ " + shortNumber(data.wavelength, 4);
    if (!data.formula.empty())
        line += " · " + data.formula;
    if (data.embedding)
        line += " · E = " + text(data.embedding) + " · s·E = " + shortNumber(stages.scale(), 5) + " × "
            + text(data.embedding) + " = " + text(data.scaled);
    if (data.sum)
        line += std::string(" · ") + (stages.concatenates() ? "[s·E, PE] = " : "s·E + PE = ") + text(data.sum);
    line += dropoutText(data, stages);
    if (data.output)
        line += " · output " + text(data.output);
    return line;
}

Result<ViewDataPtr> run(const ViewState::Cell& cell, const Stages& stages)
{
    const Encoding& encoding = *stages.encoding();
    const Parameters& p = stages.parameters();
    auto data = std::make_shared<ReadoutData>();
    const std::int64_t columns = p.dModel;
    // Placement `separate` has the encoding's mask behind the embedding's: the same element of the sum.
    const bool secondHalf
        = stages.placement().operand == Placement::Operand::Each && !stages.concatenates() && cell.dimension >= columns;
    data->cell = {std::clamp<std::int64_t>(cell.row, 0, encoding.shape().rows - 1),
                  std::clamp<std::int64_t>(cell.dimension - (secondHalf ? columns : 0), 0, columns - 1)};
    data->position = p.firstPosition + data->cell.row;
    if (stages.sequence().hasText() && data->cell.row < stages.sequence().length())
        data->token = stages.sequence().label(data->cell.row);

    // Beside each other the encoding's dimensions come behind the embedding's.
    const std::int64_t row = data->cell.row;
    const std::int64_t column = data->cell.dimension;
    const std::int64_t ownColumn = stages.concatenates() ? column - (columns - encoding.shape().cols) : column;
    data->pair = -1;
    data->encoding = valueAt(stages, StageId::Position, row, ownColumn);
    if (data->encoding) {
        const CellFormula formula = encoding.explain(row, ownColumn);
        data->pair = formula.pair;
        data->wavelength = formula.wavelength;
        data->formula = "PE[" + std::to_string(formula.position) + "," + std::to_string(ownColumn)
            + "] = " + formula.formula + " = " + text(data->encoding);
    }
    data->embedding = valueAt(stages, StageId::Embedding, row, column);
    data->scaled = valueAt(stages, StageId::Scaled, row, column);
    data->sum = valueAt(stages, StageId::Sum, row, column);
    addKept(*data, stages, column, ownColumn);
    data->output = valueAt(stages, StageId::Output, row, column);
    data->summary = derivationOf(*data, stages);
    return ViewDataPtr(std::move(data));
}

} // namespace

ViewJob readoutJob(const ViewState::Cell& cell)
{
    std::vector<StageId> all;
    for (const StageInfo& info : stageInfos())
        all.push_back(info.id);
    return {"readout", std::move(all), std::to_string(cell.row) + "," + std::to_string(cell.dimension),
            [cell](const Stages& stages, const CancelToken&) {
                return run(cell, stages);
            }};
}

} // namespace phasor
