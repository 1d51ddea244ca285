// SPDX-License-Identifier: GPL-3.0-or-later
// Menus and their actions in seven states of the window. Each line of tests/golden/ui/actions.txt must be there, in
// this order; between them there may be others, of actions, views and presets that are newer. "(the views that can)" is
// the list of views that measure a selection.
#include "plots/plot.h"
#include "session/runner.h"
#include "system/cancelscope.h"
#include "ui/shell/mainwindow.h"

#include <QAction>
#include <QDialog>
#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QtTest>

#include <chrono>
#include <thread>

using namespace phasor;

namespace {

QString quoted(const QString& text)
{
    return text.isEmpty() ? QStringLiteral("-") : u'"' + text + u'"';
}

// One line of what a user sees of an action, and what tests find it by.
QString lineOf(const QAction& action)
{
    QStringList parts{action.objectName().isEmpty() ? QStringLiteral("(no name)") : action.objectName(),
                      quoted(action.text()),

                      quoted(action.toolTip()), quoted(action.shortcut().toString(QKeySequence::PortableText)),
                      action.isEnabled() ? QStringLiteral("on") : QStringLiteral("off")};
    if (action.isCheckable())
        parts << (action.isChecked() ? QStringLiteral("checked") : QStringLiteral("unchecked"));
    if (!action.icon().isNull())
        parts << QStringLiteral("icon");
    if (!action.statusTip().isEmpty())
        parts << quoted(action.statusTip());
    return parts.join(u' ');
}

void addMenu(const QMenu& menu, const QString& indent, QStringList& lines)
{
    for (const QAction* action : menu.actions()) {
        if (action->isSeparator()) {
            lines << indent + QStringLiteral("--------");
        } else if (action->menu() != nullptr) {
            lines << indent + QStringLiteral("menu ") + quoted(action->text()) + u' ' + action->menu()->objectName();
            addMenu(*action->menu(), indent + QStringLiteral("    "), lines);
        } else {
            lines << indent + lineOf(*action);
        }
    }
}

} // namespace

class TestActions : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void areAsTheyWere();

private:
    bool settled()
    {
        const SnapshotPtr snapshot = m_window->queue().latest();
        return snapshot && !m_window->queue().busy() && snapshot->scene == m_window->store().scene();
    }
    QStringList menus();
    QString shortcutsPage();
    void add(const char* state);
    void trigger(const char* action)
    {
        m_window->findChild<QAction*>(QLatin1String("action-") + QLatin1String(action))->trigger();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
    QStringList m_plain; // lines of the first state
    QStringList m_all;
};

void TestActions::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = std::make_unique<MainWindow>(
        WindowOptions{.settingsPath = m_folder->filePath("window.json").toStdString(), .file = {}, .machine = {}});
    m_window->show();
    m_window->setWindowState(Qt::WindowNoState); // the offscreen screen has 800 × 800
    m_window->resize(1280, 800);
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QTRY_VERIFY(settled());
}

QStringList TestActions::menus()
{
    QStringList lines;
    for (const QAction* entry : m_window->menuBar()->actions()) {
        lines << QStringLiteral("menu ") + quoted(entry->text());
        addMenu(*entry->menu(), QStringLiteral("    "), lines);
    }
    for (const char* plot : {"heatmap", "curves"}) {
        auto* menu = m_window->findChild<QMenu*>(QLatin1String("menu-") + QLatin1String(plot));
        emit menu->aboutToShow();
        for (QMenu* inner : menu->findChildren<QMenu*>())
            emit inner->aboutToShow();
        lines << QStringLiteral("menu ") + menu->objectName();
        addMenu(*menu, QStringLiteral("    "), lines);
    }
    return lines;
}

// All lines of the first state, of another one those that differ from it.
void TestActions::add(const char* state)
{
    const QStringList lines = menus();
    m_all << QStringLiteral("# ") + QLatin1String(state);
    QCOMPARE(m_plain.isEmpty() ? lines.size() : m_plain.size(), lines.size());
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (m_plain.isEmpty() || m_plain[i] != lines[i])
            m_all << lines[i];
    }
    if (m_plain.isEmpty())
        m_plain = lines;
}

QString TestActions::shortcutsPage()
{
    trigger("shortcuts");
    auto* text = m_window->findChild<QTextBrowser*>();
    const QString shown = text->toPlainText();
    static_cast<QDialog*>(text->parentWidget())->reject();
    return shown;
}

void TestActions::areAsTheyWere()
{
    trigger("theme-light");
    add("plain");
    Store& store = m_window->store();
    trigger("compare");
    store.setEdited(Side::A);
    add("comparing, one step to undo");
    trigger("undo");
    add("the step undone");
    trigger("maximise");
    add("maximised");
    trigger("maximise");
    store.editView([](ViewState& view) {
        view.training.phase = TrainingChoice::Phase::Running;
        view.training.settings.steps = 10;
    });
    add("training");
    store.setView({});
    store.edit([](Parameters& p) { p.encoding.dModel = 48; });
    store.editView([](ViewState& view) {
        view.selection[AxisKind::Position] = Interval{1, 3};
        view.onlySelection = true;
        view.colorMap = "viridis";
        view.range = RangeRule::Data;
        view.reduction = Reduction::Mean;
    });
    trigger("plot-similarity");
    store.editView([](ViewState& view) { view.board.close(view.board.find("dropout")); });
    trigger("controls");
    trigger("theme-dark");
    add("edited, selected, other plots, no controls, dark");
    trigger("theme-light");
    trigger("controls");
    auto& runner = *m_window->findChild<Runner*>();
    QVERIFY(runner.start<Done>({.title = "writing sum.npy",
                                .work = [](const Runner::Progress&) -> Status {
                                    while (!cancelled())
                                        std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                    return cancelledError();
                                },
                                .done =
                                    [](const Status&) {
                                    }}));
    add("exporting");
    runner.cancel();
    QTRY_VERIFY(!runner.isRunning());
    trigger("reset");
    store.setScene({});
    trigger("reset-layout");
    add("reset");
    m_all << "# keyboard and mouse" << shortcutsPage();

    QStringList titles;
    for (const PlotSpec& spec : plotSpecs()) {
        if (spec.takesOption("only-rows"))
            titles += spec.titleText();
    }
    const QString now = m_all.join(u'\n').replace(titles.join(QStringLiteral(", ")), "(the views that can)");
    QFile found(QStringLiteral("actions.txt")); // takes the golden file's place after a change that is meant
    QVERIFY(found.open(QIODevice::WriteOnly));
    found.write(now.toUtf8() + '\n');
    QFile golden(PHASOR_GOLDEN "/ui/actions.txt");
    QVERIFY(golden.open(QIODevice::ReadOnly));
    const QStringList lines = now.split(u'\n');
    qsizetype at = 0;
    for (const QString& wanted : QString::fromUtf8(golden.readAll()).trimmed().split(u'\n')) {
        at = lines.indexOf(wanted, at) + 1;
        QVERIFY2(at > 0,
                 qPrintable("gone: " + wanted + "\nIf that is meant, this is the new list: " + found.fileName()));
    }
}

QTEST_MAIN(TestActions)
#include "tst_actions.moc"
