// SPDX-License-Identifier: GPL-3.0-or-later
// Linked into every test of the tsan preset. Qt Test comes without instrumentation: what its watchdog thread does among
// Qt's own locks is not seen as a whole and would be reported. Races are looked for in what is instrumented: all of
// ours. QProcess starts Python in a child that shares this memory until then, so that this process is taken for a
// forked one, which must not make threads.
extern "C" const char* __tsan_default_options();

extern "C" const char* __tsan_default_options()
{
    return "ignore_noninstrumented_modules=1:die_after_fork=0";
}
