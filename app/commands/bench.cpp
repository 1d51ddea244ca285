// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "commands/measure.h"
#include "options/options.h"
#include "report.h"

#include "field/parallel.h"
#include "kernels/combine.h"
#include "session/computequeue.h"
#include "session/store.h"
#include "system/memory.h"
#include "system/processors.h"
#include "ui/shell/workbench.h"
#include "views/tables/heatmap.h"

#include <QElapsedTimer>
#include <QEventLoop>

#include <cstdio>
#include <set>
#include <sstream>

namespace phasor {

namespace {

constexpr int kWidth = 1200;
constexpr int kHeight = 900;
constexpr int kWarmUp = 10;
constexpr int kFrames = 100;

// A heatmap with the store, queue and workbench that the window uses.
class Bench
{
public:
    Bench()
        : m_plot(findPlot("heatmap")->make(m_store, nullptr))
        , m_workbench(m_store, m_queue)
    {
        m_workbench.add({.title = QStringLiteral("heatmap"),
                         .request = std::bind_front(&Plot::request, m_plot.get()),
                         .show = std::bind_front(&Plot::show, m_plot.get()),
                         .showView = std::bind_front(&Plot::showView, m_plot.get())});
        QObject::connect(m_plot.get(), &Plot::resized, &m_workbench, &Workbench::refresh);
        m_plot->resize(kWidth + 100, kHeight + 100);
        m_plot->setVisible(true);
    }

    struct Frame
    {
        double total = 0;
        double compute = 0;
        double draw = 0;
        QSize pixels;
    };

    Frame paint(const Parameters& parameters)
    {
        QEventLoop loop;
        QElapsedTimer timer;
        Frame frame;
        const auto painted = [&](const SnapshotPtr& snapshot, double drawMilliseconds) {
            if (snapshot->scene.a != parameters)
                return;
            frame = {
                static_cast<double>(timer.nsecsElapsed()) * 1e-6, snapshot->computeMilliseconds, drawMilliseconds, {}};
            const auto found = snapshot->views.find("heatmap");
            if (found != snapshot->views.end() && found->second.data.ok()) {
                const auto& data = static_cast<const HeatmapData&>(**found->second.data);
                frame.pixels = {data.picture.width, data.picture.height};
            }
            loop.quit();
        };
        const auto connection = QObject::connect(&m_workbench, &Workbench::painted, &loop, painted);
        timer.start();
        m_store.setParameters(parameters);
        loop.exec();
        QObject::disconnect(connection);
        return frame;
    }

