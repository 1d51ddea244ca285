// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/maps/comparedmaps_p.h"

#include "raster/hues.h"
#include "words/compare.h"
#include "words/pictures.h"

#include <algorithm>
#include <cstdlib>

namespace phasor {

namespace {

constexpr double kLeast = 0.001; // stretch of what is as small as it can be, beside that of a map
constexpr int kBarBeside = 30; // width of a canvas, in heights of a line, from which on the bar stands beside the map
constexpr int kBarBelow = 12; // height from which on there is room below it

} // namespace

ComparedMaps::ComparedMaps(Canvas& canvas, Gestures& gestures, const Rects& rects)
    : m_canvas(canvas)
    , m_maps{MapRect(canvas, gestures, *rects[0]), MapRect(canvas, gestures, *rects[1]),
             MapRect(canvas, gestures, *rects[2])}
    , m_titles{new QCPTextElement(&canvas, words::sideName(Side::A)),
               new QCPTextElement(&canvas, words::sideName(Side::B)),
               new QCPTextElement(&canvas, words::differenceName())}
    , m_bars{ColourBar(canvas), ColourBar(canvas), ColourBar(canvas)}
    , m_row(new QCPMarginGroup(&canvas))
    , m_columns{new QCPMarginGroup(&canvas), new QCPMarginGroup(&canvas), new QCPMarginGroup(&canvas)}
    , m_grid(new QCPLayoutGrid)
{
    for (QCPAxisRect* rect : rects)
        canvas.plotLayout()->take(rect);
    canvas.plotLayout()->simplify();
    canvas.plotLayout()->addElement(0, 0, m_grid);
    for (QCPTextElement* title : m_titles)
        title->setMargins(QMargins(0, 2, 0, 0));
    for (std::size_t i = 1; i < kMaps; ++i)
        m_maps[i].rows().setTickLabels(false);
    arrange();
    QObject::connect(&canvas, &QCustomPlot::afterLayout, m_row, [this] { makeAsWide(); });
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
    std::vector<QCPLayoutElement*> all;
    for (std::size_t i = 0; i < kMaps; ++i) {
        all.push_back(m_bars[i].element());
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

bool ComparedMaps::fit(const QFontMetricsF& metrics)
{
    const QSize room = m_grid->outerRect().size();
    const bool narrow = room.width() < kBarBeside * metrics.height() && room.height() >= kBarBelow * metrics.height();
    if (narrow == m_narrow)
        return false;
    m_narrow = narrow;
    if (m_comparing)
        return false;
    arrange();
    return true;
}

void ComparedMaps::show(const Pictures& pictures)
{
    for (std::size_t i = 0; i < kMaps; ++i)
        m_maps[i].show(pictures[i]);
    for (std::size_t i = 1; i < kMaps; ++i)
        m_maps[i].rows().setLabel(QString());
    m_titles[2]->setText(pictures[1] && !pictures[2] ? words::noDifference() : words::differenceName());
    for (std::size_t i = 0; i < kMaps; ++i) {
        const HeatmapPlottable::DataPtr& picture = pictures[i];
        m_bars[i].element()->setVisible(picture && (m_comparing || i == 0));
        const bool below = m_comparing || m_narrow; // then the header alone says which values they are
        if (picture && picture->colorMap)
            m_bars[i].show(*picture->colorMap, picture->range, below ? QString() : words::valueLabel(*picture),
                           isMask(*picture));
    }
}

// Everything is taken out of the layout, and what is shown put back.
void ComparedMaps::arrange()
{
    for (QCPLayoutElement* element : elements()) {
        if (element->layout() == m_grid)
            m_grid->take(element);
        element->setVisible(false);
        element->setMarginGroup(QCP::msAll, nullptr); // what is hidden asks for no margins of the others
    }
    m_grid->simplify();

    for (ColourBar& bar : m_bars)
        bar.setBelow(m_comparing || m_narrow);
    if (m_comparing)
        arrangeThree();
    else
        arrangeOne();
}

void ComparedMaps::arrangeOne()
{
    int place = 0;
    for (QCPLayoutElement* element :
         {static_cast<QCPLayoutElement*>(&m_maps[0].rect()), static_cast<QCPLayoutElement*>(m_bars[0].element())}) {
        m_grid->addElement(m_narrow ? place : 0, m_narrow ? 0 : place, element);
        ++place;
        element->setVisible(true);
        if (m_narrow)
            element->setMarginGroup(QCP::msLeft | QCP::msRight, m_columns[0]);
        else
            element->setMarginGroup(QCP::msTop | QCP::msBottom, m_row);
    }
    if (m_narrow)
        m_grid->setRowStretchFactors({1, kLeast});
    else
        m_grid->setColumnStretchFactors({1, kLeast});
}

void ComparedMaps::arrangeThree()
{
    for (std::size_t i = 0; i < kMaps; ++i) {
        int row = 0;
        for (QCPLayoutElement* element :
             {static_cast<QCPLayoutElement*>(m_titles[i]), static_cast<QCPLayoutElement*>(&m_maps[i].rect()),
              static_cast<QCPLayoutElement*>(m_bars[i].element())}) {
            m_grid->addElement(row++, static_cast<int>(i), element);
            element->setVisible(true);
            element->setMarginGroup(QCP::msLeft | QCP::msRight, m_columns[i]);
        }
        m_maps[i].rect().setMarginGroup(QCP::msTop | QCP::msBottom, m_row);
    }
    m_grid->setColumnStretchFactors({1, 1, 1});
    m_grid->setRowStretchFactors({kLeast, 1, kLeast});
}

// The layout shares the width among the maps with their labels, of which only the first has some: it would be the
// narrowest.
void ComparedMaps::makeAsWide()
{
    if (!m_comparing || m_widening)
        return;
    std::array<int, kMaps> outer;
    int labels = 0;
    for (std::size_t i = 0; i < kMaps; ++i) {
        outer[i] = m_maps[i].rect().outerRect().width();
        labels += outer[i] - m_maps[i].rect().width();
    }
    const int wanted = (outer[0] + outer[1] + outer[2] - labels) / static_cast<int>(kMaps);
    const auto isWide = [&](MapRect& map) {
        return std::abs(map.rect().width() - wanted) <= 1;
    };
    if (wanted < 1 || std::all_of(m_maps.begin(), m_maps.end(), isWide))
        return;
    QList<double> stretch;
    for (std::size_t i = 0; i < kMaps; ++i)
        stretch.append(wanted + outer[i] - m_maps[i].rect().width());
    m_grid->setColumnStretchFactors(stretch);
    m_widening = true;
    m_canvas.layoutFor(m_canvas.viewport().size());
    m_widening = false;
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
    for (ColourBar& bar : m_bars)
        bar.setTheme(theme);
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
