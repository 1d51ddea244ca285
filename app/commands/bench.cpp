// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "commands/measure.h"
#include "options/options.h"
#include "report.h"

#include "field/parallel.h"
#include "kernels/target.h"
#include "system/memorypages.h"
#include "system/processors.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <sstream>

namespace phasor {

namespace {

using Json = nlohmann::ordered_json;

struct Measured
{
    Limits limits;
    std::vector<TableSpeed> tables;
    std::vector<OutputSpeed> outputs;
    std::vector<FrameSpeed> frames;
};

// Which parts are measured: --only, all if not given.
struct Wanted
{
    bool tables = true;
    bool outputs = true;
    bool frames = true;
};

Result<Wanted> wantedParts(const Options& options)
{
    if (!options.given("--only"))
        return Wanted{};
    Wanted wanted{false, false, false};
    std::istringstream list(options.text("--only"));
    for (std::string part; std::getline(list, part, ',');) {
        bool* const known = part == "table" ? &wanted.tables
            : part == "output"              ? &wanted.outputs
            : part == "frame"               ? &wanted.frames
                                            : nullptr;
        if (!known)
            return usageError("ENUM", "--only", WORDS("%1 is unknown").with(inQuotes(part)),
                              WORDS("give some of table,output,frame"));
        *known = true;
    }
    return wanted;
}

Result<Measured> measureParts(const Wanted& wanted, const CancelToken& cancel)
{
    keepFreedMemory(); // as the window does
    Measured all;
    const auto only = [](bool some, auto list) {
        return some ? list : decltype(list)();
    };
    const std::vector<TableCase> tables{{{5000, 512}, "sinusoidal"},
                                        {{32768, 1024}, "sinusoidal"},
                                        {{32768, 2048}, "sinusoidal"},
                                        {{131072, 128}, "rope"}};
    all.tables = measureTables(only(wanted.tables, tables), all.limits, cancel);
    if (cancel.cancelled())
        return all;
    const std::vector<OutputCase> outputs{
        {{5000, 512}, "torch"}, {{5000, 512}, "philox"}, {{32768, 1024}, "philox"}, {{32768, 1024}, "torch"}};
    Result<std::vector<OutputSpeed>> measured = measureOutputs(only(wanted.outputs, outputs), all.limits, cancel);
    if (!measured.ok())
        return measured.error();
    all.outputs = std::move(*measured);
    if (cancel.cancelled())
        return all;
    if (!wanted.frames)
        return all;
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
        json["table"].push_back({{"scheme", t.scheme},
                                 {"rows", t.rows},
                                 {"cols", t.cols},
                                 {"ms", t.ms},
                                 {"allocated_ms", t.allocatedMs},
                                 {"GBps", t.rate},
                                 {"share_of_limit", t.share},
                                 {"max_abs_error", t.maxError}});
    for (const OutputSpeed& o : all.outputs)
        json["output"].push_back({{"rows", o.rows},
                                  {"cols", o.cols},
                                  {"generator", o.generator},
                                  {"ms", o.ms},
                                  {"allocated_ms", o.allocatedMs},
                                  {"share_of_limit", o.share}});
    for (const FrameSpeed& f : all.frames)
        json["frame"].push_back({{"rows", f.rows},
                                 {"cols", f.cols},
                                 {"pixels", f.pixels},
                                 {"compute_ms", f.computeMs},
                                 {"draw_ms", f.drawMs},
                                 {"ms", f.ms},
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
        text += line("%-8s %10lld x %-6lld %9.3f ms %8.1f GB/s %5.0f %% of the limit   error <= %.2g   "
                     "memory allocated anew %9.3f ms\n",
                     t.scheme == "sinusoidal" ? "table" : t.scheme.c_str(), static_cast<long long>(t.rows),
                     static_cast<long long>(t.cols), t.ms, t.rate, 100 * t.share, t.maxError, t.allocatedMs);
    text += "\n";
    for (const OutputSpeed& o : all.outputs)
        text += line("output   %10lld x %-6lld %9.3f ms   %-8s %14.0f %% of the copy rate   "
                     "memory allocated anew %9.3f ms\n",
                     static_cast<long long>(o.rows), static_cast<long long>(o.cols), o.ms, o.generator.c_str(),
                     100 * o.share, o.allocatedMs);
    text += "\n";
    for (const FrameSpeed& f : all.frames)
        text += line(
            "frame    %10lld x %-6lld %9.3f ms compute %6.3f ms draw   99 %% painted within %.2f ms   (%s pixels)\n",
            static_cast<long long>(f.rows), static_cast<long long>(f.cols), f.computeMs, f.drawMs, f.p99Ms,
            f.pixels.c_str());
    return text;
}

void declareBench(Options& options)
{
    options.add("--only", "LIST", "Some of the parts: table,output,frame.");
    options.addFlag("--json", "As JSON.");
}

Status runBench(const Options& options, Report&, const CancelToken& cancel)
{
    const Result<Wanted> wanted = wantedParts(options);
    if (!wanted.ok())
        return wanted.error();
    const Result<Measured> all = measureParts(*wanted, cancel);
    if (!all.ok())
        return all.error();
    if (cancel.cancelled())
        return cancelledError();
    return writeStandardOutput(options.flag("--json") ? asJson(*all).dump(2) + "\n" : asText(*all));
}

} // namespace

const Command kBenchCommand{"bench", "Measure the speed, beside this machine's own limits.",
                            "phasor bench --only table --json\n", declareBench, runBench};

} // namespace phasor
