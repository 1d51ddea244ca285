// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/measure.h"

#include "pipeline/parameters/parameterspec.h"
#include "plots/plot.h"
#include "session/computequeue.h"
#include "session/store.h"
#include "ui/shell/workbench.h"
#include "views/tables/heatmap.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QLoggingCategory>

#include <algorithm>

namespace phasor {

namespace {

constexpr int kWidth = 1200;
constexpr int kHeight = 900;
constexpr int kWarmUp = 10;
constexpr int kFrames = 100;

double quantile(std::vector<double> values, double q)
{
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

// One heatmap with the window's own store, queue and workbench.
class Bench
{
public:
    Bench()
        : m_plot(findPlot("heatmap")->make(m_store, nullptr))
        , m_workbench(m_store, m_queue)
    {
        m_workbench.add(
            {.title = QStringLiteral("heatmap"),
             .request = [this](const Scene& scene, const ViewState& view) { return m_plot->request(scene, view); },
             .show = [this](const ViewDataPtr& part) { m_plot->show(part); },
             .showView =
                 [this](const ViewState& view) {
                     m_plot->showView(view);
                 }});
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

    // Makes the picture itself 1200 x 900, whatever the labels around it need.
    void grow(QSize pixels) { m_plot->resize(m_plot->size() + QSize(kWidth, kHeight) - pixels); }

private:
    Store m_store;
    ComputeQueue m_queue;
    std::unique_ptr<Plot> m_plot;
    Workbench m_workbench;
};

FrameSpeed measure(std::int64_t rows, std::int64_t cols, const CancelToken& cancel)
{
    Bench bench;
    Parameters parameters;
    parameters.encoding.maxLen = rows;
    parameters.encoding.dModel = cols;
    parameters.random.generator = "philox";
    std::vector<double> total;
    std::vector<double> compute;
    std::vector<double> draw;
    QSize pixels;
    for (int i = 0; i < kWarmUp + kFrames && !cancel.cancelled(); ++i) {
        findParameter("base")->set(parameters, 10000.0 + i);
        const Bench::Frame frame = bench.paint(parameters);
        pixels = frame.pixels;
        if (i < kWarmUp) {
            bench.grow(pixels);
            continue;
        }
        total.push_back(frame.total);
        compute.push_back(frame.compute);
        draw.push_back(frame.draw);
    }
    if (total.empty())
        return {};
    return {.rows = rows,
            .cols = cols,
            .pixels = std::to_string(pixels.width()) + "x" + std::to_string(pixels.height()),
            .computeMs = quantile(compute, 0.5),
            .drawMs = quantile(draw, 0.5),
            .ms = quantile(total, 0.5),
            .p99Ms = quantile(total, 0.99)};
}

} // namespace

Result<std::vector<FrameSpeed>> measureFrames(const std::vector<Size>& sizes, const CancelToken& cancel)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false\nqt.*.warning=false"));
    int count = 1;
    char name[] = "phasor";
    char* arguments[] = {name, nullptr};
    const QApplication application(count, arguments);
    std::vector<FrameSpeed> speeds;
    for (const auto& [rows, cols] : sizes)
        speeds.push_back(measure(rows, cols, cancel));
    return speeds;
}

} // namespace phasor
