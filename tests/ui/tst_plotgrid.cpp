// SPDX-License-Identifier: GPL-3.0-or-later
// The plots in their grid, used with the mouse: which one is current, what its buttons and its menu do; places in the
// table.
#include "plots/plot.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/shell/files/exports.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/plotgrid.h"
#include "views/measures/ratio.h"
#include "views/tables/heatmap.h"

#include <QAction>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include <cmath>

using namespace phasor;

class tst_PlotGrid : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void plotsAreMadeWhenTheyAreFirstShown();
    void whatLeavesTheBoardIsFreed();
    void aViewIsAdded();
    void twiceTheSameView();
    void cellsAreDragged();
    void cellsAreMovedByKeys();
    void sizesAreKept();
    void cellsKeepTheirLeastSize();
    void aSmallWindowHasTabs();
    void tabsOfOneViewSayTheirStage();
    void theGridIsResizedWhileItIsBuilt();
    void theTabKeyGoesFromCellToCell();
    void hidingDoesNotChoose();
    void aClickChooses();
    void everyPlotHasButtonsAndAMenu();
    void rightButtonOpensThePlotsOwnMenu();
    void optionsWithoutRoomAreInTheMenu();
    void dataOfThePlotAreCopied();
    void dataOfThePlotAreSaved();
    void colorsAreChosenInTheMenu();
    void aLockedRangeStays();
    void controlsAndLayoutComeBack();
    void resetAllResetsZoomAndStage();
    void goesToAPosition();
    void goesToAPositionAfterTheTokens();
    void goesBackToTheZoomBefore();

private:
    template <typename T> T& part(const QString& name)
    {
        T* found = m_window->findChild<T*>(name);
        Q_ASSERT(found != nullptr);
        return *found;
    }
    PlotGrid& grid() { return part<PlotGrid>("plots"); }
    const Board& board() { return m_window->store().view().board; }
    Plot& plot(const QString& id) { return part<Plot>(id); }
    void trigger(const QString& menu, const QString& action)
    {
        auto* found = part<QMenu>(u"menu-"_s + menu).findChild<QAction*>(action);
        Q_ASSERT(found != nullptr);
        found->trigger();
    }
    bool settled()
    {
        const SnapshotPtr snapshot = m_window->queue().latest();
        return snapshot && !m_window->queue().busy() && snapshot->scene == m_window->store().scene();
    }
    const Picture& shownPicture()
    {
        m_shown = std::dynamic_pointer_cast<const PicturesData>(*m_window->queue().latest()->views.at("heatmap").data);
        return m_shown->picture;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
    std::shared_ptr<const PicturesData> m_shown;
};

void tst_PlotGrid::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = std::make_unique<MainWindow>(WindowOptions{
        .settingsPath = m_folder->filePath("window.json").toStdString(), .file = {}, .machine = "2 threads"});
    m_window->show();
    m_window->setWindowState(Qt::WindowNoState); // the offscreen screen has 800 × 800
    m_window->resize(1280, 800);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTRY_VERIFY(settled());
}

void tst_PlotGrid::cleanup()
{
    m_window.reset();
    m_folder.reset();
}

void tst_PlotGrid::plotsAreMadeWhenTheyAreFirstShown()
{
    QCOMPARE(grid().findChildren<Plot*>().size(), 4);
    part<QAction>("action-theme-dark").trigger();
    grid().showPlot("similarity");
    QCOMPARE(grid().findChildren<Plot*>().size(), 5);
    QCOMPARE(plot("similarity").palette().color(QPalette::Window), plot("heatmap").palette().color(QPalette::Window));
    QTRY_VERIFY(!plot("similarity").summary().isEmpty());
    grid().showPlot("curves");
    QCOMPARE(grid().findChildren<Plot*>().size(), 5);
    part<QAction>("action-theme-light").trigger();
}

