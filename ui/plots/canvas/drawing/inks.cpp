// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/drawing/drawnpanel_p.h"

#include "words/coretexts.h"

#include <cmath>
#include <numbers>
#include <set>

namespace phasor {

// OKLCh color. Björn Ottosson, "A perceptual color space for image processing", 2020; lightness 0 … 1, hue in degrees.
static QColor okLch(double lightness, double chroma, double hue)
{
    const double angle = hue * std::numbers::pi / 180;
    const double a = chroma * std::cos(angle);
    const double b = chroma * std::sin(angle);
    const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    return QColor::fromRgbF(encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                            encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                            encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s))
        .toRgb();
}

// Color of a wave of the encoding: from blue, the hue of position, for the fastest (slowness 0) to green for the
// slowest (1), in steps of equal size for the eye. A pair's sine has the full color, its cosine a lighter one; both
// contrast with the theme's background.
static QColor waveColor(double slowness, bool cosine, const Theme& theme)
{
    constexpr double kFast = 248; // degrees: blue, the hue of position
    constexpr double kSlow = 145; // degrees: green
    constexpr double kChroma = 0.13;
    constexpr double kLeast = 3;
    const double sine = theme.isDark() ? 0.68 : 0.5;
    const double lightness = cosine ? sine + 0.16 : sine;
    return readableOn(theme.background, okLch(lightness, kChroma, kFast + (kSlow - kFast) * slowness), kLeast);
}

static QPen strokeOf(const QColor& color, double width, Stroke stroke)
{
    if (stroke == Stroke::Dashed || stroke == Stroke::Dotted)
        return {color, width, stroke == Stroke::Dashed ? Qt::DashLine : Qt::DotLine, Qt::FlatCap};
    return {color, width};
}

QColor colorOf(const Ink& ink, const Theme& theme)
{
    switch (ink.role) {
    case Ink::Role::Quantity:
        return theme.mark(ink.hue, ink.light);
    case Ink::Role::Series:
        return theme.line(seriesColor(static_cast<std::size_t>(ink.place)));
    case Ink::Role::Wave:
        return waveColor(ink.place, ink.light, theme);
    case Ink::Role::Quiet:
        return theme.muted;
    default:
        return theme.foreground;
    }
}

QColor colorOf(const DrawnBand& band, const Theme& theme)
{
    QColor shade = theme.muted;
    shade.setAlphaF(static_cast<float>(band.strength));
    return shade;
}

QPen penOf(const DrawnLine& line, const Theme& theme)
{
    constexpr int kFaint = 110; // alpha
    constexpr double kBold = 1.2; // line width
    QColor color = colorOf(line.ink, theme);
    if (line.faint)
        color.setAlpha(kFaint);
    const double width = line.weight == Weight::Bold ? kBold * theme.lineWidth : theme.lineWidth;
    QPen pen = strokeOf(color, line.weight == Weight::Hair ? theme.axisWidth : width, line.stroke);
    const bool dashes = line.stroke == Stroke::Dashed && line.weight != Weight::Hair;
    // Dashes along an area are hard to see.
    const bool second = line.side == Side::B && line.ink.role != Ink::Role::Series && !line.faint;
    if (line.ink.role == Ink::Role::Wave)
        pen.setJoinStyle(Qt::RoundJoin); // without it a steep peak has a spike
    if (dashes || second) {
        pen.setCapStyle(Qt::FlatCap);
        pen.setDashPattern(dashes && second ? QList<qreal>{2, 1.5} : QList<qreal>{5, 2.5});
    }
    return pen;
}

QPen penOf(const DrawnLevel& level, const Theme& theme)
{
    QPen pen = strokeOf(colorOf(level.ink, theme), theme.axisWidth, level.stroke);
    if (level.side == Side::B) // of one dash and of several dots
        pen.setStyle(level.stroke == Stroke::Dotted ? Qt::DashDotDotLine : Qt::DashDotLine);
    return pen;
}

QCPScatterStyle scatterOf(Marker mark, const QColor& color, const Theme& theme, Side side)
{
    const double line = theme.lineWidth;
    const QPen outline(color, line);
    const QColor edge = theme.edge(color);
    const bool open = side == Side::B;
    const auto disc = [&](const QPen& pen, double size) {
        if (open)
            return QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(color, 0.75 * line), QBrush(), size + 1.5 * line);
        if (edge.isValid()) // QCustomPlot fills a disc with the color of its pen
            return QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(edge, theme.axisWidth), QBrush(color), size);
        return QCPScatterStyle(QCPScatterStyle::ssDisc, pen, QBrush(color), size);
    };
    switch (mark) {
    case Marker::Dot:
        return disc(Qt::NoPen, 1.5 + line);
    case Marker::Point:
        return disc(QPen(color), 2 + line);
    case Marker::Disc:
        return disc(Qt::NoPen, 3 + 2 * line);
    case Marker::Large:
        return disc(Qt::NoPen, 4 + 3 * line);
    case Marker::Ring:
        return {QCPScatterStyle::ssCircle, outline, QBrush(), 6 + line};
    case Marker::Square:
        return {QCPScatterStyle::ssSquare, outline, QBrush(open ? theme.background : color), 2 + line};
    case Marker::Diamond:
        return {QCPScatterStyle::ssDiamond, outline, QBrush(open ? theme.background : color), 5 + 2 * line};
    case Marker::Cross:
        return {open ? QCPScatterStyle::ssPlus : QCPScatterStyle::ssCross, outline, QBrush(), 5 + 2 * line};
    case Marker::None:
        break;
    }
    return {};
}

