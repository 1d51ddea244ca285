// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/attention/scores_p.h"

#include "plots/attention/headselector_p.h"
#include "raster/hues.h"
#include "words/compare.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

namespace phasor {

namespace {

constexpr double kOwnSize = 0.001; // stretch of titles and bars, which have the size that they need
// In heights of a line: the bars stand beside the maps of a wider canvas; below them, each row of maps takes this
// height.
constexpr int kScoresBeside = 44;
constexpr int kScoresBelow = 13;

} // namespace

ScoresPlot::ScoresPlot(Store& store, QWidget* parent)
    : CanvasPlot("scores", store, parent)
    , m_panels{makePanel(), makePanel(), makePanel(), makePanel()}
    , m_sides(new QCPMarginGroup(&canvas()))
    , m_columns{new QCPMarginGroup(&canvas()), new QCPMarginGroup(&canvas())}
{
    addToHeader(new HeadSelector(store, this));
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        m_panels[i].map->rows().setTickLabels(i % 2 == 0);
    arrange();
    setTheme(Theme::light());
    show(nullptr);
}

// What the layout does not have, nobody would delete while the canvas still lives.
ScoresPlot::~ScoresPlot()
{
    for (QCPLayoutElement* element : elements()) {
        if (element->layout() == nullptr)
            canvas().plotLayout()->addElement(element);
    }
}

ScoresPlot::Panel ScoresPlot::makePanel()
{
    const auto place = static_cast<int>(canvas().plotLayout()->elementCount()); // for now; arrange() decides
    auto map = std::make_unique<MapRect>(canvas(), gestures(), *makeRect(place, 0));
    auto* title = new QCPTextElement(&canvas());
    title->setMargins(QMargins(0, 2, 0, 0));
    return {std::move(map), title, std::make_unique<ColourBar>(canvas())};
}

std::vector<QCPLayoutElement*> ScoresPlot::elements() const
{
    std::vector<QCPLayoutElement*> all;
    for (const Panel& panel : m_panels) {
        for (QCPLayoutElement* element :
             {static_cast<QCPLayoutElement*>(&panel.map->rect()), static_cast<QCPLayoutElement*>(panel.title),
              static_cast<QCPLayoutElement*>(panel.bar->element())})
            all.push_back(element);
    }
    return all;
}

// Everything is taken out of the layout, and what is shown put back.
void ScoresPlot::arrange()
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    for (QCPLayoutElement* element : elements()) {
        if (element->layout() == grid)
            grid->take(element);
        element->setVisible(false);
        element->setMarginGroup(QCP::msAll, nullptr);
    }
    grid->simplify();
    const auto place = [grid](QCPLayoutElement& element, int row, int column) {
        grid->addElement(row, column, &element);
        element.setVisible(true);
    };
    const std::size_t shown = m_comparing ? m_panels.size() : 2;
    const int rowsEach = m_narrow ? 3 : 2;
    const int columnsEach = m_narrow ? 1 : 2;
    for (Panel& panel : m_panels)
        panel.bar->setBelow(m_narrow);
    for (std::size_t i = 0; i < shown; ++i) {
        const int row = static_cast<int>(i / 2) * rowsEach;
        const int column = static_cast<int>(i % 2) * columnsEach;
        place(*m_panels[i].title, row, column);
        place(m_panels[i].map->rect(), row + 1, column);
        place(*m_panels[i].bar->element(), m_narrow ? row + 2 : row + 1, m_narrow ? column : column + 1);
    }
    for (std::size_t i = 0; i < shown; ++i) {
        m_panels[i].map->rect().setMarginGroup(QCP::msTop | QCP::msBottom, m_sides);
        if (m_narrow) {
            m_panels[i].map->rect().setMarginGroup(QCP::msLeft | QCP::msRight, m_columns[i % 2]);
            m_panels[i].bar->element()->setMarginGroup(QCP::msLeft | QCP::msRight, m_columns[i % 2]);
        } else {
            m_panels[i].bar->element()->setMarginGroup(QCP::msTop | QCP::msBottom, m_sides);
        }
    }
    for (int row = 0; row < grid->rowCount(); ++row)
        grid->setRowStretchFactor(row, row % rowsEach == 1 ? 1 : kOwnSize);
    constexpr double kLabelled = 1.7; // the first has the labels of the rows
    grid->setColumnStretchFactors(m_narrow ? QList<double>{kLabelled, 1}
                                           : QList<double>{kLabelled, kOwnSize, 1, kOwnSize});
}

