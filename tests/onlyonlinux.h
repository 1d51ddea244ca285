// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

// For the start of a test of what src/system/linux promises and src/system/portable does not.
#ifdef PHASOR_PORTABLE_SYSTEM
#define PHASOR_ONLY_ON_LINUX() QSKIP("only src/system/linux promises this")
#else
#define PHASOR_ONLY_ON_LINUX() static_cast<void>(0)
#endif
