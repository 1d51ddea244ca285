// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/figure.h"
#include "files/testfiles.h"
#include "session/runner.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/shell/files/exports.h"
#include "ui/shell/files/files.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/plotgrid.h"
#include "views/attention/relative.h"
#include "views/attention/scoreterms.h"
#include "views/measures/ratio.h"
#include "views/tables/similarity.h"
#include "views/waves/shift.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QProcess>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <filesystem>

using namespace phasor;

// What takes long, in the whole window: exports of tables and figures, files that are read.
class TestExports : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void saysItsSizeFirst();
    void tablesAreTheCommands_data();
    void tablesAreTheCommands();
    void progressIsShownAndMovesNothing();
    void cancelKeepsTheOldFile_data();
    void cancelKeepsTheOldFile();
    void refusalsAreSaid();
    void figuresAreTheCommands();
    void animationsAreFigures();
    void aCanceledAnimationLeavesNothing();
    void theDialogMakesWhatItShows();
    void theCopiedCommandDrawsWhatIsSeen_data();
    void theCopiedCommandDrawsWhatIsSeen();
    void aFigureCanBeCancelled();
    void theClipboardHasBothFormats();
    void aScriptCanBeCancelled();
    void readingCanBeCancelled();
    void theLastFileWins();
    void aFileIsOpenedOnce();
    void closesInTheMiddle();

private:
    template <typename T> T& part(const char* name)
    {
        T* found = m_window->findChild<T*>(QLatin1String(name));
        if (found == nullptr)
            qFatal("no %s", name);
        return *found;
    }
    template <typename T> T& object() { return *m_window->findChild<T*>(); }
    QString message() { return part<ElidedLabel>("status-message").fullText(); }
    QString path(const char* name) const { return QString::fromStdString(*m_folder / name); }
    std::string writeSparse(const char* name, qint64 rows);
    std::int64_t mostRows(std::int64_t columns) const;
    void hugeTable();

    std::unique_ptr<testfiles::Folder> m_folder;
    std::unique_ptr<testfiles::Folder> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

void TestExports::init()
{
    m_folder = std::make_unique<testfiles::Folder>();
    m_settings = std::make_unique<testfiles::Folder>();
    m_window = std::make_unique<MainWindow>(
        WindowOptions{.settingsPath = *m_settings / "window.json", .file = {}, .machine = "2 threads"});
    m_window->show();
    m_window->setWindowState(Qt::WindowNoState); // the offscreen screen has 800 × 800
    m_window->resize(1280, 800);
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestExports::cleanup()
{
    m_window.reset();
    m_folder.reset();
}

// 65536 columns of float32 numbers that are all 0, without a disk of that size.
std::string TestExports::writeSparse(const char* name, qint64 rows)
{
    constexpr int kColumns = 65536;
    const QByteArray shape = "(" + QByteArray::number(rows) + ", " + QByteArray::number(kColumns) + ")";
    const QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }";
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write");
    file.write(QByteArray("\x93NUMPY\x01\x00", 8) + QByteArray("\x76\x00", 2) + header.leftJustified(117, ' ') + '\n');
    file.resize(128 + rows * kColumns * 4);
    return *m_folder / name;
}

// Of a table of float32 that takes half of what the disk has room for: more would be refused before it is begun.
std::int64_t TestExports::mostRows(std::int64_t columns) const
{
    const auto room = static_cast<std::int64_t>(std::filesystem::space(m_folder->path()).available);
    return std::min<std::int64_t>(2147483647, room / 2 / (columns * 4));
}

void TestExports::hugeTable()
{
    m_window->store().edit([this](Parameters& p) {
        p.encoding.maxLen = mostRows(65536);
        p.encoding.dModel = 65536;
        p.random.generator = "philox";
    });
}

