// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/notebook/notebook.h"
#include "ui/shell/speaker.h"

#include <memory>

namespace phasor {

class Runner;
class Store;

// Puts the store's set-up onto the clipboard as a script for a notebook, made behind the window. GUI thread only.
class CodeCopy : public Speaker
{
    Q_OBJECT

public:
    CodeCopy(const Store& store, std::shared_ptr<PipelineCache> cache, Runner& runner, QObject* parent);

    void copy(NotebookLibrary library);

private:
    void finish(NotebookLibrary library, const Result<std::string>& script);

    const Store& m_store;
    std::shared_ptr<PipelineCache> m_cache; // shared with the window: nothing is drawn or read twice
    Runner& m_runner;
};

} // namespace phasor
