// SPDX-License-Identifier: GPL-3.0-or-later
// `phasor figure --play`: frames are read back with giflib and compared with the figures of the same values.
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <gif_lib.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <memory>
#include <numeric>
#include <set>
#include <vector>

class TestAnimation : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void framesAreFigures_data();
    void framesAreFigures();
    void mapHasNoBands();
    void delaysKeepTime();
    void bounceComesBack();
    void sameBytes();
    void gifCarriesItsSession();
    void mp4HasItsFrames();
    void trainingIsPlayed();
    void refusals_data();
    void refusals();
    void nothingIsLeft_data();
    void nothingIsLeft();
    void failedFrameLeavesNone();

private:
    struct Run
    {
        int code = -1;
        QByteArray out;
        QByteArray err;
    };
    struct Gif
    {
        std::vector<QImage> frames;
        std::vector<int> delays; // hundredths of a second
        int loops = -1;
    };
    Run run(const QStringList& arguments, const QString& searched = qEnvironmentVariable("PATH")) const;
    QByteArray contents(const QString& name) const;
    Gif gif(const QString& name) const;
    QStringList files() const { return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

const QStringList kSmall{"figure", "--view", "heatmap", "--max-len", "64", "--d-model", "32"};

double difference(QRgb a, QRgb b)
{
    return std::hypot(qRed(a) - qRed(b), qGreen(a) - qGreen(b), qBlue(a) - qBlue(b));
}

} // namespace

