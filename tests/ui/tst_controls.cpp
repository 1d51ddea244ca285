// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/schemes.h"
#include "plots/fields/valuefield.h"
#include "session/store.h"
#include "ui/panels/panels.h"
#include "ui/panels/parameterpanel.h"

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>
#include <QWheelEvent>
#include <QtTest>

using namespace phasor;

// The panel over a store, driven by object names.
class tst_Controls : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void everyParameterHasAControl_data();
    void everyParameterHasAControl();
    void settingTheStoreEmitsNothing();
    void sliderAndFieldStayInStep();
    void sliderSnapsAndTypingIsFree();
    void typingDoesNotFlash();
    void pauseCommits();
    void invalidIsRefused_data();
    void invalidIsRefused();
    void escapeForgets();
    void arrowsStep();
    void wheelNeedsFocus();
    void dropoutReachesBothEnds();
    void emptyIsAuto();
    void choices();
    void choiceOrNumber();
    void fileIsAskedForNotSet();
    void seeds();
    void sentence();
    void oneDragIsOneGesture();
    void ownControlsComeAndGoWithTheScheme();
    void theSwitchShowsBothSides();

private:
    template <typename T> T& part(const char* name)
    {
        T* found = m_panel->findChild<T*>(QLatin1String(name));
        Q_ASSERT(found != nullptr);
        return *found;
    }
    void type(QLineEdit& field, const QString& text)
    {
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, text);
    }

    std::unique_ptr<Store> m_store;
    std::unique_ptr<ParameterPanel> m_panel;
};

void tst_Controls::init()
{
    m_store = std::make_unique<Store>();
    m_panel = std::make_unique<ParameterPanel>(*m_store, nullptr);
    m_panel->resize(340, 1400);
    m_panel->openFolds({"sentence", "encoding", "embedding", "sum", "dropout", "attention"});
    m_panel->show();
    m_panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
}

void tst_Controls::cleanup()
{
    m_panel.reset();
    m_store.reset();
}

void tst_Controls::everyParameterHasAControl_data()
{
    QTest::addColumn<QString>("id");
    for (const ParameterSpec* spec : specsOf({})) {
        const QString id = QString::fromUtf8(spec->id.data(), static_cast<qsizetype>(spec->id.size()));
        QTest::newRow(qPrintable(id)) << id;
    }
}

void tst_Controls::everyParameterHasAControl()
{
    QFETCH(QString, id);
    auto* control = m_panel->findChild<QWidget*>("control-" + id);
    QVERIFY(control != nullptr);
    for (const char* role : {"slider-", "field-", "combo-", "dice-", "text-"}) {
        if (const auto* found = control->findChild<QWidget*>(role + id)) {
            QVERIFY(!found->accessibleName().isEmpty());
            QVERIFY(!found->toolTip().isEmpty());
        }
    }
    QVERIFY(control->focusProxy() != nullptr);
}

void tst_Controls::settingTheStoreEmitsNothing()
{
    QSignalSpy changes(m_store.get(), &Store::parametersChanged);
    Parameters p;
    p.encoding.dModel = 300;
    findParameter("base", p)->set(p, 17.5);
    p.dropout.p = 0.25;
    findParameter("layout", p)->set(p, std::string("halves"));
    p.sum.scale = 3.5;
    p.random.seed = Seed{77, false};
    p.sentence.text = "the cat";
    p.sentence.seqLen = 12;
    m_store->setParameters(p);
    QCOMPARE(changes.count(), 1);
    QVERIFY(m_store->parameters() == p);
    QCOMPARE(part<QLineEdit>("field-d-model").text(), "300");
    QCOMPARE(part<QSlider>("slider-d-model").value(), 8); // the nearest power of two
    QCOMPARE(part<QLineEdit>("field-base").text(), "17.5");
    QCOMPARE(part<QSlider>("slider-dropout").value(), 250);
    QCOMPARE(part<QComboBox>("combo-layout").currentData().toString(), "halves");
    QCOMPARE(part<QLineEdit>("field-scale").text(), "3.5");
    QCOMPARE(part<QLineEdit>("field-seed").text(), "77");
    QCOMPARE(part<QPlainTextEdit>("text-text").toPlainText(), "the cat");
    QVERIFY(part<QSlider>("slider-seq-len").isVisible());
    m_store->setParameters({});
    QCOMPARE(changes.count(), 2);
    QCOMPARE(part<QLineEdit>("field-seq-len").text(), "");
    QVERIFY(!part<QSlider>("slider-seq-len").isVisible());
}

