// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/canvasplot_p.h"

#include "plots/canvas/clip_p.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

QVector<QRect> rectsOf(const Canvas& canvas)
{
    QVector<QRect> rects;
    for (const QCPAxisRect* rect : canvas.axisRects())
        rects.append(rect->rect());
    return rects;
}

} // namespace

CanvasPlot::CanvasPlot(std::string_view id, Store& store, QWidget* parent)
    : Plot(parent)
    , m_store(store)
    , m_header(new HeaderLine(this))
    , m_headerRow(new QHBoxLayout)
    , m_canvas(new Canvas(this))
    , m_gestures(new Gestures(*m_canvas, store))
    , m_theme(Theme::light())
    , m_view(store.view())
{
    setObjectName(QStringLiteral("plot-") + QLatin1String(id.data(), static_cast<qsizetype>(id.size())));
    setAutoFillBackground(true);
    setFocusProxy(m_canvas);
    m_headerRow->setContentsMargins(0, 0, 0, 0);
    m_headerRow->addWidget(m_header, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(m_headerRow);
    column->addWidget(m_canvas, 1);
    m_canvas->setStatusTip(Gestures::help());
    connect(m_canvas, &Canvas::placed, this, [this] {
        m_margins.release();
        emit resized();
    });
    connect(m_canvas, &QCustomPlot::afterReplot, this, &CanvasPlot::checkPlaces);
    connect(m_gestures, &Gestures::pointed, this, [this](const QPoint& pixel) {
        if (const auto cell = cellAt(pixel))
            m_store.editView([&](ViewState& view) { view.cursor = cell; });
    });
    connect(m_gestures, &Gestures::clicked, this, [this](const QPoint& pixel) { clicked(pixel); });
}

QCPAxisRect* CanvasPlot::makeRect(int row, int column)
{
    auto* rect = new QCPAxisRect(m_canvas);
    m_canvas->plotLayout()->addElement(row, column, rect);
    rect->setupFullAxesBox(false);
    for (QCPAxis* axis : {rect->axis(QCPAxis::atTop), rect->axis(QCPAxis::atRight)})
        axis->setVisible(false);
    // In this order: QCPAxisRect::axes() is that of a hash with another seed in every process, and drawing order is in
    // the bytes of a figure.
    for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft, QCPAxis::atTop, QCPAxis::atRight}) {
        rect->axis(side)->setLayer(QStringLiteral("axes"));
        rect->axis(side)->grid()->setLayer(QStringLiteral("grid"));
    }
    rect->axis(QCPAxis::atBottom)->grid()->setVisible(false);
    return rect;
}

void CanvasPlot::addToHeader(QWidget* widget)
{
    m_headerRow->addWidget(widget, 0);
}

void CanvasPlot::setTexts(const QString& title, const QString& summary, const QString& detail)
{
    if (title == m_title && summary == m_summary && detail == m_detail)
        return;
    m_title = title;
    m_summary = summary;
    m_detail = detail;
    m_header->setTitle(title);
    // The pipeline's sentence may begin with the title, which stands beside it.
    m_header->setSummary(summary.startsWith(title + QStringLiteral(": ")) ? summary.mid(title.size() + 2) : summary,
                         detail);
    setAccessibleName(title);
    setAccessibleDescription(summary);
    m_canvas->setAccessibleName(title);
    m_canvas->setAccessibleDescription(summary);
    emit described();
}

ViewJob CanvasPlot::job(const Parameters& parameters, const ViewState& view) const
{
    if (parameters != m_parameters && m_margins.release())
        m_canvas->layoutFor(m_canvas->size());
    else
        m_canvas->layoutNow();
    m_parameters = parameters;
    m_askedFor = rectsOf(*m_canvas);
    return jobAt(parameters, view, {devicePixelRatioF(), false});
}

void CanvasPlot::show(const ViewDataPtr& newData)
{
    showData(newData);
    applyView(m_view);
    m_canvas->replotSoon();
}

void CanvasPlot::showView(const ViewState& view)
{
    ViewState moved = m_view;
    moved.cursor = view.cursor;
    const bool onlyCursor = moved == view;
    applyView(view);
    if (!onlyCursor)
        m_canvas->replotSoon();
}

void CanvasPlot::applyView(const ViewState& view)
{
    m_view = view;
    m_gestures->showRanges(view);
    viewChanged();
    showCursor(view.cursor);
}

void CanvasPlot::setTheme(const Theme& theme)
{
    m_theme = theme;
    QPalette palette = this->palette();
    palette.setColor(QPalette::Window, theme.background);
    setPalette(palette);
    m_header->setTheme(theme);
    m_gestures->setTheme(theme);
    m_canvas->setTheme(theme);
    setMargins();
    applyTheme();
    m_canvas->replotSoon();
}

