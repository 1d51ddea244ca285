// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/pipeline.h"
#include "ui/shell/speaker.h"

#include <memory>

class QWidget;

namespace phasor {

class Runner;
class Store;

// Writes the whole table of a node into a .npy or .csv file, as `phasor table` does: as a long job, band by band.
// GUI thread only.
class TableExport : public Speaker
{
    Q_OBJECT

public:
    TableExport(Store& store, std::shared_ptr<PipelineCache> cache, Runner& runner, QWidget* parent);

    // The node on the screen; says its size and asks for a file. `shown`: the edited set-up's pipeline, null if it is
    // not known: then no size is said.
    void askAndSave(const PipelinePtr& shown);
    // Of the edited set-up, with its present parameters, whatever they become.
    void save(const NodeId& node, const QString& path);

private:
    void report(const QString& path, const Status& status);

    Store& m_store;
    std::shared_ptr<PipelineCache> m_cache; // shared with the window: nothing is drawn or read twice
    Runner& m_runner;
    QWidget* m_window;
};

} // namespace phasor
