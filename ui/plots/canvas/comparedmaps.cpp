// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/comparedmaps_p.h"

#include "raster/hues.h"
#include "words/compare.h"
#include "words/pictures.h"

namespace phasor {

namespace {

constexpr double kWithLabels = 1.2; // stretch of the first map, which has the labels of the rows
constexpr double kBar = 0.001;

} // namespace

ComparedMaps::ComparedMaps(Canvas& canvas, Gestures& gestures, const Rects& rects)
    : m_canvas(canvas)
    , m_maps{MapRect(canvas, gestures, *rects[0]), MapRect(canvas, gestures, *rects[1]),
             MapRect(canvas, gestures, *rects[2])}
    , m_titles{new QCPTextElement(&canvas, words::sideName(Side::A)),
               new QCPTextElement(&canvas, words::sideName(Side::B)),
               new QCPTextElement(&canvas, words::differenceName())}
    , m_bar(canvas)
    , m_differenceBar(canvas)
    , m_sides(new QCPMarginGroup(&canvas))
{
    for (QCPTextElement* title : m_titles)
        title->setMargins(QMargins(0, 2, 0, 0));
    for (std::size_t i = 1; i < kMaps; ++i)
        m_maps[i].rows().setTickLabels(false);
    arrange();
}

// What the layout does not have, nobody would delete while the canvas still lives.
ComparedMaps::~ComparedMaps()
{
    for (QCPLayoutElement* element : elements()) {
        if (element->layout() == nullptr)
            m_canvas.plotLayout()->addElement(element);
    }
}

std::vector<QCPLayoutElement*> ComparedMaps::elements()
{
    std::vector<QCPLayoutElement*> all{m_bar.element(), m_differenceBar.element()};
    for (std::size_t i = 0; i < kMaps; ++i) {
        all.push_back(&m_maps[i].rect());
        all.push_back(m_titles[i]);
    }
    return all;
}

bool ComparedMaps::setComparing(bool comparing)
{
    if (comparing == m_comparing)
        return false;
    m_comparing = comparing;
    arrange();
    return true;
}

void ComparedMaps::show(const Pictures& pictures)
{
    for (std::size_t i = 0; i < kMaps; ++i)
        m_maps[i].show(pictures[i]);
    for (std::size_t i = 1; i < kMaps; ++i)
        m_maps[i].rows().setLabel(QString());
    const auto label = [](ColourBar& bar, const HeatmapPlottable::DataPtr& picture, bool placed) {
        bar.element()->setVisible(picture && placed);
        if (picture && picture->colorMap)
            bar.show(*picture->colorMap, picture->range, words::valueLabel(*picture), isMask(*picture));
    };
    label(m_bar, pictures[0], true);
    label(m_differenceBar, pictures[2], m_comparing);
}

// Everything is taken out of the layout, and what is shown put back.
void ComparedMaps::arrange()
{
    QCPLayoutGrid* grid = m_canvas.plotLayout();
    for (QCPLayoutElement* element : elements()) {
        if (element->layout() == grid)
            grid->take(element);
        element->setVisible(false);
        element->setMarginGroup(QCP::msAll, nullptr); // what is hidden asks for no margins of the others
    }
    grid->simplify();

    const int row = m_comparing ? 1 : 0;
    QList<double> stretch;
    const auto placeMap = [&](std::size_t map) {
        if (m_comparing)
            place(*m_titles[map], 0, static_cast<int>(stretch.size()), false);
        place(m_maps[map].rect(), row, static_cast<int>(stretch.size()), true);
        stretch.append(map == 0 ? kWithLabels : 1);
    };
    const auto placeBar = [&](const ColourBar& bar) {
        place(*bar.element(), row, static_cast<int>(stretch.size()), true);
        stretch.append(kBar);
    };
    placeMap(0);
    if (m_comparing)
        placeMap(1);
    placeBar(m_bar);
    if (m_comparing) {
        placeMap(2);
        placeBar(m_differenceBar);
    }
    grid->setColumnStretchFactors(stretch);
    if (m_comparing)
        grid->setRowStretchFactors({kBar, 1});
}

void ComparedMaps::place(QCPLayoutElement& element, int row, int column, bool aligned)
{
    m_canvas.plotLayout()->addElement(row, column, &element);
    element.setVisible(true);
    if (aligned)
        element.setMarginGroup(QCP::msTop | QCP::msBottom, m_sides);
}

void ComparedMaps::showCursor(const Cursor& cursor)
{
    for (MapRect& map : m_maps)
        map.showCursor(cursor);
}

void ComparedMaps::setTheme(const Theme& theme)
{
    for (MapRect& map : m_maps)
        map.setTheme(theme);
    m_bar.setTheme(theme);
    m_differenceBar.setTheme(theme);
    for (QCPTextElement* title : m_titles) {
        title->setFont(theme.smallFont);
        title->setTextColor(theme.foreground);
    }
    m_titles[1]->setTextColor(toColor(colourOf(Hue::Second).full));
}

QSize ComparedMaps::pixels(std::size_t map, double scale) const
{
    return map == 0 || m_comparing ? m_maps[map].pixels(scale) : QSize(0, 0);
}

} // namespace phasor
