// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/tablefile.h"
#include "plots/drawings.h"
#include "plots/plot.h"
#include "session/document.h"
#include "ui/forms/control.h"
#include "ui/look/look.h"
#include "ui/panels/panels.h"
#include "ui/panels/stagebutton.h"
#include "ui/shell/answerspage.h"
#include "ui/shell/files/files.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/settings/settings.h"
#include "views/dropout/dropout.h"
#include "views/questions/training.h"
#include "views/readout.h"
#include "views/strip.h"
#include "views/tables/builds.h"
#include "views/tables/heatmap.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QFileInfo>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QSplitter>
#include <QTemporaryDir>
#include <QToolButton>
#include <QToolTip>
#include <QTreeWidget>
#include <QUrl>
#include <QtTest>

#include <algorithm>
#include <bit>
#include <cmath>

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
    void plotsSayWhyTheyShowNothing();
    void faultsAreOutlined();
    void messagesNameAllViews();
    void aMissingFileIsOutlined();
    void typedNonsenseIsSaid();
    void undoAndReset();
    void copiesAScript();
    void stripChoosesTheStage();
    void readoutFollowsTheCrossHair();
    void hintsAreNotCut();
    void readoutForgetsTokensThatAreGone();
    void f6GoesFromPaneToPane();
    void hiddenPlotsAreNotComputed();
    void trainingFromTheAnswersIsOneStep();
    void theBoardIsRemembered();
    void coarsePicturesAreRefined();
    void maximizedPlotIsAlone();
    void matrixBecomesTheEmbedding();
    void badMatrixChangesNothing_data();
    void badMatrixChangesNothing();
    void aTokenizersFileIsAskedFor_data();
    void aTokenizersFileIsAskedFor();
    void onlyOneLocalFileCanBeDropped();
    void aTableDroppedOnAStageIsChecked_data();
    void aTableDroppedOnAStageIsChecked();
    void encodingsAreRecognised_data();
    void encodingsAreRecognised();
    void arraysAreChosen_data();
    void arraysAreChosen();
    void errorsNameTheirSetup();
    void trainingsAreKept();
    void openedViewsHaveTheFocus();
    void darkPaletteIsFollowed();
    void stateSurvivesARestart();
    void controlsKeepTheirWidth();
    void brokenSettingsAreSaid();
    void comparesWithACopy();
    void sessionsAreSavedAndOpened();
    void theCommandLineDecidesTheStart();
    void aPresetsSentenceStays();
    void presetsOpenViewsThatApply_data();
    void presetsOpenViewsThatApply();
    void typedDimensionsWaitForEnter();
    void closesWhileComputing();
    void tinyWindow();
    void foldsAwayWhatDoesNotFit();
    void controlsFoldToARail();
    void shortcutsAreUnique();

