// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mainwindow.h"

#include "pipeline/json.h"
#include "plots/plot.h"
#include "session/presets.h"
#include "ui/forms/helpdialogs.h"
#include "ui/forms/text.h"
#include "ui/look/appearance.h"
#include "ui/look/icons.h"
#include "ui/panels/parameterpanel.h"
#include "ui/panels/readout.h"
#include "ui/panels/strip.h"
#include "ui/shell/codecopy.h"
#include "ui/shell/figureexport.h"
#include "ui/shell/filedrop.h"
#include "ui/shell/history.h"
#include "ui/shell/longjob.h"
#include "ui/shell/mainmenu.h"
#include "ui/shell/matrixopener.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/settingskeeper.h"
#include "ui/shell/statusline.h"
#include "ui/shell/tableexport.h"
#include "ui/shell/workbench.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QFile>
#include <QFileDialog>
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

} // namespace

MainWindow::MainWindow(const WindowOptions& options, QWidget* parent)
    : QMainWindow(parent)
    , m_appearance(new Appearance(this))
    , m_history(nullptr)
    , m_job(new LongJob(this))
    , m_opener(new MatrixOpener(m_store, *m_job, this))
    , m_export(new FigureExport(m_store, *m_job, this))
    , m_tables(new TableExport(m_store, *m_job, this))
    , m_code(new CodeCopy(m_store, m_queue, this))
    , m_keeper(new SettingsKeeper(
          SettingsFile(options.settingsPath), [this] { return settings(); }, this))
    , m_workbench(new Workbench(m_store, m_queue, this))
{
    setObjectName(QStringLiteral("window"));
    setWindowTitle(tr("Phasor"));
    setWindowIcon(applicationIcon());
    const SettingsFile::Loaded loaded = SettingsFile(options.settingsPath).load();
    m_store.setParameters(loaded.settings.parameters);
    m_history = new History(m_store, this);
    build(options.machine);
    connectViews();
    connectMenu();
    connectMessages();
    restore(loaded.settings);
    applyTheme();
    if (!loaded.message.isEmpty())
        m_status->showPassing({Message::Kind::Warning, loaded.message});
    if (!options.file.empty())
        m_opener->open(options.file);
}

MainWindow::~MainWindow()
{
    delete m_job; // its end must not reach what goes before it
    delete m_columns; // plots, strip and panel refer to the store
}

void MainWindow::build(const QString& machine)
{
    m_columns = new QSplitter(Qt::Horizontal, this);
    m_columns->setChildrenCollapsible(false);
    m_panel = new ParameterPanel(m_store, m_columns);
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
    m_status = new StatusLine(machine, *m_job, this);
    setStatusBar(m_status);
    QList<MainMenu::PlotEntry> entries;
    for (const PlotSpec& spec : plotSpecs())
        entries << MainMenu::PlotEntry{qs(spec.id), qs(spec.title)};
    QList<MainMenu::PresetEntry> presets;
    for (const std::string_view id : presetIds()) {
        if (const Result<Preset> preset = loadPreset(id); preset.ok())
            presets << MainMenu::PresetEntry{qs(id), qs(preset->title), qs(preset->says)};
    }
    m_menu = new MainMenu(m_history->stack(), entries, presets, this);
    setMenuBar(m_menu);
}

void MainWindow::connectViews()
{
    m_workbench->add({.title = tr("strip"),
                      .job = [this](const Parameters&, const ViewState&) { return m_strip->job(); },
                      .show = [this](const ViewDataPtr& part) { m_strip->show(part); },
                      .showView = {}});
    m_plots->addTo(*m_workbench);
    m_workbench->add({.title = tr("read-out"),
                      .job = [this](const Parameters&, const ViewState& view) { return m_readout->job(view); },
                      .show = [this](const ViewDataPtr& part) { m_readout->show(part); },
                      .showView =
                          [this](const ViewState& view) {
                              m_readout->showView(view);
                          }});
    connect(m_strip, &Strip::resized, m_workbench, &Workbench::refresh);
    connect(m_panel, &ParameterPanel::gestureStarted, m_history, &History::beginGesture);
    connect(m_panel, &ParameterPanel::gestureFinished, m_history, &History::endGesture);
    connect(m_panel, &ParameterPanel::fileRequested, this, &MainWindow::openDialog);
    connect(m_appearance, &Appearance::themeChanged, this, &MainWindow::applyTheme);
}

