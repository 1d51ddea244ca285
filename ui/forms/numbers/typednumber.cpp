// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/numbers/typednumber.h"

#include <QRegularExpression>

#include <cmath>

namespace phasor {

namespace {

// Groups of three digits with any space, thin ones too, or ' between them.
QString withoutGroups(const QString& text)
{
    static const QRegularExpression kGroups(
        QStringLiteral("^[+-]?\\d{1,3}(?:[\\s\\x{00a0}\\x{2009}\\x{202f}'’]\\d{3})+(?!\\d)"),
        QRegularExpression::UseUnicodePropertiesOption);
    const QRegularExpressionMatch match = kGroups.match(text);
    if (!match.hasMatch())
        return text;
    QString digits = match.captured();
    digits.removeIf([](QChar c) { return !c.isDigit() && c != u'-' && c != u'+'; });
    return digits + text.mid(match.capturedLength());
}

// A comma with other than three digits behind it can only be a decimal one.
QString withDecimalPoint(const QString& text)
{
    static const QRegularExpression kComma(QStringLiteral("^([+-]?\\d*),(\\d+)((?:[eE][+-]?\\d+)?)$"));
    const QRegularExpressionMatch match = kComma.match(text);
    const bool grouped = match.captured(2).size() == 3 && match.captured(1) != u"0" && !match.captured(1).isEmpty();
    if (!match.hasMatch() || grouped)
        return text;
    return match.captured(1) + u'.' + match.captured(2) + match.captured(3);
}

QString asInteger(const QString& text)
{
    bool isNumber = false;
    const double value = text.toDouble(&isNumber);
    const bool whole = isNumber && value == std::round(value) && std::abs(value) < 1e15;
    return whole && text.contains(u'e', Qt::CaseInsensitive) ? QString::number(value, 'f', 0) : text;
}

} // namespace

QString plainNumber(const ValueSpec& spec, const QString& typed)
{
    QString text = typed.trimmed();
    text.replace(QChar(0x2212), u'-'); // the minus that formulas have
    const bool percent = text.endsWith(u'%') && spec.kind == ParameterKind::Real && spec.maximum == 1;
    if (percent)
        text = text.chopped(1).trimmed();
    text = withDecimalPoint(withoutGroups(text));
    bool isNumber = false;
    const double value = text.toDouble(&isNumber);
    if (!isNumber)
        return typed.trimmed();
    if (percent)
        return QString::number(value / 100, 'g', 15);
    if (text.startsWith(u'+'))
        text.remove(0, 1);
    return spec.kind == ParameterKind::Integer ? asInteger(text) : text;
}

} // namespace phasor