private:
    void start(const std::string& file = {}, QSize size = {1280, 800}); // an empty size: as it was remembered
    bool isSeen(const char* plot) const // a plot that was never shown does not exist
    {
        const auto* found = m_window->findChild<Plot*>(QLatin1String(plot));
        return found != nullptr && found->isVisible();
    }
    template <typename T> T& part(const char* name)
    {
        T* found = m_window->findChild<T*>(QLatin1String(name));
        Q_ASSERT(found != nullptr);
        return *found;
    }
    Readout& readout() { return dynamic_cast<Readout&>(part<QWidget>("readout")); }
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
        return snapshot && !m_window->queue().busy() && snapshot->scene == m_window->store().scene();
    }
    // The boxes of the strip.
    std::vector<NodePtr> shownInStrip()
    {
        std::vector<NodePtr> nodes;
        if (const auto strip = shown<StripData>("strip")) {
            for (const StripData::Thumbnail& thumbnail : strip->thumbnails)
                nodes.push_back(thumbnail.node);
        }
        return nodes;
    }
    static void pointAt(ViewState& view, std::int64_t position, std::int64_t dimension)
    {
        view.cursor[AxisKind::Position] = position;
        view.cursor[AxisKind::Dimension] = dimension;
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

void tst_MainWindow::start(const std::string& file, QSize size)
{
    m_window.reset();
    m_window = std::make_unique<MainWindow>(WindowOptions{
        .settingsPath = m_folder->filePath("window.json").toStdString(), .file = file, .machine = "2 threads"});
    m_window->show();
    if (!size.isEmpty()) {
        m_window->setWindowState(Qt::WindowNoState); // the offscreen screen has 800 × 800
        m_window->resize(size);
    }
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
    QTRY_VERIFY(m_window->store().parameters().sentence.text == "the cat sat");
    m_window->store().editView([](ViewState& view) { view.node = "output"; });
    QTRY_COMPARE(shown<HeatmapData>("heatmap")->node->id, NodeId("output"));
    const auto heatmap = shown<HeatmapData>("heatmap");
    QCOMPARE(heatmap->picture.rows.count, 5); // [CLS] the cat sat [SEP]
    QCOMPARE(heatmap->picture.columns.count, 512);
    const std::vector<std::string> labels{"[CLS]", "the", "cat", "sat", "[SEP]"};
    for (std::size_t row = 0; row < labels.size(); ++row)
        QCOMPARE(heatmap->picture.rows.label(static_cast<std::int64_t>(row)), labels[row]);

    // The field of the output, with what it is made of.
    const PipelinePtr pipeline = m_window->queue().latest()->pipelines->a;
    const auto cell = [&](const char* id) {
        return static_cast<float>(valueAt(*pipeline->find(id), 2, 7).value());
    };
    QCOMPARE(cell("sum"), cell("scaled") + cell("position"));
    QCOMPARE(cell("output"), cell("mask") == 0 ? 0.0F : cell("sum") * static_cast<float>(1 / (1 - 0.1)));

    const auto strip = shown<StripData>("strip");
    QCOMPARE(strip->tokens, labels);
    const auto mask = shown<DropoutData>("dropout");
    QCOMPARE(mask->a.cells, 5 * 512);
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
    QTRY_COMPARE(shown<DropoutData>("dropout")->a.expected, 0.5);
    QCOMPARE(part<QLineEdit>("field-dropout").text(), "0.5");
}

void tst_MainWindow::contradictionsKeepThePicture()
{
    const auto before = shown<HeatmapData>("heatmap");
    m_window->store().edit([](Parameters& p) {
        p.sum.combine = Combine::Concatenate;
        p.sum.positionDims = 600;
    });
    QTRY_VERIFY(message().contains("600"));
    QVERIFY(part<QLabel>("status-icon").isVisible());
    QVERIFY(isSeen("heatmap"));
    m_window->store().setParameters({});
    QTRY_COMPARE(message(), QString());
    QVERIFY(shown<HeatmapData>("heatmap") != nullptr);
    QVERIFY(before != nullptr);
}

// ALiBi has no table whose columns could be curves: that stands in the plot, and nowhere as an error.
void tst_MainWindow::plotsSayWhyTheyShowNothing()
{
    auto& curves = part<Plot>("curves");
    auto* canvas = curves.findChild<QWidget*>(QStringLiteral("canvas"));
    const auto choose = [this](const char* scheme) {
        m_window->store().edit([&](Parameters& p) { setScheme(p.encoding, scheme); });
    };
    choose("alibi");
    QTRY_VERIFY(canvas->accessibleDescription().contains(QStringLiteral("ALiBi")));
    QVERIFY2(!message().contains("alibi"), qPrintable(message()));
    choose("sinusoidal");
    QTRY_VERIFY(!canvas->accessibleDescription().contains(QStringLiteral("ALiBi")));
    // A set-up that cannot be is said in every plot.
    m_window->store().edit([](Parameters& p) { p.dropout.p = 2; });
    QTRY_VERIFY(!message().isEmpty());
    QTRY_VERIFY(canvas->accessibleDescription().contains(QLatin1Char('2')));
    m_window->store().edit([](Parameters& p) { p.dropout.p = 0.2; });
    QTRY_COMPARE(canvas->accessibleDescription(), curves.accessibleDescription());
}

// Tokens without positions: what is at fault is outlined, what stands from before is dimmed, until it is mended.
void tst_MainWindow::faultsAreOutlined()
{
    m_window->store().editView([](ViewState& view) { pointAt(view, 3, 4); });
    QTRY_VERIFY(!readout().text().trimmed().isEmpty());
    auto& control = part<Control>("control-seq-len");
    auto& stage = part<StageButton>("stage-sum");
    auto& line = part<QPlainTextEdit>("readout-text");
    auto& fold = part<QToolButton>("fold-sentence");
    fold.click();
    m_window->store().edit([](Parameters& p) {
        p.encoding.maxLen = 100;
        p.sentence.seqLen = 200;
    });
    QTRY_VERIFY(control.fault().contains(QStringLiteral("200")));
    const auto* frame = control.findChild<QWidget*>(QStringLiteral("fault"));
    QVERIFY(frame != nullptr && !frame->isHidden());
    QCOMPARE(frame->geometry(), control.rect());
    QVERIFY(part<Control>("control-d-model").fault().isEmpty());
    QVERIFY(stage.isDimmed());
    QVERIFY(!line.isEnabled());
    // If it is folded, the fold line has the outline.
    const auto foldIsMarked = [&] {
        const auto* outline = fold.findChild<QWidget*>(QStringLiteral("fault"));
        return outline != nullptr && !outline->isHidden();
    };
    QVERIFY(!foldIsMarked());
    fold.click();
    QVERIFY(foldIsMarked());
    fold.resize(fold.size() + QSize(20, 10));
    QCOMPARE(fold.findChild<QWidget*>(QStringLiteral("fault"))->geometry(), fold.rect());
    fold.click();
    QVERIFY(!foldIsMarked());
    m_window->store().edit([](Parameters& p) { p.sentence.seqLen = 50; });
    QTRY_VERIFY(control.fault().isEmpty());
    QVERIFY(frame->isHidden());
    QVERIFY(!stage.isDimmed());
    QVERIFY(line.isEnabled());
    QCOMPARE(message(), QString());
}

// More draws than there may be: one message, once, with the views that wanted them, whole however narrow the window is.
void tst_MainWindow::messagesNameAllViews()
{
    m_window->store().edit([](Parameters& p) {
        p.encoding.maxLen = 2147483647;
        p.encoding.dModel = 65536;
    });
    for (const char* plot : {"ratio", "dropout"})
        QTRY_VERIFY2_WITH_TIMEOUT(message().contains(part<Plot>(plot).accessibleName()), qPrintable(message()), 60000);
    const QString what = message().section(QStringLiteral(": "), 1);
    QCOMPARE(message().count(what), 1);
    m_window->resize(800, 560);
    auto& label = part<ElidedLabel>("status-message");
    const auto needed = [&] {
        return label.fontMetrics().boundingRect({0, 0, label.width(), 10000}, Qt::TextWordWrap, message()).height();
    };
    QTRY_VERIFY(label.height() >= needed());
    QVERIFY2(needed() > label.fontMetrics().height(), "it needs more than a line there");
    QVERIFY(label.toolTip().isEmpty());
    m_window->store().setParameters({});
    QTRY_COMPARE(message(), QString());
}

// A matrix that is gone is the fault of the control that names it.
void tst_MainWindow::aMissingFileIsOutlined()
{
    const std::string path = m_folder->filePath("gone.npy").toStdString();
    m_window->store().edit([&](Parameters& p) { p.embedding.source = "file:" + path; });
    QTRY_VERIFY(message().contains(QStringLiteral("gone.npy")));
    QVERIFY(!part<Control>("control-embedding").fault().isEmpty());
    m_window->store().setParameters({});
    QTRY_VERIFY(part<Control>("control-embedding").fault().isEmpty());
}

void tst_MainWindow::typedNonsenseIsSaid()
{
    const SnapshotPtr before = m_window->queue().latest();
    auto& field = part<QLineEdit>("field-d-model");
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, "70000");
    QVERIFY2(message().contains("65536"), "while it is typed");
    QTest::keyClick(&field, Qt::Key_Backspace);
    QCOMPARE(message(), QString());
    QTest::keyClicks(&field, "0");
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(message().startsWith("d_model"));
    QVERIFY(message().contains("65536"));
    QCOMPARE(m_window->store().parameters().encoding.dModel, 512);
    QVERIFY(m_window->queue().latest() == before);
    // The field goes back to its value, and the message goes when something is accepted.
    part<QLineEdit>("field-max-len").setFocus();
    QCOMPARE(field.text(), "512");
    QVERIFY(message().startsWith("d_model"));
    auto& slider = part<QSlider>("slider-dropout");
    slider.setValue(slider.value() + 1);
    QCOMPARE(message(), QString());
}

void tst_MainWindow::undoAndReset()
{
    auto& slider = part<QSlider>("slider-d-model");
    const int y = slider.height() / 2;
    QTest::mousePress(&slider, Qt::LeftButton, {}, {10, y});
    QTest::mouseMove(&slider, {20, y});
    QTest::mouseMove(&slider, {12, y});
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, {12, y});
    QVERIFY(m_window->store().parameters().encoding.dModel < 512);
    part<QAction>("action-undo").trigger();
    QVERIFY(m_window->store().parameters() == Parameters{});
    QCOMPARE(part<QLineEdit>("field-d-model").text(), "512");
    QVERIFY(!part<QAction>("action-undo").isEnabled());
    part<QAction>("action-redo").trigger();
    QVERIFY(m_window->store().parameters().encoding.dModel < 512);
    m_window->store().edit([](Parameters& p) { findParameter("layout", p)->set(p, std::string("halves")); });
    part<QAction>("action-reset").trigger();
    QVERIFY(m_window->store().parameters() == Parameters{});
    part<QAction>("action-undo").trigger();
    QVERIFY(findParameter("layout")->get(m_window->store().parameters()) == ParameterValue(std::string("halves")));
}

