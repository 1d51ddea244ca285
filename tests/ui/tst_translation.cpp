// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuttexts.h"
#include "plots/showntexts.h"
#include "pseudotranslator.h"

#include "encodings/schemes.h"
#include "pipeline/parameters/parameterspec.h"
#include "raster/colormaps.h"
#include "session/computequeue.h"
#include "ui/forms/text.h"
#include "ui/shell/mainwindow.h"

#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace phasor;

namespace {

// What is the same in every language, and why.
QList<QRegularExpression> sameEverywhere()
{
    QStringList patterns{
        QStringLiteral("\\[(CLS|SEP|PAD)\\]|\\b(the|cat|sat)\\b"), // the sentence
        QStringLiteral("--[a-z0-9-]+"), // options, in the tips of their controls
        QStringLiteral("\\d(\\.\\d+)?e[+-]?\\d+"), // numbers
        QStringLiteral("\\b[KMGTP]iB\\b"), // units
        QStringLiteral("(sin|cos)\\([-−+*^/·.0-9π() ]+\\)|q · k( / √\\d+)?( \\+ bias)?"), // a cell's formula
        QStringLiteral(
            "((Ctrl|Shift|Alt)\\+)+\\S+|\\b(Ctrl|Shift|Esc|Home|Backspace|F\\d+)\\b"), // keys, as Qt names them
        QStringLiteral("√2·s·σ|[sσλ] (= )?"), // quantities
        QStringLiteral("\\bR = ‖s·E‖ / ‖PE‖|‖(E|PE|s·E)‖|^(R|PE)$|^(A: )?R [\\d.]+"),
    };
    for (const Placement& placement : placements())
        patterns.prepend(QRegularExpression::escape(qs(placement.formula)));
    for (const Scheme& scheme : schemes()) // as the command line calls it; not the end of "gaussian-fourier"
        patterns << u"(?<![\\w-])"_s + QRegularExpression::escape(qs(scheme.id)) + u"(?![\\w-])"_s;
    patterns.prepend(QStringLiteral("drop\\(s·E\\)"));
    patterns.prepend(QStringLiteral("‖s·E \\+ PE‖"));
    for (const ColorMap& map : colorMaps())
        patterns << u'^' + QRegularExpression::escape(qs(map.label)) + u'$';
    std::stable_sort(patterns.begin(), patterns.begin() + static_cast<qsizetype>(placements().size()),
                     [](const QString& a, const QString& b) { return a.size() > b.size(); });
    QList<QRegularExpression> same;
    for (const QString& pattern : patterns)
        same << QRegularExpression(pattern);
    return same;
}

// What stands outside of brackets and would have to be translated; empty if all is.
QString untranslated(const QString& shown)
{
    static const QRegularExpression kBracketed(QStringLiteral("⟦[^⟦⟧]*⟧"));
    static const QList<QRegularExpression> kSame = sameEverywhere();
    static const QRegularExpression kLetter(QStringLiteral("\\p{L}"));
    QString text = Qt::mightBeRichText(shown) ? QTextDocumentFragment::fromHtml(shown).toPlainText() : shown;
    text.replace(kBracketed, QStringLiteral(" ")); // facts on both sides stay apart
    text = text.simplified();
    for (const QRegularExpression& same : kSame)
        text.remove(same);
    text = text.trimmed();
    return text.contains(kLetter) ? text : QString();
}

} // namespace

// The window in a language in which every text is bracketed and 40 % longer.
class TestTranslation : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void bracketsLeaveFactsOutside();
    void everyTextIsTranslated_data();
    void everyTextIsTranslated();
    void errorsAndWarnings();
    void dialogs_data();
    void dialogs();
    void answers();
    void nothingIsCut_data();
    void nothingIsCut();
    void lupdateFindsEverything();

private:
    bool settled()
    {
        const SnapshotPtr snapshot = m_window->queue().latest();
        return snapshot && !m_window->queue().busy() && snapshot->scene == m_window->store().scene();
    }
    void setUp(const QString& scheme, bool comparing);
    void showPlots(const QStringList& ids);
    QStringList faults(const QWidget& window) const;

    PseudoTranslator m_translator;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestTranslation::initTestCase()
{
    QVERIFY(QCoreApplication::installTranslator(&m_translator));
}

void TestTranslation::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = std::make_unique<MainWindow>(
        WindowOptions{.settingsPath = m_folder->filePath("window.json").toStdString(), .file = {}, .machine = {}});
    m_window->showNormal();
    m_window->resize(1280, 800);
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestTranslation::cleanup()
{
    m_window.reset();
    m_folder.reset();
}

