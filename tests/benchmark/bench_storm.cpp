// SPDX-License-Identifier: GPL-3.0-or-later
// 10,000 changes of a parameter a second: how long is the GUI thread of a real MainWindow away at a time?
//   bench_storm [SECONDS]       QT_QPA_PLATFORM=offscreen or a display; 1280 x 800
// Not a test: run by hand. The same storm with the pictures compared is tests/ui/tst_storm.
#include "encodings/sinusoidal/settings.h"
#include "system/memory.h"
#include "ui/shell/mainwindow.h"
#include "ui/storm.h"

#include <QApplication>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace phasor;

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    keepFreedMemory(); // as the program does
    const int seconds = std::max(1, argc > 1 ? std::atoi(argv[1]) : 10);
    const QTemporaryDir folder;
    struct
    {
        const char* what;
        std::int64_t rows, cols;
    } const sizes[]
        = {{"5000 x 512", 5000, 512}, {"2147483647 x 512", 2147483647, 512}, {"2147483647 x 65536", 2147483647, 65536}};
    for (const auto& size : sizes) {
        MainWindow window(
            {.settingsPath = folder.filePath(QStringLiteral("window.json")).toStdString(), .file = {}, .machine = {}});
        Parameters start;
        start.encoding.maxLen = size.rows;
        start.encoding.dModel = size.cols;
        start.random.generator = "philox";
        window.store().setParameters(start);
        window.show();
        window.setWindowState(Qt::WindowNoState); // the offscreen screen has 800 x 800
        window.resize(1280, 800);
        const StormReport report = Storm(window.store(), [](Parameters& p, qint64 i) {
                                       p.encoding.own
                                           = SinusoidalSettings{.base = 10000 + static_cast<double>(i % 5000)};
                                   }).run(seconds * 1000);
        std::printf(
            "%-20s %7lld changes in %.1f s, longest gap of the GUI thread %.1f ms, %.1f at work; most work %.1f\n",
            size.what, static_cast<long long>(report.changes), report.seconds, report.longestGap, report.atWork,
            report.longestWork);
    }
    return 0;
}