// The dialog's title has the size; a file of more than a GiB is asked for; one larger than the disk is refused.
void TestExports::saysItsSizeFirst()
{
    QTRY_VERIFY(m_window->queue().latest() && !m_window->queue().busy());
    QString title;
    QString question;
    // Of the file dialog, then of the question if there is one: the first button that does not take it.
    const auto ask = [&](const QString& file) {
        title.clear();
        question.clear();
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] {
            QWidget* modal = QApplication::activeModalWidget();
            if (auto* files = qobject_cast<QFileDialog*>(modal)) {
                title = files->windowTitle();
                files->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(file);
                static_cast<QDialog*>(files)->accept();
            } else if (auto* box = qobject_cast<QMessageBox*>(modal)) {
                question = box->text();
                box->button(QMessageBox::Cancel)->click();
            }
        });
        timer.start(20);
        part<QAction>("action-export-table").trigger();
    };
    ask(path("small.npy"));
    QVERIFY2(title.contains(QStringLiteral("5000 × 512")) && title.contains(QStringLiteral("9.8 MiB")),
             qPrintable(title));
    QVERIFY(question.isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(m_folder->names().contains("small.npy"), 60000); // a disk may be slow to flush
    QTRY_VERIFY(!object<Runner>().isRunning());
    m_window->store().edit([](Parameters& p) { p.encoding.maxLen = 1 << 20; }); // 2 GiB: any disk has that
    QTRY_VERIFY_WITH_TIMEOUT(
        !m_window->queue().busy() && m_window->queue().latest()->scene == m_window->store().scene(), 60000);
    ask(path("huge.npy"));
    QVERIFY2(question.contains(QStringLiteral("GiB")) && question.contains(QStringLiteral("huge.npy")),
             qPrintable(question));
    QVERIFY(!object<Runner>().isRunning());
    QVERIFY(!m_folder->names().contains("huge.npy"));
    m_window->store().edit([](Parameters& p) { p.encoding.maxLen = 2147483647; });
    QTRY_VERIFY(!m_window->queue().busy() && m_window->queue().latest()->scene == m_window->store().scene());
    ask(path("huge.npy"));
    QVERIFY(question.isEmpty());
    QTRY_VERIFY(message().contains(QStringLiteral("huge.npy")));
    QVERIFY(!m_folder->names().contains("huge.npy"));
}

void TestExports::tablesAreTheCommands_data()
{
    QTest::addColumn<QString>("stage");
    QTest::addColumn<QString>("file");
    PipelineCache cache;
    const PipelinePtr pipeline = Pipeline::make({}, cache).value();
    for (const NodePtr& node : pipeline->nodes()) {
        if (node->operation == Operation::Project)
            break; // eight heads do not divide the width below
        const QString name = QString::fromStdString(node->id);
        QTest::addRow("%s npy", qPrintable(name)) << name << "a.npy";
        QTest::addRow("%s csv", qPrintable(name)) << name << "a.csv";
    }
}

void TestExports::tablesAreTheCommands()
{
    QFETCH(QString, stage);
    QFETCH(QString, file);
    m_window->store().edit([](Parameters& p) {
        p.sentence.text = "the cat sat";
        p.encoding.maxLen = 37;
        p.encoding.dModel = 33;
    });
    exportTable(m_window->context(), stage.toStdString(), path(qPrintable(file)));
    QVERIFY(object<Runner>().isRunning());
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 2; }); // too late for this table
    QTRY_VERIFY2(message().startsWith("wrote "), qPrintable(message()));
    const QString want = path(qPrintable("command-" + file));
    QCOMPARE(QProcess::execute(PHASOR_PROGRAM,
                               {"table", "--text", "the cat sat", "--max-len", "37", "--d-model", "33", "--stage",
                                stage, "--out", want}),
             0);
    QVERIFY(!testfiles::read(want.toStdString()).empty());
    QVERIFY(testfiles::read(path(qPrintable(file)).toStdString()) == testfiles::read(want.toStdString()));
}

