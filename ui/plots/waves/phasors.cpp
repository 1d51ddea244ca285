// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/phasors.h"

#include "encodings/schemes.h"
#include "plots/canvas/clockface_p.h"
#include "plots/canvas/drawing/drawingplot_p.h"
#include "session/play.h"

#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// Positions of the first and the second hand.
std::vector<double> handsOf(const PhasorsData& data)
{
    std::vector<double> hands{static_cast<double>(data.position)};
    if (data.other)
        hands.push_back(static_cast<double>(*data.other));
    return hands;
}

// The axis of positions below the clocks, with marks at the hands and a key.
Drawing drawPhasors(const DataPtr<PhasorsData>& data, const DrawingContext& context)
{
    QString place = data ? words::placeName(*data) : QString();
    if (data && data->b)
        place = PlotWords::tr("%1 (A solid, B dashed)", "position 12").arg(place);
    Panel positions{.across = tableAxis(data ? data->positions : Axis{}, place),
                    .up = {.tickLabels = false, .grid = false}};
    if (data) {
        const std::vector<double> hands = handsOf(*data);
        positions.lines.push_back(
            marksOf(Marker::Disc, inkOf(Hue::Position), Side::A, hands, std::vector<double>(hands.size(), 0.5)));
    }
    const auto name = [&positions](const QString& text, const Ink& ink, Stroke stroke = Stroke::Solid) {
        positions.lines.push_back({.name = text, .ink = ink, .stroke = stroke, .weight = Weight::Hair});
    };
    // Known before the data, so that the key has a place.
    if (findScheme(context.scene.a.encoding.scheme)->kind == SchemeKind::Rotation) {
        name(PlotWords::tr("query before its rotation"), {.role = Ink::Role::Quiet}, Stroke::Dashed);
        name(PlotWords::tr("query"), inkOf(Hue::Sum));
        if (data && data->other)
            name(PlotWords::tr("key"), inkOf(Hue::Embedding));
    } else {
        name(PlotWords::tr("sine"), inkOf(Hue::Position));
        name(PlotWords::tr("cosine"), inkOf(Hue::Position, true));
    }
    name(PlotWords::tr("arc: angles of all positions"), inkOf(Hue::Position, true));
    const auto isNew = [](const PhasorClocks::Clock& clock) {
        return clock.reach > clock.trainedReach;
    };
    if (data && std::ranges::any_of(data->a.clocks, isNew))
        name(PlotWords::tr("never seen in training"), inkOf(Hue::Dropped, true));
    return {.panels = {positions}};
}

Cross bothPositions(const ViewData& shown, std::size_t, const Cursor&)
{
    Cross cross{.x = handsOf(dynamic_cast<const PhasorsData&>(shown))};
    for (double& x : cross.x)
        x += 0.5;
    return cross;
}

// Clocks, one for each pair, above an axis of positions. Pointing at the axis moves the hands, a click sets the second
// hand. The space bar plays the positions.
class PhasorsPlot : public DrawingPlot
{
public:
    PhasorsPlot(const PlotSpec& spec, Store& store, QWidget* parent)
        : DrawingPlot(spec, store, parent)
        , m_face(new ClockFace(canvas()))
    {
        canvas().plotLayout()->insertRow(0);
        canvas().plotLayout()->addElement(0, 0, m_face);
        canvas().plotLayout()->setRowStretchFactors({1, 0.001, 0.001});
        rectOf(0).axis(QCPAxis::atLeft)->setVisible(false);
        rectOf(0).setSizeConstraintRect(QCPLayoutElement::scrOuterRect);
        m_play = addButton("phasors-play", PlotWords::tr("Play the positions (space bar)"), {});
        m_play->setAccessibleName(PlotWords::tr("Play"));
        m_play->setCheckable(true);
        connect(m_play, &QToolButton::clicked, this, &PhasorsPlot::playOrPause);
        connect(m_player, &Player::changed, this, &PhasorsPlot::showPlaying);
        connect(m_player, &Player::moved, this, &PhasorsPlot::showTime);
        showPlaying();
        PhasorsPlot::themeShown();
        PhasorsPlot::dataShown();
    }

protected:
    ViewRequest requestAt(const ViewState& view, const DrawingRoom&) const override
    {
        return PhasorsRequest{.position = view.cursor[AxisKind::Position],
                              .other = view.cursor[AxisKind::Key],
                              .clocks = m_face->capacity()};
    }