void tst_PlotGrid::whatLeavesTheBoardIsFreed()
{
    grid().showPlot("similarity");
    QTRY_VERIFY(settled() && !plot("similarity").summary().isEmpty());
    const QString summary = plot("similarity").summary();
    const QImage before = plot("similarity").grab().toImage();
    const auto data = [this] {
        const auto& views = m_window->queue().latest()->views;
        const auto found = views.find("similarity");
        return found == views.end() ? std::weak_ptr<const ViewData>()
                                    : std::weak_ptr<const ViewData>(*found->second.data);
    };
    const std::weak_ptr<const ViewData> shown = data();
    QVERIFY(!shown.expired());
    part<QAction>("action-maximise").trigger(); // the others are hidden, and will be back soon
    part<QAction>("action-maximise").trigger();
    grid().closeCurrent();
    QVERIFY(board().find("similarity") < 0);
    QTRY_VERIFY(shown.expired());
    part<QAction>("action-undo").trigger();
    m_window->store().editView([](ViewState& view) { view.board.setFocus(view.board.find("similarity")); });
    QTRY_COMPARE(plot("similarity").summary(), summary);
    QTRY_COMPARE(plot("similarity").grab().toImage(), before);
}

// Opening a view takes none away; a full board asks.
void tst_PlotGrid::aViewIsAdded()
{
    QSignalSpy asked(&grid(), &PlotGrid::askedFor);
    for (const char* id : {"similarity", "phasors"}) {
        grid().showPlot(id);
        QTRY_VERIFY(plot(id).isVisible());
        QCOMPARE(grid().current(), QString(id));
    }
    for (const char* id : {"heatmap", "curves", "ratio", "dropout"})
        QVERIFY2(board().find(id) >= 0, id);
    QCOMPARE(board().size(), 6);
    QVERIFY(asked.isEmpty());
    part<QAction>("action-plot-energy").trigger();
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.front().front().toString(), QStringLiteral("energy"));
    QCOMPARE(board().size(), 6);
    QTRY_VERIFY(!grid().isVisible()); // the gallery asks in place of which view
    part<QPushButton>("gallery-cancel").click();
    QTRY_VERIFY(plot("phasors").isVisible());
    part<QAction>("action-plot-phasors").trigger(); // only gives it the focus
    QVERIFY(board().find("phasors") >= 0 && plot("phasors").isAncestorOf(QApplication::focusWidget()));
    QVERIFY(part<QAction>("action-plot-phasors").isChecked());
    grid().closeCurrent();
    QVERIFY(board().find("phasors") < 0 && !plot("phasors").isVisible());
    part<QAction>("action-undo").trigger();
    QVERIFY(board().find("phasors") >= 0);
    m_window->store().editView([](ViewState& view) { view.board.setFocus(view.board.find("phasors")); });
    QTRY_VERIFY(plot("phasors").isVisible());
}

