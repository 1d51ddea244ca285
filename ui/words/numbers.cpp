// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/numbers.h"

#include "text/numbers.h"
#include "words/coretexts.h"

#include <algorithm>
#include <cmath>

namespace phasor::words {

namespace {

constexpr QChar kMinus(0x2212);

// With thousands separators before the point.
QString withCommas(QString number)
{
    const qsizetype point = number.indexOf(u'.');
    const qsizetype first = number.startsWith(kMinus) ? 1 : 0;
    for (qsizetype at = (point < 0 ? number.size() : point) - 3; at > first; at -= 3)
        number.insert(at, u',');
    return number;
}

QString changedText(const QString& what, const QString& a, const QString& b, bool rises)
{
    if (a == b)
        return Words::tr("%1 is %2 in A and B", "a quantity, its value").arg(what, a);
    return (rises ? Words::tr("%1 rises from %2 to %3 in B", "a quantity, its values")
                  : Words::tr("%1 falls from %2 to %3 in B", "a quantity, its values"))
        .arg(what, a, b);
}

} // namespace

QString sideName(Side side)
{
    return side == Side::A ? Words::tr("A", "the first setup") : Words::tr("B", "the second setup");
}

QString differenceName()
{
    return Words::tr("A − B");
}

QString ofSide(Side side, const QString& what)
{
    return Words::tr("%1 · %2", "a setup, what of it").arg(sideName(side), what);
}

QString bothSides(const QString& a, const QString& b)
{
    return a == b ? Words::tr("%1 in A and B", "a sentence that is true for both setups").arg(a)
                  : Words::tr("A: %1 · B: %2", "what is said of each setup").arg(a, b);
}

QString compared(double a, double b, int significantDigits)
{
    const QString both = Words::tr("A %1 · B %2").arg(number(a, significantDigits), number(b, significantDigits));
    return std::isfinite(a - b) ? Words::tr("%1 · A − B %2").arg(both, number(a - b, significantDigits)) : both;
}

QString number(const Estimate& value, int significantDigits)
{
    const QString mark = value.error == 0 ? QString() : QStringLiteral("≈ ");
    if (value.error == 0 || !std::isfinite(value.value) || value.value == 0)
        return mark + text(shortNumber(value.value, significantDigits));
    // The unit of the last digit is at least the error, so it may be off by one. A known whole number below a million
    // has all of its digits; 5231 from a sample is 5200.
    const double first = std::floor(std::log10(std::abs(value.value)));
    const double sure = std::isfinite(value.error) ? first - std::ceil(std::log10(value.error)) + 1 : 1;
    const int digits = static_cast<int>(std::clamp(sure, 1.0, static_cast<double>(significantDigits)));
    const double unit = std::pow(10, first - digits + 1);
    return mark + text(shortNumber(std::round(value.value / unit) * unit, digits));
}

QString grouped(double value, int significantDigits)
{
    const QString text = number(value, significantDigits);
    const bool power // 10¹², not 1,0¹²
        = std::ranges::any_of(text, [](QChar character) { return character.isNumber() && !character.isDigit(); });
    return power ? text : withCommas(text);
}

QString orUndefined(double value, int significantDigits)
{
    return std::isfinite(value) ? number(value, significantDigits) : Words::tr("undefined");
}

QString share(const Estimate& of, int significantDigits)
{
    return number({100 * of.value, 100 * of.error}, significantDigits) + QStringLiteral(" %");
}

QString likelihood(double log10)
{
    constexpr double kPractically = -6;
    if (std::isinf(log10))
        return Words::tr("never");
    if (log10 >= 0)
        return Words::tr("always");
    return log10 < kPractically ? Words::tr("practically never")
                                : Words::tr("with probability %1").arg(text(powerOfTen(log10)));
}

QString count(std::int64_t value)
{
    return withCommas(QString::number(value).replace(u'-', kMinus));
}

QString rounded(const Estimate& of)
{
    const double value = of.value;
    const double size = std::abs(value);
    if (of.error != 0)
        return number(of);
    if (size >= 999.5 && size < 999.5e3) {
        const double unit = std::pow(10, std::floor(std::log10(size)) - 2);
        return count(std::llround(std::round(value / unit) * unit));
    }
    if (size >= 999.5e3 && size < 999.5e6)
        return Words::tr("%1 million").arg(number(value / 1e6));
    if (size >= 999.5e6 && size < 999.5e9)
        return Words::tr("%1 billion").arg(number(value / 1e9));
    if (size >= 1e-4 && size < 9.995e-4)
        return Words::tr("%1·10⁻⁴").arg(number(value * 1e4));
    return number(value);
}

QString roundedShare(const Estimate& of)
{
    constexpr double kLeast = 0.001;
    constexpr double kExact = 1e-9; // a mean of ones may be a little less
    if (of.value > 0 && of.value < kLeast)
        return Words::tr("less than 0.1 %");
    if (of.value < 1 - kExact && of.value > 1 - kLeast)
        return Words::tr("more than 99.9 %");
    return share(of);
}

QString changed(const QString& what, const Estimate& a, const Estimate& b)
{
    return changedText(what, rounded(a), rounded(b), b.value > a.value);
}

QString changedCount(const QString& what, std::int64_t a, std::int64_t b)
{
    return changedText(what, count(a), count(b), b > a);
}

int pluralOf(std::int64_t value)
{
    // Keeps the last digits, which plural rules use.
    constexpr std::int64_t kDigits = 1'000'000'000;
    return static_cast<int>(value < kDigits ? value : kDigits + value % kDigits);
}

QString paragraphs(const QStringList& sentences)
{
    return sentences.join(QStringLiteral("\n\n"));
}

} // namespace phasor::words
