// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "plots/canvas/canvas_p.h"

namespace phasor {

// Draws an axis with the title of a vertical axis above it, horizontal. Keeps pixmaps of all tick labels: QCustomPlot's
// painter keeps 16, and draws each of 17 anew in each frame. A right axis whose title has tabs has tick labels with
// tabs: a table below the title.
struct LabelPainter : QCPAxisPainterPrivate
{
    explicit LabelPainter(QCustomPlot* plot)
        : QCPAxisPainterPrivate(plot)
    {
        mLabelCache.setMaxCost(128);
    }
    void draw(QCPPainter* painter) override;
    int size() override; // without a title that is above

private:
    void drawTable(QCPPainter* painter, const QVector<QString>& rows) const;
};

struct LabelAxis : QCPAxis
{
    LabelAxis(QCPAxisRect* rect, AxisType side)
        : QCPAxis(rect, side)
    {
        delete mAxisPainter;
        mAxisPainter = new LabelPainter(rect->parentPlot());
    }
};

// Text that is measured once: QCustomPlot asks for its size eight times in each layout.
class MeasuredText : public QCPTextElement
{
public:
    using QCPTextElement::QCPTextElement;

protected:
    QSize minimumOuterSizeHint() const override;
    QSize maximumOuterSizeHint() const override { return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()}; }

private:
    mutable QString m_measured;
    mutable QFont m_font;
    mutable QSize m_size; // of m_measured
};

// Lines of text next to a chart, never cut. If they do not fit, they are set side by side, then in the smallest type;
// lines at the end that still do not fit are left out.
class WholeLines : public MeasuredText
{
public:
    using MeasuredText::MeasuredText;

    void setAlone(bool alone) { m_alone = alone; } // nothing is at the right: the lines may take the whole width

protected:
    void draw(QCPPainter* painter) override;

private:
    bool m_alone = false;
};

// Room of a title in pixels.
struct TitleRoom
{
    int width = 0;
    int last = 0; // width of the last line
    int lines = 2;
};

// Font and lines of a title: one line if it fits, else more, in type of at least `least` of its size.
struct TitleLines
{
    QFont font;
    QStringList lines;
};
TitleLines titleLines(const QString& title, QFont font, const TitleRoom& room, double least);

// Width of row labels in characters, from the scene alone. It is known before the data, so that a picture gets the size
// that was requested and nothing jumps while a slider moves. Tokens of a sentence take 8 ("[MASK]", "encodin…").
// Numbers take as many as the last row has, at least 6: max_len below 100 000 moves nothing.
int rowCharacters(const Scene& scene);

// Width in pixels for tick labels in the margin of a vertical axis.
int roomForLabels(const QCPAxis& axis);

// Margins of a rect for its axes' tick labels and titles, for values up to the width of "−2.5·10⁻¹⁰".
QMargins labelRoom(const QCPAxisRect& rect, int rowCharacters, const Canvas& canvas);

} // namespace phasor
