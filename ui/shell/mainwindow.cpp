// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mainwindow.h"

#include "export/figurecommand.h"
#include "plots/plot.h"
#include "session/presets.h"
#include "session/runner.h"
#include "ui/forms/gotodialog.h"
#include "ui/forms/helpdialogs.h"
#include "ui/forms/text.h"
#include "ui/look/appearance.h"
#include "ui/look/icons.h"
#include "ui/panels/parameterpanel.h"
#include "ui/panels/readout.h"
#include "ui/panels/sections.h"
#include "ui/panels/setupswitch.h"
#include "ui/panels/strip.h"
#include "ui/shell/answerspage.h"
#include "ui/shell/codecopy.h"
#include "ui/shell/dataexport.h"
#include "ui/shell/figureexport.h"
#include "ui/shell/filedrop.h"
#include "ui/shell/fileopener.h"
#include "ui/shell/history.h"
#include "ui/shell/mainmenu.h"
#include "ui/shell/matrixopener.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/sessionfiles.h"
#include "ui/shell/settingskeeper.h"
#include "ui/shell/statusline.h"
#include "ui/shell/tableexport.h"
#include "ui/shell/workbench.h"
#include "ui/shell/zoomhistory.h"
#include "views/comparison.h"
#include "words/coretexts.h"
#include "words/errors.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QScreen>
#include <QSplitter>
#include <QStatusTipEvent>
#include <QUndoStack>
#include <QVBoxLayout>

namespace phasor {

namespace {

constexpr QSize kStandardSize(1280, 800);
constexpr QSize kRoomyScreen(1440, 900); // on a smaller one the first window is maximised

QFrame* hairline(QWidget* parent)
{
    auto* line = new QFrame(parent);
    line->setFixedHeight(1);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Midlight);
    return line;
}

QStringList qStrings(const std::vector<std::string>& list)
{
    QStringList strings;
    for (const std::string& string : list)
        strings << qs(string);
    return strings;
}

std::vector<std::string> strings(const QStringList& list)
{
    std::vector<std::string> strings;
    for (const QString& string : list)
        strings.push_back(utf8(string));
    return strings;
}

} // namespace

MainWindow::MainWindow(const WindowOptions& options, QWidget* parent)
    : QMainWindow(parent)
    , m_appearance(new Appearance(this))
    , m_history(nullptr)
    , m_runner(new Runner(this))
    , m_opener(new MatrixOpener(m_store, m_queue.cache(), *m_runner, this))
    , m_sessions(new SessionFiles([this] { return document(); }, *m_runner, this))
    , m_files(new FileOpener(m_store, *m_opener, *m_sessions, this))
    , m_export(new FigureExport(m_store, m_queue.cache(), *m_runner, this))
    , m_tables(new TableExport(m_store, m_queue.cache(), *m_runner, this))
    , m_code(new CodeCopy(m_store, m_queue.cache(), *m_runner, this))
    , m_data(new DataExport(*m_runner, this))
    , m_zooms(new ZoomHistory(m_store, this))
    , m_keeper(new SettingsKeeper(
          SettingsFile(options.settingsPath), [this] { return settings(); }, this))
    , m_workbench(new Workbench(m_store, m_queue, this))
{
    setObjectName(QStringLiteral("window"));
    setWindowTitle(tr("Phasor"));
    setWindowIcon(applicationIcon());
    const SettingsFile::Loaded loaded = SettingsFile(options.settingsPath).load();
    m_unknown = loaded.document.unknown;
    const Document& start = options.start ? *options.start : loaded.document;
    m_store.setScene(start.scene);
    m_history = new History(m_store, this);
    build(options.machine);
    connectViews();
    connectMenu();
    connectAnswers();
    connectMessages();
    restore(loaded.document.layout);
    m_plots->setShown(qStrings(start.plots));
    m_store.setView(start.view);
    applyTheme();
    if (!loaded.message.isEmpty())
        m_status->showPassing({StatusMessage::Kind::Warning, loaded.message});
    if (auto* sentence = m_panel->findChild<QWidget*>(QStringLiteral("text-text")))
        sentence->setFocus(); // what most people begin with
    if (!options.file.empty())
        m_files->open(options.file);
}

MainWindow::~MainWindow()
{
    delete m_runner; // its end must not reach what goes before it
    delete m_columns; // plots, strip and panel refer to the store
}

