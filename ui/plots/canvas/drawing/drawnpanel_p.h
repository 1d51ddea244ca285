// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/gestures_p.h"
#include "plots/canvas/labels/keyrow_p.h"
#include "plots/canvas/maps/heatmapplottable_p.h"
#include "plots/drawings.h"

#include <optional>

namespace phasor {

// Colors, pens and marks of a drawing's elements in a theme.
QColor colorOf(const Ink& ink, const Theme& theme);
QColor colorOf(const DrawnBand& band, const Theme& theme);
QPen penOf(const DrawnLine& line, const Theme& theme);
QPen penOf(const DrawnLevel& level, const Theme& theme);
QCPScatterStyle scatterOf(Marker mark, const QColor& color, const Theme& theme,
                          Side side); // B's is open, a larger ring

// Key entries of these panels: A's lines, A's levels, then what only B has; last, how A's and B's lines differ. Lines
// without a name have none.
std::vector<KeyRow::Entry> keyOf(const std::vector<const Panel*>& panels, const Theme& theme);
std::vector<EndLabels::Entry> endsOf(const Panel& panel, const Theme& theme); // names and values of its lines

// A dashed graph that stays readable where its points are dense: it cuts the dashes at even steps of the key. Qt's own
// dashes follow the line. Where that goes up and down in every pixel, they look like noise and take as long to draw as
// the rest of the window. Uses the first dash and gap of the pen's pattern.
class DashedGraph : public QCPGraph
{
public:
    using QCPGraph::QCPGraph; // owned by the axes' plot
    // Draws the line on a wider one in this color; invalid: no edge.
    void setEdge(const QColor& edge) { m_edge = edge; }
    // Drawn at points between two gaps, which no line reaches, if the points have no marks.
    void setLone(const QCPScatterStyle& mark) { m_lone = mark; }
    // Marks that are closer to the one before, in pixels, are left out.
    void setApart(double pixels) { m_apart = pixels; }
    double apart() const { return m_apart; }

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;
    void drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                         const QCPScatterStyle& style) const override;

private:
    void drawLine(QCPPainter* painter, const QVector<QPointF>& lines, const QPen& pen) const;
    void drawLonePoints(QCPPainter* painter, const QVector<QPointF>& lines) const;
    // Marks without a line are drawn whole at the frame.
    QRect clipRect() const override { return roomFor(lineStyle() == lsNone ? scatterStyle() : QCPScatterStyle()); }
    QRect roomFor(const QCPScatterStyle& mark) const;
    QRect insideOfAxes() const { return keyAxis()->axisRect()->rect() & valueAxis()->axisRect()->rect(); }

    QColor m_edge;
    QCPScatterStyle m_lone;
    double m_apart = 0;
};

// Limits every graph of the plot to the inside of its axes, as long as this object lives. QSvgGenerator (Qt 6.4)
// ignores clip rectangles: a curve would run over labels and off the page.
class ClippedGraphs
{
public:
    explicit ClippedGraphs(QCustomPlot& plot);
    ~ClippedGraphs();
    Q_DISABLE_COPY_MOVE(ClippedGraphs)

private:
    struct Kept
    {
        QCPGraph* graph = nullptr;
        QSharedPointer<QCPGraphDataContainer> data;
        QCPScatterStyle scatter;
        DashedGraph* markers = nullptr; // draws the markers instead, because points cut at the edge are not data
    };
    void clip(Kept& kept);

    QCustomPlot& m_plot;
    std::vector<Kept> m_kept;
};

// QCustomPlot's objects for one panel. Graphs, levels, bands and bars are reused by index, so that a frame makes none.
class DrawnPanel
{
public:
    DrawnPanel(Canvas& canvas, Gestures& gestures, QCPAxisRect& rect);
    ~DrawnPanel();
    Q_DISABLE_COPY_MOVE(DrawnPanel)

    QCPAxisRect& rect() const { return m_rect; }
    QCPTextElement& title() const { return *m_title; }
    WholeLines& text() const { return *m_text; } // takes the rect's place in the layout
    // Made when it is needed first; set the theme afterwards.
    ColorBar& bar() { return m_bar ? *m_bar : m_bar.emplace(m_canvas); }
    QCPAxis& across() const { return *m_rect.axis(QCPAxis::atBottom); }
    QCPAxis& up() const { return *m_rect.axis(QCPAxis::atLeft); }

    void resetMargins(); // before a layout
    void setTheme(); // for colors that show() does not set
    void takeOut(); // of the layout: the panel is hidden
    void setAlone(bool alone); // nothing is at the right
    void show(const Panel& panel, const Zoom& zoom);
    // Reserves room for names at the right, of the right axis or at the ends of lines, also before there is data. Hides
    // names that would need more than a third of the width. True: lay out again.
    bool foldRight(const Panel& panel);
    // Sets marks and the longest axis label that fits, after a layout. Returns axis text for the header.
    QString fit(const Panel& panel, int besideTitle); // pixels of other names there
    bool namesAtEnds(const Panel& panel) const; // instead of in the key
    void showCross(const Cross& cross);

private:
    const Theme& theme() const { return m_canvas.theme(); }
    std::vector<QCPLayoutElement*> elements() const;
    void showAxes(const Panel& panel, const Zoom& zoom);
    void showAxis(QCPAxis::AxisType side, const DrawnAxis& drawn, const Zoom& zoom);
    bool hasRoomFor(int names) const;
    int linesAtEnds(const Panel& panel) const; // of a name and its value; 0: no room
    int heightOfEnds(const Panel& panel, int lines) const; // pixels
    void fitTitles(const Panel& panel); // of the vertical axes
    // Returns text for the header if only the last label fits.
    QString fitLabels(const DrawnAxis& across, int besideTitle);
    void showTexts(const Panel& panel);
    void showLines(const Panel& panel);
    void showLevels(const Panel& panel);
    void showBands(const Panel& panel);
    void showMap(const std::optional<DrawnMap>& map);

    Canvas& m_canvas;
    Gestures& m_gestures;
    QCPAxisRect& m_rect;
    QCPTextElement* m_title; // the elements are owned by the canvas
    WholeLines* m_text;
    std::optional<ColorBar> m_bar;
    HeatmapPlottable* m_map = nullptr;
    EndLabels* m_ends; // owned by the canvas
    std::vector<DashedGraph*> m_graphs;
    std::vector<QCPItemStraightLine*> m_levels;
    std::vector<QCPItemRect*> m_bands;
    CrossHair& m_row;
    CrossHair& m_column;
    bool m_alone = true; // in its row
    bool m_named = false; // the label of the horizontal axis belongs to names
};

} // namespace phasor