// The script itself is run in tests/app/tst_notebookcode.cpp.
void tst_MainWindow::copiesAScript()
{
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 48; });
    part<QAction>("action-copy-torch").trigger();
    QTRY_VERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("import torch")));
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("d_model = 48\n")));
    QVERIFY(message().contains(QStringLiteral("PyTorch")));
    part<QAction>("action-copy-numpy").trigger();
    QTRY_VERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("import numpy")));
    const QString numpy = QGuiApplication::clipboard()->text();
    QVERIFY(!numpy.contains(QStringLiteral("import torch")));
    m_window->store().edit([](Parameters& p) {
        p.random.generator = "numpy";
        p.embedding.source = "bert";
    });
    part<QAction>("action-copy-numpy").trigger(); // NumPy has no truncated normal law
    QTRY_VERIFY(message().contains(QStringLiteral("truncated")));
    QCOMPARE(QGuiApplication::clipboard()->text(), numpy);
}

void tst_MainWindow::stripChoosesTheStage()
{
    for (const NodePtr& node : shownInStrip()) {
        auto& button = part<StageButton>(("stage-" + node->id).c_str());
        QTest::mouseClick(&button, Qt::LeftButton);
        QCOMPARE(m_window->store().view().node, node->id);
        QVERIFY(button.isChecked());
        if (node->id != "tokens")
            QTRY_COMPARE(shown<HeatmapData>("heatmap")->node->id, node->id);
    }
    auto& output = part<StageButton>("stage-output");
    output.setFocus();
    QTest::keyClick(&output, Qt::Key_Left);
    QTest::keyClick(m_window->focusWidget(), Qt::Key_Space);
    QCOMPARE(m_window->store().view().node, NodeId("mask"));
    QTRY_VERIFY(!part<StageButton>("stage-sum").picture().isNull());
}

// What has no room goes as a whole, from the end; a message of one part is cut.
void tst_MainWindow::hintsAreNotCut()
{
    ElidedLabel label(nullptr);
    label.show();
    label.setFullText("Wheel: zoom · drag: pan · click: select");
    const auto shownIn = [&label](const QString& text) {
        label.resize(label.fontMetrics().horizontalAdvance(text) + 2, 20);
        return label.shownText();
    };
    QCOMPARE(shownIn(label.fullText()), label.fullText());
    QCOMPARE(shownIn("Wheel: zoom · drag: pan · click"), "Wheel: zoom · drag: pan");
    QCOMPARE(shownIn("Wheel: zoom · dra"), "Wheel: zoom");
    QVERIFY(label.toolTip().contains("click: select"));
    QVERIFY(shownIn("Wheel:").endsWith(QStringLiteral("…")));
}

void tst_MainWindow::readoutForgetsTokensThatAreGone()
{
    m_window->store().edit([](Parameters& p) { p.sentence.text.reset(); });
    m_window->store().editView([](ViewState& view) { pointAt(view, 1926, 12); });
    QTRY_VERIFY2(readout().text().contains("position 1926"), qPrintable(readout().text()));
    m_window->store().edit([](Parameters& p) { p.sentence.text = "five tokens are enough here"; });
    QTRY_VERIFY2(!readout().text().contains("1926"), qPrintable(readout().text()));
    m_window->store().editView([](ViewState& view) { pointAt(view, 1927, 12); }); // of the table, not of the sentence
    QTRY_VERIFY2(readout().text().contains("position 1927"), qPrintable(readout().text()));
}

void tst_MainWindow::readoutFollowsTheCrossHair()
{
    Readout& readout = this->readout();
    const int height = readout.height();
    m_window->store().editView([](ViewState& view) { pointAt(view, 37, 12); });
    QTRY_VERIFY2(readout.text().contains("PE[37,12] = sin(37 / 10000^(12/512)) = "), qPrintable(readout.text()));
    const auto data = shown<ReadoutData>("readout");
    const auto position = std::find_if(data->steps.begin(), data->steps.end(),
                                       [](const ReadoutData::Step& step) { return step.node->id == "position"; });
    QVERIFY(position != data->steps.end());
    QVERIFY(qAbs(*position->value - std::sin(37 / std::pow(10000.0, 12.0 / 512.0))) < 1e-7);
    // To the bit, on request: 9 digits are read back as the float32 that they are.
    part<QToolButton>("readout-exact").click();
    const QRegularExpression exact(QStringLiteral("PE (\\S+) \\(0x([0-9A-F]{8})\\)"));
    const QRegularExpressionMatch match = exact.match(readout.text());
    QVERIFY2(match.hasMatch(), qPrintable(readout.text()));
    const float value = match.captured(1).toFloat();
    QCOMPARE(value, static_cast<float>(*position->value));
    QCOMPARE(match.captured(2).toUInt(nullptr, 16), std::bit_cast<std::uint32_t>(value));
    QCOMPARE(readout.height(), height);
    part<QToolButton>("readout-exact").click();
    QVERIFY(!readout.text().contains(QStringLiteral("0x")));
    QVERIFY(readout.text().contains("position 37"));
    QVERIFY(readout.text().contains("dimension 12"));
    QCOMPARE(readout.height(), height);
    // No value is cut: lines wrap, and the wheel goes to those below the third.
    auto& text = part<QPlainTextEdit>("readout-text");
    const QString all = readout.text();
    const auto inOneLine = [](QString said) {
        return said.replace(u'\n', QStringLiteral(" · "));
    };
    for (const int width : {4000, 700, 550, 400}) {
        readout.resize(width, readout.height());
        QScrollBar& down = *text.verticalScrollBar();
        QCOMPARE(inOneLine(text.toPlainText()), inOneLine(all));
        QCOMPARE(text.horizontalScrollBar()->maximum(), 0);
        QCOMPARE(readout.height(), height);
        QVERIFY(down.maximum() > 0 || width > 400);
        QVERIFY(down.maximum() == 0 || width < 4000);
        QWheelEvent wheel(QPointF(5, 5), text.viewport()->mapToGlobal(QPointF(5, 5)), {}, {0, -1200}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(text.viewport(), &wheel);
        QCOMPARE(down.value(), down.maximum());
        QVERIFY(text.cursorForPosition(text.viewport()->rect().bottomRight()).atEnd());
    }
    m_window->store().editView([](ViewState& view) { view.cursor = {}; });
    QTRY_COMPARE(readout.text(), QString());
    QCOMPARE(readout.height(), height);
}

// F6 goes from pane to pane and round again; a closed pane is left out.
void tst_MainWindow::f6GoesFromPaneToPane()
{
    auto& next = part<QAction>("action-next-pane");
    const auto paneWithFocus = [this] {
        for (const char* name : {"parameters", "strip", "plots", "readout", "answers"}) {
            const auto* pane = m_window->findChild<QWidget*>(QLatin1String(name));
            if (pane != nullptr && pane->isAncestorOf(QApplication::focusWidget()))
                return QByteArray(name);
        }
        return QByteArray();
    };
    const auto round = [&](int panes) {
        QList<QByteArray> seen;
        for (int i = 0; i < panes; ++i) {
            next.trigger();
            seen << paneWithFocus();
        }
        return seen;
    };
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTRY_VERIFY(settled()); // the strip has its boxes
    part<QLineEdit>("field-d-model").setFocus();
    QCOMPARE(round(4), (QList<QByteArray>{"strip", "plots", "readout", "parameters"}));
    part<QAction>("action-answers").trigger();
    part<QLineEdit>("field-d-model").setFocus();
    QCOMPARE(round(5), (QList<QByteArray>{"strip", "plots", "readout", "answers", "parameters"}));
}

void tst_MainWindow::hiddenPlotsAreNotComputed()
{
    auto& action = part<QAction>("action-plot-ratio");
    QVERIFY(action.isChecked());
    m_window->store().editView([](ViewState& view) { view.board.close(view.board.find("ratio")); });
    QVERIFY(!action.isChecked() && !isSeen("ratio"));
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 64; });
    QTRY_VERIFY(settled());
    QVERIFY(!m_window->queue().latest()->views.contains("ratio"));
    action.trigger();
    QVERIFY(isSeen("ratio"));
    QTRY_VERIFY(m_window->queue().latest()->views.contains("ratio"));
    for (const PlotSpec& spec : plotSpecs()) {
        if (auto* plot = m_window->findChild<Plot*>(QString::fromUtf8(spec.id.data(), qsizetype(spec.id.size()))))
            plot->findChild<QAction*>("plot-action-close")->trigger();
    }
    int visible = 0;
    for (const Plot* plot : m_window->findChildren<Plot*>())
        visible += plot->isVisible() ? 1 : 0;
    QCOMPARE(visible, 1); // the last one stays
}

