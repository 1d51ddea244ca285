// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's connections between its parts, which do not know each other.
#include "pipeline/config/modelconfig.h"
#include "plots/plot.h"
#include "session/sessionfile.h"
#include "ui/forms/text.h"
#include "ui/look/appearance.h"
#include "ui/panels/parameterpanel.h"
#include "ui/panels/readout.h"
#include "ui/panels/setupswitch.h"
#include "ui/panels/strip.h"
#include "ui/shell/actions/actionset.h"
#include "ui/shell/answerspage.h"
#include "ui/shell/boardbar.h"
#include "ui/shell/files/fileopener.h"
#include "ui/shell/files/questions.h"
#include "ui/shell/files/sessionfiles.h"
#include "ui/shell/files/tablecheck.h"
#include "ui/shell/lessons/guide.h"
#include "ui/shell/lessons/lessons.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/recoverybar.h"
#include "ui/shell/settings/autosave.h"
#include "ui/shell/settings/settings.h"
#include "ui/shell/statusline.h"
#include "ui/shell/talk/bookmarks.h"
#include "ui/shell/workbench.h"
#include "words/coretexts.h"

#include <QFileInfo>
#include <QTimer>

#include <chrono>

namespace phasor {

namespace {
constexpr std::chrono::milliseconds kDrawn{1000}; // after the first numbers
} // namespace

void MainWindow::connectParts()
{
    // Makes a part a view of the workbench. Plots do that themselves.
    const auto add = [this](const QString& title, auto* part) {
        m_workbench->add({.title = title,
                          .request = [part](const Scene&, const ViewState& view) { return part->request(view); },
                          .show = [part](const ViewDataPtr& shown) { part->show(shown); },
                          .setReason = std::bind_front(&std::remove_pointer_t<decltype(part)>::setReason, part)});
    };
    add(tr("strip"), m_strip);
    m_workbench->add({.title = tr("read-out"),
                      .request = [this](const Scene&, const ViewState& view) { return m_readout->request(view); },
                      .show =
                          [this](const ViewDataPtr& shown) {
                              m_readout->show(shown);
                              m_strip->showPointed(shown);
                          },
                      .setReason = std::bind_front(&Readout::setReason, m_readout)});
    add(tr("answers"), m_answers);
    m_workbench->add({.title = tr("answers"),
                      .request = std::bind_front(&AnswersPage::pictureRequest, m_answers),
                      .show = std::bind_front(&AnswersPage::showPicture, m_answers)});
    connect(&m_store, &Store::viewChanged, m_readout, &Readout::showView);
    connect(m_strip, &Strip::resized, m_workbench, &Workbench::refresh);
    connect(m_answers, &AnswersPage::changed, m_workbench, &Workbench::refresh);
    connect(m_workbench, &Workbench::reported, m_status, &StatusLine::setLasting);
    connect(m_workbench, &Workbench::painted, m_status, &StatusLine::showCost);
    connect(m_workbench, &Workbench::faultsFound, m_panel, &ParameterPanel::showFaults);
    connect(m_plots, &PlotGrid::failed, m_status, [this](const QString& text) { m_context.warn(text); });
    connect(m_bar, &BoardBar::answersRequested, m_answers, [this] { m_answers->setOpen(m_answers->isHidden()); });
    connect(m_panel, &ParameterPanel::refused, m_status, &StatusLine::showRefusal);
    connect(m_panel, &ParameterPanel::complained, m_status, &StatusLine::setTyped);
    connect(m_panel, &ParameterPanel::accepted, m_status, &StatusLine::dropRefusal);
    connect(m_answers, &AnswersPage::viewRequested, m_plots,
            [this](const QString& plot) { m_plots->setPlotVisible(plot, true); });
    connect(m_answers, &AnswersPage::trainingRequested, this, [this](const QString& vary) {
        m_store.editView([&vary](ViewState& view) {
            view.training.vary = {vary.toStdString()};
            view.training.phase = TrainingChoice::Phase::Running;
        });
        m_plots->setPlotVisible(QStringLiteral("training"), true);
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
        [this] { QTimer::singleShot(kDrawn, m_keeper, &SettingsKeeper::opened); }, Qt::SingleShotConnection);
    connect(m_sessions, &SessionFiles::changed, m_autosave, &Autosave::changed);
    offerRecovery(*m_autosave, *m_sessions, *this);
    connect(m_panel, &ParameterPanel::fileRequested, m_files, &FileOpener::askFor);
    // A preset opens the views that prove its point. Its sentence is shown until the setup changes.
    connect(m_files, &FileOpener::presetShown, this, [this](const Document& preset) {
        if (preset.arranged)
            m_plots->showFirst();
        m_bar->setSentence(words::ofPreset(preset.says), words::sourceOfPreset(preset.source));
    });
    connect(m_files, &FileOpener::lessonRequested, m_lessons,
            [this](const std::string& path) { m_lessons->open(path); });
    connect(m_files, &FileOpener::presetLeft, m_bar, [this] { m_bar->setSentence({}); });
    // A matrix dropped on a stage is compared with it; any other file is opened.
    new FileDrop(this, [this](const std::string& path, const QWidget* place) {
        const std::optional<NodeId> stage = m_strip->nodeAt(place);
        if (path.empty())
            m_context.fail(tr("Drop one file of this computer: a session, a figure, a matrix (.npy, .npz, "
                              ".safetensors, .csv) or a config.json."));
        else if (stage && !isSessionFile(path) && !isModelConfigFile(path))
            checkTable(m_context, *stage, path);
        else
            m_files->open(path);
    });
}

} // namespace phasor
