// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/windowcontext.h"

#include "session/computequeue.h"
#include "words/coretexts.h"

namespace phasor {

std::shared_ptr<PipelineCache> WindowContext::cache() const
{
    return queue.cache();
}

void WindowContext::fail(const Error& error, const QString& cancelled) const
{
    if (error.kind != ErrorKind::Cancelled)
        fail(words::errorText(error));
    else if (!cancelled.isEmpty())
        inform(cancelled);
}

QString otherJobText()
{
    return Shell::tr("another export is running");
}

} // namespace phasor
