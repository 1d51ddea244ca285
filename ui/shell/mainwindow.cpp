// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mainwindow.h"

#include "pipeline/config/modelconfig.h"
#include "plots/plot.h"
#include "session/presets.h"
#include "session/runner.h"
#include "session/sessionfile.h"
#include "ui/forms/helpdialogs.h"
#include "ui/forms/text.h"
#include "ui/look/appearance.h"
#include "ui/look/icons.h"
#include "ui/panels/parameterpanel.h"
#include "ui/panels/readout.h"
#include "ui/panels/setupswitch.h"
#include "ui/panels/strip.h"
#include "ui/shell/answerspage.h"
#include "ui/shell/files/dataexport.h"
#include "ui/shell/files/figureexport.h"
#include "ui/shell/files/filedrop.h"
#include "ui/shell/files/fileopener.h"
#include "ui/shell/files/matrixopener.h"
#include "ui/shell/files/quitquestion.h"
#include "ui/shell/files/tablechecker.h"
#include "ui/shell/files/tableexport.h"
#include "ui/shell/menus/codecopy.h"
#include "ui/shell/menus/mainmenu.h"
#include "ui/shell/menus/menuedits.h"
#include "ui/shell/menus/plotactions.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/settings/history.h"
#include "ui/shell/settings/sessionfiles.h"
#include "ui/shell/settings/settingskeeper.h"
#include "ui/shell/settings/zoomhistory.h"
#include "ui/shell/statusline.h"
#include "ui/shell/windowlayout.h"
#include "ui/shell/workbench.h"
#include "words/coretexts.h"
#include "words/errors.h"

#include <QCloseEvent>
#include <QSplitter>
#include <QStatusTipEvent>
#include <QUndoStack>
#include <QVBoxLayout>

