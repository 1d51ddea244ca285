// SPDX-License-Identifier: GPL-3.0-or-later
// The palette and *Find a setting*: what typed letters find, keys, values that are set or refused, gray entries.
#include "options/lessonsteps.h"
#include "pipeline/parameters/parameterspec.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/palette/palette.h"
#include "ui/shell/plotgrid.h"
#include "views/tables/heatmap.h"

#include <QAccessible>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QtTest>

using namespace phasor;

class TestPalette : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_window.reset(); }

    void likenessOfLetters_data();
    void likenessOfLetters();
    void theBestIsFirst_data();
    void theBestIsFirst();
    void lessonsAreFound();
    void everyActionIsFound();
    void everySettingIsFound();
    void keysAndMouse();
    void aViewIsOpened();
    void aValueIsSet_data();
    void aValueIsSet();
    void wrongValuesAreRefused_data();
    void wrongValuesAreRefused();
    void whatDoesNotApplyIsGray();
    void aChoiceComesBeforeWhatIsNamedAfterIt();
    void isInTheMiddleOfTheStartPage();
    void actionsOfTheCurrentPlot();
    void optionsOfTheShownViews();
    void findASetting();
    void staysInSmallWindows();
    void isReadAloud();

private:
    template <typename T> T& part(const QString& name)
    {
        T* found = m_window->findChild<T*>(name);
        if (found == nullptr)
            qFatal("no %s", qPrintable(name));
        return *found;
    }
    QLineEdit& field() { return part<QLineEdit>("palette-field"); }
    QListWidget& list() { return part<QListWidget>("palette-list"); }
    QString says() { return part<QLabel>("palette-says").text(); }
    QString row(int at) { return list().item(at) != nullptr ? list().item(at)->text() : QString(); }
    QString kind(int at) { return list().item(at)->data(Qt::AccessibleTextRole).toString().section(u". "_s, -1); }
    bool isOpen() { return part<Palette>("palette").isVisible(); }
    const Parameters& now() { return m_window->store().parameters(); }
    QString valueOf(const char* id) { return qs(printValue(findParameter(id, now())->get(now()))); }
    // Opens the palette with that text.
    void type(const QString& text)
    {
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier);
        field().selectAll();
        field().insert(text); // letters that no key has, too
    }
    int rowOf(const QString& title)
    {
        for (int i = 0; i < list().count(); ++i) {
            if (row(i) == title)
                return i;
        }
        return -1;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    PipelineCache m_cache;
    std::unique_ptr<MainWindow> m_window;
};

void TestPalette::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = std::make_unique<MainWindow>(
        WindowOptions{.settingsPath = m_folder->filePath("window.json").toStdString(),
                      .file = {},
                      .machine = {},
                      .lessons = {lessonIds, readLessonFile, [this](const std::string& lesson) {
                                      return openLesson(lesson, m_cache);
                                  }}});
    m_window->show();
    m_window->setWindowState(Qt::WindowNoState);
    m_window->resize(1280, 800);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestPalette::likenessOfLetters_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("found");
    QTest::newRow("beginnings of words") << "dm"
                                         << "d_model" << true;
    QTest::newRow("a run") << "opou"
                           << "Dropout" << true;
    QTest::newRow("left out") << "drpout"
                              << "Dropout histogram" << true;
    QTest::newRow("capitals") << "ROPE"
                              << "RoPE scaling" << true;
    QTest::newRow("spaces") << "drop out"
                            << "Dropout" << true;
    QTest::newRow("first letters and others") << "drp hst"
                                              << "Dropout histogram" << true;
    QTest::newRow("by chance") << "ean"
                               << "Learned" << false;
    QTest::newRow("another order") << "out drop"
                                   << "Dropout" << false;
    QTest::newRow("longer") << "Dropouts"
                            << "Dropout" << false;
    QTest::newRow("nothing") << ""
                             << "Dropout" << false;
}

void TestPalette::likenessOfLetters()
{
    QFETCH(QString, typed);
    QFETCH(QString, text);
    QTEST(likeness(typed, text) > 0, "found");
}

