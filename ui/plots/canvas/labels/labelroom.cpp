// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/labels/labelroom_p.h"

#include "pipeline/parameters/parameterspec.h"
#include "plots/canvas/labels/tickers_p.h"
#include "words/coretexts.h"

#include <QFontMetrics>

#include <algorithm>

namespace phasor {

int TextWidths::of(const QFont& font, const QString& text) const
{
    constexpr qsizetype kMost = 1000;
    if (font != m_font || m_widths.size() > kMost) {
        m_font = font;
        m_widths.clear();
    }
    const auto known = m_widths.constFind(text);
    if (known != m_widths.constEnd())
        return *known;
    const int width = QFontMetrics(font).horizontalAdvance(text);
    m_widths.insert(text, width);
    return width;
}

namespace {

// The smallest type of a table: 6 pt in a figure, whose unit is a point, and 11 pixels on the screen; of large type, as
// on a projector, 85 %.
QFont leastType(QFont font)
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
int roomOfTheRest(const QCPAxis& axis)
{
    const bool title = !axis.label().isEmpty() && axis.orientation() == Qt::Horizontal;
    return (title ? axis.labelPadding() + QFontMetrics(axis.labelFont()).height() : 0) + axis.tickLengthOut()
        + axis.tickLabelPadding() + axis.padding() + kSlack;
}

int roomOf(const QCPAxis& axis, int rowCharacters, const Theme& theme)
{
    if (!axis.tickLabels())
        return roomOfTheRest(axis) - axis.tickLabelPadding();
    if (axis.orientation() == Qt::Horizontal)
        return roomOfTheRest(axis) + QFontMetrics(theme.smallFont).height();
    const bool rows = dynamic_cast<const IndexTicker*>(axis.ticker().data()) != nullptr;
    const QFontMetrics metrics(theme.smallFont);
    return roomOfTheRest(axis)
        + (rows ? rowCharacters * metrics.horizontalAdvance(QLatin1Char('0'))
                : metrics.horizontalAdvance(QStringLiteral("−2.5·10⁻¹⁰")));
}

// Where each of the columns begins that the cells of rows are in, and where the last one ends.
QList<int> columnsOf(const QList<QStringList>& rows, const QFontMetrics& metrics)
{
    QList<int> widths;
    for (const QStringList& cells : rows) {
        widths.resize(std::max(widths.size(), cells.size()));
        for (qsizetype i = 0; i < cells.size() && cells.size() > 1; ++i)
            widths[i] = std::max(widths[i], metrics.horizontalAdvance(cells[i]));
    }
    QList<int> begins{0};
    for (const int width : widths)
        begins.push_back(begins.back() + width + 2 * metrics.averageCharWidth());
    return begins;
}

} // namespace

// Rows of cells next to a right axis, in columns with right edges.
void LabelPainter::drawTable(QCPPainter* painter, const QVector<QString>& rows) const
{
    const QFontMetrics metrics(tickLabelFont);
    QList<QStringList> table{label.split(u'\t')};
    for (const QString& row : rows)
        table << row.split(u'\t');
    const QList<int> columns = columnsOf(table, metrics);
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

// Rows of cells, which are drawn as columns with left edges: as they are, or turned (a column for each row) and
// wrapped.
class CellTable
{
public:
    CellTable(const QString& text, const QFont& font)
        : m_font(font)
        , m_metrics(font)
    {
        for (const QString& line : text.split(u'\n')) {
            m_rows << line.split(u'\t');
            m_cells = std::max(m_cells, m_rows.back().size());
        }
    }

    // Leaves out lines without cells that are too wide.
    void leaveOutWide(int width)
    {
        m_rows.removeIf([&](const QStringList& row) {
            return row.size() == 1 && m_metrics.horizontalAdvance(row.first()) > width;
        });
    }

    // Number of rows that fit as they are; 0: the table is too wide.
    qsizetype fitting(QSize room) const
    {
        const QList<int> columns = columnsOf(m_rows, m_metrics);
        for (const QStringList& row : m_rows) {
            if (columns[row.size() - 1] + m_metrics.horizontalAdvance(row.last()) > room.width())
                return 0;
        }
        return std::min<qsizetype>(m_rows.size(), room.height() / m_metrics.lineSpacing());
    }

    void draw(QCPPainter& painter, const QRect& room) const
    {
        const QList<int> columns = columnsOf(m_rows, m_metrics);
        painter.setFont(m_font);
        for (qsizetype i = 0; i < fitting(room.size()); ++i) {
            for (qsizetype j = 0; j < m_rows[i].size(); ++j)
                drawCell(painter, room.topLeft() + QPoint(columns[j], static_cast<int>(i) * m_metrics.lineSpacing()),
                         m_rows[i][j]);
        }
    }

    // Draws the rows that fit as columns, unless `painter` is null; returns their number.
    qsizetype turn(QCPPainter* painter, const QRect& room) const
    {
        if (m_cells < 2)
            return 0;
        const bool headed = m_rows.front().first().isEmpty(); // names of the cells, once in each block
        const int height = static_cast<int>(m_cells) * m_metrics.lineSpacing();
        const int begin = headed ? widthOf(m_rows.front()) : 0;
        QPoint at(room.left() + begin, room.top());
        qsizetype count = 0;
        if (painter != nullptr)
            painter->setFont(m_font);
        for (qsizetype i = headed ? 1 : 0; i < m_rows.size(); ++i) {
            const int width = widthOf(m_rows[i]);
            if (at.x() > room.left() + begin && at.x() + width - gap() > room.left() + room.width())
                at = QPoint(room.left() + begin, at.y() + height + m_metrics.lineSpacing() / 4);
            if (at.y() + height > room.top() + room.height() || begin + width - gap() > room.width())
                break;
            for (qsizetype j = 0; painter != nullptr && j < m_rows[i].size(); ++j) {
                const QPoint down(0, static_cast<int>(j) * m_metrics.lineSpacing());
                drawCell(*painter, at + down, m_rows[i][j]);
                if (headed && at.x() == room.left() + begin && j < m_rows.front().size())
                    drawCell(*painter, at + down - QPoint(begin, 0), m_rows.front()[j]);
            }
            at.rx() += width;
            ++count;
        }
        return count + (headed && count > 0 ? 1 : 0);
    }

    qsizetype size() const { return m_rows.size(); }

private:
    int gap() const { return 2 * m_metrics.averageCharWidth(); }
    int widthOf(const QStringList& row) const
    {
        int width = 0;
        for (const QString& cell : row)
            width = std::max(width, m_metrics.horizontalAdvance(cell));
        return width + gap();
    }
    void drawCell(QCPPainter& painter, QPoint at, const QString& cell) const
    {
        painter.drawText(QRect(at, QSize(1, m_metrics.lineSpacing())), Qt::AlignLeft | Qt::AlignTop | Qt::TextDontClip,
                         cell);
    }

    QFont m_font;
    QFontMetrics m_metrics;
    QList<QStringList> m_rows;
    qsizetype m_cells = 0; // of the longest row
};

} // namespace

void WholeLines::draw(QCPPainter* painter)
{
    if (text().isEmpty())
        return;
    painter->setPen(QPen(mTextColor));
    QRect room = rect();
    if (m_alone)
        room.setRight(parentPlot()->viewport().right() - margins().right());
    const QFont least = leastType(mFont);
    for (const QFont& font : {mFont, least}) {
        const CellTable table(text(), font);
        if (table.fitting(room.size()) == table.size())
            return table.draw(*painter, room);
        if (table.turn(nullptr, room) == table.size()) {
            table.turn(painter, room);
            return;
        }
    }
    CellTable table(text(), least);
    table.leaveOutWide(room.width());
    if (table.fitting(room.size()) >= table.turn(nullptr, room))
        table.draw(*painter, room);
    else
        table.turn(painter, room);
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
QMargins labelRoom(const QCPAxisRect& rect, int rowCharacters, const Theme& theme)
{
    const QFontMetrics metrics(theme.smallFont);
    const auto beside = [&](QCPAxis::AxisType side) {
        const QCPAxis* axis = rect.axis(side);
        return axis->visible() ? roomOf(*axis, rowCharacters, theme) : 0;
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
