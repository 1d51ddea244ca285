// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/numbers.h"

#include "text/shownnumber.h"

namespace phasor::words {

namespace {

constexpr QChar kMinus(0x2212);
constexpr QChar kThinSpace(0x2009);

} // namespace

QString number(double value, int significantDigits)
{
    return text(shortNumber(value, significantDigits));
}

QString share(double share, int significantDigits)
{
    return number(100 * share, significantDigits) + QStringLiteral(" %");
}

QString count(std::int64_t value)
{
    QString text = QString::number(value);
    const qsizetype first = value < 0 ? 1 : 0;
    if (text.size() - first >= 5)
        for (qsizetype at = text.size() - 3; at > first; at -= 3)
            text.insert(at, kThinSpace);
    if (value < 0)
        text[0] = kMinus;
    return text;
}

int pluralOf(std::int64_t value)
{
    // Plural rules look at the last digits, which stay.
    constexpr std::int64_t kDigits = 1'000'000'000;
    return static_cast<int>(value < kDigits ? value : kDigits + value % kDigits);
}

} // namespace phasor::words
