// SPDX-License-Identifier: GPL-3.0-or-later
#include "headlessqt.h"

#include "system/memory.h"

#include <QApplication>
#include <QHashFunctions>
#include <QLibrary>
#include <QLoggingCategory>

#include <clocale>
#include <filesystem>
#include <new>

namespace phasor {

namespace {

constexpr ByteCount kMemory = 32 << 20; // for Qt, its fonts and a small figure

// Environment variables that change figures, or stop Qt if what they name is missing, or at a warning: without
// XDG_RUNTIME_DIR Qt has one.
constexpr const char* kOthers[] = {"QT_FATAL_WARNINGS",
                                   "QT_FATAL_CRITICALS",
                                   "QT_QPA_PLATFORMTHEME",
                                   "QT_STYLE_OVERRIDE",
                                   "QT_SCALE_FACTOR",
                                   "QT_SCREEN_SCALE_FACTORS",
                                   "QT_AUTO_SCREEN_SCALE_FACTOR",
                                   "QT_ENABLE_HIGHDPI_SCALING",
                                   "QT_USE_PHYSICAL_DPI",
                                   "QT_FONT_DPI",
                                   "QT_QPA_FONTDIR",
                                   "QT_QPA_OFFSCREEN_NO_GLX",
                                   "XDG_CURRENT_DESKTOP",
                                   "KDE_FULL_SESSION",
                                   "GNOME_DESKTOP_SESSION_ID",
                                   "DESKTOP_SESSION"};

bool hasFontConfiguration()
{
    const QByteArray file = qgetenv("FONTCONFIG_FILE");
    const QByteArray folder = qgetenv("FONTCONFIG_PATH");
    std::error_code ignored;
    return std::filesystem::exists(
        (!file.isEmpty() ? file : (folder.isEmpty() ? QByteArray("/etc/fonts") : folder) + "/fonts.conf").toStdString(),
        ignored);
}

// Gives fontconfig an empty configuration if there is none, before Qt asks: otherwise fontconfig complains, or retries
// forever without memory. Found by name, since Qt has loaded the library and no headers are needed.
void provideFontConfiguration()
{
    QLibrary library(QStringLiteral("fontconfig"), 1);
    const auto make = reinterpret_cast<void* (*)()>(
        library.resolve(hasFontConfiguration() ? "FcInitLoadConfigAndFonts" : "FcConfigCreate"));
    const auto setCurrent = reinterpret_cast<int (*)(void*)>(library.resolve("FcConfigSetCurrent"));
    const auto letGo = reinterpret_cast<void (*)(void*)>(library.resolve("FcConfigDestroy"));
    if (make == nullptr || setCurrent == nullptr || letGo == nullptr)
        return;
    void* const configuration = make();
    if (configuration == nullptr || setCurrent(configuration) == 0)
        throw std::bad_alloc();
    letGo(configuration); // fontconfig now has a reference of its own, which Qt releases at its end
}

} // namespace

Result<std::unique_ptr<QApplication>> headlessQt()
{
    TRY_DONE(requireMemory(kMemory, WORDS("a figure needs %1, %2 are available"),
                           WORDS("raise the limit (ulimit -v), or end other programs")));
    for (const char* name : kOthers)
        qunsetenv(name);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("LC_ALL", "C.UTF-8"); // Qt 6.8 warns if a locale is not installed
    qputenv("QT_NO_GLIB", "1"); // GLib ends the program when it is out of memory
    provideFontConfiguration();
    QHashSeed::setDeterministicGlobalSeed(); // QPdfWriter writes fonts in the order of a hash
    QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false\nqt.*.warning=false"));
    static int count = 1;
    static char name[] = "phasor";
    static char* arguments[] = {name, nullptr};
    auto application = std::make_unique<QApplication>(count, arguments);
    std::setlocale(LC_NUMERIC, "C"); // Qt has set the user's
    return application;
}

} // namespace phasor
