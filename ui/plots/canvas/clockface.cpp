// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/clockface_p.h"

#include "analysis/waves/pairs.h"
#include "raster/hues.h"
#include "words/numbers.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kLeastSide = 18; // pixels of a cell: below, a clock is a dot
constexpr double kLabelled = 54; // from here on a clock has its wavelength below it
constexpr double kNamed = 104; // and from here on its pair
constexpr double kFilled = 0.84; // diameter over the cell's side
constexpr double kWholeTurn = 16 * 360; // of Qt's arcs

QColor faint(std::uint32_t colour, int alpha)
{
    QColor faded = toColor(colour);
    faded.setAlpha(alpha);
    return faded;
}

// Qt counts sixteenths of a degree.
int sixteenths(double radians)
{
    return static_cast<int>(std::lround(radians / kTurn * kWholeTurn));
}

} // namespace

ClockFace::ClockFace(Canvas& canvas)
    : QCPLayoutElement(&canvas)
    , m_canvas(canvas)
{
    setLayer(canvas.layer(QStringLiteral("main")));
    setMargins(QMargins(8, 4, 8, 2));
}

QPointF ClockFace::Dial::at(double angle, double length) const
{
    return centre + QPointF(std::cos(angle), -std::sin(angle)) * radius * length;
}

QRectF ClockFace::Dial::square(double part) const
{
    return QRectF(centre - QPointF(radius, radius) * part, QSizeF(2, 2) * radius * part);
}

int ClockFace::capacity() const
{
    const auto along = [](int pixels) {
        return std::max(1, static_cast<int>(pixels / kLeastSide));
    };
    return along(rect().width()) * along(rect().height());
}

// The largest square cells of which all have room.
ClockFace::Cells ClockFace::cells() const
{
    const auto count = m_data ? static_cast<int>(m_data->a.clocks.size()) : 0;
    const double label = QFontMetrics(theme().smallFont).height();
    Cells best;
    int bestRows = 1;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double across = static_cast<double>(rect().width()) / columns;
        const double down = static_cast<double>(rect().height()) / rows;
        const bool labelled = std::min(across, down - label) >= kLabelled;
        const double side = std::min(across, labelled ? down - label : down);
        if (side > best.side) {
            best = {columns, side, labelled ? label : 0, {}};
            bestRows = rows;
        }
    }
    best.origin = QPointF(rect().x() + (rect().width() - best.columns * best.side) / 2,
                          rect().y() + (rect().height() - bestRows * (best.side + best.label)) / 2);
    return best;
}

ClockFace::Dial ClockFace::dialOf(const Cells& cells, std::size_t index) const
{
    const auto row = static_cast<double>(index / static_cast<std::size_t>(cells.columns));
    const auto column = static_cast<double>(index % static_cast<std::size_t>(cells.columns));
    return {cells.origin + QPointF((column + 0.5) * cells.side, row * (cells.side + cells.label) + 0.5 * cells.side),
            cells.side * kFilled / 2};
}

const PhasorsData::Clock* ClockFace::clockAt(const QPoint& pixel) const
{
    if (!m_data)
        return nullptr;
    const Cells all = cells();
    for (std::size_t i = 0; i < m_data->a.clocks.size(); ++i) {
        const QPointF from = dialOf(all, i).centre;
        if (std::max(std::abs(pixel.x() - from.x()), std::abs(pixel.y() - from.y())) <= all.side / 2)
            return &m_data->a.clocks[i];
    }
    return nullptr;
}

double ClockFace::angleOf(const PhasorsData::Clocks& of, const PhasorsData::Clock& clock) const
{
    return clock.angle + (of.steady ? m_ahead * clock.frequency : 0);
}

void ClockFace::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(true);
}

// As far as the hand ever gets; what lies beyond the trained length in a warning colour.
void ClockFace::drawRing(QCPPainter& painter, const Dial& dial, const PhasorsData::Clock& clock) const
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme().grid, theme().axisWidth));
    painter.drawEllipse(dial.square());
    const double sign = clock.frequency < 0 ? -1 : 1;
    const double width = std::clamp(dial.radius / 16, 1.0, 2.5);
    painter.setPen(QPen(faint(colourOf(Hue::Position).light, 255), width, Qt::SolidLine, Qt::FlatCap));
    painter.drawArc(dial.square(), 0, sixteenths(sign * clock.trainedReach));
    if (clock.reach > clock.trainedReach) {
        painter.setPen(QPen(faint(colourOf(Hue::Dropped).light, 255), width, Qt::SolidLine, Qt::FlatCap));
        painter.drawArc(dial.square(), sixteenths(sign * clock.trainedReach),
                        sixteenths(sign * (clock.reach - clock.trainedReach)));
    }
}

