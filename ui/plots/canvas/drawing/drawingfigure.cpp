// SPDX-License-Identifier: GPL-3.0-or-later
// DrawingPlot's requests, for the screen and for figures, and how it draws a figure: title, plot, caption.
#include "plots/canvas/drawing/drawingplot_p.h"

#include <cmath>

namespace phasor {

constexpr int kLeastSquare = 10; // pixels
constexpr int kFigureIndent = 6; // of title and caption, in the figure's units

// The same height for any finding: of a title with its question, or of a title of two lines.
static int titleHeight(const FigureFrame& frame, const Theme& theme)
{
    if (!frame.titled)
        return 0;
    return std::min(2 * QFontMetrics(theme.titleFont()).height() + 4, frame.size.height() / 2);
}

static int captionHeight(const FigureFrame& frame, const Theme& theme)
{
    if (frame.caption.isEmpty())
        return 0;
    // A finding is known only after the layout: without a title it is in the caption, in at most three lines.
    constexpr int kFindingLines = 3;
    const QFontMetrics metrics(theme.smallFont);
    const QRect room(0, 0, frame.size.width() - 2 * kFigureIndent, frame.size.height());
    const int lines = metrics.boundingRect(room, Qt::TextWordWrap, frame.caption).height();
    const int finding = frame.titled ? 0 : kFindingLines * metrics.lineSpacing();
    return std::min(lines + finding + kFigureIndent, frame.size.height() / 2);
}

static QSize plotSize(const FigureFrame& frame, const Theme& theme)
{
    const int around = titleHeight(frame, theme) + captionHeight(frame, theme);
    return QSize(frame.size.width(), frame.size.height() - around).expandedTo(QSize(1, 1));
}

// Size in device pixels of a rectangle of the canvas, with `scale` device pixels per logical one. Edges are rounded; at
// least 1 x 1.
static QSize deviceSize(const QRect& rect, double scale)
{
    const auto edge = [scale](int at) {
        return static_cast<int>(std::lround(at * scale));
    };
    return QSize(edge(rect.x() + rect.width()) - edge(rect.x()), edge(rect.y() + rect.height()) - edge(rect.y()))
        .expandedTo(QSize(1, 1));
}

static void drawTitle(QCPPainter& painter, const FigureFrame& frame, const QString& question, const Theme& theme)
{
    constexpr double kLeastType = 0.6; // only in a figure of less than 85 mm
    const int width = frame.size.width() - 2 * kFigureIndent;
    const int height = (titleHeight(frame, theme) - 4) / 2;
    const auto draw = [&](const QFont& font, const QColor& color, int line, const QString& text) {
        painter.setFont(font);
        painter.setPen(QPen(color));
        painter.drawText(QRect(kFigureIndent, 2 + line * height, width, height),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    };
    const TitleLines title = titleLines(frame.title, theme.titleFont(), {width, width}, kLeastType);
    for (int i = 0; i < title.lines.size(); ++i)
        draw(title.font, theme.foreground, i, title.lines[i]);
    if (title.lines.size() == 1 && QFontMetrics(theme.smallFont).horizontalAdvance(question) <= width)
        draw(theme.smallFont, theme.muted, 1, question);
}

// Draws the complete caption, in smaller type if it does not fit.
static void drawCaption(QCPPainter& painter, const FigureFrame& frame, const QString& sentence, const Theme& theme)
{
    const int height = captionHeight(frame, theme);
    const QString text = sentence.isEmpty() || frame.titled ? frame.caption : sentence + u'\n' + frame.caption;
    const QRect room(kFigureIndent, frame.size.height() - height, frame.size.width() - 2 * kFigureIndent,
                     height - kFigureIndent / 2);
    QFont font = theme.smallFont;
    constexpr double kLeastPoints = 3;
    while (font.pointSizeF() > kLeastPoints
           && QFontMetrics(font).boundingRect(room, Qt::TextWordWrap, text).height() > room.height())
        font.setPointSizeF(font.pointSizeF() - 0.25);
    painter.setFont(font);
    painter.setPen(QPen(theme.foreground));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text);
}

// Adds a line below the first panel for the names of DeadMarks if it is narrow. True: it is.
bool DrawingPlot::makeRoomForMarks()
{
    QCPAxisRect& rect = m_panels.front()->rect();
    const int width = m_drawing.panels.front().square ? std::min(rect.width(), rect.height()) : rect.width();
    const int below = isShown(0) ? DeadMarks::roomBelow(width, deadNames(), theme().smallFont) : 0;
    rect.setMinimumMargins(rect.minimumMargins() + QMargins(0, 0, 0, below));
    return below > 0;
}

// Gives square panels wider margins and a largest height, all of them the same side. True: there are some.
bool DrawingPlot::makeSquare()
{
    std::vector<QCPAxisRect*> squares;
    int side = QWIDGETSIZE_MAX;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (!isShown(i) || !m_drawing.panels[i].square)
            continue;
        squares.push_back(&m_panels[i]->rect());
        side = std::min({side, squares.back()->width(), squares.back()->height()});
    }
    for (QCPAxisRect* rect : squares) {
        if (side < kLeastSquare)
            break; // no room
        const int less = rect->width() - side;
        rect->setMinimumMargins(rect->margins() + QMargins(less / 2, 0, less - less / 2, 0));
        rect->setMaximumSize(QWIDGETSIZE_MAX, side); // what is below it comes closer
    }
    return !squares.empty();
}

std::vector<bool> DrawingPlot::namedAtEnds() const
{
    std::vector<bool> named;
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        named.push_back(isShown(i) && m_panels[i]->namesAtEnds(m_drawing.panels[i]));
    return named;
}

