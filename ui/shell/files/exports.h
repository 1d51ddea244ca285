// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "pipeline/notebook.h"
#include "ui/shell/windowcontext.h"

#include <future>

namespace phasor {

struct Subject;

// Exports of tables, numbers and scripts, as jobs. `context` outlives the jobs; errors become status messages. GUI
// thread only.

Status writeFile(const std::string& path, std::string_view bytes); // `path`: raw bytes
// Runs a job that writes the file `path`; `write` gets its name, as raw bytes. `large`: the user is asked before
// quitting.
void exportFile(const WindowContext& context, const QString& path, const QString& doneText, bool large,
                std::function<Status(const std::string& name, const Runner::Progress& progress)> write);

// For the thread of a job: runs `f` on the window's thread and waits for it, but not longer than until the job is
// canceled; `f` may still run then.
template <typename T> Result<T> onWindowThread(const WindowContext& context, const std::function<Result<T>()>& f)
{
    if (cancelled())
        return cancelledError();
    const auto promised = std::make_shared<std::promise<Result<T>>>();
    std::future<Result<T>> result = promised->get_future();
    QMetaObject::invokeMethod(
        context.window, [promised, f] { promised->set_value(guarded(f)); }, Qt::QueuedConnection);
    auto status = std::future_status::timeout;
    while (!cancelled() && status != std::future_status::ready)
        status = result.wait_for(std::chrono::milliseconds(20));
    return cancelled() ? Result<T>(cancelledError()) : result.get();
}
// For the thread of a job: a figure's bytes. It is computed there, and painted on the window's thread.
Result<QByteArray> paintedFigure(const WindowContext& context, const Subject& what, const FigureOptions& options,
                                 FigureFormat format);

// Writes the complete table of a stage of the edited setup as .npy or .csv, band by band, like `phasor table`.
void exportTable(const WindowContext& context, const NodeId& stage, const QString& path);
void askAndExportTable(const WindowContext& context); // for the stage in view: states its size, asks for a file

// Copies a plot's numbers as CSV. `data` null: a message says that the plot has none now.
void copyData(const WindowContext& context, const ViewDataPtr& data);
void exportData(const WindowContext& context, const ViewDataPtr& data, const QString& path);
void askAndExportData(const WindowContext& context, const QString& plot, const ViewDataPtr& data);

// Copies a script for a notebook that computes the edited setup.
void copyScript(const WindowContext& context, NotebookLibrary library);

// Exports the plot in a cell of the board, given by its name, as the store describes it now: into a file whose ending
// gives the format, or to the clipboard as PNG and SVG. Figures have the light theme, whatever the screen has, unless
// another one is chosen. Jobs compute and write; only drawing is done on the GUI thread. A canceled job changes
// nothing.
class FigureExport
{
public:
    explicit FigureExport(const WindowContext& context);

    // Asks for the options, then for a file; `play`: of an animation.
    void ask(const std::string& cell, const PlayOptions& play = {});
    void save(const std::string& cell, const QString& path) const; // with the options of the last dialog
    // Writes an animation of setup A, like `phasor figure --play`. {frame} is added to the name of PNGs.
    void animate(const std::string& cell, const PlayOptions& play, QString path) const;
    void copy(const std::string& cell) const;
    void setOptions(const FigureOptions& options) { m_options = options; }

private:
    void run(const QString& path, std::function<Status(const Runner::Progress&)> work) const; // writes the file

    const WindowContext& m_context;
    FigureOptions m_options; // used last, for files
};

// Copies the command that draws the plot in a cell as it is now.
void copyFigureCommand(const WindowContext& context, const std::string& cell, const FigureOptions& options = {},
                       const PlayOptions& play = {});

} // namespace phasor
