// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/heads.h"

#include "plots/canvas/drawing/drawingplot_p.h"
#include "plots/canvas/labels/optioncontrols_p.h"
#include "plots/canvas/maps/headmaps_p.h"

namespace phasor {

namespace {

// A panel for each setup's maps and one for A − B, query down and key across, and one bar for all.
Drawing drawHeads(const DataPtr<HeadsData>& data, const DrawingContext& context)
{
    Drawing drawing;
    for (int i = 0; i < (context.comparing() ? 3 : 1); ++i) {
        Panel panel{.place = {.column = i},
                    .id = i == 0 ? "a"
                        : i == 1 ? "b"
                                 : "difference",
                    .across = {.labels = {words::axisTitle(AxisKind::Key)}, .tickLabels = false},
                    .up = {.labels = {i == 0 ? PlotWords::tr("query") : QString()}, .tickLabels = false},
                    .map = DrawnMap{.bar = i == 2 || !context.comparing(), .drawn = false}};
        panel.side = i == 1 ? Side::B : Side::A;
        const Parameters& setup = i == 1 ? *context.scene.b : context.scene.a;
        if (i < 2 && setup.attention.causal)
            panel.across.labels.prepend(PlotWords::tr("key (gray: masked)"));
        if (context.comparing())
            panel.title = i == 2 ? words::differenceName() : words::sideName(panel.side);
        if (data) {
            const Picture& first = data->a.maps.front().picture; // all maps have the same range
            panel.map->picture = DataPtr<Picture>(data, &first);
            panel.map->barLabel = words::valueLabel(first);
            if (const auto shown = std::ssize(data->a.maps); shown < data->a.heads)
                panel.across.labels.prepend(PlotWords::tr("%1 of %2 heads · %3")
                                                .arg(shown)
                                                .arg(data->a.heads)
                                                .arg(panel.across.labels.front()));
        }
        drawing.panels.push_back(std::move(panel));
    }
    return drawing;
}

// Small maps, one for each head, placed by HeadMaps inside a panel; a click chooses the head.
class HeadsPlot : public DrawingPlot
{
public:
    using DrawingPlot::DrawingPlot;

protected:
    void sceneShown() override
    {
        while (m_maps.size() < (scene().b ? 3U : 1U)) {
            QCPAxisRect& rect = rectOf(m_maps.size());
            for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft})
                rect.axis(side)->setTicks(false);
            auto* maps = new HeadMaps(canvas(), rect); // owned by the canvas
            m_maps.push_back({maps, &canvas().addOverlay<HeadCrosses>()});
        }
        for (std::size_t i = 0; i < m_maps.size(); ++i) {
            m_maps[i].first->setVisible(isShown(i));
            m_maps[i].first->setHeads((i == 1 && scene().b ? *scene().b : scene().a).attention.heads);
        }
    }

    ViewRequest requestAt(const ViewState& view, const DrawingRoom& room) const override
    {
        auto request = requested<HeadsRequest>(view, room);
        request.a = isShown(0) ? m_maps[0].first->room(room.scale) : HeadsRequest::Room{};
        request.b = isShown(1) ? m_maps[1].first->room(room.scale) : HeadsRequest::Room{};
        request.difference = isShown(2) ? m_maps[2].first->room(room.scale) : HeadsRequest::Room{};
        return request;
    }

    void dataShown() override
    {
        const auto shown = std::dynamic_pointer_cast<const HeadsData>(data());
        const auto mapsAt = [&shown](std::size_t i) -> const BiasMaps* {
            if (!shown || i == 0)
                return shown ? &shown->a : nullptr;
            const std::optional<BiasMaps>& other = i == 1 ? shown->b : shown->difference;
            return other ? &*other : nullptr;
        };
        for (std::size_t i = 0; i < m_maps.size(); ++i)
            m_maps[i].first->setMaps({shown, mapsAt(i)}); // `shown` owns them
    }

    QStringList leftOut() const override
    {
        QStringList left = DrawingPlot::leftOut();
        for (std::size_t i = 0; i < m_maps.size(); ++i) {
            const std::int64_t heads = m_maps[i].first->heads();
            const std::int64_t less = heads - m_maps[i].first->shown();
            if (isShown(i) && less > 0)
                left << PlotWords::tr("%1 of %2 heads").arg(less).arg(heads);
        }
        left.removeDuplicates();
        return left;
    }

    void cursorShown(const Cursor& cursor) override
    {
        const auto query = cursor[AxisKind::Position];
        const auto key = cursor[AxisKind::Key];
        for (const auto& [maps, crosses] : m_maps)
            crosses->moveTo(query && key ? maps->placesOf(*query, *key) : std::vector<QPointF>{});
    }

    std::optional<Cursor> cursorAt(const QPoint& pixel) const override
    {
        for (const auto& [maps, crosses] : m_maps) {
            if (const auto cell = maps->cellAt(pixel)) {
                Cursor cursor = view().cursor;
                cursor[AxisKind::Position] = cell->query;
                cursor[AxisKind::Key] = cell->key;
                return cursor;
            }
        }
        return std::nullopt;
    }

    void clicked(const QPoint& pixel) override
    {
        for (std::size_t i = 0; i < m_maps.size(); ++i) {
            const auto cell = m_maps[i].first->cellAt(pixel);
            if (!cell)
                continue;
            store().setEdited(i == 1 ? Side::B : Side::A);
            store().edit([&](Parameters& p) { p.attention.head = cell->head; });
            return;
        }
    }

private:
    std::vector<std::pair<HeadMaps*, HeadCrosses*>> m_maps; // of A and B; owned by the canvas
};

} // namespace

const PlotSpec kHeads{.title = QT_TRANSLATE_NOOP("Plots", "Biases of all heads"),
                      .question = QT_TRANSLATE_NOOP("Plots", "How strongly does each head penalize distance?"),
                      .node = "bias",
                      .takes = {"rows", "cols"},
                      .draw = drawingOf<HeadsData, drawHeads>,
                      .help = QT_TRANSLATE_NOOP("PlotWords", "Click a map: other plots show its head · %1"),
                      .header = makeHeadSelector,
                      .ownPlot = madeAs<HeadsPlot>};

} // namespace phasor
