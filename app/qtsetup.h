// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <memory>

class QApplication;

namespace phasor {

// Installs handlers: a program that cannot go on prints one line, as text or JSON, and ends with exit code 5. That
// covers std::terminate (no memory or no thread where an error cannot be reported), Qt's abort (no platform, no files
// left) and crashes of libraries that are out of memory. Half-written files are removed.
void installCrashReport(bool json);

// Hides Qt's own warnings, or shows them again: a command's standard error has only Phasor's messages.
void hideQtWarnings(bool hidden);

// Qt for figures: without display, desktop or desktop settings; the same on every machine, even without a font
// configuration. At most one at a time. Error: Resource MEMORY. Throws std::bad_alloc.
struct EndQt
{
    // Leaves it to the end of the process if an exception ends the command: without memory, a part of Qt may be half
    // made, and the destructor would wait for it.
    void operator()(QApplication* application) const;
};
using HeadlessQt = std::unique_ptr<QApplication, EndQt>;
Result<HeadlessQt> headlessQt();

} // namespace phasor
