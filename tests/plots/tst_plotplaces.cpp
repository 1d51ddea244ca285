// SPDX-License-Identifier: GPL-3.0-or-later
// Every plot knows where its pictures will stand before there is data: what it asked for is what it shows.
#include "fitparameters.h"
#include "plotfixture.h"

#include <cmath>
#include <set>
#include <vector>

using namespace phasor;

namespace {

Parameters wordy()
{
    Parameters p;
    p.sentence.text = "[CLS] incomprehensibilities die Donaudampfschifffahrtsgesellschaft 位置 [SEP]";
    p.encoding.dModel = 48;
    return p;
}

Parameters endless()
{
    Parameters p = wordy();
    p.encoding.maxLen = 2147483647;
    return p;
}

Parameters huge()
{
    Parameters p = wordy();
    p.sum.scale = 1e-9;
    p.dropout.p = 0.999;
    return p;
}

} // namespace

class TestPlotPlaces : public QObject
{
    Q_OBJECT

private slots:
    void dataMovesNothing_data();
    void dataMovesNothing();
    void historyMovesNothing_data();
    void historyMovesNothing();
    void mapInAColumn_data();
    void mapInAColumn();
    void equallyWideMaps();
    void chartsThatThereIsRoomFor_data();
    void chartsThatThereIsRoomFor();
    void nothingIsSeenBehindAReason();
};

void TestPlotPlaces::dataMovesNothing_data()
{
    QTest::addColumn<QByteArray>("plot");
    QTest::addColumn<Scene>("scene");
    QTest::addColumn<QSize>("size");
    for (const PlotSpec& spec : plotSpecs()) {
        const QByteArray id = idOf(spec);
        for (const QSize size : {QSize(260, 200), QSize(500, 400), QSize(1100, 700)}) {
            const auto row = [&](const char* name, const Scene& scene) {
                QTest::addRow("%s, %s, %d", id.data(), name, size.width()) << id << scene << size;
            };
            row("standard", {});
            row("words", {.a = wordy()});
            row("large and small", {.a = huge()});
            row("compared", {.a = wordy(), .b = huge()});
            // These are slow of a table of 2^31 positions.
            if (spec.id != "precision" && spec.id != "builds")
                row("endless", {.a = endless()});
        }
    }
}

void TestPlotPlaces::dataMovesNothing()
{
    QFETCH(const QByteArray, plot);
    QFETCH(Scene, scene);
    QFETCH(const QSize, size);
    scene.a = fitFor(plot.constData(), scene.a);
    if (scene.b)
        scene.b = fitFor(plot.constData(), *scene.b);
    PlotFixture f(plot.constData(), size);
    f.store.setScene(scene);
    const ViewRequest asked = f.plot->request(scene, f.store.view());
    std::vector<QRect> places;
    for (const QCPAxisRect* rect : f.canvas->axisRects())
        places.push_back(rect->rect());
    QVERIFY(f.compute());
    f.picture();
    // A key of several lines takes height from these, whose request is their width, or nothing of the place.
    const bool keyed = std::ranges::any_of(f.plot->drawing()->panels, [](const Panel& panel) {
        return panel.key && !panel.map
            && std::ranges::any_of(panel.lines, [](const DrawnLine& line) { return !line.name.isEmpty(); });
    });
    for (qsizetype i = 0; i < f.canvas->axisRects().size(); ++i) {
        const QRect now = f.canvas->axisRect(static_cast<int>(i))->rect();
        QCOMPARE(now.left(), places[static_cast<std::size_t>(i)].left());
        QCOMPARE(now.right(), places[static_cast<std::size_t>(i)].right());
        if (!keyed)
            QCOMPARE(now, places[static_cast<std::size_t>(i)]);
    }
    QVERIFY(f.plot->request(scene, f.store.view()) == asked);
}

void TestPlotPlaces::historyMovesNothing_data()
{
    QTest::addColumn<QByteArray>("plot");
    for (const PlotSpec& spec : plotSpecs())
        QTest::addRow("%s", spec.id.data()) << idOf(spec);
}