// Two heatmaps of two stages: a box of the strip sets the stage of the one in focus.
void tst_PlotGrid::twiceTheSameView()
{
    trigger("curves", "plot-action-close");
    part<QMenu>("show-here-ratio").findChild<QAction*>("show-here-heatmap")->trigger();
    QCOMPARE(board().shown(), (std::vector<std::string>{"heatmap", "heatmap", "dropout"}));
    QCOMPARE(grid().current(), QStringLiteral("heatmap@2"));
    const auto strip = [this](const char* stage) {
        m_window->store().editView([stage](ViewState& view) { view.setStage(stageCell(view), stage); });
        QTRY_VERIFY(settled());
    };
    strip("sum");
    const auto symbolOf = [this](const char* cell) {
        const auto& views = m_window->queue().latest()->views;
        const auto part = views.find(cell);
        const auto data
            = part == views.end() ? nullptr : std::dynamic_pointer_cast<const PicturesData>(*part->second.data);
        return data ? english(data->picture.quantity.symbol) : std::string();
    };
    QTRY_COMPARE(symbolOf("heatmap@2"), std::string("s·E + PE"));
    QCOMPARE(symbolOf("heatmap"), std::string("PE"));
    const auto image = [this](const char* cell) {
        return plot(cell).grab().toImage();
    };
    QVERIFY(image("heatmap") != image("heatmap@2"));
    QTest::mouseClick(&plot("heatmap"), Qt::LeftButton, {}, {5, 5});
    strip("embedding");
    QTRY_COMPARE(symbolOf("heatmap"), std::string("E"));
    QCOMPARE(symbolOf("heatmap@2"), std::string("s·E + PE"));
    QCOMPARE(part<QToolButton>("view-heatmap@2").text(), QStringLiteral("Heatmap: s·E + PE"));
    m_window->store().edit([](Parameters& p) { p.sum.combine = Combine::Concatenate; });
    QTRY_COMPARE(part<QToolButton>("view-heatmap@2").text(), QStringLiteral("Heatmap: [s·E, PE]"));
    m_window->store().edit([](Parameters& p) { setScheme(p.encoding, "rope"); });
    QTRY_COMPARE(part<QToolButton>("view-heatmap@2").text(), QStringLiteral("Heatmap: s·E"));
    QCOMPARE(part<QToolButton>("view-heatmap").text(), QStringLiteral("Heatmap: E"));
    m_window->store().edit([](Parameters& p) {
        p.sum.combine = Combine::Sum;
        setScheme(p.encoding, "sinusoidal");
    });
    QTRY_COMPARE(part<QToolButton>("view-heatmap@2").text(), QStringLiteral("Heatmap: s·E + PE"));
    trigger("heatmap@2", "plot-action-own-stage"); // follows the strip again
    QTRY_COMPARE(symbolOf("heatmap@2"), std::string("E"));
    trigger("heatmap@2", "plot-action-own-stage");
    const auto elsewhere = [this] {
        m_window->store().editView([](ViewState& view) { view.board.setFocus(view.board.find("dropout")); });
    };
    elsewhere();
    strip("sum"); // that of the one that follows the strip
    QTRY_COMPARE(symbolOf("heatmap"), std::string("s·E + PE"));
    QCOMPARE(symbolOf("heatmap@2"), std::string("E"));
    trigger("heatmap", "plot-action-close"); // only that with a stage of its own is left
    elsewhere();
    strip("scaled");
    QTRY_COMPARE(symbolOf("heatmap"), std::string("s·E"));
}

void tst_PlotGrid::cellsAreDragged()
{
    const auto drag = [this](const char* from, const QPoint& to) {
        auto* header = plot(from).findChild<QWidget*>("header");
        const auto at = [&](const QPoint& place) {
            return header->mapFrom(&grid(), place);
        };
        QTest::mousePress(header, Qt::LeftButton, {}, {20, 10});
        QTest::mouseMove(header, at(to) + QPoint(9, 0));
        QTest::mouseMove(header, at(to));
        QTest::mouseRelease(header, Qt::LeftButton, {}, at(to));
    };
    const auto center = [this](const char* id) {
        return plot(id).mapTo(&grid(), plot(id).rect().center());
    };
    drag("dropout", center("heatmap"));
    QCOMPARE(board().shown(), (std::vector<std::string>{"dropout", "curves", "ratio", "heatmap"}));
    QTRY_VERIFY(plot("dropout").mapTo(&grid(), QPoint()) == QPoint());
    QCOMPARE(grid().current(), QStringLiteral("dropout"));
    drag("dropout", center("curves") + QPoint(plot("curves").width() / 2 - 20, 0));
    QCOMPARE(board().shown(), (std::vector<std::string>{"curves", "dropout", "ratio", "heatmap"}));
    drag("heatmap", {2, grid().height() / 2});
    QVERIFY(board().inColumns());
    QTRY_COMPARE(plot("heatmap").height(), grid().height());
    QCOMPARE(plot("heatmap").mapTo(&grid(), QPoint()), QPoint());
    drag("heatmap", plot("heatmap").rect().center()); // onto itself
    QVERIFY(board().inColumns());
    for (int i = 0; i < 3; ++i)
        part<QAction>("action-undo").trigger();
    QVERIFY(board() == Board());
}