void tst_MainWindow::trainingFromTheAnswersIsOneStep()
{
    const Board before = m_window->store().view().board;
    emit m_window->findChild<AnswersPage*>()->trainingRequested(QStringLiteral("scale=none,sqrt-d-model"));
    QVERIFY(isSeen("training"));
    part<QAction>("action-undo").trigger();
    const ViewState& now = m_window->store().view();
    QVERIFY(now.board.isArrangedAs(before) && now.training.vary.empty());
}

void tst_MainWindow::theBoardIsRemembered()
{
    part<QAction>("action-plot-builds").trigger();
    QVERIFY(isSeen("builds"));
    QVERIFY(isSeen("dropout") && isSeen("ratio"));
    QVERIFY(part<QAction>("action-plot-dropout").isChecked());
    QTRY_VERIFY(shown<BuildsData>("builds") != nullptr);
    m_window->store().editView([](ViewState& view) { view.board.moveToBorder(view.board.find("builds"), Edge::Top); });
    const Board board = m_window->store().view().board;
    m_window->close();
    start();
    QVERIFY(isSeen("builds"));
    QVERIFY(m_window->store().view().board.isArrangedAs(board));
}

void tst_MainWindow::coarsePicturesAreRefined()
{
    m_window->store().editView([](ViewState& view) { view.node = "sum"; });
    m_window->store().edit([](Parameters& p) {
        p.encoding.maxLen = 16384;
        p.random.generator = "philox";
    });
    const auto sampled = [this] {
        const auto data = shown<HeatmapData>("heatmap");
        return data == nullptr || data->picture.rows.count != 16384 || data->picture.sampled;
    };
    QTRY_VERIFY_WITH_TIMEOUT(!sampled(), 60000);
    QTRY_VERIFY(!m_window->queue().latest()->isCoarse());
}

void tst_MainWindow::maximizedPlotIsAlone()
{
    part<Plot>("dropout").setFocus();
    QFocusEvent focus(QEvent::FocusIn, Qt::MouseFocusReason);
    QCoreApplication::sendEvent(&part<Plot>("dropout"), &focus);
    part<QAction>("action-maximise").trigger();
    QVERIFY(isSeen("dropout"));
    QVERIFY(!isSeen("heatmap"));
    QVERIFY(part<QAction>("action-maximise").isChecked());
    part<QAction>("action-maximise").trigger();
    QVERIFY(isSeen("heatmap"));
}

void tst_MainWindow::matrixBecomesTheEmbedding()
{
    // 3 x 2 little-endian float32: 1 … 6
    QByteArray data;
    for (const float value : {1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F})
        data.append(reinterpret_cast<const char*>(&value), sizeof value);
    const QString path = writeMatrix("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }", data);
    start(path.toStdString());
    QTRY_COMPARE(m_window->store().parameters().embedding.source, "file:" + path.toStdString());
    QCOMPARE(m_window->store().parameters().encoding.dModel, 2);
    QTRY_VERIFY(message().contains("matrix.npy"));
    QTRY_VERIFY(settled());
    QCOMPARE(valueAt(*m_window->queue().latest()->pipelines->a->find("embedding"), 1, 1), std::optional(4.0));
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

void tst_MainWindow::aTokenizersFileIsAskedFor_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("first");
    QTest::newRow("vocabulary") << "wordpiece/uncased.txt" << QByteArray("wordpiece:") << QByteArray("[CLS]");
    QTest::newRow("model") << "sentencepiece/unigram.model" << QByteArray("sentencepiece:") << QByteArray("▁th");
}

// "from file…" of the list, the dialog answered with the keyboard.
void tst_MainWindow::aTokenizersFileIsAskedFor()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, first);
    m_window->store().edit([](Parameters& p) { p.sentence.text = "the cat sat"; });
    const QString path = QStringLiteral(PHASOR_GOLDEN "/inputs/") + file;
    bool asked = false;
    QTimer::singleShot(200, this, [&] {
        auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        asked = dialog != nullptr;
        if (!asked)
            return;
        dialog->findChild<QLineEdit*>()->setText(path);
        QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
    });
    auto& list = part<QComboBox>("combo-tokenizer");
    QTest::keyClick(&list, Qt::Key_End); // "from file…" is the last
    QVERIFY(asked);
    QCOMPARE(m_window->store().parameters().sentence.tokenizer, kind.toStdString() + path.toStdString());
    QTRY_VERIFY(settled());
    QCOMPARE(m_window->queue().latest()->pipelines->a->find("embedding")->rows.label(0), first.toStdString());
    QCOMPARE(list.currentText(), QFileInfo(path).fileName());
}

