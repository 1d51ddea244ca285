// SPDX-License-Identifier: GPL-3.0-or-later
// Random work in one window, for minutes or for days: setups, comparing, presets, lessons, trainings, exports, files,
// boards, undo. Writes what the program needs over time, and how fast that grows, which should be not at all. Random
// work needs now more, now less, so the growth is taken from rests: every minute (of a short run: a tenth) the window
// shows one preset, and what it needs then is noted.
//
//   soak --folder F [--state S] [--minutes N] [--seed N] [--pause MS] [--edits] [--first N] [--journal FILE]
//        [--csv FILE]
//
// --edits: no lessons, presets and undo, and the dropout seed counts the actions from N on: FILE gets the number and
// the time of each, for kills.py. Exit 1: Qt or the program complained of itself, or, in more than an hour, the growth
// is surely (95 %) above 1 MB or one file an hour.
#include "encodings/schemes.h"
#include "options/lessonsteps.h"
#include "session/document.h"
#include "system/memory.h"
#include "training/trainingbook.h"
#include "ui/shell/files/exports.h"
#include "ui/shell/files/files.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/pages/pages.h"

#include <QAbstractButton>
#include <QAction>
#include <QCommandLineParser>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QPixmapCache>
#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <random>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

using namespace phasor;

namespace {

int complaints = 0; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void heard(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (type == QtDebugMsg || type == QtInfoMsg || message.contains(QStringLiteral("propagateSizeHints"))
        || message.contains(QStringLiteral("XDG_RUNTIME_DIR")))
        return; // of the offscreen platform, and of a machine without a session
    ++complaints;
    std::fprintf(stderr, "soak: %s\n", qPrintable(message));
}

struct Sample
{
    double minutes = 0;
    double megabytes = 0; // resident, without mapped files, with what is freed and kept for the next picture
    double used = 0; // MB that are allocated and not freed; 0: the C library does not say
    double files = 0;
    double threads = 0;
    bool rest = false; // of the preset, else of random work
};

Sample sampleNow(double minutes)
{
    Sample sample{.minutes = minutes};
#if defined(__GLIBC__)
    const struct mallinfo2 allocated = mallinfo2();
    sample.used = static_cast<double>(allocated.uordblks + allocated.hblkhd) / 1e6;
#endif
    QFile status(QStringLiteral("/proc/self/status"));
    if (status.open(QIODevice::ReadOnly)) {
        for (const QByteArray& line : status.readAll().split('\n')) {
            const double number = line.mid(line.indexOf(':') + 1).simplified().split(' ').front().toDouble();
            if (line.startsWith("RssAnon:")) // the kernel takes a file's pages away and reads them again
                sample.megabytes = number / 1024;
            if (line.startsWith("Threads:"))
                sample.threads = number;
        }
    }
    sample.files
        = static_cast<double>(QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::Files | QDir::System).size());
    return sample;
}

struct Growth
{
    double anHour = 0;
    double lower = 0; // of the interval of 95 %
    double upper = 0;
    bool isSure() const { return lower > 1; } // MB
};

// The median of the slopes between all pairs, which single rests with large tables do not move. The interval is that of
// Sen (Journal of the American Statistical Association 63, 1968), without ties.
Growth growth(const std::vector<Sample>& samples, double Sample::*what)
{
    std::vector<double> slopes;
    for (std::size_t i = 0; i < samples.size(); ++i)
        for (std::size_t j = i + 1; j < samples.size(); ++j)
            slopes.push_back((samples[j].*what - samples[i].*what) / (samples[j].minutes - samples[i].minutes) * 60);
    if (slopes.empty())
        return {};
    std::sort(slopes.begin(), slopes.end());
    const auto n = static_cast<double>(samples.size());
    const auto last = static_cast<double>(slopes.size() - 1);
    const double half = 1.96 * std::sqrt(n * (n - 1) * (2 * n + 5) / 18) / 2;
    const auto at = [&](double index) {
        return slopes[static_cast<std::size_t>(std::clamp(std::round(index), 0.0, last))];
    };
    return {at(last / 2), at(last / 2 - half), at(last / 2 + half)};
}

// A user who does something at random.
class Worker
{
public:
    Worker(MainWindow& window, const QString& folder, unsigned seed, bool onlyEdits, int first)
        : m_window(window)
        , m_folder(folder)
        , m_random(seed)
        , m_onlyEdits(onlyEdits)
        , m_figures(window.context())
        , m_first(first)
        , m_count(first)
    {
    }

