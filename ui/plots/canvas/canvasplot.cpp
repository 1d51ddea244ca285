// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/canvasplot_p.h"

#include "plots/canvas/clip_p.h"
#include "words/summaries/summaries.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr int kCaptionIndent = 6; // of a figure, units

} // namespace

CanvasPlot::CanvasPlot(std::string_view id, Store& store, QWidget* parent)
    : Plot(parent)
    , m_store(store)
    , m_header(new HeaderLine(this))
    , m_headerRow(new QHBoxLayout)
    , m_canvas(new Canvas(this))
    , m_gestures(new Gestures(*m_canvas, store))
    , m_veil(&m_canvas->addOverlay<ReasonVeil>())
    , m_busy(&m_canvas->addOverlay<BusyMark>())
    , m_selected(&m_canvas->addOverlay<SelectionMark>())
    , m_dead(*m_canvas)
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
    connect(m_canvas, &Canvas::placed, this, &CanvasPlot::resized);
    connect(m_gestures, &Gestures::pointed, this, [this](const QPoint& pixel) {
        if (const auto cursor = cursorAt(pixel))
            m_store.editView([&](ViewState& view) { view.cursor = *cursor; });
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

void CanvasPlot::setCurrent(bool current)
{
    m_header->setCurrent(current);
}

void CanvasPlot::addToHeader(QWidget* widget)
{
    m_headerRow->addWidget(widget, 0);
}

// An analysis of the selection alone says so.
void CanvasPlot::setTexts(Texts texts)
{
    if (!m_restriction.everything()) {
        texts.summary = words::restrictedTo(m_restriction, texts.summary);
        texts.line = words::restrictedTo(m_restriction, texts.line);
    }
    if (texts == m_texts)
        return;
    m_texts = texts;
    m_header->setTitle(texts.title);
    showSummary();
    for (QWidget* widget : {static_cast<QWidget*>(this), static_cast<QWidget*>(m_canvas)}) {
        widget->setAccessibleName(texts.title);
        widget->setAccessibleDescription(texts.summary);
    }
    emit described();
}

ViewRequest CanvasPlot::request(const Scene& scene, const ViewState& view)
{
    makeRoom(scene, m_canvas->size());
    return requestAt(view, {devicePixelRatioF(), false});
}

void CanvasPlot::show(const ViewDataPtr& newData)
{
    m_restriction = newData ? newData->restriction : Restriction{};
    showData(newData);
    m_veil->setCovering(newData == nullptr);
    m_dead.show(m_gestures->placesOf(AxisKind::Dimension), newData ? newData->dead.get() : nullptr);
    applyView(m_view);
    m_canvas->replotSoon();
}

void CanvasPlot::setReason(const QString& reason)
{
    m_veil->show(reason);
    showSummary();
    describe();
}

// A sentence of what was there before would be taken for that of the present set-up.
void CanvasPlot::showSummary()
{
    if (m_veil->reason().isEmpty())
        m_header->setSummary(m_texts.line, m_texts.detail);
    else
        m_header->setSummary({}, {});
}

void CanvasPlot::setBusy(bool busy)
{
    m_busy->show(busy ? tr("computing …") : QString());
    describe();
}

void CanvasPlot::describe()
{
    const QString& instead = m_veil->reason().isEmpty() ? m_busy->word() : m_veil->reason();
    m_canvas->setAccessibleDescription(instead.isEmpty() ? m_texts.summary : instead);
}

void CanvasPlot::showView(const ViewState& view)
{
    ViewState moved = m_view;
    moved.cursor = view.cursor;
    moved.selection = view.selection;
    const bool onlyOverlays = moved == view;
    applyView(view);
    if (!onlyOverlays)
        m_canvas->replotSoon();
}

void CanvasPlot::applyView(const ViewState& view)
{
    m_view = view;
    m_gestures->showZoom(view.zoom);
    viewChanged();
    showCursor(view.cursor);
    m_selected->show(selectedParts(view.selection));
}

std::vector<SelectionMark::Part> CanvasPlot::selectedParts(const Zoom& selection) const
{
    return m_gestures->selectedParts(selection);
}

void CanvasPlot::setTheme(const Theme& theme)
{
    m_theme = theme;
    QPalette palette = this->palette();
    palette.setColor(QPalette::Window, theme.background);
    setPalette(palette);
    m_header->setTheme(theme);
    m_gestures->setTheme(theme);
    m_veil->setTheme(theme);
    m_busy->setTheme(theme);
    m_selected->setTheme(theme);
    m_dead.setTheme(theme);
    m_canvas->setTheme(theme);
    applyTheme();
    m_canvas->replotSoon();
}

void CanvasPlot::makeRoom(const Scene& scene, QSize size)
{
    const auto layOut = [&] {
        const int characters = rowCharacters(scene);
        for (QCPAxisRect* rect : m_canvas->axisRects())
            rect->setMinimumMargins(labelRoom(*rect, characters, m_theme));
        m_canvas->layoutFor(size);
    };
    prepare(scene);
    layOut();
    if (fold())
        layOut();
}

std::optional<Cursor> CanvasPlot::cursorAt(const QPoint& pixel) const
{
    return m_gestures->cursorAt(pixel, m_view.cursor);
}

// The first step goes to the first cell. Where only one axis shows a table, all steps are along it.
void CanvasPlot::stepCursor(Qt::Orientation orientation, int cells)
{
    const auto across = m_gestures->along(Qt::Horizontal);
    const auto down = m_gestures->along(Qt::Vertical);
    const auto kind = orientation == Qt::Horizontal ? (across ? across : down) : (down ? down : across);
    if (!kind)
        return;
    m_store.editView([&](ViewState& view) {
        for (const auto shown : {across, down}) {
            if (shown && !view.cursor[*shown])
                view.cursor[*shown] = m_gestures->tableOf(*shown)->first - (shown == kind ? cells : 0);
        }
        const Axis& table = *m_gestures->tableOf(*kind);
        const std::int64_t count = table.period > 0 ? std::min(table.period, table.count) : table.count;
        std::int64_t& at = *view.cursor[*kind];
        at = std::clamp(at + cells, table.first, table.first + count - 1);
    });
}

void CanvasPlot::keyPressEvent(QKeyEvent* event)
{
    const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Escape:
        return m_store.editView([](ViewState& view) {
            view.cursor = {};
            view.selection = {};
        });
    case Qt::Key_Left:
        return stepCursor(Qt::Horizontal, -step);
    case Qt::Key_Right:
        return stepCursor(Qt::Horizontal, step);
    case Qt::Key_Up:
        return stepCursor(Qt::Vertical, -step);
    case Qt::Key_Down:
        return stepCursor(Qt::Vertical, step);
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

// The room is needed before there are data: three lines for the sentence, which is not known then.
int CanvasPlot::captionHeight(const FigureFrame& frame) const
{
    if (frame.caption.isEmpty())
        return 0;
    constexpr int kSentenceLines = 3;
    const QFontMetrics metrics(m_theme.smallFont);
    const QRect room(0, 0, frame.size.width() - 2 * kCaptionIndent, frame.size.height());
    const int lines = metrics.boundingRect(room, Qt::TextWordWrap, frame.caption).height();
    return std::min(lines + kSentenceLines * metrics.lineSpacing() + kCaptionIndent, frame.size.height() / 2);
}

// Whole: in smaller type where it does not fit.
void CanvasPlot::drawCaption(QCPPainter& painter, const FigureFrame& frame) const
{
    const int height = captionHeight(frame);
    if (height == 0)
        return;
    const QString text = summary().isEmpty() ? frame.caption : summary() + u'\n' + frame.caption;
    const QRect room(kCaptionIndent, frame.size.height() - height, frame.size.width() - 2 * kCaptionIndent,
                     height - kCaptionIndent / 2);
    QFont font = m_theme.smallFont;
    constexpr double kLeastPoints = 3;
    while (font.pointSizeF() > kLeastPoints
           && QFontMetrics(font).boundingRect(room, Qt::TextWordWrap, text).height() > room.height())
        font.setPointSizeF(font.pointSizeF() - 0.25);
    painter.setFont(font);
    painter.setPen(QPen(m_theme.foreground));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text);
}

QSize CanvasPlot::plotSize(const FigureFrame& frame) const
{
    const int around = titleHeight(frame) + captionHeight(frame);
    return QSize(frame.size.width(), frame.size.height() - around).expandedTo(QSize(1, 1));
}

ViewRequest CanvasPlot::exportRequest(const Scene& scene, const ViewState& view, const FigureFrame& frame)
{
    makeRoom(scene, plotSize(frame));
    return requestAt(view, {frame.scale, frame.vector, true});
}

void CanvasPlot::draw(QPaintDevice& device, const FigureFrame& frame)
{
    QCPPainter painter(&device);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::LosslessImageRendering); // else QPdfWriter makes a JPEG of a heatmap
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
    painter.scale(frame.scale, frame.scale * frame.stretch);
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
    drawCaption(painter, frame);
    painter.translate(0, std::round(above * frame.scale) / frame.scale); // whole device pixels
    const ClippedGraphs clipped(*m_canvas);
    m_canvas->drawInto(painter, plotSize(frame));
}

} // namespace phasor