void tst_MainWindow::onlyOneLocalFileCanBeDropped()
{
    QMimeData data;
    QVERIFY(!localFile(data));
    data.setUrls({QUrl("http://example.org/a.npy")});
    QVERIFY(!localFile(data));
    data.setUrls({QUrl("file:///a.npy"), QUrl("file:///b.npy")});
    QVERIFY(!localFile(data));
    data.setUrls({QUrl::fromEncoded("file:///tmp/caf%E9%20x.npy")}); // not UTF-8
    QCOMPARE(*localFile(data), std::string("/tmp/caf\xe9 x.npy"));
}

void tst_MainWindow::aTableDroppedOnAStageIsChecked_data()
{
    QTest::addColumn<bool>("scaleForgotten");
    QTest::newRow("equal") << false;
    QTest::newRow("without the scale") << true;
}

// As a notebook has it, which may have forgotten × √d_model.
void tst_MainWindow::aTableDroppedOnAStageIsChecked()
{
    QFETCH(bool, scaleForgotten);
    m_window->store().edit([](Parameters& p) {
        p.encoding.dModel = 8;
        p.encoding.maxLen = 12;
    });
    QTRY_VERIFY(settled());
    PipelineCache cache;
    Parameters notebook = m_window->store().parameters();
    if (scaleForgotten)
        notebook.sum.scale = ScaleRule::None;
    const auto pipeline = Pipeline::make(notebook, cache, {});
    QVERIFY(pipeline.ok());
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("sum.npy"));
    const Node& sum = **(*pipeline)->node("sum");
    QVERIFY(writeTable(**pipeline, sum, whole(sum.shape()), path.toStdString(), {}).ok());

    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    auto& stage = part<StageButton>("stage-sum");
    const QPointF place = stage.mapTo(m_window.get(), stage.rect().center());
    QDragEnterEvent enter(place.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &enter); // Qt drops only where something was dragged to
    QDropEvent drop(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &drop);
    QTRY_VERIFY(m_window->findChild<QLabel*>(QStringLiteral("check-says")) != nullptr);
    const QString says = part<QLabel>("check-says").text();
    auto* const map = m_window->findChild<Plot*>(QStringLiteral("plot-check-map"));
    QCOMPARE(map != nullptr, scaleForgotten);
    QCOMPARE(m_window->store().parameters().embedding.source, std::string("normal")); // it was not opened
    if (!scaleForgotten) {
        QCOMPARE(says, QStringLiteral("Equal: all bits of 96 values are the same."));
        return;
    }
    QVERIFY2(says.startsWith(QStringLiteral("Different: 96 of 96 values.")), qPrintable(says));
    QVERIFY2(says.contains(QStringLiteral("It explains 96 of 96 values. Then all values are equal.")),
             qPrintable(says));
    QVERIFY2(part<QLabel>("check-tried").text().contains(QStringLiteral("the embedding is scaled twice")),
             qPrintable(part<QLabel>("check-tried").text()));
    // The map has axes, a color bar and a read-out of both tables.
    QTRY_VERIFY(map->drawing()->panels.front().map->picture != nullptr);
    const Picture& picture = *map->drawing()->panels.front().map->picture;
    QVERIFY(picture.width > 100);
    QCOMPARE(picture.range.low, -picture.range.high);
    QVERIFY(picture.range.high > 0.1);
    auto* const canvas = map->focusProxy();
    QTest::keyClick(canvas, Qt::Key_Down);
    QTRY_VERIFY2(part<QLabel>("check-cell").text().startsWith(QStringLiteral("row 0, column 0: ")),
                 qPrintable(part<QLabel>("check-cell").text()));
    QVERIFY(part<QLabel>("check-cell").text().contains(QStringLiteral("ulp apart")));
}

void tst_MainWindow::encodingsAreRecognised_data()
{
    QTest::addColumn<QString>("button");
    QTest::newRow("compared") << "encoding-compare";
    QTest::newRow("as embedding") << "encoding-embed";
    QTest::newRow("canceled") << "";
}

// Sines and cosines by the C library, dropped beside the boxes.
void tst_MainWindow::encodingsAreRecognised()
{
    QFETCH(QString, button);
    m_window->store().edit([](Parameters& p) {
        p.encoding.dModel = 8;
        p.encoding.maxLen = 12;
    });
    QTRY_VERIFY(settled());
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("pe.npy"));
    QByteArray file("\x93NUMPY\x01\x00\x76\x00", 10);
    file += QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (12, 8), }").leftJustified(117) + '\n';
    for (int p = 0; p < 12; ++p) {
        for (int c = 0; c < 8; ++c) {
            const double angle = p * std::pow(500.0, -(c / 2 * 2) / 8.0);
            const auto cell = static_cast<float>(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
            file.append(reinterpret_cast<const char*>(&cell), sizeof cell);
        }
    }
    QFile out(path);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(file);
    out.close();
    bool asked = false;
    QTimer answer;
    connect(&answer, &QTimer::timeout, this, [&] {
        auto* const question = m_window->findChild<QMessageBox*>(QStringLiteral("encoding-question"));
        if (question == nullptr || asked)
            return;
        asked = true;
        button.isEmpty() ? question->reject() : question->findChild<QPushButton*>(button)->click();
    });
    answer.start(20);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    const QPointF place(5, m_window->height() - 5);
    QDragEnterEvent enter(place.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &enter);
    QDropEvent drop(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &drop);
    QTRY_VERIFY(asked);
    const auto source = [this] {
        return m_window->store().parameters().embedding.source;
    };
    if (button == u"encoding-embed") {
        QTRY_COMPARE(source(), "file:" + path.toStdString());
        return;
    }
    if (!button.isEmpty()) {
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<QLabel*>(QStringLiteral("check-says")) != nullptr, 30000);
        QVERIFY2(part<QLabel>("check-says").text().contains(QStringLiteral("500")),
                 qPrintable(part<QLabel>("check-says").text()));
    }
    QTest::qWait(100);
    QCOMPARE(source(), std::string("normal"));
}

void tst_MainWindow::arraysAreChosen_data()
{
    QTest::addColumn<QString>("search");
    QTest::addColumn<QString>("button");
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("table");
    QTest::newRow("the likeliest") << ""
                                   << "array-embed"
                                   << "wte"
                                   << "";
    QTest::newRow("searched") << "oth"
                              << "array-embed"
                              << "other"
                              << "";
    QTest::newRow("positions") << "oth"
                               << "array-table"
                               << ""
                               << "other";
    QTest::newRow("canceled") << ""
                              << ""
                              << ""
                              << "";
}

