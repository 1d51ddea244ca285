// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/compare.h"

#include "words/language.h"
#include "words/numbers.h"

namespace phasor::words {

QString sideName(Side side)
{
    return side == Side::A ? Words::tr("A", "the first set-up") : Words::tr("B", "the second set-up");
}

QString differenceName()
{
    return Words::tr("A − B");
}

QString ofSide(Side side, const QString& what)
{
    return Words::tr("%1 · %2", "a set-up, what of it").arg(sideName(side), what);
}

QString bothSides(const QString& a, const QString& b)
{
    return Words::tr("A: %1 · B: %2", "what is said of each set-up").arg(a, b);
}

QString compared(double a, double b, int significantDigits)
{
    return Words::tr("A %1 · B %2 · A − B %3")
        .arg(number(a, significantDigits), number(b, significantDigits), number(a - b, significantDigits));
}

} // namespace phasor::words
