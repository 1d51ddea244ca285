// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/numbertext_p.h"

#include <array>
#include <charconv>
#include <cmath>

namespace phasor {

namespace {

constexpr QChar kMinus(0x2212);
constexpr QChar kThinSpace(0x2009);

QString digits(double value, std::chars_format format, int precision)
{
    std::array<char, 512> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision).ptr;
    return QString::fromLatin1(buffer.data(), static_cast<qsizetype>(end - buffer.data()));
}

QString superscript(int exponent)
{
    constexpr std::array<char16_t, 10> kDigits{u'⁰', u'¹', u'²', u'³', u'⁴', u'⁵', u'⁶', u'⁷', u'⁸', u'⁹'};
    QString text;
    for (const QChar digit : QString::number(std::abs(exponent)))
        text += QChar(kDigits[static_cast<std::size_t>(digit.digitValue())]);
    return exponent < 0 ? QStringLiteral("⁻") + text : text;
}

QString withoutTrailingZeros(QString text)
{
    if (!text.contains(QLatin1Char('.')))
        return text;
    while (text.endsWith(QLatin1Char('0')))
        text.chop(1);
    if (text.endsWith(QLatin1Char('.')))
        text.chop(1);
    return text;
}

} // namespace

QString numberText(double value, int significantDigits)
{
    if (std::isnan(value))
        return QStringLiteral("NaN");
    const QString sign = value < 0 ? QString(kMinus) : QString();
    const double size = std::abs(value);
    if (std::isinf(size))
        return sign + QStringLiteral("∞");
    if (size == 0)
        return QStringLiteral("0");
    const QString scientific = digits(size, std::chars_format::scientific, significantDigits - 1);
    const qsizetype e = scientific.indexOf(QLatin1Char('e'));
    const int exponent = scientific.mid(e + 1).toInt();
    if (exponent >= -4 && exponent <= 5)
        return sign
            + withoutTrailingZeros(
                   digits(size, std::chars_format::fixed, std::max(0, significantDigits - 1 - exponent)));
    const QString mantissa = withoutTrailingZeros(scientific.left(e));
    const QString power = QStringLiteral("10") + superscript(exponent);
    return mantissa == QLatin1String("1") ? sign + power : sign + mantissa + QStringLiteral("·") + power;
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