void tst_PlotGrid::cellsAreMovedByKeys()
{
    const auto press = [this](const char* menu, std::initializer_list<int> keys) {
        plot("heatmap").setFocus(Qt::TabFocusReason);
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, {9, 9}, plot("heatmap").mapToGlobal(QPoint(9, 9)));
        QCoreApplication::sendEvent(&plot("heatmap"), &asked);
        auto& submenu = *part<QMenu>("menu-heatmap").findChild<QMenu*>(menu);
        QTRY_VERIFY(submenu.parentWidget()->isVisible());
        QTest::keyClick(submenu.parentWidget(), submenu.title()[submenu.title().indexOf(u'&') + 1].toLatin1());
        QTRY_VERIFY(submenu.isVisible());
        for (const int key : keys)
            QTest::keyClick(&submenu, static_cast<Qt::Key>(key));
        QTRY_VERIFY(!submenu.isVisible());
    };
    using Views = std::vector<std::string>;
    press("swap", {Qt::Key_D});
    QCOMPARE(board().shown(), (Views{"ratio", "curves", "heatmap", "dropout"}));
    QTRY_VERIFY(plot("heatmap").mapTo(&grid(), QPoint()).y() > grid().height() / 3);
    QCOMPARE(grid().current(), QStringLiteral("heatmap"));
    press("move", {Qt::Key_R});
    QCOMPARE(board().shown(), (Views{"ratio", "curves", "dropout", "heatmap"}));
    press("move", {Qt::Key_U}); // into the line above, before the second
    QCOMPARE(board().shown(), (Views{"ratio", "heatmap", "curves", "dropout"}));
    QCOMPARE(board().lines().front().cells.size(), std::size_t(3));
    press("move", {Qt::Key_U}); // a line of its own
    QCOMPARE(board().shown(), (Views{"heatmap", "ratio", "curves", "dropout"}));
    QCOMPARE(board().lines().size(), std::size_t(3));
    const QMenu& menu = part<QMenu>("menu-heatmap");
    QVERIFY(!menu.findChild<QAction*>("move-up")->isEnabled());
    QVERIFY(menu.findChild<QAction*>("move-left")->isEnabled());
    press("move", {Qt::Key_L}); // a column of its own
    QVERIFY(board().inColumns());
    QTRY_COMPARE(plot("heatmap").height(), grid().height());
    press("swap", {Qt::Key_R});
    QCOMPARE(board().cell(0).view, std::string("ratio"));
    for (int i = 0; i < 6; ++i)
        part<QAction>("action-undo").trigger();
    QVERIFY(board().isArrangedAs(Board()));
}

void tst_PlotGrid::sizesAreKept()
{
    const int before = plot("curves").width();
    for (auto* handle : grid().findChildren<QSplitterHandle*>()) {
        if (handle->orientation() != Qt::Horizontal || !handle->isVisible() || handle->width() == 0)
            continue;
        QTest::mousePress(handle, Qt::LeftButton, {}, {2, 20});
        QTest::mouseMove(handle, {-58, 20});
        QTest::mouseMove(handle, {-98, 20});
        QTest::mouseRelease(handle, Qt::LeftButton, {}, {-98, 20});
        break;
    }
    QTRY_VERIFY(plot("curves").width() > before + 50);
    QCOMPARE(plot("curves").width(), plot("dropout").width()); // aligned
    QVERIFY(board().cell(0).share < board().cell(1).share);
    const int after = plot("curves").width();
    part<QAction>("action-maximise").trigger();
    part<QAction>("action-maximise").trigger();
    QTRY_COMPARE(plot("curves").width(), after);
    part<QAction>("action-undo").trigger(); // the whole drag
    QVERIFY(board() == Board());
    QTRY_COMPARE(plot("curves").width(), before);
}

