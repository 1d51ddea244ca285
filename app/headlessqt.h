// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <memory>

class QApplication;

namespace phasor {

// Qt for figures: without display, desktop or desktop settings; the same on every machine, even without a font
// configuration. At most one at a time. Error: Resource MEMORY. Throws std::bad_alloc.
Result<std::unique_ptr<QApplication>> headlessQt();

} // namespace phasor
