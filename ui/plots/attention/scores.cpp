// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/scores.h"

#include "plots/canvas/labels/optioncontrols_p.h"
#include "plots/drawings.h"

#include <algorithm>

namespace phasor {

// Place of a picture: in a comparison scores are above weights, with columns for A, B and A − B.
static Panel panelOf(const DataPtr<Picture>& picture, int column, bool attention, bool comparing, bool causal)
{
    const QString key = words::axisTitle(AxisKind::Key);
    Panel panel = mapPanel(picture, key);
    QString colors = causal ? PlotWords::tr("gray: masked") : QString();
    if (picture && std::ranges::count(picture->pixels, kNotANumber) > 0)
        colors = causal ? PlotWords::tr("gray: masked, magenta: not finite") : PlotWords::tr("magenta: not finite");
    if (!colors.isEmpty()) {
        if (!panel.across.otherwise.isEmpty()) // what a pixel is
            colors = QStringLiteral("%1 · %2").arg(colors, panel.across.otherwise);
        panel.across.labels = {QStringLiteral("%1 (%2)").arg(key, colors), key};
        panel.across.otherwise = colors;
    }
    panel.title = QStringLiteral(" "); // keeps room for the title before there is data
    panel.id = attention ? "weights" : "scores";
    panel.square = true;
    panel.side = column == 1 ? Side::B : Side::A;
    panel.place = comparing ? Panel::Place{.row = attention ? 1 : 0, .column = column}
                            : Panel::Place{.column = attention ? 1 : 0};
    panel.map->bar = !comparing || column > 0; // A and B have the same range
    panel.map->named = false;
    if (panel.place.column > 0)
        panel.up.dropLabels();
    if (comparing && !attention)
        panel.across.dropLabels();
    return panel;
}

static QString titleOf(const HeadAttention& head, bool attention, bool brief)
{
    if (attention && !head.attention)
        return PlotWords::tr("attention weights: too many keys");
    if (brief)
        return attention ? PlotWords::tr("weights", "of attention") : PlotWords::tr("scores", "of attention");
    return attention ? PlotWords::tr("attention weights")
                     : PlotWords::tr("attention scores, head %1").arg(head.facts.head);
}

// Scores and attention weights of one head, tokens on both axes; while comparing also those of B and of A − B.
static Drawing drawScores(const DataPtr<ScoresData>& data, const DrawingContext& context)
{
    const auto pointer = [](const std::optional<Picture>& picture) {
        return picture ? &*picture : nullptr;
    };
    Drawing drawing;
    for (const Side side : {Side::A, Side::B}) {
        if (side == Side::B && !context.comparing())
            break;
        const HeadAttention* head = !data ? nullptr : side == Side::A ? &data->a : data->b ? &*data->b : nullptr;
        for (const bool attention : {false, true}) {
            const Picture* picture = head == nullptr ? nullptr : attention ? pointer(head->attention) : &head->scores;
            const Parameters& setup = side == Side::A ? context.scene.a : *context.scene.b;
            Panel panel = panelOf({data, picture}, static_cast<int>(side), attention, context.comparing(),
                                  setup.attention.causal);
            const auto named = [&](bool brief) {
                const QString name = titleOf(*head, attention, brief);
                return context.comparing() ? words::ofSide(side, name) : name;
            };
            if (head != nullptr) {
                panel.title = named(false);
                panel.briefTitle = named(true);
            }
            drawing.panels.push_back(std::move(panel));
        }
    }
    for (const bool attention : {false, true}) {
        if (!context.comparing())
            break;
        const Picture* less = data ? pointer(attention ? data->lessAttention : data->lessScores) : nullptr;
        Panel panel = panelOf({data, less}, 2, attention, true, false);
        panel.id = "difference";
        panel.title = differenceTitle(data && data->b && less == nullptr);
        panel.folds = true;
        drawing.panels.push_back(std::move(panel));
    }
    return drawing;
}

const PlotSpec kScores{.title = QT_TRANSLATE_NOOP("Plots", "Scores"),
                       .question = QT_TRANSLATE_NOOP("Plots", "Which tokens does a head attend to?"),
                       .node = "scores",
                       .takes = {"rows", "cols"},
                       .draw = drawingOf<ScoresData, drawScores>,
                       .request = requestOf<ScoresRequest>,
                       .header = makeHeadSelector};

} // namespace phasor
