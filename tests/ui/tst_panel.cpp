// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of controls used with mouse and keyboard: sliders that hold at round values, arrows of lists, the window's
// keys while a field is edited, folds.
#include "encodings/sinusoidal/settings.h"
#include "plots/fields/valuefield.h"
#include "session/store.h"
#include "ui/forms/numbers/slider.h"
#include "ui/panels/parameterpanel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalSpy>
#include <QStyleOptionComboBox>
#include <QStyleOptionSlider>
#include <QToolButton>
#include <QtTest>

#include <cmath>
#include <set>

using namespace phasor;

class tst_Panel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void theScalesArrowIsNotCovered();
    void theScalesHandleStandsAtItsNumber();
    void dragsHoldAtRoundNumbers_data();
    void dragsHoldAtRoundNumbers();
    void shiftDragsFreely();
    void typingIsUndoneBeforeTheWindowUndoes();
    void theSentenceUndoesItsTypingFirst();
    void theWindowsKeysWorkInAField();
    void foldsShowTheirSettings();
    void foldsCountWhatWasChanged();
    void rowsAboveAFoldStay();
    void revealOpensAFold();
    void basicSettingsNeedNoScrolling();
    void labelsStandAboveInANarrowPanel();
    void slidersHaveRoom();
    void whatDoesNothingIsNotThere();

private:
    template <typename T> T& part(const QString& name)
    {
        T* found = m_window->findChild<T*>(name);
        Q_ASSERT(found != nullptr);
        return *found;
    }
    QPoint handleOf(QSlider& slider)
    {
        QStyleOptionSlider option;
        option.initFrom(&slider);
        option.minimum = slider.minimum();
        option.maximum = slider.maximum();
        option.sliderPosition = slider.sliderPosition();
        option.orientation = Qt::Horizontal;
        return slider.style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, &slider).center();
    }
    // Drags the handle by one pixel after another and gives all values that were met.
    std::set<double> draggedOver(const QString& id, Qt::KeyboardModifiers modifiers);

    std::unique_ptr<Store> m_store;
    std::unique_ptr<QMainWindow> m_window;
    ParameterPanel* m_panel = nullptr;
    int m_undone = 0;
    int m_exported = 0;
};

void tst_Panel::init()
{
    m_store = std::make_unique<Store>();
    m_window = std::make_unique<QMainWindow>();
    m_panel = new ParameterPanel(*m_store, m_window.get());
    m_window->setCentralWidget(m_panel);
    m_undone = m_exported = 0;
    connect(new QShortcut(QKeySequence::Undo, m_window.get()), &QShortcut::activated, this, [this] { ++m_undone; });
    connect(new QShortcut(Qt::CTRL | Qt::Key_E, m_window.get()), &QShortcut::activated, this, [this] { ++m_exported; });
    m_window->resize(340, 1400);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void tst_Panel::cleanup()
{
    m_window.reset();
    m_store.reset();
}

// A bias is no table that could be added to the embedding or put beside it.
void tst_Panel::whatDoesNothingIsNotThere()
{
    auto& combination = part<QWidget>("label-combine");
    auto& width = part<QWidget>("label-position-dims");
    part<QToolButton>("fold-sum").click();
    QVERIFY(combination.isVisible() && width.isVisible());
    m_store->edit([](Parameters& p) { p.encoding.scheme = "alibi"; });
    QVERIFY(combination.isHidden() && width.isHidden());
    m_store->edit([](Parameters& p) { p.encoding.scheme = "sinusoidal"; });
    QVERIFY(combination.isVisible() && width.isVisible());
}

void tst_Panel::theScalesArrowIsNotCovered()
{
    auto& list = part<QComboBox>("combo-scale");
    QStyleOptionComboBox option;
    option.initFrom(&list);
    option.editable = true;
    const QRect arrow = list.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxArrow, &list);
    QVERIFY(!arrow.isEmpty());
    QVERIFY2(list.childAt(arrow.center()) == nullptr, "nothing of the list lies on its arrow");
    QTest::mouseClick(&list, Qt::LeftButton, {}, arrow.center());
    QTRY_VERIFY(list.view()->isVisible());
    list.hidePopup();
}

void tst_Panel::theScalesHandleStandsAtItsNumber()
{
    auto& slider = part<Slider>("slider-scale");
    QVERIFY(std::abs(slider.scaledValue() / std::sqrt(512.0) - 1) < 0.02);
    m_store->edit([](Parameters& p) { p.encoding.dModel = 64; });
    QCOMPARE(slider.scaledValue(), 8.0);
    m_store->edit([](Parameters& p) { p.sum.scale = ScaleRule::None; });
    QCOMPARE(slider.scaledValue(), 1.0);
}