void TestPalette::theBestIsFirst_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("kind");
    QTest::newRow("a view") << "dro"
                            << "Dropout"
                            << "View";
    QTest::newRow("by its id") << "ratio"
                               << "Scale"
                               << "View";
    QTest::newRow("a setting") << "len"
                               << "seq_len"
                               << "Setting";
    QTest::newRow("initials") << "dm"
                              << "d_model"
                              << "Setting";
    QTest::newRow("a choice") << "scheme rope"
                              << "Scheme: RoPE"
                              << "Setting";
    QTest::newRow("a setting and a choice") << "scale none"
                                            << "Scale s: none"
                                            << "Setting";
    QTest::newRow("with an equals sign") << "scale=none"
                                         << "Scale s: none"
                                         << "Setting";
    QTest::newRow("a number") << "d_model 96"
                              << "d_model: 96"
                              << "Setting";
    QTest::newRow("initials and a number") << "dm 96"
                                           << "d_model: 96"
                                           << "Setting";
    QTest::newRow("a theme") << "dark"
                             << "Theme ▸ Dark"
                             << "Action";
    QTest::newRow("a preset") << "llama 4"
                              << "RoPE: Llama 4 Scout, rotating layers"
                              << "Preset";
    QTest::newRow("a lesson") << "sqrt"
                              << "Why × √d_model?"
                              << "Lesson";
    QTest::newRow("a letter left out") << "heatmp"
                                       << "Heatmap"
                                       << "View";
    QTest::newRow("letters exchanged") << "dropuot hist"
                                       << "Dropout histogram"
                                       << "View";
    QTest::newRow("words exchanged") << "rope lesson"
                                     << "RoPE: rotate, don't add"
                                     << "Lesson";
    QTest::newRow("a word of what it says") << "obtains"
                                            << ""
                                            << "";
}

void TestPalette::theBestIsFirst()
{
    QFETCH(QString, typed);
    QFETCH(QString, first);
    type(typed);
    QCOMPARE(row(0), first);
    QCOMPARE(list().currentRow(), first.isEmpty() ? -1 : 0);
    if (!first.isEmpty())
        QTEST(kind(0), "kind");
}

void TestPalette::lessonsAreFound()
{
    type("lesson");
    QVERIFY(rowOf("Why × √d_model?") > 0);
    QTest::keyClick(&field(), Qt::Key_Escape);
    type("why");
    QCOMPARE(kind(0), QStringLiteral("Lesson"));
    QVERIFY(rowOf("Why does dropout act on the sum?") == 1 || rowOf("Why does dropout act on the sum?") == 2);
    QTest::keyClick(&field(), Qt::Key_Return);
    QTRY_VERIFY(part<QWidget>("guide").isVisible());
}

void TestPalette::everyActionIsFound()
{
    QList<QAction*> all = m_window->menuBar()->actions();
    int found = 0;
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (all[i]->menu() != nullptr) {
            all += all[i]->menu()->actions();
            continue;
        }
        if (all[i]->isSeparator())
            continue;
        const QString text = all[i]->iconText();
        type(text);
        const int at = rowOf(text);
        bool isThere = at >= 0;
        for (int line = 0; line < list().count(); ++line)
            isThere = isThere || row(line).endsWith(u"▸ "_s + text); // in a submenu
        QVERIFY2(isThere, qPrintable(text));
        ++found;
    }
    QVERIFY(found > 100);
}

void TestPalette::everySettingIsFound()
{
    for (const ParameterSpec& spec : parameterSpecs()) {
        type(qs(spec.id));
        bool isThere = false;
        for (int line = 0; line < list().count(); ++line)
            isThere = isThere || kind(line) == QStringLiteral("Setting");
        QVERIFY2(isThere, spec.id.data());
    }
}

void TestPalette::keysAndMouse()
{
    auto& sentence = part<QWidget>("text-text");
    QVERIFY(sentence.hasFocus());
    type("dropout");
    QVERIFY(isOpen() && field().hasFocus());
    QTest::keyClick(&field(), Qt::Key_Down);
    QTest::keyClick(&field(), Qt::Key_Down);
    QTest::keyClick(&field(), Qt::Key_Up);
    QCOMPARE(list().currentRow(), 1);
    QTest::keyClick(&field(), Qt::Key_PageDown);
    QVERIFY(list().currentRow() > 5);
    QTest::keyClick(&field(), Qt::Key_Escape);
    QVERIFY(!isOpen() && sentence.hasFocus());
    type("dropout hist");
    QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, list().visualItemRect(list().item(0)).center());
    QVERIFY(!isOpen());
    QCOMPARE(part<PlotGrid>("plots").current(), QStringLiteral("histogram"));
    type("dropout");
    QTest::mouseClick(&part<QWidget>("strip"), Qt::LeftButton, {}, {2, 2});
    QVERIFY(!isOpen());
    type("dropout");
    QTest::keyClick(&field(), Qt::Key_Tab);
    QVERIFY(!isOpen());
    type("qqqq");
    QVERIFY2(says().contains("qqqq") && list().isHidden(), qPrintable(says()));
    QTest::keyClick(&field(), Qt::Key_Return);
    QVERIFY(isOpen());
}

