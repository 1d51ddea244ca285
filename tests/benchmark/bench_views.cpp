// SPDX-License-Identifier: GPL-3.0-or-later
// What each view costs after the last change: its first answer, and the full one behind it.
//   bench_views [D_MODEL MAX_LEN [ROUNDS [VIEW [PARAMETER VALUE]]]]     QT_QPA_PLATFORM=offscreen or a display
// 512 5000 7, all views (or VIEW "all"). Not a test: run by hand. Each round changes the seed and forgets every part of
// the set-up. With PARAMETER ("base", "d-model") the rounds give it VALUE, VALUE + 1 … and what does not depend on it
// is known already, as in the window. Prints medians in milliseconds: of the clock on the wall, and of the processors,
// which other programs do not lengthen.
#include "pipeline/parameters/parameterspec.h"
#include "plots/plot.h"
#include "session/store.h"
#include "system/memory.h"

#include <QApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace phasor;

namespace {

struct Cost
{
    double wall = 0; // ms
    double processors = 0;
};

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// What is given before each round.
struct Change
{
    std::string parameter = "seed";
    double value = 0;
    bool forget = true;
};

Cost costOf(const Request& request, PipelineCache& cache, bool& shown)
{
    QElapsedTimer timer;
    timer.start();
    const std::clock_t begun = std::clock();
    const SnapshotPtr snapshot = compute(request, nullptr, cache, CancelToken());
    shown = snapshot->pipelines.ok() && snapshot->views.begin()->second.data.ok();
    return {static_cast<double>(timer.nsecsElapsed()) * 1e-6,
            1e3 * static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC};
}

void measure(const PlotSpec& spec, const Parameters& base, int rounds, const Change& change)
{
    Store store;
    store.setScene({.a = base});
    const std::unique_ptr<Plot> plot = spec.make(store, nullptr);
    plot->resize(600, 380);
    plot->setVisible(true); // so that its pictures have their sizes
    QApplication::processEvents();
    std::vector<double> columns[4];
    bool shown = true;
    auto cache = std::make_unique<PipelineCache>();
    for (int round = 0; round < rounds; ++round) {
        store.edit([&](Parameters& p) {
            const ParameterSpec& parameter = *findParameter(change.parameter, p);
            const std::string value = QString::number(change.value + round, 'g', 17).toStdString();
            parameter.set(p, *parseValue(parameter, value));
        });
        for (const bool refine : {false, true}) {
            if (change.forget)
                cache = std::make_unique<PipelineCache>();
            const Cost cost = costOf(
                {.scene = store.scene(), .views = {plot->request(store.scene(), store.view())}, .refine = refine},
                *cache, shown);
            cache->forgetUnused();
            columns[refine ? 2 : 0].push_back(cost.wall);
            columns[refine ? 3 : 1].push_back(cost.processors);
        }
    }
    std::printf("%-16s %8.1f %8.1f %10.1f %8.1f%s\n", spec.id.data(), median(columns[0]), median(columns[1]),
                median(columns[2]), median(columns[3]), shown ? "" : "   (nothing to show)");
}

} // namespace

int main(int argc, char** argv)
{
    keepFreedMemory(); // as the program does
    const QApplication application(argc, argv);
    Parameters p;
    p.encoding.dModel = argc > 2 ? std::atoll(argv[1]) : 512;
    p.encoding.maxLen = argc > 2 ? std::atoll(argv[2]) : 5000;
    const int rounds = argc > 3 ? std::max(1, std::atoi(argv[3])) : 7;
    std::printf("%lld x %lld, ms            first answer           full answer\n",
                static_cast<long long>(p.encoding.dModel), static_cast<long long>(p.encoding.maxLen));
    std::printf("%-16s %8s %8s %10s %8s\n", "view", "wall", "cpu", "wall", "cpu");
    const std::string_view only = argc > 4 ? argv[4] : "all";
    Change change;
    if (argc > 5) {
        if (argc == 6 || findParameter(argv[5], p) == nullptr) {
            std::fprintf(stderr, "%s: give a parameter and its first value\n", argv[5]);
            return 2;
        }
        change = {.parameter = argv[5], .value = std::atof(argv[6]), .forget = false};
    }
    for (const PlotSpec& spec : plotSpecs()) {
        if (only == "all" || spec.id == only)
            measure(spec, p, rounds, change);
    }
    return 0;
}