void tst_PlotGrid::cellsKeepTheirLeastSize()
{
    for (const char* view : {"scores", "phasors"})
        grid().add(QLatin1String(view));
    QTRY_COMPARE(grid().findChildren<QTabBar*>().size(), 6);
    const QSize least = leastCell(grid());
    for (auto* handle : grid().findChildren<QSplitterHandle*>()) {
        for (const QPoint& to : {QPoint(-300, -300), QPoint(300, 300)}) {
            QTest::mousePress(handle, Qt::LeftButton, {}, {2, 2});
            QTest::mouseMove(handle, to / 2);
            QTest::mouseMove(handle, to);
            QTest::mouseRelease(handle, Qt::LeftButton, {}, to);
            for (int cell = 0; cell < board().size(); ++cell) {
                const Plot& there = plot(qs(board().nameOf(cell)));
                QVERIFY2(there.isVisible() && there.width() >= least.width() && there.height() >= least.height(),
                         qPrintable(there.objectName()));
            }
        }
    }
}

// What has no room is a tab of its neighbor, and comes when it is chosen.
void tst_PlotGrid::aSmallWindowHasTabs()
{
    m_window->store().editView([](ViewState& view) { view.board.add("similarity"); });
    m_window->resize(860, 640);
    QTRY_VERIFY(!plot("curves").isVisible());
    QVERIFY(plot("curves").isHidden());
    QCOMPARE(board().size(), 5);
    auto* const tabs = plot("curves").parentWidget()->parentWidget()->findChild<QTabBar*>();
    QVERIFY(tabs != nullptr && tabs->isVisible());
    for (int tab = 0; tab < tabs->count(); ++tab) {
        if (tabs->tabText(tab) == u"Curves")
            tabs->setCurrentIndex(tab);
    }
    QTRY_VERIFY(plot("curves").isVisible());
    QCOMPARE(grid().current(), QStringLiteral("curves"));
    m_window->resize(1280, 800);
    for (const char* id : {"heatmap", "curves", "ratio"})
        QTRY_VERIFY2(plot(id).isVisible(), id);
}

void tst_PlotGrid::tabsOfOneViewSayTheirStage()
{
    m_window->store().editView([](ViewState& view) {
        for (const char* stage : {"embedding", "sum"})
            view.board.add("heatmap", stage);
    });
    m_window->resize(860, 640);
    const auto names = [this] {
        QStringList found;
        for (const QTabBar* tabs : m_window->findChildren<QTabBar*>()) {
            for (int tab = 0; tab < tabs->count(); ++tab)
                found += tabs->tabText(tab);
        }
        return found.filter(u"Heatmap: "_s);
    };
    QTRY_COMPARE(names().size(), 3);
    QStringList all = names();
    QCOMPARE(all.removeDuplicates(), 0);
}

// As a lesson's frame does: it is shown again when its plot moves, which activates the window's layout.
void tst_PlotGrid::theGridIsResizedWhileItIsBuilt()
{
    struct Shrink : QObject
    {
        bool eventFilter(QObject* watched, QEvent* event) override
        {
            const QObject* const parent = static_cast<QWidget*>(watched)->parentWidget();
            if (event->type() == QEvent::ParentChange && parent != m_grid) // it is in the new board
                m_grid->resize(500, 300);
            return false;
        }
        PlotGrid* m_grid = nullptr;
    } shrink;
    shrink.m_grid = &grid();
    plot("heatmap").installEventFilter(&shrink);
    m_window->store().editView([](ViewState& view) { view.board.add("similarity"); });
    QVERIFY(plot("curves").isHidden());
    QCOMPARE(grid().findChild<SplitBoard*>()->size(), grid().size());
}

