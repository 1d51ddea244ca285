// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/drawing/drawnpanel_p.h"

#include "plots/canvas/labels/tickers_p.h"

#include <cmath>

namespace phasor {

constexpr int kAnySize = 100000; // pixels; QWIDGETSIZE_MAX would mean "as large as the text"

// Makes, shows and hides items, one for each value: `show` gets an item and its value. Spare items are hidden.
template <typename Item, typename Value, typename Make, typename Show>
static void showEach(std::vector<Item*>& items, const std::vector<Value>& values, Make&& make, Show&& show)
{
    while (items.size() < values.size())
        items.push_back(make());
    for (std::size_t i = 0; i < items.size(); ++i) {
        items[i]->setVisible(i < values.size());
        if (i < values.size())
            show(*items[i], values[i]);
    }
}

template <typename Item> static Item* itemIn(Canvas& canvas, QCPAxisRect& rect)
{
    auto* item = new Item(&canvas); // owned by the canvas
    item->setClipAxisRect(&rect);
    for (QCPItemPosition* point : item->positions()) {
        point->setAxes(rect.axis(QCPAxis::atBottom), rect.axis(QCPAxis::atLeft));
        point->setAxisRect(&rect);
    }
    return item;
}

DrawnPanel::DrawnPanel(Canvas& canvas, Gestures& gestures, QCPAxisRect& rect)
    : m_canvas(canvas)
    , m_gestures(gestures)
    , m_rect(rect)
    , m_title(new MeasuredText(&canvas))
    , m_text(new WholeLines(&canvas))
    , m_ends(new EndLabels(canvas, rect))
    , m_row(canvas.addOverlay<CrossHair>(*rect.axis(QCPAxis::atLeft)))
    , m_column(canvas.addOverlay<CrossHair>(*rect.axis(QCPAxis::atBottom)))
{
    m_title->setTextFlags(Qt::AlignCenter | Qt::TextDontClip);
    m_text->setTextFlags(Qt::AlignLeft | Qt::AlignTop);
}

// Elements taken out of the layout have no owner. Put them back, so that the canvas deletes them.
DrawnPanel::~DrawnPanel()
{
    for (QCPLayoutElement* element : elements()) {
        if (element->layout() == nullptr)
            m_canvas.plotLayout()->addElement(element);
    }
}

std::vector<QCPLayoutElement*> DrawnPanel::elements() const
{
    std::vector<QCPLayoutElement*> all{&m_rect, m_title, m_text};
    if (m_bar)
        all.push_back(m_bar->element());
    return all;
}

void DrawnPanel::takeOut()
{
    for (QCPLayoutElement* element : elements()) {
        if (element->layout() != nullptr)
            element->layout()->take(element);
        element->setVisible(false);
        element->setMarginGroup(QCP::msAll, nullptr); // a hidden element must not widen the others' margins
    }
    for (QCPAxis* axis : {&across(), &up()})
        m_gestures.show(*axis, Axis{});
    showCross({});
    if (m_bar)
        m_bar->hide();
    m_ends->setVisible(false);
    for (QCPItemStraightLine* level : m_levels) // items stay visible when their rect is hidden
        level->setVisible(false);
    for (QCPItemRect* band : m_bands)
        band->setVisible(false);
}

void DrawnPanel::setAlone(bool alone)
{
    m_alone = alone;
    m_text->setAlone(alone);
}

// A margin group only widens these.
void DrawnPanel::resetMargins()
{
    m_title->setMargins(QMargins(0, 2, 0, 0));
    if (m_bar)
        m_bar->element()->setMargins({});
}

void DrawnPanel::setTheme()
{
    resetMargins();
    if (m_bar)
        m_bar->setTheme(theme());
}

void DrawnPanel::show(const Panel& panel, const Zoom& zoom)
{
    showTexts(panel);
    if (panel.text)
        return;
    m_rect.setVisible(!panel.blank);
    showAxes(panel, zoom);
    showBands(panel);
    showLines(panel);
    showLevels(panel);
    m_ends->show(namesAtEnds(panel) && !panel.strip ? endsOf(panel, theme()) : std::vector<EndLabels::Entry>(),
                 linesAtEnds(panel));
    showMap(panel.map);
}

void DrawnPanel::showTexts(const Panel& panel)
{
    m_title->setText(panel.title);
    m_title->setFont(theme().smallFont);
    // A fixed minimum size: a text that changes must not move the panels.
    m_title->setMinimumSize(1, QFontMetrics(theme().smallFont).height()); // margins are added to it
    m_title->setTextColor(panel.side == Side::B ? theme().type(theme().mark(Hue::Second)) : theme().foreground);
    if (!panel.text)
        return;
    m_text->setText(panel.text->join(QLatin1Char('\n')));
    m_text->setFont(theme().smallFont);
    m_text->setTextColor(theme().foreground);
    const bool own = panel.place.height > 0; // the text has a place in the layout even if it is empty
    m_text->setMargins(own ? QMargins(12, 4, 4, 4) : QMargins(8, 2, 4, 2));
    if (own) {
        m_text->setMinimumSize(1, 1);
        m_text->setMaximumSize(kAnySize, kAnySize);
    }
}

// Names at the ends of lines need a margin for them, and a line of type each.
bool DrawnPanel::namesAtEnds(const Panel& panel) const
{
    const int each = linesAtEnds(panel);
    return each > 0 && heightOfEnds(panel, each) <= m_rect.outerRect().height();
}

// Marks shrink with the mean distance between them, down to the line's width. Rings, around other marks, do not: if
// they would cover each other, some are left out. Sparse marks have room, or none is drawn.
static void fitMarks(DashedGraph& graph, const DrawnLine& line, const Theme& theme)
{
    QCPScatterStyle mark = scatterOf(line.mark, graph.pen().color(), theme, line.side);
    bool found = false;
    const QCPRange keys = graph.getKeyRange(found);
    const double length = graph.keyAxis()->coordToPixel(keys.upper) - graph.keyAxis()->coordToPixel(keys.lower);
    const double apart = graph.dataCount() > 1 ? std::abs(length) / (graph.dataCount() - 1) : 2 * mark.size();
    const bool ring = line.mark == Marker::Ring;
    graph.setApart(ring && apart < 0.7 * mark.size() ? 1.2 * mark.size() : 0);
    if (line.sparse && apart < (line.mark == Marker::Dot ? 4 : 8)) // pixels
        mark = {};
    else if (!line.sparse && !ring)
        mark.setSize(std::clamp(0.75 * apart, std::min(mark.size(), 1.2 * theme.lineWidth), mark.size()));
    graph.setScatterStyle(mark);
}

QString DrawnPanel::fit(const Panel& panel, int besideTitle)
{
    for (std::size_t i = 0; i < m_graphs.size() && i < panel.lines.size(); ++i) {
        if (panel.lines[i].mark != Marker::None)
            fitMarks(*m_graphs[i], panel.lines[i], theme());
    }
    if (!panel.briefTitle.isEmpty()) {
        const bool fits = m_canvas.widths().of(theme().smallFont, panel.title) <= m_rect.width();
        m_title->setText(fits ? panel.title : panel.briefTitle);
    }
    if (m_bar)
        m_bar->fit();
    fitTitles(panel);
    return fitLabels(panel.across, besideTitle);
}

void DrawnPanel::showLines(const Panel& panel)
{
    constexpr std::size_t kManyPoints = 8192; // of fewer, adaptive sampling draws a steep fall as up and down
    while (m_graphs.size() > panel.lines.size()) {
        m_canvas.removeGraph(m_graphs.back());
        m_graphs.pop_back();
    }
    while (m_graphs.size() < panel.lines.size())
        m_graphs.push_back(panel.xDown ? new DashedGraph(&up(), &across()) : new DashedGraph(&across(), &up()));
    const DrawnAxis& keys = panel.xDown ? panel.up : panel.across;
    const DrawnAxis& values = panel.xDown ? panel.across : panel.up;
    const double middle = keys.scale == DrawnAxis::Scale::Table ? kMiddle : 0;
    const bool positive = values.scale == DrawnAxis::Scale::Logarithmic;
    for (std::size_t i = 0; i < m_graphs.size(); ++i) {
        const DrawnLine& line = panel.lines[i];
        DashedGraph& graph = *m_graphs[i];
        graph.setName(line.name);
        const QString layer = line.ink.role == Ink::Role::Series ? QStringLiteral("data") : QStringLiteral("main");
        if (graph.layer()->name() != layer) // series are drawn behind the lines of setups
            graph.setLayer(layer);
        const bool invisible = line.stroke == Stroke::None && line.mark == Marker::None; // only the edge of an area
        const QPen pen = penOf(line, theme());
        graph.setPen(invisible ? QPen(Qt::NoPen) : pen);
        graph.setEdge(line.faint || line.ink.role == Ink::Role::Quiet ? QColor() : theme().edge(pen.color()));
        graph.setLineStyle(line.stroke == Stroke::None && !invisible ? QCPGraph::lsNone : QCPGraph::lsLine);
        QVector<QCPGraphData> points;
        const std::size_t count = std::min(line.x.size(), line.y.size());
        points.reserve(static_cast<qsizetype>(count));
        graph.setAdaptiveSampling(count > kManyPoints);
        for (std::size_t p = 0; p < count; ++p) {
            const bool gap = !std::isfinite(line.y[p]) || (positive && !(line.y[p] > 0));
            points.append({line.x[p] + middle, gap ? std::nan("") : line.y[p]});
        }
        graph.data()->set(points, std::is_sorted(line.x.begin(), line.x.end()));
        graph.setLone(scatterOf(invisible ? Marker::None : Marker::Disc, pen.color(), theme(), line.side));
        if (line.mark == Marker::None) // else fit() does
            graph.setScatterStyle(QCPScatterStyle());
        QColor soft = pen.color();
        soft.setAlphaF(0.22F);
        graph.setBrush(line.filled ? QBrush(soft) : QBrush(Qt::NoBrush));
        graph.setChannelFillGraph(line.filled && i > 0 ? m_graphs[i - 1] : nullptr);
    }
}

void DrawnPanel::showLevels(const Panel& panel)
{
    const auto make = [this] {
        return itemIn<QCPItemStraightLine>(m_canvas, m_rect);
    };
    showEach(m_levels, panel.levels, make, [&](QCPItemStraightLine& item, const DrawnLevel& level) {
        for (QCPItemPosition* point : {item.point1, item.point2}) {
            point->setTypeX(level.upright ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
            point->setTypeY(level.upright ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
        }
        item.point1->setCoords(level.upright ? level.at : 0, level.upright ? 0 : level.at);
        item.point2->setCoords(level.upright ? level.at : 1, level.upright ? 1 : level.at);
        item.setPen(penOf(level, theme()));
        item.setLayer(item.layer()); // in front of graphs that were made later
    });
}

void DrawnPanel::showBands(const Panel& panel)
{
    const auto make = [this] {
        auto* band = itemIn<QCPItemRect>(m_canvas, m_rect);
        band->setLayer(QStringLiteral("background"));
        band->setPen(Qt::NoPen);
        for (QCPItemPosition* corner : {band->topLeft, band->bottomRight}) {
            corner->setTypeX(QCPItemPosition::ptPlotCoords);
            corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
        }
        return band;
    };
    showEach(m_bands, panel.bands, make, [&](QCPItemRect& item, const DrawnBand& band) {
        item.topLeft->setCoords(band.range.low, 0);
        item.bottomRight->setCoords(band.range.high, 1);
        item.setBrush(colorOf(band, theme()));
    });
}

void DrawnPanel::showMap(const std::optional<DrawnMap>& map)
{
    if (!map && m_map == nullptr)
        return;
    if (m_map == nullptr) {
        m_map = new HeatmapPlottable(m_canvas, across(), up());
        m_map->setLayer(QStringLiteral("data"));
    }
    const std::shared_ptr<const Picture> picture = map ? map->picture : nullptr;
    m_map->setData(map && map->drawn ? picture : nullptr);
    for (QCPAxis* axis : {&across(), &up()}) {
        axis->setOffset(map ? 1 : 0); // QCustomPlot's ticks begin on the outermost pixels of the rect
        axis->grid()->setVisible(!map);
        if (map)
            axis->setBasePen(Qt::NoPen); // the picture draws its own edge
    }
    if (!m_bar)
        return;
    const bool bar = picture && map->bar && m_bar->element()->layout() != nullptr;
    m_bar->element()->setVisible(bar);
    if (picture && picture->colorMap != nullptr)
        m_bar->show(*picture, bar ? map->barLabel : QString());
}

void DrawnPanel::showCross(const Cross& cross)
{
    m_row.moveTo(cross.y);
    m_column.moveTo(cross.x);
}

} // namespace phasor
