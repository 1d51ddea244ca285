// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/dimensionlist.h"

#include "text/numbers.h"

#include <QStringList>

#include <algorithm>
#include <optional>

namespace phasor {

namespace {

std::optional<std::int64_t> parseIndex(const QString& text)
{
    const Result<std::int64_t> value = parseInteger(text.trimmed().toStdString());
    return value.ok() && *value >= 0 ? std::optional(*value) : std::nullopt;
}

Error fault(std::string code, Message what, Message remedy)
{
    return usageError(std::move(code), "--dims", std::move(what), std::move(remedy));
}

} // namespace

Result<std::vector<std::int64_t>> parseDimensions(const QString& text, std::int64_t count)
{
    std::vector<std::int64_t> dimensions;
    const QString plain = QString(text).replace(QChar(0x2013), QLatin1Char('-'));
    if (plain.trimmed().isEmpty())
        return dimensions;
    for (const QString& part : plain.split(QLatin1Char(','))) {
        const qsizetype dash = part.indexOf(QLatin1Char('-'));
        const auto one = parseIndex(dash < 0 ? part : part.left(dash));
        const auto other = dash < 0 ? one : parseIndex(part.mid(dash + 1));
        if (!one || !other)
            return fault(
                "SYNTAX",
                WORDS("%1 is neither a dimension nor a range of them").with(inQuotes(part.trimmed().toStdString())),
                WORDS("write for example 4-7, 12"));
        const auto [first, last] = std::minmax(*one, *other);
        if (last >= count)
            return fault("RANGE", WORDS("dimension %1 does not exist").with(last), WORDS("use 0 … %1").with(count - 1));
        for (std::int64_t d = first; d <= last; ++d) {
            if (std::ranges::count(dimensions, d) > 0)
                continue;
            if (dimensions.size() == kMostCurves)
                return fault("SIZE", WORDS("more than %1 curves").with(kMostCurves), WORDS("choose fewer dimensions"));
            dimensions.push_back(d);
        }
    }
    return dimensions;
}

QString printDimensions(const std::vector<std::int64_t>& dimensions)
{
    QStringList parts;
    for (std::size_t i = 0; i < dimensions.size();) {
        std::size_t end = i + 1;
        while (end < dimensions.size() && dimensions[end] == dimensions[end - 1] + 1)
            ++end;
        const QString first = QString::number(dimensions[i]);
        if (end - i == 1)
            parts += first;
        else
            parts += first + QLatin1String(end - i == 2 ? ", " : "-") + QString::number(dimensions[end - 1]);
        i = end;
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace phasor