std::vector<KeyRow::Entry> keyOf(const std::vector<const Panel*>& panels, const Theme& theme)
{
    constexpr int kSwatch = 8; // pixels
    std::vector<KeyRow::Entry> key;
    std::set<QString> ofA; // quantities
    std::optional<bool> sharedLine; // A and B have the same, as a line or as marks
    Marker sharedMark = Marker::None;
    const auto enter = [&key](const KeyRow::Entry& made) {
        const auto same = [&](const KeyRow::Entry& entry) {
            return entry.text == made.text && entry.pen == made.pen
                && (entry.mark.isNone() || made.mark.isNone() || entry.mark.shape() == made.mark.shape());
        };
        const auto known = std::ranges::find_if(key, same); // panels may share what they show
        if (known == key.end())
            key.push_back(made);
        else if (known->mark.isNone()) // a line has dots in one panel
            known->mark = made.mark;
    };
    const auto add = [&](const DrawnLine& line) {
        const bool onlyNamed
            = line.weight == Weight::Hair || (line.stroke == Stroke::None && line.mark == Marker::Large);
        if (line.name.isEmpty() || (line.x.empty() && !onlyNamed))
            return;
        const bool isLine = line.stroke != Stroke::None || line.sparse; // sparse marks come and go with the room
        const bool second = line.side == Side::B && ofA.contains(line.quantity);
        if (second) {
            sharedLine = sharedLine.value_or(false) || isLine;
            if (!isLine)
                sharedMark = line.mark;
            return;
        }
        if (line.side == Side::A)
            ofA.insert(line.quantity);
        QPen pen = penOf(line, theme);
        pen.setColor(colorOf(line.ink, theme)); // a key entry is never faint
        const QCPScatterStyle mark
            = line.sparse ? QCPScatterStyle() : scatterOf(line.mark, pen.color(), theme, line.side);
        const bool once = line.side == Side::A && !line.quantity.isEmpty();
        const QString brief
            = line.brief.isEmpty() ? QString() : QStringLiteral("%1 %2").arg(line.brief, line.end).trimmed();
        enter({isLine ? pen : QPen(Qt::NoPen), once ? line.quantity : line.name, mark,
               line.quantity.isEmpty() || brief.isEmpty() || once ? brief : words::ofSide(line.side, brief),
               line.ink.role == Ink::Role::Wave ? std::optional(line.ink.place) : std::nullopt});
    };
    for (const Side side : {Side::A, Side::B}) {
        for (const Panel* panel : panels) {
            for (const DrawnLine& line : panel->lines) {
                if (line.side == side)
                    add(line);
            }
            for (const DrawnBand& band : panel->bands) {
                if (side == Side::A && !band.name.isEmpty())
                    enter({QPen(colorOf(band, theme), kSwatch, Qt::SolidLine, Qt::FlatCap), band.name});
            }
            for (const DrawnLevel& level : panel->levels) {
                if (level.side == side && !level.name.isEmpty())
                    enter({penOf(level, theme), level.name});
            }
        }
    }
    for (const Side side : {Side::A, Side::B}) {
        const QPen pen = penOf(DrawnLine{.side = side}, theme);
        if (sharedLine)
            enter({*sharedLine ? pen : QPen(Qt::NoPen), words::sideName(side),
                   scatterOf(sharedMark, pen.color(), theme, side)});
    }
    return key;
}

std::vector<EndLabels::Entry> endsOf(const Panel& panel, const Theme& theme)
{
    std::vector<EndLabels::Entry> ends;
    for (const DrawnLine& line : panel.lines) {
        const auto last = std::find_if(line.y.rbegin(), line.y.rend(), [](double y) { return std::isfinite(y); });
        const bool both = !line.quantity.isEmpty() && std::ranges::any_of(panel.lines, [&line](const DrawnLine& other) {
            return other.side != line.side && other.quantity == line.quantity && other.y == line.y;
        });
        if (both && line.side == Side::B)
            continue; // is named with A's
        const QString name = both ? PlotWords::tr("A, B · %1", "what both setups have").arg(line.quantity) : line.name;
        if (!line.name.isEmpty() && last != line.y.rend())
            ends.push_back({*last, line.brief.isEmpty() ? name : line.brief,
                            line.end.isEmpty() ? words::endNumber(*last) : line.end,
                            theme.type(colorOf(line.ink, theme))});
    }
    for (const DrawnLevel& level : panel.levels) {
        if (!level.name.isEmpty() && !level.upright)
            ends.push_back({level.at, level.brief.isEmpty() ? level.name : level.brief,
                            level.end.isEmpty() ? words::endNumber(level.at) : level.end,
                            theme.type(colorOf(level.ink, theme)), true});
    }
    if (panel.lane && ends.size() == 1)
        ends.front().at = (panel.up.range.low + panel.up.range.high) / 2; // near the neighbors there may be no room
    return ends;
}

} // namespace phasor
