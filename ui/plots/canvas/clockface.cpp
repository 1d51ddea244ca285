// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/clockface_p.h"

#include "analysis/waves/pairs.h"
#include "plots/drawings.h"

#include <cmath>

namespace phasor {

namespace {

constexpr double kLeastSide = 18; // pixels of a cell: a smaller clock is a dot
constexpr double kLabelled = 54; // pixels from which on the wavelength is written below a clock
constexpr double kNamed = 104; // pixels from which on its pair is written too
constexpr double kFilled = 0.84; // diameter of a clock / side of its cell
constexpr double kWholeTurn = 16 * 360; // in Qt's units of 1/16 degree

// Qt's unit of angles: 1/16 degree.
int sixteenths(double radians)
{
    return static_cast<int>(std::lround(radians / kTurn * kWholeTurn));
}

// Left of the first clock of a row, if there is no room below each.
double roomForWavelength(const Theme& theme)
{
    return QFontMetrics(theme.smallFont).horizontalAdvance(QStringLiteral("λ 54,400 "));
}

struct ClockPainter
{
    QCPPainter& painter;
    const Theme& theme;
    QPointF center;
    double radius;

    QPointF at(double angle, double length = 1) const
    {
        return center + QPointF(std::cos(angle), -std::sin(angle)) * radius * length;
    }

    QRectF square(double part = 1) const
    {
        return {center - QPointF(radius, radius) * part, QSizeF(2, 2) * radius * part};
    }

    void setFlatPen(const QColor& color, double width) const
    {
        painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
    }

    template <typename Draw> void fill(const QColor& color, Draw&& draw) const
    {
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        draw();
        painter.setBrush(Qt::NoBrush);
    }

    // The ring: an arc as long as the hand's range; the part beyond the trained length has a warning color.
    void drawRing(const PhasorClocks::Clock& clock) const
    {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.grid, theme.axisWidth));
        painter.drawEllipse(square());
        const double sign = clock.frequency < 0 ? -1 : 1;
        const double width = std::clamp(radius / 16, 1.0, 2.5);
        setFlatPen(theme.mark(Hue::Position, true), width);
        painter.drawArc(square(), 0, sixteenths(sign * clock.trainedReach));
        if (clock.reach > clock.trainedReach) {
            setFlatPen(theme.mark(Hue::Dropped, true), width);
            painter.drawArc(square(), sixteenths(sign * clock.trainedReach),
                            sixteenths(sign * (clock.reach - clock.trainedReach)));
        }
    }

    // The wedge between both hands, the shorter way; without a second hand that of the last turn, from angle 0 on.
    void drawWedge(const PhasorClocks::Clock& clock, double angle) const
    {
        const double from = clock.otherAngle.value_or(0);
        double sweep = std::remainder(angle - from, kTurn);
        if (!clock.otherAngle && sweep * clock.frequency < 0)
            sweep += std::copysign(kTurn, clock.frequency);
        QColor faint = theme.mark(Hue::Position);
        faint.setAlpha(theme.isDark() ? 80 : 40);
        fill(faint, [&] { painter.drawPie(square(clock.otherAngle ? 1 : 0.55), sixteenths(from), sixteenths(sweep)); });
    }

    void drawHand(double angle, const QColor& color, double width, double length = 1,
                  Qt::PenStyle style = Qt::SolidLine) const
    {
        painter.setPen(QPen(color, width, style, style == Qt::SolidLine ? Qt::RoundCap : Qt::FlatCap));
        painter.drawLine(center, at(angle, length));
        const double dot = std::clamp(radius / 9, 1.4, 5.0);
        fill(color, [&] { painter.drawEllipse(at(angle, length), dot, dot); });
    }

