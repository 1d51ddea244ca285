// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/waves/phasors_p.h"

#include "raster/hues.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <QKeyEvent>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kPositionsASecond = 3;
constexpr int kFrame = 33; // ms

} // namespace

PhasorsPlot::PhasorsPlot(Store& store, QWidget* parent)
    : CanvasPlot("phasors", store, parent)
    , m_face(new ClockFace(&canvas()))
    , m_rect(makeRect(1, 0))
    , m_ticker(QSharedPointer<IndexTicker>::create(*m_rect->axis(QCPAxis::atBottom)))
    , m_marks(canvas().addGraph(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft)))
    , m_position(canvas().addOverlay<CrossHair>(*m_rect, *m_rect->axis(QCPAxis::atBottom)))
    , m_other(canvas().addOverlay<CrossHair>(*m_rect, *m_rect->axis(QCPAxis::atBottom)))
    , m_play(new QToolButton(this))
{
    canvas().plotLayout()->addElement(0, 0, m_face);
    canvas().plotLayout()->setRowStretchFactors({1, 0.001});
    m_rect->axis(QCPAxis::atLeft)->setVisible(false);
    m_rect->axis(QCPAxis::atBottom)->setTicker(m_ticker);
    m_rect->axis(QCPAxis::atBottom)->setLabel(words::axisTitle(AxisKind::Position));
    m_rect->axis(QCPAxis::atLeft)->setRange(0, 1);
    m_rect->axis(QCPAxis::atLeft)->grid()->setVisible(false);
    m_rect->setSizeConstraintRect(QCPLayoutElement::scrOuterRect);
    m_marks->setName(QStringLiteral("positions"));
    m_marks->setLineStyle(QCPGraph::lsNone);
    m_play->setObjectName(QStringLiteral("phasors-play"));
    m_play->setAutoRaise(true);
    m_play->setCheckable(true);
    m_play->setFocusPolicy(Qt::NoFocus);
    m_play->setToolTip(tr("Let the position play (space bar)"));
    m_play->setAccessibleName(tr("Play"));
    connect(m_play, &QToolButton::toggled, this, &PhasorsPlot::setPlaying);
    addToHeader(m_play);
    m_tick.setInterval(kFrame);
    connect(&m_tick, &QTimer::timeout, this, &PhasorsPlot::tick);
    canvas().setStatusTip(
        tr("Space: play · point at the positions: turn · click there: a second hand · %1").arg(Gestures::help()));
    setTheme(Theme::light());
    show(nullptr);
}

ViewRequest PhasorsPlot::requestAt(const ViewState& view, Resolution) const
{
    return PhasorsRequest{
        .position = view.cursor[AxisKind::Position], .other = view.cursor[AxisKind::Key], .clocks = m_face->capacity()};
}

void PhasorsPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const PhasorsData>(newData);
    m_face->setData(m_data);
    m_face->setAhead(playing() && m_data ? m_time - static_cast<double>(m_data->position) : 0);
    const Axis positions = m_data ? m_data->positions : Axis{};
    gestures().show(*m_rect->axis(QCPAxis::atBottom), positions);
    const bool named
        = m_data && IndexTicker::hasRoomForNames(positions, positions.visible(view().zoom[AxisKind::Position]));
    m_ticker->show(positions, named);
    m_marks->data()->clear();
    if (m_data)
        m_marks->addData(static_cast<double>(m_data->position) + 0.5, 0.5);
    if (m_data && m_data->other)
        m_marks->addData(static_cast<double>(*m_data->other) + 0.5, 0.5);
    m_rect->axis(QCPAxis::atBottom)
        ->setLabel(m_data ? words::placeName(*m_data) : words::axisTitle(AxisKind::Position));
    m_play->setEnabled(m_data != nullptr);
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Phasors"), summary);
}

void PhasorsPlot::showCursor(const Cursor&)
{
    const auto centre = [](std::int64_t position) {
        return std::vector<double>{static_cast<double>(position) + 0.5};
    };
    m_position.moveTo(m_data ? centre(m_data->position) : std::vector<double>{});
    m_other.moveTo(m_data && m_data->other ? centre(*m_data->other) : std::vector<double>{});
}