// Also where a plot of the first row was made after the others.
void tst_PlotGrid::theTabKeyGoesFromCellToCell()
{
    grid().put(1, "similarity");
    const QStringList shown{"heatmap", "similarity", "ratio", "dropout"};
    QStringList reached;
    for (QWidget* part = plot("heatmap").focusProxy(); reached.size() < shown.size(); part = part->nextInFocusChain()) {
        for (const QString& id : shown) {
            if (plot(id).isAncestorOf(part) && (part->focusPolicy() & Qt::TabFocus) != 0 && !reached.contains(id))
                reached << id;
        }
        QVERIFY2(part->nextInFocusChain() != plot("heatmap").focusProxy(), qPrintable(reached.join(u' ')));
    }
    QCOMPARE(reached, shown);
}

void tst_PlotGrid::hidingDoesNotChoose()
{
    QTest::mouseClick(&plot("heatmap"), Qt::LeftButton, {}, {5, 5});
    plot("heatmap").setFocus(Qt::MouseFocusReason);
    part<QAction>("action-maximise").trigger();
    QCOMPARE(grid().current(), QStringLiteral("heatmap"));
    QVERIFY(plot("heatmap").isVisible() && !plot("dropout").isVisible());
    part<QAction>("action-maximise").trigger();
    QCOMPARE(grid().current(), QStringLiteral("heatmap"));
    m_window->store().editView([](ViewState& view) { view.board.close(view.board.find("curves")); });
    QCOMPARE(grid().current(), QStringLiteral("heatmap"));
}

void tst_PlotGrid::aClickChooses()
{
    for (const QString& id : {QStringLiteral("ratio"), QStringLiteral("curves")}) {
        QTest::mouseClick(&plot(id), Qt::LeftButton, {}, {5, 5});
        QCOMPARE(grid().current(), id);
    }
    grid().closeCurrent();
    QVERIFY2(plot(grid().current()).isVisible(), "what is hidden is not current");
}

void tst_PlotGrid::everyPlotHasButtonsAndAMenu()
{
    for (const PlotSpec& spec : plotSpecs()) {
        const QString id = qs(spec.id);
        grid().put(3, id);
        QVERIFY(plot(id).isAncestorOf(&part<QToolButton>(u"more-"_s + id)));
        const auto& menu = part<QMenu>(u"menu-"_s + id);
        for (const char* action : {"maximise", "export", "copy-figure", "copy-data", "save-data"})
            QVERIFY2(menu.findChild<QAction*>(u"plot-action-"_s + QLatin1String(action)) != nullptr, action);
    }
    m_window->store().editView([](ViewState& view) { view.board.arrangeAs(Board()); });
    QTRY_VERIFY(part<QToolButton>("maximise-dropout").width() > 0);
    QTest::mouseClick(&part<QToolButton>("maximise-dropout"), Qt::LeftButton);
    QVERIFY(plot("dropout").isVisible() && !plot("heatmap").isVisible());
    QTest::mouseClick(&part<QToolButton>("maximise-dropout"), Qt::LeftButton);
    QVERIFY(plot("heatmap").isVisible());
}

void tst_PlotGrid::rightButtonOpensThePlotsOwnMenu()
{
    QWidget* canvas = plot("ratio").focusProxy();
    QContextMenuEvent event(QContextMenuEvent::Mouse, {40, 40}, canvas->mapToGlobal(QPoint(40, 40)));
    QCoreApplication::sendEvent(canvas, &event);
    QTRY_VERIFY(part<QMenu>("menu-ratio").isVisible());
    QCOMPARE(grid().current(), QStringLiteral("ratio"));
    part<QMenu>("menu-ratio").hide();
}