void TestExports::progressIsShownAndMovesNothing()
{
    m_window->resize(1280, 800); // roomy: no text of the status bar makes it wider
    hugeTable();
    auto& job = part<QWidget>("job");
    auto& bar = part<QProgressBar>("job-bar");
    const auto geometry = [this] {
        return std::pair(m_window->centralWidget()->geometry(), m_window->statusBar()->geometry());
    };
    const auto before = geometry();
    QVERIFY(!job.isVisible());
    exportTable(m_window->context(), "position", path("huge.npy"));
    QTRY_VERIFY(job.isVisible());
    QTRY_VERIFY(bar.maximum() > 0); // the share is known
    QVERIFY(part<ElidedLabel>("job-title").fullText().contains("huge.npy"));
    QCOMPARE(geometry(), before);
    for (const char* name : {"action-export-table", "action-export", "action-copy-figure", "action-open"}) {
        QVERIFY(!part<QAction>(name).isEnabled());
        QVERIFY(part<QAction>(name).statusTip().contains("huge.npy"));
    }
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QTRY_VERIFY(!object<Runner>().isRunning());
    QVERIFY(!job.isVisible());
    QVERIFY(part<QAction>("action-export-table").isEnabled());
    QVERIFY(part<QAction>("action-export-table").statusTip().isEmpty());
    QCOMPARE(geometry(), before);
}

void TestExports::cancelKeepsTheOldFile_data()
{
    QTest::addColumn<QString>("stage");
    QTest::addColumn<QString>("generator");
    QTest::newRow("writing") << "position"
                             << "philox";
    QTest::newRow("tokens") << "tokens"
                            << "philox";
    QTest::newRow("drawing") << "embedding"
                             << "numpy-legacy";
}

void TestExports::cancelKeepsTheOldFile()
{
    QFETCH(QString, stage);
    QFETCH(QString, generator);
    testfiles::write(*m_folder / "t.npy", "old");
    QTRY_VERIFY(m_window->queue().latest()); // a later snapshot may replace the message that is waited for
    const bool philox = generator == "philox";
    m_window->store().edit([&](Parameters& p) {
        p.random.generator = generator.toStdString();
        p.encoding.maxLen = philox ? mostRows(64) : 262144;
        p.encoding.dModel = philox ? 64 : 65536; // 2^34 draws take more than a minute
    });
    QTRY_VERIFY(!philox || m_window->queue().latest()->scene == m_window->store().scene());
    exportTable(m_window->context(), stage.toStdString(), path("t.npy"));
    QTRY_VERIFY(part<QWidget>("job").isVisible());
    QTest::mouseClick(&part<QToolButton>("job-cancel"), Qt::LeftButton);
    QTRY_VERIFY2(message().startsWith("Canceled"), qPrintable(message()));
    QCOMPARE(testfiles::read(*m_folder / "t.npy"), std::string("old"));
    QCOMPARE(m_folder->names(), std::set<std::string>{"t.npy"});
}

void TestExports::refusalsAreSaid()
{
    exportTable(m_window->context(), "sum", path("table.txt"));
    QTRY_VERIFY2(message().contains("table.txt"), qPrintable(message()));
    exportTable(m_window->context(), "sum", path("missing/table.npy"));
    QTRY_VERIFY2(message().contains("missing"), qPrintable(message()));
    QVERIFY(m_folder->names().empty());
    hugeTable();
    exportTable(m_window->context(), "position", path("huge.npy"));
    exportTable(m_window->context(), "position", path("second.npy"));
    QVERIFY(message().contains("running"));
    FigureExport(m_window->context()).save("heatmap", path("second.png"));
    QVERIFY(message().contains("running"));
    object<FileOpener>().open(writeSparse("m.npy", 1));
    QVERIFY(message().contains("running"));
}

void TestExports::figuresAreTheCommands()
{
    qputenv("SOURCE_DATE_EPOCH", "0");
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 48; });
    FigureExport(m_window->context()).save("heatmap", path("a.svg"));
    QVERIFY(object<Runner>().isRunning()); // nothing was computed on this thread
    QTRY_VERIFY2(message().startsWith("exported "), qPrintable(message()));
    FigureOptions options;
    options.dpi = 300;
    PipelineCache cache;
    const Result<QByteArray> want = renderFigure(*findPlot("heatmap"), m_window->store().scene(),
                                                 m_window->store().view(), options, FigureFormat::Svg, cache);
    QVERIFY(want.ok());
    QVERIFY(testfiles::read(*m_folder / "a.svg") == want->toStdString());
}