    // Gives the picture 1200 x 900 pixels; labels come in addition.
    void grow(QSize pixels) { m_plot->resize(m_plot->size() + QSize(kWidth, kHeight) - pixels); }

private:
    Store m_store;
    ComputeQueue m_queue;
    std::unique_ptr<Plot> m_plot;
    Workbench m_workbench;
};

double quantile(const std::vector<Bench::Frame>& frames, double Bench::Frame::*part, double q)
{
    std::vector<double> values(frames.size());
    std::ranges::transform(frames, values.begin(), part);
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

Json framesOf(Shape shape, const CancelToken& cancel)
{
    Bench bench;
    Parameters parameters;
    parameters.encoding.maxLen = shape.rows;
    parameters.encoding.dModel = shape.cols;
    parameters.random.generator = "philox";
    std::vector<Bench::Frame> frames;
    for (int i = 0; i < kWarmUp + kFrames && !cancel.cancelled(); ++i) {
        findParameter("base")->set(parameters, 10000.0 + i);
        const Bench::Frame frame = bench.paint(parameters);
        if (i < kWarmUp)
            bench.grow(frame.pixels);
        else
            frames.push_back(frame);
    }
    if (frames.empty())
        return {};
    const QSize pixels = frames.back().pixels;
    return {{"rows", shape.rows},
            {"cols", shape.cols},
            {"pixels", std::to_string(pixels.width()) + "x" + std::to_string(pixels.height())},
            {"compute_ms", quantile(frames, &Bench::Frame::compute, 0.5)},
            {"draw_ms", quantile(frames, &Bench::Frame::draw, 0.5)},
            {"ms", quantile(frames, &Bench::Frame::total, 0.5)},
            {"p99_ms", quantile(frames, &Bench::Frame::total, 0.99)}};
}

// Heatmaps of 1200 x 900 device pixels of tables of `shapes`, each frame with another base. `ms`: from the parameter's
// change to the painted plot.
Result<Json> measureFrames(const std::vector<Shape>& shapes, const CancelToken& cancel)
{
    TRY(const HeadlessQt qt, headlessQt());
    Json speeds = Json::array();
    for (const Shape shape : shapes)
        speeds.push_back(framesOf(shape, cancel));
    return speeds;
}

// Parts to measure: those of --only; by default all.
Result<std::set<std::string>> wantedParts(const Options& options)
{
    const std::set<std::string> all{"table", "output", "frame"};
    if (!options.given("--only"))
        return all;
    std::set<std::string> wanted;
    std::istringstream list(options.text("--only"));
    for (std::string part; std::getline(list, part, ',');) {
        if (!all.contains(part))
            return usageError("ENUM", "--only", WORDS("%1 is unknown").with(inQuotes(part)),
                              WORDS("use some of table,output,frame"));
        wanted.insert(part);
    }
    return wanted;
}

Result<Json> measureParts(const std::set<std::string>& wanted, const CancelToken& cancel)
{
    keepFreedMemory(); // like the window
    Json all{{"cpu", processorName()},
             {"threads", workerCount()},
             {"target", std::string(kernelTarget())},
             {"limits", {{"stream_store_GBps", 0.0}, {"copy_GBps", 0.0}, {"cached_store_GBps", 0.0}}}};
    const auto only = [&wanted](const char* part, const std::vector<BenchCase>& cases) {
        return wanted.contains(part) ? cases : std::vector<BenchCase>();
    };
    all["table"] = measureTables(only("table",
                                      {{{5000, 512}, "sinusoidal"},
                                       {{32768, 1024}, "sinusoidal"},
                                       {{32768, 2048}, "sinusoidal"},
                                       {{131072, 128}, "rope"}}),
                                 all["limits"], cancel);
    if (cancel.cancelled())
        return cancelledError();
    TRY(all["output"],
        measureOutputs(
            only(
                "output",
                {{{5000, 512}, "torch"}, {{5000, 512}, "philox"}, {{32768, 1024}, "philox"}, {{32768, 1024}, "torch"}}),
            all["limits"], cancel));
    if (cancel.cancelled())
        return cancelledError();
    constexpr std::int64_t kMaxLen = 2147483647;
    all["frame"] = Json::array();
    if (wanted.contains("frame")) {
        TRY(all["frame"], measureFrames({{5000, 512}, {kMaxLen, 512}, {kMaxLen, 65536}}, cancel));
    }
    return cancel.cancelled() ? Result<Json>(cancelledError()) : all;
}

template <typename... Values> std::string line(const char* format, Values... values)
{
    std::array<char, 256> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, values...);
    return buffer.data();
}

std::string asText(const Json& all)
{
    const auto number = [](const Json& of, const char* key) {
        return of[key].get<double>();
    };
    const auto count = [](const Json& of, const char* key) {
        return of[key].get<long long>();
    };
    const auto name = [](const Json& of, const char* key) {
        return of[key].get_ref<const std::string&>().c_str();
    };
    std::string text = processorName() + ", " + std::to_string(workerCount()) + " threads, " + kernelTarget() + "\n\n";
    const Json& limits = all["limits"];
    text += line("limits   store past the caches %6.1f GB/s   copy %6.1f GB/s   store in cache %6.1f GB/s\n\n",
                 number(limits, "stream_store_GBps"), number(limits, "copy_GBps"), number(limits, "cached_store_GBps"));
    for (const Json& t : all["table"])
        text += line(
            "%-8s %10lld x %-6lld %9.3f ms %8.1f GB/s %5.0f %% of the limit   error <= %.2g   in new memory %9.3f ms\n",
            t["scheme"] == "sinusoidal" ? "table" : name(t, "scheme"), count(t, "rows"), count(t, "cols"),
            number(t, "ms"), number(t, "GBps"), 100 * number(t, "share_of_limit"), number(t, "max_abs_error"),
            number(t, "allocated_ms"));
    text += "\n";
    for (const Json& o : all["output"])
        text += line("output   %10lld x %-6lld %9.3f ms   %-8s %14.0f %% of the copy rate   in new memory %9.3f ms\n",
                     count(o, "rows"), count(o, "cols"), number(o, "ms"), name(o, "generator"),
                     100 * number(o, "share_of_limit"), number(o, "allocated_ms"));
    text += "\n";
    for (const Json& f : all["frame"])
        text += line(
            "frame    %10lld x %-6lld %9.3f ms compute %6.3f ms draw   99 %% painted within %.2f ms   (%s pixels)\n",
            count(f, "rows"), count(f, "cols"), number(f, "compute_ms"), number(f, "draw_ms"), number(f, "p99_ms"),
            name(f, "pixels"));
    return text;
}

void declareBench(Options& options)
{
    options.add("--only", "LIST", "Parts to measure: table,output,frame.");
    options.addFlag("--json", "As JSON.");
}

Status runBench(const Options& options, Report&, const CancelToken& cancel)
{
    TRY(const std::set<std::string> wanted, wantedParts(options));
    TRY(const Json all, measureParts(wanted, cancel));
    return writeStandardOutput(options.given("--json") ? all.dump(2) + "\n" : asText(all));
}

} // namespace

const Command kBenchCommand{"bench", "Measure the speed and compare it with this machine's own limits.",
                            "phasor bench --only table --json\n", declareBench, runBench};

} // namespace phasor
