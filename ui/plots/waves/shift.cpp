// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/shift.h"

#include "plots/drawings.h"
#include "session/store.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <QSignalBlocker>
#include <QSpinBox>

#include <limits>

namespace phasor {

namespace {

// T_k that turns each row into the row k positions later; of B and A − B beside it.
Drawing drawShift(const ViewDataPtr& shown, const DrawingContext& context)
{
    const auto data = std::dynamic_pointer_cast<const ShiftData>(shown);
    Drawing drawing{.title = PlotWords::tr("Relative shift"), .finding = data ? words::summary(*data) : QString()};
    addPictures(drawing, data, words::axisTitle(AxisKind::Dimension), context);
    return drawing;
}

ViewRequest requestShift(const ViewState& view, const DrawingRoom& room, const ViewData*)
{
    return ShiftRequest{.k = view.shift, .pictures = picturesAt(view, room)};
}

QWidget* makeDistance(Store& store, QWidget* parent)
{
    auto* distance = new QSpinBox(parent);
    distance->setObjectName(QStringLiteral("shift-k"));
    distance->setPrefix(QStringLiteral("k = "));
    distance->setRange(1, std::numeric_limits<int>::max());
    distance->setToolTip(PlotWords::tr("From each position to the one so many later"));
    distance->setAccessibleName(PlotWords::tr("distance k"));
    distance->setFrame(false);
    distance->setMaximumWidth(QFontMetrics(distance->font()).horizontalAdvance(QStringLiteral("k = 00000000")) + 24);
    const auto show = [distance](const ViewState& view) {
        const QSignalBlocker quiet(distance);
        distance->setValue(static_cast<int>(view.shift));
    };
    show(store.view());
    QObject::connect(&store, &Store::viewChanged, distance, show);
    QObject::connect(distance, &QSpinBox::valueChanged, distance,
                     [&store](int k) { store.editView([k](ViewState& view) { view.shift = k; }); });
    return distance;
}

} // namespace

const DrawingKind kShift{.id = "shift", .draw = drawShift, .request = requestShift, .header = makeDistance};

} // namespace phasor