// The frames are those of the values, and the dialog copies the command.
void TestExports::animationsAreFigures()
{
    qputenv("SOURCE_DATE_EPOCH", "0");
    m_window->store().edit([](Parameters& p) { p.encoding.maxLen = 40; });
    QTRY_VERIFY(!m_window->queue().busy());
    part<QAction>("action-export-animation").trigger();
    QTRY_VERIFY(!part<QLabel>("figure-preview").pixmap().isNull());
    QCOMPARE(part<QLineEdit>("figure-play").text(), QStringLiteral("d-model=64:4096"));
    part<QLineEdit>("figure-play").setText(QStringLiteral("d-model=0:9"));
    QVERIFY(!part<QPushButton>("figure-export").isEnabled());
    part<QLineEdit>("figure-play").setText(QStringLiteral("d-model=8:32"));
    part<QLineEdit>("figure-seconds").setText(QStringLiteral("0.2"));
    QVERIFY(part<QPushButton>("figure-export").isEnabled());
    part<QPushButton>("figure-copy").click();
    const QString command = QGuiApplication::clipboard()->text();
    QVERIFY2(command.contains(QStringLiteral("--play 'd-model=8:32' --seconds 0.2"))
                 || command.contains(QStringLiteral("--play d-model=8:32 --seconds 0.2")),
             qPrintable(command));
    part<QDialog>("figure-dialog").reject();
    FigureExport figures(m_window->context());
    figures.animate("heatmap", {.play = "d-model=8:32", .seconds = 0.3, .fps = 10}, path("a.png"));
    QTRY_VERIFY2(message().startsWith("exported "), qPrintable(message()));
    QCOMPARE(m_folder->names().size(), std::size_t{3});
    FigureOptions options;
    options.dpi = 300;
    int frame = 0;
    for (const std::int64_t width : {8, 16, 32}) {
        Scene scene = m_window->store().scene();
        scene.a.encoding.dModel = width;
        ViewState view = m_window->store().view();
        view.training.phase = TrainingChoice::Phase::Running;
        PipelineCache cache;
        const auto want = renderFigure(*findPlot("heatmap"), scene, view, options, FigureFormat::Png, cache);
        QVERIFY(want.ok());
        QVERIFY(testfiles::read(*m_folder / ("a-00" + std::to_string(++frame) + ".png")) == want->toStdString());
    }
}

void TestExports::aCanceledAnimationLeavesNothing()
{
    FigureExport figures(m_window->context());
    figures.animate("heatmap", {.play = "base=10:10000", .seconds = 100}, path("a.gif"));
    QTest::qWait(300);
    QVERIFY(object<Runner>().isRunning());
    object<Runner>().cancel();
    QTRY_VERIFY(!object<Runner>().isRunning());
    QVERIFY2(message().startsWith("Canceled"), qPrintable(message()));
    QVERIFY(m_folder->names().empty());
}

