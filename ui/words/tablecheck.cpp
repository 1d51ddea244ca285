// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/tablecheck.h"

#include "words/coretexts.h"

#include <bit>

namespace phasor::words {

namespace {

QString withBits(float value)
{
    return QStringLiteral("%1 (0x%2)")
        .arg(static_cast<double>(value), 0, 'g', 9)
        .arg(std::bit_cast<std::uint32_t>(value), 8, 16, QLatin1Char('0'));
}

QString cells(std::int64_t number)
{
    return number == 1 ? Words::tr("1 value") : Words::tr("%1 values", nullptr, pluralOf(number)).arg(count(number));
}

QString bothText(const DifferingCell& cell)
{
    const QString both = Words::tr("row %1, column %2: %3 in the file, %4 here")
                             .arg(count(cell.row), count(cell.col), withBits(cell.file), withBits(cell.ours));
    return cell.ulp ? Words::tr("%1, %2 ulp apart").arg(both, count(*cell.ulp)) : both;
}

QString explanationText(const TableCheck& check)
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

} // namespace

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

} // namespace phasor::words