// A file of two matrices and a vector, opened: its list has a row for each.
void tst_MainWindow::arraysAreChosen()
{
    QFETCH(QString, search);
    QFETCH(QString, button);
    QFETCH(QString, source);
    QFETCH(QString, table);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("model.safetensors"));
    const QByteArray header = R"({"other":{"dtype":"F32","shape":[3,4],"data_offsets":[0,48]},)"
                              R"("wte":{"dtype":"F32","shape":[6,2],"data_offsets":[48,96]},)"
                              R"("ln":{"dtype":"F32","shape":[2],"data_offsets":[96,104]}})";
    QFile out(path);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(QByteArray(1, static_cast<char>(header.size())) + QByteArray(7, '\0') + header + QByteArray(104, '\0'));
    out.close();
    QVERIFY(header.size() < 256);
    bool asked = false;
    QTimer answer;
    connect(&answer, &QTimer::timeout, this, [&] {
        auto* const dialog = m_window->findChild<QDialog*>(QStringLiteral("array-choice"));
        if (dialog == nullptr || asked)
            return;
        asked = true;
        QCOMPARE(dialog->findChild<QTreeWidget*>()->topLevelItemCount(), 3);
        QCOMPARE(dialog->findChild<QTreeWidget*>()->topLevelItem(2)->flags(), Qt::NoItemFlags);
        QTest::keyClicks(dialog->findChild<QLineEdit*>(), search);
        button.isEmpty() ? dialog->reject() : dialog->findChild<QPushButton*>(button)->click();
    });
    answer.start(20);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    const QPointF place(5, m_window->height() - 5);
    QDragEnterEvent enter(place.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &enter);
    QDropEvent drop(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &drop);
    QTRY_VERIFY(asked);
    QTest::qWait(100);
    QTRY_VERIFY(settled());
    const auto inFile = [&](const QString& name, const char* none) {
        return name.isEmpty() ? std::string(none) : ("file:" + path + '#' + name).toStdString();
    };
    const Parameters& now = m_window->store().parameters();
    QTRY_COMPARE(now.embedding.source, inFile(source, "normal"));
    const ParameterSpec* spec = findParameter("table", now);
    QCOMPARE(spec ? std::get<std::string>(spec->get(now)) : std::string(), inFile(table, ""));
    QCOMPARE(now.encoding.dModel, button.isEmpty() ? 512 : search.isEmpty() ? 2 : 4);
}

// An error of A, while the controls and the strip show B.
void tst_MainWindow::errorsNameTheirSetup()
{
    m_window->store().edit([](Parameters& p) {
        p.encoding.dModel = 8;
        p.encoding.maxLen = 12;
    });
    part<QAction>("action-compare").trigger();
    m_window->store().setEdited(Side::B);
    QTRY_VERIFY(settled());
    Scene scene = m_window->store().scene();
    scene.a.encoding.maxLen = 3;
    scene.a.sentence.seqLen = 9;
    m_window->store().setScene(scene);
    QTRY_VERIFY2(message().contains(QStringLiteral("A: ")), qPrintable(message()));
    QVERIFY(!part<StageButton>("stage-output").isDimmed());
    auto* const frame = dynamic_cast<QWidget*>(part<QToolButton>("setup-a").children().back());
    QVERIFY(frame != nullptr);
    QTRY_VERIFY(frame->isVisibleTo(m_window.get()));
    part<QAction>("action-reset").trigger();
    QVERIFY(m_window->store().scene().a == Parameters{});
    QVERIFY(m_window->store().scene().b == Parameters{});
    QTRY_VERIFY(!frame->isVisibleTo(m_window.get()));
}

// A paused run continues; another scheme isn't trained unasked, and what is finished stays, also in a session file.
void tst_MainWindow::trainingsAreKept()
{
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 128; });
    part<QAction>("action-plot-training").trigger();
    const auto change = [this](auto&& edit) {
        m_window->store().editView([&](ViewState& view) { edit(view.training); });
    };
    change([](TrainingChoice& choice) {
        choice.seeds = 1;
        choice.settings = {.steps = 100000, .length = 8, .tokens = 6, .batch = 8};
    });
    auto& start = part<QToolButton>("training-start");
    QTRY_COMPARE(start.text(), QStringLiteral("▶ Start"));
    QTRY_VERIFY(start.isEnabled());
    start.click();
    QTRY_COMPARE(start.text(), QStringLiteral("❚❚ Pause"));
    const auto data = [this] {
        const auto& views = m_window->queue().latest()->views;
        const auto found = views.find("training");
        return found != views.end() && found->second.data.ok()
            ? std::dynamic_pointer_cast<const TrainingData>(*found->second.data)
            : nullptr;
    };
    const auto begun = [&] {
        return data() && data()->begun;
    };
    QTRY_VERIFY(begun());
    start.click();
    QTRY_COMPARE(start.text(), QStringLiteral("▶ Start"));
    const auto detail = [this] {
        return m_window->findChild<Plot*>(QStringLiteral("training"))->drawing()->detail;
    };
    QVERIFY2(detail().contains(QStringLiteral("in place of the setup's 128 dimensions")), qPrintable(detail()));
    QVERIFY2(detail().contains(QStringLiteral("R is ")), qPrintable(detail()));

    change([](TrainingChoice& choice) { choice.settings.steps = 60; });
    QTRY_COMPARE(start.text(), QStringLiteral("▶ Start"));
    QTRY_VERIFY(start.isEnabled());
    start.click();
    const auto finished = [&] {
        return data() && data()->finished;
    };
    QTRY_VERIFY(finished());
    const double accuracy = data()->variants.front().accuracy.back().mean;
    m_window->store().edit([](Parameters& p) { setScheme(p.encoding, "rope"); });
    QTRY_COMPARE(m_window->store().view().training.phase, TrainingChoice::Phase::Waiting);
    QTRY_VERIFY(settled());
    QVERIFY(!begun());
    QVERIFY2(detail().contains(QStringLiteral("are kept")), qPrintable(detail()));

    // Another window reads the session.
    const auto cache = m_window->queue().cache();
    const std::string trainings = writeTrainings(*cache->lasting<TrainingBook>());
    const Document saved = readDocument(writeDocument({.trainings = trainings})).value().document;
    TrainingBook book;
    readTrainings(saved.trainings, book);
    QCOMPARE(book.finished().size(), std::size_t{1});
    m_window->store().edit([](Parameters& p) { setScheme(p.encoding, "sinusoidal"); });
    QTRY_VERIFY(finished());
    const Experiment experiment{.scene = {smallModel(m_window->store().parameters()), {}},
                                .settings = m_window->store().view().training.settings,
                                .seeds = 1};
    const auto there = book.look(experiment).value();
    QVERIFY(there.finished);
    QCOMPARE(there.results.front().runs.front().accuracy.back(), accuracy);
}