    // The hand with its legs: cosine to the right, sine upwards.
    void drawWave(double angle) const
    {
        const double width = std::clamp(radius / 14, 1.2, 3.5) * theme.lineWidth / 1.5;
        const QPointF foot(at(angle).x(), center.y());
        setFlatPen(theme.mark(Hue::Position, true), width);
        painter.drawLine(center, foot);
        setFlatPen(theme.mark(Hue::Position), width);
        painter.drawLine(foot, at(angle));
        drawHand(angle, theme.foreground, std::clamp(radius / 24, 0.8, 2.0) * theme.lineWidth / 1.5);
    }

    void drawArrow(const PhasorClocks::Vector& vector, const QPen& pen) const
    {
        const QPointF tip = center + QPointF(vector.x, -vector.y) * radius;
        const QPointF along = tip - center;
        painter.setPen(pen);
        painter.drawLine(center, tip);
        const double length = std::hypot(along.x(), along.y());
        if (length < 1)
            return;
        const double head = std::min(length / 2, std::clamp(radius / 5, 2.5, 8.0));
        const QPointF unit = along / length;
        const QPointF across(-unit.y(), unit.x());
        const QPolygonF arrow{tip, tip - unit * head + across * head * 0.45, tip - unit * head - across * head * 0.45};
        fill(pen.color(), [&] { painter.drawPolygon(arrow); });
    }

    // The query before and after its rotation. The hand is the angle between both; with xPos its length is the decay.
    void drawTurned(const PhasorClocks::Clock& clock, double angle) const
    {
        const double width = std::clamp(radius / 18, 1.0, 2.6) * theme.lineWidth / 1.5;
        drawHand(angle, theme.mark(Hue::Position), std::max(0.7, width / 2), clock.left);
        if (clock.key)
            drawArrow(clock.key->after, QPen(theme.mark(Hue::Embedding), width));
        if (!clock.query)
            return;
        QPen before(theme.muted, std::max(0.8, width * 0.6), Qt::DashLine, Qt::FlatCap);
        before.setDashPattern({3, 2});
        drawArrow(clock.query->before, before);
        const PhasorClocks::Vector& after = clock.query->after;
        const double ahead = angle - clock.angle; // of the data during playback
        drawArrow({after.x * std::cos(ahead) - after.y * std::sin(ahead),
                   after.x * std::sin(ahead) + after.y * std::cos(ahead)},
                  QPen(theme.mark(Hue::Sum), width));
    }
};

} // namespace

ClockFace::ClockFace(Canvas& canvas)
    : QCPLayoutElement(&canvas)
    , m_canvas(canvas)
{
    setLayer(canvas.layer(QStringLiteral("main")));
    setMargins(QMargins(8, 4, 8, 2));
    setProperty("marks", QStringLiteral("λ"));
}

void ClockFace::setData(std::shared_ptr<const PhasorsData> data)
{
    m_data = std::move(data);
    m_canvas.replotSoon();
}

void ClockFace::setTime(const std::optional<double>& position)
{
    m_time = position;
    m_canvas.replotSoon();
}

int ClockFace::capacity() const
{
    const auto along = [](int pixels) {
        return std::max(1, static_cast<int>(pixels / kLeastSide));
    };
    return along(rect().width()) * along(rect().height());
}

// Square cells, as large as possible, with room for all clocks.
ClockFace::Cells ClockFace::cells() const
{
    const auto count = m_data ? static_cast<int>(m_data->a.clocks.size()) : 0;
    const double label = QFontMetrics(m_canvas.theme().smallFont).height();
    const double beside = roomForWavelength(m_canvas.theme());
    Cells best;
    int bestRows = 1;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double across = static_cast<double>(rect().width()) / columns;
        const double down = static_cast<double>(rect().height()) / rows;
        const bool labelled = std::min(across, down - label) >= kLabelled;
        const double side = std::min(labelled ? across : across - beside / columns, labelled ? down - label : down);
        if (side > best.side) {
            best = {columns, side, labelled ? label : 0, {}};
            bestRows = rows;
        }
    }
    const double left = best.label > 0 ? 0 : beside;
    best.origin = QPointF(rect().x() + left + (rect().width() - left - best.columns * best.side) / 2,
                          rect().y() + (rect().height() - bestRows * (best.side + best.label)) / 2);
    return best;
}

