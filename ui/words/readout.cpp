// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/readout.h"

#include "words/coretexts.h"

#include <bit>

namespace phasor::words {

namespace {

constexpr int kShownDigits = 6;

using Step = ReadoutData::Step;
using Fate = CellNote::Fate;

QString value(const Step& step)
{
    return step.ofB ? compared(*step.value, *step.ofB->value, kShownDigits) : number(*step.value, kShownDigits);
}

// "E = 0.0441"
QString equation(const QString& name, const Step& step)
{
    return Words::tr("%1 = %2", "a name, its value").arg(name, value(step));
}

// "PE[2,12]"
QString nameOfCell(const Step& step)
{
    const auto label = [](const Axis& axis, std::int64_t index) {
        return QString::number(axis.firstLabel + (axis.period > 0 ? index % axis.period : index));
    };
    return QStringLiteral("%1[%2,%3]")
        .arg(ofCore(step.node->quantity.symbol), label(step.node->rows, step.row),
             label(step.node->columns, step.column));
}

// Why a rounded value differs from the formula's.
QString reasonOf(const CellRounding& rounding)
{
    if (rounding.position != rounding.countedAs)
        return Words::tr("position %1 was rounded to %2")
            .arg(number(rounding.position, 10), number(rounding.countedAs, 10));
    return rounding.stepwise ? Words::tr("each step is rounded") : Words::tr("rounded at the end");
}

// Whether the value is not the formula's.
bool isRounded(const Step& step)
{
    const auto& rounding = step.note.rounding;
    return rounding && number(rounding->exact, kShownDigits) != number(*step.value, kShownDigits);
}

// "PE[2,12] = sin(2 / 10000^(12/64)) = 0.348". For rounded values no "=": "… = −0.198043 exactly; in bfloat16 0.363281:
// position 597 became 596". Without the formula if it doesn't give B's value, too.
QString derived(const QString& name, const Step& step)
{
    if (step.note.formula.empty()
        || (step.ofB && (step.ofB->note.formula != step.note.formula || isRounded(step) || isRounded(*step.ofB))))
        return equation(name, step);
    const auto said = [&](const QString& shown) {
        return Words::tr("%1 = %2 = %3", "a name, its formula, its value").arg(name, text(step.note.formula), shown);
    };
    if (!isRounded(step))
        return said(value(step));
    const CellRounding& rounding = *step.note.rounding;
    return Words::tr("%1 exactly; in %2 %3: %4", "an equation, a type, the value in it, why it differs")
        .arg(said(number(rounding.exact, kShownDigits)), text(rounding.type), value(step), reasonOf(rounding));
}

// The step of a node, if its value is known; null: unknown.
const Step* stepOf(const ReadoutData& data, const NodeId& node)
{
    const auto found = std::ranges::find(data.steps, node, [](const Step& step) { return step.node->id; });
    return found != data.steps.end() && found->value ? &*found : nullptr;
}

QString scaled(const Step& step, const ReadoutData& data)
{
    const QString name = ofCore(step.node->quantity.symbol);
    const Step* input = stepOf(data, step.node->inputs.front());
    // The factors of two setups may differ, too.
    if (input == nullptr || step.ofB)
        return equation(name, step);
    return Words::tr("%1 = %2 × %3 = %4", "s·E = s × E = value")
        .arg(name, number(step.node->find<ScaleFacts>()->factor, 5), number(*input->value, kShownDigits), value(step));
}

QString fateOf(Fate fate, double factor)
{
    return fate == Fate::Dropped ? Words::tr("dropped") : Words::tr("kept × %1").arg(number(factor, kShownDigits));
}

// Effect of dropout on the cell or on its parts, in one setup.
QString fate(const Step& step)
{
    if (step.note.fate == Fate::None)
        return {};
    if (step.note.fate == Fate::Protected)
        return Words::tr("protected from dropout");
    if (step.note.fate == Fate::Padding)
        return Words::tr("padding, set to 0");
    const auto& facts = *step.node->find<DropoutFacts>();
    const QString here = fateOf(step.note.fate, facts.factor);
    if (step.second)
        return Words::tr("s·E %1 · PE %2", "what dropout does to each")
            .arg(here, fateOf(step.second->fate, facts.factor));
    const Placement::Operand operand = placementOf(facts.placement).operand;
    return operand == Placement::Operand::Embedding ? Words::tr("s·E %1", "kept or dropped").arg(here)
        : operand == Placement::Operand::Position   ? Words::tr("PE %1", "kept or dropped").arg(here)
                                                    : here;
}

// A part of the sum after dropout: "0.0441 × 1.11111", "0", or unchanged if dropout does not act on it.
QString leftOf(const Step& part, std::optional<Fate> fate, double factor)
{
    if (fate == Fate::Dropped)
        return QStringLiteral("0");
    const QString all = number(*part.value, kShownDigits);
    return fate == Fate::Kept ? QStringLiteral("%1 × %2").arg(all, number(factor, kShownDigits)) : all;
}

// The output if dropout acts on the parts of the sum: "output = 0.0441 × 1.11111 + 0.348 = 0.397".
QString outputOfParts(const Step& step, const ReadoutData& data)
{
    const auto& facts = *step.node->find<DropoutFacts>();
    const Placement::Operand operand = placementOf(facts.placement).operand;
    const Step* mask = nullptr;
    for (const NodeId& input : step.node->inputs) {
        const Step* found = stepOf(data, input);
        if (found != nullptr && found->node->operation == Operation::Draw)
            mask = found;
    }
    QStringList terms;
    for (const NodeId& input : step.node->inputs) {
        const Step* part = stepOf(data, input);
        if (part == nullptr || part == mask)
            continue;
        const bool encoding = part->node->operation == Operation::Encode;
        const bool acts = operand == Placement::Operand::Each || encoding == (operand == Placement::Operand::Position);
        std::optional<Fate> fate;
        if (mask != nullptr && acts)
            fate = encoding && mask->second ? mask->second->fate : mask->note.fate;
        terms += leftOf(*part, fate, facts.factor);
    }
    return Words::tr("output = %1 = %2", "a formula with its numbers, the value")
        .arg(terms.join(QStringLiteral(" + ")), value(step));
}

// Pair and wavelength of the dimension, and its limits within the table.
QStringList partsOf(const std::optional<WaveOfColumn>& shown)
{
    if (!shown)
        return {};
    const WaveOfColumn& wave = *shown;
    QStringList parts;
    parts += (wave.paired ? Words::tr("pair %1") : Words::tr("wave %1")).arg(wave.of.pair);
    parts += QStringLiteral("λ %1").arg(grouped(wave.of.wavelength(), 4));
    if (wave.life == PairLife::Dead)
        parts += Words::tr("long-wave: no full period in %1 positions").arg(count(wave.length));
    if (wave.life == PairLife::Frozen)
        parts += Words::tr("near-constant: moves less than 0.1 rad in %1 positions").arg(count(wave.length));
    return parts;
}

void addDimension(QStringList& parts, std::int64_t dimension, const ReadoutData& data)
{
    parts += Words::tr("dimension %1").arg(dimension);
    const QStringList wave = partsOf(data.wave);
    const QStringList waveOfB = partsOf(data.waveOfB);
    if (data.wave && data.waveOfB && wave != waveOfB)
        parts += {ofSide(Side::A, Derivation::line(wave)), ofSide(Side::B, Derivation::line(waveOfB))};
    else
        parts += wave;
}

// "q · k = 3.86: pair 0 1.21, pair 7 −0.8, 30 others 0.31"
QString partsOf(const std::vector<CellNote::Part>& parts)
{
    constexpr std::size_t kNamed = 6;
    QStringList named;
    double sum = 0;
    double others = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        sum += parts[i].value;
        if (i < kNamed || parts.size() == kNamed + 1)
            named += Words::tr("pair %1 %2", "its number, what it adds").arg(parts[i].pair).arg(number(parts[i].value));
        else
            others += parts[i].value;
    }
    if (named.size() < static_cast<qsizetype>(parts.size()))
        named += Words::tr("%1 others %2", "how many, what they add")
                     .arg(static_cast<qsizetype>(parts.size()) - named.size())
                     .arg(number(others));
    return Words::tr("q · k = %1: %2", "a sum, its parts").arg(number(sum, 4), named.join(QStringLiteral(", ")));
}

void addStep(Derivation& derivation, const Step& step, const ReadoutData& data)
{
    if (!step.value)
        return;
    switch (step.node->operation) {
    case Operation::Encode:
        derivation.cell += derived(nameOfCell(step), step);
        return;
    case Operation::Scale:
        derivation.chain += scaled(step, data);
        return;
    case Operation::Draw:
        if (const QString here = fate(step), there = step.ofB ? fate(*step.ofB) : here; here != there)
            derivation.chain += Words::tr("A %1 · B %2", "what dropout does in each setup").arg(here, there);
        else if (!here.isEmpty())
            derivation.chain += here;
        return;
    case Operation::Drop:
        derivation.chain += step.node->positionEnters && !step.ofB ? outputOfParts(step, data)
                                                                   : Words::tr("output %1").arg(value(step));
        return;
    case Operation::Add:
    case Operation::Concatenate:
        // Not a sum that nothing uses, because dropout acts on its parts.
        if (std::ranges::any_of(data.steps, [&](const Step& other) {
                return std::ranges::count(other.node->inputs, step.node->id) > 0;
            }))
            derivation.chain += derived(ofCore(step.node->quantity.symbol), step);
        return;
    case Operation::Input:
    case Operation::Same:
        return; // nothing is computed
    default:
        derivation.chain += derived(ofCore(step.node->quantity.symbol), step);
        if (!step.note.parts.empty() && !step.ofB)
            derivation.chain += partsOf(step.note.parts);
    }
}

// "position 52"; in a grid with its cell: "position 52: row 3, column 10".
QString positionText(const ReadoutData& data, std::int64_t position)
{
    for (const Step& step : data.steps) {
        if (step.node->rows.kind != AxisKind::Position)
            continue;
        if (const auto cell = step.node->rows.gridCell(step.row))
            return Words::tr("position %1: row %2, column %3").arg(position).arg(cell->row).arg(cell->column);
    }
    return Words::tr("position %1").arg(position);
}

} // namespace