// A view that was just opened gets the keys.
void tst_MainWindow::openedViewsHaveTheFocus()
{
    m_window->activateWindow();
    part<QLineEdit>("field-d-model").setFocus();
    part<QAction>("action-plot-phasors").trigger();
    auto* const plot = m_window->findChild<Plot*>(QStringLiteral("phasors"));
    QVERIFY(plot != nullptr);
    QTRY_VERIFY(plot->isVisible());
    QTRY_VERIFY(plot->focusProxy()->hasFocus());
    QVERIFY(!part<QToolButton>("phasors-play").text().isEmpty());
    QTRY_VERIFY(part<QToolButton>("phasors-play").isEnabled());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QTRY_VERIFY(part<QToolButton>("phasors-play").isChecked());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
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
    m_window->store().editView([](ViewState& view) { view.board.close(view.board.find("curves")); });
    m_window->resize(780, 690); // the offscreen screen has 800 x 800, and the strip wants more width than that
    m_window->store().edit([](Parameters& p) {
        p.encoding.dModel = 48;
        p.sentence.text = "a cat";
    });
    m_window->store().editView([](ViewState& view) {
        view.node = "mask";
        view.dimensions = {0, 1};
    });
    part<QAction>("action-theme-dark").trigger();
    const Parameters parameters = m_window->store().parameters();
    const int height = m_window->height();
    m_window->close();
    start({}, {});
    QVERIFY(m_window->store().parameters() == parameters);
    QCOMPARE(m_window->store().view().node, NodeId("mask"));
    QCOMPARE(m_window->store().view().dimensions, (std::vector<std::int64_t>{0, 1}));
    QVERIFY(!isSeen("curves"));
    QVERIFY(part<QAction>("action-theme-dark").isChecked());
    QCOMPARE(m_window->height(), height);
    QVERIFY(!part<QAction>("action-undo").isEnabled());
    part<QAction>("action-theme-light").trigger();
}

void tst_MainWindow::controlsKeepTheirWidth()
{
    auto* columns = m_window->findChild<QSplitter*>();
    const auto widthIn = [&](int window) {
        m_window->setWindowState(Qt::WindowNoState); // the offscreen screen has 800 × 800
        m_window->resize(window, 800);
        return columns->sizes().front();
    };
    const int usual = widthIn(1900);
    QCOMPARE(widthIn(1280), usual);
    QCOMPARE(widthIn(1900), usual);
    columns->setSizes({400, 1500});
    emit columns->splitterMoved(400, 1);
    QCOMPARE(widthIn(1280), 400);
    QCOMPARE(widthIn(1900), 400);
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

void tst_MainWindow::comparesWithACopy()
{
    QVERIFY(!part<QAction>("action-swap").isEnabled());
    part<QAction>("action-compare").trigger();
    QVERIFY(m_window->store().scene() == (Scene{.a = {}, .b = Parameters{}}));
    QVERIFY(m_window->store().edited() == Side::B);
    QVERIFY(part<QWidget>("setup-switch").isVisible());
    QVERIFY(!part<QAction>("action-compare").isEnabled());
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 64; });
    const auto heatmap = shown<HeatmapData>("heatmap");
    QVERIFY(heatmap != nullptr && heatmap->b.has_value());
    QCOMPARE(heatmap->b->columns.count, 64);
    part<QAction>("action-swap").trigger();
    QCOMPARE(m_window->store().scene().a.encoding.dModel, 64);
    QCOMPARE(m_window->store().scene().b->encoding.dModel, 512);
    part<QAction>("action-undo").trigger();
    QCOMPARE(m_window->store().scene().b->encoding.dModel, 64);
    part<QAction>("action-drop-b").trigger();
    QVERIFY(m_window->store().scene() == Scene{});
    QVERIFY(!part<QWidget>("setup-switch").isVisible());
    QVERIFY(shown<HeatmapData>("heatmap") != nullptr && !shown<HeatmapData>("heatmap")->b);
    part<QAction>("action-undo").trigger();
    QVERIFY(m_window->store().scene().b.has_value());
}

void tst_MainWindow::sessionsAreSavedAndOpened()
{
    auto& sessions = *m_window->findChild<SessionFiles*>();
    Parameters b;
    b.dropout.p = 0.5;
    m_window->store().setScene({.a = {}, .b = b});
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 48; });
    m_window->store().editView([](ViewState& view) {
        view.node = "sum";
        view.zoom[AxisKind::Dimension] = Interval{3, 9};
        pointAt(view, 1, 2);
    });
    m_window->store().editView([](ViewState& view) { view.board.close(view.board.find("ratio")); });
    const Scene scene = m_window->store().scene();
    const QString path = m_folder->filePath("session.json");
    sessions.saveAs(path);
    QTRY_VERIFY2(message().startsWith("saved "), qPrintable(message()));
    m_window->close();
    start(path.toStdString()); // as `phasor session.json`
    QTRY_VERIFY2(message().startsWith("opened "), qPrintable(message()));
    QVERIFY(m_window->store().scene() == scene);
    QCOMPARE(m_window->store().view().node, NodeId("sum"));
    QVERIFY(m_window->store().view().zoom[AxisKind::Dimension] == (Interval{3, 9}));
    QVERIFY(m_window->store().view().cursor == Cursor{});
    QVERIFY(!isSeen("ratio"));
    // A session that cannot be read changes nothing.
    QFile broken(m_folder->filePath("broken.json"));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("{\"format\": \"phasor-session\"");
    broken.close();
    m_window->findChild<SessionFiles*>()->open(m_folder->filePath("broken.json").toStdString());
    QTRY_VERIFY2(message().contains("broken.json"), qPrintable(message()));
    QVERIFY(m_window->store().scene() == scene);
}

void tst_MainWindow::theCommandLineDecidesTheStart()
{
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 48; });
    part<QAction>("action-theme-dark").trigger();
    m_window->close();
    Document given;
    given.scene.a.encoding.dModel = 6;
    given.view.node = "mask";
    m_window = std::make_unique<MainWindow>(WindowOptions{
        .settingsPath = m_folder->filePath("window.json").toStdString(), .file = {}, .start = given, .machine = {}});
    QCOMPARE(m_window->store().parameters().encoding.dModel, 6);
    QCOMPARE(m_window->store().view().node, NodeId("mask"));
    QVERIFY(part<QAction>("action-theme-dark").isChecked()); // the rest is as it was left
    part<QAction>("action-theme-light").trigger();
}