void MainWindow::connectMenu()
{
    const auto showPlots = [this] {
        m_menu->showPlots(m_plots->shown(), m_plots->isMaximised());
    };
    connect(m_plots, &PlotGrid::visibilityChanged, this, showPlots);
    connect(m_menu, &MainMenu::plotToggled, m_plots, &PlotGrid::setPlotVisible);
    connect(m_menu, &MainMenu::maximiseRequested, m_plots, &PlotGrid::toggleMaximised);
    connect(m_menu, &MainMenu::openRequested, this, &MainWindow::openDialog);
    connect(m_menu, &MainMenu::exportRequested, this, [this] { m_export->askAndSave(utf8(m_plots->current().id)); });
    connect(m_menu, &MainMenu::exportTableRequested, m_tables, &TableExport::askAndSave);
    connect(m_job, &LongJob::started, m_menu, &MainMenu::showBusy);
    connect(m_job, &LongJob::finished, m_menu, &MainMenu::showIdle);
    connect(m_menu, &MainMenu::copyRequested, this, [this] { m_export->copy(utf8(m_plots->current().id)); });
    connect(m_menu, &MainMenu::quitRequested, this, &QWidget::close);
    connect(m_menu, &MainMenu::resetRequested, this, [this] { m_store.setParameters({}); });
    connect(m_menu, &MainMenu::presetChosen, this, &MainWindow::startFrom);
    connect(m_menu, &MainMenu::themeChosen, m_appearance, &Appearance::choose);
    connect(m_menu, &MainMenu::fullScreenToggled, this,
            [this](bool on) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, on)); });
    connect(m_menu, &MainMenu::copyCommandRequested, this,
            [this] { QGuiApplication::clipboard()->setText(u"phasor "_s + qs(toCommandLine(m_store.parameters()))); });
    connect(m_menu, &MainMenu::copyPyTorchRequested, this, [this] { m_code->copy(NotebookLibrary::PyTorch); });
    connect(m_menu, &MainMenu::copyNumpyRequested, this, [this] { m_code->copy(NotebookLibrary::NumPy); });
    connect(m_menu, &MainMenu::aboutRequested, this, [this] { showAbout(this); });
    connect(m_menu, &MainMenu::shortcutsRequested, this, [this] { showShortcuts(*m_menu, this); });
    showPlots();
}

void MainWindow::connectMessages()
{
    const auto passing = [this](Message::Kind kind) {
        return [this, kind](const QString& text) {
            m_status->showPassing({kind, text});
        };
    };
    connect(m_workbench, &Workbench::reported, m_status, &StatusLine::setLasting);
    connect(m_workbench, &Workbench::painted, m_status, &StatusLine::showCost);
    connect(m_plots, &PlotGrid::failed, this, passing(Message::Kind::Warning));
    connect(m_panel, &ParameterPanel::refused, this, passing(Message::Kind::Error));
    auto* drop = new FileDrop(this);
    connect(drop, &FileDrop::dropped, m_opener, &MatrixOpener::open);
    connect(drop, &FileDrop::refused, this, passing(Message::Kind::Error));
    connect(m_opener, &MatrixOpener::failed, this, passing(Message::Kind::Error));
    connect(m_opener, &MatrixOpener::cancelled, this, passing(Message::Kind::Information));
    connect(m_opener, &MatrixOpener::opened, this, [this](const QString& path) {
        m_status->showPassing({Message::Kind::Information, tr("opened %1").arg(path)});
    });
    connect(m_export, &FigureExport::failed, this, passing(Message::Kind::Error));
    connect(m_export, &FigureExport::done, this, passing(Message::Kind::Information));
    connect(m_tables, &TableExport::failed, this, passing(Message::Kind::Error));
    connect(m_tables, &TableExport::done, this, passing(Message::Kind::Information));
    connect(m_code, &CodeCopy::failed, this, passing(Message::Kind::Error));
    connect(m_code, &CodeCopy::done, this, passing(Message::Kind::Information));
    connect(m_keeper, &SettingsKeeper::failed, this, passing(Message::Kind::Warning));
    connect(&m_store, &Store::parametersChanged, m_keeper, &SettingsKeeper::changed);
}

void MainWindow::startFrom(const QString& presetId)
{
    const Result<Preset> preset = loadPreset(utf8(presetId));
    if (!preset.ok())
        return m_status->showPassing({Message::Kind::Error, qs(toString(preset.error()))});
    m_store.setParameters(preset->parameters);
    m_store.setView(preset->view);
    m_status->showPassing({Message::Kind::Information, qs(preset->says)});
}

void MainWindow::openDialog()
{
    const QString path
        = QFileDialog::getOpenFileName(this, tr("Open matrix"), {}, tr("Matrices (*.npy);;All files (*)"));
    if (!path.isEmpty())
        m_opener->open(QFile::encodeName(path).toStdString());
}

void MainWindow::applyTheme()
{
    m_menu->showTheme(m_appearance->choice());
    m_plots->setTheme(m_appearance->theme());
}

Settings MainWindow::settings() const
{
    Settings s;
    s.window = normalGeometry();
    s.maximised = isMaximized();
    s.columns = m_columns->sizes();
    s.plotRows = m_plots->rowSizes();
    s.plotColumns = m_plots->columnSizes();
    s.plots = m_plots->shown();
    s.theme = m_appearance->choice();
    s.parameters = m_store.parameters();
    s.view.stage = m_store.view().stage;
    s.view.dimensions = m_store.view().dimensions;
    return s;
}

void MainWindow::restore(const Settings& settings)
{
    const QRect screen = QGuiApplication::primaryScreen()->availableGeometry();
    resize((settings.window.isEmpty() ? kStandardSize : settings.window.size()).boundedTo(screen.size()));
    const bool cramped = screen.width() < kRoomyScreen.width() || screen.height() < kRoomyScreen.height();
    if (!settings.window.isEmpty() && QGuiApplication::screenAt(settings.window.center()) != nullptr)
        move(settings.window.topLeft());
    if (settings.maximised || (settings.window.isEmpty() && cramped))
        setWindowState(Qt::WindowMaximized);
    if (settings.columns.size() == m_columns->count() && settings.columns.front() > 0)
        m_columns->setSizes(settings.columns);
    m_plots->setSizes(settings.plotRows, settings.plotColumns);
    m_plots->setShown(settings.plots);
    m_appearance->choose(settings.theme);
    m_store.setView(settings.view);
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
    m_job->cancel();
    m_keeper->finish();
    QMainWindow::closeEvent(event);
}

} // namespace phasor
