// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/attention/heads_p.h"

#include "plots/attention/headselector_p.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

namespace phasor {

HeadsPlot::HeadsPlot(Store& store, QWidget* parent)
    : CanvasPlot("heads", store, parent)
    , m_panels{makePanel(0), makePanel(1)}
    , m_bar(canvas())
{
    addToHeader(new HeadSelector(store, this));
    canvas().setStatusTip(tr("Click a map: its head is the one that other plots show"));
    arrange();
    setTheme(Theme::light());
    show(nullptr);
}

// What the layout does not have, nobody would delete while the canvas still lives.
HeadsPlot::~HeadsPlot()
{
    for (const Panel& panel : m_panels) {
        if (panel.maps->rect().layout() == nullptr)
            canvas().plotLayout()->addElement(&panel.maps->rect());
    }
}

HeadsPlot::Panel HeadsPlot::makePanel(int column)
{
    QCPAxisRect* rect = makeRect(0, column);
    for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft}) {
        QCPAxis* axis = rect->axis(side);
        axis->setTicks(false);
        axis->setTickLabels(false);
        axis->grid()->setVisible(false);
    }
    rect->axis(QCPAxis::atBottom)->setLabel(words::axisTitle(AxisKind::Key));
    rect->axis(QCPAxis::atLeft)->setLabel(column == 0 ? tr("query") : QString());
    auto* maps = new HeadMaps(*rect);
    return {maps, &canvas().addOverlay<HeadCrosses>(*maps)};
}

void HeadsPlot::arrange()
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    for (QCPLayoutElement* element :
         {static_cast<QCPLayoutElement*>(&m_panels[0].maps->rect()),
          static_cast<QCPLayoutElement*>(&m_panels[1].maps->rect()), static_cast<QCPLayoutElement*>(m_bar.element())}) {
        if (element->layout() == grid)
            grid->take(element);
    }
    grid->simplify();
    grid->addElement(0, 0, &m_panels[0].maps->rect());
    m_panels[1].maps->rect().setVisible(m_comparing);
    m_panels[1].maps->setVisible(m_comparing);
    if (m_comparing)
        grid->addElement(0, 1, &m_panels[1].maps->rect());
    grid->addElement(0, m_comparing ? 2 : 1, m_bar.element());
    grid->setColumnStretchFactors(m_comparing ? QList<double>{1, 1, 0.001} : QList<double>{1, 0.001});
}

void HeadsPlot::prepare(const Scene& scene)
{
    m_panels[0].maps->setHeads(scene.a.attention.heads);
    m_panels[1].maps->setHeads((scene.b ? *scene.b : scene.a).attention.heads);
    if (m_comparing == scene.b.has_value())
        return;
    m_comparing = scene.b.has_value();
    arrange();
    setTheme(theme());
}

ViewRequest HeadsPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    return HeadsRequest{.zoom = view.zoom,
                        .a = m_panels[0].maps->room(resolution.scale),
                        .b = m_comparing ? m_panels[1].maps->room(resolution.scale) : HeadsRequest::Room{},
                        .nanColour = theme().nanColour.rgb(),
                        .wholeCells = resolution.vector};
}

void HeadsPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const HeadsData>(newData);
    m_panels[0].maps->setMaps(m_data, m_data ? &m_data->a : nullptr);
    m_panels[1].maps->setMaps(m_data, m_data && m_data->b ? &*m_data->b : nullptr);
    m_bar.element()->setVisible(m_data != nullptr);
    if (m_data) {
        const Picture& first = m_data->a.maps.front().picture;
        m_bar.show(*first.colorMap, first.range, words::valueLabel(first));
    }
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts({.title = tr("Biases of all heads"), .summary = summary, .line = summary});
}

void HeadsPlot::showCursor(const Cursor& cursor)
{
    const auto query = cursor[AxisKind::Position];
    const auto key = cursor[AxisKind::Key];
    for (const Panel& panel : m_panels)
        panel.crosses->moveTo(query && key ? panel.maps->placesOf(*query, *key) : std::vector<QPointF>{});
}

std::optional<Cursor> HeadsPlot::cursorAt(const QPoint& pixel) const
{
    for (const Panel& panel : m_panels) {
        if (const auto cell = panel.maps->cellAt(pixel)) {
            Cursor cursor = view().cursor;
            cursor[AxisKind::Position] = cell->query;
            cursor[AxisKind::Key] = cell->key;
            return cursor;
        }
    }
    return std::nullopt;
}

void HeadsPlot::clicked(const QPoint& pixel)
{
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const auto cell = m_panels[i].maps->cellAt(pixel);
        if (!cell)
            continue;
        store().setEdited(i == 0 ? Side::A : Side::B);
        store().edit([&](Parameters& p) { p.attention.head = cell->head; });
        return;
    }
}

void HeadsPlot::applyTheme()
{
    m_bar.setTheme(theme());
    for (const Panel& panel : m_panels) {
        panel.maps->setTheme(theme());
        panel.crosses->setTheme(theme());
        for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft})
            panel.maps->rect().axis(side)->setBasePen(Qt::NoPen);
    }
}

} // namespace phasor
