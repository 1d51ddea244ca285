// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/questions/training_p.h"

#include "plots/canvas/labels/tickers_p.h"
#include "plots/questions/trainingmenu.h"
#include "raster/hues.h"
#include "words/summaries/summaries.h"

#include <QKeyEvent>
#include <QToolButton>

#include <algorithm>

namespace phasor {

namespace {

constexpr int kFrameMilliseconds = 500;
constexpr std::int64_t kMoreSeeds = 5;
// The least that a chart needs, in lines of small type.
constexpr double kChartWidth = 9.5;
constexpr double kChartHeight = 10;

} // namespace

TrainingPlot::TrainingPlot(Store& store, QWidget* parent)
    : CanvasPlot("training", store, parent)
    , m_accuracy(canvas(), *makeRect(1, 0))
    , m_loss(canvas(), *makeRect(2, 0))
    , m_byPosition(canvas(), *makeRect(1, 1))
    , m_byLength(canvas(), *makeRect(2, 1))
    , m_norms(canvas(), *makeRect(2, 2))
    , m_mapRect(makeRect(1, 2))
    , m_map(new HeatmapPlottable(m_mapRect->axis(QCPAxis::atBottom), m_mapRect->axis(QCPAxis::atLeft)))
    , m_key(new KeyRow(&canvas()))
    , m_charts(new QCPLayoutGrid)
{
    arrange();
    m_accuracy.up().setLabel(tr("accuracy"));
    m_loss.up().setLabel(tr("loss"));
    m_loss.across().setLabel(tr("step"));
    m_byPosition.across().setLabel(tr("position"));
    m_byLength.across().setLabel(tr("× trained length"));
    for (const LineChart* chart : {&m_byPosition, &m_byLength})
        chart->up().setLabel(tr("accuracy"));
    m_norms.across().setLabel(tr("step"));
    m_norms.up().setLabel(tr("‖E‖"));
    m_mapRect->axis(QCPAxis::atLeft)->setLabel(tr("query"));
    m_mapRect->axis(QCPAxis::atLeft)->setRangeReversed(true);
    for (const LineChart* chart : {&m_accuracy, &m_byPosition, &m_byLength})
        chart->up().setRange(-0.02, 1.04);
    for (const LineChart* chart : {&m_accuracy, &m_loss, &m_norms, &m_byPosition})
        LineChart::setCounts(chart->across());
    for (const QCPAxis::AxisType axis : {QCPAxis::atBottom, QCPAxis::atLeft})
        LineChart::setCounts(*m_mapRect->axis(axis));
    m_byLength.across().setScaleType(QCPAxis::stLogarithmic);
    m_byLength.across().setRange(0.85, 4.7);
    const auto lengths = QSharedPointer<QCPAxisTickerText>::create();
    for (const int times : {1, 2, 4})
        lengths->addTick(times, QString::number(times));
    m_byLength.across().setTicker(lengths);
    makeButtons();
    m_tick.setInterval(kFrameMilliseconds);
    connect(&m_tick, &QTimer::timeout, this, &TrainingPlot::nextFrame);
    canvas().setStatusTip(tr("Space: start, pause"));
    setTheme(Theme::light());
    show(nullptr);
}

// By columns, the one above and the one below.
std::array<std::array<QCPAxisRect*, 2>, TrainingPlot::kColumns> TrainingPlot::chartRects() const
{
    return {{{&m_accuracy.rect(), &m_loss.rect()},
             {&m_byPosition.rect(), &m_byLength.rect()},
             {m_mapRect, &m_norms.rect()}}};
}

// The key above all charts.
void TrainingPlot::arrange()
{
    QCPLayoutGrid* outer = canvas().plotLayout();
    const std::array<QCPMarginGroup*, 2> rows{new QCPMarginGroup(&canvas()), new QCPMarginGroup(&canvas())};
    for (const auto& column : chartRects()) {
        auto* beside = new QCPMarginGroup(&canvas());
        for (std::size_t row = 0; row < rows.size(); ++row) {
            outer->take(column[row]);
            column[row]->setMarginGroup(QCP::msLeft | QCP::msRight, beside);
            column[row]->setMarginGroup(QCP::msTop | QCP::msBottom, rows[row]);
        }
    }
    outer->simplify();
    outer->addElement(0, 0, m_key);
    outer->addElement(1, 0, m_charts);
    outer->setRowStretchFactors({0.001, 1});
    placeCharts();
}

// Those on the right and those below are left out where there is no room for all.
void TrainingPlot::placeCharts()
{
    for (const auto& column : chartRects()) {
        for (QCPAxisRect* rect : column) {
            if (rect->layout() == m_charts)
                m_charts->take(rect);
            rect->setVisible(false);
        }
    }
    m_charts->simplify();
    for (int column = 0; column < m_columns; ++column) {
        for (int row = 0; row < m_rows; ++row) {
            QCPAxisRect* rect = chartRects()[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)];
            m_charts->addElement(row, column, rect);
            rect->setVisible(true);
        }
    }
    m_charts->setColumnStretchFactors(QList<double>{1.4, 1, 1}.first(m_columns));
    m_accuracy.across().setLabel(m_rows == 1 ? tr("step") : QString());
}

