// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/tables/similarity_p.h"

#include "plots/canvas/labels/headertoggle_p.h"
#include "plots/canvas/ranges_p.h"
#include "raster/hues.h"
#include "session/store.h"
#include "words/compare.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr int kCharactersOfMap = 60; // room that the map and the charts beside it need
constexpr int kCharactersOfSide = 30;
constexpr int kLinesOfSide = 14;
constexpr double kSideStretch = 0.62; // of the map
constexpr std::size_t kLinearDistances = 300; // more of them are on a logarithmic axis

} // namespace

SimilarityPlot::SimilarityPlot(Store& store, QWidget* parent)
    : ComparedPlot("similarity", store, parent)
    , m_row(canvas(), *makeRect(0, 1))
    , m_kernel(canvas(), *makeRect(0, 2))
    , m_side(new QCPLayoutGrid)
    , m_key(canvas().addOverlay<CrossHair>(m_row.rect(), m_row.across()))
    , m_rowTicker(QSharedPointer<IndexTicker>::create(m_row.across()))
    , m_means(new HeaderToggle(
          QStringLiteral("minus-mean-row"), tr("− mean row"),
          tr("Compares rows less their mean row, which all positions share and which tells none apart"),
          [&store](bool on) { store.editView([on](ViewState& view) { view.minusMeanRow = on; }); }, this))
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    auto* sides = new QCPMarginGroup(&canvas());
    int line = 0;
    for (const LineChart* chart : {&m_row, &m_kernel}) {
        grid->take(&chart->rect());
        m_side->addElement(line++, 0, &chart->rect());
        chart->rect().setMarginGroup(QCP::msLeft | QCP::msRight, sides);
    }
    LineChart::setCounts(m_kernel.across());
    m_row.across().setTicker(m_rowTicker);
    grid->simplify();
    grid->addElement(0, 1, m_side);
    grid->setColumnStretchFactors({1, kSideStretch});
    m_row.across().setLabel(words::axisTitle(AxisKind::Position));
    m_kernel.across().setLabel(tr("distance, positions"));
    m_kernel.up().setLabel(words::kernelTitle());
    addToHeader(m_means);
    setTheme(Theme::light());
    show(nullptr);
}

// What the layout does not have, nobody would delete while the canvas still lives.
SimilarityPlot::~SimilarityPlot()
{
    if (m_side->layout() == nullptr)
        canvas().plotLayout()->addElement(0, 1, m_side);
}

// The map first: what there is no room for beside it is left out.
bool SimilarityPlot::fold()
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    const QFontMetrics metrics(theme().smallFont);
    const int character = metrics.averageCharWidth();
    const int maps = store().scene().b ? 3 : 1;
    const QSize room = canvas().viewport().size();
    const bool fits = room.width() >= (maps * kCharactersOfMap + kCharactersOfSide) * character
        && room.height() >= kLinesOfSide * metrics.height();
    const bool shown = m_side->layout() == grid;
    if (fits == shown)
        return ComparedPlot::fold();
    if (fits) {
        grid->addElement(0, 1, m_side);
        grid->setColumnStretchFactors({1, kSideStretch / maps});
    } else {
        grid->take(m_side);
        grid->simplify();
    }
    for (const LineChart* chart : {&m_row, &m_kernel})
        chart->rect().setVisible(fits);
    canvas().layoutFor(room); // the map has another width
    ComparedPlot::fold();
    return true;
}

ViewRequest SimilarityPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    // Something to see until a row is pointed at: the first one.
    const std::int64_t first = m_data ? m_data->pictures->picture.rows.first : 0;
    return SimilarityRequest{.node = view.node,
                             .minusMeanRow = view.minusMeanRow,
                             .row = view.cursor[AxisKind::Position].value_or(first),
                             .pictures = picturesAt(view, resolution),
                             .only = restrictionOf(view)};
}

std::shared_ptr<const PicturesData> SimilarityPlot::picturesIn(const ViewDataPtr& newData) const
{
    const auto shown = std::dynamic_pointer_cast<const SimilarityData>(newData);
    return shown ? shown->pictures : nullptr;
}

void SimilarityPlot::describe(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const SimilarityData>(newData);
    maps().a().titleColumns(words::axisTitle(AxisKind::Position));
    showRow();
    showKernel();
    setTexts(tr("Similarity"), m_data ? words::summary(*m_data) : QString());
}

