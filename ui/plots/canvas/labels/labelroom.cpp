// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/labels/labelroom_p.h"

#include "pipeline/parameters/parameterspec.h"
#include "plots/canvas/labels/tickers_p.h"
#include "words/numbers.h"

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

QFont smaller(QFont font, double factor)
{
    if (font.pixelSize() > 0)
        font.setPixelSize(std::max(1, static_cast<int>(font.pixelSize() * factor)));
    else
        font.setPointSizeF(font.pointSizeF() * factor);
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

// Where each of the columns begins that tabs separate in the lines, and where the last one ends.
QList<int> columnsOf(const QStringList& lines, const QFontMetrics& metrics)
{
    QList<int> widths;
    for (const QString& line : lines) {
        const QStringList cells = line.split(u'\t');
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
    const QList<int> columns = columnsOf(QStringList(rows.begin(), rows.end()) << label, metrics);
    const int begin = axisRect.right() + offset + tickLabelPadding;
    const auto drawRow = [&](const QString& row, double top) {
        const QStringList cells = row.split(u'\t');
        for (qsizetype i = 0; i < cells.size(); ++i)
            painter->drawText(QRectF(begin, top, columns[i + 1] - 2 * metrics.averageCharWidth(), metrics.height()),
                              Qt::AlignRight | Qt::TextDontClip | Qt::TextSingleLine, cells[i]);
    };
    painter->setFont(tickLabelFont);
    painter->setPen(QPen(tickLabelColor));
    drawRow(label, axisRect.top() - metrics.height() - labelPadding);
    for (qsizetype i = 0; i < rows.size(); ++i)
        drawRow(rows[i], tickPositions[i] - metrics.height() / 2.0);
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

void WholeLines::draw(QCPPainter* painter)
{
    constexpr double kSmallest = 0.75; // smallest size, relative to the type asked for
    QStringList lines = text().split(u'\n');
    const auto widthOf = [](const QString& line, const QList<int>& columns, const QFontMetrics& metrics) {
        const qsizetype last = line.lastIndexOf(u'\t');
        return columns[line.count(u'\t')] + metrics.horizontalAdvance(line.mid(last + 1)) + 1;
    };
    const QFontMetrics asked(mFont);
    const auto widestOf = [&] {
        const QList<int> columns = columnsOf(lines, asked);
        int widest = 1;
        for (const QString& line : lines)
            widest = std::max(widest, widthOf(line, columns, asked));
        return widest;
    };
    int widest = widestOf();
    if (kSmallest * widest > rect().width()) { // no room for columns
        lines.replaceInStrings(QStringLiteral("\t"), QStringLiteral(" "));
        widest = widestOf();
    }
    const QFont font = smaller(mFont, std::clamp(static_cast<double>(rect().width()) / widest, kSmallest, 1.0));
    const QFontMetrics metrics(font);
    const QList<int> columns = columnsOf(lines, metrics);
    const int most = rect().height() / metrics.lineSpacing();
    QStringList fitting;
    for (const QString& line : lines) {
        if (fitting.size() < most && widthOf(line, columns, metrics) <= rect().width())
            fitting << line;
    }
    if (fitting.size() < lines.size()) {
        if (fitting.size() == most && most > 1)
            fitting.removeLast();
        if (fitting.size() < most)
            fitting << QStringLiteral("…");
    }
    painter->setFont(font);
    painter->setPen(QPen(mTextColor));
    QRect line(rect().topLeft(), QSize(rect().width(), metrics.lineSpacing()));
    for (const QString& text : fitting) {
        const QStringList cells = text.split(u'\t');
        for (qsizetype i = 0; i < cells.size(); ++i)
            painter->drawText(line.translated(columns[i], 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextDontClip,
                              cells[i]);
        line.translate(0, metrics.lineSpacing());
    }
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
