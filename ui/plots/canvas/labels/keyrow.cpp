// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/labels/keyrow_p.h"

#include <QPainter>

#include <cmath>
#include <utility>

namespace phasor {

constexpr int kIndent = 12; // inner margin of a cell
constexpr int kMark = 3; // pixels; marks the current plot

constexpr double kLeastType = 0.7; // of a title: 10 pixels

constexpr int kKeyIndent = 8;

// Of names and values that stand above each other.
static QFont nameFont(const Theme& theme)
{
    QFont font = theme.smallFont;
    font.setBold(theme.valueSize > 1);
    return font;
}

static QFont valueFont(const Theme& theme)
{
    QFont font = nameFont(theme);
    if (theme.valueSize > 1)
        font.setPointSizeF(theme.valueSize * font.pointSizeF());
    return font;
}

HeaderLine::HeaderLine(QWidget* parent)
    : QWidget(parent)
    , m_buttons(new QHBoxLayout)
    , m_options(new QWidget(this))
{
    setObjectName(QStringLiteral("header"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 4, 0);
    lines->addStretch(1);
    lines->addLayout(m_buttons);
    auto* options = new QHBoxLayout(m_options);
    options->setContentsMargins(0, 0, 0, 0);
    options->setSpacing(0);
    m_buttons->setSpacing(0);
    m_buttons->addStretch(1);
    m_buttons->addWidget(m_options, 0, Qt::AlignVCenter);
}

QWidget* HeaderLine::folded() const
{
    const auto parts = m_options->findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
    if (std::ranges::all_of(parts, [](const QWidget* part) { return part->isHidden(); }))
        return nullptr;
    int taken = 2 * kIndent + m_widths.of(m_theme.smallFont, m_texts.question) + kIndent / 2;
    for (int i = 0; i < m_buttons->count(); ++i)
        taken += m_buttons->itemAt(i)->widget() != m_options ? m_buttons->itemAt(i)->sizeHint().width() : 0;
    return taken + m_options->sizeHint().width() <= width() ? nullptr : m_options;
}

void HeaderLine::fold()
{
    if (m_options->parentWidget() == this)
        m_options->setVisible(folded() == nullptr);
    fitLines();
}

// A third line if the longest finding, in the smallest type, may not fit in two. Any finding has the same height.
void HeaderLine::fitLines()
{
    constexpr int kLongest = 100; // characters
    constexpr double kLost = 1.08; // room for words that begin the next line
    const int full = width() - 2 * kIndent;
    const int character = QFontMetrics(m_theme.titleFont()).averageCharWidth();
    const bool two = kLost * kLeastType * kLongest * character <= 2 * full - m_buttons->sizeHint().width();
    if (const int lines = two ? 2 : 3; std::exchange(m_lines, lines) != lines)
        updateGeometry();
}

void HeaderLine::takeBack()
{
    m_buttons->insertWidget(1, m_options, 0, Qt::AlignVCenter);
    fold();
}

// A button that appears, goes or gets another text changes the question's room: not its own place alone is painted.
bool HeaderLine::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) {
        fitLines();
        update();
    }
    return QWidget::event(event);
}

void HeaderLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fold();
}

void HeaderLine::setTexts(const Texts& texts)
{
    if (texts == m_texts)
        return;
    const bool other = texts.question != std::exchange(m_texts, texts).question;
    if (other)
        fold();
    QString tip;
    for (const QString& part : (texts.finding + QStringLiteral("\n\n") + texts.detail).split(QStringLiteral("\n\n"))) {
        if (!part.isEmpty())
            tip += QStringLiteral("<p>%1</p>").arg(part.toHtmlEscaped()); // rich text, because only that breaks lines
    }
    setToolTip(tip);
    update();
}

void HeaderLine::setTheme(const Theme& theme)
{
    m_theme = theme;
    fold();
    updateGeometry();
    update();
}

void HeaderLine::setCurrent(bool current)
{
    if (std::exchange(m_current, current) != current)
        update();
}

QSize HeaderLine::sizeHint() const
{
    const int above = (m_lines - 1) * lineHeight();
    return {100, above + std::max(lineHeight(), m_buttons->sizeHint().height()) + 4};
}

void HeaderLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.background);
    const int full = width() - 2 * kIndent;
    int right = width() - kIndent; // of the second line, before the controls
    for (const QWidget* control : findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        if (!control->isHidden())
            right = std::min(right, control->x());
    }
    right -= kIndent / 2;
    const bool found = !m_texts.finding.isEmpty();
    const TitleLines title = titleLines(found ? m_texts.finding : m_texts.name, m_theme.titleFont(),
                                        {full, right - kIndent, m_lines}, kLeastType);
    const auto line = [this](int index) {
        return QRect(kIndent, 4 + index * lineHeight(), width(), lineHeight());
    };
    if (m_current)
        painter.fillRect(QRect(4, line(0).top() + 2, kMark, lineHeight() - 4), palette().color(QPalette::Highlight));
    painter.setFont(title.font);
    painter.setPen(m_theme.foreground);
    for (int i = 0; i < title.lines.size(); ++i)
        painter.drawText(line(i), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, title.lines[i]);
    const auto below = static_cast<int>(title.lines.size());
    if (below == m_lines)
        return;
    const QFontMetrics metrics(m_theme.smallFont);
    painter.setFont(m_theme.smallFont);
    QRect room = line(below);
    room.setRight(below < m_lines - 1 ? kIndent + full : right);
    painter.setPen(m_theme.muted);
    if (metrics.horizontalAdvance(m_texts.small()) <= room.width())
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, m_texts.small());
}

std::vector<QPoint> KeyRow::flow(int width) const
{
    const QFontMetrics metrics(font());
    std::vector<QPoint> placed;
    QPoint at(0, 0);
    for (const Entry& entry : m_shown) {
        const int space
            = 2 * metrics.height() + m_canvas.widths().of(font(), entry.text) + metrics.averageCharWidth() * 2;
        if (at.x() > 0 && at.x() + space > width)
            at = QPoint(0, at.y() + lineHeight());
        placed.push_back(at);
        at.rx() += space;
    }
    return placed;
}

// The first and the last color of each series, "dimension 0 –" and "dimension 31": those between are told by them.
void KeyRow::keepEnds()
{
    for (auto first = m_shown.begin(); first != m_shown.end();) {
        auto end = std::find_if(first, m_shown.end(), [&](const Entry& entry) {
            return !entry.place || entry.pen.style() != first->pen.style(); // of the other setup
        });
        if (end - first > 2) {
            std::stable_sort(first, end, [](const Entry& a, const Entry& b) { return *a.place < *b.place; });
            first->text += QStringLiteral(" –");
            end = m_shown.erase(first + 1, end - 1) + 1;
        }
        first = std::max(first + 1, end);
    }
}

void KeyRow::update(UpdatePhase phase)
{
    if (phase == upPreparation) {
        const int width = mParentPlot->viewport().width() - 2 * kKeyIndent;
        m_shown = visible() ? m_entries : std::vector<Entry>();
        auto placed = flow(width);
        const auto shorten = [&](double share, auto&& how) { // if the key is a higher part of the plot
            if (placed.empty() || placed.back().y() <= share * mParentPlot->viewport().height())
                return;
            how();
            placed = flow(width);
        };
        constexpr double kMost = 0.4;
        shorten(0.25, [this] {
            for (Entry& entry : m_shown)
                entry.text = entry.brief.isEmpty() ? entry.text : entry.brief;
        });
        shorten(kMost, [this] { keepEnds(); });
        shorten(kMost, [this] { m_shown.clear(); });
        const int height = placed.empty() ? 0 : placed.back().y() + lineHeight() + 2;
        setMinimumSize(0, height);
        setMaximumSize(QWIDGETSIZE_MAX, height);
    }
    QCPLayoutElement::update(phase);
}

void KeyRow::draw(QCPPainter* painter)
{
    const QFontMetrics metrics(font());
    const int sample = metrics.height() * 3 / 2;
    const std::vector<QPoint> corners = flow(outerRect().width() - 2 * kKeyIndent);
    painter->setFont(font());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Entry& entry = m_shown[i];
        const QPoint corner = outerRect().topLeft() + corners[i] + QPoint(kKeyIndent, 0);
        const int middle = corner.y() + lineHeight() / 2;
        painter->setPen(entry.pen);
        if (entry.pen.style() != Qt::NoPen)
            painter->drawLine(QPointF(corner.x(), middle), QPointF(corner.x() + sample, middle));
        if (!entry.mark.isNone()) {
            entry.mark.applyTo(painter, QPen(entry.mark.brush().color())); // a disc has its pen's color
            entry.mark.drawShape(painter, QPointF(corner.x() + sample / 2.0, middle));
        }
        painter->setPen(QPen(m_canvas.theme().foreground));
        painter->drawText(
            QRect(corner.x() + sample + metrics.averageCharWidth(), corner.y(), outerRect().width(), lineHeight()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, entry.text);
    }
}