QString shortValue(const Step& step)
{
    if (!step.value)
        return {};
    if (step.node->operation != Operation::Draw)
        return number(*step.value);
    if (step.note.fate == Fate::Protected)
        return Words::tr("protected");
    return *step.value == 0 ? Words::tr("dropped")
                            : Words::tr("kept × %1").arg(number(step.node->find<DropoutFacts>()->factor));
}

QStringList exactValues(const ReadoutData& data)
{
    constexpr int kExactDigits = 9;
    const auto text = [](double value) {
        return QStringLiteral("%1 (0x%2)")
            .arg(QString::number(value, 'g', kExactDigits),
                 QString::asprintf("%08X", std::bit_cast<std::uint32_t>(static_cast<float>(value))));
    };
    QStringList parts;
    for (const Step& step : data.steps) {
        const bool number = step.node->quantity.family != QuantityFamily::Id && step.node->operation != Operation::Draw;
        if (!number || !step.value)
            continue;
        parts << QStringLiteral("%1 %2").arg(ofCore(step.node->quantity.symbol), text(*step.value));
        if (step.ofB)
            parts << ofSide(Side::B, text(*step.ofB->value));
    }
    return parts;
}

Derivation derivation(const ReadoutData& data)
{
    Derivation derivation;
    if (!data.token.empty())
        derivation.cell += text(data.token);
    if (const auto position = data.cursor[AxisKind::Position])
        derivation.cell += positionText(data, *position);
    if (const auto key = data.cursor[AxisKind::Key])
        derivation.cell += Words::tr("key %1", "position of the key").arg(*key);
    else if (const auto dimension = data.cursor[AxisKind::Dimension])
        addDimension(derivation.cell, *dimension, data);
    for (const Step& step : data.steps)
        addStep(derivation, step, data);
    return derivation;
}

} // namespace phasor::words
