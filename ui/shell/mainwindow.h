// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/computequeue.h"
#include "session/document.h"
#include "session/store.h"

#include <QCoreApplication>
#include <QMainWindow>

#include <optional>
#include <string>

class QSplitter;
class QWidget;

namespace phasor {

class AnswersPage;
class Appearance;
class CodeCopy;
class DataExport;
class FigureExport;
class FileOpener;
class History;
class Runner;
class MainMenu;
class MatrixOpener;
class ParameterPanel;
class PlotActions;
class PlotGrid;
class Readout;
class SessionFiles;
class SettingsKeeper;
class StatusLine;
class Strip;
class TableChecker;
class TableExport;
class WindowLayout;
class Workbench;
class ZoomHistory;

struct WindowOptions
{
    std::string settingsPath; // raw bytes
    std::string file; // a matrix, a session or a figure to open, raw bytes; empty: none
    std::optional<Document> start = {}; // in place of the set-up that the settings remember
    QString machine; // "2 threads · AVX-512", for the status bar
};

// The window: builds controls, strip, plots, read-out, menus and status bar and connects them. Does nothing else.
class MainWindow : public QMainWindow
{
    Q_DECLARE_TR_FUNCTIONS(MainWindow)

public:
    explicit MainWindow(const WindowOptions& options, QWidget* parent = nullptr);
    ~MainWindow() override;

    Store& store() { return m_store; }
    ComputeQueue& queue() { return m_queue; }
    void closeUnasked(); // whatever is being written
    void say(const Error& error); // one that no part of the window has taken

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void build(const QString& machine);
    void connectViews();
    void connectAnswers();
    void connectMenu();
    void connectMessages();
    void showPreset(const Document& preset);
    void leavePreset();
    void takeFile(const std::string& path, const QWidget* place);
    PipelinePtr shownPipeline(); // of the edited side; null: what it shows is not computed yet
    void showDocument(const Document& document);
    Document document() const; // set-ups, views and layout, as they are now
    void applyTheme();
    Document settings() const;

    Store m_store;
    ComputeQueue m_queue;
    Appearance* m_appearance;
    History* m_history;
    Runner* m_runner;
    MatrixOpener* m_opener;
    SessionFiles* m_sessions;
    FileOpener* m_files;
    FigureExport* m_export;
    TableExport* m_tables;
    TableChecker* m_checks;
    CodeCopy* m_code;
    DataExport* m_data;
    PlotActions* m_actions;
    ZoomHistory* m_zooms;
    SettingsKeeper* m_keeper;
    std::optional<Parameters> m_preset; // the set-up of the preset whose sentence stands in the status bar
    bool m_asks = true; // before it stops an export by closing
    std::string m_unknown; // keys of the settings that this program does not know
    Workbench* m_workbench;
    WindowLayout* m_layout = nullptr;
    QSplitter* m_columns = nullptr;
    ParameterPanel* m_panel = nullptr;
    Strip* m_strip = nullptr;
    PlotGrid* m_plots = nullptr;
    Readout* m_readout = nullptr;
    StatusLine* m_status = nullptr;
    MainMenu* m_menu = nullptr;
    AnswersPage* m_answers = nullptr;
};

} // namespace phasor