EndLabels::EndLabels(Canvas& canvas, QCPAxisRect& rect)
    : QCPAbstractItem(&canvas)
    , m_canvas(canvas)
    , m_rect(rect)
{
    setLayer(QStringLiteral("legend"));
    setClipAxisRect(&rect); // hidden with it, not with the plot's first one
    setClipToAxisRect(false);
}

void EndLabels::show(std::vector<Entry> entries, int lines)
{
    m_lines = lines;
    m_entries = std::move(entries);
    std::ranges::stable_sort(m_entries, std::ranges::greater(), &Entry::at);
    setVisible(!m_entries.empty());
}

int EndLabels::room(const Canvas& canvas, const QString& widest, int lines)
{
    const Theme& theme = canvas.theme();
    const TextWidths& widths = canvas.widths();
    const QStringList parts = widest.split(u'\n');
    const int width = lines > 1
        ? std::max(widths.of(nameFont(theme), parts.first()), widths.of(valueFont(theme), parts.last()))
        : widths.of(theme.smallFont, parts.join(QStringLiteral("  ")));
    return width + 2 * QFontMetrics(theme.smallFont).height();
}

int EndLabels::heightOf(const Theme& theme, int lines, bool level)
{
    const bool large = theme.valueSize > 1 && lines > 1;
    const int height = QFontMetrics(theme.smallFont).height();
    return !large ? lines * height : level ? height : height + QFontMetrics(valueFont(theme)).height();
}

void EndLabels::draw(QCPPainter* painter)
{
    if (!m_rect.visible())
        return;
    const Theme& theme = m_canvas.theme();
    const QFontMetrics metrics(theme.smallFont);
    const int height = metrics.height();
    const bool large = theme.valueSize > 1 && m_lines > 1;
    const auto heightOf = [&](std::size_t i) {
        return EndLabels::heightOf(theme, m_lines, m_entries[i].level);
    };
    // Each name below the one before, then pushed up from the bottom edge where they do not fit.
    std::vector<double> ends;
    std::vector<double> places;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        ends.push_back(m_rect.axis(QCPAxis::atLeft)->coordToPixel(m_entries[i].at));
        const double end = std::clamp<double>(ends.back(), m_rect.top(), m_rect.bottom());
        places.push_back(i == 0 ? end : std::max(end, places.back() + (heightOf(i - 1) + heightOf(i)) / 2.0));
    }
    double most = m_rect.bottom();
    for (std::size_t i = places.size(); i-- > 0;) {
        places[i] = std::min(places[i], most);
        most = places[i] - (i > 0 ? (heightOf(i - 1) + heightOf(i)) / 2.0 : 0);
    }
    const int left = m_rect.right() + height;
    const int right = m_rect.outerRect().right() - height * 2 / 3; // the rest of room()
    for (std::size_t i = 0; i < places.size(); ++i) {
        painter->setPen(QPen(theme.muted, theme.axisWidth));
        if (std::abs(places[i] - ends[i]) > 2)
            painter->drawLine(QPointF(m_rect.right() + 2, ends[i]), QPointF(left - 3, places[i]));
        painter->setPen(QPen(m_entries[i].color));
        const QRectF line(left, places[i] - heightOf(i) / 2.0, right - left, heightOf(i));
        const auto draw = [&](const QFont& font, Qt::Alignment at, const QString& text) {
            painter->setFont(font);
            painter->drawText(line, static_cast<int>(at) | Qt::TextSingleLine | Qt::TextDontClip, text);
        };
        const auto& [at, name, value, color, level] = m_entries[i];
        if (large && level) {
            draw(theme.smallFont, Qt::AlignLeft | Qt::AlignVCenter, name + u' ' + value);
        } else if (large) {
            draw(valueFont(theme), Qt::AlignLeft | Qt::AlignTop, value);
            draw(nameFont(theme), Qt::AlignLeft | Qt::AlignBottom, name);
        } else {
            draw(theme.smallFont, Qt::AlignLeft | (m_lines > 1 ? Qt::AlignTop : Qt::AlignVCenter), name);
            draw(theme.smallFont, m_lines > 1 ? Qt::AlignLeft | Qt::AlignBottom : Qt::AlignRight | Qt::AlignVCenter,
                 value);
        }
    }
}

} // namespace phasor
