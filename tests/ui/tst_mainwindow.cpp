// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/plot.h"
#include "ui/look/elidedlabel.h"
#include "ui/panels/readout.h"
#include "ui/panels/stagebutton.h"
#include "ui/shell/filedrop.h"
#include "ui/shell/mainwindow.h"
#include "views/buildsview.h"
#include "views/dropoutview.h"
#include "views/heatmapview.h"
#include "views/readoutview.h"
#include "views/stripview.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QUrl>
#include <QtTest>

using namespace phasor;

// The whole window, driven by object names; what the plots show is read from the last snapshot.
class tst_MainWindow : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void everyViewGetsItsData();
    void aSentenceReachesTheOutput();
    void theLastOfManyValuesWins();
    void contradictionsKeepThePicture();
    void typedNonsenseIsSaid();
    void undoAndReset();
    void copiesAScript();
    void stripChoosesTheStage();
    void readoutFollowsTheCrossHair();
    void hiddenPlotsAreNotComputed();
    void plotsOfOneCellTakeTurns();
    void coarsePicturesAreRefined();
    void maximisedPlotIsAlone();
    void matrixBecomesTheEmbedding();
    void badMatrixChangesNothing_data();
    void badMatrixChangesNothing();
    void onlyOneLocalFileCanBeDropped();
    void darkPaletteIsFollowed();
    void stateSurvivesARestart();
    void brokenSettingsAreSaid();
    void closesWhileComputing();
    void tinyWindow();
    void shortcutsAreUnique();

private:
    void start(const std::string& file = {});
    template <typename T> T& part(const char* name)
    {
        T* found = m_window->findChild<T*>(QLatin1String(name));
        Q_ASSERT(found != nullptr);
        return *found;
    }
    // What a view shows, once everything that was asked for has come; null if it has nothing.
    template <typename Data> std::shared_ptr<const Data> shown(const char* view)
    {
        if (!QTest::qWaitFor([this] { return settled(); }))
            return nullptr;
        const SnapshotPtr snapshot = m_window->queue().latest();
        const auto found = snapshot->views.find(view);
        return found == snapshot->views.end() || !found->second.data.ok()
            ? nullptr
            : std::dynamic_pointer_cast<const Data>(found->second.data.value());
    }
    bool settled()
    {
        const SnapshotPtr snapshot = m_window->queue().latest();
        return snapshot && !m_window->queue().busy() && snapshot->parameters == m_window->store().parameters();
    }
    QString message() { return part<ElidedLabel>("status-message").fullText(); }
    QString writeMatrix(const QByteArray& header, const QByteArray& data);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void tst_MainWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    start();
}

void tst_MainWindow::start(const std::string& file)
{
    m_window.reset();
    m_window = std::make_unique<MainWindow>(WindowOptions{
        .settingsPath = m_folder->filePath("window.json").toStdString(), .file = file, .machine = "2 threads"});
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QTRY_VERIFY(settled());
}

void tst_MainWindow::cleanup()
{
    m_window.reset();
    m_folder.reset();
}

QString tst_MainWindow::writeMatrix(const QByteArray& header, const QByteArray& data)
{
    const QString path = m_folder->filePath("matrix.npy");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return {};
    QByteArray text = header;
    text = text.leftJustified(117, ' ') + '\n';
    file.write(QByteArray("\x93NUMPY\x01\x00", 8) + QByteArray("\x76\x00", 2) + text + data);
    return path;
}

void tst_MainWindow::everyViewGetsItsData()
{
    for (const PlotSpec& spec : plotSpecs()) {
        const std::string id(spec.id);
        QCOMPARE(shown<ViewData>(id.c_str()) != nullptr, part<QAction>(("action-plot-" + id).c_str()).isChecked());
    }
    QVERIFY(shown<StripData>("strip") != nullptr);
    QVERIFY(shown<ReadoutData>("readout") == nullptr); // no cross-hair yet
    QCOMPARE(message(), QString());
    QTRY_VERIFY(part<QLabel>("status-cost").text().contains("2 threads"));
}

