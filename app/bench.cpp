// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "measure.h"
#include "options.h"
#include "report.h"

#include "core/parallel.h"
#include "kernels/target.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <fstream>

namespace phasor {

namespace {

using Json = nlohmann::ordered_json;

std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos)
            return line.substr(colon + 2);
    }
    return "unknown";
}

struct Measured
{
    Limits limits;
    std::vector<TableSpeed> tables;
    std::vector<OutputSpeed> outputs;
    std::vector<FrameSpeed> frames;
};

Result<Measured> measureAll(const CancelToken& cancel)
{
    Measured all;
    all.limits = measureLimits();
    for (const auto& [rows, cols] : {std::pair{5000, 512}, {32768, 1024}, {32768, 2048}}) {
        if (!cancel.cancelled())
            all.tables.push_back(measureTable(rows, cols, all.limits));
    }
    for (const auto& [rows, cols, generator] :
         {std::tuple{5000, 512, "torch"}, {5000, 512, "philox"}, {32768, 1024, "philox"}, {32768, 1024, "torch"}}) {
        if (cancel.cancelled())
            break;
        Result<OutputSpeed> speed = measureOutput(rows, cols, generator, all.limits);
        if (!speed.ok())
            return speed.error();
        all.outputs.push_back(*speed);
    }
    constexpr std::int64_t kMaxLen = 2147483647;
    Result<std::vector<FrameSpeed>> frames = measureFrames({{5000, 512}, {kMaxLen, 512}, {kMaxLen, 65536}}, cancel);
    if (!frames.ok())
        return frames.error();
    all.frames = std::move(*frames);
    return all;
}

Json asJson(const Measured& all)
{
    Json json{{"cpu", processorName()},
              {"threads", workerCount()},
              {"target", std::string(kernelTarget())},
              {"limits",
               {{"stream_store_GBps", all.limits.streamStore},
                {"copy_GBps", all.limits.copy},
                {"cached_store_GBps", all.limits.cachedStore}}},
              {"table", Json::array()},
              {"output", Json::array()},
              {"frame", Json::array()}};
    for (const TableSpeed& t : all.tables)
        json["table"].push_back({{"rows", t.rows},
                                 {"cols", t.cols},
                                 {"ms", t.ms},
                                 {"GBps", t.rate},
                                 {"share_of_limit", t.share},
                                 {"max_abs_error", t.maxError}});
    for (const OutputSpeed& o : all.outputs)
        json["output"].push_back({{"rows", o.rows},
                                  {"cols", o.cols},
                                  {"generator", o.generator},
                                  {"ms", o.ms},
                                  {"share_of_limit", o.share}});
    for (const FrameSpeed& f : all.frames)
        json["frame"].push_back({{"rows", f.rows},
                                 {"cols", f.cols},
                                 {"pixels", f.pixels},
                                 {"compute_ms", f.computeMs},
                                 {"draw_ms", f.drawMs},
                                 {"p99_ms", f.p99Ms}});
    return json;
}

template <typename... Values> std::string line(const char* format, Values... values)
{
    std::array<char, 256> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, values...);
    return buffer.data();
}

std::string asText(const Measured& all)
{
    std::string text = processorName() + ", " + std::to_string(workerCount()) + " threads, " + kernelTarget() + "\n\n";
    text += line("limits   store past the caches %6.1f GB/s   copy %6.1f GB/s   store in cache %6.1f GB/s\n\n",
                 all.limits.streamStore, all.limits.copy, all.limits.cachedStore);
    for (const TableSpeed& t : all.tables)
        text += line("table    %10lld x %-6lld %9.3f ms %8.1f GB/s %5.0f %% of the limit   error <= %.2g\n",
                     static_cast<long long>(t.rows), static_cast<long long>(t.cols), t.ms, t.rate, 100 * t.share,
                     t.maxError);
    text += "\n";
    for (const OutputSpeed& o : all.outputs)
        text += line("output   %10lld x %-6lld %9.3f ms   %-8s %14.0f %% of the copy rate\n",
                     static_cast<long long>(o.rows), static_cast<long long>(o.cols), o.ms, o.generator.c_str(),
                     100 * o.share);
    text += "\n";
    for (const FrameSpeed& f : all.frames)
        text += line(
            "frame    %10lld x %-6lld %9.3f ms compute %6.3f ms draw   99 %% painted within %.2f ms   (%s pixels)\n",
            static_cast<long long>(f.rows), static_cast<long long>(f.cols), f.computeMs, f.drawMs, f.p99Ms,
            f.pixels.c_str());
    return text;
}

void declare(Options& options)
{
    options.addFlag("--json", "As JSON.");
}

Status run(const Options& options, Report&, const CancelToken& cancel)
{
    const Result<Measured> all = measureAll(cancel);
    if (!all.ok())
        return all.error();
    if (cancel.cancelled())
        return Done{};
    return writeStandardOutput(options.flag("--json") ? asJson(*all).dump(2) + "\n" : asText(*all));
}

} // namespace

const Command kBenchCommand{"bench", "Measure the speed, beside this machine's own limits.", declare, run};

} // namespace phasor