// They act there as in the header, and are in the header again when it is wide.
void tst_PlotGrid::optionsWithoutRoomAreInTheMenu()
{
    const Store& store = m_window->store();
    auto& divided = part<QToolButton>("divided");
    auto& menu = part<QMenu>("menu-ratio");
    auto& header = *plot("ratio").findChild<QWidget*>("header");
    QVERIFY(!divided.isVisible());
    for (const bool on : {true, false}) {
        menu.popup(m_window->mapToGlobal(QPoint(500, 300)));
        QTRY_VERIFY(divided.isVisible() && menu.isAncestorOf(&divided));
        QTest::mouseClick(&divided, Qt::LeftButton);
        QCOMPARE(store.view().board.of<RatioOptions>().divided, on);
        QTRY_VERIFY(settled());
        QVERIFY(menu.isVisible() && divided.isVisible()); // it stays for the next click
        menu.hide();
        QVERIFY(!divided.isVisible() && header.isAncestorOf(&divided));
    }
    trigger("ratio", "plot-action-maximise");
    QTRY_VERIFY(divided.isVisible() && header.isAncestorOf(&divided));
    menu.popup(m_window->mapToGlobal(QPoint(500, 300)));
    QTRY_VERIFY(menu.isVisible());
    QVERIFY(header.isAncestorOf(&divided));
    QTRY_VERIFY(!part<QWidget>("plot-options-ratio").isVisible());
    menu.hide();
}

void tst_PlotGrid::dataOfThePlotAreCopied()
{
    trigger("curves", "plot-action-copy-data");
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    QVERIFY(lines.size() > 20);
    QVERIFY2(lines[0].startsWith(u"dimension_0_position,dimension_0,dimension_78_position,dimension_78,"),
             qPrintable(lines[0]));
    const QStringList cells = lines[4].split(u',');
    const double position = cells[0].toDouble();
    const double wave = std::sin(position / std::pow(10000.0, 78.0 / 512));
    QVERIFY(std::abs(cells[3].toDouble() - wave) < 1e-6);
}

void tst_PlotGrid::dataOfThePlotAreSaved()
{
    const SnapshotPtr snapshot = m_window->queue().latest();
    const QString path = m_folder->filePath("heat.csv");
    exportData(m_window->context(), *snapshot->views.at("heatmap").data, path);
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Picture& picture = shownPicture();
    QVERIFY(picture.rowsPerPixel > 1); // 5000 positions: pixels, and the names say so
    const bool wide = picture.columnsPerPixel > 1;
    QCOMPARE(file.readLine(),
             QByteArray("row_of_pixel_center,") + (wide ? "column_of_pixel_center" : "column") + ",smooth_mean\n");
    QCOMPARE(file.readAll().count('\n'), static_cast<qsizetype>(picture.height) * (wide ? picture.width : 512));
}

void tst_PlotGrid::colorsAreChosenInTheMenu()
{
    trigger("heatmap", "colour-map-viridis");
    trigger("heatmap", "colour-range-data");
    trigger("heatmap", "reduction-mean");
    const ViewState& view = m_window->store().view();
    QCOMPARE(QString::fromStdString(view.colorMap), QStringLiteral("viridis"));
    QVERIFY(view.range == ColorRange(RangeRule::Data));
    QVERIFY(view.reduction == Reduction::Mean);
    QTRY_VERIFY(settled() && shownPicture().reduction == Reduction::Mean);
    QCOMPARE(shownPicture().colorMap->id, std::string_view("viridis"));
}

void tst_PlotGrid::aLockedRangeStays()
{
    m_window->store().editView([](ViewState& view) { view.node = "sum"; });
    QTRY_VERIFY(settled() && shownPicture().range.high > 10);
    const Interval before = shownPicture().range;
    trigger("heatmap", "colour-range-lock");
    m_window->store().editView([](ViewState& view) { view.node = "position"; });
    QTRY_VERIFY(settled() && shownPicture().quantity.symbol == SourceText(WORDS("PE")));
    QCOMPARE(shownPicture().range.high, before.high);
    m_window->store().editView([](ViewState& view) { view.range = RangeRule::Data; });
    part<QAction>("action-plot-similarity").trigger();
    QTRY_VERIFY(settled() && m_window->queue().latest()->views.contains("similarity"));
    trigger("similarity", "colour-range-lock");
    QVERIFY(std::holds_alternative<Interval>(m_window->store().view().range));
}