void MainWindow::build(const QString& machine)
{
    m_columns = new QSplitter(Qt::Horizontal, this);
    m_columns->setChildrenCollapsible(false);
    auto* left = new QWidget(m_columns);
    m_controls = left;
    auto* controls = new QVBoxLayout(left);
    controls->setContentsMargins(0, 0, 0, 0);
    controls->setSpacing(0);
    m_panel = new ParameterPanel(m_store, left);
    controls->addWidget(new SetupSwitch(m_store, left));
    controls->addWidget(m_panel, 1);
    auto* right = new QWidget(m_columns);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 8, 0);
    column->setSpacing(0);
    m_strip = new Strip(m_store, right);
    m_plots = new PlotGrid(m_store, right);
    m_readout = new Readout(right);
    column->addWidget(m_strip);
    column->addWidget(hairline(right));
    column->addSpacing(8);
    column->addWidget(m_plots, 1);
    column->addWidget(m_readout);
    m_columns->setStretchFactor(1, 1);
    m_columns->setStretchFactor(0, 0);
    setCentralWidget(m_columns);
    m_status = new StatusLine(machine, *m_runner, this);
    setStatusBar(m_status);
    QList<MainMenu::PlotEntry> entries;
    for (const PlotSpec& spec : plotSpecs())
        entries << MainMenu::PlotEntry{qs(spec.id), spec.titleText()};
    QList<MainMenu::PresetEntry> presets;
    for (const std::string_view id : presetIds()) {
        if (const Result<Preset> preset = loadPreset(id); preset.ok())
            presets << MainMenu::PresetEntry{qs(id), words::ofPreset(preset->document.title),
                                             words::ofPreset(preset->document.says), preset->group};
    }
    m_menu = new MainMenu(m_history->stack(), entries, presets, this);
    setMenuBar(m_menu);
}

void MainWindow::connectViews()
{
    m_workbench->add({.title = tr("strip"),
                      .request = [this](const Scene&, const ViewState&) { return m_strip->request(); },
                      .show = [this](const ViewDataPtr& part) { m_strip->show(part); },
                      .showView = {}});
    m_plots->addTo(*m_workbench);
    m_workbench->add({.title = tr("read-out"),
                      .request = [this](const Scene&, const ViewState& view) { return m_readout->request(view); },
                      .show = [this](const ViewDataPtr& part) { m_readout->show(part); },
                      .showView =
                          [this](const ViewState& view) {
                              m_readout->showView(view);
                          }});
    connect(m_strip, &Strip::resized, m_workbench, &Workbench::refresh);
    connect(m_panel, &ParameterPanel::gestureStarted, m_history, &History::beginGesture);
    connect(m_panel, &ParameterPanel::gestureFinished, m_history, &History::endGesture);
    connect(m_panel, &ParameterPanel::fileRequested, m_files, &FileOpener::askFor);
    connect(m_appearance, &Appearance::themeChanged, this, &MainWindow::applyTheme);
}

void MainWindow::connectAnswers()
{
    m_answers = new AnswersPage(m_store, this);
    m_workbench->add({.title = tr("answers"),
                      .request = [this](const Scene&, const ViewState&) { return m_answers->request(); },
                      .show = [this](const ViewDataPtr& part) { m_answers->show(part); },
                      .showView = {},
                      .setReason =
                          [this](const QString& reason) {
                              m_answers->setReason(reason);
                          }});
    connect(m_menu, &MainMenu::answersRequested, m_answers, &AnswersPage::open);
    connect(m_answers, &AnswersPage::opened, m_workbench, &Workbench::refresh);
    connect(m_answers, &AnswersPage::viewRequested, this,
            [this](const QString& plot) { m_plots->setPlotVisible(plot, true); });
}

