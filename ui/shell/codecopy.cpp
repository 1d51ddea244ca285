// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/codecopy.h"

#include "session/computequeue.h"
#include "session/store.h"
#include "ui/forms/text.h"

#include <QClipboard>
#include <QGuiApplication>

namespace phasor {

CodeCopy::CodeCopy(const Store& store, const ComputeQueue& queue, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_queue(queue)
{
}

void CodeCopy::copy(NotebookLibrary library)
{
    // What the window shows is not drawn or read again.
    const SnapshotPtr shown = m_queue.latest();
    const Result<StagesPtr> stages
        = Stages::make(m_store.parameters(), shown && shown->stages.ok() ? *shown->stages : StagesPtr());
    const Result<std::string> script
        = stages.ok() ? notebookScript(**stages, library) : Result<std::string>(stages.error());
    if (!script.ok()) {
        emit failed(qs(toString(script.error())));
        return;
    }
    QGuiApplication::clipboard()->setText(qs(*script));
    emit done(library == NotebookLibrary::PyTorch ? tr("copied a script for PyTorch")
                                                  : tr("copied a script for NumPy"));
}

} // namespace phasor