bool TrainingPlot::fold()
{
    const double line = QFontMetricsF(theme().smallFont).height();
    const QSize room = canvas().viewport().size();
    const int columns = std::clamp(static_cast<int>(room.width() / (kChartWidth * line)), 1, kColumns);
    const int rows = room.height() < 2 * kChartHeight * line ? 1 : 2;
    if (columns == m_columns && rows == m_rows)
        return false;
    m_columns = columns;
    m_rows = rows;
    placeCharts();
    setTheme(theme());
    return true;
}

// What the layout does not have, nobody would delete while the canvas still lives.
TrainingPlot::~TrainingPlot()
{
    for (const auto& column : chartRects()) {
        for (QCPAxisRect* rect : column) {
            if (rect->layout() == nullptr)
                canvas().plotLayout()->addElement(rect);
        }
    }
}

QToolButton* TrainingPlot::makeButton(const char* name, const QString& help)
{
    auto* button = new QToolButton(this);
    button->setObjectName(QString::fromLatin1(name));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    button->setToolTip(help);
    button->setAccessibleName(help);
    addToHeader(button);
    return button;
}

void TrainingPlot::makeButtons()
{
    addToHeader(new TrainingMenu(store(), this));
    m_start = makeButton("training-start", tr("Train, or pause (space bar)"));
    m_stop = makeButton("training-stop", tr("Stop, and forget what is not finished"));
    m_more = makeButton("training-more", tr("Five seeds more of each"));
    m_play = makeButton("training-play", tr("Play the attention again, a picture every 50 steps"));
    m_stop->setText(QStringLiteral("■"));
    m_more->setText(QStringLiteral("+5"));
    m_play->setText(QStringLiteral("↻"));
    connect(m_start, &QToolButton::clicked, this, &TrainingPlot::startOrPause);
    connect(m_stop, &QToolButton::clicked, this, [this] { setPhase(TrainingChoice::Phase::Stopped); });
    connect(m_more, &QToolButton::clicked, this, [this] {
        this->store().editView([](ViewState& view) {
            view.training.seeds = std::min<std::int64_t>(view.training.seeds + kMoreSeeds, kMostSeeds);
            view.training.phase = TrainingChoice::Phase::Running;
        });
    });
    connect(m_play, &QToolButton::clicked, this, [this] { setPlaying(!m_tick.isActive()); });
}

void TrainingPlot::setPhase(TrainingChoice::Phase phase)
{
    store().editView([phase](ViewState& view) { view.training.phase = phase; });
}

void TrainingPlot::startOrPause()
{
    const bool running = view().training.phase == TrainingChoice::Phase::Running && m_data && !m_data->finished;
    setPhase(running ? TrainingChoice::Phase::Waiting : TrainingChoice::Phase::Running);
}

void TrainingPlot::setPlaying(bool playing)
{
    m_frame = playing ? 0 : -1;
    playing ? m_tick.start() : m_tick.stop();
    emit resized(); // another picture is asked for
}

void TrainingPlot::nextFrame()
{
    if (!m_data || m_frame + 1 >= m_data->frames)
        return setPlaying(false);
    ++m_frame;
    emit resized();
}

ViewRequest TrainingPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    TrainingRequest request{.choice = view.training,
                            .complete = resolution.figure,
                            .frame = m_frame,
                            .colorMap = view.colorMap,
                            .wholeCells = resolution.vector};
    if (m_mapRect->visible()) {
        const QSize pixels = Canvas::deviceSize(m_mapRect->rect(), resolution.scale);
        request.pixels = {pixels.width(), pixels.height()};
    }
    return request;
}

void TrainingPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const TrainingData>(newData);
    showLines();
    showAttention();
    viewChanged();
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts({.title = tr("Training"),
              .summary = summary,
              .line = summary,
              .detail = m_data ? words::detail(*m_data) : QString()});
}