// Half a tick label stands out beyond either end of an axis; QCustomPlot leaves out what the widget's edge would cut.
void CanvasPlot::setMargins()
{
    m_margins.release();
    const QFontMetrics metrics(m_theme.smallFont);
    const auto all = QMargins(8, metrics.height() / 2 + 2, metrics.averageCharWidth() * 5 / 2, metrics.height() / 2);
    for (QCPAxisRect* rect : m_canvas->axisRects())
        rect->setMinimumMargins(all);
}

// Labels may take more room than before; then the pixels are asked for again.
void CanvasPlot::checkPlaces()
{
    if (m_askedFor.isEmpty())
        return;
    const QVector<QRect> rects = rectsOf(*m_canvas);
    if (rects == m_askedFor)
        return;
    m_askedFor = rects;
    m_margins.keep(*m_canvas);
    emit resized();
}

std::optional<ViewState::Cell> CanvasPlot::cellAt(const QPoint& pixel) const
{
    const auto row = m_gestures->indexAt(Gestures::Along::Rows, pixel);
    const auto column = m_gestures->indexAt(Gestures::Along::Columns, pixel);
    if (!row && !column)
        return std::nullopt;
    const ViewState::Cell before = m_view.cursor.value_or(ViewState::Cell{});
    return ViewState::Cell{row.value_or(before.row), column.value_or(before.dimension)};
}

void CanvasPlot::stepCursor(int rows, int columns)
{
    m_store.editView([&](ViewState& view) {
        ViewState::Cell cell = view.cursor.value_or(ViewState::Cell{-rows, -columns});
        const Shape table = m_gestures->table();
        cell.row = std::clamp<std::int64_t>(cell.row + rows, 0, std::max<std::int64_t>(0, table.rows - 1));
        cell.dimension = std::max<std::int64_t>(0, cell.dimension + columns);
        if (table.cols > 0)
            cell.dimension = std::min(cell.dimension, table.cols - 1);
        view.cursor = cell;
    });
}

void CanvasPlot::keyPressEvent(QKeyEvent* event)
{
    const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    // Where only positions are shown, left and right are along them.
    const bool sideways = m_gestures->table().cols > 0;
    switch (event->key()) {
    case Qt::Key_Escape:
        return m_store.editView([](ViewState& view) { view.cursor.reset(); });
    case Qt::Key_Left:
        return sideways ? stepCursor(0, -step) : stepCursor(-step, 0);
    case Qt::Key_Right:
        return sideways ? stepCursor(0, step) : stepCursor(step, 0);
    case Qt::Key_Up:
        return stepCursor(-step, 0);
    case Qt::Key_Down:
        return stepCursor(step, 0);
    case Qt::Key_Plus:
        return m_gestures->zoomBy(0.5);
    case Qt::Key_Minus:
        return m_gestures->zoomBy(2);
    case Qt::Key_Home:
        return m_gestures->reset();
    default:
        Plot::keyPressEvent(event);
    }
}

int CanvasPlot::titleHeight(const FigureFrame& frame) const
{
    if (frame.title.isEmpty())
        return 0;
    return std::min(QFontMetrics(m_theme.font).height() + 4, frame.size.height() / 2);
}

QSize CanvasPlot::plotSize(const FigureFrame& frame) const
{
    return QSize(frame.size.width(), frame.size.height() - titleHeight(frame)).expandedTo(QSize(1, 1));
}

ViewJob CanvasPlot::exportJob(const Parameters& parameters, const ViewState& view, const FigureFrame& frame) const
{
    m_canvas->layoutFor(plotSize(frame));
    return jobAt(parameters, view, {frame.scale, frame.vector});
}

void CanvasPlot::draw(QPaintDevice& device, const FigureFrame& frame)
{
    QCPPainter painter(&device);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::LosslessImageRendering); // else QPdfWriter makes a JPEG of a heatmap
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
    painter.scale(frame.scale, frame.scale);
    painter.fillRect(QRect(QPoint(), frame.size), m_theme.background);
    const int above = titleHeight(frame);
    if (above > 0) {
        QFont font = m_theme.font;
        font.setBold(true);
        painter.setFont(font);
        painter.setPen(QPen(m_theme.foreground));
        const int indent = 6;
        painter.drawText(QRect(indent, 2, frame.size.width() - 2 * indent, above - 2), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(font).elidedText(frame.title, Qt::ElideRight, frame.size.width() - 2 * indent));
    }
    painter.translate(0, std::round(above * frame.scale) / frame.scale); // whole device pixels
    const ClippedGraphs clipped(*m_canvas);
    m_canvas->drawInto(painter, plotSize(frame));
}

} // namespace phasor
