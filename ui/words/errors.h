// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <QString>

namespace phasor::words {

// The one line that a user reads: where, what, what to do.
QString errorText(const Error& error);

// What and what to do, beside the control that it is about.
QString faultText(const Error& error);

} // namespace phasor::words
