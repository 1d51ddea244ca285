// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// Installs handlers: a program that cannot go on prints one line, as text or JSON, and ends with exit code 5. That
// covers std::terminate (no memory or no thread where an error cannot be reported), Qt's abort (no platform, no files
// left) and crashes of libraries that are out of memory. Half-written files are removed.
void installCrashReport(bool json);

// Hides Qt's own warnings while it lives, since a command's standard error has only Phasor's messages.
class QuietQt
{
public:
    QuietQt();
    ~QuietQt();
    QuietQt(const QuietQt&) = delete;
    QuietQt& operator=(const QuietQt&) = delete;

private:
    bool m_before;
};

} // namespace phasor