namespace phasor {

namespace {

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
    , m_checks(new TableChecker(m_store, m_queue.cache(), *m_runner, this))
    , m_code(new CodeCopy(m_store, m_queue.cache(), *m_runner, this))
    , m_data(new DataExport(*m_runner, this))
    , m_actions(new PlotActions(m_store, m_queue, *m_export, *m_data, this))
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
    m_layout->restore(loaded.document.layout);
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
    m_plots = new PlotGrid(m_store, *m_workbench, right);
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
    m_layout = new WindowLayout({*this, *m_columns, *left, *m_panel, *m_plots, *m_appearance, *m_menu});
}

void MainWindow::connectViews()
{
    m_workbench->add({.title = tr("strip"),
                      .request = [this](const Scene&, const ViewState&) { return m_strip->request(); },
                      .show = [this](const ViewDataPtr& part) { m_strip->show(part); },
                      .showView = {},
                      .setReason =
                          [this](const QString& reason) {
                              m_strip->setReason(reason);
                          }});
    m_workbench->add({.title = tr("read-out"),
                      .request = [this](const Scene&, const ViewState& view) { return m_readout->request(view); },
                      .show = [this](const ViewDataPtr& part) { m_readout->show(part); },
                      .showView = [this](const ViewState& view) { m_readout->showView(view); },
                      .setReason =
                          [this](const QString& reason) {
                              m_readout->setReason(reason);
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
    connect(m_answers, &AnswersPage::undoRequested, &m_history->stack(), &QUndoStack::undo);
    connect(m_answers, &AnswersPage::redoRequested, &m_history->stack(), &QUndoStack::redo);
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
    connect(m_menu, &MainMenu::exportRequested, this, [this] { m_export->askAndSave(utf8(m_plots->current())); });
    connect(m_menu, &MainMenu::exportTableRequested, this, [this] { m_tables->askAndSave(shownPipeline()); });
    connect(m_runner, &Runner::started, m_menu, &MainMenu::showBusy);
    connect(m_runner, &Runner::finished, m_menu, &MainMenu::showIdle);
    connect(m_menu, &MainMenu::copyRequested, this, [this] { m_export->copy(utf8(m_plots->current())); });
    connect(m_menu, &MainMenu::quitRequested, this, &QWidget::close);
    connect(m_plots, &PlotGrid::asked, m_actions, &PlotActions::act);
    connect(m_menu, &MainMenu::goToRequested, m_actions, &PlotActions::goTo);
    connect(m_menu, &MainMenu::zoomBackRequested, m_zooms, &ZoomHistory::back);
    new MenuEdits(*m_menu, m_store, this);
    connect(m_menu, &MainMenu::presetChosen, m_files, &FileOpener::startFrom);
    connect(m_menu, &MainMenu::themeChosen, m_appearance, &Appearance::choose);
    connect(m_menu, &MainMenu::copyCommandRequested, this, [this] { m_actions->copyCommand(m_plots->current()); });
    connect(m_menu, &MainMenu::copyPyTorchRequested, this, [this] { m_code->copy(NotebookLibrary::PyTorch); });
    connect(m_menu, &MainMenu::copyNumpyRequested, this, [this] { m_code->copy(NotebookLibrary::NumPy); });
    connect(m_menu, &MainMenu::aboutRequested, this, [this] { showAbout(this); });
    connect(m_menu, &MainMenu::shortcutsRequested, this, [this] { showShortcuts(*m_menu, this); });
    showPlots();
}

PipelinePtr MainWindow::shownPipeline()
{
    const SnapshotPtr snapshot = m_queue.latest();
    if (!snapshot || !snapshot->pipelines.ok() || snapshot->scene != m_store.scene())
        return nullptr;
    return m_store.edited() == Side::B ? snapshot->pipelines->b : snapshot->pipelines->a;
}

void MainWindow::closeUnasked()
{
    m_asks = false;
    close();
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

// A matrix that is dropped on a stage is compared with it; everything else is opened.
void MainWindow::takeFile(const std::string& path, const QWidget* place)
{
    const std::optional<NodeId> stage = m_strip->nodeAt(place);
    if (stage && !isSessionFile(path) && !isModelConfigFile(path))
        m_checks->check(*stage, path);
    else
        m_files->open(path);
}

void MainWindow::connectMessages()
{
    auto* drop = new FileDrop(this);
    connect(drop, &FileDrop::dropped, this, &MainWindow::takeFile);
    for (const Speaker* speaker : std::initializer_list<const Speaker*>{
             drop, m_opener, m_sessions, m_files, m_export, m_tables, m_checks, m_code, m_data, m_actions, m_keeper})
        connect(speaker, &Speaker::said, m_status, &StatusLine::showPassing);
    connect(m_plots, &PlotGrid::failed, this, [this](const QString& text) {
        m_status->showPassing({StatusMessage::Kind::Warning, text});
    });
    connect(m_workbench, &Workbench::reported, m_status, &StatusLine::setLasting);
    connect(m_workbench, &Workbench::painted, m_status, &StatusLine::showCost);
    connect(m_workbench, &Workbench::faultsFound, m_panel, &ParameterPanel::showFaults);
    connect(m_panel, &ParameterPanel::refused, m_status, &StatusLine::showRefusal);
    connect(m_panel, &ParameterPanel::complained, m_status, &StatusLine::setTyped);
    connect(m_panel, &ParameterPanel::accepted, m_status, &StatusLine::dropRefusal);
    connect(m_files, &FileOpener::presetShown, this, &MainWindow::showPreset);
    connect(&m_store, &Store::parametersChanged, this, &MainWindow::leavePreset);
    connect(m_sessions, &SessionFiles::opened, this, &MainWindow::showDocument);
    connect(&m_store, &Store::sceneChanged, m_keeper, &SettingsKeeper::changed);
    connect(&m_store, &Store::viewChanged, m_keeper, &SettingsKeeper::changed);
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
    Document document{.scene = m_store.scene(), .view = m_store.view()};
    document.view.cursor = {};
    for (const QString& id : m_plots->shown())
        document.plots.push_back(utf8(id));
    document.layout = m_layout->layout();
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

bool MainWindow::event(QEvent* event)
{
    // Not QMainWindow's way, which hides the message that may stand in the status bar.
    if (event->type() == QEvent::StatusTip) {
        m_status->setHint(static_cast<QStatusTipEvent*>(event)->tip());
        return true;
    }
    return QMainWindow::event(event);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_layout->fit();
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
    if (m_asks && !mayQuit(*m_runner, this)) {
        event->ignore();
        return;
    }
    m_runner->cancel();
    m_keeper->finish();
    QMainWindow::closeEvent(event);
}

} // namespace phasor