// Size, resolution, theme, panels, title and caption as they are chosen: previewed, exported, and the same bytes from
// the command that the dialog copies.
void TestExports::theDialogMakesWhatItShows()
{
    m_window->store().edit([](Parameters& p) {
        p.encoding.dModel = 16;
        p.encoding.maxLen = 40;
    });
    Scene scene = m_window->store().scene();
    scene.b = scene.a;
    scene.b->encoding.maxLen = 30;
    m_window->store().setScene(scene);
    QTRY_VERIFY(!m_window->queue().busy());
    part<QAction>("action-export").trigger();
    auto& dialog = part<QDialog>("figure-dialog");
    QTRY_VERIFY(!part<QLabel>("figure-preview").pixmap().isNull());
    const qint64 plain = part<QLabel>("figure-preview").pixmap().cacheKey();
    part<QComboBox>("figure-size").setCurrentText(QStringLiteral("100x80"));
    QVERIFY(!part<QPushButton>("figure-export").isEnabled());
    QVERIFY(part<QLabel>("figure-facts").text().contains(QStringLiteral("89x60mm")));
    part<QComboBox>("figure-size").setCurrentText(QStringLiteral("4x3in"));
    part<QComboBox>("figure-dpi").setCurrentText(QStringLiteral("abc"));
    QCOMPARE(part<QLabel>("figure-facts").text(),
             QStringLiteral("Resolution (dpi): \"abc\" is not a number; use a number from 1 to 30000."));
    part<QComboBox>("figure-dpi").setCurrentText(QStringLiteral("100"));
    part<QComboBox>("figure-theme").setCurrentIndex(1);
    part<QLineEdit>("figure-title").setText(QStringLiteral("it's mine"));
    part<QCheckBox>("figure-caption").setChecked(true);
    part<QLineEdit>("figure-panels").setText(QStringLiteral("left"));
    QTRY_VERIFY(part<QLabel>("figure-facts").text().contains(QStringLiteral("a, b, difference")));
    QVERIFY(!part<QPushButton>("figure-export").isEnabled());
    part<QLineEdit>("figure-panels").setText(QStringLiteral("a,difference"));
    QVERIFY(part<QPushButton>("figure-export").isEnabled());
    QVERIFY(part<QLabel>("figure-facts").text().contains(QStringLiteral("400 × 300")));
    const auto aspect = [this] {
        const QPixmap shown = part<QLabel>("figure-preview").pixmap();
        return 1.0 * shown.width() / shown.height();
    };
    QTRY_VERIFY(part<QLabel>("figure-preview").pixmap().cacheKey() != plain && qAbs(aspect() - 4.0 / 3) < 0.01);
    part<QPushButton>("figure-copy").click();
    const QString command = QGuiApplication::clipboard()->text();
    for (const char* option : {"--dpi 100", "--theme dark", "--caption", "--panels a,difference", "--size 4x3in"})
        QVERIFY2(command.contains(QLatin1String(option)), qPrintable(command));
    const FigureOptions chosen = part<FigureDialog>("figure-dialog").options().value();
    dialog.reject();
    FigureExport figures(m_window->context());
    figures.setOptions(chosen);
    figures.save("heatmap", path("a.png"));
    QTRY_VERIFY(m_folder->names().contains("a.png"));
    const QImage image(path("a.png"));
    QCOMPARE(image.size(), QSize(400, 300));
    QVERIFY(image.pixelColor(1, 1).lightness() < 128);
    QString line = command;
    line.replace(QStringLiteral("--out heatmap.png"), QStringLiteral("--out b.png"));
    line.replace(QStringLiteral("phasor figure"), QStringLiteral(PHASOR_PROGRAM " figure"));
    QProcess shell;
    shell.setWorkingDirectory(QString::fromStdString(m_folder->path()));
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), line});
    QVERIFY(shell.waitForFinished(60000));
    QCOMPARE(shell.exitCode(), 0);
    QVERIFY(testfiles::read(*m_folder / "a.png") == testfiles::read(*m_folder / "b.png"));
    QTRY_VERIFY(m_window->findChild<QDialog*>("figure-dialog") == nullptr);
    figures.setOptions({.size = "85x60mm"});
    figures.ask("similarity");
    QCOMPARE(part<QComboBox>("figure-size").currentText(), QStringLiteral("Column, 85 mm"));
    QVERIFY(part<QComboBox>("figure-dpi").currentText().isEmpty()); // 150, or 600 for maps of a PDF
    QVERIFY(part<FigureDialog>("figure-dialog").options()->dpi == std::nullopt);
    QTRY_VERIFY(part<QLabel>("figure-facts").text().contains(QStringLiteral("no room")));
    QTest::qWait(500); // no second preview says it again
    QCOMPARE(part<QLabel>("figure-facts").text().count(QStringLiteral("no room")), 1);
    part<QDialog>("figure-dialog").reject();
}

void TestExports::theCopiedCommandDrawsWhatIsSeen_data()
{
    QTest::addColumn<QString>("plot");
    for (const PlotSpec& spec : plotSpecs())
        QTest::newRow(std::string(spec.id).c_str()) << qs(spec.id);
}

