// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/drawing/drawingplot_p.h"

#include "plots/canvas/drawing/inks_p.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr double kKeyStretch = 0.001; // the key has the size that it needs

} // namespace

DrawingPlot::DrawingPlot(const DrawingKind& kind, Store& store, QWidget* parent)
    : CanvasPlot(kind.id, store, parent)
    , m_kind(kind)
    , m_scene(store.scene())
    , m_key(new KeyRow(&canvas()))
    , m_grid(canvas())
    , m_readOut(new QLabel(&canvas()))
{
    m_readOut->setObjectName(QStringLiteral("row-numbers"));
    m_readOut->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_readOut->setMargin(4);
    m_readOut->hide();
    canvas().plotLayout()->addElement(0, 0, m_key);
    canvas().plotLayout()->setRowStretchFactors({kKeyStretch, 1});
    makeHeader();
    connect(&gestures(), &Gestures::resetRequested, this, [this] {
        // A double click is a click first: undo what that did.
        if (m_kind.clicked != nullptr)
            this->store().editView([this](ViewState& view) { view = m_beforeClick; });
    });
    connect(&canvas(), &QCustomPlot::afterLayout, this, [this] {
        m_grid.makeAsWide(m_form, m_plan, m_panels);
        fit();
    });
    m_drawing = drawn(nullptr);
    m_form = formOf(m_drawing);
    m_plan = planOf(m_form, {.canvas = {QWIDGETSIZE_MAX, QWIDGETSIZE_MAX}}); // its size is not known yet
    arrange();
    CanvasPlot::show(nullptr);
}

void DrawingPlot::makeHeader()
{
    if (m_kind.help != nullptr)
        canvas().setStatusTip(PlotWords::tr(m_kind.help).arg(Gestures::help()));
    m_controls = makeOptionControls(m_kind.id, store(), this);
    for (const OptionControl& control : m_controls)
        addToHeader(control.widget);
    showControls(store().scene());
    if (m_kind.header != nullptr)
        addToHeader(m_kind.header(store(), this));
}

void DrawingPlot::showControls(const Scene& scene)
{
    for (const OptionControl& control : m_controls)
        control.widget->setVisible(scene.b || !control.option->onlyComparing);
}

Drawing DrawingPlot::drawn(const ViewDataPtr& shown) const
{
    Drawing drawing = completed(m_kind.draw(shown, context()), context().comparing());
    if (drawing.title.isEmpty())
        drawing.title = findPlot(m_kind.id)->titleText();
    return drawing;
}

PanelPlan DrawingPlot::planNow() const
{
    const QFontMetrics metrics(theme().smallFont);
    return planOf(
        m_form,
        {.canvas = canvas().viewport().size(), .character = metrics.averageCharWidth(), .line = metrics.height()});
}

bool DrawingPlot::isShown(std::size_t panel) const
{
    return panel < m_plan.cells.size() && panel < m_drawing.panels.size() && m_plan.cells[panel].shown;
}

// The form is known of the scene: what is asked for is what will be shown.
void DrawingPlot::prepare(const Scene& scene)
{
    if (!(m_scene == scene))
        m_scene = scene;
    showControls(scene);
    std::vector<PanelForm> form = formOf(drawn(nullptr));
    if (form == m_form)
        return;
    m_form = std::move(form);
    m_drawing = drawn(m_data);
    m_plan = planNow();
    arrange();
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
        folded = (isShown(i) && m_panels[i]->fold(m_drawing.panels[i], theme())) || folded;
    return moved || folded;
}

void DrawingPlot::arrange()
{
    while (m_panels.size() < m_form.size()) {
        QCPAxisRect* rect = makeRect(canvas().plotLayout()->rowCount(), 0);
        m_panels.push_back(std::make_unique<DrawnPanel>(canvas(), gestures(), *rect));
    }
    m_key->setVisible(m_plan.key);
    m_grid.arrange(m_form, m_plan, m_panels);
    setTheme(theme());
}

DrawingRoom DrawingPlot::roomAt(Resolution resolution) const
{
    DrawingRoom room{.vector = resolution.vector,
                     .figure = resolution.figure,
                     .nanColor = theme().nanColour.rgb(),
                     .background = theme().background.rgb()};
    for (std::size_t i = 0; i < m_form.size(); ++i) {
        room.panels.push_back(m_plan.cells[i].shown ? Canvas::deviceSize(m_panels[i]->rect().rect(), resolution.scale)
                                                    : QSize(0, 0));
        room.maps += m_form[i].kind == PanelForm::Kind::Map ? 1U : 0U;
    }
    return room;
}

ViewRequest DrawingPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    return m_kind.request(view, roomAt(resolution), m_data.get());
}

void DrawingPlot::showData(const ViewDataPtr& newData)
{
    m_data = newData;
    redraw();
}

void DrawingPlot::redraw()
{
    m_drawing = drawn(m_data);
    showPanels();
    showTexts();
}

// What a pixel stands for is said above the plot where there is no room along the axis.
void DrawingPlot::showTexts()
{
    const QString aside = fit();
    const QString semicolon = QStringLiteral("; ");
    const auto with = [&](const QString& text) {
        return aside.isEmpty() || text.isEmpty() ? text : text + semicolon + aside;
    };
    const QString beside = m_drawing.beside.isEmpty() ? m_drawing.finding : m_drawing.beside;
    setTexts({.title = m_drawing.title,
              .summary = with(m_drawing.finding),
              .line = aside.isEmpty() || beside.isEmpty() ? beside : aside + semicolon + beside,
              .detail = m_drawing.detail});
}

QString DrawingPlot::fit()
{
    QString aside;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (!isShown(i))
            continue;
        const QString unsaid = m_panels[i]->fit(m_drawing.panels[i], theme());
        if (aside.isEmpty())
            aside = unsaid;
    }
    return aside;
}

void DrawingPlot::showPanels()
{
    std::vector<const Panel*> named;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (!isShown(i))
            continue;
        const Panel& panel = m_drawing.panels[i];
        const PanelCell::Bar bar = m_plan.cells[i].bar;
        m_panels[i]->show(panel, view().zoom, theme(), bar == PanelCell::Bar::Below || bar == PanelCell::Bar::Under);
        if (panel.key)
            named.push_back(&panel);
    }
    m_key->setEntries(keyOf(named, theme()));
    if (m_drawing.hint.isEmpty() && m_hint == nullptr)
        return;
    if (m_hint == nullptr) {
        m_hint = new QCPItemText(&canvas());
        m_hint->setLayer(QStringLiteral("legend"));
        m_hint->setClipToAxisRect(false);
        m_hint->setSelectable(false);
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

void DrawingPlot::applyTheme()
{
    m_key->setTheme(theme());
    QColor paper = theme().background;
    paper.setAlphaF(0.9F);
    m_readOut->setStyleSheet(QStringLiteral("QLabel { color: %1; background: %2; }")
                                 .arg(theme().foreground.name(), paper.name(QColor::HexArgb)));
    m_readOut->setFont(theme().smallFont);
    for (const std::unique_ptr<DrawnPanel>& panel : m_panels)
        panel->setTheme(theme());
    showPanels();
}

void DrawingPlot::viewChanged()
{
    const AnySettings options = view().board.of(m_kind.id);
    for (const OptionControl& control : m_controls) {
        const QSignalBlocker quiet(control.widget);
        control.show(control.option->get(options));
        control.widget->setEnabled(m_kind.possible == nullptr || (m_data && m_kind.possible(*m_data)));
    }
    if (options != m_options) {
        m_options = options;
        redraw();
    }
    fit(); // the zoom decides where there is room for marks
}

} // namespace phasor