// What a layout begins with, and the sizes it has led to.
DrawingPlot::Layout DrawingPlot::layoutNow(const Scene& scene, QSize size) const
{
    Layout layout{.canvas = size, .labels = {}, .inner = {}};
    const int characters = rowCharacters(scene);
    for (const QCPAxisRect* rect : m_canvas->axisRects()) {
        layout.labels.push_back(labelRoom(*rect, characters, *m_canvas));
        layout.inner.push_back(rect->rect());
    }
    return layout;
}

void DrawingPlot::makeRoom(const Scene& scene, QSize size)
{
    const auto layOut = [&] {
        const Layout layout = layoutNow(scene, size);
        const QList<QCPAxisRect*> rects = m_canvas->axisRects();
        for (qsizetype i = 0; i < rects.size(); ++i)
            rects[i]->setMinimumMargins(layout.labels[static_cast<std::size_t>(i)]);
        for (std::size_t i = 0; i < m_panels.size(); ++i) {
            m_panels[i]->resetMargins();
            if (isShown(i) && m_drawing.panels[i].square)
                m_panels[i]->rect().setMaximumSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
        }
        m_canvas->layoutFor(size);
        if (makeRoomForMarks())
            m_canvas->layoutFor(size);
        if (makeSquare())
            m_canvas->layoutFor(size);
    };
    showScene(scene);
    sceneShown();
    bool others = m_laidOut != layoutNow(scene, size);
    if (others) {
        layOut();
        others = showScene(scene); // for the new size
    }
    if (fold() || others)
        layOut();
    m_laidOut = layoutNow(scene, size);
    if (m_namedAtEnds != namedAtEnds()) // the request may be the same, so that show() isn't called
        showPanels();
}

DrawingContext DrawingPlot::context() const
{
    const QFontMetrics metrics(theme().smallFont);
    const QSize size = m_canvas->viewport().size();
    return {m_scene, m_view, size.height() / metrics.height(), size.width() / metrics.averageCharWidth()};
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
                     .dark = theme().isDark(),
                     .background = theme().background.rgb()};
    for (std::size_t i = 0; i < m_form.size(); ++i) {
        const bool map = m_form[i].kind == PanelForm::Kind::Map;
        room.panels.push_back(m_plan.cells[i].shown ? deviceSize(m_panels[i]->rect().rect(), map ? ofMaps : scale)
                                                    : QSize(0, 0));
        room.maps += map ? 1U : 0U;
    }
    return room;
}

ViewRequest DrawingPlot::requestAt(const ViewState& view, const DrawingRoom& room) const
{
    return m_spec.request(view, room, m_data.get());
}

void DrawingPlot::setPanels(const std::vector<std::string>& ids)
{
    m_wanted = ids;
    showScene(m_scene);
}

bool DrawingPlot::isWanted(const Panel& panel) const
{
    return m_wanted.empty() || std::ranges::find(m_wanted, panel.id) != m_wanted.end();
}

std::vector<PanelForm> DrawingPlot::formNow() const
{
    const Drawing empty = drawn(nullptr);
    std::vector<PanelForm> form = formOf(empty);
    for (std::size_t i = 0; i < form.size(); ++i) {
        form[i].wanted = isWanted(empty.panels[i]);
        form[i].folds = form[i].folds && m_wanted.empty();
    }
    fillColumns(form);
    stackAreas(form, m_canvas->viewport().size());
    return form;
}

// Gives labels to the axes of wanted panels that have theirs at a panel in the same column or row which isn't wanted.
void DrawingPlot::labelAlone(Drawing& drawing, DrawnAxis Panel::*axis, int Panel::Place::*line) const
{
    for (Panel& panel : drawing.panels) {
        const Panel* labels = nullptr;
        for (const Panel& other : drawing.panels) {
            const bool near = other.place.area == panel.place.area && other.place.*line == panel.place.*line;
            if (near && (other.*axis).tickLabels && (labels == nullptr || isWanted(other)))
                labels = &other;
        }
        if (isWanted(panel) && !(panel.*axis).tickLabels && labels != nullptr && !isWanted(*labels))
            panel.*axis = labels->*axis;
    }
}

ViewRequest DrawingPlot::exportRequest(const Scene& scene, const ViewState& view, const FigureFrame& frame)
{
    m_wanted = frame.panels;
    makeRoom(scene, plotSize(frame, theme()));
    return requestAt(view, room(frame.scale, frame.vector ? frame.mapScale : frame.scale, frame.vector, true));
}

QStringList DrawingPlot::leftOut() const
{
    QStringList ids;
    for (std::size_t i = 0; i < m_form.size(); ++i) {
        const Panel& panel = m_drawing.panels[i];
        if (m_form[i].wanted && !m_plan.cells[i].shown)
            ids << (panel.strip ? words::differenceName() : QString::fromLatin1(panel.id));
        else if (isShown(i) && panel.right && !m_panels[i]->rect().axis(QCPAxis::atRight)->visible())
            ids << PlotWords::tr("the numbers at the right");
    }
    if (!m_key->entries().empty() && m_key->shown().empty())
        ids << PlotWords::tr("the legend");
    ids.removeDuplicates();
    return ids;
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
        drawTitle(painter, frame, frame.question.isEmpty() ? QString() : m_texts.small(), theme());
    if (!frame.caption.isEmpty())
        drawCaption(painter, frame, summary(), theme());
    painter.translate(0, std::round(above * frame.scale) / frame.scale); // a whole number of device pixels
    const QSize size = plotSize(frame, theme());
    m_canvas->layoutFor(size);
    const ClippedGraphs clipped(*m_canvas);
    const QSignalBlocker settled(m_canvas); // the next layout would show the marks of the graphs that are cut
    m_canvas->toPainter(&painter, size.width(), size.height());
}

} // namespace phasor