    void act()
    {
        if (++m_count == m_first + 1)
            return recover(); // before there is work that would be replaced
        const int kinds = m_onlyEdits ? 5 : 10;
        switch (below(kinds)) {
        case 0:
        case 1:
            edit();
            break;
        case 2:
            exportSomething();
            break;
        case 3:
            saveOrOpen();
            break;
        case 4:
            compare();
            break;
        case 5:
            trigger(QStringLiteral("action-plot-"));
            break;
        case 6:
            below(3) == 0 ? trigger(QStringLiteral("action-preset-")) : undo();
            break;
        case 7:
            lesson();
            break;
        case 8:
            train();
            break;
        default:
            arrange();
            break;
        }
        if (m_onlyEdits)
            m_window.store().edit([this](Parameters& p) {
                p.dropout.seed = Seed{static_cast<std::uint64_t>(m_count), false};
            });
    }
    int count() const { return m_count; }

    // The same work each time, in a window of the same size, without unfinished trainings. Twice: first Training is
    // shown, so that its own ends, then the preset's board, so that the cache drops what other setups needed.
    void rest(bool first)
    {
        for (const char* name : {"action-lesson-leave", "action-drop-b", "action-theme-light", "action-reset-layout"})
            trigger(name);
        if (!m_window.findChild<QWidget*>("answers")->isHidden())
            trigger("action-answers");
        if (m_window.findChild<QAction*>("action-maximise")->isChecked())
            trigger("action-maximise");
        m_window.findChild<FileOpener*>()->startFrom(QStringLiteral("sentence"));
        m_window.store().editView([first](ViewState& view) {
            view.training.phase = TrainingChoice::Phase::Stopped;
            if (first)
                view.board.put(0, "training");
        });
        if (!first)
            m_window.context().cache()->lasting<TrainingBook>()->forgetUnfinished();
        m_window.resize(1280, 800);
        // What is kept and bounded: up to 10 MB of pictures (what their names need stays) and 12 MB of cards'.
        QPixmapCache::clear();
        for (Card* card : m_window.findChildren<Card*>())
            card->setPicture({});
        for (Thumbnails* pictures : m_window.findChildren<Thumbnails*>()) {
            pictures->setDark(true);
            pictures->setDark(false);
        }
    }

private:
    int below(int limit) { return std::uniform_int_distribution(0, limit - 1)(m_random); }
    template <typename T> T oneOf(std::initializer_list<T> list)
    {
        return *(list.begin() + below(static_cast<int>(list.size())));
    }

    void edit()
    {
        m_window.store().edit([this](Parameters& p) {
            switch (below(7)) {
            case 0:
                p.encoding.dModel = oneOf({8, 32, 64, 128, 512});
                break;
            case 1:
                p.encoding.maxLen = oneOf({1, 50, 512, 5000, 1000000});
                break;
            case 2:
                p.dropout.p = oneOf({0.0, 0.1, 0.5, 0.9});
                break;
            case 3:
                p.sentence.text = std::string(oneOf({"", "the cat sat", "Καλημέρα κόσμε", "a b c d e f g"}));
                break;
            case 4:
                p.embedding.sigma = oneOf({0.02, 1.0});
                break;
            case 5:
                setScheme(p.encoding,
                          schemes()[static_cast<std::size_t>(below(static_cast<int>(schemes().size())))].id);
                break;
            default:
                p.random.seed = Seed{static_cast<std::uint64_t>(below(100)), false};
                break;
            }
        });
    }

    void compare() { trigger(oneOf({"action-compare", "action-swap", "action-drop-b"})); }

    void recover()
    {
        if (auto* keep = m_window.findChild<QPushButton*>(below(2) == 0 ? "recovery-keep" : "recovery-discard"))
            keep->click();
    }

    void undo() { trigger(oneOf({"action-undo", "action-undo", "action-redo", "action-zoom-back"})); }

    void exportSomething()
    {
        static constexpr const char* kEndings[] = {"png", "svg", "pdf"};
        const QString name
            = m_folder + QStringLiteral("/figure%1.%2").arg(below(3)).arg(QLatin1String(kEndings[below(3)]));
        if (below(2) == 0)
            m_figures.save("heatmap", name);
        else if (m_window.store().parameters().encoding.maxLen <= 5000)
            exportTable(m_window.context(), "position", m_folder + QStringLiteral("/table%1.npy").arg(below(3)));
    }