void tst_PlotGrid::controlsAndLayoutComeBack()
{
    auto& controls = part<QWidget>("parameters");
    part<QAction>("action-controls").trigger();
    QVERIFY(!controls.isVisible());
    part<QAction>("action-plot-similarity").trigger();
    part<QAction>("action-reset-layout").trigger();
    QVERIFY(controls.isVisible());
    QVERIFY(part<QAction>("action-controls").isChecked());
    QCOMPARE(grid().shown(), (std::vector<std::string>{"heatmap", "curves", "ratio", "dropout"}));
}

void tst_PlotGrid::resetAllResetsZoomAndStage()
{
    m_window->store().editView([](ViewState& view) {
        view.node = "sum";
        view.zoom[AxisKind::Position] = Interval{10, 20};
    });
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 64; });
    part<QAction>("action-reset").trigger();
    QVERIFY(m_window->store().view() == ViewState{});
    QVERIFY(m_window->store().parameters() == Parameters{});
}

void tst_PlotGrid::goesToAPosition()
{
    m_window->store().editView([](ViewState& view) { view.zoom[AxisKind::Position] = Interval{10, 30}; });
    QTRY_VERIFY(settled());
    part<QAction>("action-go-to").trigger();
    auto& dialog = part<QDialog>("go-to");
    auto& position = part<QLineEdit>("go-to-position");
    QPushButton* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    position.setText("9000");
    ok->click();
    QVERIFY2(dialog.isVisible() && part<QLabel>("go-to-complaint").text().contains("4999"), "it says what there is");
    position.setText("1 200");
    part<QLineEdit>("go-to-dimension").setText("12");
    ok->click();
    const ViewState& view = m_window->store().view();
    QCOMPARE(view.cursor[AxisKind::Position].value(), std::int64_t{1200});
    QCOMPARE(view.cursor[AxisKind::Dimension].value(), std::int64_t{12});
    const Interval zoom = view.zoom[AxisKind::Position].value();
    QVERIFY(zoom.low <= 1200 && zoom.high >= 1201);
    QCOMPARE(zoom.high - zoom.low, 20.0);
}

void tst_PlotGrid::goesToAPositionAfterTheTokens()
{
    Store& store = m_window->store();
    store.edit([](Parameters& p) { p.sentence.text = "the cat sat"; });
    store.editView([](ViewState& view) { view.board.set(HeatmapOptions{.tokenRows = true}); });
    for (const auto& [row, zoomed] : {std::pair("2", false), std::pair("40", true)}) {
        QTRY_VERIFY(settled());
        part<QAction>("action-go-to").trigger();
        const auto dialogs = m_window->findChildren<QDialog*>("go-to");
        dialogs.last()->findChild<QLineEdit*>("go-to-position")->setText(QString::fromLatin1(row));
        dialogs.last()->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
        const std::optional<Interval> zoom = store.view().zoom[AxisKind::Position];
        QCOMPARE(zoom.has_value(), zoomed);
        QVERIFY(!zoom || (zoom->low <= 40 && zoom->high >= 41));
    }
}

void tst_PlotGrid::goesBackToTheZoomBefore()
{
    Store& store = m_window->store();
    const auto zoom = [&](double low, double high) {
        store.editView([=](ViewState& view) { view.zoom[AxisKind::Position] = Interval{low, high}; });
    };
    zoom(100, 200);
    zoom(110, 190); // the same turn of the wheel
    QTest::qWait(800);
    zoom(150, 160);
    part<QAction>("action-zoom-back").trigger();
    QCOMPARE(store.view().zoom[AxisKind::Position]->low, 110.0);
    part<QAction>("action-zoom-back").trigger();
    QVERIFY(!store.view().zoom[AxisKind::Position].has_value());
    zoom(5, 6);
    part<QAction>("action-zoom-reset").trigger();
    QVERIFY(store.view().zoom == Zoom{});
}

QTEST_MAIN(tst_PlotGrid)
#include "tst_plotgrid.moc"