std::set<double> tst_Panel::draggedOver(const QString& id, Qt::KeyboardModifiers modifiers)
{
    auto& slider = part<Slider>("slider-" + id);
    slider.setValue(0);
    QPoint at = handleOf(slider);
    std::set<double> met;
    QTest::mousePress(&slider, Qt::LeftButton, modifiers, at);
    while (at.x() < slider.width()) {
        ++at.rx();
        QMouseEvent move(QEvent::MouseMove, at, slider.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
        QCoreApplication::sendEvent(&slider, &move);
        met.insert(slider.scaledValue());
    }
    QTest::mouseRelease(&slider, Qt::LeftButton, modifiers, at);
    return met;
}

void tst_Panel::dragsHoldAtRoundNumbers_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QList<double>>("round");
    QTest::newRow("dropout") << QStringLiteral("dropout") << QList<double>{0.1, 0.2, 0.3, 0.5, 0.9, 1};
    QTest::newRow("d_model") << QStringLiteral("d-model") << QList<double>{64, 128, 256, 512, 1024, 4096};
    QTest::newRow("max_len") << QStringLiteral("max-len") << QList<double>{10, 100, 1000, 10000, 1e6};
    QTest::newRow("base") << QStringLiteral("base") << QList<double>{100, 1000, 10000, 1e5};
    QTest::newRow("scale") << QStringLiteral("scale") << QList<double>{1, 10, 100};
}

void tst_Panel::dragsHoldAtRoundNumbers()
{
    QFETCH(const QString, id);
    QFETCH(const QList<double>, round);
    const std::set<double> met = draggedOver(id, Qt::NoModifier);
    for (const double value : round)
        QVERIFY2(met.contains(value), qPrintable(QString::number(value)));
}

void tst_Panel::shiftDragsFreely()
{
    QVERIFY(draggedOver("dropout", Qt::ShiftModifier).size() > draggedOver("dropout", Qt::NoModifier).size());
}