// A plot lays out when something of the layout changed, and only then: a setup shown after others has the places that
// it has in a new plot.
void TestPlotPlaces::historyMovesNothing()
{
    QFETCH(const QByteArray, plot);
    const Scene standard{.a = fitFor(plot.constData(), Parameters())};
    const Scene words{.a = fitFor(plot.constData(), wordy())};
    const Scene compared{.a = words.a, .b = fitFor(plot.constData(), huge())};
    const auto places = [](const PlotFixture& f) {
        std::vector<QRect> visible;
        for (const QCPAxisRect* rect : f.canvas->axisRects()) {
            if (rect->realVisibility())
                visible.push_back(rect->rect());
        }
        return visible;
    };
    const auto show = [](PlotFixture& f, const Scene& scene, QSize size) {
        f.plot->resize(size);
        QCoreApplication::processEvents();
        f.store.setScene(scene);
        for (int i = 0; i < 2; ++i) { // a key changes its height with the data
            QVERIFY(f.compute());
            f.picture();
        }
    };
    PlotFixture old(plot.constData(), QSize(600, 380));
    const std::pair<const Scene*, QSize> shown[]
        = {{&standard, QSize(600, 380)}, {&words, QSize(600, 380)},    {&words, QSize(300, 240)},
           {&compared, QSize(300, 240)}, {&compared, QSize(700, 500)}, {&standard, QSize(600, 380)}};
    for (const auto& [scene, size] : shown) {
        show(old, *scene, size);
        PlotFixture fresh(plot.constData(), size);
        show(fresh, *scene, size);
        QCOMPARE(places(old), places(fresh));
        int layouts = 0;
        connect(old.canvas, &QCustomPlot::afterLayout, this, [&layouts] { ++layouts; });
        old.plot->request(*scene, old.store.view());
        old.canvas->disconnect(this);
        QCOMPARE(layouts, 0);
    }
}

void TestPlotPlaces::mapInAColumn_data()
{
    QTest::addColumn<QByteArray>("plot");
    QTest::addColumn<Scene>("scene");
    for (const char* plot : {"heatmap", "similarity", "scores"}) {
        QTest::addRow("%s, numbers", plot) << QByteArray(plot) << Scene{};
        QTest::addRow("%s, words", plot) << QByteArray(plot) << Scene{.a = wordy()};
    }
}

// In a figure of 85 mm, a column of a paper, a map has at least 60 % of the width. Others are square.
void TestPlotPlaces::mapInAColumn()
{
    QFETCH(const QByteArray, plot);
    QFETCH(const Scene, scene);
    PlotFixture f(plot.constData(), QSize(500, 400));
    f.plot->setTheme(Theme::light().forFigure());
    const QSize column(241, 170); // points
    f.plot->exportRequest(scene, f.store.view(), {.size = column, .title = QStringLiteral("Title")});
    const int width = f.canvas->axisRect(0)->width();
    const double height = f.canvas->axisRect(0)->height(); // below finding, question and titles
    if (plot == "heatmap")
        QVERIFY2(width >= 0.6 * column.width(), qPrintable(QString::number(width)));
    else
        QCOMPARE(width, height);
    QVERIFY2(height >= 0.34 * column.height(), qPrintable(QString::number(height)));
}

void TestPlotPlaces::equallyWideMaps()
{
    PlotFixture f("builds", QSize(500, 400));
    f.store.setScene({.a = wordy()});
    QVERIFY(f.compute());
    const int first = f.canvas->axisRect(0)->width();
    QVERIFY(first > 100);
    for (const int map : {1, 2})
        QVERIFY(std::abs(f.canvas->axisRect(map)->width() - first) <= 2);
}

void TestPlotPlaces::chartsThatThereIsRoomFor_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("charts");
    QTest::newRow("all") << QSize(900, 500) << 6;
    QTest::newRow("low") << QSize(900, 240) << 3;
    QTest::newRow("narrow") << QSize(330, 500) << 4;
    QTest::newRow("small") << QSize(200, 200) << 1;
}

void TestPlotPlaces::chartsThatThereIsRoomFor()
{
    QFETCH(const QSize, size);
    QFETCH(const int, charts);
    PlotFixture f("training", QSize(900, 500));
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->axisRectCount(), 6);
    f.plot->resize(size);
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->axisRectCount(), charts);
    for (const QCPAxisRect* rect : f.canvas->axisRects())
        QVERIFY2(rect->width() >= 40 && rect->height() >= 40, qPrintable(QString::number(rect->width())));
    f.plot->resize(900, 500);
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->axisRectCount(), 6);
}

// Axes without data are no picture; a reason stands on plain ground.
void TestPlotPlaces::nothingIsSeenBehindAReason()
{
    PlotFixture f("wavelengths", QSize(500, 400));
    QVERIFY(f.compute());
    f.plot->setReason(QStringLiteral("·"));
    const auto colors = [&f] {
        const QImage image = f.canvas->grab().toImage().convertToFormat(QImage::Format_RGB32);
        std::set<QRgb> found;
        for (int y = image.height() * 2 / 3; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                found.insert(image.pixel(x, y));
        }
        return found.size();
    };
    QVERIFY(colors() > 1); // what was there, dimmed
    f.plot->show(nullptr);
    QCoreApplication::processEvents();
    QCOMPARE(colors(), 1U);
}

QTEST_MAIN(TestPlotPlaces)
#include "tst_plotplaces.moc"
