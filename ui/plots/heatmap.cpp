// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/heatmap_p.h"

#include <algorithm>

namespace phasor {

HeatmapPlot::HeatmapPlot(Store& store, QWidget* parent)
    : CanvasPlot("heatmap", store, parent)
    , m_map(canvas(), gestures(), *makeRect(0, 0))
    , m_bar(canvas())
{
    auto* sides = new QCPMarginGroup(&canvas());
    canvas().plotLayout()->addElement(0, 1, m_bar.element());
    m_map.rect().setMarginGroup(QCP::msTop | QCP::msBottom, sides);
    m_bar.element()->setMarginGroup(QCP::msTop | QCP::msBottom, sides);
    m_map.columns().setLabel(tr("dimension"));
    canvas().setStatusTip(tr("Click: the dimension's curve · ") + Gestures::help());
    connect(&gestures(), &Gestures::resetRequested, this, [this] {
        // A double click is a click first: undo what that did.
        this->store().editView([this](ViewState& view) { view.dimensions = m_dimensionsBefore; });
    });
    setTheme(Theme::light());
    show(nullptr);
}

ViewJob HeatmapPlot::jobAt(const Parameters&, const ViewState& view, Resolution resolution) const
{
    const QSize pixels = m_map.pixels(view, resolution.scale, resolution.vector);
    HeatmapRequest request;
    request.stage = view.stage;
    request.rows = view.rows;
    request.columns = view.columns;
    request.width = pixels.width();
    request.height = pixels.height();
    request.colorMap = view.colorMap;
    request.reduction = view.reduction;
    request.range = view.range;
    request.nanColour = theme().nanColour.rgb();
    return heatmapJob(request);
}

void HeatmapPlot::showData(const ViewDataPtr& newData)
{
    const auto shown = std::dynamic_pointer_cast<const HeatmapData>(newData);
    m_map.show(shown);
    gestures().setTable(shown ? shown->table : Shape{}, 0);
    m_bar.element()->setVisible(shown != nullptr);
    if (!shown)
        return setTexts(tr("Heatmap"), QString());
    sayWhatIsShown(*shown);
    if (shown->colorMap)
        m_bar.show(*shown->colorMap, shown->range, QString::fromStdString(shown->valueLabel));
}

// What a pixel stands for is said along the axis, or above the plot where that is too short.
void HeatmapPlot::sayWhatIsShown(const HeatmapData& shown)
{
    const QString name = QString::fromStdString(shown.title);
    const QString pixel = QString::fromStdString(shown.reductionText);
    const QString axis = pixel.isEmpty() ? tr("dimension") : tr("dimension   (%1)").arg(pixel);
    const bool fits = QFontMetrics(theme().smallFont).horizontalAdvance(axis) <= m_map.rect().width();
    m_map.columns().setLabel(fits ? axis : tr("dimension"));
    QString summary = QString::fromStdString(shown.summary);
    if (!fits && !pixel.isEmpty())
        summary.replace(name + QStringLiteral(": "), name + QStringLiteral(": ") + pixel + QStringLiteral("; "));
    setTexts(name, summary);
}

void HeatmapPlot::showCursor(const std::optional<ViewState::Cell>& cell)
{
    m_map.showCursor(gestures(), cell);
}

void HeatmapPlot::applyTheme()
{
    m_map.setTheme(theme());
    m_bar.setTheme(theme());
}

void HeatmapPlot::clicked(const QPoint& pixel)
{
    m_dimensionsBefore = store().view().dimensions;
    const auto dimension = gestures().indexAt(Gestures::Along::Columns, pixel);
    if (!dimension)
        return;
    store().editView([&](ViewState& view) {
        const auto found = std::find(view.dimensions.begin(), view.dimensions.end(), *dimension);
        if (found != view.dimensions.end())
            view.dimensions.erase(found);
        else
            view.dimensions.push_back(*dimension);
    });
}

} // namespace phasor
