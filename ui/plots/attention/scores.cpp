// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/scores.h"

#include "plots/attention/headselector_p.h"
#include "plots/drawings.h"
#include "words/compare.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

namespace phasor {

namespace {

using Part = std::shared_ptr<const Picture>;

Panel panelOf(const Part& picture, const QString& title, Side side, int column)
{
    Panel panel = mapPanel(picture, words::axisTitle(AxisKind::Key));
    panel.title = title.isEmpty() ? QStringLiteral(" ") : title; // its room is there before there are data
    panel.side = side;
    panel.place = {.row = side == Side::A ? 0 : 1, .column = column};
    if (column > 0) {
        panel.up.labels = {};
        panel.up.tickLabels = false;
    }
    return panel;
}

// Scores and attention of one head side by side, tokens on both axes; while two set-ups are compared those of B below.
Drawing drawScores(const ViewDataPtr& shown, const DrawingContext& context)
{
    const auto data = std::dynamic_pointer_cast<const ScoresData>(shown);
    Drawing drawing{.title = PlotWords::tr("Scores"), .finding = data ? words::summary(*data) : QString()};
    for (const Side side : {Side::A, Side::B}) {
        if (side == Side::B && !context.comparing())
            break;
        const HeadAttention* head = !data ? nullptr : side == Side::A ? &data->a : data->b ? &*data->b : nullptr;
        const bool attention = head != nullptr && head->attention;
        const auto named = [&](const QString& name) {
            return context.comparing() ? words::ofSide(side, name) : name;
        };
        drawing.panels.push_back(panelOf(head != nullptr ? Part(data, &head->scores) : nullptr,
                                         head != nullptr ? named(words::scoresName(*head)) : QString(), side, 0));
        drawing.panels.push_back(panelOf(attention ? Part(data, &*head->attention) : nullptr,
                                         head != nullptr ? named(words::attentionName(*head)) : QString(), side, 1));
    }
    return drawing;
}

ViewRequest requestScores(const ViewState& view, const DrawingRoom& room, const ViewData*)
{
    return ScoresRequest{.zoom = view.zoom,
                         .widthOfScores = room.width(0),
                         .widthOfAttention = room.width(1),
                         .height = room.height(0),
                         .heightOfB = room.height(2),
                         .nanColour = room.nanColor,
                         .wholeCells = room.vector};
}

QWidget* headSelector(Store& store, QWidget* parent)
{
    return new HeadSelector(store, parent);
}

} // namespace

const DrawingKind kScores{.id = "scores", .draw = drawScores, .request = requestScores, .header = headSelector};

} // namespace phasor