// What the buttons do now.
void TrainingPlot::viewChanged()
{
    const bool running = view().training.phase == TrainingChoice::Phase::Running && m_data && !m_data->finished;
    m_start->setText(running ? tr("❚❚ Pause") : tr("▶ Start"));
    m_start->setEnabled(m_data && !m_data->finished);
    m_stop->setEnabled(m_data && m_data->begun && !m_data->finished);
    m_more->setEnabled(m_data && m_data->finished);
    m_play->setEnabled(m_data && m_data->frames > 1);
}

// The first is the set-up's own, in the colour of position.
QPen TrainingPlot::penOf(std::size_t variant) const
{
    const bool second = m_data && m_data->variants[variant].name == "B";
    const std::uint32_t colour = second ? colourOf(Hue::Second).full
        : variant == 0                  ? colourOf(Hue::Position).full
                                        : seriesColour(variant - 1);
    QPen pen(theme().line(colour), theme().lineWidth);
    if (variant > kSeriesColours)
        pen.setStyle(Qt::DashLine);
    return pen;
}

// The mean as a line, the band's edges as hairlines of its colour.
void TrainingPlot::addBand(std::vector<ChartLine>& lines, const std::vector<double>& x, const BandCurve& curve,
                           const QPen& pen, const QString& name) const
{
    QColor soft = pen.color();
    soft.setAlphaF(0.22F);
    lines.push_back({.name = {}, .x = x, .y = curve.low, .pen = QPen(Qt::NoPen), .fill = QColor()});
    lines.push_back({.name = {}, .x = x, .y = curve.high, .pen = QPen(Qt::NoPen), .fill = soft});
    lines.push_back({.name = name, .x = x, .y = curve.mean, .pen = pen});
}

void TrainingPlot::showLines()
{
    std::vector<ChartLine> accuracy;
    std::vector<ChartLine> loss;
    std::vector<ChartLine> norms;
    std::vector<ChartLine> byPosition;
    std::vector<ChartLine> byLength;
    for (std::size_t v = 0; m_data && v < m_data->variants.size(); ++v) {
        const TrainedVariant& variant = m_data->variants[v];
        const QPen pen = penOf(v);
        addBand(accuracy, variant.steps, variant.accuracy, pen, words::variantName(variant));
        addBand(loss, variant.steps, variant.loss, pen, {});
        addBand(norms, variant.steps, variant.embedding, pen, {});
        ChartLine positions{.name = {}, .x = {}, .y = variant.byPosition, .pen = pen};
        for (std::size_t p = 0; p < variant.byPosition.size(); ++p)
            positions.x.push_back(static_cast<double>(p));
        byPosition.push_back(std::move(positions));
        ChartLine lengths{.name = {}, .x = {1, 2, 4}, .y = {}, .pen = pen, .disc = 3 + theme().lineWidth};
        for (const Band& band : variant.byLength)
            lengths.y.push_back(band.mean);
        byLength.push_back(std::move(lengths));
    }
    const double steps = m_data ? static_cast<double>(m_data->choice.settings.steps) : 500;
    const double length = m_data ? static_cast<double>(m_data->choice.settings.length) : 24;
    for (const LineChart* chart : {&m_accuracy, &m_loss, &m_norms})
        chart->across().setRange(-0.01 * steps, 1.01 * steps);
    m_byPosition.across().setRange(-0.5, length - 0.5);
    m_loss.up().setRange(0, LineChart::rangeOf(loss, &ChartLine::y, {0, 4}).upper);
    m_norms.up().setRange(0, 1.05 * LineChart::rangeOf(norms, &ChartLine::y, {0, 8}).upper);
    m_key->setEntries(keyOf(accuracy));
    m_accuracy.show(accuracy);
    m_loss.show(loss);
    m_norms.show(norms);
    m_byPosition.show(byPosition);
    m_byLength.show(byLength);
}

void TrainingPlot::showAttention()
{
    const bool shown = m_data && m_data->attention;
    m_map->setData(shown ? m_data->attention : nullptr);
    const double n = shown ? static_cast<double>(m_data->attention->rows.count) : 24;
    m_mapRect->axis(QCPAxis::atBottom)->setRange(0, n);
    m_mapRect->axis(QCPAxis::atLeft)->setRange(0, n);
    m_mapRect->axis(QCPAxis::atBottom)->setLabel(shown ? words::frameName(*m_data) : tr("key"));
}

void TrainingPlot::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        return startOrPause();
    CanvasPlot::keyPressEvent(event);
}

void TrainingPlot::hideEvent(QHideEvent* event)
{
    m_tick.stop();
    m_frame = -1;
    CanvasPlot::hideEvent(event);
}

void TrainingPlot::applyTheme()
{
    m_key->setTheme(theme());
    m_map->setTheme(theme());
    showLines();
}

} // namespace phasor
