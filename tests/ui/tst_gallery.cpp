// SPDX-License-Identifier: GPL-3.0-or-later
// The page *Add a view*: pictures that are drawn once, views that do not apply, and the place of the chosen one.
#include "plots/plot.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/pages/pages.h"
#include "ui/shell/plotgrid.h"

#include <QAction>
#include <QComboBox>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include <set>

using namespace phasor;

class TestGallery : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void picturesAreDrawnOnce();
    void viewsThatDoNotApplyAreGray_data();
    void viewsThatDoNotApplyAreGray();
    void grayViewsSayWhatHelps();
    void aCardIsDraggedToItsPlace();
    void theChosenViewIsAdded();
    void inPlaceOfAnother();
    void aFullBoardAsks();
    void isSearched();
    void isLeft();
    void aWidePageHasLargerPictures();

private:
    template <typename T> T& part(const QString& name)
    {
        T* found = m_window->findChild<T*>(name);
        Q_ASSERT(found != nullptr);
        return *found;
    }
    Gallery& gallery() { return part<Gallery>("gallery"); }
    Card& card(const QString& view) { return part<Card>(u"card-"_s + view); }
    const Board& board() { return m_window->store().view().board; }
    void open()
    {
        part<QAction>("action-add-view").trigger();
        QTRY_VERIFY(gallery().isVisible());
    }
    QStringList files()
    {
        QStringList names;
        for (QDirIterator all(m_folder->path(), {"*.png"}, QDir::Files, QDirIterator::Subdirectories); all.hasNext();)
            names << all.next();
        return names;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestGallery::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_folder->path().toUtf8());
    m_window = std::make_unique<MainWindow>(WindowOptions{
        .settingsPath = m_folder->filePath("window.json").toStdString(), .file = {}, .machine = "2 threads"});
    m_window->show();
    m_window->setWindowState(Qt::WindowNoState);
    m_window->resize(1280, 800);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestGallery::cleanup()
{
    m_window.reset();
    m_folder.reset();
}

void TestGallery::picturesAreDrawnOnce()
{
    open();
    const auto views = static_cast<qsizetype>(plotSpecs().size());
    QTRY_COMPARE_WITH_TIMEOUT(files().size(), views, 60000);
    const QString file = files().front();
    const QDateTime drawn = QFileInfo(file).lastModified();
    QVERIFY(!QImage(file).isNull());
    m_window.reset();
    const QString folder = m_folder->path();
    m_window = std::make_unique<MainWindow>(
        WindowOptions{.settingsPath = (folder + "/window.json").toStdString(), .file = {}, .machine = "2 threads"});
    m_window->show();
    open();
    QTRY_VERIFY(!card("mosaic").reason().isEmpty()); // tried again, not drawn again
    QCOMPARE(QFileInfo(file).lastModified(), drawn);
    QCOMPARE(files().size(), views);
}

void TestGallery::viewsThatDoNotApplyAreGray_data()
{
    QTest::addColumn<QString>("theme");
    QTest::newRow("light") << QStringLiteral("action-theme-light");
    QTest::newRow("dark, whose pictures are others") << QStringLiteral("action-theme-dark");
}

void TestGallery::viewsThatDoNotApplyAreGray()
{
    QFETCH(const QString, theme);
    part<QAction>(theme).trigger();
    open();
    QTRY_VERIFY(!card("mosaic").reason().isEmpty());
    QTRY_VERIFY2(card("heads").reason().contains("adds no bias"), qPrintable(card("heads").reason()));
    QVERIFY(card("heads").accessibleName().contains("ALiBi")); // what to do instead
    QVERIFY2(!card("heads").clause().contains("ALiBi"), "the card has room for the reason only");
    // The groups in order; only the last one fills a gap.
    QVERIFY(card("precision").y() == card("similarity").y() && card("training").y() == card("dropout").y());
    QVERIFY(card("heatmap").reason().isEmpty());
    QVERIFY2(card("recoverability").accessibleName().endsWith("Not shown."),
             qPrintable(card("recoverability").accessibleName()));
    m_window->store().edit([](Parameters& p) { setScheme(p.encoding, "alibi"); });
    open();
    QTRY_VERIFY(card("heads").reason().isEmpty());
    QTRY_VERIFY(card("wavelengths").reason().contains("no frequencies"));
}

void TestGallery::grayViewsSayWhatHelps()
{
    open();
    QTRY_VERIFY(!card("heads").reason().isEmpty());
    auto& help = part<QLabel>("gallery-help");
    QVERIFY(!help.isVisible());
    card("heads").setChecked(true);
    QVERIFY2(help.text().contains("Show Scores instead") && help.text().contains("Change Scheme"),
             qPrintable(help.text()));
    help.setFocus();
    QTest::keyClick(&help, Qt::Key_Tab); // the first link
    QTest::keyClick(&help, Qt::Key_Return);
    QVERIFY(card("scores").isChecked() && card("scores").hasFocus());
    QVERIFY(!help.isVisible());
    card("heads").setChecked(true);
    part<QAction>("action-controls").trigger(); // hides them
    emit help.linkActivated("setting:scheme");
    QTRY_VERIFY(!gallery().isVisible());
    QTRY_VERIFY(part<QWidget>("control-scheme").isVisible());
    QVERIFY(m_window->focusWidget()->objectName().contains("scheme"));
}