    void dataShown() override
    {
        m_face->setData(std::dynamic_pointer_cast<const PhasorsData>(data()));
        m_play->setEnabled(phasors() != nullptr);
    }

    void themeShown() override
    {
        const int height = 3 * QFontMetrics(theme().smallFont).height() + 20;
        rectOf(0).setMinimumSize(1, height);
        rectOf(0).setMaximumSize(QWIDGETSIZE_MAX, height);
    }

    // A position on the axis, or the pair of a clock.
    std::optional<Cursor> cursorAt(const QPoint& pixel) const override
    {
        Cursor cursor = view().cursor;
        const PhasorClocks::Clock* clock = m_face->clockAt(pixel);
        if (const auto position = positionAt(pixel); position && !m_player->isPlaying()) {
            cursor[AxisKind::Position] = position;
        } else if (!position && clock != nullptr) {
            cursor[AxisKind::Dimension] = clock->dimension;
            cursor[AxisKind::Position] = cursor[AxisKind::Position].value_or(phasors()->position);
        } else {
            return std::nullopt;
        }
        return cursor;
    }

    // Sets the second hand; a click at the hand removes it.
    void clicked(const QPoint& pixel) override
    {
        const auto position = positionAt(pixel);
        if (!position)
            return;
        store().editView([&](ViewState& view) {
            std::optional<std::int64_t>& other = view.cursor[AxisKind::Key];
            other = other == position ? std::nullopt : position;
        });
    }

    bool spacePressed() override
    {
        playOrPause();
        return true;
    }

    void hideEvent(QHideEvent* event) override
    {
        m_player->pause();
        DrawingPlot::hideEvent(event);
    }

private:
    const PhasorsData* phasors() const { return dynamic_cast<const PhasorsData*>(data().get()); }

    std::optional<std::int64_t> positionAt(const QPoint& pixel) const // position on the axis below the clocks
    {
        const std::optional<Cursor> there = gestures().cursorAt(pixel, {});
        return there ? (*there)[AxisKind::Position] : std::nullopt;
    }

    void playOrPause()
    {
        constexpr double kPositionsASecond = 3;
        if (m_player->isPlaying() || phasors() == nullptr)
            return m_player->pause();
        const Axis& axis = phasors()->positions;
        m_reached = phasors()->position;
        const auto count = static_cast<double>(axis.count);
        m_player->play(count / kPositionsASecond, Player::Way::Again,
                       static_cast<double>(phasors()->position - axis.first) / count);
    }

    void showPlaying()
    {
        const bool playing = m_player->isPlaying();
        m_play->setChecked(playing);
        m_play->setText(playing ? QStringLiteral("❚❚") : QStringLiteral("▶"));
        if (!playing)
            m_face->setTime(std::nullopt);
    }

    // The cursor is at the last position; between two of them the hands move on.
    void showTime(double share)
    {
        if (phasors() == nullptr)
            return m_player->pause();
        std::optional<std::int64_t> cursor = store().view().cursor[AxisKind::Position];
        if (cursor && *cursor != m_reached) { // it was moved elsewhere: continue from there
            m_player->pause();
            return playOrPause();
        }
        const Axis& axis = phasors()->positions;
        const double time = static_cast<double>(axis.first) + share * static_cast<double>(axis.count);
        m_reached = std::min(static_cast<std::int64_t>(std::floor(time)), axis.first + axis.count - 1);
        store().editView([this](ViewState& view) { view.cursor[AxisKind::Position] = m_reached; });
        m_face->setTime(time);
    }

    ClockFace* m_face = nullptr; // owned by the canvas
    QToolButton* m_play = nullptr;
    Player* m_player = new Player(store(), this);
    std::int64_t m_reached = 0; // position of the cursor during playback
};

} // namespace

const PlotSpec kPhasors{
    .title = QT_TRANSLATE_NOOP("Plots", "Phasors"),
    .question = QT_TRANSLATE_NOOP("Plots", "How far does the position turn each pair?"),
    .node = "position",
    .takes = {"rows", "at"},
    .draw = drawingOf<PhasorsData, drawPhasors>,
    .help = QT_TRANSLATE_NOOP("PlotWords",
                              "Space: play · point at the axis: position · click the axis: second position · %1"),
    .crossAt = bothPositions,
    .ownPlot = madeAs<PhasorsPlot>};

} // namespace phasor
