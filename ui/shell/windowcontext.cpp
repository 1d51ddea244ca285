// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/windowcontext.h"

#include "session/computequeue.h"
#include "words/errors.h"

#include <QCoreApplication>

namespace phasor {

std::shared_ptr<PipelineCache> WindowContext::cache() const
{
    return queue.cache();
}

void WindowContext::inform(const QString& text) const
{
    report({StatusMessage::Kind::Information, text});
}

void WindowContext::warn(const QString& text) const
{
    report({StatusMessage::Kind::Warning, text});
}

void WindowContext::fail(const QString& text) const
{
    report({StatusMessage::Kind::Error, text});
}

void WindowContext::fail(const Error& error) const
{
    fail(words::errorText(error));
}

void WindowContext::fail(const Error& error, const QString& cancelled) const
{
    if (error.kind != ErrorKind::Cancelled)
        fail(error);
    else if (!cancelled.isEmpty())
        inform(cancelled);
}

QString otherJobText()
{
    return QCoreApplication::translate("Jobs", "another export is running");
}

} // namespace phasor
