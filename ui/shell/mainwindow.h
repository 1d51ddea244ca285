// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/computequeue.h"
#include "session/store.h"
#include "ui/shell/settings.h"

#include <QMainWindow>

#include <string>

class QSplitter;

namespace phasor {

class Appearance;
class CodeCopy;
class FigureExport;
class History;
class LongJob;
class MainMenu;
class MatrixOpener;
class ParameterPanel;
class PlotGrid;
class Readout;
class SettingsKeeper;
class StatusLine;
class Strip;
class TableExport;
class Workbench;
struct Message;

struct WindowOptions
{
    std::string settingsPath; // raw bytes
    std::string file; // a matrix to open, raw bytes; empty: none
    QString machine; // "2 threads · AVX-512", for the status bar
};

// The window: builds controls, strip, plots, read-out, menus and status bar and connects them. Does nothing else.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const WindowOptions& options, QWidget* parent = nullptr);
    ~MainWindow() override;

    Store& store() { return m_store; }
    ComputeQueue& queue() { return m_queue; }

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void build(const QString& machine);
    void connectViews();
    void connectMenu();
    void connectMessages();
    void startFrom(const QString& presetId);
    void openDialog();
    void applyTheme();
    Settings settings() const;
    void restore(const Settings& settings);

    Store m_store;
    ComputeQueue m_queue;
    Appearance* m_appearance;
    History* m_history;
    LongJob* m_job;
    MatrixOpener* m_opener;
    FigureExport* m_export;
    TableExport* m_tables;
    CodeCopy* m_code;
    SettingsKeeper* m_keeper;
    Workbench* m_workbench;
    QSplitter* m_columns = nullptr;
    ParameterPanel* m_panel = nullptr;
    Strip* m_strip = nullptr;
    PlotGrid* m_plots = nullptr;
    Readout* m_readout = nullptr;
    StatusLine* m_status = nullptr;
    MainMenu* m_menu = nullptr;
};

} // namespace phasor