void tst_Controls::sliderAndFieldStayInStep()
{
    part<QSlider>("slider-max-len").setValue(200);
    QCOMPARE(m_store->parameters().encoding.maxLen, 100);
    QCOMPARE(part<QLineEdit>("field-max-len").text(), "100");
    type(part<QLineEdit>("field-max-len"), "1000");
    QTest::keyClick(&part<QLineEdit>("field-max-len"), Qt::Key_Return);
    QCOMPARE(m_store->parameters().encoding.maxLen, 1000);
    QCOMPARE(part<QSlider>("slider-max-len").value(), 300);
}

void tst_Controls::sliderSnapsAndTypingIsFree()
{
    part<QSlider>("slider-d-model").setValue(6);
    QCOMPARE(m_store->parameters().encoding.dModel, 64);
    auto& field = part<QLineEdit>("field-d-model");
    type(field, "301");
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(m_store->parameters().encoding.dModel, 301);
}

void tst_Controls::typingDoesNotFlash()
{
    QSignalSpy changes(m_store.get(), &Store::parametersChanged);
    auto& field = part<QLineEdit>("field-d-model");
    type(field, "128");
    QCOMPARE(changes.count(), 0);
    QTest::keyClick(&field, Qt::Key_Enter);
    QCOMPARE(changes.count(), 1);
    QCOMPARE(m_store->parameters().encoding.dModel, 128);
}

void tst_Controls::pauseCommits()
{
    QSignalSpy changes(m_store.get(), &Store::parametersChanged);
    type(part<QLineEdit>("field-d-model"), "96");
    QTRY_COMPARE(m_store->parameters().encoding.dModel, 96);
    QCOMPARE(changes.count(), 1);
}

void tst_Controls::invalidIsRefused_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QString>("text");
    for (const char* text : {"0", "-5", "99999999999", "1e-3", "1,024", "", "6 4", "0x40", "nan", "٦٤"})
        QTest::addRow("d_model %s", text) << QByteArray("d-model") << QString::fromUtf8(text);
    for (const char* text : {"0", "-1", "nan", "inf", "1e309", "1,5,5", ""})
        QTest::addRow("base %s", text) << QByteArray("base") << QString::fromUtf8(text);
    for (const char* text : {"-0.1", "1.0001", "110%"})
        QTest::addRow("dropout %s", text) << QByteArray("dropout") << QString::fromUtf8(text);
    QTest::newRow("seed 2^64") << QByteArray("seed") << QStringLiteral("18446744073709551616");
    QTest::newRow("seed hexadecimal") << QByteArray("seed") << QStringLiteral("0xff");
    QTest::newRow("a pasted megabyte") << QByteArray("d-model") << QString(1 << 20, u'9');
    QTest::newRow("unknown scale") << QByteArray("scale") << QStringLiteral("sqrt");
}

void tst_Controls::invalidIsRefused()
{
    QFETCH(QByteArray, id);
    QFETCH(QString, text);
    QSignalSpy changes(m_store.get(), &Store::parametersChanged);
    QSignalSpy refused(m_panel.get(), &ParameterPanel::refused);
    auto& field = part<ValueField>("field-" + id);
    const QString before = field.text();
    field.setFocus();
    field.selectAll();
    if (text.isEmpty())
        QTest::keyClick(&field, Qt::Key_Delete);
    else
        field.insert(text); // as a paste does
    emit field.textEdited(field.text());
    QVERIFY(field.isInvalid());
    QVERIFY2(field.toolTip().contains("use"), "the tool tip says what would be right");
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(refused.count(), 1);
    QVERIFY(field.isInvalid());
    part<QPlainTextEdit>("text-text").setFocus();
    QVERIFY(!field.isInvalid());
    QCOMPARE(field.text(), before);
    QCOMPARE(changes.count(), 0);
}

void tst_Controls::escapeForgets()
{
    auto& field = part<ValueField>("field-d-model");
    type(field, "12");
    QTest::keyClick(&field, Qt::Key_Escape);
    QCOMPARE(field.text(), "512");
    QCOMPARE(m_store->parameters().encoding.dModel, 512);
}

