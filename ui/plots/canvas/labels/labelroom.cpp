// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/labels/labelroom_p.h"

#include "pipeline/parameters/parameterspec.h"
#include "plots/canvas/labels/tickers_p.h"
#include "words/coretexts.h"

#include <QFontMetrics>

#include <algorithm>

namespace phasor {

// The smallest type of a table: 6 pt in a figure, whose unit is a point, and 11 pixels on the screen; of large type, as
// on a projector, 85 %.
static QFont leastType(QFont font)
{
    constexpr int kOfFigure = 6;
    constexpr double kOfScreen = 8.25; // points
    constexpr double kShare = 0.85;
    if (font.pixelSize() > 0)
        font.setPixelSize(std::min(font.pixelSize(), std::max(kOfFigure, qRound(kShare * font.pixelSize()))));
    else
        font.setPointSizeF(std::min(font.pointSizeF(), std::max(kOfScreen, kShare * font.pointSizeF())));
    return font;
}

constexpr int kSlack = 2; // QCustomPlot measures a label's bounding rectangle

// Width of ticks and title: the part of a margin that tick labels cannot have.
static int roomOfTheRest(const QCPAxis& axis)
{
    const bool title = !axis.label().isEmpty() && axis.orientation() == Qt::Horizontal;
    const QFontMetrics metrics(axis.labelFont());
    const int lines = static_cast<int>(axis.label().count(u'\n'));
    return (title ? axis.labelPadding() + metrics.height() + lines * metrics.lineSpacing() : 0) + axis.tickLengthOut()
        + axis.tickLabelPadding() + axis.padding() + kSlack;
}

static int roomOf(const QCPAxis& axis, int rowCharacters, const Canvas& canvas)
{
    const QFont& font = canvas.theme().smallFont;
    if (!axis.tickLabels())
        return roomOfTheRest(axis) - axis.tickLabelPadding();
    if (axis.orientation() == Qt::Horizontal)
        return roomOfTheRest(axis) + QFontMetrics(font).height();
    if (const QString widest = axis.property("widest").toString(); !widest.isEmpty())
        return roomOfTheRest(axis) + canvas.widths().of(font, widest);
    const bool rows = dynamic_cast<const IndexTicker*>(axis.ticker().data()) != nullptr;
    return roomOfTheRest(axis)
        + (rows ? rowCharacters * canvas.widths().of(font, QStringLiteral("0"))
                : canvas.widths().of(font, QStringLiteral("−2.5·10⁻¹⁰")));
}

namespace {

// A font with its metrics and the widths of texts that the canvas knows.
struct MeasuredFont
{
    MeasuredFont(const QFont& used, const QCustomPlot* plot)
        : font(used)
        , metrics(used)
        , widths(static_cast<const Canvas*>(plot)->widths())
    {
    }
    int widthOf(const QString& text) const { return widths.of(font, text); }

