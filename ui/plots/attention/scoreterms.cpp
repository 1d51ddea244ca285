// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/attention/scoreterms_p.h"

#include "plots/canvas/labels/headertoggle_p.h"
#include "plots/canvas/labels/tickers_p.h"
#include "raster/hues.h"
#include "session/store.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// In heights of a line: bar and sizes stand beside the maps of a wider canvas.
constexpr int kTermsBeside = 46;
constexpr double kNoStretch = 0.001; // stretch of titles and the bar, which have the size that they need

QVector<double> finite(const ScoreTermSizes& sizes)
{
    QVector<double> values;
    for (const double size : sizes)
        values.append(std::isfinite(size) ? size : 0);
    return values;
}

} // namespace

ScoreTermsPlot::ScoreTermsPlot(Store& store, QWidget* parent)
    : CanvasPlot("score-terms", store, parent)
    , m_maps{MapRect(canvas(), gestures(), *makeRect(0, 0)), MapRect(canvas(), gestures(), *makeRect(0, 1)),
             MapRect(canvas(), gestures(), *makeRect(0, 2)), MapRect(canvas(), gestures(), *makeRect(0, 3))}
    , m_titles{new QCPTextElement(&canvas()), new QCPTextElement(&canvas()), new QCPTextElement(&canvas()),
               new QCPTextElement(&canvas())}
    , m_bar(canvas())
    , m_sizes(makeRect(0, 4))
    , m_barsOfA(new QCPBars(m_sizes->axis(QCPAxis::atBottom), m_sizes->axis(QCPAxis::atLeft)))
    , m_barsOfB(new QCPBars(m_sizes->axis(QCPAxis::atBottom), m_sizes->axis(QCPAxis::atLeft)))
    , m_barsOfDifference(new QCPBars(m_sizes->axis(QCPAxis::atBottom), m_sizes->axis(QCPAxis::atLeft)))
    , m_means(new HeaderToggle(
          QStringLiteral("minus-row-means"), tr("− row means"),
          tr("Without the mean of each query's scores, which softmax ignores"),
          [&store](bool on) { store.editView([on](ViewState& view) { view.minusRowMeans = on; }); }, this))
    , m_of(makeSideButton())
{
    addToHeader(m_of);
    addToHeader(m_means);
    arrange();
    const auto names = QSharedPointer<NameTicker>::create(*m_sizes->axis(QCPAxis::atBottom));
    for (std::size_t i = 0; i < m_maps.size(); ++i)
        names->addTick(static_cast<double>(i), words::briefTerm(static_cast<ScoreTerm>(i)));
    m_sizes->axis(QCPAxis::atBottom)->setTicker(names);
    m_sizes->axis(QCPAxis::atBottom)->setRange(-0.6, 3.6);
    m_sizes->axis(QCPAxis::atBottom)->setLabel(tr("spread of each term"));
    QCPAxis* up = m_sizes->axis(QCPAxis::atLeft);
    up->setTicker(QSharedPointer<ValueTicker>::create(*up));
    up->grid()->setVisible(true);
    setTheme(Theme::light());
    show(nullptr);
}

// Each click goes on from A to B to A − B.
QToolButton* ScoreTermsPlot::makeSideButton()
{
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("terms-of"));
    button->setToolTip(tr("Whose pictures: A's, B's or A − B"));
    button->setAutoRaise(true);
    connect(button, &QToolButton::clicked, this, [this] {
        this->store().editView(
            [](ViewState& view) { view.termsOf = static_cast<TermsOf>((static_cast<int>(view.termsOf) + 1) % 3); });
    });
    return button;
}

void ScoreTermsPlot::prepare(const Scene& scene)
{
    m_of->setVisible(scene.b.has_value());
}

void ScoreTermsPlot::viewChanged()
{
    m_means->showState(view().minusRowMeans);
    m_of->setText(words::termsOf(view().termsOf));
}

// Query by term: titles above the maps, the bar and the sizes at the right.
void ScoreTermsPlot::arrange()
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    for (MapRect& map : m_maps)
        grid->take(&map.rect());
    grid->take(m_sizes);
    grid->simplify();
    auto* maps = new QCPLayoutGrid;
    auto* sides = new QCPMarginGroup(&canvas());
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        const int row = static_cast<int>(i / 2) * 2;
        const int column = static_cast<int>(i % 2);
        m_titles[i]->setMargins(QMargins(0, 2, 0, 0));
        maps->addElement(row, column, m_titles[i]);
        maps->addElement(row + 1, column, &m_maps[i].rect());
        m_maps[i].rect().setMarginGroup(QCP::msLeft, sides);
    }
    maps->setRowStretchFactors({kNoStretch, 1, kNoStretch, 1});
    grid->addElement(0, 0, maps);
    placeAside();
}

