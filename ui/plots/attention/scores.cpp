// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/scores.h"

#include "plots/canvas/labels/optioncontrols_p.h"
#include "plots/drawings.h"
#include "words/numbers.h"
#include "words/pictures.h"

namespace phasor {

namespace {

Panel panelOf(const DataPtr<Picture>& picture, const QString& title, Side side, int column)
{
    Panel panel = mapPanel(picture, words::axisTitle(AxisKind::Key));
    panel.title = title.isEmpty() ? QStringLiteral(" ") : title; // keeps room for the title before there is data
    panel.id = column == 0 ? "scores" : "weights";
    panel.square = true;
    panel.side = side;
    panel.place = {.row = side == Side::A ? 0 : 1, .column = column};
    if (column > 0) {
        panel.up.labels = {};
        panel.up.tickLabels = false;
    }
    return panel;
}

// Scores and attention weights of one head side by side, tokens on both axes; while comparing, B's are below.
Drawing drawScores(const DataPtr<ScoresData>& data, const DrawingContext& context)
{
    Drawing drawing;
    for (const Side side : {Side::A, Side::B}) {
        if (side == Side::B && !context.comparing())
            break;
        const HeadAttention* head = !data ? nullptr : side == Side::A ? &data->a : data->b ? &*data->b : nullptr;
        const bool attention = head != nullptr && head->attention;
        const auto named = [&](const QString& name) {
            return context.comparing() ? words::ofSide(side, name) : name;
        };
        drawing.panels.push_back(panelOf(
            head != nullptr ? DataPtr<Picture>(data, &head->scores) : nullptr,
            head != nullptr ? named(PlotWords::tr("attention scores, head %1").arg(head->facts.head)) : QString(), side,
            0));
        drawing.panels.push_back(panelOf(attention ? DataPtr<Picture>(data, &*head->attention) : nullptr,
                                         head != nullptr
                                             ? named(attention ? PlotWords::tr("attention weights")
                                                               : PlotWords::tr("attention weights: too many keys"))
                                             : QString(),
                                         side, 1));
    }
    for (Panel& panel : drawing.panels) {
        const bool last = panel.side == Side::B || !context.comparing();
        panel.map->bar = panel.across.tickLabels = last; // A and B have the same range
        if (!last)
            panel.across.labels = {};
    }
    return drawing;
}

ViewRequest requestScores(const ViewState& view, const DrawingRoom& room, const ViewData*)
{
    auto request = requested<ScoresRequest>(view, room);
    request.widthOfScores = room.width(0);
    request.widthOfAttention = room.width(1);
    request.heightOfB = room.height(2);
    return request;
}

} // namespace

const DrawingKind kScores{.id = "scores",
                          .title = QT_TRANSLATE_NOOP("Plots", "Scores"),
                          .question = QT_TRANSLATE_NOOP("Plots", "Which tokens does a head attend to?"),
                          .node = "scores",
                          .takes = {"rows", "cols"},
                          .draw = drawingOf<ScoresData, drawScores>,
                          .request = requestScores,
                          .header = makeHeadSelector};

} // namespace phasor
