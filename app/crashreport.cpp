// SPDX-License-Identifier: GPL-3.0-or-later
#include "crashreport.h"

#include "report.h"

#include "system/memory.h"
#include "system/outputfile.h"
#include "text/result.h"

#include <QString>

#include <atomic>
#include <cstdio>
#include <exception>
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
    Error error{.kind = ErrorKind::Resource,
                .code = "DISPLAY",
                .where = WORDS("display"),
                .what = WORDS("there is none that Qt can use"),
                .remedy = WORDS("check DISPLAY and QT_QPA_PLATFORM, and the limits of files and memory (ulimit -a)")};
    if (!message.contains(QLatin1String("platform plugin")))
        error.what = WORDS("Qt cannot continue: %1").with(message.section(u'\n', 0, 0).toStdString());
    return error;
}

void heard(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (type == QtFatalMsg)
        end(qtError(message));
    if (!quiet && type != QtDebugMsg)
        std::fprintf(stderr, "%s\n", qFormatLogMessage(type, context, message).toLocal8Bit().constData());
}

} // namespace

void installCrashReport(bool json)
{
    wantsJson = json;
    std::set_terminate(terminated);
    onCrashWithoutMemory(endWithoutMemory);
    qInstallMessageHandler(heard);
}

QuietQt::QuietQt()
    : m_before(quiet.exchange(true))
{
}

QuietQt::~QuietQt()
{
    quiet = m_before;
}

} // namespace phasor
