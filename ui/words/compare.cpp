// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/compare.h"

#include "words/numbers.h"

#include <QCoreApplication>

namespace phasor::words {

namespace {

struct CompareWords
{
    Q_DECLARE_TR_FUNCTIONS(CompareWords)
};

} // namespace

QString sideName(Side side)
{
    return side == Side::A ? CompareWords::tr("A", "the first set-up") : CompareWords::tr("B", "the second set-up");
}

QString differenceName()
{
    return CompareWords::tr("A − B");
}

QString ofSide(Side side, const QString& what)
{
    return CompareWords::tr("%1 · %2", "a set-up, what of it").arg(sideName(side), what);
}

QString bothSides(const QString& a, const QString& b)
{
    return CompareWords::tr("A: %1 · B: %2", "what is said of each set-up").arg(a, b);
}

QString compared(double a, double b, int significantDigits)
{
    return CompareWords::tr("A %1 · B %2 · A − B %3")
        .arg(number(a, significantDigits), number(b, significantDigits), number(a - b, significantDigits));
}

} // namespace phasor::words
