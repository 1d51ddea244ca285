// SPDX-License-Identifier: GPL-3.0-or-later
// DrawingPlot's requests, for the screen and for figures, and how it draws a figure: title, plot, caption.
#include "plots/canvas/clip_p.h"
#include "plots/canvas/drawing/drawingplot_p.h"
#include "plots/canvas/labels/labelroom_p.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr int kIndent = 6; // of title and caption, in the figure's units

int titleHeight(const FigureFrame& frame, const Theme& theme)
{
    if (frame.title.isEmpty())
        return 0;
    return std::min(QFontMetrics(theme.font).height() + 4, frame.size.height() / 2);
}

// Caption height: always three lines, because the layout needs it before the sentence is known.
int captionHeight(const FigureFrame& frame, const Theme& theme)
{
    if (frame.caption.isEmpty())
        return 0;
    constexpr int kSentenceLines = 3;
    const QFontMetrics metrics(theme.smallFont);
    const QRect room(0, 0, frame.size.width() - 2 * kIndent, frame.size.height());
    const int lines = metrics.boundingRect(room, Qt::TextWordWrap, frame.caption).height();
    return std::min(lines + kSentenceLines * metrics.lineSpacing() + kIndent, frame.size.height() / 2);
}

QSize plotSize(const FigureFrame& frame, const Theme& theme)
{
    const int around = titleHeight(frame, theme) + captionHeight(frame, theme);
    return QSize(frame.size.width(), frame.size.height() - around).expandedTo(QSize(1, 1));
}

void drawTitle(QCPPainter& painter, const FigureFrame& frame, const Theme& theme)
{
    QFont font = theme.font;
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(QPen(theme.foreground));
    const int width = frame.size.width() - 2 * kIndent;
    painter.drawText(QRect(kIndent, 2, width, titleHeight(frame, theme) - 2), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(font).elidedText(frame.title, Qt::ElideRight, width));
}

// Draws the complete caption, in smaller type if it does not fit.
void drawCaption(QCPPainter& painter, const FigureFrame& frame, const QString& sentence, const Theme& theme)
{
    const int height = captionHeight(frame, theme);
    const QString text = sentence.isEmpty() ? frame.caption : sentence + u'\n' + frame.caption;
    const QRect room(kIndent, frame.size.height() - height, frame.size.width() - 2 * kIndent, height - kIndent / 2);
    QFont font = theme.smallFont;
    constexpr double kLeastPoints = 3;
    while (font.pointSizeF() > kLeastPoints
           && QFontMetrics(font).boundingRect(room, Qt::TextWordWrap, text).height() > room.height())
        font.setPointSizeF(font.pointSizeF() - 0.25);
    painter.setFont(font);
    painter.setPen(QPen(theme.foreground));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text);
}

} // namespace

void DrawingPlot::makeRoom(const Scene& scene, QSize size)
{
    const auto layOut = [&] {
        const int characters = rowCharacters(scene);
        for (QCPAxisRect* rect : m_canvas->axisRects())
            rect->setMinimumMargins(labelRoom(*rect, characters, theme()));
        m_canvas->layoutFor(size);
    };
    showScene(scene);
    sceneShown();
    layOut();
    if (fold())
        layOut();
}

ViewRequest DrawingPlot::request(const Scene& scene, const ViewState& view)
{
    makeRoom(scene, m_canvas->size());
    const double scale = devicePixelRatioF();
    return requestAt(view, room(scale, scale, false, false));
}

DrawingRoom DrawingPlot::room(double scale, double ofMaps, bool vector, bool figure) const
{
    DrawingRoom room{.scale = ofMaps,
                     .vector = vector,
                     .figure = figure,
                     .nanColor = theme().nanColour.rgb(),
                     .background = theme().background.rgb()};
    for (std::size_t i = 0; i < m_form.size(); ++i) {
        const bool map = m_form[i].kind == PanelForm::Kind::Map;
        room.panels.push_back(
            m_plan.cells[i].shown ? Canvas::deviceSize(m_panels[i]->rect().rect(), map ? ofMaps : scale) : QSize(0, 0));
        room.maps += map ? 1U : 0U;
    }
    return room;
}

ViewRequest DrawingPlot::requestAt(const ViewState& view, const DrawingRoom& room) const
{
    return m_kind.request(view, room, m_data.get());
}

ViewRequest DrawingPlot::exportRequest(const Scene& scene, const ViewState& view, const FigureFrame& frame)
{
    makeRoom(scene, plotSize(frame, theme()));
    return requestAt(view, room(frame.scale, frame.vector ? frame.mapScale : frame.scale, frame.vector, true));
}

void DrawingPlot::draw(QPaintDevice& device, const FigureFrame& frame)
{
    QCPPainter painter(&device);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::LosslessImageRendering); // without it QPdfWriter stores a heatmap as JPEG
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
    painter.scale(frame.scale, frame.scale * frame.stretch);
    painter.fillRect(QRect(QPoint(), frame.size), theme().background);
    const int above = titleHeight(frame, theme());
    if (above > 0)
        drawTitle(painter, frame, theme());
    if (!frame.caption.isEmpty())
        drawCaption(painter, frame, summary(), theme());
    painter.translate(0, std::round(above * frame.scale) / frame.scale); // a whole number of device pixels
    const ClippedGraphs clipped(*m_canvas);
    const QSize size = plotSize(frame, theme());
    m_canvas->toPainter(&painter, size.width(), size.height());
}

} // namespace phasor