TestAnimation::Run TestAnimation::run(const QStringList& arguments, const QString& searched) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATH"), searched);
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder->path());
    process.start(QStringLiteral(PHASOR_PROGRAM), arguments);
    if (!process.waitForFinished(240000) || process.exitStatus() != QProcess::NormalExit)
        return {-1, process.readAllStandardOutput(), process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QByteArray TestAnimation::contents(const QString& name) const
{
    QFile file(m_folder->filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

TestAnimation::Gif TestAnimation::gif(const QString& name) const
{
    Gif all;
    GifFileType* file = DGifOpenFileName(QFile::encodeName(m_folder->filePath(name)).constData(), nullptr);
    if (file == nullptr || DGifSlurp(file) != GIF_OK)
        return all;
    for (int i = 0; i < file->ImageCount; ++i) {
        const SavedImage& saved = file->SavedImages[i];
        QImage image(file->SWidth, file->SHeight, QImage::Format_RGB32);
        if (saved.ImageDesc.Width != file->SWidth || saved.ImageDesc.Height != file->SHeight)
            return {};
        for (int at = 0; at < image.width() * image.height(); ++at) {
            const GifColorType& color = file->SColorMap->Colors[saved.RasterBits[at]];
            image.setPixel(at % image.width(), at / image.width(), qRgb(color.Red, color.Green, color.Blue));
        }
        GraphicsControlBlock control{};
        DGifSavedExtensionToGCB(file, i, &control);
        all.delays.push_back(control.DelayTime);
        all.frames.push_back(std::move(image));
        for (int e = 0; e < saved.ExtensionBlockCount; ++e) {
            if (saved.ExtensionBlocks[e].ByteCount == 3 && saved.ExtensionBlocks[e].Bytes[0] == 1)
                all.loops = saved.ExtensionBlocks[e].Bytes[1];
        }
    }
    DGifCloseFile(file, nullptr);
    return all;
}

void TestAnimation::framesAreFigures_data()
{
    QTest::addColumn<QStringList>("figure");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QStringList>("values");
    QTest::addColumn<double>("mean"); // color distance
    const QStringList widths{"8", "8", "16", "16", "32", "32"};
    QTest::newRow("heatmap") << QStringList{"--view", "heatmap", "--max-len", "64"} << "d-model" << widths << 0.5;
    QTest::newRow("curves, dark") << QStringList{"--view", "curves", "--max-len", "64", "--theme", "dark"} << "d-model"
                                  << widths << 0.5;
    QTest::newRow("masks") << QStringList{"--view", "dropout", "--max-len", "20", "--d-model", "32"} << "dropout-seed"
                           << QStringList{"4", "5", "6"} << 0.5;
    QTest::newRow("hands") << QStringList{"--view", "phasors", "--d-model", "32"} << "at" << QStringList{"0", "1", "2"}
                           << 0.5;
}

void TestAnimation::framesAreFigures()
{
    QFETCH(const QStringList, figure);
    QFETCH(const QString, option);
    QFETCH(const QStringList, values);
    QFETCH(const double, mean);
    const QStringList play = QStringList{"figure"} + figure
        + QStringList{"--play",    option + u'=' + values.front() + u':' + values.back(),   "--fps", "10",
                      "--seconds", QString::number(static_cast<double>(values.size()) / 10)};
    QCOMPARE(run(play + QStringList{"--out", "f-{frame}.png"}).code, 0);
    QCOMPARE(files().size(), values.size());
    QCOMPARE(run(play + QStringList{"--out", "a.gif"}).code, 0);
    const Gif read = gif(QStringLiteral("a.gif"));
    QCOMPARE(read.frames.size(), static_cast<std::size_t>(values.size()));
    QCOMPARE(read.loops, 0); // without end
    for (int i = 0; i < values.size(); ++i) {
        const QString name = QStringLiteral("f-%1.png").arg(i + 1, 3, 10, QLatin1Char('0'));
        QCOMPARE(run(QStringList{"figure"} + figure + QStringList{"--" + option, values[i], "--out", "one.png"}).code,
                 0);
        const QByteArray whole = contents(QStringLiteral("one.png"));
        if (option != u"at") // a cross-hair is in no session
            QVERIFY(contents(name) == whole);
        const QImage png = QImage::fromData(contents(name), "PNG").convertToFormat(QImage::Format_RGB32);
        QVERIFY(png == QImage::fromData(whole, "PNG").convertToFormat(QImage::Format_RGB32));
        const QImage& frame = read.frames[static_cast<std::size_t>(i)];
        QCOMPARE(frame.size(), png.size());
        QCOMPARE(frame.pixel(0, 0), png.pixel(0, 0)); // the paper
        double sum = 0;
        for (int at = 0; at < png.width() * png.height(); ++at)
            sum += difference(frame.pixel(at % png.width(), at / png.width()),
                              png.pixel(at % png.width(), at / png.width()));
        QVERIFY(sum / (png.width() * png.height()) < mean);
        QCOMPARE(read.delays[static_cast<std::size_t>(i)], 10);
    }
}

// Along the color bar each color is close to the PNG's, and most of them are told apart.
void TestAnimation::mapHasNoBands()
{
    const QStringList play{"figure", "--view", "heatmap", "--play", "base=100:10000", "--seconds", "0.2"};
    QCOMPARE(run(play + QStringList{"--out", "a.gif"}).code, 0);
    QCOMPARE(run(play + QStringList{"--out", "f-{frame}.png"}).code, 0);
    const QImage frame = gif(QStringLiteral("a.gif")).frames.at(0);
    const QImage png
        = QImage::fromData(contents(QStringLiteral("f-001.png")), "PNG").convertToFormat(QImage::Format_RGB32);
    const auto colorsOf = [](const QImage& image, int y) {
        std::set<QRgb> colors;
        for (int x = 0; x < image.width(); ++x)
            colors.insert(image.pixel(x, y));
        return colors.size();
    };
    int bar = 0;
    for (int y = png.height() / 2; y < png.height(); ++y)
        bar = colorsOf(png, y) > colorsOf(png, bar) ? y : bar;
    QVERIFY(colorsOf(png, bar) > 200);
    QVERIFY2(colorsOf(frame, bar) > 160, qPrintable(QString::number(colorsOf(frame, bar))));
    for (int x = 0; x < png.width(); ++x)
        QVERIFY(difference(frame.pixel(x, bar), png.pixel(x, bar)) < 5);
}

void TestAnimation::delaysKeepTime()
{
    QCOMPARE(run(kSmall + QStringList{"--play", "seed=0:3", "--fps", "30", "--seconds", "1", "--out", "a.gif"}).code,
             0);
    const Gif read = gif(QStringLiteral("a.gif"));
    QCOMPARE(read.delays.size(), std::size_t{30});
    QCOMPARE(std::accumulate(read.delays.begin(), read.delays.end(), 0), 100);
    QCOMPARE(*std::ranges::max_element(read.delays), 4);
    QCOMPARE(*std::ranges::min_element(read.delays), 3);
}

void TestAnimation::bounceComesBack()
{
    QCOMPARE(
        run(kSmall
            + QStringList{"--play", "base=10:1000", "--fps", "10", "--seconds", "0.5", "--bounce", "--out", "a.gif"})
            .code,
        0);
    const Gif read = gif(QStringLiteral("a.gif"));
    QCOMPARE(read.frames.size(), std::size_t{8});
    for (std::size_t i = 1; i < 4; ++i)
        QVERIFY(read.frames[i] == read.frames[8 - i] && read.frames[i] != read.frames[i - 1]);
}

void TestAnimation::sameBytes()
{
    for (const char* name : {"a.gif", "a.mp4"}) {
        if (QByteArray(name).endsWith("mp4") && QStandardPaths::findExecutable(QStringLiteral("ffmpeg")).isEmpty())
            continue;
        const QStringList play
            = kSmall + QStringList{"--play", "dropout=0:1", "--seconds", "0.4", "--out", QString::fromLatin1(name)};
        QCOMPARE(run(play).code, 0);
        const QByteArray first = contents(QString::fromLatin1(name));
        QVERIFY(first.size() > 1000);
        QCOMPARE(run(play + QStringList{"--threads", "1"}).code, 0);
        QVERIFY(contents(QString::fromLatin1(name)) == first);
    }
    QCOMPARE(
        run(kSmall + QStringList{"--play", "dropout=0:1", "--seconds", "0.4", "--out", "-", "--format", "gif"}).out,
        contents(QStringLiteral("a.gif")));
}

void TestAnimation::gifCarriesItsSession()
{
    QCOMPARE(run(kSmall + QStringList{"--play", "base=100:10000", "--seconds", "0.2", "--out", "a.gif"}).code, 0);
    QCOMPARE(run({"figure", "--view", "heatmap", "--session", "a.gif", "--out", "again.png"}).code, 0);
    QCOMPARE(run(kSmall + QStringList{"--base", "100", "--out", "one.png"}).code, 0);
    QVERIFY(contents(QStringLiteral("again.png")) == contents(QStringLiteral("one.png")));
    QCOMPARE(
        run(kSmall + QStringList{"--play", "base=100:10000", "--seconds", "0.2", "--no-metadata", "--out", "b.gif"})
            .code,
        0);
    QVERIFY(run({"stats", "--session", "b.gif"}).err.contains("has no session"));
    const QByteArray whole = contents(QStringLiteral("a.gif"));
    for (const qsizetype size : {5, 12, 13, 500, 785, 802, 1000, 1500}) { // cut off: a refusal, no crash
        QFile cut(m_folder->filePath(QStringLiteral("cut.gif")));
        QVERIFY(cut.open(QIODevice::WriteOnly | QIODevice::Truncate));
        cut.write(whole.left(size));
        cut.close();
        const Run refused = run({"stats", "--session", "cut.gif"});
        QCOMPARE(refused.code, 3);
        QVERIFY2(refused.err.startsWith("phasor: error: \"cut.gif\""), refused.err.constData());
    }
}

void TestAnimation::mp4HasItsFrames()
{
    if (QStandardPaths::findExecutable(QStringLiteral("ffprobe")).isEmpty())
        QSKIP("needs ffmpeg");
    QCOMPARE(run(kSmall
                 + QStringList{"--play", "base=100:10000", "--seconds", "0.4", "--size", "301x201px", "--out", "a.mp4"})
                 .code,
             0);
    QCOMPARE(files(), QStringList{"a.mp4"});
    QProcess probe;
    probe.start(QStringLiteral("ffprobe"),
                {"-v", "error", "-count_frames", "-show_entries",
                 "stream=width,height,nb_read_frames,r_frame_rate:format_tags=comment", m_folder->filePath("a.mp4")});
    QVERIFY(probe.waitForFinished());
    const QByteArray said = probe.readAllStandardOutput();
    for (const char* fact : {"width=302", "height=202", "nb_read_frames=10", "r_frame_rate=25/1", "\"base\": 100"})
        QVERIFY2(said.contains(fact), fact);
}

void TestAnimation::trainingIsPlayed()
{
    QCOMPARE(run({"figure", "--view", "training", "--steps", "50", "--seeds", "1", "--length", "8", "--d-model", "16",
                  "--play", "step=0:50", "--fps", "3", "--seconds", "1", "--out", "t.gif"})
                 .code,
             0);
    const Gif read = gif(QStringLiteral("t.gif"));
    QCOMPARE(read.frames.size(), std::size_t{3});
    QVERIFY(read.frames[0] != read.frames[1] && read.frames[1] != read.frames[2]);
}

void TestAnimation::refusals_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const QStringList& words, const QString& said) {
        QTest::newRow(name) << words << said;
    };
    row("unknown", {"--play", "bse=1:2", "--out", "a.gif"}, "did you mean base?");
    row("out of range", {"--play", "d-model=0:8", "--out", "a.gif"}, "--play");
    row("a choice", {"--play", "layout=a:b", "--out", "a.gif"}, "no numbers");
    row("no {frame}", {"--play", "base=1:2", "--out", "a.png"}, "{frame}");
    row("too fast", {"--play", "base=1:2", "--fps", "51", "--out", "a.gif"}, "--fps");
    row("no time", {"--play", "base=1:2", "--seconds", "0", "--out", "a.gif"}, "--seconds");
    row("too long", {"--play", "base=1:2", "--seconds", "1e9", "--out", "a.gif"}, "--seconds");
    row("vector", {"--play", "base=1:2", "--out", "a.svg"}, "gif, mp4, png");
    row("still", {"--out", "a.gif"}, "png, svg, pdf");
    row("training elsewhere", {"--play", "step=0:9", "--out", "a.gif"}, "not part of the view");
    row("position elsewhere", {"--play", "at=0:9", "--out", "a.gif"}, "not part of the view");
    row("a pipe", {"--play", "base=1:2", "--format", "mp4", "--out", "-"}, "--out");
}

void TestAnimation::refusals()
{
    QFETCH(const QStringList, words);
    QFETCH(const QString, said);
    const Run refused = run(kSmall + words);
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.startsWith("phasor: error: ") && refused.err.count('\n') == 1
                 && refused.err.contains(said.toUtf8()),
             refused.err.constData());
    QVERIFY(refused.out.isEmpty() && files().isEmpty());
}

