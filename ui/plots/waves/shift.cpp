// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/waves/shift_p.h"

#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <QSignalBlocker>
#include <QSpinBox>

#include <limits>

namespace phasor {

ShiftPlot::ShiftPlot(Store& store, QWidget* parent)
    : ComparedPlot("shift", store, parent)
    , m_distance(makeDistance())
{
    addToHeader(m_distance);
    setTheme(Theme::light());
    show(nullptr);
}

QSpinBox* ShiftPlot::makeDistance()
{
    auto* distance = new QSpinBox(this);
    distance->setObjectName(QStringLiteral("shift-k"));
    distance->setPrefix(QStringLiteral("k = "));
    distance->setRange(1, std::numeric_limits<int>::max());
    distance->setToolTip(tr("From each position to the one so many later"));
    distance->setAccessibleName(tr("distance k"));
    distance->setFrame(false);
    distance->setMaximumWidth(QFontMetrics(distance->font()).horizontalAdvance(QStringLiteral("k = 00000000")) + 24);
    connect(distance, &QSpinBox::valueChanged, this,
            [this](int k) { this->store().editView([k](ViewState& view) { view.shift = k; }); });
    return distance;
}

void ShiftPlot::viewChanged()
{
    const QSignalBlocker quiet(m_distance);
    m_distance->setValue(static_cast<int>(view().shift));
}

ViewRequest ShiftPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    return ShiftRequest{.k = view.shift, .pictures = picturesAt(view, resolution)};
}

void ShiftPlot::describe(const ViewDataPtr& newData)
{
    const auto shown = std::dynamic_pointer_cast<const ShiftData>(newData);
    maps().a().titleColumns(words::axisTitle(AxisKind::Dimension));
    const QString summary = shown ? words::summary(*shown) : QString();
    setTexts(tr("Relative shift"), summary);
}

} // namespace phasor
