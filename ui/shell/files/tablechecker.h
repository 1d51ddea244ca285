// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"
#include "text/result.h"
#include "ui/shell/speaker.h"

#include <QPointer>

#include <memory>
#include <string>

class QDialog;

namespace phasor {

struct CheckedFile;
class PipelineCache;
class Runner;
class Store;

// A table of a notebook that was dropped on a stage: read and compared behind the window, then a page says whether it
// is that stage of the edited set-up, what explains the difference, and shows it as a picture. GUI thread only.
class TableChecker : public Speaker
{
    Q_OBJECT

public:
    TableChecker(const Store& store, std::shared_ptr<PipelineCache> cache, Runner& runner, QWidget* window);

    void check(const NodeId& stage, const std::string& path);

private:
    void show(const QString& title, const Result<CheckedFile>& checked);

    const Store& m_store;
    std::shared_ptr<PipelineCache> m_cache; // shared with the window: nothing is drawn or read twice
    Runner& m_runner;
    QWidget* m_window;
    QPointer<QDialog> m_page; // the last one, which the next replaces
};

} // namespace phasor
