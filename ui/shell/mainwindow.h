// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/lessons/openedlesson.h"
#include "ui/shell/windowcontext.h"

#include <QApplication>
#include <QMainWindow>

class QBoxLayout;
class QLineEdit;
class QSplitter;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace phasor {

class ActionSet;
class AnswersPage;
class Appearance;
class Autosave;
class BoardBar;
class Bookmarks;
class FigureExport;
class FileOpener;
class Gallery;
class Guide;
class History;
class Lessons;
class Palette;
class ParameterPanel;
class Playing;
class PlotGrid;
class Presenter;
class PresetsPage;
class Readout;
class SessionFiles;
class SettingsKeeper;
class StartPage;
class StatusLine;
class Strip;
class Workbench;
class ZoomHistory;
struct Action;

struct WindowOptions
{
    std::string settingsPath; // path, raw bytes
    std::string file; // matrix, session or figure to open, raw bytes; empty: none
    std::optional<Document> start = {}; // shown instead of the setup in the settings
    QString machine; // "2 threads · AVX-512", for the status bar
    LessonShelf lessons = {};
    std::string lesson = {}; // to open, an id or a file; empty: none
    std::optional<std::size_t> step = {}; // of the lesson, from 0
    bool greets = false; // with the start page: the first time, later if the user wants it
};

// The main window: makes its parts, places them and connects them.
//
//     store ── changes ──▶ workbench ── requests ──▶ queue
//       ▲                      │  ▲                    │
//       │                      │  └──── snapshots ─────┘
//       │                      ▼
//       └── edits ── strip, plots, read-out, answers; and panel, menus, files, undo
//
// Parts never call each other. They edit the store and report to the status bar. The menus are lists of actions
// (actions/windowactions.cpp); the functions that the actions call are in files/ and settings/. GUI thread only.
class MainWindow : public QMainWindow
{
    Q_DECLARE_TR_FUNCTIONS(MainWindow)

public:
    explicit MainWindow(const WindowOptions& options, QWidget* parent = nullptr);
    ~MainWindow() override;

    Store& store() { return m_store; }
    ComputeQueue& queue() { return m_queue; }
    const WindowContext& context() const { return m_context; } // for commands outside of the menus
    void closeUnasked(); // also while a file is being written

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; // keys that no other part uses
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    Document document() const; // present setups, views and layout
    Document settings() const; // the same of the user's own work, which a lesson sets aside
    void showDocument(const Document& document); // sets setups and views
    void connectParts(); // most of these functions are in windowconnections.cpp
    void connectFiles();
    void connectPages();
    void showTitle();
    void showBoard(); // controls and plots, instead of another page
    void showGallery(const QString& view = {}); // to add that view, or one that is chosen there
    void showStart();
    void showPresets(PresetGroup group);
    void showSetting(const QString& parameter); // gives its control the focus
    void showControls(bool shown);
    void findSetting();
    void followType(); // fits the parts to their type and the window's width
    void focusNextPane(); // controls, strip, plots, read-out, answers
    void followFont();
    Layout layoutNow() const;
    void restoreLayout(const Layout& layout);
    void resetLayout();

    std::vector<Action> actions(); // these eleven functions are in actions/
    std::vector<Action> fileActions();
    std::vector<Action> editActions();
    std::vector<Action> viewActions();
    std::vector<Action> plotListActions();
    std::vector<Action> placeActions();
    std::vector<Action> themeActions();
    std::vector<Action> typeActions();
    std::vector<Action> layoutActions();
    std::vector<Action> presetActions();
    std::vector<Action> helpActions();

    // State and jobs.
    Store m_store;
    ComputeQueue m_queue;
    Runner* m_runner;
    StatusLine* m_status;
    WindowContext m_context; // made of the four above
    Workbench* m_workbench;
    History* m_history = nullptr; // null until the first setup is shown
    ZoomHistory* m_zooms;
    SessionFiles* m_sessions;
    std::unique_ptr<FigureExport> m_figures;
    FileOpener* m_files;
    Playing* m_playing = nullptr;
    SettingsKeeper* m_keeper;
    Autosave* m_autosave;
    mutable std::int64_t m_trained = 0; // runs that m_trainings was made of
    mutable std::string m_trainings;
    bool m_asks = true; // ask before closing stops an export

    // Visible parts.
    Appearance* m_appearance;
    QStackedWidget* m_pages = nullptr; // the controls with the board, the gallery, presets and start
    QSplitter* m_columns = nullptr;
    QWidget* m_left = nullptr; // the controls' column
    QToolButton* m_rail = nullptr; // is in its place while it is hidden
    bool m_controls = true; // the user wants them where there is room
    bool m_narrow = false; // the window is narrow
    std::optional<int> m_width; // of the controls, if the user chose it
    QLineEdit* m_find = nullptr; // above the controls
    ParameterPanel* m_panel = nullptr;
    Strip* m_strip = nullptr;
    PlotGrid* m_plots = nullptr;
    BoardBar* m_bar = nullptr;
    Gallery* m_gallery = nullptr; // null: not shown yet
    PresetsPage* m_presets = nullptr; // the same
    StartPage* m_start = nullptr; // the same
    bool m_startPage = false; // is shown at the next start
    Readout* m_readout = nullptr;
    AnswersPage* m_answers = nullptr;
    Guide* m_guide = nullptr; // shares its place with the answers and the bookmarks
    Bookmarks* m_bookmarks = nullptr;
    Lessons* m_lessons = nullptr;
    Presenter* m_presenter = nullptr;
    QVBoxLayout* m_column = nullptr; // the strip, if it is not on the start page, and what is below it
    QBoxLayout* m_board = nullptr; // plots and read-out, and the side panels: next to them, or below
    ActionSet* m_actions = nullptr;
    Palette* m_palette = nullptr;
};

// The window's QApplication: turns an exception that leaves an event handler into an Error, since Qt would end the
// program. The event then counts as not handled.
class Application final : public QApplication
{
public:
    using QApplication::QApplication;

    // Sets the receiver of these Errors, called on the GUI thread. An error equal to the previous one is not reported,
    // because a view that fails to paint does so in every frame.
    void onError(std::function<void(const Error& error)> say) { m_say = std::move(say); }

    bool notify(QObject* receiver, QEvent* event) override
    {
        const Result<bool> handled = guarded([&]() -> Result<bool> { return QApplication::notify(receiver, event); });
        if (handled.ok())
            return *handled;
        if (m_say && std::exchange(m_last, handled.error()) != handled.error())
            m_say(handled.error());
        return false;
    }

private:
    std::function<void(const Error& error)> m_say;
    Error m_last;
};

} // namespace phasor