// Run by a shell in the folder, the line draws the figure that the window exports, pixel for pixel.
void TestExports::theCopiedCommandDrawsWhatIsSeen()
{
    QFETCH(const QString, plot);
    qputenv("SOURCE_DATE_EPOCH", "0");
    Parameters a;
    a.encoding.dModel = 32;
    a.encoding.maxLen = 60;
    a.sentence.text = "it's the [CLS] \"cat\" $HOME";
    a.dropout.p = 0.3;
    Parameters b = a;
    b.sum.scale = 2.5;
    b.dropout.p = 0.1;
    ViewState view;
    view.node = "sum";
    view.zoom[AxisKind::Dimension] = Interval{4, 20};
    view.dimensions = {4, 7, 9};
    view.colorMap = "viridis";
    view.range = Interval{-3, 3};
    view.reduction = Reduction::Mean;
    view.board.set(RatioOptions{.divided = true});
    view.board.set(RelativeOptions{.schemes = {"alibi", "t5"}, .logarithmic = true});
    view.board.set(ScoreTermsOptions{.minusRowMeans = true, .of = TermsOf::Difference});
    view.board.set(ShiftOptions{.k = 3});
    view.board.set(SimilarityOptions{.minusMeanRow = true});
    view.cursor[AxisKind::Position] = 37;
    view.cursor[AxisKind::Key] = 43;
    view.cursor[AxisKind::Dimension] = 7;
    view.training.settings.steps = 10;
    view.training.seeds = 1;
    view.training.phase = TrainingChoice::Phase::Running;
    m_window->store().setScene({.a = a, .b = b});
    m_window->store().setView(view);
    object<PlotGrid>().showPlot(plot);
    QTest::mouseClick(&part<QWidget>(utf8(plot).c_str()), Qt::LeftButton, {}, {3, 3});
    QTRY_VERIFY(m_window->queue().latest() && m_window->queue().latest()->scene == m_window->store().scene());
    part<QAction>("action-copy-command").trigger();
    QString line = QGuiApplication::clipboard()->text();
    QVERIFY2(line.startsWith("phasor figure --view " + plot), qPrintable(line));
    QCOMPARE(line.contains("--at 37,43"), findPlot(utf8(plot))->takesOption("at"));
    line.replace(0, 6, QStringLiteral("\"" PHASOR_PROGRAM "\""));
    QProcess shell;
    shell.setWorkingDirectory(QString::fromStdString(m_folder->path()));
    shell.start("/bin/sh", {"-c", line + QStringLiteral(" --dpi 300")});
    QVERIFY(shell.waitForFinished(60000));
    const QByteArray said = shell.readAllStandardError();
    FigureExport(m_window->context()).save(utf8(plot), path("window.png"));
    QTRY_VERIFY_WITH_TIMEOUT(!object<Runner>().isRunning(), 60000); // a training is drawn whole
    if (shell.exitCode() != 0) { // a view that this scheme has no picture of: both say so
        QVERIFY2(message().contains("sinusoid") || message().contains("Sinusoid"), said.constData());
        return;
    }
    const QImage drawn(path((utf8(plot) + ".png").c_str()));
    QVERIFY(!drawn.isNull());
    QVERIFY2(drawn == QImage(path("window.png")), qPrintable(line));
}

void TestExports::aFigureCanBeCancelled()
{
    testfiles::write(*m_folder / "a.png", "old");
    m_window->store().edit([](Parameters& p) {
        p.random.generator = "numpy";
        p.encoding.maxLen = 262144;
        p.encoding.dModel = 65536;
    });
    FigureExport(m_window->context()).save("dropout", path("a.png"));
    QTRY_VERIFY(part<QWidget>("job").isVisible());
    object<Runner>().cancel();
    QTRY_VERIFY2(message().startsWith("Canceled"), qPrintable(message()));
    QCOMPARE(testfiles::read(*m_folder / "a.png"), std::string("old"));
    QCOMPARE(m_folder->names(), std::set<std::string>{"a.png"});
}

