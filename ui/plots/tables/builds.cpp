// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/tables/builds_p.h"

#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <algorithm>

namespace phasor {

BuildsPlot::BuildsPlot(Store& store, QWidget* parent)
    : CanvasPlot("builds", store, parent)
    , m_maps{MapRect(canvas(), gestures(), *makeRect(1, 0)), MapRect(canvas(), gestures(), *makeRect(1, 1)),
             MapRect(canvas(), gestures(), *makeRect(1, 2))}
    , m_titles{new QCPTextElement(&canvas(), tr("without MKL")), new QCPTextElement(&canvas(), tr("with MKL")),
               new QCPTextElement(&canvas(), tr("differing"))}
{
    auto* sides = new QCPMarginGroup(&canvas());
    QCPLayoutGrid* grid = canvas().plotLayout();
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        grid->addElement(0, static_cast<int>(i), m_titles[i]);
        m_titles[i]->setMargins(QMargins(0, 2, 0, 0));
        m_maps[i].rect().setMarginGroup(QCP::msTop | QCP::msBottom, sides);
        if (i > 0)
            m_maps[i].rows().setTickLabels(false);
    }
    m_maps[1].columns().setLabel(words::axisTitle(AxisKind::Dimension));
    grid->setRowStretchFactor(0, 0.001);
    setTheme(Theme::light());
    show(nullptr);
}

// The maps are equally wide, whatever stands beside each of them.
bool BuildsPlot::fold()
{
    int narrowest = QWIDGETSIZE_MAX;
    int widest = 0;
    double inside = 0; // of all maps together
    QList<double> widths; // first of the labels beside each map, in the end of labels and map
    for (const MapRect& map : m_maps) {
        const QCPAxisRect& rect = map.rect();
        narrowest = std::min(narrowest, rect.width());
        widest = std::max(widest, rect.width());
        inside += rect.width();
        widths << rect.outerRect().width() - rect.width();
    }
    if (narrowest < 1 || widest - narrowest <= 2)
        return false;
    for (double& width : widths)
        width += inside / static_cast<double>(m_maps.size());
    canvas().plotLayout()->setColumnStretchFactors(widths);
    return true;
}

ViewRequest BuildsPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    BuildsRequest request{.zoom = view.zoom, .wholeCells = resolution.vector};
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        const QSize pixels = m_maps[i].pixels(resolution.scale);
        request.widths[i] = pixels.width(); // the first has labels beside it
        request.height = pixels.height();
    }
    return request;
}

void BuildsPlot::showData(const ViewDataPtr& newData)
{
    const auto shown = std::dynamic_pointer_cast<const BuildsData>(newData);
    const auto part = [&](const Picture BuildsData::*member) {
        return shown ? HeatmapPlottable::DataPtr(shown, &((*shown).*member)) : nullptr;
    };
    m_maps[0].show(part(&BuildsData::withoutMkl));
    m_maps[1].show(part(&BuildsData::withMkl));
    m_maps[2].show(part(&BuildsData::differing));
    for (std::size_t i = 1; i < m_maps.size(); ++i)
        m_maps[i].rows().setLabel(QString());
    const QString summary = shown ? words::summary(*shown) : QString();
    setTexts(tr("PyTorch builds"), summary, shown ? words::detail(*shown) : QString());
}

void BuildsPlot::showCursor(const Cursor& cursor)
{
    for (MapRect& map : m_maps)
        map.showCursor(cursor);
}

void BuildsPlot::applyTheme()
{
    for (MapRect& map : m_maps)
        map.setTheme(theme());
    for (QCPTextElement* title : m_titles) {
        title->setFont(theme().smallFont);
        title->setTextColor(theme().foreground);
    }
}

} // namespace phasor