void MainWindow::connectMenu()
{
    const auto showPlots = [this] {
        m_menu->showPlots(m_plots->shown(), m_plots->isMaximised());
    };
    connect(m_plots, &PlotGrid::visibilityChanged, this, showPlots);
    connect(m_menu, &MainMenu::plotToggled, m_plots, &PlotGrid::setPlotVisible);
    connect(m_menu, &MainMenu::maximiseRequested, m_plots, &PlotGrid::toggleMaximised);
    connect(m_menu, &MainMenu::openRequested, m_files, &FileOpener::ask);
    connect(m_menu, &MainMenu::saveSessionRequested, m_sessions, &SessionFiles::askAndSave);
    connect(m_menu, &MainMenu::exportRequested, this, [this] { m_export->askAndSave(utf8(m_plots->current().id)); });
    connect(m_menu, &MainMenu::exportTableRequested, m_tables, &TableExport::askAndSave);
    connect(m_runner, &Runner::started, m_menu, &MainMenu::showBusy);
    connect(m_runner, &Runner::finished, m_menu, &MainMenu::showIdle);
    connect(m_menu, &MainMenu::copyRequested, this, [this] { m_export->copy(utf8(m_plots->current().id)); });
    connect(m_menu, &MainMenu::quitRequested, this, &QWidget::close);
    connect(m_menu, &MainMenu::resetRequested, this, &MainWindow::resetAll);
    connect(m_plots, &PlotGrid::asked, this, &MainWindow::act);
    connectPlaces();
    connectCompare();
    connect(m_menu, &MainMenu::presetChosen, m_files, &FileOpener::startFrom);
    connect(m_menu, &MainMenu::themeChosen, m_appearance, &Appearance::choose);
    connect(m_menu, &MainMenu::fullScreenToggled, this,
            [this](bool on) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, on)); });
    connect(m_menu, &MainMenu::copyCommandRequested, this, &MainWindow::copyCommand);
    connect(m_menu, &MainMenu::copyPyTorchRequested, this, [this] { m_code->copy(NotebookLibrary::PyTorch); });
    connect(m_menu, &MainMenu::copyNumpyRequested, this, [this] { m_code->copy(NotebookLibrary::NumPy); });
    connect(m_menu, &MainMenu::aboutRequested, this, [this] { showAbout(this); });
    connect(m_menu, &MainMenu::shortcutsRequested, this, [this] { showShortcuts(*m_menu, this); });
    showPlots();
}

void MainWindow::connectPlaces()
{
    connect(m_menu, &MainMenu::goToRequested, this, &MainWindow::goTo);
    connect(m_menu, &MainMenu::zoomResetRequested, this,
            [this] { m_store.editView([](ViewState& view) { view.zoom = {}; }); });
    connect(m_menu, &MainMenu::zoomBackRequested, m_zooms, &ZoomHistory::back);
    connect(m_menu, &MainMenu::controlsToggled, m_controls, &QWidget::setVisible);
    connect(m_menu, &MainMenu::layoutResetRequested, this, &MainWindow::resetLayout);
}

void MainWindow::act(PlotAction action, const QString& plot)
{
    switch (action) {
    case PlotAction::Maximise:
        return; // the grid's own
    case PlotAction::Export:
        return m_export->askAndSave(utf8(plot));
    case PlotAction::CopyFigure:
        return m_export->copy(utf8(plot));
    case PlotAction::CopyData:
        return m_data->copy(shownBy(plot));
    case PlotAction::SaveData:
        return m_data->askAndSave(plot, shownBy(plot));
    case PlotAction::LockRange:
        return lockRange(plot);
    }
}

ViewDataPtr MainWindow::shownBy(const QString& plot)
{
    const SnapshotPtr snapshot = m_queue.latest();
    if (!snapshot)
        return nullptr;
    const auto view = snapshot->views.find(utf8(plot));
    return view != snapshot->views.end() && view->second.data.ok() ? *view->second.data : nullptr;
}

// Of the current plot: run, it draws what is seen.
void MainWindow::copyCommand()
{
    const SnapshotPtr snapshot = m_queue.latest();
    const PlotSpec* plot = findPlot(utf8(m_plots->current().id));
    if (!snapshot || !snapshot->pipelines.ok() || plot == nullptr)
        return m_status->showPassing({StatusMessage::Kind::Warning, tr("there is no picture to copy a command of")});
    const std::string command = figureCommand(*plot, m_store.scene(), m_store.view(), *snapshot->pipelines->a);
    QGuiApplication::clipboard()->setText(qs(command));
    m_status->showPassing({StatusMessage::Kind::Information, tr("copied: %1").arg(qs(command))});
}

// The colours stay as they are, whatever is shown next.
void MainWindow::lockRange(const QString& plot)
{
    const auto shown = std::dynamic_pointer_cast<const PicturesData>(shownBy(plot));
    if (shown)
        m_store.editView([&](ViewState& view) { view.range = shown->picture.range; });
}