// The bar and the sizes beside the maps; where there is no room, the bar below them and no sizes, which the titles say.
void ScoreTermsPlot::placeAside()
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    for (QCPLayoutElement* element :
         {static_cast<QCPLayoutElement*>(m_bar.element()), static_cast<QCPLayoutElement*>(m_sizes)}) {
        if (element->layout() == grid)
            grid->take(element);
    }
    grid->simplify();
    m_bar.element()->setMarginGroup(QCP::msLeft, nullptr);
    m_bar.setBelow(m_narrow);
    m_sizes->setVisible(!m_narrow);
    if (m_narrow) {
        grid->addElement(1, 0, m_bar.element());
        m_bar.element()->setMarginGroup(QCP::msLeft, m_maps[0].rect().marginGroup(QCP::msLeft));
        grid->setRowStretchFactors({1, kNoStretch});
    } else {
        grid->addElement(0, 1, m_bar.element());
        grid->addElement(0, 2, m_sizes);
        grid->setColumnStretchFactors({3, kNoStretch, 1.1});
    }
}

bool ScoreTermsPlot::fold()
{
    const bool narrow = canvas().viewport().width() < kTermsBeside * QFontMetricsF(theme().smallFont).height();
    if (narrow == m_narrow)
        return false;
    m_narrow = narrow;
    placeAside();
    setTheme(theme());
    return true;
}

// What the layout does not have, nobody would delete while the canvas still lives.
ScoreTermsPlot::~ScoreTermsPlot()
{
    if (m_sizes->layout() == nullptr)
        canvas().plotLayout()->addElement(m_sizes);
}

ViewRequest ScoreTermsPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    ScoreTermsRequest request{.zoom = view.zoom,
                              .minusRowMeans = view.minusRowMeans,
                              .of = view.termsOf,
                              .only = restrictionOf(view),
                              .nanColour = theme().nanColour.rgb(),
                              .wholeCells = resolution.vector};
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        const QSize pixels = m_maps[i].pixels(resolution.scale);
        request.widths[i] = pixels.width();
        request.heights[i] = pixels.height();
    }
    return request;
}

void ScoreTermsPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const ScoreTermsData>(newData);
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        m_maps[i].show(m_data ? HeatmapPlottable::DataPtr(m_data, &m_data->pictures[i]) : nullptr);
        if (i < 2)
            m_maps[i].columns().setLabel({});
        else
            m_maps[i].titleColumns(words::axisTitle(AxisKind::Key));
        if (i % 2 == 1)
            m_maps[i].rows().setLabel(QString());
        m_titles[i]->setText(m_data ? words::termName(*m_data, static_cast<ScoreTerm>(i), m_narrow) : QString());
    }
    m_bar.element()->setVisible(m_data != nullptr);
    if (m_data && m_data->pictures[0].colorMap)
        m_bar.show(*m_data->pictures[0].colorMap, m_data->pictures[0].range, QString());
    showBars();
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Score terms"), summary);
}

void ScoreTermsPlot::showBars()
{
    m_barsOfA->data()->clear();
    m_barsOfB->data()->clear();
    m_barsOfDifference->data()->clear();
    if (!m_data)
        return;
    const bool both = m_data->b.has_value();
    const double width = both ? 0.26 : 0.7;
    const auto places = [](double offset) {
        return QVector<double>{offset, 1 + offset, 2 + offset, 3 + offset};
    };
    for (QCPBars* bars : {m_barsOfA, m_barsOfB, m_barsOfDifference})
        bars->setWidth(width);
    QVector<double> all = finite(m_data->a.sizes);
    m_barsOfA->setData(places(both ? -0.28 : 0), all, true);
    if (both) {
        const QVector<double> ofB = finite(m_data->b->sizes);
        QVector<double> less;
        for (qsizetype i = 0; i < ofB.size(); ++i)
            less += all[i] - ofB[i];
        m_barsOfB->setData(places(0), ofB, true);
        m_barsOfDifference->setData(places(0.28), less, true);
        all += ofB + less;
    }
    const auto [least, most] = std::minmax_element(all.begin(), all.end());
    m_sizes->axis(QCPAxis::atLeft)->setRange(std::min(0.0, 1.08 * *least), *most > 0 ? 1.08 * *most : 1);
}

void ScoreTermsPlot::showCursor(const Cursor& cursor)
{
    for (MapRect& map : m_maps)
        map.showCursor(cursor);
}

void ScoreTermsPlot::applyTheme()
{
    for (MapRect& map : m_maps)
        map.setTheme(theme());
    m_bar.setTheme(theme());
    for (QCPTextElement* title : m_titles) {
        title->setFont(theme().smallFont);
        // A size of its own, whatever its text: what is shown must not move the maps.
        title->setMinimumSize(1, QFontMetrics(theme().smallFont).height() + 2);
        title->setTextColor(theme().foreground);
    }
    for (const auto& [bars, hue] : {std::pair(m_barsOfA, Hue::Sum), std::pair(m_barsOfB, Hue::Second)}) {
        bars->setPen(Qt::NoPen);
        bars->setBrush(theme().line(colourOf(hue).full));
    }
    m_barsOfDifference->setPen(QPen(theme().foreground, theme().axisWidth));
    m_barsOfDifference->setBrush(Qt::NoBrush);
}

} // namespace phasor