void TestTranslation::setUp(const QString& scheme, bool comparing)
{
    Parameters a;
    setScheme(a.encoding, scheme.toStdString());
    a.sentence.text = "the cat sat";
    a.encoding.dModel = 64;
    Scene scene{.a = a};
    if (comparing) {
        scene.b = a;
        scene.b->dropout.p = 0.3;
        scene.b->sum.scale = 2.0;
        scene.b->sentence.seqLen = 7;
    }
    m_window->store().setScene(scene);
    m_window->store().editView([](ViewState& view) {
        view.cursor[AxisKind::Position] = 2;
        view.cursor[AxisKind::Dimension] = 12;
    });
}

void TestTranslation::showPlots(const QStringList& ids)
{
    for (const QString& id : ids) {
        auto* action = m_window->findChild<QAction*>(u"action-plot-"_s + id);
        QVERIFY(action != nullptr);
        if (!action->isChecked())
            action->trigger();
    }
    QTRY_VERIFY(settled());
    QTest::qWait(50); // painted
}

QStringList TestTranslation::faults(const QWidget& window) const
{
    QStringList faults;
    const ShownTexts texts(window);
    for (const ShownTexts::Text& shown : texts.all()) {
        if (const QString text = untranslated(shown.text); !text.isEmpty())
            faults << shown.where + u": "_s + text.simplified() + u"   of   "_s + shown.text.left(200);
    }
    faults.removeDuplicates();
    return faults;
}

void TestTranslation::bracketsLeaveFactsOutside()
{
    QCOMPARE(PseudoTranslator::bracketed(QStringLiteral("%1 of %2")), QStringLiteral("⟦⟧%1⟦ of ⟧%2⟦ññ⟧"));
    QCOMPARE(PseudoTranslator::bracketed(QStringLiteral("NumPy (*.npy);;CSV (*.csv)")),
             QStringLiteral("⟦NumPy⟧ (*.npy);;⟦CSV⟧ (*.csv)"));
    QCOMPARE(untranslated(QStringLiteral("⟦p = ⟧0.1⟦ññ⟧")), QString());
    QCOMPARE(untranslated(QStringLiteral("⟦p = ⟧ten⟦ññ⟧")), QStringLiteral("ten"));
    QCOMPARE(untranslated(QStringLiteral("<div>plain</div>")), QStringLiteral("plain"));
}

void TestTranslation::everyTextIsTranslated_data()
{
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<bool>("comparing");
    for (const Scheme& scheme : schemes()) {
        const std::string id(scheme.id);
        QTest::newRow(id.c_str()) << QString::fromStdString(id) << false;
        QTest::newRow((id + ", comparing").c_str()) << QString::fromStdString(id) << true;
    }
}

void TestTranslation::everyTextIsTranslated()
{
    QFETCH(QString, scheme);
    QFETCH(bool, comparing);
    setUp(scheme, comparing);
    showPlots({"heatmap", "curves", "ratio", "dropout"});
    QVERIFY2(faults(*m_window).isEmpty(), qPrintable(faults(*m_window).join(u"\n\n"_s)));
    showPlots({"similarity", "precision", "builds"});
    QVERIFY2(faults(*m_window).isEmpty(), qPrintable(faults(*m_window).join(u"\n\n"_s)));
}

void TestTranslation::errorsAndWarnings()
{
    const auto* message = m_window->findChild<ElidedLabel*>(QStringLiteral("status-message"));
    m_window->store().edit([](Parameters& p) { p.sentence.seqLen = 6000; });
    QTRY_VERIFY(message->fullText().contains(u"6000"));
    QCOMPARE(untranslated(message->fullText()), QString());
    m_window->store().setParameters({});
    QTRY_VERIFY(message->fullText().isEmpty());
    m_window->store().edit([](Parameters& p) {
        p.sentence.text = "the cat sat";
        p.encoding.maxLen = 3;
    });
    QTRY_VERIFY(message->fullText().contains(u"max_len"));
    QCOMPARE(untranslated(message->fullText()), QString());
    auto* field = m_window->findChild<QLineEdit*>(QStringLiteral("field-d-model"));
    field->setText(QStringLiteral("0"));
    emit field->textEdited(field->text());
    QVERIFY(field->toolTip().contains(u'0'));
    QCOMPARE(untranslated(field->toolTip()), QString());
}