// One that is shown already gets the focus and is not closed.
void TestPalette::aViewIsOpened()
{
    type("energy");
    QTest::keyClick(&field(), Qt::Key_Return);
    QCOMPARE(part<PlotGrid>("plots").current(), QStringLiteral("energy"));
    type("heatmap");
    QTest::keyClick(&field(), Qt::Key_Return);
    QVERIFY(part<PlotGrid>("plots").isWanted("heatmap"));
    QCOMPARE(part<PlotGrid>("plots").current(), QStringLiteral("heatmap"));
    type("add a view");
    QTest::keyClick(&field(), Qt::Key_Return);
    QTRY_VERIFY(part<QWidget>("gallery").isVisible());
    type("curves");
    QTest::keyClick(&field(), Qt::Key_Return);
    QVERIFY(!part<QWidget>("gallery").isVisible()); // over a page, too
}

void TestPalette::aValueIsSet_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("value");
    QTest::newRow("choice") << "scale none"
                            << "scale"
                            << "none";
    QTest::newRow("number or choice") << "scale 2,5"
                                      << "scale"
                                      << "2.5";
    QTest::newRow("number") << "d_model 256"
                            << "d-model"
                            << "256";
    QTest::newRow("a word of the label") << "p 20 %"
                                         << "dropout"
                                         << "0.2";
    QTest::newRow("seed") << "seed 7"
                          << "seed"
                          << "7";
    QTest::newRow("text") << "sentence a b c"
                          << "text"
                          << "a b c";
    QTest::newRow("scheme") << "scheme: alibi"
                            << "scheme"
                            << "alibi";
}

void TestPalette::aValueIsSet()
{
    QFETCH(QString, typed);
    QFETCH(QString, value);
    QFETCH(QString, id);
    const QString before = valueOf(utf8(id).c_str());
    type(typed);
    QTest::keyClick(&field(), Qt::Key_Return);
    QVERIFY(!isOpen());
    QCOMPARE(valueOf(utf8(id).c_str()), value);
    part<QAction>("action-undo").trigger();
    QCOMPARE(valueOf(utf8(id).c_str()), before);
}

void TestPalette::wrongValuesAreRefused_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("why");
    QTest::newRow("range") << "d_model 0"
                           << "0 is out of range";
    QTest::newRow("no number") << "max_len many"
                               << "use a whole number";
    QTest::newRow("unknown") << "scheme alibo"
                             << "did you mean";
    QTest::newRow("p") << "dropout 1.5"
                       << "1.5 is out of range";
}

void TestPalette::wrongValuesAreRefused()
{
    QFETCH(QString, typed);
    QFETCH(QString, why);
    const Parameters before = now();
    type(typed);
    QCOMPARE(list().count(), 1);
    QVERIFY2(says().contains(why), qPrintable(says()));
    QTest::keyClick(&field(), Qt::Key_Return);
    QVERIFY(isOpen());
    QVERIFY(now() == before);
}

void TestPalette::whatDoesNotApplyIsGray()
{
    type("swap a and b");
    QCOMPARE(row(0), QStringLiteral("Swap A and B"));
    QVERIFY2(says().contains("no setup B"), qPrintable(says()));
    QTest::keyClick(&field(), Qt::Key_Return);
    QVERIFY(isOpen());
    QTest::keyClick(&field(), Qt::Key_Escape);
    type("undo");
    QVERIFY2(says().contains("nothing to undo"), qPrintable(says()));
    QTest::keyClick(&field(), Qt::Key_Escape);
    type("rope scaling");
    QCOMPARE(says(), QStringLiteral("Only for the scheme RoPE."));
    QTest::keyClick(&field(), Qt::Key_Escape);
    type("threads per multi");
    QVERIFY2(says().contains("no effect without Random generator: "), qPrintable(says()));
    QTest::keyClick(&field(), Qt::Key_Escape);
    type("biases of all heads");
    QTRY_VERIFY2(says().contains("adds no bias"), qPrintable(says()));
    QTest::keyClick(&field(), Qt::Key_Return); // as in the menu: the plot says why it is empty
    QVERIFY(part<PlotGrid>("plots").isWanted("heads"));
}

void TestPalette::aChoiceComesBeforeWhatIsNamedAfterIt()
{
    type("rope");
    QCOMPARE(row(0), QStringLiteral("Scheme: RoPE"));
}