void tst_Panel::typingIsUndoneBeforeTheWindowUndoes()
{
    auto& field = part<ValueField>("field-d-model");
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, "12");
    QTest::keyClick(&field, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(m_undone, 0);
    QCOMPARE(field.text(), "512");
    field.selectAll();
    QTest::keyClicks(&field, "128");
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(m_store->parameters().encoding.dModel, 128);
    QTest::keyClick(&field, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(m_undone, 1);
    QCOMPARE(field.text(), "128");
}

void tst_Panel::theSentenceUndoesItsTypingFirst()
{
    auto& text = part<QPlainTextEdit>("text-text");
    text.setFocus();
    QTest::keyClicks(&text, "cat");
    QTest::keyClick(&text, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(m_undone, 0);
    QVERIFY(text.toPlainText() != "cat");
    QTest::keyClicks(&text, "dog");
    QTRY_VERIFY(m_store->parameters().sentence.text.has_value());
    QTest::keyClick(&text, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(m_undone, 1);
}

void tst_Panel::theWindowsKeysWorkInAField()
{
    for (QWidget* part : {static_cast<QWidget*>(&part<ValueField>("field-base")),
                          static_cast<QWidget*>(&part<QPlainTextEdit>("text-text"))}) {
        const int before = m_exported;
        part->setFocus();
        QTest::keyClick(part, Qt::Key_E, Qt::ControlModifier);
        QCOMPARE(m_exported, before + 1);
    }
}

void tst_Panel::foldsShowTheirSettings()
{
    auto& fold = part<QToolButton>("fold-encoding");
    QVERIFY(part<QWidget>("control-scheme").isVisible());
    QVERIFY(part<QWidget>("control-d-model").isVisible());
    QVERIFY(!part<QWidget>("control-base").isVisible());
    QCOMPARE(fold.accessibleName(), QStringLiteral("max_len, base b, layout, first position, precision"));
    QVERIFY2(QStringLiteral("max_len, base b, layout …").startsWith(fold.text().section(u' ', 0, 0)),
             qPrintable(fold.text()));
    QTest::mouseClick(&fold, Qt::LeftButton);
    QVERIFY(part<QWidget>("control-base").isVisible());
    QCOMPARE(m_panel->openedFolds(), QStringList("encoding"));
    m_store->edit([](Parameters& p) { setScheme(p.encoding, "rope"); });
    QVERIFY(part<QWidget>("control-rope-scaling").isVisible());
    m_store->edit([](Parameters& p) { setScheme(p.encoding, "sinusoidal"); });
    QVERIFY2(part<QWidget>("control-base").isVisible(), "an open fold stays open");
    fold.setFocus();
    QTest::keyClick(&fold, Qt::Key_Space);
    QVERIFY(!part<QWidget>("control-base").isVisible());
    QVERIFY(m_panel->openedFolds().isEmpty());
}

// Compared with the setup that was opened last, not with the defaults.
void tst_Panel::foldsCountWhatWasChanged()
{
    auto& changed = part<QLabel>("changed-encoding");
    QCOMPARE(changed.text(), QString());
    const auto set = [this](std::int64_t length) {
        m_store->edit([length](Parameters& p) { p.encoding.maxLen = length; });
    };
    set(77);
    QCOMPARE(changed.text(), QStringLiteral("1 changed"));
    QCOMPARE(changed.toolTip(), QStringLiteral("max_len"));
    m_store->edit([](Parameters& p) { p.encoding.own = SinusoidalSettings{.base = 20}; });
    QCOMPARE(changed.text(), QStringLiteral("2 changed"));
    m_store->edit([](Parameters& p) { p.sum.scale = 2.0; });
    QCOMPARE(changed.text(), QStringLiteral("2 changed"));
    m_store->open(m_store->scene());
    QCOMPARE(changed.text(), QString());
    set(5000);
    QCOMPARE(changed.text(), QStringLiteral("1 changed"));
    set(77);
    QCOMPARE(changed.text(), QString());
}

void tst_Panel::rowsAboveAFoldStay()
{
    const std::vector<QWidget*> above{&part<QWidget>("control-text"), &part<QWidget>("control-scheme"),
                                      &part<QWidget>("control-d-model"), &part<QToolButton>("fold-encoding")};
    std::vector<QPoint> places;
    for (const QWidget* one : above)
        places.push_back(one->mapTo(m_panel, QPoint()));
    part<QToolButton>("fold-encoding").click();
    QTest::qWait(20); // the layout
    for (std::size_t i = 0; i < above.size(); ++i)
        QCOMPARE(above[i]->mapTo(m_panel, QPoint()), places[i]);
}

void tst_Panel::revealOpensAFold()
{
    QVERIFY(!part<QWidget>("control-heads").isVisible());
    const QWidget* control = m_panel->reveal(QStringLiteral("heads"));
    QVERIFY(control != nullptr && control->isVisible());
    QVERIFY2(m_panel->openedFolds().isEmpty(), "only folds that the user opened are remembered");
    QCOMPARE(m_panel->reveal(QStringLiteral("t5-buckets")), nullptr);
}

void tst_Panel::basicSettingsNeedNoScrolling()
{
    m_window->resize(340, 640);
    QTRY_COMPARE(m_panel->verticalScrollBar()->maximum(), 0);
    for (const char* id : {"text", "scheme", "d-model", "scale", "dropout"}) {
        const auto& control = part<QWidget>(QStringLiteral("control-%1").arg(QLatin1String(id)));
        QVERIFY2(control.isVisible()
                     && m_panel->rect().contains(QRect(control.mapTo(m_panel, QPoint()), control.size())),
                 id);
    }
}

void tst_Panel::slidersHaveRoom()
{
    QVERIFY(part<Slider>("slider-d-model").width() >= 8 * m_panel->fontMetrics().averageCharWidth());
}

// The panel then needs half the width, and the controls have as much as before.
void tst_Panel::labelsStandAboveInANarrowPanel()
{
    const auto& label = part<QLabel>("label-d-model");
    const auto& control = part<QWidget>("control-d-model");
    QVERIFY(label.geometry().right() < control.x());
    const int before = control.width();
    m_window->resize(m_panel->minimumSizeHint().width(), 1400);
    QTRY_VERIFY(label.geometry().bottom() < control.y());
    QVERIFY(m_panel->width() < 0.7 * 340);
    QCOMPARE(label.x(), control.x());
    QVERIFY(control.width() >= 0.7 * before);
    m_store->edit([](Parameters& p) { setScheme(p.encoding, "rope"); }); // its own controls too
    QTRY_VERIFY(part<QWidget>("label-rope-scaling").geometry().bottom() < part<QWidget>("control-rope-scaling").y());
    m_window->resize(340, 1400);
    QTRY_VERIFY(label.geometry().right() < control.x());
}

QTEST_MAIN(tst_Panel)
#include "tst_panel.moc"