// From the second hand to the first, the shorter way; from 0 where there is no second one.
void ClockFace::drawWedge(QCPPainter& painter, const Dial& dial, const PhasorsData::Clock& clock, double angle) const
{
    const double from = clock.otherAngle.value_or(0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(faint(colourOf(Hue::Position).full, theme().isDark() ? 80 : 40));
    painter.drawPie(dial.square(clock.otherAngle ? 1 : 0.55), sixteenths(from),
                    sixteenths(std::remainder(angle - from, kTurn)));
    painter.setBrush(Qt::NoBrush);
}

void ClockFace::drawHand(QCPPainter& painter, const Dial& dial, double angle, const QColor& colour, double width,
                         double length) const
{
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(dial.centre, dial.at(angle, length));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const double dot = std::clamp(dial.radius / 9, 1.4, 5.0);
    painter.drawEllipse(dial.at(angle, length), dot, dot);
    painter.setBrush(Qt::NoBrush);
}

// The hand is the sum of its legs: the cosine across, the sine upwards.
void ClockFace::drawWave(QCPPainter& painter, const Dial& dial, double angle) const
{
    const HueColours hue = colourOf(Hue::Position);
    const double width = std::clamp(dial.radius / 14, 1.2, 3.5) * theme().lineWidth / 1.5;
    const QPointF foot(dial.at(angle).x(), dial.centre.y());
    painter.setPen(QPen(toColor(hue.light), width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(dial.centre, foot);
    painter.setPen(QPen(toColor(hue.full), width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(foot, dial.at(angle));
    drawHand(painter, dial, angle, theme().foreground,
             std::clamp(dial.radius / 24, 0.8, 2.0) * theme().lineWidth / 1.5);
}

void ClockFace::drawArrow(QCPPainter& painter, const Dial& dial, const PhasorsData::Vector& vector,
                          const QPen& pen) const
{
    const QPointF tip = dial.tip(vector);
    painter.setPen(pen);
    painter.drawLine(dial.centre, tip);
    const QPointF along = tip - dial.centre;
    const double length = std::hypot(along.x(), along.y());
    const double head = std::min(length / 2, std::clamp(dial.radius / 5, 2.5, 8.0));
    if (length < 1)
        return;
    const QPointF unit = along / length;
    const QPointF across(-unit.y(), unit.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(pen.color());
    painter.drawPolygon(
        QPolygonF{tip, tip - unit * head + across * head * 0.45, tip - unit * head - across * head * 0.45});
    painter.setBrush(Qt::NoBrush);
}

// The query as it was and as it is turned; the hand is the angle between them, of xPos as long as what is left.
void ClockFace::drawTurned(QCPPainter& painter, const Dial& dial, const PhasorsData::Clock& clock, double angle) const
{
    const double width = std::clamp(dial.radius / 18, 1.0, 2.6) * theme().lineWidth / 1.5;
    drawHand(painter, dial, angle, toColor(colourOf(Hue::Position).full), std::max(0.7, width / 2), clock.left);
    if (clock.key)
        drawArrow(painter, dial, clock.key->after, QPen(toColor(colourOf(Hue::Embedding).full), width));
    if (!clock.query)
        return;
    QPen before(theme().muted, std::max(0.8, width * 0.6), Qt::DashLine, Qt::FlatCap);
    before.setDashPattern({3, 2});
    drawArrow(painter, dial, clock.query->before, before);
    PhasorsData::Vector after = clock.query->after;
    const double ahead = angle - clock.angle; // while it plays
    after = {after.x * std::cos(ahead) - after.y * std::sin(ahead),
             after.x * std::sin(ahead) + after.y * std::cos(ahead)};
    drawArrow(painter, dial, after, QPen(toColor(colourOf(Hue::Sum).full), width));
}

void ClockFace::drawClock(QCPPainter& painter, const Dial& dial, std::size_t index) const
{
    const PhasorsData::Clock& clock = m_data->a.clocks[index];
    const double angle = angleOf(m_data->a, clock);
    drawWedge(painter, dial, clock, angle);
    drawRing(painter, dial, clock);
    if (clock.otherAngle)
        drawHand(painter, dial, *clock.otherAngle, theme().muted, std::clamp(dial.radius / 30, 0.7, 1.5));
    if (m_data->b && index < m_data->b->clocks.size()) {
        const PhasorsData::Clock& second = m_data->b->clocks[index];
        drawHand(painter, dial, angleOf(*m_data->b, second), toColor(colourOf(Hue::Second).full),
                 std::clamp(dial.radius / 20, 1.0, 2.0));
    }
    if (m_data->a.rotation)
        drawTurned(painter, dial, clock, angle);
    else
        drawWave(painter, dial, angle);
}

void ClockFace::drawLabel(QCPPainter& painter, const Cells& cells, const Dial& dial,
                          const PhasorsData::Clock& clock) const
{
    if (cells.label <= 0)
        return;
    const QString wave = QStringLiteral("λ %1").arg(words::number(kTurn / std::fabs(clock.frequency)));
    const QString text
        = cells.side >= kNamed ? tr("pair %1 · %2", "its number, its wavelength").arg(clock.pair).arg(wave) : wave;
    const bool dead = clock.reach < kTurn; // its hand never comes round
    painter.setPen(QPen(dead ? theme().line(colourOf(Hue::Dropped).full) : theme().muted));
    painter.setFont(theme().smallFont);
    painter.drawText(
        QRectF(dial.centre.x() - cells.side / 2, dial.centre.y() + cells.side / 2, cells.side, cells.label),
        Qt::AlignHCenter | Qt::AlignTop | Qt::TextSingleLine, text);
}

void ClockFace::draw(QCPPainter* painter)
{
    if (!m_data)
        return;
    const Cells all = cells();
    for (std::size_t i = 0; i < m_data->a.clocks.size(); ++i) {
        const Dial dial = dialOf(all, i);
        drawClock(*painter, dial, i);
        drawLabel(*painter, all, dial, m_data->a.clocks[i]);
    }
}

} // namespace phasor
