// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace phasor::words {

namespace {

bool install(QCoreApplication& application, const QLocale& locale, const QString& name, const QString& folder)
{
    auto* translator = new QTranslator(&application);
    if (translator->load(locale, name, QStringLiteral("_"), folder))
        return QCoreApplication::installTranslator(translator);
    delete translator;
    return false;
}

} // namespace

void speak(QCoreApplication& application, const QLocale& locale)
{
    // Qt's own buttons and dialogs only together with ours: one window, one language.
    if (install(application, locale, QStringLiteral("phasor"), QStringLiteral(":/translations")))
        install(application, locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
}

} // namespace phasor::words