void PhasorsPlot::setPlaying(bool playing)
{
    m_play->setChecked(playing);
    m_play->setText(playing ? QStringLiteral("❚❚") : QStringLiteral("▶"));
    if (playing == this->playing() || (playing && !m_data))
        return;
    if (playing) {
        m_time = static_cast<double>(m_data->position);
        m_since.start();
        m_tick.start();
        return;
    }
    m_tick.stop();
    m_face->setAhead(0);
    canvas().replotSoon();
}

// The hands move on between two positions; at each the store is told.
void PhasorsPlot::tick()
{
    if (!m_data)
        return setPlaying(false);
    const double seconds = std::min(0.2, static_cast<double>(m_since.restart()) / 1000); // not more after a pause
    const double before = m_time;
    m_time += seconds * kPositionsASecond;
    // Somebody else moved the cursor: go on from there.
    if (std::fabs(before - static_cast<double>(m_data->position)) > 2)
        m_time = static_cast<double>(m_data->position);
    const Axis& axis = m_data->positions;
    if (m_time >= static_cast<double>(axis.first + axis.count))
        m_time = static_cast<double>(axis.first);
    const auto position = static_cast<std::int64_t>(std::floor(m_time));
    if (position != m_data->position)
        store().editView([&](ViewState& view) { view.cursor[AxisKind::Position] = position; });
    m_face->setAhead(m_time - static_cast<double>(m_data->position));
    canvas().replotSoon();
}

bool PhasorsPlot::overPositions(const QPoint& pixel) const
{
    return m_rect->outerRect().contains(pixel);
}

// A position, or the pair of a clock.
std::optional<Cursor> PhasorsPlot::cursorAt(const QPoint& pixel) const
{
    const Cursor before = view().cursor;
    if (overPositions(pixel)) {
        if (playing())
            return std::nullopt;
        std::optional<Cursor> cursor = CanvasPlot::cursorAt(pixel);
        if (cursor) {
            (*cursor)[AxisKind::Key] = before[AxisKind::Key];
            (*cursor)[AxisKind::Dimension] = before[AxisKind::Dimension];
        }
        return cursor;
    }
    const PhasorsData::Clock* clock = m_face->clockAt(pixel);
    if (clock == nullptr)
        return std::nullopt;
    Cursor cursor = before;
    cursor[AxisKind::Dimension] = clock->dimension;
    if (!cursor[AxisKind::Position])
        cursor[AxisKind::Position] = m_data->position;
    return cursor;
}

// The second hand; a click where it stands takes it away.
void PhasorsPlot::clicked(const QPoint& pixel)
{
    if (!overPositions(pixel))
        return;
    const std::optional<Cursor> there = CanvasPlot::cursorAt(pixel);
    if (!there)
        return;
    store().editView([&](ViewState& view) {
        std::optional<std::int64_t>& other = view.cursor[AxisKind::Key];
        const std::optional<std::int64_t> chosen = (*there)[AxisKind::Position];
        other = other == chosen ? std::nullopt : chosen;
    });
}

void PhasorsPlot::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        return setPlaying(!playing());
    CanvasPlot::keyPressEvent(event);
}

void PhasorsPlot::hideEvent(QHideEvent* event)
{
    setPlaying(false);
    CanvasPlot::hideEvent(event);
}

void PhasorsPlot::applyTheme()
{
    const int line = QFontMetrics(theme().smallFont).height();
    const int height = 3 * line + 20;
    m_rect->setMinimumSize(1, height);
    m_rect->setMaximumSize(QWIDGETSIZE_MAX, height);
    const QColor mark = toColor(colourOf(Hue::Position).full);
    m_marks->setPen(mark);
    m_marks->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(mark), QBrush(mark), 4 + 2 * theme().lineWidth));
    m_face->setTheme(theme());
    m_position.setTheme(theme());
    Theme quiet = theme();
    quiet.crossHair = theme().muted;
    m_other.setTheme(quiet);
}

} // namespace phasor
