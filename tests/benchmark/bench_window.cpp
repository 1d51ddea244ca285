// SPDX-License-Identifier: GPL-3.0-or-later
// From a changed parameter to the painted window: controls, strip, four plots and read-out of a real MainWindow.
//   bench_window [FRAMES] [PARAMETER=VALUE …]       QT_QPA_PLATFORM=offscreen or a display; 1280 x 800 and 1920 x 1080
// Not a test: run by hand. Each frame changes one parameter through the store, as a slider does, and waits until all of
// it has been painted. Prints medians and 99th percentiles in milliseconds, a warm-up of a tenth left out.
#include "encodings/sinusoidal/settings.h"
#include "pipeline/parameters/parameterspec.h"
#include "system/memory.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/workbench.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

using namespace phasor;

namespace {

struct Change
{
    const char* what;
    std::function<void(Parameters&, int frame)> apply;
};

double quantile(std::vector<double> values, double q)
{
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

// Milliseconds from the change to its paint, and of these the workers' part.
struct Frame
{
    double total = 0;
    double compute = 0;
};

Frame paintedAfter(MainWindow& window, const Workbench& workbench, const Parameters& parameters)
{
    QEventLoop loop;
    Frame frame;
    QElapsedTimer timer;
    const auto painted
        = QObject::connect(&workbench, &Workbench::painted, &loop, [&](const SnapshotPtr& snapshot, double) {
              if (!snapshot->pipelines.ok() || snapshot->scene.a != parameters)
                  return;
              frame = {static_cast<double>(timer.nsecsElapsed()) * 1e-6, snapshot->computeMilliseconds};
              loop.quit();
          });
    timer.start();
    window.store().setParameters(parameters);
    loop.exec();
    QObject::disconnect(painted);
    return frame;
}

void measure(MainWindow& window, const Workbench& workbench, const Change& change, const Parameters& start, int frames)
{
    std::vector<double> total;
    std::vector<double> compute;
    Parameters parameters = start;
    for (int i = 0; i < frames; ++i) {
        change.apply(parameters, i);
        const Frame frame = paintedAfter(window, workbench, parameters);
        if (i < frames / 10)
            continue;
        total.push_back(frame.total);
        compute.push_back(frame.compute);
    }
    std::printf("%4d x %-4d  %-8s  painted %6.2f ms   99 %%: %6.2f ms   compute %6.2f ms\n", window.width(),
                window.height(), change.what, quantile(total, 0.5), quantile(total, 0.99), quantile(compute, 0.5));
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    keepFreedMemory(); // as the program does
    const int frames = std::max(20, argc > 1 ? std::atoi(argv[1]) : 200);
    Parameters start;
    for (int i = 2; i < argc; ++i) {
        const std::string text = argv[i];
        const std::size_t equals = std::min(text.find('='), text.size() - 1);
        const ParameterSpec* spec = findParameter(text.substr(0, equals));
        const Result<ParameterValue> value
            = spec != nullptr ? parseValue(*spec, text.substr(equals + 1)) : Result<ParameterValue>(Error{});
        if (!value.ok())
            return std::fprintf(stderr, "%s is no PARAMETER=VALUE\n", argv[i]), 2;
        spec->set(start, *value);
    }
    const Change changes[] = {
        {"base",
         [](Parameters& p, int frame) {
             p.encoding.own = SinusoidalSettings{.base = 10000.0 + frame};
         }},
        {"scale",
         [](Parameters& p, int frame) {
             p.sum.scale = 20 + 0.01 * frame;
         }},
        {"dropout",
         [](Parameters& p, int frame) {
             p.dropout.p = 0.1 + 0.001 * (frame % 500);
         }},
        {"seed",
         [](Parameters& p, int frame) {
             p.random.seed = {.bits = static_cast<std::uint64_t>(frame) + 1};
         }},
    };
    const QTemporaryDir folder;
    for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
        MainWindow window(
            {.settingsPath = folder.filePath(QStringLiteral("window.json")).toStdString(), .file = {}, .machine = {}});
        window.show();
        window.setWindowState(Qt::WindowNoState); // the offscreen screen has 800 x 800
        window.resize(size);
        const auto* workbench = window.findChild<Workbench*>();
        for (const Change& change : changes)
            measure(window, *workbench, change, start, frames);
    }
    return 0;
}
