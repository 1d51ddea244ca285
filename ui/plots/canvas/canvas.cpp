// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/canvas_p.h"

#include "plots/drawings.h"
#include "words/coretexts.h"

#include <QHelpEvent>
#include <QToolTip>

namespace phasor {

std::array<QPen, 2> Overlay::crossPens() const
{
    QColor edge = theme().background;
    edge.setAlpha(150);
    return {QPen(edge, 2 + theme().axisWidth), QPen(theme().crossHair, theme().axisWidth)};
}

// A paint buffer that starts with the opaque background and is copied to the widget. QCustomPlot's own starts
// transparent and is blended over the background.
class Canvas::Buffer : public QCPPaintBufferPixmap
{
public:
    using QCPPaintBufferPixmap::QCPPaintBufferPixmap;
    void setBackground(const QColor& background) { m_background = background; }
    void clear(const QColor& /*nothing*/) override { mBuffer.fill(m_background); }

private:
    QColor m_background = Qt::white;
};

static void styleAxis(QCPAxis& axis, const Theme& theme)
{
    const QPen hairline(theme.muted, theme.axisWidth);
    axis.setBasePen(hairline);
    axis.setTickPen(hairline);
    axis.setSubTickPen(QPen(theme.grid, theme.axisWidth));
    axis.setTickLabelColor(theme.foreground);
    axis.setTickLabelFont(theme.smallFont);
    axis.setLabelColor(theme.muted);
    axis.setLabelFont(theme.smallFont);
    axis.setTickLength(0, 4);
    axis.setSubTickLength(0, 2);
    axis.setTickLabelPadding(3);
    axis.setLabelPadding(3);
    axis.grid()->setPen(QPen(theme.grid, theme.axisWidth));
    axis.grid()->setZeroLinePen(QPen(theme.grid, theme.axisWidth));
}

// What the words of labels mean; empty: they explain themselves.
static QStringList meaningsOf(const QString& labels)
{
    const std::pair<QStringList, QString> meanings[] = {
        {{PlotWords::tr("long-wave")}, PlotWords::tr("Long-wave: no full wave fits into the positions of the table.")},
        {{PlotWords::tr("near-constant")},
         PlotWords::tr("Near-constant: from the first position to the last it turns by less than 0.1 rad (6°).")},
        {{QStringLiteral("λ")}, PlotWords::tr("λ, the wavelength, is the number of positions that a full turn takes.")},
        {{QStringLiteral("‖")}, PlotWords::tr("‖·‖, the norm, is the length of a vector.")},
        {{PlotWords::tr("mean square, log")}, PlotWords::tr("Mean of the squared values of a column, its energy.")},
        {{PlotWords::tr("kernel")},
         PlotWords::tr("Kernel: how alike two positions are by their distance, from 1 at distance 0.")},
        {{words::Words::tr("cosine to input")},
         PlotWords::tr("Cosine to input: 1 if dropout keeps the direction of a row, 0 if it leaves a right angle.")},
        {{words::Words::tr("PE energy kept")},
         PlotWords::tr("PE energy kept: the share of PE that dropout keeps, by the squares of its values.")},
        {{PlotWords::tr("By position"), PlotWords::tr("Accuracy by position")},
         PlotWords::tr("How often the model is right at each position of the text.")},
        {{PlotWords::tr("By length"), PlotWords::tr("× trained length")},
         PlotWords::tr("How often the model is right with texts 1, 2 and 4 times as long as in training.")}};
    QStringList found;
    for (const auto& [names, meaning] : meanings) {
        if (std::ranges::any_of(names, [&](const QString& name) { return labels.contains(name); }))
            found << meaning;
    }
    return found;
}

Canvas::Canvas(QWidget* parent)
    : QCustomPlot(parent)
    , m_buffer(new Buffer(QSize(1, 1), bufferDevicePixelRatio()))
{
    mPaintBuffers.append(m_buffer); // QCustomPlot makes a buffer only if it has none
    setObjectName(QStringLiteral("canvas"));
    setMinimumSize(1, 1);
    setInteractions(QCP::Interactions());
    setNoAntialiasingOnDrag(true);
    setPlottingHint(QCP::phFastPolylines); // draws solid lines by segments: a tenth of the time of one stroked outline
    setPlottingHint(QCP::phImmediateRefresh, false);
    setFocusPolicy(Qt::StrongFocus);
    plotLayout()->clear();
    plotLayout()->setRowSpacing(0);
    plotLayout()->setColumnSpacing(0);
    addLayer(QStringLiteral("data"), layer(QStringLiteral("grid")), limAbove);
    layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);
    connect(this, &QCustomPlot::afterReplot, this, [this] { m_drawn = true; });
}

int TextWidths::of(const QFont& font, const QString& text) const
{
    constexpr qsizetype kMost = 1000;
    if (m_widths.size() > kMost)
        m_widths.clear();
    const std::pair key(font, text);
    if (const auto known = m_widths.constFind(key); known != m_widths.constEnd())
        return *known;
    const QFontMetrics metrics(font);
    return *m_widths.insert(key,
                            text.contains(u'\n') ? metrics.size(0, text).width() : metrics.horizontalAdvance(text));
}