void tst_MainWindow::aSentenceReachesTheOutput()
{
    auto& text = part<QPlainTextEdit>("text-text");
    text.setFocus();
    QTest::keyClicks(&text, "the cat sat");
    QTRY_VERIFY(m_window->store().parameters().text == "the cat sat");
    m_window->store().editView([](ViewState& view) { view.stage = StageId::Output; });
    QTRY_COMPARE(shown<HeatmapData>("heatmap")->stage, StageId::Output);
    const auto heatmap = shown<HeatmapData>("heatmap");
    QCOMPARE(heatmap->table.rows, 5); // [CLS] the cat sat [SEP]
    QCOMPARE(heatmap->table.cols, 512);
    const std::vector<std::string> labels{"[CLS]", "the", "cat", "sat", "[SEP]"};
    QCOMPARE(heatmap->rowLabels, labels);

    // The field of the output, with what it is made of.
    const StagesPtr stages = m_window->queue().latest()->stages.value();
    const auto cell = [&](StageId id) {
        float value = 0;
        stages->field(id).value()->fill({2, 7, 1, 1}, {&value, 1, 1, 1});
        return value;
    };
    QCOMPARE(cell(StageId::Sum), cell(StageId::Scaled) + cell(StageId::Position));
    QCOMPARE(cell(StageId::Output),
             cell(StageId::Mask) == 0 ? 0.0F : cell(StageId::Sum) * static_cast<float>(1 / (1 - 0.1)));

    const auto strip = shown<StripData>("strip");
    QCOMPARE(strip->tokens, labels);
    const auto mask = shown<DropoutData>("dropout");
    QCOMPARE(mask->cells, 5 * 512);
}

void tst_MainWindow::theLastOfManyValuesWins()
{
    auto& slider = part<QSlider>("slider-dropout");
    QElapsedTimer beat;
    qint64 longest = 0;
    for (int i = 1; i <= 500; ++i) {
        beat.start();
        slider.setValue(i);
        QCoreApplication::processEvents();
        longest = std::max(longest, beat.elapsed());
    }
    qInfo("longest turn of the event loop: %lld ms", longest);
    QTRY_COMPARE(shown<DropoutData>("dropout")->expected, 0.5);
    QCOMPARE(part<QLineEdit>("field-dropout").text(), "0.5");
}

void tst_MainWindow::contradictionsKeepThePicture()
{
    const auto before = shown<HeatmapData>("heatmap");
    m_window->store().edit([](Parameters& p) {
        p.combine = "concat";
        p.positionDims = 600;
    });
    QTRY_VERIFY(message().contains("600"));
    QVERIFY(part<QLabel>("status-icon").isVisible());
    QVERIFY(part<Plot>("heatmap").isVisible());
    m_window->store().setParameters({});
    QTRY_COMPARE(message(), QString());
    QVERIFY(shown<HeatmapData>("heatmap") != nullptr);
    QVERIFY(before != nullptr);
}

void tst_MainWindow::typedNonsenseIsSaid()
{
    const SnapshotPtr before = m_window->queue().latest();
    auto& field = part<QLineEdit>("field-d-model");
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, "70000");
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(message().startsWith("d_model"));
    QVERIFY(message().contains("65536"));
    QCOMPARE(m_window->store().parameters().dModel, 512);
    QVERIFY(m_window->queue().latest() == before);
}

void tst_MainWindow::undoAndReset()
{
    auto& slider = part<QSlider>("slider-d-model");
    const int y = slider.height() / 2;
    QTest::mousePress(&slider, Qt::LeftButton, {}, {10, y});
    QTest::mouseMove(&slider, {20, y});
    QTest::mouseMove(&slider, {12, y});
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, {12, y});
    QVERIFY(m_window->store().parameters().dModel < 512);
    part<QAction>("action-undo").trigger();
    QVERIFY(m_window->store().parameters() == Parameters{});
    QCOMPARE(part<QLineEdit>("field-d-model").text(), "512");
    QVERIFY(!part<QAction>("action-undo").isEnabled());
    part<QAction>("action-redo").trigger();
    QVERIFY(m_window->store().parameters().dModel < 512);
    m_window->store().edit([](Parameters& p) { p.layout = "halves"; });
    part<QAction>("action-reset").trigger();
    QVERIFY(m_window->store().parameters() == Parameters{});
    part<QAction>("action-undo").trigger();
    QCOMPARE(m_window->store().parameters().layout, std::string("halves"));
}

