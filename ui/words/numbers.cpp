// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/numbers.h"

#include "text/numbers.h"
#include "words/coretexts.h"

#include <algorithm>
#include <cmath>

namespace phasor::words {

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

namespace {

constexpr QChar kMinus(0x2212);

// Only digits that are known: the unit of the last is at least the error, so it may be off by one. A known whole
// number below a million has all of its digits; 5231 from a sample is 5200.
QString sureNumber(const Estimate& value, int most)
{
    if (value.error == 0 || !std::isfinite(value.value) || value.value == 0)
        return number(value.value, most);
    const double first = std::floor(std::log10(std::abs(value.value)));
    const double sure = std::isfinite(value.error) ? first - std::ceil(std::log10(value.error)) + 1 : 1;
    const int digits = static_cast<int>(std::clamp(sure, 1.0, static_cast<double>(most)));
    const double unit = std::pow(10, first - digits + 1);
    return number(std::round(value.value / unit) * unit, digits);
}

QString marked(const Estimate& value, const QString& text)
{
    return value.error == 0 ? text : QStringLiteral("≈ ") + text;
}

} // namespace

QString number(double value, int significantDigits)
{
    return text(shortNumber(value, significantDigits));
}

QString grouped(double value, int significantDigits)
{
    QString text = number(value, significantDigits);
    const qsizetype point = text.indexOf(u'.');
    const qsizetype first = value < 0 ? 1 : 0;
    const bool power // 10¹², not 1,0¹²
        = std::ranges::any_of(text, [](QChar character) { return character.isNumber() && !character.isDigit(); });
    for (qsizetype at = (point < 0 ? text.size() : point) - 3; at > first && !power; at -= 3)
        text.insert(at, u',');
    return text;
}

QString orUndefined(double value, int significantDigits)
{
    return std::isfinite(value) ? number(value, significantDigits) : Words::tr("undefined");
}

QString share(double share, int significantDigits)
{
    return number(100 * share, significantDigits) + QStringLiteral(" %");
}

QString estimate(const Estimate& value, int significantDigits)
{
    return marked(value, sureNumber(value, significantDigits));
}

QString estimatedShare(const Estimate& share, int significantDigits)
{
    const Estimate percent{100 * share.value, 100 * share.error};
    return marked(percent, sureNumber(percent, significantDigits)) + QStringLiteral(" %");
}

QString equals(const Estimate& value, int significantDigits)
{
    return value.error == 0 ? QStringLiteral("= ") + number(value.value, significantDigits)
                            : estimate(value, significantDigits);
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
    QString text = QString::number(value);
    const qsizetype first = value < 0 ? 1 : 0;
    for (qsizetype at = text.size() - 3; at > first; at -= 3)
        text.insert(at, u',');
    if (value < 0)
        text[0] = kMinus;
    return text;
}

namespace {

QString ofThreeDigits(double value)
{
    const double size = std::abs(value);
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

} // namespace

QString rounded(const Estimate& value)
{
    return value.error == 0 ? ofThreeDigits(value.value) : estimate(value);
}

QString roundedShare(const Estimate& share)
{
    constexpr double kLeast = 0.001;
    constexpr double kExact = 1e-9; // a mean of ones may be a little less
    if (share.value > 0 && share.value < kLeast)
        return Words::tr("less than 0.1 %");
    if (share.value < 1 - kExact && share.value > 1 - kLeast)
        return Words::tr("more than 99.9 %");
    return estimatedShare(share);
}

namespace {

QString changedText(const QString& what, const QString& a, const QString& b, bool rises)
{
    if (a == b)
        return Words::tr("%1 is %2 in A and B", "a quantity, its value").arg(what, a);
    return (rises ? Words::tr("%1 rises from %2 to %3 in B", "a quantity, its values")
                  : Words::tr("%1 falls from %2 to %3 in B", "a quantity, its values"))
        .arg(what, a, b);
}

} // namespace

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
