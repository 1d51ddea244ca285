// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/pictures.h"

#include "words/coretexts.h"
#include "words/numbers.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace phasor::words {

namespace {

bool isShareOf(const Quantity& quantity, std::string_view what)
{
    return quantity.family == QuantityFamily::Share && quantity.symbol.english() == what;
}

// "3.2 positions"
QString cells(AxisKind kind, double perPixel)
{
    const QString many = number(perPixel, perPixel < 100 ? 2 : 3);
    const bool one = perPixel <= 1 || many == QStringLiteral("1");
    const int n = pluralOf(static_cast<std::int64_t>(std::ceil(perPixel)));
    switch (kind) {
    case AxisKind::Position:
        return one ? Words::tr("1 position") : Words::tr("%1 positions", nullptr, n).arg(many);
    case AxisKind::Dimension:
        return one ? Words::tr("1 dimension") : Words::tr("%1 dimensions", nullptr, n).arg(many);
    case AxisKind::Key:
        return one ? Words::tr("1 key") : Words::tr("%1 keys", nullptr, n).arg(many);
    default:
        return one ? Words::tr("1 column") : Words::tr("%1 columns", nullptr, n).arg(many);
    }
}

// How a pixel's cells became its value.
QString reduction(const Picture& picture)
{
    if (picture.reduction == Reduction::Envelope)
        return picture.sampled ? Words::tr("envelope of a sample") : Words::tr("envelope");
    if (picture.reduction == Reduction::Nearest)
        return Words::tr("nearest cell");
    if (isShareOf(picture.quantity, "mask"))
        return picture.sampled ? Words::tr("share kept of a sample") : Words::tr("share kept");
    if (isShareOf(picture.quantity, "differs"))
        return picture.sampled ? Words::tr("share that differs of a sample") : Words::tr("share that differs");
    if (picture.sampled)
        return Words::tr("mean of a sample");
    return picture.reduction == Reduction::Smooth ? Words::tr("smooth") : Words::tr("mean");
}

} // namespace

QString axisTitle(AxisKind kind, bool named)
{
    switch (kind) {
    case AxisKind::Position:
        return named ? Words::tr("token") : Words::tr("position");
    case AxisKind::Dimension:
        return Words::tr("dimension");
    case AxisKind::Key:
        return Words::tr("key");
    default:
        return Words::tr("column");
    }
}

QString pixelText(const Picture& picture)
{
    if (picture.rowsPerPixel <= 1 && picture.columnsPerPixel <= 1)
        return {};
    return Words::tr("1 px = %1 × %2, %3", "rows, columns, how they became one value")
        .arg(cells(picture.rows.kind, picture.rowsPerPixel), cells(picture.columns.kind, picture.columnsPerPixel),
             reduction(picture));
}

QString shortPixelText(const Picture& picture)
{
    return Words::tr("1 px = %1 × %2, %3", "numbers of rows, of columns, how they became one value")
        .arg(number(std::max(1.0, picture.rowsPerPixel), 2), number(std::max(1.0, picture.columnsPerPixel), 2),
             reduction(picture));
}

QString valueLabel(const Picture& picture)
{
    if (picture.reduction == Reduction::Nearest)
        return Words::tr("nearest cell");
    if (isShareOf(picture.quantity, "mask"))
        return Words::tr("share kept");
    if (picture.quantity.family == QuantityFamily::Id)
        return Words::tr("token id");
    return ofCore(picture.quantity.symbol);
}

} // namespace phasor::words
