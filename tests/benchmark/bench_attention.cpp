// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of 900 x 900 pixels of the [n, n] stages of a head: the first one, as a slider gets it, and the whole one.
//   bench_attention [N [STAGE]]       4096 tokens and bias, scores, attention if not given
// Not a test: run by hand. Each frame has another scale, so that queries, keys and scores are computed anew; of biases
// the heads take turns. Prints medians in milliseconds, the first two rounds left out.
#include "pipeline/parameters/parameterspec.h"
#include "system/memory.h"
#include "views/tables/heatmap.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace phasor;

namespace {

constexpr int kPixels = 900;
constexpr int kRounds = 15;

Parameters setUp(const char* scheme, std::int64_t tokens)
{
    Parameters p;
    setScheme(p.encoding, scheme);
    p.encoding.maxLen = tokens;
    p.random.generator = "philox";
    return p;
}

double picture(const Parameters& p, const char* stage, PipelineCache& cache, Effort effort)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const Pipelines pipelines = Pipelines::make({.a = p}, cache).value();
    SceneReader reader(pipelines, cache, CancelToken{});
    const HeatmapRequest request{.node = stage, .pictures = {.a = {.width = kPixels, .height = kPixels}}};
    if (!compute(request, reader, effort).ok())
        std::exit(1);
    return 1e3 * std::chrono::duration<double>(Clock::now() - begin).count();
}

void measure(const char* scheme, const char* stage, std::int64_t tokens)
{
    Parameters p = setUp(scheme, tokens);
    double medians[2] = {};
    for (const Effort effort : {Effort::Frame, Effort::Still}) {
        PipelineCache cache;
        std::vector<double> times;
        for (int round = -2; round < kRounds; ++round) {
            p.sum.scale = 20 + 0.01 * (round + (effort == Effort::Still ? 100 : 0));
            p.attention.head = (round + 2) % p.attention.heads;
            const double time = picture(p, stage, cache, effort);
            if (round >= 0)
                times.push_back(time);
        }
        std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
        medians[effort == Effort::Still ? 1 : 0] = times[kRounds / 2];
    }
    std::printf("%-10s %-12s  first %7.1f ms   whole %7.1f ms\n", stage, scheme, medians[0], medians[1]);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    keepFreedMemory(); // as the program does
    const std::int64_t tokens = argc > 1 ? std::max(1, std::atoi(argv[1])) : 4096;
    const std::string only = argc > 2 ? argv[2] : "";
    for (const char* stage : {"bias", "scores", "attention"}) {
        if (!only.empty() && only != stage)
            continue;
        for (const char* scheme :
             {"sinusoidal", "rope", "alibi", "t5", "kerple-log", "kerple-power", "sandwich", "fire"}) {
            const std::string_view id = scheme;
            if (stage != std::string_view("bias") || (id != "sinusoidal" && id != "rope"))
                measure(scheme, stage, tokens);
        }
    }
    return 0;
}
