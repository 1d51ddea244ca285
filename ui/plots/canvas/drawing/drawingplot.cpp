// SPDX-License-Identifier: GPL-3.0-or-later
// DrawingPlot: the one widget that draws every Drawing. It makes its panels and their layout, and passes data to them.
#include "plots/canvas/drawing/drawingplot_p.h"

#include <QToolButton>
#include <QVBoxLayout>

#include <list>

namespace phasor {

constexpr double kKeyStretch = 0.001; // the key takes only the size that it needs
constexpr int kLeastRect = 20; // pixels; QCustomPlot's 50 would cut the titles of small figures

// A rect with left and bottom axis. It enters the layout at once, because items need a plot that has an axis rect.
static QCPAxisRect* makeRect(Canvas& canvas)
{
    auto* rect = new QCPAxisRect(&canvas, false);
    canvas.plotLayout()->addElement(canvas.plotLayout()->rowCount(), 0, rect);
    rect->setMinimumSize(kLeastRect, kLeastRect);
    // A fixed order, because drawing order changes a figure's bytes. QCPAxisRect::axes() comes from a hash whose order
    // differs in every process.
    for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft, QCPAxis::atTop, QCPAxis::atRight}) {
        rect->addAxis(side, new LabelAxis(rect, side));
        rect->axis(side)->setVisible(side == QCPAxis::atBottom || side == QCPAxis::atLeft);
        rect->axis(side)->setLayer(QStringLiteral("axes"));
        rect->axis(side)->grid()->setLayer(QStringLiteral("grid"));
    }
    rect->axis(QCPAxis::atBottom)->grid()->setVisible(false);
    return rect;
}

DrawingPlot::DrawingPlot(const PlotSpec& spec, Store& store, QWidget* parent)
    : Plot(parent)
    , m_spec(spec)
    , m_store(store)
    , m_header(new HeaderLine(this))
    , m_canvas(new Canvas(this))
    , m_gestures(new Gestures(*m_canvas, store))
    , m_notice(m_canvas->addOverlay<PlotNotice>())
    , m_selected(m_canvas->addOverlay<SelectionMark>())
    , m_dead(*m_canvas)
    , m_scene(store.scene())
    , m_view(store.view())
    , m_key(new KeyRow(*m_canvas))
    , m_grid(*m_canvas)
    , m_readOut(new QLabel(m_canvas))
{
    setObjectName(QStringLiteral("plot-") + QLatin1String(spec.id.data(), static_cast<qsizetype>(spec.id.size())));
    setAutoFillBackground(true);
    setFocusProxy(m_canvas);
    makeHeader();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_canvas, 1);
    m_readOut->setObjectName(QStringLiteral("row-numbers"));
    m_readOut->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_readOut->setTextFormat(Qt::PlainText); // of tokens, too
    m_readOut->setMargin(4);
    m_readOut->hide();
    m_canvas->plotLayout()->addElement(0, 0, m_key);
    m_canvas->plotLayout()->setRowStretchFactors({kKeyStretch, 1});
    connect(m_canvas, &Canvas::placed, this, &DrawingPlot::resized);
    connect(m_canvas, &QCustomPlot::afterLayout, this, [this] {
        m_grid.makeEqual(m_form, m_plan, m_panels);
        fit();
    });
    connect(m_gestures, &Gestures::pointed, this, [this](const QPoint& pixel) {
        readAt(placeAt(pixel));
        if (const auto cursor = cursorAt(pixel))
            m_store.editView([&](ViewState& view) { view.cursor = *cursor; });
    });
    connect(m_gestures, &Gestures::clicked, this, [this](const QPoint& pixel) { clicked(pixel); });
    connect(m_gestures, &Gestures::unclicked, this, [this] {
        if (m_spec.clicked != nullptr)
            m_store.editView([this](ViewState& view) { view = m_beforeClick; });
    });
    m_drawing = drawn(nullptr);
    m_form = formNow();
    m_plan = planOf(m_form, {.canvas = {QWIDGETSIZE_MAX, QWIDGETSIZE_MAX}}); // the canvas's size is not known yet
    arrange();
    DrawingPlot::show(nullptr);
}

