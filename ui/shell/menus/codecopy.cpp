// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/menus/codecopy.h"

#include "session/runner.h"
#include "session/store.h"
#include "ui/forms/text.h"

#include <QClipboard>
#include <QGuiApplication>

namespace phasor {

CodeCopy::CodeCopy(const Store& store, std::shared_ptr<PipelineCache> cache, Runner& runner, QObject* parent)
    : Speaker(parent)
    , m_store(store)
    , m_cache(std::move(cache))
    , m_runner(runner)
{
}

void CodeCopy::copy(NotebookLibrary library)
{
    const bool begun = m_runner.start<std::string>(
        {.title
         = library == NotebookLibrary::PyTorch ? tr("writing a script for PyTorch") : tr("writing a script for NumPy"),
         .work = [parameters = m_store.parameters(), library,
                  cache = m_cache](const Runner::Progress&) -> Result<std::string> {
             TRY(const PipelinePtr pipeline, Pipeline::make(parameters, *cache, currentCancel()));
             return notebookScript(*pipeline, library);
         },
         .done =
             [this, library](const Result<std::string>& script) {
                 finish(library, script);
             }});
    if (!begun)
        fail(tr("an export is running: wait for it or cancel it, then copy"));
}

void CodeCopy::finish(NotebookLibrary library, const Result<std::string>& script)
{
    if (script.ok()) {
        QGuiApplication::clipboard()->setText(qs(*script));
        inform(library == NotebookLibrary::PyTorch ? tr("copied a script for PyTorch")
                                                   : tr("copied a script for NumPy"));
    } else {
        fail(script.error(), tr("cancelled; the clipboard is as it was"));
    }
}

} // namespace phasor
