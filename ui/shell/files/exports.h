// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/notebook/notebookparts.h"
#include "pipeline/pipeline.h"
#include "views/view.h"

#include <QString>

namespace phasor {

struct WindowContext;

// Tables, numbers and scripts that leave the window, as jobs. `context` outlives them; what went wrong is a message.
// GUI thread only.

Status writeFile(const std::string& path, std::string_view bytes); // raw bytes of a name

// The edited setup's pipeline; null while what the store has is not computed yet.
PipelinePtr shownPipeline(const WindowContext& context);

// The whole table of a stage of the edited setup as .npy or .csv, band by band, as `phasor table` writes it.
void exportTable(const WindowContext& context, const NodeId& stage, const QString& path);
void askAndExportTable(const WindowContext& context); // of the stage that is shown: says its size, asks for a file

// The numbers that a plot draws, as CSV. Null: it has none now, which is said.
void copyData(const WindowContext& context, const ViewDataPtr& data);
void exportData(const WindowContext& context, const ViewDataPtr& data, const QString& path);
void askAndExportData(const WindowContext& context, const QString& plot, const ViewDataPtr& data);

// The edited setup as a script for a notebook, to the clipboard.
void copyScript(const WindowContext& context, NotebookLibrary library);

} // namespace phasor
