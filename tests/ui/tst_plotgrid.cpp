// SPDX-License-Identifier: GPL-3.0-or-later
// The plots in their grid, used with the mouse: which one is current, what its buttons and its menu do; places in the
// table.
#include "plots/plot.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/look/elidedlabel.h"
#include "ui/panels/sections.h"
#include "ui/shell/files/exports.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/splitgrid.h"
#include "views/tables/picture.h"

#include <QAction>
#include <QClipboard>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
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
    void aViewStandsAnywhere();
    void theTabKeyGoesFromCellToCell();
    void hidingDoesNotChoose();
    void aClickChooses();
    void everyPlotHasButtonsAndAMenu();
    void rightButtonOpensThePlotsOwnMenu();
    void dataOfThePlotAreCopied();
    void dataOfThePlotAreSaved();
    void coloursAreChosenInTheMenu();
    void aLockedRangeStays();
    void controlsAndLayoutComeBack();
    void resetAllResetsZoomAndStage();
    void goesToAPosition();
    void goesBackToTheZoomBefore();

private:
    template <typename T> T& part(const QString& name)
    {
        T* found = m_window->findChild<T*>(name);
        Q_ASSERT(found != nullptr);
        return *found;
    }
    PlotGrid& grid() { return part<PlotGrid>("plots"); }
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
    grid().setPlotVisible("similarity", true);
    QCOMPARE(grid().findChildren<Plot*>().size(), 5);
    QCOMPARE(plot("similarity").palette().color(QPalette::Window), plot("heatmap").palette().color(QPalette::Window));
    QTRY_VERIFY(!plot("similarity").summary().isEmpty());
    grid().setPlotVisible("curves", true);
    QCOMPARE(grid().findChildren<Plot*>().size(), 5);
    part<QAction>("action-theme-light").trigger();
}

void tst_PlotGrid::aViewStandsAnywhere()
{
    const auto cellOf = [this](const char* id) {
        const std::vector<QStackedWidget*> cells = grid().cells().cells();
        return std::ranges::find(cells, plot(id).parentWidget()) - cells.begin();
    };
    m_window->store().editView([](ViewState& view) { view.board.show("similarity", 3); });
    QCOMPARE(grid().shown(), (std::vector<std::string>{"heatmap", "curves", "ratio", "similarity"}));
    QCOMPARE(cellOf("similarity"), 3);
    m_window->store().editView([](ViewState& view) { view.board.show("similarity", 0); });
    QCOMPARE(grid().shown(), (std::vector<std::string>{"curves", "ratio", "similarity"}));
    QCOMPARE(cellOf("similarity"), 0);
    grid().setPlotVisible("similarity", true);
    QCOMPARE(cellOf("similarity"), 0); // where it is
    grid().setPlotVisible("dropout", true);
    QCOMPARE(m_window->store().view().board.cellOf("dropout"), 3);
    for (const PlotSpec& spec : plotSpecs())
        QVERIFY2(usualCell(spec.id) >= 0, spec.id.data());
}

// Also where a plot of the first row was made after the others.
void tst_PlotGrid::theTabKeyGoesFromCellToCell()
{
    grid().setPlotVisible("similarity", true);
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
    part<QAction>("action-plot-curves").trigger(); // hides them
    QCOMPARE(grid().current(), QStringLiteral("heatmap"));
}

void tst_PlotGrid::aClickChooses()
{
    for (const QString& id : {QStringLiteral("ratio"), QStringLiteral("curves")}) {
        QTest::mouseClick(&plot(id), Qt::LeftButton, {}, {5, 5});
        QCOMPARE(grid().current(), id);
    }
    part<QAction>("action-plot-curves").trigger();
    QVERIFY2(plot(grid().current()).isVisible(), "what is hidden is not current");
}

void tst_PlotGrid::everyPlotHasButtonsAndAMenu()
{
    for (const PlotSpec& spec : plotSpecs()) {
        const QString id = qs(spec.id);
        grid().setPlotVisible(id, true);
        QVERIFY(plot(id).isAncestorOf(&part<QToolButton>(u"more-"_s + id)));
        const auto& menu = part<QMenu>(u"menu-"_s + id);
        for (const char* action : {"maximise", "export", "copy-figure", "copy-data", "save-data"})
            QVERIFY2(menu.findChild<QAction*>(u"plot-action-"_s + QLatin1String(action)) != nullptr, action);
    }
    grid().arrangeAs(Board());
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

void tst_PlotGrid::coloursAreChosenInTheMenu()
{
    trigger("heatmap", "colour-map-viridis");
    trigger("heatmap", "colour-range-data");
    trigger("heatmap", "reduction-mean");
    const ViewState& view = m_window->store().view();
    QCOMPARE(QString::fromStdString(view.colorMap), QStringLiteral("viridis"));
    QVERIFY(view.range == ColourRange(RangeRule::Data));
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
    position.setText("9000");
    dialog.accept();
    QVERIFY2(dialog.isVisible() && part<QLabel>("go-to-complaint").text().contains("4999"), "it says what there is");
    position.setText("1 200");
    part<QLineEdit>("go-to-dimension").setText("12");
    dialog.accept();
    const ViewState& view = m_window->store().view();
    QCOMPARE(view.cursor[AxisKind::Position].value(), std::int64_t{1200});
    QCOMPARE(view.cursor[AxisKind::Dimension].value(), std::int64_t{12});
    const Interval zoom = view.zoom[AxisKind::Position].value();
    QVERIFY(zoom.low <= 1200 && zoom.high >= 1201);
    QCOMPARE(zoom.high - zoom.low, 20.0);
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
