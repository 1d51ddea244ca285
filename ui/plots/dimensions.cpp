// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/dimensions.h"

#include "plots/drawings.h"
#include "session/store.h"
#include "text/numbers.h"
#include "words/coretexts.h"

#include <algorithm>
#include <optional>

namespace phasor {

static std::optional<std::int64_t> parseIndex(const QString& text)
{
    const Result<std::int64_t> value = parseInteger(text.trimmed().toStdString());
    return value.ok() && *value >= 0 ? std::optional(*value) : std::nullopt;
}

static Error fault(std::string code, Message what, Message remedy)
{
    return usageError(std::move(code), "--dims", std::move(what), std::move(remedy));
}

static ParameterValue valueOf(const std::vector<std::int64_t>& dimensions)
{
    return dimensions.empty() ? ParameterValue() : printDimensions(dimensions).toStdString();
}

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

ValueField* makeDimensionsField(Store& store, QWidget* parent)
{
    static const ValueSpec kSpec = text("dims", WORDS("dimensions"))
                                       .orElse(WORDS("auto"))
                                       .beside(WORDS("Dimensions with a curve, such as 4-7, 12. Empty: four that "
                                                     "differ. Click a column of the heatmap to add or remove one."));
    const auto read = [&store](const QString& typed) {
        return parseDimensions(typed, widthsOf(store.scene().a).position);
    };
    auto* field = new ValueField(kSpec, parent, [read](const QString& typed) -> Result<ParameterValue> {
        TRY(const std::vector<std::int64_t> dimensions, read(typed));
        return valueOf(dimensions);
    });
    field->setObjectName(QStringLiteral("dimensions"));
    field->setAccessibleName(PlotWords::tr("Dimensions"));
    QObject::connect(field, &ValueField::committed, field, [&store, read](const ParameterValue& value) {
        store.editView([&](ViewState& view) { view.dimensions = *read(words::text(printValue(value))); });
    });
    return field;
}

void showDimensions(ValueField& field, const std::vector<std::int64_t>& dimensions)
{
    if (const ParameterValue value = valueOf(dimensions); value != field.value())
        field.setValue(value);
}

} // namespace phasor
