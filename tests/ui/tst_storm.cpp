// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/settings.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/workbench.h"
#include "ui/storm.h"
#include "views/dropout/dropout.h"
#include "views/measures/ratio.h"
#include "views/strip.h"
#include "views/tables/heatmap.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace phasor;

// A storm of changes leaves the window live and ends with the picture of the last one. How live on a machine at rest is
// the business of tests/benchmark/bench_storm; here the probe tells a GUI thread that computes from one that waits for
// its turn on a busy machine.
class tst_Storm : public QObject
{
    Q_OBJECT

private slots:
    void lastOneIsShown_data();
    void lastOneIsShown();

private:
    // A window, and the last snapshot that it has painted.
    struct Painted
    {
        std::unique_ptr<MainWindow> window;
        std::shared_ptr<SnapshotPtr> snapshot = std::make_shared<SnapshotPtr>();

        bool settled() const;
    };
    Painted show(const Parameters& parameters);
    template <typename Data> static const Data& dataOf(const SnapshotPtr& snapshot, const char* view)
    {
        return dynamic_cast<const Data&>(*snapshot->views.at(view).data.value());
    }
};

tst_Storm::Painted tst_Storm::show(const Parameters& parameters)
{
    const QTemporaryDir settings; // of this window alone: nothing of the one before comes back
    Painted painted{std::make_unique<MainWindow>(WindowOptions{
        .settingsPath = settings.filePath("none.json").toStdString(), .file = {}, .machine = "2 threads"})};
    connect(painted.window->findChild<Workbench*>(), &Workbench::painted, painted.window.get(),
            [last = painted.snapshot](const SnapshotPtr& snapshot) { *last = snapshot; });
    painted.window->store().setParameters(parameters);
    painted.window->show();
    painted.window->setWindowState(Qt::WindowNoState); // the offscreen screen has 800 x 800
    painted.window->resize(1280, 800); // room for four plots
    return painted;
}

// Nothing is computed or drawn any more, and nothing will be until something changes.
bool tst_Storm::Painted::settled() const
{
    const SnapshotPtr& latest = window->queue().latest();
    return latest && latest == *snapshot && latest->pipelines.ok() && !window->queue().busy() && !latest->isCoarse()
        && latest->scene == window->store().scene();
}

void tst_Storm::lastOneIsShown_data()
{
    QTest::addColumn<qint64>("positions");
    QTest::addColumn<qint64>("dimensions");
    QTest::newRow("5000 x 512") << qint64{5000} << qint64{512};
    QTest::newRow("largest") << qint64{2147483647} << qint64{65536};
}

void tst_Storm::lastOneIsShown()
{
    QFETCH(qint64, positions);
    QFETCH(qint64, dimensions);
    Parameters start;
    start.encoding.maxLen = positions;
    start.encoding.dModel = dimensions;
    start.random.generator = "philox";
    const Painted stormy = show(start);
    QTRY_VERIFY_WITH_TIMEOUT(stormy.settled(), 200'000);
    const std::uint64_t before = stormy.window->queue().latest()->generation;

    Storm storm(stormy.window->store(), [](Parameters& p, qint64 i) {
        p.encoding.own = SinusoidalSettings{.base = 10000 + static_cast<double>(i % 977)};
        p.dropout.p = 0.01 * static_cast<double>(i % 50);
        p.sum.scale = 1 + static_cast<double>(i % 31);
    });
    const StormReport report = storm.run(1500);
    qInfo("%lld changes in %.1f s, longest gap %.1f ms, %llu requests", report.changes, report.seconds,
          report.longestGap, static_cast<unsigned long long>(stormy.window->queue().latest()->generation - before));
    QVERIFY(report.changes >= 15'000);
    QVERIFY(report.longestGap < 10'000); // on the GUI thread the largest table would take days

    QTRY_VERIFY_WITH_TIMEOUT(stormy.settled(), 200'000);
    QVERIFY(stormy.window->queue().latest()->scene.a == report.last);
    // The same requests from scratch.
    const SnapshotPtr shown = *stormy.snapshot;
    Request request{.scene = {.a = report.last}, .views = {}, .refine = true};
    for (const auto& [id, view] : shown->views)
        request.views.push_back(view.request);
    QVERIFY(request.views.size() >= 5); // the strip and four plots
    PipelineCache cache;
    const SnapshotPtr scratch = compute(request, nullptr, cache, CancelToken());
    const auto& heatmap = dataOf<HeatmapData>(shown, "heatmap");
    QVERIFY(!heatmap.picture.pixels.empty());
    QVERIFY(heatmap.picture.pixels == dataOf<HeatmapData>(scratch, "heatmap").picture.pixels);
    QVERIFY(dataOf<DropoutData>(shown, "dropout").a.mask->pixels
            == dataOf<DropoutData>(scratch, "dropout").a.mask->pixels);
    QVERIFY(dataOf<RatioData>(shown, "ratio").a.ratio == dataOf<RatioData>(scratch, "ratio").a.ratio);
    const auto& thumbnails = dataOf<StripData>(shown, "strip").thumbnails;
    for (std::size_t i = 0; i < thumbnails.size(); ++i)
        QVERIFY(thumbnails[i].pixels == dataOf<StripData>(scratch, "strip").thumbnails[i].pixels);
}

QTEST_MAIN(tst_Storm)
#include "tst_storm.moc"
