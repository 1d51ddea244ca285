// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the parts of the window and places them; windowconnections.cpp connects them.
#include "ui/shell/mainwindow.h"

#include "plots/plot.h"
#include "training/trainingbook.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/panels/panels.h"
#include "ui/panels/parameterpanel.h"
#include "ui/panels/parts.h"
#include "ui/shell/actions/actions.h"
#include "ui/shell/answerspage.h"
#include "ui/shell/bars.h"
#include "ui/shell/files/exports.h"
#include "ui/shell/files/files.h"
#include "ui/shell/lessons/guide.h"
#include "ui/shell/lessons/lessons.h"
#include "ui/shell/palette/palette.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/settings/history.h"
#include "ui/shell/settings/settings.h"
#include "ui/shell/talk/talk.h"

#include <QApplication>
#include <QCloseEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QStackedWidget>
#include <QToolButton>

#include <filesystem>

namespace phasor {

MainWindow::MainWindow(const WindowOptions& options, QWidget* parent)
    : QMainWindow(parent)
    , m_runner(new Runner(this))
    , m_status(new StatusLine(options.machine, *m_runner, this))
    , m_context{.window = this,
                .store = m_store,
                .queue = m_queue,
                .runner = *m_runner,
                .report = std::bind_front(&StatusLine::showPassing, m_status)}
    , m_workbench(new Workbench(m_store, m_queue, this))
    , m_zooms(new ZoomHistory(m_store, this))
    , m_sessions(new SessionFiles(
          m_context, [this] { return document(); }, [this] { return settings(); },
          [this](const Document& opened) {
              m_lessons->leave();
              showDocument(opened);
          },
          this))
    , m_figures(std::make_unique<FigureExport>(m_context))
    , m_files(new FileOpener(m_context, *m_sessions, this))
    , m_keeper(new SettingsKeeper(
          options.settingsPath, [this] { return settings(); }, m_context, this))
    , m_autosave(new Autosave(
          std::filesystem::path(options.settingsPath).replace_filename("autosave").string(),
          [this] { return m_sessions->unsaved(); }, m_context, this))
    , m_appearance(new Appearance(this))
{
    setObjectName(QStringLiteral("window"));
    showTitle();
    setWindowIcon(QIcon(QStringLiteral(":/icons/io.github.phasor.Phasor.svg")));
    setStatusBar(m_status);
    const LoadedSettings loaded = m_keeper->load();
    const Document& start = options.start ? *options.start : loaded.document;
    m_store.open(start.scene);
    m_store.setView(start.viewOver(Board()));
    m_store.setBookmarks(start.bookmarks);
    for (const Document* kept : {&start, &loaded.document})
        readTrainings(kept->trainings, *m_context.cache()->lasting<TrainingBook>());
    m_history = new History(m_store, this);
    build();
    m_lessons = new Lessons(options.lessons,
                            {.context = m_context,
                             .workbench = *m_workbench,
                             .history = *m_history,
                             .guide = *m_guide,
                             .controls = *m_panel,
                             .current = [this] { return settings(); },
                             .show =
                                 [this](const Document& aside) {
                                     showDocument(aside);
                                     if (!aside.says.empty() && m_store.parameters() == aside.scene.a)
                                         m_files->hold(aside); // a preset opened in the lesson has another sentence
                                 }},
                            this);
    m_playing = new Playing(m_context, this);
    m_playing->serve(*m_panel);
    m_presenter = new Presenter({m_context, *m_workbench, *m_history, *m_zooms, *m_lessons, *m_plots, *m_playing});
    m_store.setReducesMotion(loaded.document.layout.reducesMotion);
    m_lessons->setProgress(loaded.document.layout.lessons);
    m_startPage = loaded.document.layout.startPage;
    m_files->setRecent(loaded.document.layout.recent);
    m_actions = new ActionSet(actions(), QStringLiteral("action-"), *menuBar());
    connectParts();
    connectFiles();
    connectPages();
    restoreLayout(loaded.document.layout);
    m_plots->setTheme(m_appearance->theme());
    m_plots->showFirst();
    if (!start.says.empty())
        m_files->hold(start);
    m_answers->setTheme(m_appearance->theme());
    m_actions->refresh();
    if (!loaded.message.isEmpty())
        m_context.warn(loaded.message);
    if (auto* sentence = m_panel->findChild<QWidget*>(QStringLiteral("text-text")))
        sentence->setFocus(); // most users start by typing a sentence
    if (options.greets && loaded.first) {
        m_files->startFrom(QStringLiteral("sentence"));
        m_history->forget();
    }
    m_sessions->begin();
    if (options.start || !options.file.empty() || !options.lesson.empty())
        m_keeper->opened(); // should Phasor crash now, it isn't for the settings
    if (options.greets && (loaded.first || loaded.document.layout.startPage))
        showStart();
    if (!options.file.empty())
        m_files->open(options.file);
    if (!options.lesson.empty())
        m_lessons->open(options.lesson, options.step);
}

MainWindow::~MainWindow()
{
    // First the parts that call others at their end: jobs and settings the context, plots and panels the store.
    delete m_runner;
    delete m_palette;
    delete m_keeper;
    delete m_autosave;
    delete m_presenter;
    delete m_lessons;
    delete m_pages;
}

// Layout: controls on the left; on the right the strip, and below it plots and read-out, next to them the answers.
void MainWindow::build()
{
    m_pages = new QStackedWidget(this);
    m_columns = new QSplitter(Qt::Horizontal, m_pages);
    m_columns->setChildrenCollapsible(false);
    m_left = new QWidget(m_columns);
    m_find = findField(m_left);
    m_panel = new ParameterPanel(m_store, m_left);
    auto* sides = new SetupSwitch(m_store, m_left);
    connect(m_workbench, &Workbench::faultsFound, sides, &SetupSwitch::showFaults);
    auto* search = fillLayout(new QHBoxLayout, {m_find}, {16, 8, 8, 0});
    fillLayout(new QVBoxLayout(m_left), {search, sides, {m_panel, 1}}, {}, 0);
    auto* right = new QWidget(m_columns);
    m_strip = new Strip(m_store, right);
    m_plots = new PlotGrid(m_context, *m_workbench, *m_figures, right);
    m_bar = new BoardBar(right);
    m_readout = new Readout(right);
    m_answers = new AnswersPage(m_store, right);
    m_guide = new Guide(right);
    m_bookmarks = new Bookmarks(m_store, right);
    auto* board = fillLayout(new QVBoxLayout, {{m_plots, 1}, m_readout}, kUsualMargins, 0);
    m_board = fillLayout(new QBoxLayout(QBoxLayout::LeftToRight), {{board, 1}, m_answers, m_guide, m_bookmarks});
    m_column = fillLayout(new QVBoxLayout, {m_strip, hairline(right), m_bar, {m_board, 1}}, {0, 0, 8, 0}, 0);
    m_column->insertSpacing(2, 4);
    m_rail = quietButton(u"controls-rail"_s, tr("Show the controls (F9)"), right);
    m_rail->setArrowType(Qt::RightArrow);
    m_rail->setFixedWidth(32);
    m_rail->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    connect(m_rail, &QToolButton::clicked, this, [this] { showControls(true); });
    fillLayout(new QHBoxLayout(right), {m_rail, {m_column, 1}}, {}, 0);
    m_columns->setStretchFactor(1, 1);
    m_columns->setStretchFactor(0, 0);
    m_pages->addWidget(m_columns);
    m_pages->setMinimumHeight(320); // whatever they show: the window does not grow
    setCentralWidget(m_pages);
    connect(m_panel, &ParameterPanel::fontChanged, this, &MainWindow::followFont);
    connect(m_columns, &QSplitter::splitterMoved, this, [this] { m_width = m_columns->sizes().front(); });
    menuBar()->setObjectName(QStringLiteral("menu"));
}

// In a narrow window they stay only until it is wide.
void MainWindow::showControls(bool shown)
{
    m_left->setVisible(shown);
    m_rail->setHidden(shown);
    if (m_board->direction() == QBoxLayout::LeftToRight)
        m_controls = shown;
    m_actions->refresh();
}

void MainWindow::showDocument(const Document& document)
{
    const Store::Gesture together(m_store);
    m_store.open(document.scene);
    m_store.setView(document.viewOver(m_store.view().board));
    m_store.setBookmarks(document.bookmarks);
    readTrainings(document.trainings, *m_context.cache()->lasting<TrainingBook>());
    m_plots->showFirst();
    showBoard();
}

Document MainWindow::settings() const
{
    Document own = document();
    own.layout.startPage = m_startPage;
    own.layout.recent = m_files->recent();
    const Document* aside = m_lessons->run() != nullptr ? &m_lessons->aside() : m_presenter->aside();
    if (aside != nullptr) {
        own.scene = aside->scene;
        own.view = aside->view;
        own.says = aside->says;
        own.source = aside->source;
    }
    if (!own.says.empty())
        return own; // a preset opened in the lesson has another sentence
    if (const std::optional<Document>& preset = m_files->preset(); preset && preset->scene.a == own.scene.a) {
        own.says = preset->says;
        own.source = preset->source;
    }
    return own;
}

Document MainWindow::document() const
{
    Document document{.scene = m_store.scene(), .view = m_store.view(), .arranged = true};
    document.view.cursor = {};
    document.view.board.setFocus(0);
    document.layout = layoutNow();
    document.layout.lessons = m_lessons->progress();
    document.layout.reducesMotion = m_store.reducesMotion();
    const auto book = m_context.cache()->lasting<TrainingBook>();
    if (const std::int64_t now = book->runs(); now != std::exchange(m_trained, now))
        m_trainings = writeTrainings(*book);
    document.trainings = m_trainings;
    document.bookmarks = *m_store.bookmarks();
    return document;
}

void MainWindow::focusNextPane()
{
    const std::array<QWidget*, 7> panes{m_panel, m_strip, m_plots, m_readout, m_answers, m_guide, m_bookmarks};
    const auto hasFocus = [](const QWidget* pane) {
        return pane->isAncestorOf(QApplication::focusWidget());
    };
    const auto now = static_cast<std::size_t>(std::ranges::find_if(panes, hasFocus) - panes.begin());
    for (std::size_t step = 1; step <= panes.size(); ++step) {
        const QWidget* pane = panes[(now + step) % panes.size()];
        for (QWidget* part : pane->findChildren<QWidget*>()) {
            if (part->focusPolicy() != Qt::NoFocus && part->isVisible() && part->isEnabled())
                return part->setFocus(Qt::OtherFocusReason);
        }
    }
}

bool MainWindow::event(QEvent* event)
{
    // Replaces QMainWindow's handling, which would hide the status bar's present message.
    if (event->type() == QEvent::StatusTip) {
        m_status->setHint(static_cast<QStatusTipEvent*>(event)->tip());
        return true;
    }
    return QMainWindow::event(event);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    followType();
}

void MainWindow::followType()
{
    // The user's width of the controls stays until the window becomes narrow or wide.
    if (m_narrow != m_panel->isInNarrowWindow())
        m_width.reset();
    followFont();
    m_strip->fit();
    // The answers are a column, in a narrow window a bar below the plots. Pixels of the usual type.
    constexpr int kNarrow = 1000;
    constexpr int kWide = 1600;
    const double scale = m_appearance->typeScale();
    const double room = width() / scale;
    const bool below = room < kNarrow;
    m_readout->setVisible(!below || height() >= scale * 560);
    if (below != (m_board->direction() == QBoxLayout::TopToBottom)) {
        m_board->setDirection(below ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
        m_guide->setBelow(below);
        showControls(!below && m_controls);
    }
    for (QWidget* panel : std::initializer_list<QWidget*>{m_answers, m_guide, m_bookmarks}) {
        panel->setFixedWidth(below ? QWIDGETSIZE_MAX : qRound(scale * (room < kWide ? 336 : 416)));
        panel->setMaximumHeight(below ? std::min(qRound(scale * 224), height() / 3) : QWIDGETSIZE_MAX);
    }
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ThemeChange)
        m_appearance->systemChanged();
    if (event->type() == QEvent::WindowStateChange && m_actions != nullptr)
        m_actions->refresh();
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_guide->isVisible())
        return m_lessons->leave();
    QMainWindow::keyPressEvent(event);
}

void MainWindow::closeUnasked()
{
    m_asks = false;
    close();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_asks && (!m_sessions->mayLeave() || !mayQuit(*m_runner, this)))
        return event->ignore();
    m_runner->cancel();
    m_keeper->finish();
    m_autosave->finish(!m_sessions->finish() && !m_asks);
    QMainWindow::closeEvent(event);
}

} // namespace phasor
