// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crashreport.h"

#include "text/result.h"

#include <memory>

class QApplication;

namespace phasor {

// Qt for figures: without display, desktop or desktop settings; the same on every machine, even without a font
// configuration. At most one at a time.
class Headless
{
public:
    // Checks for the memory that a small figure takes. Error: Resource MEMORY.
    static Status possible();

    Headless(); // throws std::bad_alloc
    ~Headless();
    Headless(const Headless&) = delete;
    Headless& operator=(const Headless&) = delete;

private:
    QuietQt m_quiet;
    std::unique_ptr<QApplication> m_application;
};

} // namespace phasor