// In the bar over the board, until the setup has left the preset or the user closes it.
void tst_MainWindow::aPresetsSentenceStays()
{
    const auto sentence = [this] {
        const auto& label = part<ElidedLabel>("board-sentence");
        return label.isHidden() ? QString() : label.fullText();
    };
    part<QAction>("action-preset-bfloat16").trigger();
    QTRY_VERIFY(settled());
    QVERIFY(sentence().contains("bfloat16"));
    const QString undo = part<QAction>("action-undo").text();
    QVERIFY2(undo.startsWith("&Undo ") && undo.contains("bfloat16"), qPrintable(undo));
    QVERIFY2(isSeen("precision"), "the view that proves the preset's point");
    m_window->store().editView([](ViewState& view) { view.node = "sum"; });
    QTest::qWait(100);
    QVERIFY2(sentence().contains("bfloat16"), "another picture of the same set-up");
    const int top = part<QWidget>("plots").y();
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 64; });
    QTRY_COMPARE(sentence(), QString());
    QTest::qWait(50);
    QCOMPARE(part<QWidget>("plots").y(), top);
    part<QAction>("action-undo").trigger();
    QTRY_VERIFY2(sentence().contains("bfloat16"), "the preset's setup again");
    const QString said = sentence();
    m_window->close();
    start();
    QCOMPARE(sentence(), said);
    part<QToolButton>("board-sentence-close").click();
    QCOMPARE(sentence(), QString());
    m_window->close();
    start();
    QCOMPARE(sentence(), QString());
}

void tst_MainWindow::presetsOpenViewsThatApply_data()
{
    QTest::addColumn<QString>("preset");
    for (const std::string_view id : presetIds())
        QTest::newRow(std::string(id).c_str()) << QString::fromStdString(std::string(id));
}

// No quarter of the window says why it is empty.
void tst_MainWindow::presetsOpenViewsThatApply()
{
    QFETCH(const QString, preset);
    part<QAction>(("action-preset-" + preset.toStdString()).c_str()).trigger();
    QTRY_VERIFY_WITH_TIMEOUT(settled(), 20000);
    const SnapshotPtr snapshot = m_window->queue().latest();
    for (const Plot* plot : m_window->findChildren<Plot*>()) {
        if (!plot->isVisible())
            continue;
        const auto found = snapshot->views.find(plot->objectName().toStdString());
        QVERIFY2(found != snapshot->views.end() && found->second.data.ok(), qPrintable(plot->objectName()));
    }
}

void tst_MainWindow::typedDimensionsWaitForEnter()
{
    auto& field = part<QLineEdit>("dimensions");
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, "12");
    QCOMPARE(m_window->store().view().dimensions, std::vector<std::int64_t>());
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(m_window->store().view().dimensions, (std::vector<std::int64_t>{12}));
    field.selectAll();
    QTest::keyClicks(&field, "9-7");
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(m_window->store().view().dimensions, (std::vector<std::int64_t>{7, 8, 9}));
    field.selectAll();
    QTest::keyClicks(&field, "600");
    QTest::keyClick(&field, Qt::Key_Return);
    QTRY_VERIFY2(message().contains("600"), qPrintable(message()));
    QCOMPARE(m_window->store().view().dimensions, (std::vector<std::int64_t>{7, 8, 9}));
}

void tst_MainWindow::closesWhileComputing()
{
    m_window->store().edit([](Parameters& p) {
        p.random.generator = "numpy"; // a draw of more than a minute
        p.encoding.maxLen = 1 << 18;
        p.encoding.dModel = 65536;
    });
    const std::string path = m_folder->filePath("window.json").toStdString();
    QSignalSpy ready(&m_window->queue(), &ComputeQueue::snapshotReady);
    QTRY_VERIFY(m_window->queue().busy());
    QElapsedTimer time;
    time.start();
    QVERIFY(m_window->close());
    QVERIFY(m_window->queue().busy()); // it does not wait for the picture
    QVERIFY(ready.isEmpty());
    m_window.reset();
    QVERIFY2(time.elapsed() < 10000, "the window waited for the draw");
    QCOMPARE(loadSettings(path).document.scene.a.encoding.dModel, 65536);
}

void tst_MainWindow::tinyWindow()
{
    m_window->resize(1, 1);
    QTRY_VERIFY(settled());
    m_window->showMinimized();
    m_window->store().edit([](Parameters& p) {
        p.encoding.dModel = 1;
        p.encoding.maxLen = 1;
    });
    QTRY_VERIFY(settled());
    m_window->showNormal();
    m_window->resize(1280, 800);
    QTRY_VERIFY(settled());
    QVERIFY(shown<HeatmapData>("heatmap") != nullptr);
}

// 800 × 560: one plot with the others as its tabs, the strip without its numbers and whole, the controls no wider than
// their column. A plot that is folded away comes when it is asked for.
void tst_MainWindow::foldsAwayWhatDoesNotFit()
{
    auto& grid = part<PlotGrid>("plots");
    for (const char* plot : {"heatmap", "curves", "ratio", "dropout"})
        QTRY_VERIFY2(isSeen(plot), plot);
    m_window->resize(800, 560);
    QTRY_COMPARE(m_window->size(), QSize(800, 560));
    QTRY_VERIFY(!isSeen("curves"));
    QVERIFY(isSeen("heatmap") && !isSeen("ratio") && !isSeen("dropout"));
    QTRY_VERIFY(part<Plot>("heatmap").width() > grid.width() * 0.9);
    const auto& strip = part<QScrollArea>("strip");
    QTRY_COMPARE(strip.horizontalScrollBar()->maximum(), 0);
    const auto& panel = part<QScrollArea>("parameters");
    QTRY_VERIFY(panel.widget()->width() <= panel.viewport()->width());
    part<QAction>("action-plot-curves").trigger();
    QTRY_VERIFY(isSeen("curves"));
    QVERIFY(!isSeen("heatmap"));
    QVERIFY(part<QAction>("action-plot-curves").isChecked());
    QTRY_VERIFY(settled() && shown<HeatmapData>("heatmap") == nullptr);
    m_window->resize(1280, 800);
    for (const char* plot : {"heatmap", "curves", "ratio", "dropout"})
        QTRY_VERIFY2(isSeen(plot), plot);
}

void tst_MainWindow::controlsFoldToARail()
{
    const auto& controls = part<QScrollArea>("parameters");
    auto& rail = part<QToolButton>("controls-rail");
    QVERIFY(controls.isVisible() && rail.isHidden());
    m_window->resize(900, 640);
    QTRY_VERIFY(!controls.isVisible() && rail.isVisible());
    QCOMPARE(rail.width(), 32);
    rail.click();
    QVERIFY(controls.isVisible() && rail.isHidden());
    QVERIFY(part<QAction>("action-controls").isChecked());
    part<QAction>("action-controls").trigger();
    QVERIFY(!controls.isVisible() && rail.isVisible());
    m_window->resize(1280, 800);
    QTRY_VERIFY2(controls.isVisible(), "they were folded in the narrow window only");
    part<QAction>("action-controls").trigger();
    m_window->resize(900, 640);
    QTRY_VERIFY(settled());
    m_window->resize(1280, 800);
    QTRY_VERIFY(settled());
    QVERIFY2(!controls.isVisible(), "the user's choice");
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
