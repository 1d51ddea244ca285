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
#include <functional>

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
    std::vector<double> values;
    for (const Bench::Frame& frame : frames)
        values.push_back(frame.*part);
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

Json measure(Shape shape, const CancelToken& cancel)
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

} // namespace

Json measureFrames(const std::vector<Shape>& shapes, const CancelToken& cancel)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false\nqt.*.warning=false"));
    int count = 1;
    char name[] = "phasor";
    char* arguments[] = {name, nullptr};
    const QApplication application(count, arguments);
    Json speeds = Json::array();
    for (const Shape shape : shapes)
        speeds.push_back(measure(shape, cancel));
    return speeds;
}

} // namespace phasor