    void saveOrOpen()
    {
        auto& sessions = *m_window.findChild<SessionFiles*>();
        auto& files = *m_window.findChild<FileOpener*>();
        const QString session = m_folder + QStringLiteral("/session%1.json").arg(below(3));
        const QDir golden(QStringLiteral(PHASOR_GOLDEN "/inputs/npy"));
        switch (below(m_onlyEdits ? 2 : 5)) {
        case 0:
            sessions.saveAs(session);
            break;
        case 1:
            sessions.file().isEmpty() ? sessions.saveAs(session) : sessions.save();
            break;
        case 2:
            files.open(session.toStdString());
            break; // it may be missing
        case 3:
            files.open(golden.filePath(golden.entryList({"*.npy"}).value(below(100))).toStdString());
            break;
        default:
            files.open(PHASOR_GOLDEN "/session/session-v1.pdf");
            break;
        }
    }

    void lesson()
    {
        if (below(3) == 0)
            trigger(oneOf({"action-lesson-leave", "action-lesson-next", "action-lesson-back"}));
        else if (below(4) == 0)
            trigger(QStringLiteral("action-lesson-"));
    }

    void train()
    {
        m_window.store().editView([this](ViewState& view) {
            view.training.seeds = 1;
            view.training.settings.steps = 20 + 20 * below(3);
            view.training.phase = oneOf({TrainingChoice::Phase::Running, TrainingChoice::Phase::Stopped});
        });
    }

    void arrange()
    {
        if (below(2) == 0)
            m_window.resize(700 + below(900), 500 + below(500));
        else
            trigger(
                oneOf({"action-theme-dark", "action-theme-light", "action-answers", "action-controls", "action-start",
                       "action-gallery", "action-presets", "action-reset-layout", "action-maximise"}));
    }

    // One of the actions whose name begins so.
    void trigger(const QString& prefix)
    {
        QList<QAction*> found;
        for (QAction* action : m_window.findChildren<QAction*>()) {
            if (action->objectName().startsWith(prefix) && action->isEnabled())
                found << action;
        }
        if (!found.isEmpty())
            found[below(static_cast<int>(found.size()))]->trigger();
    }
    void trigger(const char* prefix) { trigger(QString::fromLatin1(prefix)); }

    MainWindow& m_window;
    QString m_folder;
    std::mt19937 m_random;
    bool m_onlyEdits;
    FigureExport m_figures;
    int m_first;
    int m_count;
};

// Answers what asks, with one button after the other; 0: with the first, which saves.
void answer(int turn)
{
    auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    if (dialog == nullptr)
        return;
    const QList<QPushButton*> buttons = dialog->findChildren<QPushButton*>();
    if (buttons.isEmpty())
        dialog->reject();
    else
        buttons[turn % buttons.size()]->click();
}

} // namespace

