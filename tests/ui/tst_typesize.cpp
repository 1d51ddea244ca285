// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/drawing/drawnpanel_p.h"
#include "raster/colormaps.h"
#include "session/document.h"
#include "session/store.h"
#include "ui/cuttexts.h"
#include "ui/look/look.h"
#include "ui/shell/mainwindow.h"

#include <QCheckBox>
#include <QRadioButton>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

using namespace phasor;

// The window for all eyes and hands: type of any size (also run with QT_SCALE_FACTOR 1.5 and 2), contrast, keys.
class tst_TypeSize : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_window.reset(); }
    void keysChangeTheSize();
    void sizeIsKept();
    void controlsAreWholeAndApart_data();
    void controlsAreWholeAndApart();
    void typeIsReadable_data();
    void typeIsReadable();
    void indicatorsAreSeen_data() { typeIsReadable_data(); }
    void indicatorsAreSeen();
    void nothingMovesUnasked();
    void keysMoveAndZoom();
    void keysSelect();

private:
    void open();
    QStringList misplaced() const;
    void trigger(const char* action) { m_window->findChild<QAction*>(QLatin1String(action))->trigger(); }
    QWidget* heatmap();
    const ViewState& view() const { return m_window->store().view(); }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void tst_TypeSize::open()
{
    m_window = std::make_unique<MainWindow>(
        WindowOptions{.settingsPath = m_folder.filePath("window.json").toStdString(), .file = {}, .machine = {}});
    m_window->resize(1280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void tst_TypeSize::init()
{
    QFile::remove(m_folder.filePath("window.json"));
    open();
}

void tst_TypeSize::keysChangeTheSize()
{
    const double usual = m_window->font().pointSizeF();
    trigger("type-100");
    QTRY_COMPARE(m_window->font().pointSizeF(), usual);
    trigger("type-larger");
    QTRY_COMPARE(m_window->font().pointSizeF(), 1.1 * usual);
    trigger("type-smaller");
    trigger("type-smaller");
    QTRY_COMPARE(m_window->font().pointSizeF(), 0.9 * usual);
    for (int i = 0; i < 20; ++i)
        trigger("type-larger");
    QTRY_COMPARE(m_window->font().pointSizeF(), 2 * usual);
    QVERIFY(m_window->findChild<QAction*>("type-200")->isChecked());
    trigger("action-reset-layout");
    QTRY_COMPARE(m_window->font().pointSizeF(), usual);
}

void tst_TypeSize::sizeIsKept()
{
    const double usual = m_window->font().pointSizeF();
    trigger("type-150");
    m_window->closeUnasked();
    open();
    QTRY_COMPARE(m_window->font().pointSizeF(), 1.5 * usual);
    trigger("type-100");
}

// Controls of the window that are partly outside of their parents or over their neighbors.
QStringList tst_TypeSize::misplaced() const
{
    QStringList wrong;
    QList<QWidget*> controls;
    for (QWidget* widget : m_window->findChildren<QWidget*>()) {
        const bool control = qobject_cast<QAbstractButton*>(widget) != nullptr
            || qobject_cast<QLineEdit*>(widget) != nullptr || qobject_cast<QComboBox*>(widget) != nullptr
            || qobject_cast<QSlider*>(widget) != nullptr;
        if (!control || !widget->isVisible() || widget->objectName().startsWith(u"qt_"))
            continue;
        if (!widget->parentWidget()->rect().contains(widget->geometry()))
            wrong << widget->objectName() + u" is cut"_qs;
        for (const QWidget* other : controls) {
            if (other->parentWidget() == widget->parentWidget() && other->geometry().intersects(widget->geometry()))
                wrong << widget->objectName() + u" is over "_qs + other->objectName();
        }
        controls << widget;
    }
    return controls.size() > 20 ? wrong : QStringList(u"no controls"_qs);
}

void tst_TypeSize::controlsAreWholeAndApart_data()
{
    QTest::addColumn<int>("percent");
    for (const int percent : {80, 100, 150, 200})
        QTest::addRow("%d %%", percent) << percent;
}

// At 1280 x 800: no text is cut, no control is partly outside of its parent or over its neighbor.
void tst_TypeSize::controlsAreWholeAndApart()
{
    QFETCH(int, percent);
    trigger(qPrintable(QStringLiteral("type-%1").arg(percent)));
    m_window->resize(1280, 800);
    QCOMPARE(m_window->size(), QSize(1280, 800));
    if (auto* rail = m_window->findChild<QAbstractButton*>(u"controls-rail"_qs); rail->isVisible())
        rail->click(); // large type makes the window narrow
    QTRY_VERIFY2(CutTexts(*m_window).all().isEmpty(), qPrintable(CutTexts(*m_window).all().join(u'\n')));
    QTRY_VERIFY2(misplaced().isEmpty(), qPrintable(misplaced().join(u'\n')));
    trigger("type-100");
}

void tst_TypeSize::typeIsReadable_data()
{
    QTest::addColumn<QString>("theme");
    for (const char* theme : {"light", "dark", "projector"})
        QTest::newRow(theme) << theme;
}

// Contrast of type to its ground, measured on the theme's own colors; also of the text twins of all marks.
void tst_TypeSize::typeIsReadable()
{
    QFETCH(QString, theme);
    trigger(qPrintable(u"action-theme-"_qs + theme));
    constexpr double kLeast = 4.5; // WCAG 2.1, 1.4.3
    const QPalette palette = QApplication::palette();
    const std::pair<QPalette::ColorRole, QPalette::ColorRole> roles[]
        = {{QPalette::WindowText, QPalette::Window},
           {QPalette::Text, QPalette::Base},
           {QPalette::Text, QPalette::AlternateBase},
           {QPalette::ButtonText, QPalette::Button},
           {QPalette::ToolTipText, QPalette::ToolTipBase},
           {QPalette::PlaceholderText, QPalette::Base},
           {QPalette::PlaceholderText, QPalette::Window},
           {QPalette::HighlightedText, QPalette::Highlight},
           {QPalette::Link, QPalette::Base},
           {QPalette::Link, QPalette::Window}};
    for (const auto& [type, ground] : roles)
        QVERIFY2(contrast(palette.color(type), palette.color(ground)) >= kLeast,
                 qPrintable(QStringLiteral("%1 %2 on %3 %4")
                                .arg(type)
                                .arg(palette.color(type).name())
                                .arg(ground)
                                .arg(palette.color(ground).name())));
    const Theme colors = Theme::named(theme);
    for (const QColor& type : {colors.foreground, colors.muted})
        QVERIFY(contrast(type, colors.background) >= kLeast);
    for (const Hue hue : {Hue::Embedding, Hue::Position, Hue::Sum, Hue::Dropped, Hue::Second}) {
        for (const bool light : {false, true})
            QVERIFY(contrast(colors.type(colors.mark(hue, light)), colors.background) >= kLeast);
        QCOMPARE(colors.type(colors.mark(hue)), toColor(colorOf(hue, colors.isDark()).type));
    }
    trigger("action-theme-system");
}

// Contrast of the outline of boxes and circles, checked or not, to the page that they are on (WCAG 2.1, 1.4.11).
void tst_TypeSize::indicatorsAreSeen()
{
    QFETCH(QString, theme);
    trigger(qPrintable(u"action-theme-"_qs + theme));
    QCheckBox box;
    QRadioButton circle;
    for (QAbstractButton* button : std::initializer_list<QAbstractButton*>{&box, &circle}) {
        for (const bool checked : {false, true}) {
            button->setChecked(checked);
            const QImage drawn = button->grab().toImage();
            const QColor page = drawn.pixelColor(0, 0);
            double greatest = 1;
            for (int y = 0; y < drawn.height(); ++y) {
                for (int x = 0; x < drawn.width(); ++x)
                    greatest = std::max(greatest, contrast(drawn.pixelColor(x, y), page));
            }
            QVERIFY2(greatest >= 3, button->metaObject()->className());
        }
    }
    trigger("action-theme-system");
}

void tst_TypeSize::nothingMovesUnasked()
{
    QCOMPARE(QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration), 0);
}

QWidget* tst_TypeSize::heatmap()
{
    auto* plot = m_window->findChild<Plot*>("heatmap");
    auto* canvas = plot->findChild<QWidget*>("canvas");
    canvas->setFocus();
    if (!QTest::qWaitFor([&] { return !m_window->queue().busy() && canvas->hasFocus() && !plot->summary().isEmpty(); }))
        qFatal("the heatmap shows nothing");
    QTest::keyClick(canvas, Qt::Key_Right);
    QTest::keyClick(canvas, Qt::Key_Down, Qt::ShiftModifier);
    QTest::qWait(50); // shows the cross-hair
    return canvas;
}

void tst_TypeSize::keysMoveAndZoom()
{
    QWidget* canvas = heatmap();
    QTest::keyClick(canvas, Qt::Key_Plus);
    const Interval before = *view().zoom[AxisKind::Dimension];
    QTest::keyClick(canvas, Qt::Key_Right, Qt::ControlModifier);
    const Interval after = *view().zoom[AxisKind::Dimension];
    QCOMPARE(after.low, before.low + 0.25 * (before.high - before.low));
    QCOMPARE(after.high - after.low, before.high - before.low);
    QTest::keyClick(canvas, Qt::Key_Home);
    QVERIFY(view().zoom == Zoom{});
    QTest::keyClick(canvas, Qt::Key_Z);
    for (int i = 0; i < 10; ++i)
        QTest::keyClick(canvas, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(canvas, Qt::Key_Z);
    const std::optional<Interval> box = view().zoom[AxisKind::Dimension];
    QVERIFY(box);
    QVERIFY2(box->high - box->low > 90 && box->high - box->low < 110, "about the 100 dimensions that were passed");
    QVERIFY(!view().zoom[AxisKind::Position]); // the box has no height
}

void tst_TypeSize::keysSelect()
{
    QWidget* canvas = heatmap();
    QTest::keyClick(canvas, Qt::Key_S);
    for (int i = 0; i < 10; ++i)
        QTest::keyClick(canvas, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(canvas, Qt::Key_S);
    QVERIFY(view().selection[AxisKind::Dimension]);
    QTest::keyClick(canvas, Qt::Key_Escape);
    QVERIFY(view().selection == Zoom{});
    QTest::keyClick(canvas, Qt::Key_S); // nothing is pointed at
    QVERIFY(view().selection == Zoom{});
    QTest::keyClick(canvas, Qt::Key_Right);
    const auto curves = view().dimensions;
    QTest::keyClick(canvas, Qt::Key_Return);
    QVERIFY(view().dimensions != curves);
}

QTEST_MAIN(tst_TypeSize)
#include "tst_typesize.moc"
