// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/errors.h"

#include "words/coretexts.h"

namespace phasor::words {

QString errorText(const Error& error)
{
    return ofCore(lineOf(error));
}

QString faultText(const Error& error)
{
    return ofCore(lineOf(Error{.what = error.what, .remedy = error.remedy}));
}

} // namespace phasor::words