bool ScoresPlot::fold()
{
    const QSize room = canvas().viewport().size();
    const double line = QFontMetricsF(theme().smallFont).height();
    const bool narrow
        = room.width() < kScoresBeside * line && room.height() >= (m_comparing ? 2 : 1) * kScoresBelow * line;
    if (narrow == m_narrow)
        return false;
    m_narrow = narrow;
    arrange();
    setTheme(theme());
    return true;
}

void ScoresPlot::prepare(const Scene& scene)
{
    if (m_comparing == scene.b.has_value())
        return;
    m_comparing = scene.b.has_value();
    arrange();
    setTheme(theme());
}

ViewRequest ScoresPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    const auto pixels = [&](std::size_t panel) {
        return m_panels[panel].map->pixels(resolution.scale);
    };
    return ScoresRequest{.zoom = view.zoom,
                         .widthOfScores = pixels(0).width(),
                         .widthOfAttention = pixels(1).width(),
                         .height = pixels(0).height(),
                         .heightOfB = m_comparing ? pixels(2).height() : 0,
                         .nanColour = theme().nanColour.rgb(),
                         .wholeCells = resolution.vector};
}

void ScoresPlot::showPanel(const Panel& panel, const HeatmapPlottable::DataPtr& picture, const QString& title) const
{
    panel.map->show(picture);
    panel.title->setText(title);
    const bool placed = panel.map->rect().visible();
    panel.bar->element()->setVisible(placed && picture != nullptr);
    if (picture && picture->colorMap)
        panel.bar->show(*picture->colorMap, picture->range, QString());
}

void ScoresPlot::showData(const ViewDataPtr& newData)
{
    const auto shown = std::dynamic_pointer_cast<const ScoresData>(newData);
    const auto showHead = [&](std::size_t first, const HeadAttention* head, Side side) {
        const bool both = shown && shown->b;
        const auto named = [&](const QString& name) {
            return both ? words::ofSide(side, name) : name;
        };
        showPanel(m_panels[first], head != nullptr ? HeatmapPlottable::DataPtr(shown, &head->scores) : nullptr,
                  head != nullptr ? named(words::scoresName(*head)) : QString());
        const bool attention = head != nullptr && head->attention;
        showPanel(m_panels[first + 1], attention ? HeatmapPlottable::DataPtr(shown, &*head->attention) : nullptr,
                  head != nullptr ? named(words::attentionName(*head)) : QString());
        m_panels[first + 1].map->rows().setLabel(QString());
    };
    showHead(0, shown ? &shown->a : nullptr, Side::A);
    showHead(2, shown && shown->b ? &*shown->b : nullptr, Side::B);
    for (const Panel& panel : m_panels)
        panel.map->titleColumns(words::axisTitle(AxisKind::Key));
    const QString summary = shown ? words::summary(*shown) : QString();
    setTexts(tr("Scores"), summary);
}

void ScoresPlot::showCursor(const Cursor& cursor)
{
    for (const Panel& panel : m_panels)
        panel.map->showCursor(cursor);
}

void ScoresPlot::applyTheme()
{
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const Panel& panel = m_panels[i];
        panel.map->setTheme(theme());
        panel.bar->setTheme(theme());
        panel.title->setFont(theme().smallFont);
        // A size of its own, whatever its text: what is shown must not move the maps.
        panel.title->setMinimumSize(1, QFontMetrics(theme().smallFont).height() + 2);
        panel.title->setTextColor(i < 2 ? theme().foreground : toColor(colourOf(Hue::Second).full));
    }
}

} // namespace phasor