void MainWindow::goTo()
{
    const auto shown = std::dynamic_pointer_cast<const PicturesData>(shownBy(QStringLiteral("heatmap")));
    const Axis none{.kind = AxisKind::Dimension, .count = widthsOf(m_store.scene().a).whole};
    const Axis positions{.kind = AxisKind::Position, .count = m_store.scene().a.encoding.maxLen};
    auto* dialog
        = new GoToDialog(m_store, shown ? shown->picture.rows : positions, shown ? shown->picture.columns : none, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

// The edited set-up, and what is looked at: all of the stage that is shown first.
void MainWindow::resetAll()
{
    m_store.setParameters({});
    m_store.setView({});
}

void MainWindow::resetLayout()
{
    m_panel->sections().decide({}, {});
    m_panel->fitSections();
    m_controls->show();
    m_menu->showControls(true);
    m_columns->setSizes({m_panel->sizeHint().width(), width()});
    m_plots->resetSizes();
    m_plots->setShown(
        {QStringLiteral("heatmap"), QStringLiteral("curves"), QStringLiteral("ratio"), QStringLiteral("dropout")});
}

void MainWindow::connectCompare()
{
    connect(m_menu, &MainMenu::compareRequested, this, &MainWindow::compareWithCopy);
    connect(m_menu, &MainMenu::swapRequested, this, [this] {
        const Scene& scene = m_store.scene();
        if (scene.b)
            m_store.setScene({.a = *scene.b, .b = scene.a});
    });
    connect(m_menu, &MainMenu::dropSecondRequested, this, [this] { m_store.setScene({.a = m_store.scene().a}); });
    const auto showComparing = [this] {
        m_menu->showComparing(m_store.scene().b.has_value());
    };
    connect(&m_store, &Store::sceneChanged, this, showComparing);
    showComparing();
}

// Its sentence stays while the set-up is the preset's; the views that prove its point are opened.
void MainWindow::showPreset(const Document& preset)
{
    m_preset = m_store.parameters();
    if (!preset.plots.empty())
        m_plots->setShown(qStrings(preset.plots));
    m_status->setStanding(words::ofPreset(preset.says));
}

void MainWindow::leavePreset()
{
    if (!m_preset || m_store.parameters() == *m_preset)
        return;
    m_preset.reset();
    m_status->setStanding({});
}

// What is changed next is B.
void MainWindow::compareWithCopy()
{
    const Parameters a = m_store.scene().a;
    m_store.setScene({.a = a, .b = a});
    m_store.setEdited(Side::B);
}

void MainWindow::connectMessages()
{
    const auto passing = [this](StatusMessage::Kind kind) {
        return [this, kind](const QString& text) {
            m_status->showPassing({kind, text});
        };
    };
    connect(m_workbench, &Workbench::reported, m_status, &StatusLine::setLasting);
    connect(m_workbench, &Workbench::painted, m_status, &StatusLine::showCost);
    connect(m_plots, &PlotGrid::failed, this, passing(StatusMessage::Kind::Warning));
    connect(m_panel, &ParameterPanel::refused, this, passing(StatusMessage::Kind::Error));
    auto* drop = new FileDrop(this);
    connect(drop, &FileDrop::dropped, m_files, &FileOpener::open);
    connect(drop, &FileDrop::refused, this, passing(StatusMessage::Kind::Error));
    connect(m_files, &FileOpener::presetShown, this, &MainWindow::showPreset);
    connect(&m_store, &Store::parametersChanged, this, &MainWindow::leavePreset);
    connect(m_files, &FileOpener::said, m_status, &StatusLine::showPassing);
    connect(m_opener, &MatrixOpener::failed, this, passing(StatusMessage::Kind::Error));
    connect(m_opener, &MatrixOpener::cancelled, this, passing(StatusMessage::Kind::Information));
    connect(m_opener, &MatrixOpener::opened, this, [this](const QString& path) {
        m_status->showPassing({StatusMessage::Kind::Information, tr("opened %1").arg(path)});
    });
    connect(m_sessions, &SessionFiles::opened, this, [this](const Document& document, const QString& path) {
        showDocument(document);
        m_status->showPassing({StatusMessage::Kind::Information, tr("opened %1").arg(path)});
    });
    connect(m_sessions, &SessionFiles::done, this, passing(StatusMessage::Kind::Information));
    connect(m_sessions, &SessionFiles::warned, this, passing(StatusMessage::Kind::Warning));
    connect(m_sessions, &SessionFiles::failed, this, passing(StatusMessage::Kind::Error));
    connect(m_export, &FigureExport::failed, this, passing(StatusMessage::Kind::Error));
    connect(m_export, &FigureExport::done, this, passing(StatusMessage::Kind::Information));
    connect(m_data, &DataExport::failed, this, passing(StatusMessage::Kind::Error));
    connect(m_data, &DataExport::done, this, passing(StatusMessage::Kind::Information));
    connect(m_tables, &TableExport::failed, this, passing(StatusMessage::Kind::Error));
    connect(m_tables, &TableExport::done, this, passing(StatusMessage::Kind::Information));
    connect(m_code, &CodeCopy::failed, this, passing(StatusMessage::Kind::Error));
    connect(m_code, &CodeCopy::done, this, passing(StatusMessage::Kind::Information));
    connect(m_keeper, &SettingsKeeper::failed, this, passing(StatusMessage::Kind::Warning));
    connect(&m_store, &Store::sceneChanged, m_keeper, &SettingsKeeper::changed);
}

void MainWindow::say(const Error& error)
{
    m_status->showPassing({StatusMessage::Kind::Error, words::errorText(error)});
}

void MainWindow::showDocument(const Document& document)
{
    m_store.setScene(document.scene);
    m_store.setView(document.view);
    m_plots->setShown(qStrings(document.plots));
}

void MainWindow::applyTheme()
{
    m_menu->showTheme(m_appearance->choice());
    m_plots->setTheme(m_appearance->theme());
}

Document MainWindow::document() const
{
    const QRect window = normalGeometry();
    const auto sizes = [](const QList<int>& list) {
        return std::vector<int>(list.begin(), list.end());
    };
    Document document{.scene = m_store.scene(), .view = m_store.view()};
    document.view.cursor = {};
    for (const QString& id : m_plots->shown())
        document.plots.push_back(utf8(id));
    document.layout = {.window = {window.x(), window.y(), window.width(), window.height()},
                       .maximised = isMaximized(),
                       .columns = sizes(m_columns->sizes()),
                       .plotRows = sizes(m_plots->rowSizes()),
                       .plotColumns = sizes(m_plots->columnSizes()),
                       .theme = utf8(m_appearance->choice()),
                       .opened = strings(m_panel->sections().opened()),
                       .folded = strings(m_panel->sections().folded()),
                       .controls = !m_controls->isHidden()};
    return document;
}

// What the next start begins with: not zoomed in.
Document MainWindow::settings() const
{
    Document settings = document();
    ViewState start;
    start.node = settings.view.node;
    start.dimensions = settings.view.dimensions;
    settings.view = start;
    settings.unknown = m_unknown;
    return settings;
}

void MainWindow::restore(const Layout& layout)
{
    const QRect window(layout.window[0], layout.window[1], layout.window[2], layout.window[3]);
    const QRect screen = QGuiApplication::primaryScreen()->availableGeometry();
    resize((window.isEmpty() ? kStandardSize : window.size()).boundedTo(screen.size()));
    const bool cramped = screen.width() < kRoomyScreen.width() || screen.height() < kRoomyScreen.height();
    if (!window.isEmpty() && QGuiApplication::screenAt(window.center()) != nullptr)
        move(window.topLeft());
    if (layout.maximised || (window.isEmpty() && cramped))
        setWindowState(Qt::WindowMaximized);
    const auto sizes = [](const std::vector<int>& list) {
        return QList<int>(list.begin(), list.end());
    };
    if (static_cast<int>(layout.columns.size()) == m_columns->count() && layout.columns.front() > 0)
        m_columns->setSizes(sizes(layout.columns));
    m_plots->setSizes(sizes(layout.plotRows), sizes(layout.plotColumns));
    m_appearance->choose(qs(layout.theme));
    m_panel->sections().decide(qStrings(layout.opened), qStrings(layout.folded));
    m_panel->fitSections();
    m_controls->setVisible(layout.controls);
    m_menu->showControls(layout.controls);
}

bool MainWindow::event(QEvent* event)
{
    // Not QMainWindow's way, which hides the message that may stand in the status bar.
    if (event->type() == QEvent::StatusTip) {
        m_status->setHint(static_cast<QStatusTipEvent*>(event)->tip());
        return true;
    }
    return QMainWindow::event(event);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ThemeChange)
        m_appearance->systemChanged();
    if (event->type() == QEvent::WindowStateChange)
        m_menu->showFullScreen(isFullScreen());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_runner->cancel();
    m_keeper->finish();
    QMainWindow::closeEvent(event);
}

} // namespace phasor
