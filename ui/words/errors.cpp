// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/errors.h"

#include "words/numbers.h"

#include <QCoreApplication>

namespace phasor::words {

QString errorText(const Error& error)
{
    return text(toString(error));
}

QString faultText(const Error& error)
{
    return QCoreApplication::translate("Errors", "%1; %2", "what is wrong, what to do")
        .arg(text(error.what), text(error.remedy));
}

} // namespace phasor::words
