// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/speaker.h"

#include "text/result.h"
#include "words/errors.h"

namespace phasor {

void Speaker::inform(const QString& text)
{
    emit said({StatusMessage::Kind::Information, text});
}

void Speaker::warn(const QString& text)
{
    emit said({StatusMessage::Kind::Warning, text});
}

void Speaker::fail(const QString& text)
{
    emit said({StatusMessage::Kind::Error, text});
}

void Speaker::fail(const Error& error)
{
    fail(words::errorText(error));
}

void Speaker::fail(const Error& error, const QString& cancelled)
{
    if (error.kind == ErrorKind::Cancelled)
        inform(cancelled);
    else
        fail(error);
}

} // namespace phasor
