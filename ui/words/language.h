// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

class QLocale;

namespace phasor::words {

// The texts of this folder: Words::tr("%1 pairs").
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Words)
};

// From here on texts are those of the locale's language, if resources/translations has it; else English. Before the
// first widget is made; GUI thread.
void speak(QCoreApplication& application, const QLocale& locale);

} // namespace phasor::words
