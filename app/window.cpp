// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "field/parallel.h"
#include "kernels/combine.h"
#include "options/lessonsteps.h"
#include "report.h"
#include "system/memory.h"
#include "system/processors.h"
#include "system/signals.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/settings/settings.h"
#include "words/coretexts.h"

#include <QLocale>
#include <QPointer>
#include <QSocketNotifier>

#include <clocale>
#include <cstdlib>

namespace phasor {

// Checks for a display, since Qt calls abort() if it cannot reach one.
static Status requireDisplay()
{
    const auto set = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    if (set("QT_QPA_PLATFORM") || set("DISPLAY") || set("WAYLAND_DISPLAY"))
        return Done{};
    return usageError("DISPLAY", WORDS("window"),
                      WORDS("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"),
                      WORDS("start it on a desktop, or use `phasor figure`, which needs no display"));
}

// Checks for threads, since Qt waits forever for threads that it cannot make (display events, message bus, desktop
// settings).
static Status requireThreads()
{
    constexpr int kThreads = 8;
    if (threadsThatCanBeMade(kThreads) == kThreads)
        return Done{};
    return Error{ErrorKind::Resource, "THREADS", WORDS("window"),
                 WORDS("it needs %1 threads, but the system allows no more").with(kThreads),
                 WORDS("raise the limit (ulimit -u), or use `phasor figure`, which needs none")};
}

// Closes the window on a signal as its user does: cancels a running export, saves the window's state.
static std::unique_ptr<QSocketNotifier> closeOnSignal(const EndSignals& ending, MainWindow& window)
{
    if (ending.descriptor() < 0)
        return nullptr;
    auto notifier = std::make_unique<QSocketNotifier>(ending.descriptor(), QSocketNotifier::Read);
    QObject::connect(notifier.get(), &QSocketNotifier::activated, [&ending, &window] {
        const int number = ending.take();
        window.closeUnasked();
        QCoreApplication::exit(128 + number);
    });
    return notifier;
}

Result<int> runWindow(int argc, char** argv, const WindowStart& start, const Report& report)
{
    TRY_DONE(requireDisplay());
    TRY_DONE(requireThreads());
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    keepFreedMemory();
    hideQtWarnings(true); // without a display, Phasor's own line is enough
    Application application(argc, argv);
    hideQtWarnings(false);
    std::setlocale(LC_NUMERIC, "C"); // Qt has set the user's: a decimal comma would reach libraries that use strtod
    words::speak(application, QLocale());
    QCoreApplication::setApplicationName(QStringLiteral("phasor"));
    QCoreApplication::setApplicationVersion(QStringLiteral(PHASOR_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Phasor"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.phasor.Phasor"));
    // Common names of kernelTarget()'s instruction sets.
    const QString target = QString::fromStdString(kernelTarget());
    const QString instructionSet = target.startsWith(QStringLiteral("AVX3")) ? QStringLiteral("AVX-512")
        : target == QStringLiteral("SCALAR")                                 ? QStringLiteral("no SIMD")
                                                                             : target;
    const int threads = workerCount();
    const QString machine = (threads == 1 ? QCoreApplication::translate("Window", "1 thread")
                                          : QCoreApplication::translate("Window", "%1 threads").arg(threads))
        + QStringLiteral(" · ") + instructionSet;
    PipelineCache lessonCache; // of the setups of the lesson that was opened last
    MainWindow window(
        {.settingsPath = standardSettingsPath(),
         .file = start.file,
         .start = start.document,
         .machine = machine,
         .lessons = {.ids = lessonIds,
                     .read = readLessonFile,
                     .open = [&lessonCache](const std::string& lesson) { return openLesson(lesson, lessonCache); },
                     .folder = lessonFolder()},
         .lesson = start.lesson,
         .step = start.step,
         .greets = start.file.empty() && !start.document && start.lesson.empty()});
    application.onError([&report, open = QPointer(&window)](const Error& error) {
        report.fail(error);
        if (open)
            open->context().fail(error);
    });
    const EndSignals ending(EndSignals::Second::EndsProgram); // from here on a signal can close the window
    const auto notifier = closeOnSignal(ending, window);
    window.show();
    return QApplication::exec();
}

} // namespace phasor