void DrawingPlot::makeHeader()
{
    m_canvas->setStatusTip(m_spec.help != nullptr ? PlotWords::tr(m_spec.help).arg(Gestures::help())
                                                  : Gestures::help());
    m_controls = makeOptionControls(m_spec.id, m_view, m_store, this);
    for (const OptionControl& control : m_controls)
        addOption(control.widget);
    if (m_spec.header != nullptr)
        addOption(m_spec.header(m_store, this));
    showControls();
}

QToolButton* DrawingPlot::addButton(const char* name, const QString& help, const QString& text)
{
    auto* button = new QToolButton(this);
    button->setObjectName(QString::fromLatin1(name));
    button->setText(text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    button->setToolTip(help);
    button->setAccessibleName(help);
    addToHeader(button);
    return button;
}

void DrawingPlot::showControls()
{
    for (const OptionControl& control : m_controls)
        control.widget->setHidden(!m_scene.b && control.option->onlyComparing);
    m_header->fold();
}

Drawing DrawingPlot::drawn(const ViewDataPtr& shown) const
{
    Drawing drawing = completed(m_spec.draw(shown, context()), context().comparing());
    if (drawing.title.isEmpty())
        drawing.title = m_spec.titleText();
    if (m_view.withholds && shown)
        drawing = withheld(std::move(drawing));
    labelAlone(drawing, &Panel::across, &Panel::Place::column);
    labelAlone(drawing, &Panel::up, &Panel::Place::row);
    // Two chosen panels on a stage, next to a text: there is no width for both.
    for (int row = 0; Panel & panel : drawing.panels) {
        if (theme().valueSize > 1 && m_wanted.size() == 2 && isWanted(panel))
            panel.place = {.row = row++, .height = panel.map ? 1 : 1.25};
    }
    return drawing;
}

PanelPlan DrawingPlot::planNow() const
{
    const QFontMetrics metrics(theme().smallFont);
    const bool key = m_scene.b || std::ranges::any_of(m_form, &PanelForm::inKey);
    return planOf(m_form,
                  {.canvas = m_canvas->viewport().size(),
                   .character = metrics.averageCharWidth(),
                   .line = metrics.height(),
                   .keyLines = key ? (m_scene.b ? 2 : 1) : 0});
}

bool DrawingPlot::isShown(std::size_t panel) const
{
    return panel < m_plan.cells.size() && panel < m_drawing.panels.size() && m_plan.cells[panel].shown;
}

// Updates the panels' layout from the scene alone, without data: the request then asks for what will be shown.
bool DrawingPlot::showScene(const Scene& scene)
{
    if (!(m_scene == scene))
        m_scene = scene;
    showControls();
    std::vector<PanelForm> form = formNow();
    if (form == m_form)
        return false;
    m_form = std::move(form);
    m_drawing = drawn(m_data);
    m_plan = planNow();
    arrange();
    return true;
}

bool DrawingPlot::fold()
{
    PanelPlan plan = planNow();
    const bool moved = !(plan == m_plan);
    if (moved) {
        m_plan = std::move(plan);
        arrange();
    }
    bool folded = false;
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        folded = (isShown(i) && m_panels[i]->foldRight(m_drawing.panels[i])) || folded;
    return moved || folded;
}

void DrawingPlot::arrange()
{
    while (m_panels.size() < m_form.size())
        m_panels.push_back(std::make_unique<DrawnPanel>(*m_canvas, *m_gestures, *makeRect(*m_canvas)));
    m_key->setVisible(m_plan.key);
    m_grid.arrange(m_form, m_plan, m_panels);
    m_namedAtEnds.clear(); // what is drawn on the panels is hidden until showPanels()
    setTheme(Theme(theme()));
}

void DrawingPlot::show(const ViewDataPtr& newData)
{
    m_data = newData;
    redraw();
    dataShown();
    m_notice.setCovering(newData == nullptr);
    applyView(m_view);
    m_canvas->replotSoon();
}

void DrawingPlot::showDead()
{
    m_dead.show(m_gestures->dimensionAxes(), m_data && !m_view.withholds ? m_data->dead.get() : nullptr, deadNames());
}

int DrawingPlot::deadNames() const
{
    constexpr int kOnStage = 58; // each name is seen, as it has no tool tip there
    return theme().valueSize > 1 && m_spec.deadNames > 0 ? kOnStage : m_spec.deadNames;
}

void DrawingPlot::redraw()
{
    m_drawing = drawn(m_data);
    showPanels();
    showDead();
    showTexts();
}

// Header and summary. They also say what one pixel covers if the axis has no room for that, and to which selection the
// analysis is restricted.
void DrawingPlot::showTexts()
{
    const QString aside = fit();
    const Restriction part = m_data ? m_data->restriction : Restriction{};
    const HeaderLine::Texts texts{.finding = words::restrictedTo(part, m_drawing.finding),
                                  .question = question(),
                                  .aside = aside,
                                  .name = m_drawing.title,
                                  .detail = m_drawing.detail};
    if (texts == m_texts)
        return;
    m_texts = texts;
    showSummary();
    for (QWidget* widget : {static_cast<QWidget*>(this), static_cast<QWidget*>(m_canvas)})
        widget->setAccessibleName(texts.name);
    describe();
    emit described();
}

// No finding while the plot shows old data: readers would take it for the present setup's.
void DrawingPlot::showSummary()
{
    HeaderLine::Texts texts = m_texts;
    if (!m_notice.reason().isEmpty())
        texts.finding = texts.detail = QString();
    m_header->setTexts(texts);
}

void DrawingPlot::setReason(const QString& reason)
{
    m_notice.showReason(reason);
    showSummary();
    describe();
}

void DrawingPlot::setBusy(bool busy)
{
    m_notice.showBusy(busy ? PlotWords::tr("computing …") : QString());
    describe();
}

void DrawingPlot::describe()
{
    const QString& instead = m_notice.reason().isEmpty() ? m_notice.busy() : m_notice.reason();
    for (QWidget* widget : {static_cast<QWidget*>(this), static_cast<QWidget*>(m_canvas)})
        widget->setAccessibleDescription(instead.isEmpty() ? summary() : instead);
}

QString DrawingPlot::fit()
{
    QString aside;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (!isShown(i))
            continue;
        const QCPAxis& across = *m_panels[i]->rect().axis(QCPAxis::atBottom);
        const QString unsaid = m_panels[i]->fit(m_drawing.panels[i], m_dead.besideTitle(across));
        if (aside.isEmpty())
            aside = unsaid;
    }
    m_canvas->fitLabels();
    return aside;
}