// The script itself is run in tests/app/tst_notebookcode.cpp.
void tst_MainWindow::copiesAScript()
{
    m_window->store().edit([](Parameters& p) { p.dModel = 48; });
    part<QAction>("action-copy-torch").trigger();
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("import torch")));
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("d_model = 48\n")));
    QVERIFY(message().contains(QStringLiteral("PyTorch")));
    part<QAction>("action-copy-numpy").trigger();
    const QString numpy = QGuiApplication::clipboard()->text();
    QVERIFY(numpy.contains(QStringLiteral("import numpy")) && !numpy.contains(QStringLiteral("import torch")));
    m_window->store().edit([](Parameters& p) {
        p.generator = "numpy";
        p.embedding = "bert";
    });
    part<QAction>("action-copy-numpy").trigger(); // NumPy has no truncated normal law
    QCOMPARE(QGuiApplication::clipboard()->text(), numpy);
    QVERIFY(message().contains(QStringLiteral("truncated")));
}

void tst_MainWindow::stripChoosesTheStage()
{
    for (const StageInfo& info : stageInfos()) {
        auto& button = part<StageButton>(("stage-" + std::string(info.name)).c_str());
        QTest::mouseClick(&button, Qt::LeftButton);
        QCOMPARE(m_window->store().view().stage, info.id);
        QVERIFY(button.isChecked());
        if (info.id != StageId::Tokens)
            QTRY_COMPARE(shown<HeatmapData>("heatmap")->stage, info.id);
    }
    auto& output = part<StageButton>("stage-output");
    output.setFocus();
    QTest::keyClick(&output, Qt::Key_Left);
    QTest::keyClick(m_window->focusWidget(), Qt::Key_Space);
    QCOMPARE(m_window->store().view().stage, StageId::Mask);
    QTRY_VERIFY(!part<StageButton>("stage-sum").picture().isNull());
}

void tst_MainWindow::readoutFollowsTheCrossHair()
{
    auto& readout = part<Readout>("readout");
    const int height = readout.height();
    m_window->store().editView([](ViewState& view) { view.cursor = ViewState::Cell{37, 12}; });
    QTRY_VERIFY2(readout.text().contains("PE[37,12] = sin(37 / 10000^(12/512)) = "), qPrintable(readout.text()));
    const auto data = shown<ReadoutData>("readout");
    QVERIFY(qAbs(*data->encoding - std::sin(37 / std::pow(10000.0, 12.0 / 512.0))) < 1e-7);
    QVERIFY(part<QLineEdit>("readout-cell").text().contains("position 37"));
    QVERIFY(part<QLineEdit>("readout-cell").text().contains("dimension 12"));
    QCOMPARE(readout.height(), height);
    m_window->store().editView([](ViewState& view) { view.cursor.reset(); });
    QTRY_COMPARE(readout.text(), "\n");
    QCOMPARE(readout.height(), height);
}

void tst_MainWindow::hiddenPlotsAreNotComputed()
{
    auto& action = part<QAction>("action-plot-ratio");
    QVERIFY(action.isChecked());
    action.trigger();
    QVERIFY(!part<Plot>("ratio").isVisible());
    m_window->store().edit([](Parameters& p) { p.dModel = 64; });
    QTRY_VERIFY(settled());
    QVERIFY(!m_window->queue().latest()->views.contains("ratio"));
    action.trigger();
    QVERIFY(part<Plot>("ratio").isVisible());
    QTRY_VERIFY(m_window->queue().latest()->views.contains("ratio"));
    for (const PlotSpec& spec : plotSpecs()) {
        if (auto& shown = part<QAction>(("action-plot-" + std::string(spec.id)).c_str()); shown.isChecked())
            shown.trigger();
    }
    int visible = 0;
    for (const PlotSpec& spec : plotSpecs())
        visible += part<Plot>(std::string(spec.id).c_str()).isVisible() ? 1 : 0;
    QCOMPARE(visible, 1); // the last one stays
}