QPointF ClockFace::centerOf(const Cells& cells, std::size_t index) const
{
    const auto columns = static_cast<std::size_t>(cells.columns);
    const std::size_t row = index / columns;
    const double down = static_cast<double>(row) * (cells.side + cells.label);
    const double across = (static_cast<double>(index % columns) + 0.5) * cells.side;
    return cells.origin + QPointF(across, down + 0.5 * cells.side);
}

const PhasorClocks::Clock* ClockFace::clockAt(const QPoint& pixel) const
{
    if (!m_data)
        return nullptr;
    const Cells all = cells();
    for (std::size_t i = 0; i < m_data->a.clocks.size(); ++i) {
        const QPointF from = centerOf(all, i);
        if (std::max(std::abs(pixel.x() - from.x()), std::abs(pixel.y() - from.y())) <= all.side / 2)
            return &m_data->a.clocks[i];
    }
    return nullptr;
}

double ClockFace::angleOf(const PhasorClocks& of, const PhasorClocks::Clock& clock) const
{
    const double ahead = of.steady && m_time ? *m_time - static_cast<double>(m_data->position) : 0; // positions
    return clock.angle + ahead * clock.frequency;
}

static QString waveOf(const PhasorClocks::Clock& clock)
{
    return QStringLiteral("λ %1").arg(words::grouped(kTurn / std::fabs(clock.frequency)));
}

static QString pairName(const PhasorClocks::Clock& clock)
{
    return PlotWords::tr("pair %1 · %2", "its number, its wavelength").arg(clock.pair).arg(waveOf(clock));
}

void ClockFace::draw(QCPPainter* painter)
{
    if (!m_data)
        return;
    const Theme& theme = m_canvas.theme();
    const Cells all = cells();
    const std::vector<PhasorClocks::Clock>& clocks = m_data->a.clocks;
    const bool named = all.side >= kNamed && !clocks.empty() // the slowest one's text is the longest
        && QFontMetrics(theme.smallFont).horizontalAdvance(pairName(clocks.back())) <= all.side;
    for (std::size_t i = 0; i < clocks.size(); ++i) {
        const PhasorClocks::Clock& clock = clocks[i];
        const ClockPainter clockPainter{*painter, theme, centerOf(all, i), all.side * kFilled / 2};
        const double angle = angleOf(m_data->a, clock);
        clockPainter.drawWedge(clock, angle);
        clockPainter.drawRing(clock);
        if (clock.otherAngle)
            clockPainter.drawHand(*clock.otherAngle, theme.muted, std::clamp(clockPainter.radius / 30, 0.7, 1.5));
        if (m_data->b && i < m_data->b->clocks.size())
            clockPainter.drawHand(angleOf(*m_data->b, m_data->b->clocks[i]), theme.mark(Hue::Position),
                                  std::clamp(clockPainter.radius / 20, 1.0, 2.0), 1, Qt::DashLine);
        if (m_data->a.rotation)
            clockPainter.drawTurned(clock, angle);
        else
            clockPainter.drawWave(angle);
        const bool first = i % static_cast<std::size_t>(all.columns) == 0;
        if (all.label <= 0 && !first)
            continue;
        const QString text = named ? pairName(clock) : waveOf(clock);
        painter->setPen(QPen(clock.life != PairLife::Turning ? theme.type(theme.mark(Hue::Dropped)) : theme.muted));
        painter->setFont(theme.smallFont);
        const double room = roomForWavelength(theme);
        if (all.label > 0)
            painter->drawText(
                QRectF(clockPainter.center + QPointF(-all.side / 2, all.side / 2), QSizeF(all.side, all.label)),
                Qt::AlignHCenter | Qt::AlignTop | Qt::TextSingleLine, text);
        else
            painter->drawText(
                QRectF(clockPainter.center - QPointF(all.side / 2 + room, all.side / 2), QSizeF(room - 4, all.side)),
                Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, text);
    }
}

} // namespace phasor