int main(int argc, char** argv)
{
    qInstallMessageHandler(heard);
    keepFreedMemory(); // as the program does
    Application application(argc, argv);
    QCommandLineParser options;
    options.addOptions({{"folder", "", "F"},
                        {"state", "", "S"},
                        {"minutes", "", "N", "1"},
                        {"seed", "", "N", "1"},
                        {"pause", "", "MS", "100"},
                        {"edits", ""},
                        {"first", "", "N", "0"},
                        {"journal", "", "FILE"},
                        {"csv", "", "FILE"}});
    options.process(application);
    const QString folder = options.value("folder");
    const double minutes = options.value("minutes").toDouble();
    const QString state = options.isSet("state") ? options.value("state") : folder + "/state";
    QDir().mkpath(folder);
    PipelineCache lessonCache;
    MainWindow window({.settingsPath = (state + "/phasor/window.json").toStdString(),
                       .file = {},
                       .machine = {},
                       .lessons = {lessonIds, readLessonFile, [&lessonCache](const std::string& lesson) {
                                       return openLesson(lesson, lessonCache);
                                   }}});
    application.onError([](const Error& error) {
        ++complaints;
        std::fprintf(stderr, "soak: %s\n", error.code.c_str());
    });
    window.resize(1280, 800);
    window.show();
    Worker worker(window, folder, options.value("seed").toUInt(), options.isSet("edits"),
                  options.value("first").toInt());
    const int journal = options.isSet("journal")
        ? ::open(QFile::encodeName(options.value("journal")).constData(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644)
        : -1;
    QFile csv(options.value("csv"));
    if (options.isSet("csv") && csv.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
        csv.write("minutes,resident_MB,used_MB,files,threads,actions,rest\n");

    QElapsedTimer clock;
    clock.start();
    std::vector<Sample> samples;
    const auto elapsed = [&clock] {
        return static_cast<double>(clock.elapsed()) / 60000;
    };
    QTimer acting;
    QObject::connect(&acting, &QTimer::timeout, [&] {
        if (QApplication::activeModalWidget() != nullptr)
            return;
        worker.act();
        if (journal >= 0) {
            const auto now = std::chrono::steady_clock::now().time_since_epoch();
            const QByteArray line = QByteArray::number(worker.count()) + ' '
                + QByteArray::number(qint64{std::chrono::duration_cast<std::chrono::milliseconds>(now).count()}) + '\n';
            if (::write(journal, line.constData(), static_cast<std::size_t>(line.size())) < 0)
                ++complaints;
        }
    });
    QTimer answering; // also while an action waits for an answer
    QObject::connect(&answering, &QTimer::timeout, [&] { answer(options.isSet("edits") ? 0 : worker.count()); });
    QTimer sampling;
    const auto sample = [&](bool rest) {
        samples.push_back(sampleNow(elapsed()));
        Sample& now = samples.back();
        now.rest = rest;
        if (csv.isOpen())
            csv.write(QStringLiteral("%1,%2,%3,%4,%5,%6,%7\n")
                          .arg(now.minutes, 0, 'f', 2)
                          .arg(now.megabytes, 0, 'f', 1)
                          .arg(now.used, 0, 'f', 1)
                          .arg(now.files)
                          .arg(now.threads)
                          .arg(worker.count())
                          .arg(rest ? 1 : 0)
                          .toUtf8());
        if (now.minutes >= minutes)
            QCoreApplication::quit();
    };
    QObject::connect(&sampling, &QTimer::timeout, [&] {
        if (acting.isActive())
            sample(false);
    });
    QTimer resting;
    QTimer rested;
    int seconds = 0; // of the rest
    std::clock_t worked = 0;
    QObject::connect(&resting, &QTimer::timeout, [&] {
        if (rested.isActive() || QApplication::activeModalWidget() != nullptr)
            return;
        acting.stop();
        worker.rest(true);
        seconds = 0;
        rested.start(1000);
    });
    QObject::connect(&rested, &QTimer::timeout, [&] {
        const std::clock_t before = std::exchange(worked, std::clock());
        const bool idle = worked - before < CLOCKS_PER_SEC / 20; // all pictures and exports are done
        if (++seconds == 3)
            return worker.rest(false);
        if (seconds < 8 || (!idle && seconds < 60))
            return;
        rested.stop();
        returnFreedMemory(); // as the window does each minute
        sample(idle); // what still works needs more
        acting.start(options.value("pause").toInt());
    });
    const bool rests = !options.isSet("edits"); // kills.py compares all changes with the journal
    if (rests)
        resting.start(static_cast<int>(std::clamp(minutes / 10, 0.2, 1.0) * 60000));
    acting.start(options.value("pause").toInt());
    answering.start(50);
    sampling.start(std::clamp(static_cast<int>(minutes * 600), 500, 10000));
    QApplication::exec();
    acting.stop();

    // What is filled in the first hour (of a shorter run: its first half) is no growth.
    const double settled = std::min(60.0, minutes / 2);
    std::erase_if(samples, [=](const Sample& one) { return one.minutes < settled || one.rest != rests; });
    const Growth used = growth(samples, &Sample::used);
    const Growth resident = growth(samples, &Sample::megabytes);
    const Growth files = growth(samples, &Sample::files);
    std::printf(
        "soak: %d actions in %.1f min; an hour: %+.2f MB used (%+.2f to %+.2f), %+.2f MB resident (%+.2f to %+.2f), "
        "%+.2f files, %+.2f threads; %.0f MB resident; %d complaints\n",
        worker.count(), elapsed(), used.anHour, used.lower, used.upper, resident.anHour, resident.lower, resident.upper,
        files.anHour, growth(samples, &Sample::threads).anHour, samples.empty() ? 0 : samples.back().megabytes,
        complaints);
    const bool grows = minutes > 60 && (used.isSure() || resident.isSure() || files.isSure());
    window.closeUnasked();
    return complaints == 0 && !grows ? 0 : 1;
}