void tst_Controls::arrowsStep()
{
    auto& slider = part<QSlider>("slider-d-model");
    slider.setFocus();
    QTest::keyClick(&slider, Qt::Key_Left);
    QCOMPARE(m_store->parameters().encoding.dModel, 256);
    auto& field = part<QLineEdit>("field-d-model");
    field.setFocus();
    QTest::keyClick(&field, Qt::Key_Up);
    QCOMPARE(m_store->parameters().encoding.dModel, 257);
    QTest::keyClick(&field, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(m_store->parameters().encoding.dModel, 247);
    auto& dropout = part<QSlider>("slider-dropout");
    dropout.setFocus();
    QTest::keyClick(&dropout, Qt::Key_Right);
    QCOMPARE(m_store->parameters().dropout.p, 0.11);
    QTest::keyClick(&dropout, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(m_store->parameters().dropout.p, 0.21);
}

void tst_Controls::wheelNeedsFocus()
{
    const auto turn = [](QWidget& widget) {
        const QPointF middle = widget.rect().center();
        QWheelEvent wheel(middle, widget.mapToGlobal(middle), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&widget, &wheel);
        return wheel.isAccepted();
    };
    QSignalSpy changes(m_store.get(), &Store::parametersChanged);
    part<QPlainTextEdit>("text-text").setFocus();
    for (const char* name : {"slider-d-model", "combo-layout", "combo-scale", "field-d-model"})
        turn(part<QWidget>(name));
    QCOMPARE(changes.count(), 0);
    part<QSlider>("slider-d-model").setFocus();
    QVERIFY(turn(part<QSlider>("slider-d-model")));
    QCOMPARE(m_store->parameters().encoding.dModel, 256);
}

void tst_Controls::dropoutReachesBothEnds()
{
    auto& slider = part<QSlider>("slider-dropout");
    slider.setFocus();
    QTest::keyClick(&slider, Qt::Key_End);
    QCOMPARE(m_store->parameters().dropout.p, 1.0);
    QTest::keyClick(&slider, Qt::Key_Home);
    QCOMPARE(m_store->parameters().dropout.p, 0.0);
    for (int i = 0; i < 1000; ++i)
        QTest::keyClick(&slider, Qt::Key_Right);
    QCOMPARE(m_store->parameters().dropout.p, 1.0);
}

void tst_Controls::emptyIsAuto()
{
    auto& field = part<QLineEdit>("field-seq-len");
    QCOMPARE(field.placeholderText(), "auto");
    type(field, "7");
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(m_store->parameters().sentence.seqLen == 7);
    QVERIFY(part<QSlider>("slider-seq-len").isVisible());
    field.selectAll();
    QTest::keyClick(&field, Qt::Key_Delete);
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(!m_store->parameters().sentence.seqLen.has_value());
    QVERIFY(!part<QSlider>("slider-seq-len").isVisible());
}

void tst_Controls::choices()
{
    auto& list = part<QComboBox>("combo-layout");
    QCOMPARE(list.count(), static_cast<int>(findParameter("layout")->choices().size()));
    list.setFocus();
    QTest::keyClick(&list, Qt::Key_Down);
    const ParameterValue layout = findParameter("layout")->get(m_store->parameters());
    QCOMPARE(QString::fromStdString(std::get<std::string>(layout)), list.currentData().toString());
    QVERIFY(layout != findParameter("layout")->standard());
}

void tst_Controls::choiceOrNumber()
{
    auto& field = part<QLineEdit>("field-scale");
    type(field, "1");
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(m_store->parameters().sum.scale == ScaleFactor(1.0));
    part<QSlider>("slider-scale").setValue(part<QSlider>("slider-scale").value() + 100);
    QVERIFY(m_store->parameters().sum.scale == ScaleFactor(10.0));
    QCOMPARE(field.text(), "10");
    type(field, "2.5");
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(field.text(), "2.5");
    auto& list = part<QComboBox>("combo-scale");
    list.setCurrentIndex(list.findData("none"));
    emit list.activated(list.currentIndex());
    QVERIFY(m_store->parameters().sum.scale == ScaleFactor(ScaleRule::None));
    type(field, "sqrt-d-model");
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(m_store->parameters().sum.scale == ScaleFactor(ScaleRule::SqrtDModel));
}

void tst_Controls::fileIsAskedForNotSet()
{
    auto& list = part<QComboBox>("combo-embedding");
    QSignalSpy asked(m_panel.get(), &ParameterPanel::fileRequested);
    QSignalSpy changes(m_store.get(), &Store::parametersChanged);
    list.setCurrentIndex(list.count() - 1);
    emit list.activated(list.currentIndex());
    QCOMPARE(asked.count(), 1);
    QCOMPARE(changes.count(), 0);
    QCOMPARE(list.currentData().toString(), "normal");
    m_store->edit([](Parameters& p) { p.embedding.source = "file:/somewhere/glove.npy"; });
    QCOMPARE(list.currentText(), "glove.npy");
    m_store->edit([](Parameters& p) { p.embedding.source = "normal"; });
    QCOMPARE(list.currentData().toString(), "normal");
}

void tst_Controls::seeds()
{
    auto& field = part<QLineEdit>("field-seed");
    type(field, "18446744073709551615");
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(m_store->parameters().random.seed == (Seed{UINT64_MAX, false}));
    QCOMPARE(field.text(), "18446744073709551615");
    type(field, "-1");
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(m_store->parameters().random.seed == (Seed{UINT64_MAX, true}));
    QSignalSpy changes(m_store.get(), &Store::parametersChanged);
    part<QToolButton>("dice-seed").click();
    QCOMPARE(changes.count(), 1);
    QCOMPARE(field.text(), QString::number(m_store->parameters().random.seed.bits));
    part<QToolButton>("dice-dropout-seed").click();
    QVERIFY(m_store->parameters().dropout.seed.has_value());
}

void tst_Controls::sentence()
{
    auto& block = part<QPlainTextEdit>("text-text");
    QSignalSpy changes(m_store.get(), &Store::parametersChanged);
    block.setFocus();
    QTest::keyClicks(&block, "the cat");
    QTRY_VERIFY(m_store->parameters().sentence.text == "the cat");
    QCOMPARE(changes.count(), 1);
    block.insertPlainText(QString(QChar(0xd800))); // a lone surrogate, as a paste may bring
    QTRY_VERIFY(m_store->parameters().sentence.text != "the cat");
    QVERIFY(checkValue(*findParameter("text"), *m_store->parameters().sentence.text).ok()); // UTF-8 whatever was typed
    block.clear();
    QTRY_VERIFY(!m_store->parameters().sentence.text.has_value());
}

void tst_Controls::oneDragIsOneGesture()
{
    auto& slider = part<QSlider>("slider-dropout");
    const int y = slider.height() / 2;
    QTest::mousePress(&slider, Qt::LeftButton, {}, {20, y});
    const int gesture = m_store->gesture();
    QVERIFY(gesture >= 0);
    QTest::mouseMove(&slider, {40, y});
    QTest::mouseMove(&slider, {60, y});
    QCOMPARE(m_store->gesture(), gesture);
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, {60, y});
    QCOMPARE(m_store->gesture(), -1);
}

void tst_Controls::ownControlsComeAndGoWithTheScheme()
{
    const auto schemesOf = [](std::string_view kind) {
        std::vector<std::string> ids;
        for (const Scheme& scheme : schemes()) {
            if ((scheme.id == "sinusoidal") == (kind == "sinusoidal"))
                ids.emplace_back(scheme.id);
        }
        return ids;
    };
    QVERIFY(m_panel->findChild<QWidget*>("control-base") != nullptr);
    auto& width = part<QLineEdit>("field-d-model");
    for (const std::string& other : schemesOf("other")) {
        m_store->edit([&](Parameters& p) { setScheme(p.encoding, other); });
        for (const ParameterSpec& spec : parameterSpecs()) {
            const QString name = "control-" + QString::fromUtf8(spec.id.data(), qsizetype(spec.id.size()));
            const bool there = findParameter(spec.id, m_store->parameters()) != nullptr;
            QVERIFY2((m_panel->findChild<QWidget*>(name) != nullptr) == there, qPrintable(name));
        }
        QCOMPARE(part<QLineEdit>("field-d-model").text(), width.text()); // what stays is the same
        QVERIFY(m_panel->findChild<QLineEdit*>("field-d-model") == &width);
        m_store->edit([&](Parameters& p) { setScheme(p.encoding, "sinusoidal"); });
        auto& base = part<QLineEdit>("field-base");
        QCOMPARE(base.text(), "10000");
        type(base, "500");
        QTest::keyClick(&base, Qt::Key_Return);
        QVERIFY(findParameter("base")->get(m_store->parameters()) == ParameterValue(500.0));
        m_store->setParameters({});
        // From the top to the bottom: behind d_model and max_len, before the embedding.
        const auto heightOf = [this](const char* name) {
            return m_panel->findChild<QWidget*>(name)->y();
        };
        QTRY_VERIFY(heightOf("control-base") > heightOf("control-max-len")
                    && heightOf("control-base") < heightOf("control-embedding")); // laid out in the next turn
    }
}

void tst_Controls::theSwitchShowsBothSides()
{
    SetupSwitch sides(*m_store, nullptr);
    QVERIFY(sides.isHidden());
    m_store->setScene({.a = {}, .b = Parameters{}});
    QVERIFY(!sides.isHidden());
    auto& text = *sides.findChild<QLabel*>("setup-differences");
    QVERIFY(text.text().contains("equals"));
    sides.findChild<QToolButton*>("setup-b")->click();
    QVERIFY(m_store->edited() == Side::B);
    auto& width = part<QLineEdit>("field-d-model");
    type(width, "64");
    QTest::keyClick(&width, Qt::Key_Return);
    QCOMPARE(m_store->scene().b->encoding.dModel, 64);
    QCOMPARE(m_store->scene().a.encoding.dModel, 512);
    QVERIFY2(text.text().contains("d_model") && text.text().contains("512") && text.text().contains("64"),
             qPrintable(text.text()));
    sides.findChild<QToolButton*>("setup-a")->click();
    QCOMPARE(width.text(), "512");
    m_store->setScene({});
    QVERIFY(sides.isHidden());
}

QTEST_MAIN(tst_Controls)
#include "tst_controls.moc"