// Hides axis titles where they would cover their neighbors: a title longer than its rect, and that of a right axis that
// meets the left one's.
void Canvas::fitLabels()
{
    constexpr int kBeyond = 24; // pixels by which a title may exceed its rect, both ends together
    const QFont& font = m_theme.smallFont;
    for (QCPAxisRect* rect : axisRects()) {
        const QString left = rect->axis(QCPAxis::atLeft) != nullptr ? rect->axis(QCPAxis::atLeft)->label() : QString();
        for (QCPAxis* axis : rect->axes()) {
            const bool shares = axis->axisType() == QCPAxis::atRight && !left.isEmpty();
            const int beyond = std::min({kBeyond, 2 * rect->left(), 2 * (viewport().right() - rect->right())});
            const int taken = shares ? m_widths.of(font, left) + QFontMetrics(font).height() : -beyond;
            const bool fits = axis->label().isEmpty() || m_widths.of(font, axis->label()) + taken <= rect->width();
            axis->setLabelColor(fits ? m_theme.muted : QColor(Qt::transparent));
        }
    }
}

void Canvas::setTheme(const Theme& theme)
{
    m_theme = theme;
    setBackground(QBrush(theme.background));
    m_buffer->setBackground(theme.background);
    for (QCPAxisRect* rect : axisRects()) {
        rect->setBackground(QBrush(Qt::NoBrush));
        for (QCPAxis* axis : rect->axes())
            styleAxis(*axis, theme);
    }
}

void Canvas::layoutFor(QSize wanted)
{
    setViewport(QRect(QPoint(), wanted.expandedTo(QSize(1, 1))));
    updateLayout();
}

// A second layout if the axes' lengths changed: QCustomPlot chooses the ticks before it places the axes, for their old
// lengths.
void Canvas::updateLayout()
{
    const auto sizes = [this] {
        std::vector<QSize> all;
        for (const QCPAxisRect* rect : axisRects())
            all.push_back(rect->size());
        return all;
    };
    const std::vector<QSize> before = sizes();
    QCustomPlot::updateLayout();
    if (sizes() != before)
        QCustomPlot::updateLayout();
}

QStringList Canvas::meanings(const std::optional<QPoint>& at) const
{
    QString labels;
    for (const QCPLayoutElement* element : findChildren<QCPLayoutElement*>()) {
        if (!element->realVisibility() || element->layout() == nullptr || (at && !element->outerRect().contains(*at)))
            continue;
        const auto* plot = qobject_cast<const QCPAxisRect*>(element);
        if (const auto* text = qobject_cast<const QCPTextElement*>(element))
            labels += text->text();
        else if (plot == nullptr || !at || at->y() > plot->bottom())
            labels += element->property("marks").toString();
        for (const QCPAxis* axis : plot != nullptr ? plot->axes() : QList<QCPAxis*>())
            labels += !at || axis->getPartAt(*at) == QCPAxis::spAxisLabel ? axis->label() : QString();
    }
    return meaningsOf(labels);
}

bool Canvas::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QCustomPlot::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QString tip;
    for (const QString& meaning : meanings(help->pos()))
        tip += QStringLiteral("<p>%1</p>").arg(meaning.toHtmlEscaped());
    QToolTip::showText(help->globalPos(), tip, this);
    return true;
}

void Canvas::replotSoon()
{
    if (isVisible())
        replot(rpQueuedReplot);
}

void Canvas::hideEvent(QHideEvent* event)
{
    QCustomPlot::hideEvent(event);
    m_buffer->setSize(QSize(1, 1));
    m_drawn = false;
}

void Canvas::showEvent(QShowEvent* event)
{
    QCustomPlot::showEvent(event);
    replotSoon();
    followScreen();
}

void Canvas::resizeEvent(QResizeEvent* event)
{
    QCustomPlot::resizeEvent(event);
    emit placed();
}

// Painting notices a new device pixel ratio, of another screen or of a scale factor set at run time.
void Canvas::paintEvent(QPaintEvent* /*event*/)
{
    followScreen();
    QCPPainter painter(this);
    if (m_drawn)
        m_buffer->draw(&painter);
    else
        painter.fillRect(rect(), mBackgroundBrush);
    for (const std::unique_ptr<Overlay>& overlay : m_overlays)
        overlay->paint(painter);
}

void Canvas::followScreen()
{
    if (qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF()))
        return;
    setBufferDevicePixelRatio(devicePixelRatioF());
    replotSoon();
    emit placed();
}

double coordinateAt(const QCPAxis& axis, const QPoint& pixel)
{
    return axis.orientation() == Qt::Horizontal ? axis.pixelToCoord(pixel.x() + 0.5)
                                                : axis.pixelToCoord(pixel.y() - 0.5);
}

} // namespace phasor
