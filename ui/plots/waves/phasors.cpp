// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/phasors.h"

#include "plots/canvas/clockface_p.h"
#include "plots/canvas/drawing/drawingplot_p.h"
#include "plots/drawings.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kPositionsASecond = 3;
constexpr int kFrame = 33; // ms

// Positions of the first and the second hand.
std::vector<double> handsOf(const PhasorsData& data)
{
    std::vector<double> hands{static_cast<double>(data.position)};
    if (data.other)
        hands.push_back(static_cast<double>(*data.other));
    return hands;
}

// The axis of positions below the clocks, with marks at the hands.
Drawing drawPhasors(const DataPtr<PhasorsData>& data, const DrawingContext&)
{
    Panel positions{.across = tableAxis(data ? data->positions : Axis{}, data ? words::placeName(*data) : QString()),
                    .up = {.tickLabels = false, .grid = false}};
    if (data) {
        const std::vector<double> hands = handsOf(*data);
        positions.lines.push_back({.x = hands,
                                   .y = std::vector<double>(hands.size(), 0.5),
                                   .ink = inkOf(Hue::Position),
                                   .stroke = Stroke::None,
                                   .mark = Marker::Disc});
    }
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
    PhasorsPlot(Store& store, QWidget* parent)
        : DrawingPlot(kPhasors, store, parent)
        , m_face(new ClockFace(canvas()))
    {
        canvas().plotLayout()->insertRow(0);
        canvas().plotLayout()->addElement(0, 0, m_face);
        canvas().plotLayout()->setRowStretchFactors({1, 0.001, 0.001});
        rectOf(0).axis(QCPAxis::atLeft)->setVisible(false);
        rectOf(0).setSizeConstraintRect(QCPLayoutElement::scrOuterRect);
        m_play = addButton("phasors-play", PlotWords::tr("Let the position play (space bar)"), {});
        m_play->setAccessibleName(PlotWords::tr("Play"));
        m_play->setCheckable(true);
        connect(m_play, &QToolButton::toggled, this, &PhasorsPlot::setPlaying);
        m_tick.setInterval(kFrame);
        connect(&m_tick, &QTimer::timeout, this, &PhasorsPlot::tick);
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
        m_face->setAhead(playing() && phasors() != nullptr ? m_time - at() : 0);
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
        const PhasorsData::Clock* clock = m_face->clockAt(pixel);
        if (const auto position = positionAt(pixel); position && !playing()) {
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
        setPlaying(!playing());
        return true;
    }

    void hideEvent(QHideEvent* event) override
    {
        setPlaying(false);
        DrawingPlot::hideEvent(event);
    }

private:
    const PhasorsData* phasors() const { return dynamic_cast<const PhasorsData*>(data().get()); }
    double at() const { return static_cast<double>(phasors()->position); }
    bool playing() const { return m_tick.isActive(); }

    std::optional<std::int64_t> positionAt(const QPoint& pixel) const // position on the axis below the clocks
    {
        const std::optional<Cursor> there = gestures().cursorAt(pixel, {});
        return there ? (*there)[AxisKind::Position] : std::nullopt;
    }

    void setPlaying(bool playing)
    {
        m_play->setChecked(playing);
        m_play->setText(playing ? QStringLiteral("❚❚") : QStringLiteral("▶"));
        if (playing == this->playing() || (playing && phasors() == nullptr))
            return;
        if (!playing) {
            m_tick.stop();
            m_face->setAhead(0);
            return canvas().replotSoon();
        }
        m_time = at();
        m_since.start();
        m_tick.start();
    }

    // Moves the hands between two positions; tells the store at each position.
    void tick()
    {
        if (phasors() == nullptr)
            return setPlaying(false);
        const double seconds = std::min(0.2, static_cast<double>(m_since.restart()) / 1000); // limited after a pause
        const bool moved = std::fabs(m_time - at()) > 2; // the cursor was moved elsewhere: continue from there
        m_time = moved ? at() : m_time + seconds * kPositionsASecond;
        const Axis& axis = phasors()->positions;
        if (m_time >= static_cast<double>(axis.first + axis.count))
            m_time = static_cast<double>(axis.first);
        const auto position = static_cast<std::int64_t>(std::floor(m_time));
        if (position != phasors()->position)
            store().editView([&](ViewState& view) { view.cursor[AxisKind::Position] = position; });
        m_face->setAhead(m_time - at());
        canvas().replotSoon();
    }

    ClockFace* m_face = nullptr; // owned by the canvas
    QToolButton* m_play = nullptr;
    QTimer m_tick;
    QElapsedTimer m_since; // since the last tick
    double m_time = 0; // present position during playback, in coordinates
};

} // namespace

const DrawingKind kPhasors{
    .id = "phasors",
    .title = QT_TRANSLATE_NOOP("Plots", "Phasors"),
    .question = QT_TRANSLATE_NOOP("Plots", "How does the position turn each pair?"),
    .node = "position",
    .takes = {"rows", "at"},
    .draw = drawingOf<PhasorsData, drawPhasors>,
    .help
    = QT_TRANSLATE_NOOP("PlotWords", "Space: play · point at the positions: turn · click there: a second hand · %1"),
    .crossAt = bothPositions,
    .make = madeAs<PhasorsPlot>};

} // namespace phasor