void TestTranslation::dialogs_data()
{
    QTest::addColumn<QString>("action");
    for (const char* action : {"about", "shortcuts", "open", "save-session", "export", "export-table"})
        QTest::newRow(action) << QString::fromLatin1(action);
}

// Of a file dialog the title; what stands in it is Qt's, and the names of files.
void TestTranslation::dialogs()
{
    QFETCH(QString, action);
    QTRY_VERIFY(settled());
    QStringList wrong;
    bool seen = false;
    QTimer look;
    connect(&look, &QTimer::timeout, this, [&] {
        const QList<QDialog*> all = m_window->findChildren<QDialog*>();
        const auto shown = std::find_if(all.begin(), all.end(), [](const QDialog* one) { return one->isVisible(); });
        if (shown == all.end())
            return;
        QDialog* const dialog = *shown;
        seen = true;
        look.stop();
        wrong = qobject_cast<QFileDialog*>(dialog) != nullptr ? QStringList{untranslated(dialog->windowTitle())}
                                                              : faults(*dialog);
        wrong << untranslated(dialog->windowTitle());
        dialog->reject();
    });
    look.start(20);
    m_window->findChild<QAction*>(u"action-"_s + action)->trigger();
    QTRY_VERIFY(seen);
    wrong.removeAll(QString());
    if (action == u"about") // names and licences of what it is made with
        wrong.removeIf([](const QString& fault) { return fault.startsWith(u"QTextBrowser"); });
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u"\n\n"_s)));
}

void TestTranslation::answers()
{
    m_window->findChild<QAction*>(u"action-answers"_s)->trigger();
    auto* panel = m_window->findChild<QWidget*>(u"answers"_s);
    const auto heads = panel->findChildren<QToolButton*>(QRegularExpression(u"^question-"_s));
    QCOMPARE(heads.size(), 5);
    for (QToolButton* head : heads) {
        head->click();
        QTRY_VERIFY(settled());
        QTRY_VERIFY(!panel->findChild<QLabel*>(u"answer-finding"_s)->text().isEmpty());
        const QStringList wrong = faults(*panel);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u"\n\n"_s)));
    }
    m_window->findChild<QAction*>(u"action-answers"_s)->trigger();
}

void TestTranslation::nothingIsCut_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("comparing");
    for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
        QTest::addRow("%d", size.width()) << size << false;
        QTest::addRow("%d, comparing", size.width()) << size << true;
    }
}

void TestTranslation::nothingIsCut()
{
    QFETCH(QSize, size);
    QFETCH(bool, comparing);
    m_window->resize(size);
    for (const Scheme& scheme : schemes()) {
        setUp(QString::fromStdString(std::string(scheme.id)), comparing);
        showPlots({"heatmap", "curves", "ratio", "dropout"});
        QCOMPARE(m_window->size(), size); // it asks for no more
        QTRY_VERIFY2(CutTexts(*m_window).all().isEmpty(), qPrintable(CutTexts(*m_window).all().join(u"\n\n"_s)));
    }
    showPlots({"similarity", "precision", "builds"});
    QTRY_VERIFY2(CutTexts(*m_window).all().isEmpty(), qPrintable(CutTexts(*m_window).all().join(u"\n\n"_s)));
}

// What was shown until now, and every text of the core, must be in what translators get.
void TestTranslation::lupdateFindsEverything()
{
    const QString file = m_folder->filePath("all.ts");
    QProcess update;
    update.start(QStringLiteral(PHASOR_SOURCE "/resources/translations/update.sh"), {file});
    QVERIFY(update.waitForFinished(60000));
    if (update.exitCode() == 3)
        QSKIP("no lupdate of Qt 6 (qt6-l10n-tools)");
    QCOMPARE(update.exitCode(), 0);
    PseudoTranslator::Asked found;
    QSet<QString> contexts;
    QFile ts(file);
    QVERIFY(ts.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&ts);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("source"))
            found.insert({context, xml.readElementText()});
        contexts.insert(context);
    }
    QVERIFY(!xml.hasError());
    QVERIFY(found.size() > 500);
    for (const QString& of : contexts) // lupdate loses the namespace behind a `std::` that it does not understand
        QVERIFY2(!contexts.contains(u"phasor::"_s + of), qPrintable(of));
    QStringList missing;
    for (const auto& [of, text] : m_translator.asked() - found)
        missing << of + u": "_s + text;
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u"\n\n"_s)));
}

QTEST_MAIN(TestTranslation)
#include "tst_translation.moc"
