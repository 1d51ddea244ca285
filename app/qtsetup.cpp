// SPDX-License-Identifier: GPL-3.0-or-later
#include "report.h"

#include "system/memory.h"
#include "system/outputfile.h"

#include <QApplication>
#include <QHashFunctions>
#include <QLibrary>
#include <QLoggingCategory>
#include <QString>

#include <atomic>
#include <clocale>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <stdexcept>

namespace phasor {

namespace {

// Globals, because handlers get no arguments.
std::atomic<bool> wantsJson = false; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<bool> quiet = false; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

[[noreturn]] void end(const Error& error)
{
    Report report;
    report.json = wantsJson;
    const int code = report.fail(error);
    endUnfinishedFiles();
    std::_Exit(code);
}

// Ends with words made beforehand, since no memory is left to make them.
[[noreturn]] void endWithoutMemory()
{
    std::fputs(wantsJson
                   ? R"({"file":"memory","offset":null,"line":null,"column":null,"field":"","code":"MEMORY",)"
                     R"("message":"there is not enough of it","remedy":"ask for a smaller table or figure, or for )"
                     R"(a window of it"})"
                     "\n"
                   : "phasor: error: memory: not enough is free; use a smaller table or figure, or only a part of it\n",
               stderr);
    endUnfinishedFiles();
    std::_Exit(static_cast<int>(ErrorKind::Resource));
}

[[noreturn]] void terminated()
{
    const std::exception_ptr exception = std::current_exception();
    try {
        if (exception)
            std::rethrow_exception(exception);
    } catch (const std::bad_alloc&) {
        endWithoutMemory();
    } catch (...) {
        end(errorOf(std::current_exception()));
    }
    end(errorOf(std::make_exception_ptr(std::runtime_error("terminated"))));
}

Error qtError(const QString& message)
{
    const bool none = message.contains(QLatin1String("platform plugin"));
    return {ErrorKind::Resource, "DISPLAY", WORDS("display"),
            none ? WORDS("there is none that Qt can use")
                 : WORDS("Qt cannot continue: %1").with(message.section(u'\n', 0, 0).toStdString()),
            WORDS("check DISPLAY and QT_QPA_PLATFORM, and the limits of files and memory (ulimit -a)")};
}

void heard(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (type == QtFatalMsg)
        end(qtError(message));
    if (!quiet && type != QtDebugMsg)
        std::fprintf(stderr, "%s\n", qFormatLogMessage(type, context, message).toLocal8Bit().constData());
}

constexpr ByteCount kMemory = 32 << 20; // for Qt, its fonts and a small figure

// Environment variables that change figures, or stop Qt if what they name is missing, or at a warning: without
// XDG_RUNTIME_DIR Qt has one.
constexpr const char* kOthers
    = "QT_FATAL_WARNINGS QT_FATAL_CRITICALS QT_QPA_PLATFORMTHEME QT_STYLE_OVERRIDE QT_SCALE_FACTOR "
      "QT_SCREEN_SCALE_FACTORS QT_AUTO_SCREEN_SCALE_FACTOR QT_ENABLE_HIGHDPI_SCALING QT_USE_PHYSICAL_DPI QT_FONT_DPI "
      "QT_QPA_FONTDIR QT_QPA_OFFSCREEN_NO_GLX XDG_CURRENT_DESKTOP KDE_FULL_SESSION GNOME_DESKTOP_SESSION_ID "
      "DESKTOP_SESSION";

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

void installCrashReport(bool json)
{
    wantsJson = json;
    std::set_terminate(terminated);
    onCrashWithoutMemory(endWithoutMemory);
    qInstallMessageHandler(heard);
}

void hideQtWarnings(bool hidden)
{
    quiet = hidden;
}

void EndQt::operator()(QApplication* application) const
{
    if (std::uncaught_exceptions() == 0)
        delete application;
}

Result<HeadlessQt> headlessQt()
{
    TRY_DONE(requireMemory(kMemory, WORDS("a figure needs %1, %2 are available"),
                           WORDS("raise the limit (ulimit -v), or end other programs")));
    for (const QByteArray& name : QByteArray(kOthers).split(' '))
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
    HeadlessQt application(new QApplication(count, arguments));
    std::setlocale(LC_NUMERIC, "C"); // Qt has set the user's
    return application;
}

} // namespace phasor
