// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"

#include <QString>
#include <QStringList>

#include <span>

// The parts of the pipeline on the strip.
namespace phasor::words {

QString title(const Node& node); // "Scaled embedding s·E"
QString symbol(const Node& node); // "s·E"
QString sizeText(const Node& node); // "5000 × 512", "5 tokens"
QString rangeText(const Node& node, Interval colours); // "±90.5"; empty where it says nothing

// What stands before a node: a sign, and in small type its numbers.
struct OperatorText
{
    QString sign; // "×"
    QStringList lines = {}; // "22.63", "(√512)"
    bool operator==(const OperatorText&) const = default;
};

// Before the node at `index` of those that are shown, in their order: "+" before what is added to the one before it,
// "=" before their sum.
OperatorText operatorBefore(std::span<const NodePtr> nodes, std::size_t index);

// Of the node that makes operatorBefore(): the one at `index`, or the later one that takes it as another input.
const Node& operatedBy(std::span<const NodePtr> nodes, std::size_t index);

} // namespace phasor::words