void TestExports::theClipboardHasBothFormats()
{
    part<QAction>("action-copy-figure").trigger();
    QTRY_VERIFY2(message().startsWith("copied "), qPrintable(message()));
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    QVERIFY(!QImage::fromData(data->data("image/png"), "PNG").isNull());
    QVERIFY(data->data("image/svg+xml").contains("<svg"));
}

void TestExports::aScriptCanBeCancelled()
{
    QGuiApplication::clipboard()->setText("old");
    m_window->store().edit([](Parameters& p) {
        p.random.generator = "numpy"; // a draw of more than a minute
        p.encoding.maxLen = 262144;
        p.encoding.dModel = 65536;
    });
    part<QAction>("action-copy-torch").trigger();
    QVERIFY(object<Runner>().isRunning()); // nothing was computed on this thread
    QTRY_VERIFY(part<QWidget>("job").isVisible());
    object<Runner>().cancel();
    QTRY_VERIFY2(message().startsWith("Canceled"), qPrintable(message()));
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("old"));
}

void TestExports::readingCanBeCancelled()
{
    object<FileOpener>().open(writeSparse("large.npy", 1024)); // 256 MiB
    QVERIFY(object<Runner>().isRunning());
    object<Runner>().cancel();
    QTRY_VERIFY2(message().startsWith("Canceled"), qPrintable(message()));
    QVERIFY(m_window->store().parameters() == Parameters{});
}

void TestExports::theLastFileWins()
{
    const std::string first = writeSparse("first.npy", 1024);
    const std::string second = writeSparse("second.npy", 3);
    object<FileOpener>().open(first);
    object<FileOpener>().open(second);
    QTRY_VERIFY2(message().contains("second.npy"), qPrintable(message()));
    QCOMPARE(m_window->store().parameters().embedding.source, "file:" + second);
    QVERIFY(!object<Runner>().isRunning());
}

void TestExports::aFileIsOpenedOnce()
{
    const std::string name = writeSparse("m.npy", 3);
    object<FileOpener>().open(name);
    QTRY_VERIFY2(message().contains("m.npy"), qPrintable(message()));
    QTRY_VERIFY(!part<QWidget>("job").isVisible());
    exportTable(m_window->context(), "sum", path("sum.npy"));
    QTRY_VERIFY2(message().startsWith("wrote"), qPrintable(message()));
    FigureExport(m_window->context()).save("heatmap", path("a.png"));
    QTRY_VERIFY2(message().contains("a.png"), qPrintable(message()));
    // For the window, the table and the figure.
    QCOMPARE(m_window->queue().cache()->files().opened(), std::int64_t{1});
}

void TestExports::closesInTheMiddle()
{
    testfiles::write(*m_folder / "huge.npy", "old");
    hugeTable();
    exportTable(m_window->context(), "output", path("huge.npy"));
    QTRY_VERIFY(part<QProgressBar>("job-bar").isVisible()); // shown when it has taken a moment: it is writing
    // Quitting asks; who wants to go on writing does.
    const auto answer = [this](const char* button) {
        QTimer::singleShot(0, m_window.get(), [this, button] { part<QPushButton>(button).click(); });
        return m_window->close();
    };
    QVERIFY(!answer("quit-stay"));
    QVERIFY(m_window->isVisible());
    QVERIFY(part<QProgressBar>("job-bar").isVisible());
    QVERIFY(answer("quit-stop"));
    m_window.reset();
    QCOMPARE(m_folder->names(), std::set<std::string>{"huge.npy"});
    QCOMPARE(testfiles::read(*m_folder / "huge.npy"), std::string("old"));
    init();
    object<FileOpener>().open(writeSparse("large.npy", 1024));
    m_window.reset();
    init();
    for (const unsigned long milliseconds : {0UL, 100UL}) { // after these the job waits for the window's thread
        FigureExport(m_window->context()).save("heatmap", path("a.png"));
        QThread::msleep(milliseconds);
        m_window.reset();
        QVERIFY(!m_folder->names().contains("a.png"));
        init();
    }
}

QTEST_MAIN(TestExports)
#include "tst_exports.moc"
