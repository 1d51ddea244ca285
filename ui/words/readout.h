// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/readout.h"

#include <QString>
#include <QStringList>

namespace phasor::words {

// Derivation of the values of the cell under the cross-hair.
struct Derivation
{
    QStringList cell; // "cat", "position 2", "dimension 12", "pair 6", "λ 35.3", "PE[2,12] = sin(…) = 0.353"
    QStringList chain; // "E = 0.0441", "s·E = 8 × 0.0441 = 0.353", …, "kept × 1.111", "output 0.785"

    static QString line(const QStringList& parts) { return parts.join(QStringLiteral(" · ")); }
};

Derivation derivation(const ReadoutData& data);

// A step's value in short: "0.682", "kept × 1.11", "dropped".
QString shortValue(const ReadoutData::Step& step);

// Values to the bit: 9 significant digits, which give the same float32 when read, and its bits: "PE 0.662261367
// (0x3F2989F6)". Decimal point and minus sign are ASCII, for programs.
QStringList exactValues(const ReadoutData& data);

} // namespace phasor::words
