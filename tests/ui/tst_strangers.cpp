// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of strangers in the window: markup in a sentence, a session, a lesson or the name of a file is shown letter by
// letter, in labels, tool tips, messages and questions. A session makes Phasor write nothing.
#include "options/lessonsteps.h"
#include "ui/look/look.h"
#include "ui/shell/files/files.h"
#include "ui/shell/lessons/lessonrun.h"
#include "ui/shell/lessons/lessons.h"
#include "ui/shell/mainwindow.h"

#include <QAbstractButton>
#include <QAction>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTimer>
#include <QTreeWidget>

using namespace phasor;

namespace {

// It would load a file, change the type, and name a character.
const QString kMarkup = QStringLiteral("<img src=\"file:///etc/passwd\"><b>x</b> &lt;b");
const QString kName = QStringLiteral("<img src=\"passwd\"><b>x<b> &lt;b"); // a file's has no /

} // namespace

class TestStrangers : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_window.reset(); }
    void aSentence();
    void aFilesName();
    void aLesson();
    void questions_data();
    void questions();
    void arrays();
    void aSessionWritesNothing();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QString written(const QString& name, const QByteArray& bytes) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        return path(name);
    }
    QString message() { return m_window->findChild<ElidedLabel*>(QStringLiteral("status-message"))->fullText(); }
    // Places where a text is markup; `found` counts texts that have the stranger's.
    QStringList faults(QWidget& root, int* found = nullptr) const;
    static QString fault(const QString& text, bool rich);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestStrangers::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    static PipelineCache cache;
    m_window = std::make_unique<MainWindow>(
        WindowOptions{.settingsPath = path("window.json").toStdString(),
                      .file = {},
                      .machine = {},
                      .lessons = {lessonIds, readLessonFile, [](const std::string& lesson) {
                                      return openLesson(lesson, cache);
                                  }}});
    m_window->resize(1280, 800);
    m_window->show();
    QTRY_VERIFY(!m_window->queue().busy());
}

// What is seen of a text with the stranger's must have that letter by letter. Empty: it does.
QString TestStrangers::fault(const QString& text, bool rich)
{
    if (!rich)
        return {};
    QTextDocument document;
    document.setHtml(text);
    for (const QTextFormat& format : document.allFormats()) {
        if (format.isImageFormat() && format.toImageFormat().name().contains(QStringLiteral("passwd")))
            return text;
    }
    const QString seen = document.toPlainText();
    return text.contains(QStringLiteral("img")) && !seen.contains(QStringLiteral("<img")) ? text : QString();
}

QStringList TestStrangers::faults(QWidget& root, int* found) const
{
    QStringList list;
    const auto check = [&](const QWidget& widget, const QString& text, bool rich) {
        if (found != nullptr && text.contains(QStringLiteral("img")))
            ++*found;
        if (const QString wrong = fault(text, rich); !wrong.isEmpty())
            list << widget.objectName() + QStringLiteral(": ") + wrong;
    };
    QList<QWidget*> widgets = root.findChildren<QWidget*>();
    widgets << &root;
    for (QWidget* widget : widgets) {
        check(*widget, widget->toolTip(), Qt::mightBeRichText(widget->toolTip()));
        if (auto* label = qobject_cast<QLabel*>(widget)) {
            if (auto* elided = dynamic_cast<ElidedLabel*>(label))
                check(*widget, elided->fullText(), false); // it paints its text
            const bool may = label->textFormat() == Qt::AutoText && Qt::mightBeRichText(label->text());
            check(*widget, label->text(), may || label->textFormat() == Qt::RichText);
        }
        if (auto* menu = qobject_cast<QMenu*>(widget)) {
            for (const QAction* action : menu->actions())
                check(*widget, action->toolTip(), menu->toolTipsVisible() && Qt::mightBeRichText(action->toolTip()));
        }
        if (auto* tree = qobject_cast<QTreeWidget*>(widget)) {
            for (int i = 0; i < tree->topLevelItemCount(); ++i) {
                const QString tip = tree->topLevelItem(i)->toolTip(0);
                check(*widget, tip, Qt::mightBeRichText(tip));
            }
        }
    }
    return list;
}

void TestStrangers::aSentence()
{
    m_window->store().edit([](Parameters& p) { p.sentence.text = kMarkup.toStdString(); });
    QTRY_VERIFY(!m_window->queue().busy());
    for (QAction* action : m_window->findChildren<QAction*>()) {
        if (action->objectName().startsWith(QStringLiteral("action-plot-")) && !action->isChecked())
            action->trigger();
    }
    m_window->findChild<QAction*>(QStringLiteral("action-answers"))->trigger();
    m_window->findChild<QAction*>(QStringLiteral("action-compare"))->trigger();
    m_window->store().edit([](Parameters& p) { p.sentence.text = kMarkup.toStdString() + "b"; });
    m_window->store().editView([](ViewState& view) { // read-outs have tokens
        view.cursor[AxisKind::Position] = 2;
        view.cursor[AxisKind::Dimension] = 1;
    });
    QTRY_VERIFY(!m_window->queue().busy());
    QTest::qWait(100);
    int found = 0;
    QCOMPARE(faults(*m_window, &found), QStringList());
    QVERIFY(found > 0); // the list of what differs has both sentences
}