void TestGallery::aCardIsDraggedToItsPlace()
{
    open();
    auto* const map = part<QLabel>("gallery-help").parentWidget()->findChild<QWidget*>("gallery-map");
    const auto drag = [&](const QPoint& to) {
        const QPoint target = card("energy").mapFromGlobal(map->mapToGlobal(to));
        QTest::mousePress(&card("energy"), Qt::LeftButton, {}, {20, 20});
        QTest::mouseMove(&card("energy"), {40, 40});
        QTest::mouseMove(&card("energy"), target);
        QTest::mouseRelease(&card("energy"), Qt::LeftButton, {}, target);
    };
    const auto& instead = part<QComboBox>("gallery-instead");
    drag({4, map->height() - 4});
    QVERIFY(card("energy").isChecked());
    QCOMPARE(instead.currentText(), QStringLiteral("in place of Scale"));
    drag({map->width() - 4, 4});
    QCOMPARE(instead.currentText(), QStringLiteral("in place of Curves"));
    drag({-40, -40}); // nowhere
    QCOMPARE(instead.currentText(), QStringLiteral("in place of Curves"));
    QTest::keyClick(&gallery(), Qt::Key_Return);
    QCOMPARE(board().shown(), (std::vector<std::string>{"heatmap", "energy", "ratio", "dropout"}));
}

void TestGallery::theChosenViewIsAdded()
{
    open();
    card("energy").setFocus();
    QTest::keyClick(&card("energy"), Qt::Key_Space);
    QVERIFY(card("energy").isChecked());
    QVERIFY(part<QLabel>("gallery-place").text().contains("new cell"));
    QTest::keyClick(&card("energy"), Qt::Key_Return);
    QTRY_VERIFY(!gallery().isVisible());
    QCOMPARE(board().size(), 5);
    QCOMPARE(part<PlotGrid>("plots").current(), QStringLiteral("energy"));
    open();
    QTest::mouseDClick(&card("energy"), Qt::LeftButton); // twice
    QTRY_VERIFY(!gallery().isVisible());
    QVERIFY(board().find("energy@2") >= 0);
}

void TestGallery::inPlaceOfAnother()
{
    open();
    card("scores").setChecked(true);
    auto& instead = part<QComboBox>("gallery-instead");
    QCOMPARE(instead.count(), 5);
    instead.setCurrentIndex(instead.findText("in place of Curves"));
    QVERIFY(part<QLabel>("gallery-place").text().contains("Curves"));
    part<QPushButton>("gallery-open").click();
    QCOMPARE(board().shown(), (std::vector<std::string>{"heatmap", "scores", "ratio", "dropout"}));
}

void TestGallery::aFullBoardAsks()
{
    m_window->store().editView([](ViewState& view) {
        view.board.add("energy");
        view.board.add("shift");
    });
    part<QAction>("action-plot-scores").trigger();
    QTRY_VERIFY(gallery().isVisible());
    QVERIFY(card("scores").isChecked());
    auto& instead = part<QComboBox>("gallery-instead");
    QCOMPARE(instead.count(), 6);
    QVERIFY(instead.itemText(0).startsWith("in place of"));
    QTest::keyClick(&gallery(), Qt::Key_Escape);
    QCOMPARE(board().find("scores"), -1);
}

void TestGallery::isSearched()
{
    open();
    auto& search = part<QLineEdit>("gallery-search");
    QTest::keyClicks(&card("energy"), "p"); // typing anywhere searches
    QVERIFY(search.hasFocus());
    QCOMPARE(search.text(), QStringLiteral("p"));
    search.setText("zzzz");
    QVERIFY2(part<QLabel>("gallery-place").text().contains("zzzz"), qPrintable(part<QLabel>("gallery-place").text()));
    QVERIFY(!part<QPushButton>("gallery-open").isEnabled());
    search.setText("recover");
    QVERIFY(card("heatmap").isHidden() && !card("recoverability").isHidden());
    QVERIFY(card("recoverability").isChecked());
    QTest::keyClick(&search, Qt::Key_Return);
    QVERIFY(board().find("recoverability") >= 0);
}

void TestGallery::isLeft()
{
    const Board before = board();
    part<QToolButton>("board-add").click();
    QTRY_VERIFY(gallery().isVisible());
    part<QPushButton>("gallery-cancel").click();
    QVERIFY(!gallery().isVisible());
    QVERIFY(part<PlotGrid>("plots").isVisible());
    QVERIFY(board() == before);
}

// As many columns, and all of them seen without scrolling.
void TestGallery::aWidePageHasLargerPictures()
{
    open();
    const auto columns = [this] {
        std::set<int> left;
        for (const Card* one : gallery().findChildren<Card*>())
            left.insert(one->x());
        return left.size();
    };
    const QSize small = card("heatmap").size();
    QCOMPARE(columns(), 8U);
    m_window->resize(1920, 1080);
    QTRY_VERIFY(card("heatmap").width() > 1.4 * small.width());
    QCOMPARE(columns(), 8U);
    QVERIFY(card("heatmap").height() > 1.2 * small.height());
    const auto bars = gallery().findChildren<QScrollBar*>();
    QVERIFY(std::ranges::none_of(bars, [](const QScrollBar* bar) { return bar->isVisible(); }));
}

QTEST_MAIN(TestGallery)
#include "tst_gallery.moc"