void TestPalette::isInTheMiddleOfTheStartPage()
{
    part<QAction>("action-start").trigger();
    type("rope");
    const auto& palette = part<Palette>("palette");
    QVERIFY(std::abs(palette.geometry().center().x() - m_window->rect().center().x()) <= 1);
}

void TestPalette::actionsOfTheCurrentPlot()
{
    type("viridis");
    QVERIFY2(row(0).startsWith("Heatmap ▸ ") && row(0).endsWith(" ▸ Viridis"), qPrintable(row(0)));
    QTest::keyClick(&field(), Qt::Key_Return);
    QCOMPARE(m_window->store().view().colorMap, std::string("viridis"));
}

// Also of views that are not the current one.
void TestPalette::optionsOfTheShownViews()
{
    const auto tokenRows = [this] {
        return m_window->store().view().board.of<HeatmapOptions>().tokenRows;
    };
    m_window->store().edit([](Parameters& p) { p.sentence.text = "the cat sat"; });
    QTRY_VERIFY(part<QWidget>("token-rows").isEnabled());
    m_window->store().editView([](ViewState& view) { view.board.setFocus(2); });
    for (const bool on : {true, false}) {
        type("token rows");
        QCOMPARE(row(0), QStringLiteral("Heatmap: PE ▸ Token rows"));
        QTest::keyClick(&field(), Qt::Key_Return);
        QCOMPARE(tokenRows(), on);
    }
    m_window->store().editView([](ViewState& view) { view.board.close(0); });
    type("token rows");
    QCOMPARE(rowOf("Heatmap: PE ▸ Token rows"), -1);
}

void TestPalette::findASetting()
{
    auto& find = part<QLineEdit>("find-setting");
    auto& curves = part<QWidget>("curves");
    part<QAction>("action-controls").trigger(); // hides them
    curves.setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
    QVERIFY(find.hasFocus() && find.isVisible() && !isOpen());
    QTest::keyClicks(&find, "dro");
    QVERIFY(isOpen() && field().isHidden());
    QCOMPARE(row(0), QStringLiteral("Dropout p"));
    QVERIFY(rowOf("Dropout") > rowOf("Dropout target"));
    QTest::keyClick(&find, Qt::Key_Escape);
    QVERIFY(!isOpen() && curves.hasFocus() && find.text().isEmpty());
    QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
    QTest::keyClick(&find, Qt::Key_Escape);
    QVERIFY(curves.hasFocus());
    QVERIFY(!part<QWidget>("control-projection").isVisible()); // folded
    QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(&find, "projection");
    QTest::keyClick(&find, Qt::Key_Return);
    QVERIFY(part<QWidget>("control-projection").isVisible());
    QVERIFY(m_window->focusWidget()->objectName().contains("projection"));
    QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(&find, "heads 4");
    QTest::keyClick(&find, Qt::Key_P, Qt::ControlModifier); // the palette takes over
    QVERIFY(field().hasFocus() && field().text().isEmpty() && find.text().isEmpty());
    part<QAction>("action-add-view").trigger();
    QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
    QVERIFY(find.hasFocus()); // from a page
}

void TestPalette::staysInSmallWindows()
{
    m_window->resize(640, 480);
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier);
    const auto& palette = part<Palette>("palette");
    QVERIFY2(m_window->rect().contains(palette.geometry()), qPrintable(QDebug::toString(palette.geometry())));
    m_window->resize(900, 600);
    QTRY_VERIFY(m_window->rect().contains(palette.geometry()));
}

void TestPalette::isReadAloud()
{
    type("scale none");
    QAccessibleInterface* rows = QAccessible::queryAccessibleInterface(&list());
    QVERIFY(rows != nullptr);
    QCOMPARE(rows->role(), QAccessible::List);
    QCOMPARE(rows->childCount(), 1);
    QCOMPARE(rows->child(0)->role(), QAccessible::ListItem);
    QCOMPARE(rows->child(0)->text(QAccessible::Name), QStringLiteral("Scale s: none. now √d_model. Setting"));
    QVERIFY(list().hasFocus()); // by its field: the current row is said
    for (QWidget* one : {static_cast<QWidget*>(&list()), static_cast<QWidget*>(&field()),
                         static_cast<QWidget*>(&part<QLineEdit>("find-setting"))})
        QVERIFY2(!one->accessibleName().isEmpty(), qPrintable(one->objectName()));
}

QTEST_MAIN(TestPalette)
#include "tst_palette.moc"