void TestAnimation::nothingIsLeft_data()
{
    QTest::addColumn<QString>("out");
    for (const char* out : {"a.gif", "a.mp4", "f-{frame}.png"})
        QTest::newRow(out) << QString::fromLatin1(out);
}

void TestAnimation::nothingIsLeft()
{
    QFETCH(const QString, out);
    if (out.endsWith(u"mp4")) {
        const Run without = run(kSmall + QStringList{"--play", "base=1:2", "--out", out}, QStringLiteral("/nowhere"));
        QCOMPARE(without.code, 2);
        QVERIFY2(without.err.contains("ffmpeg") && without.err.count('\n') == 1, without.err.constData());
        if (QStandardPaths::findExecutable(QStringLiteral("ffmpeg")).isEmpty())
            QSKIP("needs ffmpeg");
    }
    QProcess process;
    process.setWorkingDirectory(m_folder->path());
    process.start(QStringLiteral(PHASOR_PROGRAM),
                  kSmall + QStringList{"--play", "base=1:1000000", "--seconds", "200", "--fps", "50", "--out", out});
    QVERIFY(process.waitForStarted());
    QTest::qWait(1500);
    process.terminate();
    QVERIFY(process.waitForFinished(2000));
    QCOMPARE(process.exitCode(), 128 + SIGTERM);
    QVERIFY2(files().isEmpty(), qPrintable(files().join(u' ')));
}

// The third frame cannot take its place: the others do not, either.
void TestAnimation::failedFrameLeavesNone()
{
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("f-003.png")));
    const Run failed
        = run(kSmall + QStringList{"--play", "seed=0:4", "--fps", "5", "--seconds", "1", "--out", "f-{frame}.png"});
    QCOMPARE(failed.code, 4);
    QVERIFY(failed.err.contains("f-003.png"));
    QVERIFY(files().isEmpty());
}

QTEST_GUILESS_MAIN(TestAnimation)
#include "tst_animation.moc"
