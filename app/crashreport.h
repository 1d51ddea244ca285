// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// From here on a program that cannot go on says so in one line of ours, as text or as JSON, and ends with exit code 5:
// where the standard library would terminate (no memory or no thread in a place that can report nothing), where Qt
// would abort (no platform, no files left) and where a library crashes for want of memory. Nothing that is half written
// stays.
void installCrashReport();
void setCrashReportJson(bool json);

// While it lives, Qt's own warnings are not shown: a command's standard error is ours.
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
