// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"
#include "views/check/tablecheck.h"

#include <QString>
#include <QStringList>

#include <span>

namespace phasor::words {

// Texts of the nodes and operators on the strip.

QString sizeText(const Node& node); // "5000 × 512", "5 tokens"
QString rangeText(const Node& node, Interval colors); // "±90.5"; empty if it tells nothing

// An operator before a node: a sign, and its numbers in small type.
struct OperatorText
{
    QString sign; // "×"
    QStringList lines = {}; // "22.63", "(√512)"
    bool operator==(const OperatorText&) const = default;
};

// The operator before the node at `index` of the shown nodes: "+" before a summand after the first, "=" before their
// sum.
OperatorText operatorBefore(std::span<const NodePtr> nodes, std::size_t index);

// Text of the box at `index`: "PE"; "dropout(s·E)" for the mask of a first summand.
QString boxText(std::span<const NodePtr> nodes, std::size_t index);

// The node that operatorBefore() is about: the one at `index`, or a later one that has it as a second input.
const Node& operatedBy(std::span<const NodePtr> nodes, std::size_t index);

// Comparison of a file's table with the stage's: number of different cells, the first with its bits, the explanation.
QString checkText(const CheckedFile& checked);

// Cell (row, col) of both tables, with their bits.
QString cellText(const CheckedFile& checked, std::int64_t row, std::int64_t col);

// All changes of the setup and mistakes that were tried.
QString triedText(const TableCheck& check);

} // namespace phasor::words
