// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/scoreterms.h"

#include "plots/drawings.h"

#include <array>

namespace phasor {

constexpr std::size_t kTerms = 4;
constexpr std::size_t kBarOf = 2; // map with the bar: all maps have one range; a bar below is in the first column

// "content · position": of the query, then of the key.
static QString nameOf(std::size_t term, bool brief)
{
    const QString content = brief ? PlotWords::tr("c", "content, short") : PlotWords::tr("content");
    const QString position = brief ? PlotWords::tr("p", "position, short") : PlotWords::tr("position");
    return QStringLiteral("%1 · %2").arg(term < 2 ? content : position, term % 2 == 0 ? content : position);
}

// Title of a map: "content · position: 16"; brief: "c · p: 3.1".
static QString titleOf(const ScoreTermsData& data, std::size_t term, bool brief)
{
    const TermsOf of = data.options.of;
    const double a = data.a.sizes[term];
    const double b = data.b ? data.b->sizes[term] : 0;
    QString name = PlotWords::tr("%1: %2", "a term of the score, its size")
                       .arg(nameOf(term, brief),
                            words::orUndefined(of == TermsOf::A       ? a
                                                   : of == TermsOf::B ? b
                                                                      : a - b));
    if (!data.b)
        return name;
    return of == TermsOf::Difference
        ? PlotWords::tr("%1 · %2", "a setup, what is said of it").arg(words::differenceName(), name)
        : words::ofSide(of == TermsOf::A ? Side::A : Side::B, name);
}

// The map of one term, with its size in the title.
static Panel mapOf(const DataPtr<ScoreTermsData>& data, std::size_t term)
{
    Panel panel
        = mapPanel(data ? DataPtr<Picture>(data, &data->pictures[term]) : nullptr, words::axisTitle(AxisKind::Key));
    constexpr std::array<std::string_view, kTerms> kIds{"content", "content-position", "position-content", "position"};
    panel.id = kIds[term];
    panel.place = {.row = static_cast<int>(term / 2), .column = static_cast<int>(term % 2)};
    panel.title = data ? titleOf(*data, term, false) : QStringLiteral(" ");
    panel.briefTitle = data ? titleOf(*data, term, true) : QString();
    panel.map->bar = term == kBarOf;
    panel.map->barLabel = PlotWords::tr("term of the score");
    panel.square = panel.folds = true;
    if (panel.place.row == 0)
        panel.across.labels = {};
    if (panel.place.column == 1)
        panel.up.labels = {};
    return panel;
}

// The standard deviation of each term as a dot, with its value at the right. While comparing, A is filled and B open.
static Panel sizesPanel(const DataPtr<ScoreTermsData>& data, bool comparing)
{
    DrawnAxis terms{.range = {-0.6, kTerms - 0.4}, .reversed = true, .grid = false};
    DrawnAxis values = terms;
    values.labels = {comparing ? QStringLiteral("A\tB\t") + words::differenceName() : QString()};
    values.widestName = comparing ? QStringLiteral("0.0123  0.0123  −0.0123") : QStringLiteral("0.0123");
    Panel panel{.place = {.area = 1, .width = 2},
                .id = "sizes",
                .title = comparing ? QStringLiteral("● A   ○ B") : QString(),
                .across = {.scale = DrawnAxis::Scale::Logarithmic,
                           .labels = {PlotWords::tr("standard deviation of each term, log"),
                                      PlotWords::tr("standard deviation, log")}},
                .xDown = true,
                .key = false};
    for (std::size_t term = 0; term < kTerms; ++term) {
        const auto at = static_cast<double>(term);
        terms.names.emplace_back(at, nameOf(term, false));
        if (!data)
            continue;
        const Ink ink = term == 0 ? inkOf(Hue::Embedding)
            : term == kTerms - 1  ? inkOf(Hue::Position)
                                  : Ink{.role = Ink::Role::Quiet};
        const double a = data->a.sizes[term];
        QString said = words::orUndefined(a);
        if (data->b) {
            const double b = data->b->sizes[term];
            said += u'\t' + words::orUndefined(b) + u'\t' + words::orUndefined(a - b);
            panel.lines.push_back(
                {.x = {at, at}, .y = {a, b}, .ink = {.role = Ink::Role::Quiet}, .stroke = Stroke::Dashed});
            panel.lines.push_back(marksOf(Marker::Ring, ink, Side::B, {at}, {b}, nameOf(term, false)));
        }
        values.names.emplace_back(at, said);
        panel.lines.push_back(marksOf(Marker::Large, ink, Side::A, {at}, {a}, nameOf(term, false)));
    }
    panel.up = terms;
    panel.right = values;
    panel.across.range = rangeOf(panel, Fit::Decades, {0.1, 10});
    return panel;
}

// Standard deviations of the four terms, content and position by content and position; next to them the terms as maps
// with one range.
static Drawing drawScoreTerms(const DataPtr<ScoreTermsData>& data, const DrawingContext& context)
{
    Drawing drawing{.panels = {sizesPanel(data, context.comparing())}};
    for (std::size_t term = 0; term < kTerms; ++term)
        drawing.panels.push_back(mapOf(data, term));
    return drawing;
}

const PlotSpec kScoreTerms{.title = QT_TRANSLATE_NOOP("Plots", "Score terms"),
                           .question = QT_TRANSLATE_NOOP("Plots", "How much of a score is content, how much position?"),
                           .node = "scores",
                           .takes = {"rows", "cols", "only-rows"},
                           .draw = drawingOf<ScoreTermsData, drawScoreTerms>,
                           .request = requestOf<ScoreTermsRequest, 1>};

} // namespace phasor