    QFont font;
    QFontMetrics metrics;
    const TextWidths& widths;
};

} // namespace

// Where each of the columns begins that the cells of rows are in, and where the last one ends.
static QList<int> columnsOf(const QList<QStringList>& rows, const MeasuredFont& font)
{
    QList<int> widths;
    for (const QStringList& cells : rows) {
        widths.resize(std::max(widths.size(), cells.size()));
        for (qsizetype i = 0; i < cells.size() && cells.size() > 1; ++i)
            widths[i] = std::max(widths[i], font.widthOf(cells[i]));
    }
    QList<int> begins{0};
    for (const int width : widths)
        begins.push_back(begins.back() + width + 2 * font.metrics.averageCharWidth());
    return begins;
}

// Rows of cells next to a right axis, in columns with right edges.
void LabelPainter::drawTable(QCPPainter* painter, const QVector<QString>& rows) const
{
    const MeasuredFont font(tickLabelFont, mParentPlot);
    const QFontMetrics& metrics = font.metrics;
    QList<QStringList> table{label.split(u'\t')};
    for (const QString& row : rows)
        table << row.split(u'\t');
    const QList<int> columns = columnsOf(table, font);
    const int begin = axisRect.right() + offset + tickLabelPadding;
    const auto drawRow = [&](const QStringList& cells, double top) {
        for (qsizetype i = 0; i < cells.size(); ++i)
            painter->drawText(QRectF(begin, top, columns[i + 1] - 2 * metrics.averageCharWidth(), metrics.height()),
                              Qt::AlignRight | Qt::TextDontClip | Qt::TextSingleLine, cells[i]);
    };
    painter->setFont(tickLabelFont);
    painter->setPen(QPen(tickLabelColor));
    drawRow(table.first(), axisRect.top() - metrics.height() - labelPadding);
    for (qsizetype i = 0; i < rows.size(); ++i)
        drawRow(table[i + 1], tickPositions[i] - metrics.height() / 2.0);
}

void LabelPainter::draw(QCPPainter* painter)
{
    const bool left = type == QCPAxis::atLeft;
    const bool above = left || type == QCPAxis::atRight;
    const QString title = label;
    const QVector<QString> labels = tickLabels;
    const bool table = title.contains(u'\t');
    if (above)
        label.clear();
    if (table)
        tickLabels.clear();
    QCPAxisPainterPrivate::draw(painter);
    label = title;
    tickLabels = labels;
    if (table)
        drawTable(painter, labels);
    if (!above || title.isEmpty() || table)
        return;
    const int height = QFontMetrics(labelFont).height();
    const QRect line(axisRect.left(), axisRect.top() - height - labelPadding, axisRect.width(), height);
    painter->setFont(labelFont);
    painter->setPen(QPen(labelColor));
    painter->drawText(line, (left ? Qt::AlignLeft : Qt::AlignRight) | Qt::TextDontClip | Qt::TextSingleLine, title);
}

int LabelPainter::size()
{
    const QString title = label;
    if (type == QCPAxis::atLeft || type == QCPAxis::atRight)
        label.clear();
    const int needed = QCPAxisPainterPrivate::size();
    label = title;
    return needed;
}

QSize MeasuredText::minimumOuterSizeHint() const
{
    if (m_measured != mText || m_font != mFont)
        m_size = QFontMetrics(m_font = mFont).boundingRect(0, 0, 0, 0, Qt::TextDontClip, m_measured = mText).size();
    return m_size.grownBy(mMargins);
}

namespace {

// Cells of rows at the places of a room where they fit.
struct PlacedCells
{
    qsizetype rows = 0; // of these
    QList<std::pair<QPoint, QString>> cells = {};
};

// Rows as they are, in columns with left edges; none: they are too wide.
PlacedCells placedInRows(const QList<QStringList>& rows, const MeasuredFont& font, const QRect& room)
{
    const int lineSpacing = font.metrics.lineSpacing();
    const QList<int> columns = columnsOf(rows, font);
    const auto tooWide = [&](const QStringList& row) {
        return columns[row.size() - 1] + font.widthOf(row.last()) > room.width();
    };
    PlacedCells placed;
    if (std::ranges::any_of(rows, tooWide))
        return placed;
    placed.rows = std::min<qsizetype>(rows.size(), room.height() / lineSpacing);
    for (qsizetype i = 0; i < placed.rows; ++i) {
        for (qsizetype j = 0; j < rows[i].size(); ++j)
            placed.cells.push_back(
                {room.topLeft() + QPoint(columns[j], static_cast<int>(i) * lineSpacing), rows[i][j]});
    }
    return placed;
}

// A column for each row, wrapped into blocks. A first row that begins with an empty cell names the cells of each block.
PlacedCells placedInColumns(const QList<QStringList>& rows, const MeasuredFont& font, const QRect& room)
{
    const QFontMetrics& metrics = font.metrics;
    PlacedCells placed;
    qsizetype most = 0; // cells of a row
    for (const QStringList& row : rows)
        most = std::max(most, row.size());
    if (most < 2)
        return placed;
    const int gap = 2 * metrics.averageCharWidth();
    const auto widthOf = [&](const QStringList& row) {
        int width = 0;
        for (const QString& cell : row)
            width = std::max(width, font.widthOf(cell));
        return width + gap;
    };
    const bool headed = rows.front().first().isEmpty();
    const int height = static_cast<int>(most) * metrics.lineSpacing();
    const int begin = headed ? widthOf(rows.front()) : 0;
    QPoint at(room.left() + begin, room.top());
    for (qsizetype i = headed ? 1 : 0; i < rows.size(); ++i) {
        const int width = widthOf(rows[i]);
        if (at.x() > room.left() + begin && at.x() + width - gap > room.left() + room.width())
            at = QPoint(room.left() + begin, at.y() + height + metrics.lineSpacing() / 4);
        if (at.y() + height > room.top() + room.height() || begin + width - gap > room.width())
            break;
        for (qsizetype j = 0; j < rows[i].size(); ++j) {
            const QPoint place = at + QPoint(0, static_cast<int>(j) * metrics.lineSpacing());
            placed.cells.push_back({place, rows[i][j]});
            if (headed && at.x() == room.left() + begin && j < rows.front().size())
                placed.cells.push_back({place - QPoint(begin, 0), rows.front()[j]});
        }
        at.rx() += width;
        ++placed.rows;
    }
    placed.rows += headed && placed.rows > 0 ? 1 : 0;
    return placed;
}

} // namespace

void WholeLines::draw(QCPPainter* painter)
{
    if (text().isEmpty())
        return;
    QRect room = rect();
    if (m_alone)
        room.setRight(parentPlot()->viewport().right() - margins().right());
    QList<QStringList> rows;
    for (const QString& line : text().split(u'\n'))
        rows << line.split(u'\t');
    painter->setPen(QPen(mTextColor));
    const auto draw = [&](const QFont& font, const PlacedCells& placed) {
        painter->setFont(font);
        for (const auto& [at, cell] : placed.cells)
            painter->drawText(QRect(at, QSize(1, QFontMetrics(font).lineSpacing())),
                              Qt::AlignLeft | Qt::AlignTop | Qt::TextDontClip, cell);
    };
    const QFont least = leastType(mFont);
    for (const QFont& font : {mFont, least}) {
        for (const auto place : {placedInRows, placedInColumns}) {
            const PlacedCells placed = place(rows, MeasuredFont(font, parentPlot()), room);
            if (placed.rows == rows.size())
                return draw(font, placed);
        }
    }
    const MeasuredFont smallest(least, parentPlot());
    rows.removeIf([&](const QStringList& row) { // lines without cells that are too wide
        return row.size() == 1 && smallest.widthOf(row.first()) > room.width();
    });
    const PlacedCells asTheyAre = placedInRows(rows, smallest, room);
    const PlacedCells turned = placedInColumns(rows, smallest, room);
    draw(least, asTheyAre.rows >= turned.rows ? asTheyAre : turned);
}

// Whether a line may end here: not before a unit, nor before a number or a letter alone at the end, nor at a sign.
static bool mayBegin(QStringView line, QStringView before)
{
    return !line.startsWith(u'%') && !line.startsWith(u'×') && !line.startsWith(QStringLiteral("− "))
        && !before.endsWith(u'−') && !before.endsWith(u'≈')
        && (line.contains(u' ') || (line.size() > 1 && !line.front().isDigit()));
}

TitleLines titleLines(const QString& title, QFont font, const TitleRoom& room, double least)
{
    const double full = font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF();
    TitleLines wrapped;
    for (double size = full; size >= least * full || wrapped.lines.isEmpty(); size -= 0.25) {
        if (font.pixelSize() > 0)
            font.setPixelSize(std::max(1, qRound(size)));
        else
            font.setPointSizeF(size);
        const QFontMetrics metrics(font);
        wrapped = {.font = font, .lines = {title}};
        while (wrapped.lines.size() < room.lines && metrics.horizontalAdvance(wrapped.lines.last()) > room.width) {
            const QString rest = wrapped.lines.last();
            qsizetype cut = 0; // after the last word of the line
            for (qsizetype space = rest.indexOf(u' '); space >= 0; space = rest.indexOf(u' ', space + 1)) {
                if (metrics.horizontalAdvance(rest.left(space)) <= room.width
                    && mayBegin(QStringView(rest).mid(space + 1), QStringView(rest).left(space)))
                    cut = space;
            }
            if (cut == 0)
                break;
            wrapped.lines.last() = rest.left(cut);
            wrapped.lines << rest.mid(cut + 1);
        }
        const int last = wrapped.lines.size() < room.lines ? room.width : room.last;
        if (metrics.horizontalAdvance(wrapped.lines.last()) <= last)
            return wrapped;
    }
    wrapped.lines.last()
        = QFontMetrics(wrapped.font).elidedText(wrapped.lines.last(), Qt::ElideRight, std::min(room.width, room.last));
    return wrapped;
}

int rowCharacters(const Scene& scene)
{
    int characters = 6;
    for (const Parameters* p : {&scene.a, scene.b ? &*scene.b : &scene.a}) {
        const ParameterSpec* first = findParameter("first-position", *p);
        const std::int64_t last
            = p->encoding.maxLen - 1 + (first != nullptr ? std::get<std::int64_t>(first->get(*p)) : 0);
        characters = std::max({characters, static_cast<int>(words::count(last).size()), p->sentence.text ? 8 : 0});
    }
    return characters;
}

int roomForLabels(const QCPAxis& axis)
{
    return axis.axisRect()->minimumMargins().left() - roomOfTheRest(axis);
}

// Label margins. Half a tick label exceeds either end of an axis; QCustomPlot omits labels cut by the widget's edge.
QMargins labelRoom(const QCPAxisRect& rect, int rowCharacters, const Canvas& canvas)
{
    const QFontMetrics metrics(canvas.theme().smallFont);
    const auto beside = [&](QCPAxis::AxisType side) {
        const QCPAxis* axis = rect.axis(side);
        return axis->visible() ? roomOf(*axis, rowCharacters, canvas) : 0;
    };
    const int half = metrics.height() / 2;
    const QCPAxis* left = rect.axis(QCPAxis::atLeft);
    const bool label = !left->label().isEmpty() || rect.axis(QCPAxis::atRight)->visible();
    const int above = label ? metrics.height() + left->labelPadding() : half;
    return QMargins(std::max(8, beside(QCPAxis::atLeft)), above + 2,
                    std::max(metrics.averageCharWidth() * 5 / 2, beside(QCPAxis::atRight)),
                    std::max(half, beside(QCPAxis::atBottom)));
}

} // namespace phasor