void tst_MainWindow::plotsOfOneCellTakeTurns()
{
    part<QAction>("action-plot-builds").trigger();
    QVERIFY(part<Plot>("builds").isVisible());
    QVERIFY(!part<Plot>("dropout").isVisible());
    QVERIFY(!part<QAction>("action-plot-dropout").isChecked());
    QVERIFY(part<Plot>("ratio").isVisible());
    QTRY_VERIFY(shown<BuildsData>("builds") != nullptr);
    m_window->close();
    start();
    QVERIFY(part<Plot>("builds").isVisible()); // remembered
    part<QAction>("action-plot-dropout").trigger();
    QVERIFY(part<Plot>("dropout").isVisible());
    QVERIFY(!part<Plot>("builds").isVisible());
}

void tst_MainWindow::coarsePicturesAreRefined()
{
    m_window->store().editView([](ViewState& view) { view.stage = StageId::Sum; });
    m_window->store().edit([](Parameters& p) {
        p.maxLen = 16384;
        p.generator = "philox";
    });
    const auto sampled = [this] {
        const auto data = shown<HeatmapData>("heatmap");
        return data == nullptr || data->table.rows != 16384 || data->sampled;
    };
    QTRY_VERIFY_WITH_TIMEOUT(!sampled(), 60000);
    QTRY_VERIFY(!m_window->queue().latest()->isCoarse());
}

void tst_MainWindow::maximisedPlotIsAlone()
{
    part<Plot>("dropout").setFocus();
    QFocusEvent focus(QEvent::FocusIn, Qt::MouseFocusReason);
    QCoreApplication::sendEvent(&part<Plot>("dropout"), &focus);
    part<QAction>("action-maximise").trigger();
    QVERIFY(part<Plot>("dropout").isVisible());
    QVERIFY(!part<Plot>("heatmap").isVisible());
    QVERIFY(part<QAction>("action-maximise").isChecked());
    part<QAction>("action-maximise").trigger();
    QVERIFY(part<Plot>("heatmap").isVisible());
}

void tst_MainWindow::matrixBecomesTheEmbedding()
{
    // 3 x 2 little-endian float32: 1 … 6
    QByteArray data;
    for (const float value : {1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F})
        data.append(reinterpret_cast<const char*>(&value), sizeof value);
    const QString path = writeMatrix("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }", data);
    start(path.toStdString());
    QTRY_COMPARE(m_window->store().parameters().embedding, "file:" + path.toStdString());
    QCOMPARE(m_window->store().parameters().dModel, 2);
    QTRY_VERIFY(message().contains("matrix.npy"));
    QTRY_VERIFY(settled());
    const StagesPtr stages = m_window->queue().latest()->stages.value();
    float value = 0;
    stages->field(StageId::Embedding).value()->fill({1, 1, 1, 1}, {&value, 1, 1, 1});
    QCOMPARE(value, 4.0F);
    part<QAction>("action-undo").trigger();
    QVERIFY(m_window->store().parameters() == Parameters{});
}

void tst_MainWindow::badMatrixChangesNothing_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("data");
    QTest::newRow("cut data") << QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }")
                              << QByteArray(8, '\0');
    QTest::newRow("no matrix") << QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }")
                               << QByteArray(12, '\0');
    QTest::newRow("code") << QByteArray("__import__('os').system('true')") << QByteArray(8, '\0');
    QTest::newRow("larger than any memory")
        << QByteArray("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }") << QByteArray();
}

void tst_MainWindow::badMatrixChangesNothing()
{
    QFETCH(QByteArray, header);
    QFETCH(QByteArray, data);
    start(writeMatrix(header, data).toStdString());
    QTRY_VERIFY(message().contains("matrix.npy"));
    QVERIFY(part<QLabel>("status-icon").isVisible());
    QVERIFY(m_window->store().parameters() == Parameters{});
    QVERIFY(shown<HeatmapData>("heatmap") != nullptr);
}

