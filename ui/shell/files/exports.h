// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/notebook/notebookparts.h"
#include "session/snapshot.h"
#include "ui/shell/windowcontext.h"

namespace phasor {

// Exports of tables, numbers and scripts, as jobs. `context` outlives the jobs; errors become status messages. GUI
// thread only.

Status writeFile(const std::string& path, std::string_view bytes); // `path`: raw bytes
// Runs a job that writes the file `path`; `write` gets its name, as raw bytes. `large`: the user is asked before
// quitting.
void exportFile(const WindowContext& context, const QString& path, const QString& doneText, bool large,
                std::function<Status(const std::string& name, const Runner::Progress& progress)> write);
// The snapshot of a figure, on the thread of its job. Errors: Cancelled, as the picture would be incomplete.
Result<SnapshotPtr> computed(const Request& request, PipelineCache& cache);

// Writes the complete table of a stage of the edited setup as .npy or .csv, band by band, like `phasor table`.
void exportTable(const WindowContext& context, const NodeId& stage, const QString& path);
void askAndExportTable(const WindowContext& context); // for the stage in view: states its size, asks for a file

// Copies a plot's numbers as CSV. `data` null: a message says that the plot has none now.
void copyData(const WindowContext& context, const ViewDataPtr& data);
void exportData(const WindowContext& context, const ViewDataPtr& data, const QString& path);
void askAndExportData(const WindowContext& context, const QString& plot, const ViewDataPtr& data);

// Copies a script for a notebook that computes the edited setup.
void copyScript(const WindowContext& context, NotebookLibrary library);

} // namespace phasor