void TestStrangers::aFilesName()
{
    const QString session = path(kName + QStringLiteral(".json"));
    m_window->findChild<SessionFiles*>()->saveAs(session);
    QTRY_COMPARE(m_window->findChild<SessionFiles*>()->file(), session);
    for (const QString& ending : {QStringLiteral(".npy"), QStringLiteral(".json"), QStringLiteral(".png")}) {
        m_window->findChild<FileOpener*>()->open(
            written(QStringLiteral("1") + kName + ending, "{nothing").toStdString());
        QTRY_VERIFY2(message().contains(QStringLiteral("passwd")), qPrintable(message()));
        QCOMPARE(faults(*m_window), QStringList());
    }
    m_window->findChild<QAction*>(QStringLiteral("action-start"))->trigger();
    for (QMenu* menu : m_window->findChildren<QMenu*>())
        emit menu->aboutToShow();
    int found = 0;
    QCOMPARE(faults(*m_window, &found), QStringList());
    QVERIFY2(found >= 3, qPrintable(QString::number(found))); // the message, the page's file and its tool tip
}

void TestStrangers::aLesson()
{
    const QString lesson = QStringLiteral("---\ntitle: %1\nquestion: %1\nauthor: %1\n---\n\n%1\n\n## %1\n\n%1\n\n"
                                          "- [x] %1\n  > %1\n- [ ] no %1\n\n?? ratio 0 … 9\n\n> %1\n\n"
                                          "```phasor\n--text '%1'\n```\n\n> [!NOTE]\n> %1\n")
                               .arg(kMarkup);
    m_window->findChild<FileOpener*>()->open(written("one.md", lesson.toUtf8()).toStdString());
    QVERIFY2(m_window->findChild<LessonRun*>() != nullptr, qPrintable(message()));
    for (QAbstractButton* choice : m_window->findChildren<QAbstractButton*>()) {
        if (choice->objectName().startsWith(QStringLiteral("choice-")))
            choice->click();
    }
    QTRY_VERIFY(!m_window->queue().busy());
    int found = 0;
    QCOMPARE(faults(*m_window, &found), QStringList());
    QVERIFY2(found >= 4, qPrintable(QString::number(found)));
}

void TestStrangers::questions_data()
{
    QTest::addColumn<int>("which");
    QTest::newRow("of encodings") << 0;
    QTest::newRow("before leaving") << 1;
    QTest::newRow("large file") << 2;
}

void TestStrangers::questions()
{
    QFETCH(int, which);
    QStringList wrong{QStringLiteral("no question was asked")};
    int found = 0;
    QTimer::singleShot(100, this, [&] {
        for (QMessageBox* box : m_window->findChildren<QMessageBox*>()) {
            wrong = faults(*box, &found);
            box->reject();
        }
    });
    switch (which) {
    case 0:
        askUseOfEncodings(m_window.get(), kMarkup);
        break;
    case 1:
        askBeforeLeaving(m_window.get(), kMarkup, {kMarkup});
        break;
    default:
        mayTake(m_window.get(), path(kName + QStringLiteral(".npy")), std::int64_t{1} << 30);
        break;
    }
    QCOMPARE(wrong, QStringList());
    QVERIFY(found > 0);
}

void TestStrangers::arrays()
{
    QStringList wrong{QStringLiteral("no dialog was shown")};
    int found = 0;
    QTimer::singleShot(100, this, [&] {
        for (QDialog* dialog : m_window->findChildren<QDialog*>()) {
            wrong = faults(*dialog, &found);
            dialog->reject();
        }
    });
    Tensor tensor;
    tensor.name = kMarkup.toStdString();
    tensor.type = kMarkup.toStdString();
    askArray(m_window.get(), kMarkup, {tensor}, MatrixRole::Embedding);
    QCOMPARE(wrong, QStringList());
}

// Whatever a session names, opening it only reads.
void TestStrangers::aSessionWritesNothing()
{
    const QString target = written("target.json", "old");
    const QByteArray session = QStringLiteral("{\"format\": \"phasor-session\", \"version\": 2, \"file\": \"%1\", "
                                              "\"layout\": {\"recent\": [\"%1\"], \"theme\": \"dark\"}, "
                                              "\"title\": \"%2\", \"out\": \"%1\", "
                                              "\"parameters\": {\"embedding\": \"file:%1\"}}")
                                   .arg(target, QString(kMarkup).replace(u'"', QStringLiteral("\\\"")))
                                   .toUtf8();
    const QString opened = written("opened.json", session);
    m_window->findChild<FileOpener*>()->open(opened.toStdString());
    QTRY_COMPARE(m_window->findChild<SessionFiles*>()->file(), opened); // not what the session says
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 48; });
    QTest::qWait(3000);
    QFile file(target);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("old"));
    QFile same(opened);
    QVERIFY(same.open(QIODevice::ReadOnly));
    QCOMPARE(same.readAll(), session);
    QVERIFY(!m_window->findChild<QAction*>(QStringLiteral("action-theme-dark"))->isChecked());
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files),
             (QStringList{"opened.json", "target.json", "window.json", "window.json.lock"}));
}

QTEST_MAIN(TestStrangers)
#include "tst_strangers.moc"
