// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's connections between its parts, which do not know each other; its theme, type size and sizes: saved,
// restored and reset.
#include "pipeline/config/modelconfig.h"
#include "session/document.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/panels/panels.h"
#include "ui/panels/parameterpanel.h"
#include "ui/shell/actions/actions.h"
#include "ui/shell/answerspage.h"
#include "ui/shell/bars.h"
#include "ui/shell/files/files.h"
#include "ui/shell/lessons/guide.h"
#include "ui/shell/lessons/lessons.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/pages/pages.h"
#include "ui/shell/palette/palette.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/settings/settings.h"
#include "ui/shell/talk/talk.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMimeData>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <iterator>

namespace phasor {

void MainWindow::connectParts()
{
    // Views of the workbench. Plots do that themselves.
    m_workbench->add({.title = tr("strip"),
                      .request = [this](const Scene&, const ViewState& view) { return m_strip->request(view); },
                      .show = std::bind_front(&Strip::show, m_strip),
                      .setReason = std::bind_front(&Strip::setReason, m_strip)});
    m_workbench->add({.title = tr("read-out"),
                      .request = [this](const Scene&, const ViewState& view) { return m_readout->request(view); },
                      .show =
                          [this](const ViewDataPtr& shown) {
                              m_readout->show(shown);
                              m_strip->showPointed(shown);
                          },
                      .setReason = std::bind_front(&Readout::setReason, m_readout)});
    m_answers->joinTo(*m_workbench, ViewPlace::Window);
    connect(&m_store, &Store::viewChanged, m_readout, &Readout::showView);
    connect(m_strip, &Strip::resized, m_workbench, &Workbench::refresh);
    connect(m_workbench, &Workbench::reported, m_status, &StatusLine::setLasting);
    connect(m_workbench, &Workbench::painted, m_status, &StatusLine::showCost);
    connect(m_workbench, &Workbench::faultsFound, m_panel, &ParameterPanel::showFaults);
    connect(m_bar, &BoardBar::answersRequested, m_answers, [this] { m_answers->setOpen(m_answers->isHidden()); });
    connect(m_panel, &ParameterPanel::refused, m_status, &StatusLine::showRefusal);
    connect(m_panel, &ParameterPanel::complained, m_status, &StatusLine::setTyped);
    connect(m_panel, &ParameterPanel::accepted, m_status, &StatusLine::dropRefusal);
    connect(m_answers, &AnswersPage::viewRequested, m_plots, &PlotGrid::showPlot);
    connect(m_answers, &AnswersPage::replacedB, this,
            [this] { m_context.inform(tr("Your B was replaced. Undo brings it back.")); });
    connect(m_answers, &AnswersPage::trainingRequested, this, [this](const QString& vary) {
        const Store::Gesture together(m_store);
        m_store.editView([&vary](ViewState& view) {
            view.training.vary = {vary.toStdString()};
            view.training.phase = TrainingChoice::Phase::Running;
        });
        m_plots->showPlot(QStringLiteral("training"));
    });
    connect(m_appearance, &Appearance::themeChanged, m_answers, &AnswersPage::setTheme);
    // One side panel at a time.
    connect(m_lessons, &Lessons::changed, this, [this] {
        if (m_lessons->run() != nullptr) {
            m_answers->setOpen(false);
            m_bookmarks->setOpen(false);
        }
        showTitle();
        m_actions->refresh();
        m_keeper->changed();
    });
    const auto showGuide = [this] {
        m_guide->setVisible(m_lessons->run() != nullptr && m_answers->isHidden() && m_bookmarks->isHidden());
    };
    connect(m_answers, &AnswersPage::changed, m_guide, [this, showGuide] {
        if (!m_answers->isHidden())
            m_bookmarks->setOpen(false);
        showGuide();
    });
    connect(m_bookmarks, &Bookmarks::changed, m_guide, [this, showGuide] {
        if (!m_bookmarks->isHidden()) {
            m_answers->setOpen(false);
            showBoard();
        }
        showGuide();
        m_actions->refresh();
    });
    connect(m_appearance, &Appearance::themeChanged, m_plots, &PlotGrid::setTheme);
    connect(m_appearance, &Appearance::themeChanged, this, [this] {
        m_panel->fit();
        followType();
        m_keeper->changed();
    });
    // Changes after which actions may be enabled or checked differently.
    connect(&m_store, &Store::sceneChanged, m_actions, &ActionSet::refresh);
    connect(&m_store, &Store::viewChanged, m_actions, &ActionSet::refresh);
    connect(&m_store, &Store::bookmarksChanged, m_actions, &ActionSet::refresh);
    connect(m_plots, &PlotGrid::visibilityChanged, m_actions, &ActionSet::refresh);
    connect(m_runner, &Runner::started, m_actions, &ActionSet::setRunningJob);
    connect(m_runner, &Runner::finished, m_actions, [this] { m_actions->setRunningJob({}); });
}

// The lesson's, or the session's file with the mark of changes.
void MainWindow::showTitle()
{
    const bool inLesson = m_lessons != nullptr && m_lessons->run() != nullptr;
    QString title = inLesson ? qs(m_lessons->run()->lesson().title) : QFileInfo(m_sessions->file()).fileName();
    title.replace(u"[*]"_s, u"[*][*]"_s); // not the mark
    setWindowTitle(title.isEmpty() ? tr("Phasor[*]") : tr("%1[*] — Phasor").arg(title));
    setWindowModified(!inLesson && m_sessions->hasChanges());
}

void MainWindow::connectFiles()
{
    connect(m_sessions, &SessionFiles::changed, this, &MainWindow::showTitle);
    connect(m_sessions, &SessionFiles::changed, m_keeper, &SettingsKeeper::changed);
    connect(
        &m_queue, &ComputeQueue::snapshotReady, m_keeper,
        [this] { QTimer::singleShot(std::chrono::seconds(1), m_keeper, &SettingsKeeper::opened); },
        Qt::SingleShotConnection);
    connect(m_sessions, &SessionFiles::changed, m_autosave, &Autosave::changed);
    offerRecovery(*m_autosave, *m_sessions, *this);
    connect(m_panel, &ParameterPanel::fileRequested, m_files, &FileOpener::askFor);
    // A preset opens the views that prove its point. Its sentence is shown while the setup is the preset's.
    connect(m_files, &FileOpener::presetShown, this, [this](const Document& preset) {
        if (preset.arranged)
            m_plots->showFirst();
        m_bar->setSentence(words::ofPreset(preset.says), words::sourceOfPreset(preset.source));
    });
    connect(m_files, &FileOpener::lessonRequested, m_lessons,
            [this](const std::string& path) { m_lessons->open(path); });
    connect(m_files, &FileOpener::presetHolds, m_bar, &BoardBar::showSentence);
    connect(m_bar, &BoardBar::sentenceClosed, m_files, &FileOpener::closePreset);
    setAcceptDrops(true);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

// A matrix dropped on a stage is compared with it; any other file is opened.
void MainWindow::dropEvent(QDropEvent* event)
{
    const std::string path = localFile(*event->mimeData()).value_or(std::string());
    const std::optional<NodeId> stage = m_strip->nodeAt(childAt(event->position().toPoint()));
    if (path.empty())
        m_context.fail(tr("Drop one file of this computer: a session, a figure, a matrix (.npy, .npz, "
                          ".safetensors, .csv) or a config.json."));
    else if (stage && !isSessionFile(path) && !isModelConfigFile(path))
        checkTable(m_context, *stage, path);
    else
        m_files->open(path);
}

// Pages: the board, and instead of it the gallery, the presets or the start.
void MainWindow::connectPages()
{
    m_palette = new Palette(m_context, *m_plots->parentWidget(), [this] {
        m_actions->fillMenus();
        std::vector<Entry> entries = entriesOf(*m_actions);
        PlotMenu& menu = m_plots->currentMenu();
        menu.actions().refresh();
        std::ranges::move(entriesOf(menu.actions(), menu.spec().titleText()), std::back_inserter(entries));
        std::ranges::move(optionEntries(m_store, *m_plots), std::back_inserter(entries));
        std::ranges::move(m_bookmarks->entries(), std::back_inserter(entries));
        return entries;
    });
    m_palette->serve(*m_find);
    connect(m_palette, &Palette::settingRequested, this, &MainWindow::showSetting);
    connect(m_palette, &Palette::chosen, this, [this](Topic topic) {
        if (topic != Topic::Action)
            showBoard();
    });
    connect(m_plots, &PlotGrid::askedFor, this, [this](const QString& view) { showGallery(view); });
    connect(m_bar, &BoardBar::galleryRequested, this, [this] { showGallery(); });
    // What is shown then is on the board.
    connect(m_strip, &Strip::clicked, this, &MainWindow::showBoard);
    connect(m_plots, &PlotGrid::visibilityChanged, this, &MainWindow::showBoard);
    connect(m_lessons, &Lessons::changed, this, &MainWindow::showBoard);
    connect(m_bookmarks, &Bookmarks::opened, m_plots, &PlotGrid::showFirst);
    connect(m_bookmarks, &Bookmarks::opened, this, &MainWindow::showBoard);
    connect(m_lessons, &Lessons::finished, this, &MainWindow::showStart); // which lesson is next
    connect(m_files, &FileOpener::presetShown, this, &MainWindow::showBoard);
    connect(m_lessons, &Lessons::fileOpened, m_files, &FileOpener::note);
    connect(m_files, &FileOpener::noted, m_keeper, &SettingsKeeper::changed);
    connect(m_files, &FileOpener::used, this, &MainWindow::showBoard);
}

void MainWindow::showBoard()
{
    if (m_pages->currentWidget() == m_columns)
        return;
    if (m_start != nullptr)
        m_start->end();
    m_column->insertWidget(0, m_strip);
    m_pages->setCurrentWidget(m_columns);
}

void MainWindow::showSetting(const QString& parameter)
{
    showBoard();
    showControls(true);
    if (QWidget* control = m_panel->reveal(parameter))
        control->setFocus(Qt::OtherFocusReason);
}

void MainWindow::findSetting()
{
    showBoard();
    showControls(true);
    m_find->setFocus(Qt::ShortcutFocusReason);
    m_find->selectAll();
}

void MainWindow::showGallery(const QString& view)
{
    showBoard();
    if (m_gallery == nullptr) {
        m_gallery = new Gallery(m_store, m_pages);
        m_pages->addWidget(m_gallery);
        connect(m_gallery, &Gallery::left, this, &MainWindow::showBoard);
        connect(m_gallery, &Gallery::chosen, this, [this](const QString& added, int cell) {
            showBoard();
            cell < 0 ? m_plots->add(added) : m_plots->put(cell, added);
        });
        connect(m_gallery, &Gallery::settingRequested, this, &MainWindow::showSetting);
    }
    m_pages->setCurrentWidget(m_gallery);
    m_gallery->open(view, m_context.cache());
}

void MainWindow::showPresets(PresetGroup group)
{
    showBoard();
    if (m_presets == nullptr) { // 35 files are read
        m_presets = new PresetsPage(m_pages);
        m_pages->addWidget(m_presets);
        connect(m_presets, &PresetsPage::left, this, &MainWindow::showBoard);
        connect(m_presets, &PresetsPage::opened, this,
                [this](const QString& card) { m_files->startFrom(card.section(u'-', 1)); });
    }
    m_pages->setCurrentWidget(m_presets);
    m_presets->open(group);
}

void MainWindow::showStart()
{
    if (m_start == nullptr) {
        m_start = new StartPage(m_store, *m_lessons, m_startPage, m_pages);
        m_pages->addWidget(m_start);
        connect(m_start, &StartPage::left, this, &MainWindow::showBoard);
        connect(m_start, &StartPage::lessonChosen, this, [this](const std::string& id) { m_lessons->open(id); });
        connect(m_start, &StartPage::presetChosen, m_files, &FileOpener::startFrom);
        connect(m_start, &StartPage::presetsRequested, this, &MainWindow::showPresets);
        connect(m_start, &StartPage::fileChosen, m_files, &FileOpener::open);
        connect(m_start, &StartPage::openRequested, m_files, &FileOpener::ask);
        connect(m_start, &StartPage::shownAtStartChanged, this, [this](bool shown) {
            m_startPage = shown;
            m_keeper->changed();
        });
    }
    m_pages->setCurrentWidget(m_start);
    m_start->begin(m_strip, m_files->recent());
}

Layout MainWindow::layoutNow() const
{
    const QRect window = normalGeometry();
    std::vector<std::string> opened;
    std::ranges::transform(m_panel->openedFolds(), std::back_inserter(opened), utf8);
    return {.window = {window.x(), window.y(), window.width(), window.height()},
            .maximized = isMaximized(),
            .columns = m_width ? std::vector{*m_width, width() - *m_width} : std::vector<int>(),
            .theme = utf8(m_appearance->choice()),
            .typeSize = m_appearance->typeSize(),
            .opened = std::move(opened),
            .controls = m_controls};
}

void MainWindow::restoreLayout(const Layout& layout)
{
    constexpr QSize kStandardSize(1280, 800);
    constexpr QSize kRoomyScreen(1440, 900); // on a smaller screen the window is first maximized
    const QRect window(layout.window[0], layout.window[1], layout.window[2], layout.window[3]);
    const QRect screen = QGuiApplication::primaryScreen()->availableGeometry();
    resize((window.isEmpty() ? kStandardSize : window.size()).boundedTo(screen.size()));
    const bool cramped = screen.width() < kRoomyScreen.width() || screen.height() < kRoomyScreen.height();
    if (!window.isEmpty() && QGuiApplication::screenAt(window.center()) != nullptr)
        move(window.topLeft());
    if (layout.maximized || (window.isEmpty() && cramped))
        setWindowState(Qt::WindowMaximized);
    m_appearance->choose(qs(layout.theme));
    m_appearance->setTypeSize(layout.typeSize);
    QStringList opened;
    std::ranges::transform(layout.opened, std::back_inserter(opened), qs);
    m_panel->openFolds(opened);
    m_panel->fit();
    if (!layout.columns.empty() && layout.columns.front() > 0)
        m_width = layout.columns.front();
    followFont();
    showControls(layout.controls);
}

// Gives the controls the width that suits their type, or the user's. A splitter that shrinks takes room from both
// sides.
void MainWindow::followFont()
{
    m_narrow = m_panel->isInNarrowWindow();
    const int pixels = m_width.value_or(m_panel->sizeHint().width());
    m_columns->setSizes({pixels, width() - pixels});
}

void MainWindow::resetLayout()
{
    m_appearance->setTypeSize(100);
    m_panel->openFolds({});
    showControls(true);
    m_width.reset();
    followFont();
    m_store.editView([](ViewState& view) { view.board.arrangeAs(Board()); });
}

} // namespace phasor