void DrawingPlot::showPanels()
{
    m_namedAtEnds = namedAtEnds();
    std::vector<const Panel*> named;
    std::list<Panel> bands; // of panels that need no other names
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (!isShown(i))
            continue;
        const Panel& panel = m_drawing.panels[i];
        m_panels[i]->show(panel, m_view.zoom);
        if (panel.key)
            named.push_back(m_namedAtEnds[i] ? &bands.emplace_back(Panel{.bands = panel.bands}) : &panel);
    }
    m_key->setEntries(keyOf(named, theme()));
    if (m_hint == nullptr) {
        m_hint = new QCPItemText(m_canvas);
        m_hint->setLayer(QStringLiteral("legend"));
        m_hint->setClipToAxisRect(false);
        m_hint->position->setType(QCPItemPosition::ptAxisRectRatio);
        m_hint->position->setAxisRect(&m_panels.front()->rect());
        m_hint->position->setCoords(0.5, 0.5);
        m_hint->setPositionAlignment(Qt::AlignCenter);
        m_hint->setPadding(QMargins(8, 4, 8, 4));
    }
    m_hint->setVisible(!m_drawing.hint.isEmpty() && isShown(0));
    m_hint->setText(m_drawing.hint);
    m_hint->setFont(theme().smallFont);
    m_hint->setColor(theme().foreground);
    m_hint->setBrush(QBrush(theme().background));
}

void DrawingPlot::setTheme(const Theme& theme)
{
    QPalette palette = this->palette();
    palette.setColor(QPalette::Window, theme.background);
    setPalette(palette);
    m_header->setTheme(theme);
    m_laidOut.reset();
    const bool otherGround = theme.isDark() != this->theme().isDark();
    m_canvas->setTheme(theme);
    showDead();
    QColor paper = theme.background;
    paper.setAlphaF(0.9F);
    m_readOut->setStyleSheet(QStringLiteral("QLabel { color: %1; background: %2; }")
                                 .arg(theme.foreground.name(), paper.name(QColor::HexArgb)));
    m_readOut->setFont(theme.smallFont);
    for (const std::unique_ptr<DrawnPanel>& panel : m_panels)
        panel->setTheme();
    showPanels();
    themeShown();
    m_canvas->replotSoon();
    if (otherGround)
        emit resized(); // maps have other colors there
}

} // namespace phasor