void SimilarityPlot::showRow()
{
    std::vector<ChartLine> lines;
    const auto add = [&](const SideSimilarity& of, Side side) {
        if (!of.row)
            return;
        const HueColours hue = colourOf(side == Side::A ? Hue::Position : Hue::Second);
        ChartLine line{.name = words::sideName(side),
                       .x = of.row->positions,
                       .y = of.row->values,
                       .pen = QPen(theme().line(hue.full), theme().lineWidth)};
        for (double& x : line.x)
            x += kMiddle;
        lines.push_back(std::move(line));
    };
    if (m_data) {
        add(m_data->ofA, Side::A);
        if (m_data->ofB)
            add(*m_data->ofB, Side::B);
        const Picture& picture = m_data->pictures->picture;
        gestures().show(m_row.across(), picture.columns);
        m_rowTicker->show(picture.columns, IndexTicker::hasRoomForNames(picture.columns, picture.visibleColumns));
    }
    m_row.show(lines);
    m_row.up().setRange(LineChart::rangeOf(lines, &ChartLine::y, {-1, 1}));
    m_row.up().setLabel(words::rowTitle(m_data.get()));
}

void SimilarityPlot::addKernel(std::vector<ChartLine>& lines, const SideSimilarity& of, Side side) const
{
    if (!of.kernel)
        return;
    const HueColours hue = colourOf(side == Side::A ? Hue::Position : Hue::Second);
    const QPen pen(theme().line(hue.full), theme().lineWidth);
    lines.push_back({.name = words::sideName(side), .x = of.kernel->distances, .y = of.kernel->values, .pen = pen});
    const auto mark = [&](const std::optional<std::int64_t>& k, const QString& name, Qt::PenStyle style) {
        if (!k)
            return;
        const auto at = static_cast<double>(*k);
        lines.push_back(
            {.name = name,
             .x = {at, at},
             .y = {-1, 1},
             .pen = QPen(side == Side::A ? theme().muted : pen.color(), theme().axisWidth, style, Qt::FlatCap)});
    };
    mark(of.kernel->half, QStringLiteral("half"), Qt::DotLine);
    mark(of.kernel->firstRise, QStringLiteral("first rise"), Qt::DashLine);
}

void SimilarityPlot::showKernel()
{
    std::vector<ChartLine> lines;
    std::vector<ChartLine> curves; // that the range is of
    if (m_data) {
        addKernel(lines, m_data->ofA, Side::A);
        if (m_data->ofB) {
            addKernel(lines, *m_data->ofB, Side::B);
            const DataTable less = differenceOf(tableOf(m_data->ofA), tableOf(*m_data->ofB));
            if (less.columns.size() >= 2 && less.columns[1].name == "kernel")
                lines.push_back({.name = words::differenceName(),
                                 .x = less.columns[0].values,
                                 .y = less.columns[1].values,
                                 .pen = QPen(theme().foreground, theme().axisWidth)});
        }
    }
    std::copy_if(lines.begin(), lines.end(), std::back_inserter(curves),
                 [](const ChartLine& line) { return line.x.size() != 2 || line.x[0] != line.x[1]; });
    m_kernel.show(lines);
    // The cells of a grid have no distance along one line: no chart then.
    const bool along = !m_data || m_data->ofA.kernel || (m_data->ofB && m_data->ofB->kernel);
    m_kernel.rect().setVisible(along && m_side->layout() != nullptr);
    const bool logarithmic = !curves.empty() && curves.front().x.size() > kLinearDistances;
    if (logarithmic != (m_kernel.across().scaleType() == QCPAxis::stLogarithmic))
        m_kernel.setLogarithmic(m_kernel.across(), logarithmic);
    m_kernel.across().setRange(LineChart::rangeOf(curves, &ChartLine::x, {1, 10}, logarithmic));
    m_kernel.up().setRange(LineChart::rangeOf(curves, &ChartLine::y, {-1, 1}));
}

void SimilarityPlot::showCursor(const Cursor& cursor)
{
    ComparedPlot::showCursor(cursor);
    m_key.moveTo(m_row.rect().visible() ? gestures().centresOn(m_row.across(), cursor) : std::vector<double>());
}

void SimilarityPlot::viewChanged()
{
    m_means->showState(view().minusMeanRow);
}

void SimilarityPlot::applyTheme()
{
    ComparedPlot::applyTheme();
    m_key.setTheme(theme());
    showRow();
    showKernel();
}

} // namespace phasor
