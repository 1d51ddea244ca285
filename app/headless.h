// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crashreport.h"

#include "text/result.h"

#include <memory>

class QApplication;

namespace phasor {

// Qt for a figure: no display, no desktop, none of its settings; the same on every machine. A machine without any
// configuration of fonts is as good as another. At most one at a time.
class Headless
{
public:
    // Whether there is the memory that a small figure takes. Error: Resource MEMORY.
    static Status possible();

    Headless(); // std::bad_alloc
    ~Headless();
    Headless(const Headless&) = delete;
    Headless& operator=(const Headless&) = delete;

private:
    QuietQt m_quiet;
    std::unique_ptr<QApplication> m_application;
};

} // namespace phasor