void tst_MainWindow::onlyOneLocalFileCanBeDropped()
{
    QMimeData data;
    QVERIFY(!FileDrop::localFile(data));
    data.setUrls({QUrl("http://example.org/a.npy")});
    QVERIFY(!FileDrop::localFile(data));
    data.setUrls({QUrl("file:///a.npy"), QUrl("file:///b.npy")});
    QVERIFY(!FileDrop::localFile(data));
    data.setUrls({QUrl::fromEncoded("file:///tmp/caf%E9%20x.npy")}); // not UTF-8
    QCOMPARE(*FileDrop::localFile(data), std::string("/tmp/caf\xe9 x.npy"));
}

void tst_MainWindow::darkPaletteIsFollowed()
{
    part<QAction>("action-theme-system").trigger();
    QVERIFY(QApplication::palette().color(QPalette::Window).lightness() > 128);
    QPalette night;
    night.setColor(QPalette::Window, Qt::black);
    QApplication::setPalette(night);
    QTRY_VERIFY(QApplication::palette().color(QPalette::Base).lightness() < 128);
    QVERIFY(QApplication::palette().color(QPalette::WindowText).lightness() > 128);
    part<QAction>("action-theme-light").trigger();
    QVERIFY(QApplication::palette().color(QPalette::Base).lightness() > 128);
    part<QAction>("action-theme-projector").trigger();
    QTRY_VERIFY(part<QLineEdit>("field-d-model").font().pointSizeF() > 11);
    QApplication::setPalette(QPalette());
    part<QAction>("action-theme-light").trigger();
}

void tst_MainWindow::stateSurvivesARestart()
{
    m_window->resize(780, 690); // the offscreen screen has 800 x 800, and the strip wants more width than that
    m_window->store().edit([](Parameters& p) {
        p.dModel = 48;
        p.text = "a cat";
    });
    m_window->store().editView([](ViewState& view) {
        view.stage = StageId::Mask;
        view.dimensions = {0, 1};
    });
    part<QAction>("action-plot-curves").trigger();
    part<QAction>("action-theme-dark").trigger();
    const Parameters parameters = m_window->store().parameters();
    const int height = m_window->height();
    m_window->close();
    start();
    QVERIFY(m_window->store().parameters() == parameters);
    QCOMPARE(m_window->store().view().stage, StageId::Mask);
    QCOMPARE(m_window->store().view().dimensions, (std::vector<std::int64_t>{0, 1}));
    QVERIFY(!part<Plot>("curves").isVisible());
    QVERIFY(part<QAction>("action-theme-dark").isChecked());
    QCOMPARE(m_window->height(), height);
    QVERIFY(!part<QAction>("action-undo").isEnabled());
    part<QAction>("action-theme-light").trigger();
}

void tst_MainWindow::brokenSettingsAreSaid()
{
    m_window->close();
    QFile file(m_folder->filePath("window.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("garbage");
    file.close();
    start();
    QTRY_VERIFY(message().contains("window.json"));
    QVERIFY(m_window->store().parameters() == Parameters{});
}

void tst_MainWindow::closesWhileComputing()
{
    m_window->store().edit([](Parameters& p) {
        p.maxLen = 200000;
        p.dModel = 4096;
    });
    QCoreApplication::processEvents();
    QElapsedTimer time;
    time.start();
    m_window->close();
    m_window.reset();
    qInfo("closed in %lld ms", time.elapsed());
}

void tst_MainWindow::tinyWindow()
{
    m_window->resize(1, 1);
    QTRY_VERIFY(settled());
    m_window->showMinimized();
    m_window->store().edit([](Parameters& p) {
        p.dModel = 1;
        p.maxLen = 1;
    });
    QTRY_VERIFY(settled());
    m_window->showNormal();
    m_window->resize(1280, 800);
    QTRY_VERIFY(settled());
    QVERIFY(shown<HeatmapData>("heatmap") != nullptr);
}

void tst_MainWindow::shortcutsAreUnique()
{
    QStringList seen;
    for (const QAction* action : m_window->findChildren<QAction*>()) {
        const QString keys = action->shortcut().toString();
        if (keys.isEmpty())
            continue;
        QVERIFY2(!seen.contains(keys), qPrintable(keys));
        seen << keys;
    }
    QVERIFY(seen.size() >= 10);
}

QTEST_MAIN(tst_MainWindow)
#include "tst_mainwindow.moc"
