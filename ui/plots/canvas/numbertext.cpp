// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/numbertext_p.h"

#include "views/viewtext.h"

namespace phasor {

namespace {

constexpr QChar kMinus(0x2212);
constexpr QChar kThinSpace(0x2009);

} // namespace

QString numberText(double value, int significantDigits)
{
    return QString::fromStdString(shortNumber(value, significantDigits));
}

QString countText(std::int64_t value)
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

} // namespace phasor
