// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/tablecheck.h"

#include "words/coretexts.h"
#include "words/numbers.h"
#include "words/pictures.h"

#include <QStringList>

#include <bit>

namespace phasor::words {

namespace {

QString withBits(float value)
{
    return QStringLiteral("%1 (0x%2)")
        .arg(static_cast<double>(value), 0, 'g', 9)
        .arg(std::bit_cast<std::uint32_t>(value), 8, 16, QLatin1Char('0'));
}

QString firstText(const DifferingCell& cell, std::int64_t maxUlp)
{
    return Words::tr("The first is row %1, column %2: %3 in the file, %4 here, %5 ulp apart; the largest "
                     "difference has %6 ulp.")
        .arg(count(cell.row), count(cell.col), withBits(cell.file), withBits(cell.ours), count(cell.ulp),
             count(maxUlp));
}

QString explanationText(const std::optional<TableExplanation>& explanation)
{
    if (!explanation)
        return Words::tr("Nothing that was tried explains it.");
    const QString why = ofCore(explanation->text);
    return explanation->differing == 0
        ? Words::tr("What explains it: %1; then all cells are equal.").arg(why)
        : Words::tr("What comes nearest: %1; then %2 cells differ.").arg(why, count(explanation->differing));
}

} // namespace

QString checkText(const CheckedFile& checked)
{
    const TableDifference& found = checked.check.difference;
    QStringList sentences;
    if (found.differing == 0)
        sentences << Words::tr("Equal: all %1 cells have the same bits.").arg(count(found.cells));
    else
        sentences << Words::tr("%1 of %2 cells differ.").arg(count(found.differing), count(found.cells));
    if (found.first)
        sentences << firstText(*found.first, found.maxUlp);
    if (found.differing > 0)
        sentences << explanationText(checked.check.explanation);
    if (checked.tables > 1)
        sentences << Words::tr("The file has %1 tables; this is the first.").arg(count(checked.tables));
    for (const Message& warning : checked.warnings)
        sentences << ofCore(warning);
    return sentences.join(QLatin1Char('\n'));
}

QString differenceText(const Picture& difference)
{
    const QString what
        = Words::tr("file − Phasor, %1 … %2").arg(number(difference.range.low), number(difference.range.high));
    const QString pixel = pixelText(difference);
    return pixel.isEmpty() ? what : what + QStringLiteral("; ") + pixel;
}

} // namespace phasor::words
