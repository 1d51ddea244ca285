// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/heads.h"

#include "plots/canvas/drawing/drawingplot_p.h"
#include "plots/canvas/labels/optioncontrols_p.h"
#include "plots/canvas/maps/headmaps_p.h"

namespace phasor {

namespace {

// A panel for each setup's maps, query down and key across, and one bar for all.
Drawing drawHeads(const DataPtr<HeadsData>& data, const DrawingContext& context)
{
    Drawing drawing;
    for (int i = 0; i < (context.comparing() ? 2 : 1); ++i) {
        Panel panel{.place = {.column = i},
                    .id = i == 0 ? "a" : "b",
                    .across = {.labels = {words::axisTitle(AxisKind::Key)}, .tickLabels = false},
                    .up = {.labels = {i == 0 ? PlotWords::tr("query") : QString()}, .tickLabels = false},
                    .map = DrawnMap{.bar = i == 1 || !context.comparing(), .drawn = false}};
        panel.side = i == 0 ? Side::A : Side::B;
        if (context.comparing())
            panel.title = words::sideName(panel.side);
        if (data) {
            const Picture& first = data->a.maps.front().picture; // all maps have the same range
            panel.map->picture = DataPtr<Picture>(data, &first);
            panel.map->barLabel = words::valueLabel(first);
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
        while (m_maps.size() < (scene().b ? 2U : 1U)) {
            QCPAxisRect& rect = rectOf(m_maps.size());
            for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft})
                rect.axis(side)->setTicks(false);
            auto* maps = new HeadMaps(canvas(), rect); // owned by the canvas
            m_maps.push_back({maps, &canvas().addOverlay<HeadCrosses>()});
        }
        for (std::size_t i = 0; i < m_maps.size(); ++i) {
            m_maps[i].first->setVisible(isShown(i));
            m_maps[i].first->setHeads((i == 0 || !scene().b ? scene().a : *scene().b).attention.heads);
        }
    }

    ViewRequest requestAt(const ViewState& view, const DrawingRoom& room) const override
    {
        auto request = requested<HeadsRequest>(view, room);
        request.a = isShown(0) ? m_maps[0].first->room(room.scale) : HeadsRequest::Room{};
        request.b = isShown(1) ? m_maps[1].first->room(room.scale) : HeadsRequest::Room{};
        return request;
    }

    void dataShown() override
    {
        const auto shown = std::dynamic_pointer_cast<const HeadsData>(data());
        for (std::size_t i = 0; i < m_maps.size(); ++i)
            m_maps[i].first->setMaps(shown, !shown ? nullptr : i == 0 ? &shown->a : shown->b ? &*shown->b : nullptr);
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
            store().setEdited(i == 0 ? Side::A : Side::B);
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
