// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/nodes.h"

#include "words/coretexts.h"
#include "words/summaries/summaries.h"

#include <bit>

namespace phasor::words {

static OperatorText scale(const ScaleFacts& facts)
{
    OperatorText text{QStringLiteral("×"), {number(facts.factor, 4)}};
    if (facts.rule == ScaleFactor(ScaleRule::SqrtDModel))
        text.lines += QStringLiteral("(√%1)").arg(facts.dModel);
    return text;
}

static OperatorText dropout(const DropoutFacts& facts, bool concatenated)
{
    const QString sign = QStringLiteral("⊙");
    if (facts.mode == DropoutMode::Eval)
        return {sign, {Words::tr("eval:"), Words::tr("no change", "eval: no change")}};
    const QString target = concatenated && facts.placement == PlacementId::Sum
        ? Words::tr("both", "dropout target: token and position, which are concatenated")
        : ofCore(placementOf(facts.placement).choice.words.label);
    return {sign,
            {Words::tr("dropout"), Words::tr("p = %1").arg(number(facts.probability)),
             Words::tr("on %1", "dropout target").arg(target)}};
}

// Operator before the first box of a node's inputs.
static OperatorText made(const Node& node)
{
    switch (node.operation) {
    case Operation::Scale:
        return scale(*node.find<ScaleFacts>());
    case Operation::Add:
    case Operation::Concatenate:
    case Operation::Score:
    case Operation::AddBias:
        return {QStringLiteral("=")};
    case Operation::SoftMax:
        return {QStringLiteral("→"), {Words::tr("softmax")}};
    case Operation::Drop: // of its parts, or of a sum before it
    case Operation::Project:
        return {node.positionEnters ? QStringLiteral("=") : QStringLiteral("→")};
    default:
        return {QStringLiteral("→")};
    }
}

// The mask of a first summand: its box stands for dropout(s·E), so that the strip reads dropout(s·E) + PE = output.
static bool isOfSummand(const Node& by, const Node& node)
{
    return by.operation == Operation::Drop && node.operation == Operation::Draw && by.inputs.size() > 2
        && by.inputs[1] == node.id;
}

// Operator before `node`, between two of the inputs of `by`.
static OperatorText joined(const Node& by, std::size_t input, const Node& node, bool concatenated)
{
    switch (by.operation) {
    case Operation::Add:
        return {QStringLiteral("+")};
    case Operation::Concatenate:
        return {QStringLiteral("‖")};
    case Operation::Drop:
        if (isOfSummand(by, node))
            return {QStringLiteral("→"), dropout(*by.find<DropoutFacts>(), concatenated).lines};
        if (node.operation != Operation::Draw) // a summand, dropped or not
            return {node.columns.first > 0 ? QStringLiteral("‖") : QStringLiteral("+")};
        return dropout(*by.find<DropoutFacts>(), concatenated);
    case Operation::Project: // multiplication by cosines and sines
        return {QStringLiteral("↻"), {Words::tr("rotated")}};
    case Operation::Score:
        return {QStringLiteral("·")};
    case Operation::AddBias:
        return {input == 1 ? QStringLiteral("·") : QStringLiteral("+")};
    default:
        return {QStringLiteral("→")};
    }
}

// A sum after the output that was made from the sum's parts.
static bool isApart(std::span<const NodePtr> nodes, std::size_t index)
{
    const Node& node = *nodes[index];
    return (node.operation == Operation::Add || node.operation == Operation::Concatenate) && index > 0
        && nodes[index - 1]->operation == Operation::Drop;
}

// Index of the node among the inputs of `by`; 0: it is the first or not an input.
static std::size_t laterInput(const Node& by, const NodeId& id)
{
    const auto found = std::ranges::find(by.inputs, id);
    return found == by.inputs.end() ? 0 : static_cast<std::size_t>(found - by.inputs.begin());
}

static QString withBits(float value)
{
    return QStringLiteral("%1 (0x%2)")
        .arg(static_cast<double>(value), 0, 'g', 9)
        .arg(std::bit_cast<std::uint32_t>(value), 8, 16, QLatin1Char('0'));
}

static QString cells(std::int64_t number)
{
    return number == 1 ? Words::tr("1 value") : Words::tr("%1 values", nullptr, pluralOf(number)).arg(count(number));
}

static QString bothText(const DifferingCell& cell)
{
    const QString both = Words::tr("row %1, column %2: %3 in the file, %4 here")
                             .arg(count(cell.row), count(cell.col), withBits(cell.file), withBits(cell.ours));
    return cell.ulp ? Words::tr("%1, %2 ulp apart").arg(both, count(*cell.ulp)) : both;
}

static QString explanationText(const TableCheck& check)
{
    const auto& best = check.explanation ? check.explanation : check.closest;
    if (!best)
        return Words::tr("No known mistake explains it.");
    const TableDifference& found = check.difference;
    const std::int64_t all = check.rounding ? found.differing : found.beyond;
    const QString text
        = (check.explanation ? Words::tr("Explanation: %1. It explains %2 of %3.")
                             : Words::tr("No known mistake explains it. The closest is: %1. It explains %2 of %3."))
              .arg(ofCore(best->text), count(all - best->differing), cells(all));
    return best->otherBits == 0 ? text + u' ' + Words::tr("Then all values are equal.") : text;
}

QString sizeText(const Node& node)
{
    if (node.quantity.family == QuantityFamily::Id)
        return node.rows.count == 1 ? Words::tr("1 token")
                                    : Words::tr("%1 tokens", nullptr, pluralOf(node.rows.count)).arg(node.rows.count);
    return Words::tr("%1 × %2", "rows, columns").arg(node.rows.count).arg(node.columns.count);
}

QString rangeText(const Node& node, Interval colors)
{
    if (node.quantity.family != QuantityFamily::Signed)
        return {};
    if (colors.low == -colors.high)
        return QStringLiteral("±%1").arg(number(colors.high));
    return fromTo(number(colors.low), number(colors.high), QStringLiteral("%1 … %2"));
}

const Node& operatedBy(std::span<const NodePtr> nodes, std::size_t index)
{
    for (std::size_t later = index + 1; later < nodes.size(); ++later) {
        if (laterInput(*nodes[later], nodes[index]->id) > 0)
            return *nodes[later];
    }
    return *nodes[index];
}

OperatorText operatorBefore(std::span<const NodePtr> nodes, std::size_t index)
{
    const Node& node = *nodes[index];
    if (isApart(nodes, index))
        return {QStringLiteral("│"), {Words::tr("without", "without dropout"), Words::tr("dropout")}};
    const Node& by = operatedBy(nodes, index);
    const bool concatenated
        = std::ranges::any_of(nodes, [](const NodePtr& one) { return one->operation == Operation::Concatenate; });
    return &by == &node ? made(node) : joined(by, laterInput(by, node.id), node, concatenated);
}

QString boxText(std::span<const NodePtr> nodes, std::size_t index)
{
    const bool summand = index > 0 && isOfSummand(operatedBy(nodes, index), *nodes[index]);
    const QString symbol = ofCore(nodes[summand ? index - 1 : index]->quantity.symbol);
    return summand ? Words::tr("dropout(%1)").arg(symbol) : symbol;
}

QString checkText(const CheckedFile& checked)
{
    const TableDifference& found = checked.check.difference;
    QStringList sentences;
    if (found.differing == 0)
        sentences << Words::tr("Equal: all bits of %1 are the same.").arg(cells(found.cells));
    else
        sentences << Words::tr("Different: %1 of %2.").arg(count(found.differing), cells(found.cells));
    if (found.file != found.ours)
        sentences << Words::tr("The file has %1 × %2 values, the table here %3 × %4.")
                         .arg(count(found.file.rows), count(found.file.cols), count(found.ours.rows),
                              count(found.ours.cols));
    if (found.first)
        sentences << Words::tr("The first is %1; the largest difference is %2 ulp.")
                         .arg(bothText(*found.first), count(found.maxUlp));
    if (checked.check.rounding)
        sentences << Words::tr("All differences are smaller than 10⁻⁵ of the largest value.");
    if (found.differing > 0)
        sentences << explanationText(checked.check);
    if (checked.tables > 1)
        sentences << Words::tr("The file has %1 tables; this is the first.").arg(count(checked.tables));
    for (const Message& warning : checked.warnings)
        sentences << ofCore(warning);
    return sentences.join(QLatin1Char('\n'));
}

QString cellText(const CheckedFile& checked, std::int64_t row, std::int64_t col)
{
    float ours = 0;
    checked.ours->fill({row, col, 1, 1}, {&ours, 1, 1, 1});
    return bothText(differingCell(row, col, (*checked.file)(row, col), ours));
}

QString triedText(const TableCheck& check)
{
    QStringList tried;
    for (const TriedChange& change : check.tried) {
        const int n = pluralOf(change.values);
        tried << (change.parameter == nullptr ? ofCore(change.text)
                      : change.values == 1
                      ? Words::tr("%1 (1 value)").arg(ofCore(change.parameter->label))
                      : Words::tr("%1 (%2 values)", nullptr, n).arg(ofCore(change.parameter->label)).arg(n));
    }
    return tried.isEmpty() ? QString() : Words::tr("Tried: %1.").arg(tried.join(QStringLiteral("; ")));
}

QString axisTitle(AxisKind kind, bool named)
{
    switch (kind) {
    case AxisKind::Position:
        return named ? Words::tr("token") : Words::tr("position");
    case AxisKind::Dimension:
        return Words::tr("dimension");
    case AxisKind::Key:
        return Words::tr("key");
    default:
        return Words::tr("column");
    }
}

} // namespace phasor::words
