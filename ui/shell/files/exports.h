// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "pipeline/notebook.h"
#include "session/play.h"
#include "ui/shell/pages/thumbnails.h"
#include "ui/shell/windowcontext.h"

#include <QDialog>

#include <future>
#include <map>

class QCheckBox;
class QLabel;
class QPushButton;

namespace phasor {

// Exports of tables, numbers and scripts, as jobs. `context` outlives the jobs; errors become status messages. GUI
// thread only.

Status writeFile(const std::string& path, std::string_view bytes); // `path`: raw bytes
// Runs a job that writes the file `path`; `write` gets its name, as raw bytes. `large`: the user is asked before
// quitting.
void exportFile(const WindowContext& context, const QString& path, const QString& doneText, bool large,
                std::function<Status(const std::string& name, const Runner::Progress& progress)> write,
                const QString& cancelled = {}); // a message; empty: the file is unchanged

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
    explicit FigureExport(const WindowContext& context)
        : m_context(context)
    {
        m_options.dpi = kDpi;
    }

    // Asks for the options, then for a file; `play`: of an animation.
    void ask(const std::string& cell, const PlayOptions& play = {});
    void save(const std::string& cell, const QString& path) const; // with the options of the last dialog
    // Writes an animation of setup A, like `phasor figure --play`. {frame} is added to the name of PNGs.
    void animate(const std::string& cell, const PlayOptions& play, QString path) const;
    void copy(const std::string& cell) const;
    void setOptions(const FigureOptions& options) { m_options = options; }

private:
    const WindowContext& m_context;
    static constexpr double kDpi = 300; // at first
    FigureOptions m_options; // used last, for files
};

// Copies the command that draws the plot in a cell as it is now.
void copyFigureCommand(const WindowContext& context, const std::string& cell, const FigureOptions& options = {},
                       const PlayOptions& play = {});

// Figure options: size by name or typed, resolution, theme, title and caption. Shows the number of pixels and a preview
// drawn like the file. GUI thread only. Object names: figure-size, -dpi, -theme, -titled, -title, -caption, -preview,
// -facts, -copy, -export; of an animation also -play, -seconds, -fps, -bounce.
class FigureDialog : public QDialog
{
    Q_OBJECT

public:
    // `shown`: by the preview. `play`: of an animation; without a range: a figure.
    FigureDialog(const Subject& shown, std::shared_ptr<PipelineCache> cache, const FigureOptions& start,
                 const PlayOptions& play, QWidget* parent);

    Result<FigureOptions> options() const; // Errors: Usage SYNTAX or RANGE, for typed values
    Result<PlayOptions> play() const; // of an animation; the same errors

signals:
    void commandWanted(const phasor::FigureOptions& options, const phasor::PlayOptions& play);

private:
    void buildForm(const PlayOptions& play);
    // A control of the setting: a check box, a list of choices, or a field.
    QWidget* controlOf(const ValueSpec& spec, const ParameterValue& value);
    template <typename W> Status read(std::span<const Setting<W>> settings, W& whole) const; // of the controls
    void changed();
    void preview();
    void show(const FigureMakerPtr& maker, const Result<SnapshotPtr>& snapshot);
    void complain(const Status& possible);

    Subject m_shown;
    std::shared_ptr<PipelineCache> m_cache;
    FigureOptions m_start; // values that the dialog does not ask for
    std::map<std::string_view, std::function<QString()>> m_texts; // of the controls, by setting
    QCheckBox* m_titled;
    QLabel* m_preview;
    QLabel* m_facts;
    QString m_fileFacts; // without those of the preview
    QPushButton* m_copy = nullptr;
    QPushButton* m_export = nullptr;
    QTimer m_pause; // preview waits for a pause in typing
    bool m_again = false; // options changed while the preview was computed
    Runner m_runner; // last member: destroyed first, because its end uses the others
};

} // namespace phasor
