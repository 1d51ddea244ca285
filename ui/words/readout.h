// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/readout.h"

#include <QString>
#include <QStringList>

namespace phasor::words {

// Where the numbers of the cell under the cross-hair come from.
struct Derivation
{
    QStringList cell; // "cat", "position 2", "dimension 12", "pair 6", "λ 35.3", "PE[2,12] = sin(…) = 0.353"
    QStringList chain; // "E = 0.0441", "s·E = 8 × 0.0441 = 0.353", …, "kept × 1.111", "output 0.785"

    static QString line(const QStringList& parts); // with " · " between them
};

Derivation derivation(const ReadoutData& data);

// Each value to the bit: 9 significant digits, from which a float32 is read back, and its bits: "PE 0.662261367
// (0x3F2989F6)". With a point and a minus that programs read.
QStringList exactValues(const ReadoutData& data);

} // namespace phasor::words
