// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/snapshot.h"
#include "session/store.h"
#include "ui/panels/panels.h"
#include "ui/panels/stagebutton.h"
#include "views/readout.h"

#include <QLabel>
#include <QScrollBar>
#include <QTest>
#include <QVBoxLayout>

#include <algorithm>

using namespace phasor;

namespace {

// A strip as the window has it.
struct Fixture
{
    Fixture()
    {
        auto* column = new QVBoxLayout(&window);
        column->addWidget(&strip);
        column->addStretch(1);
        store.edit([](Parameters& p) {
            p.sentence.text = "the cat sat";
            p.encoding.dModel = 16;
        });
        window.resize(1000, 300);
        window.show();
        QCoreApplication::processEvents();
    }

    bool compute(int passes = 2)
    {
        for (int pass = 0; pass < passes; ++pass) {
            const auto wanted = strip.request(store.view());
            if (!wanted)
                return false;
            Request request;
            request.scene = store.scene();
            request.views = {*wanted};
            const SnapshotPtr snapshot = phasor::compute(request, nullptr, cache, CancelToken());
            if (!snapshot->pipelines.ok() || !snapshot->views.begin()->second.data.ok())
                return false;
            strip.show(*snapshot->views.begin()->second.data);
            QCoreApplication::processEvents();
        }
        return true;
    }

    StageButton* button(const char* node) const
    {
        return strip.findChild<StageButton*>(QStringLiteral("stage-%1").arg(QLatin1String(node)));
    }
    OperatorLabel* label(const char* node) const
    {
        return strip.findChild<OperatorLabel*>(QStringLiteral("operator-%1").arg(QLatin1String(node)));
    }

    PipelineCache cache;
    Store store;
    QWidget window;
    Strip strip{store, nullptr};
};

// Largest difference of a pixel's color from white, 0 … 255.
int strongestOf(const QImage& picture)
{
    int most = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            const QColor color = picture.pixelColor(x, y);
            most = std::max({most, 255 - color.red(), 255 - color.green(), 255 - color.blue()});
        }
    }
    return most;
}

} // namespace

class TestStrip : public QObject
{
    Q_OBJECT

private slots:
    void everyNodeOfTheSetUp();
    void clickShowsTheNode();
    void positionIsLit();
    void dropoutStandsWhereItActs_data();
    void dropoutStandsWhereItActs();
    void protectedRowsAreMarked();
    void whatIsLookedAtIsMarked();
    void captionFollowsTheScale();
    void saysWhatCannotBeHad();
    void scrollsWhereItIsTooNarrow();
    void marksTheSetUpThatItShows();
    void maskFollowsTheTheme();
    void keepsItsHeight();
    void barsHaveOneScale();
    void normsAreWithheld();
    void boxesShowTheSameRows();
    void showsThePointedCell();
};

void TestStrip::everyNodeOfTheSetUp()
{
    Fixture f;
    QVERIFY(f.compute());
    for (const char* node : {"tokens", "embedding", "scaled", "position", "sum", "mask", "output"})
        QVERIFY2(f.button(node) != nullptr, node);
    QVERIFY(f.button("tokens")->picture().isNull());
    QVERIFY(f.button("tokens")->accessibleDescription().contains(QStringLiteral("cat")));
    QVERIFY(!f.button("embedding")->picture().isNull());
    QCOMPARE(f.button("output")->picture().size(), f.button("output")->thumbnailPixels());
    QVERIFY(f.label("tokens") == nullptr);
}

void TestStrip::clickShowsTheNode()
{
    Fixture f;
    QVERIFY(f.compute());
    QVERIFY(f.button("position")->isChecked());
    f.button("mask")->click();
    QCOMPARE(f.store.view().node, NodeId("mask"));
    QVERIFY(f.button("mask")->isChecked() && !f.button("position")->isChecked());
    f.store.editView([](ViewState& v) { v.node = "no such node"; });
    QVERIFY(f.button("sum")->isChecked()); // where position enters
}

void TestStrip::positionIsLit()
{
    Fixture f;
    QVERIFY(f.compute());
    QVERIFY(f.button("position")->isLit());
    QVERIFY(f.label("position")->isLit()); // the "+"
    QVERIFY(!f.label("sum")->isLit());
    QVERIFY(!f.button("sum")->isLit());
}

void TestStrip::dropoutStandsWhereItActs_data()
{
    QTest::addColumn<PlacementId>("placement");
    QTest::addColumn<Combine>("combine");
    QTest::addColumn<QStringList>("boxes"); // each behind its operator
    QTest::newRow("sum") << PlacementId::Sum << Combine::Sum
                         << QStringList{"tokens", "→ embedding", "× scaled", "+ position",
                                        "= sum",  "⊙ mask",      "→ output"};
    QTest::newRow("embedding") << PlacementId::Embedding << Combine::Sum
                               << QStringList{"tokens", "→ embedding", "× scaled", "→ mask", "+ position", "= output"};
    QTest::newRow("encoding") << PlacementId::Position << Combine::Sum
                              << QStringList{"tokens", "→ embedding", "× scaled", "+ position", "⊙ mask", "= output"};
    QTest::newRow("beside") << PlacementId::Embedding << Combine::Concatenate
                            << QStringList{"tokens", "→ embedding", "× scaled", "→ mask", "‖ position", "= output"};
}

void TestStrip::dropoutStandsWhereItActs()
{
    QFETCH(PlacementId, placement);
    QFETCH(Combine, combine);
    QFETCH(QStringList, boxes);
    Fixture f;
    f.store.edit([&](Parameters& p) {
        p.dropout.placement = placement;
        p.sum.combine = combine;
    });
    QVERIFY(f.compute());
    QList<StageButton*> buttons = f.strip.findChildren<StageButton*>();
    std::sort(buttons.begin(), buttons.end(), [](auto* a, auto* b) { return a->x() < b->x(); });
    QStringList shown;
    for (const StageButton* button : buttons) {
        const OperatorLabel* before = f.label(button->node().c_str());
        const QString name = QString::fromStdString(button->node());
        shown += before != nullptr ? before->text().sign + u' ' + name : name;
    }
    QCOMPARE(shown, boxes);
    // Lit are what brings the position and the sign before it.
    for (const StageButton* button : buttons) {
        QCOMPARE(button->isLit(), button->node() == "position");
        const OperatorLabel* before = f.label(button->node().c_str());
        QVERIFY(before == nullptr || before->isLit() == button->isLit());
    }
    QVERIFY(f.label("position") && f.label("mask"));
    QCOMPARE(f.button("mask")->text(),
             placement == PlacementId::Embedding ? QStringLiteral("dropout(s·E)") : QStringLiteral("mask"));
}

// Of [CLS] the cat sat [SEP] the first row is protected, and the last two.
void TestStrip::protectedRowsAreMarked()
{
    Fixture f;
    f.store.edit([](Parameters& p) { p.sentence.text = "the cat sat"; });
    QVERIFY(f.compute());
    QVERIFY(f.button("mask")->protectedRows().empty());
    f.store.edit([](Parameters& p) { p.dropout.protect = "[CLS],sat,[SEP]"; });
    QVERIFY(f.compute());
    const std::vector<Interval>& rows = f.button("mask")->protectedRows();
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[0].low, 0.0);
    QCOMPARE(rows[0].high, 0.2);
    QCOMPARE(rows[1].low, 0.6);
    QCOMPARE(rows[2].high, 1.0);
    QVERIFY(f.button("output")->protectedRows().empty());
}

// The sum, when dropout moves to a part: the heatmap still shows it, so it stands behind the chain and has the mark.
// Scores, when the scheme becomes one whose attention is not shown.
void TestStrip::whatIsLookedAtIsMarked()
{
    Fixture f;
    f.store.editView([](ViewState& v) { v.node = "sum"; });
    QVERIFY(f.compute());
    f.store.edit([](Parameters& p) { p.dropout.placement = PlacementId::Embedding; });
    QVERIFY(f.compute());
    QVERIFY(f.button("sum") != nullptr);
    QVERIFY(f.button("sum")->isChecked());
    QVERIFY(!f.button("output")->isChecked());
    QVERIFY(f.button("sum")->x() > f.button("output")->x());
    QCOMPARE(f.label("sum")->text().lines, (QStringList{"without", "dropout"}));
    QCOMPARE(f.label("mask")->text().sign, QStringLiteral("→"));
    f.button("output")->click();
    QVERIFY(f.compute());
    QVERIFY(f.button("sum") == nullptr);

    f.store.edit([](Parameters& p) {
        p.dropout.placement = PlacementId::Sum;
        setScheme(p.encoding, "rope");
    });
    f.store.editView([](ViewState& v) { v.node = "scores"; });
    QVERIFY(f.compute());
    QVERIFY(f.button("scores")->isChecked());
    f.store.edit([](Parameters& p) { setScheme(p.encoding, "sinusoidal"); });
    QVERIFY(f.compute());
    QVERIFY(f.button("scores") && f.button("scores")->isChecked());
    f.store.editView([](ViewState& v) { v.node = "queries"; });
    QVERIFY(f.compute(1)); // the box stays
    QVERIFY(f.button("queries") && f.button("queries")->isChecked());
    f.store.editView([](ViewState& v) { v.node = "position"; });
    QVERIFY(f.compute());
    QVERIFY(f.button("scores") == nullptr && f.button("position")->isChecked());
}

// The same number without the name of a rule: the picture is the same, the caption is not.
void TestStrip::captionFollowsTheScale()
{
    Fixture f;
    QVERIFY(f.compute());
    QCOMPARE(f.label("scaled")->text().lines, (QStringList{"4", "(√16)"}));
    f.store.edit([](Parameters& p) { p.sum.scale = 4.0; });
    QVERIFY(f.compute());
    QCOMPARE(f.label("scaled")->text().lines, QStringList{"4"});
}

void TestStrip::saysWhatCannotBeHad()
{
    Fixture f;
    f.store.edit([](Parameters& p) {
        p.sentence.text.reset();
        p.encoding.maxLen = 2147483647;
        p.encoding.dModel = 512;
    });
    QVERIFY(f.compute());
    QVERIFY(!f.button("embedding")->error().isEmpty());
    QVERIFY(f.button("position")->error().isEmpty());
    // Means of so many rows are all about 0: the box shows the first ones. Attention has no picture.
    QVERIFY(f.button("position")->accessibleDescription().contains(QStringLiteral("the first")));
    f.store.edit([](Parameters& p) {
        p.random.generator = "philox";
        setScheme(p.encoding, "rope");
    });
    QVERIFY(f.compute());
    for (const char* node : {"position", "queries", "keys", "scores"})
        QVERIFY2(strongestOf(f.button(node)->picture()) > 100, node);
    QVERIFY2(f.button("attention")->error().contains(QStringLiteral("2147483647 keys")), "why it has no picture");
    QVERIFY(f.button("attention")->toolTip().contains(QStringLiteral("2147483647 keys")));
}

void TestStrip::scrollsWhereItIsTooNarrow()
{
    Fixture f;
    QVERIFY(f.compute());
    QCOMPARE(f.strip.horizontalScrollBar()->maximum(), 0);
    const int height = f.strip.height();
    f.window.resize(300, 300);
    QCoreApplication::processEvents();
    QVERIFY(f.strip.horizontalScrollBar()->maximum() > 0);
    QVERIFY(f.strip.height() > height);
    QVERIFY(f.button("output")->width() >= 36);
}

void TestStrip::marksTheSetUpThatItShows()
{
    Fixture f;
    auto* side = f.strip.findChild<QLabel*>(QStringLiteral("strip-side"));
    QVERIFY(side->isHidden());
    Scene scene = f.store.scene();
    scene.b = scene.a;
    scene.b->encoding.dModel = 16;
    f.store.setScene(scene);
    QVERIFY(!side->isHidden() && side->text() == QStringLiteral("A"));
    f.store.setEdited(Side::B);
    QCOMPARE(side->text(), QStringLiteral("B"));
    QVERIFY(f.compute());
    QVERIFY(f.button("sum")->accessibleDescription().contains(QStringLiteral("16")));
}

// A mask that was drawn for the one theme is softened for the other.
void TestStrip::maskFollowsTheTheme()
{
    Fixture f;
    QVERIFY(f.compute());
    const QImage light = f.button("mask")->picture();
    QPalette dark = f.window.palette();
    dark.setColor(QPalette::Window, Qt::black);
    f.window.setPalette(dark);
    QVERIFY(f.compute());
    const QImage soft = f.button("mask")->picture();
    QCOMPARE(soft.size(), light.size());
    QVERIFY(soft != light);
    f.window.setPalette(QPalette());
    QVERIFY(f.compute());
    QCOMPARE(f.button("mask")->picture(), light);
}

void TestStrip::keepsItsHeight()
{
    Fixture f;
    const int before = f.strip.height();
    QVERIFY(f.compute());
    QCOMPARE(f.strip.height(), before);
}

// √16 = 4 times E, and the encoding of 16 dimensions has norm √8.
void TestStrip::barsHaveOneScale()
{
    Fixture f;
    QVERIFY(f.compute());
    QVERIFY(std::abs(f.button("embedding")->bar() - f.button("scaled")->bar() / 4) < 1e-6);
    double longest = 0;
    for (const char* node : {"embedding", "scaled", "position", "sum", "output"})
        longest = std::max(longest, f.button(node)->bar());
    QCOMPARE(longest, 1.0);
    QCOMPARE(f.button("position")->norm(), QStringLiteral("‖·‖ 2.83"));
    QVERIFY(f.button("mask")->norm().isEmpty() && f.button("mask")->bar() == 0);
}

// As a lesson does whose step begins again: for a moment nothing is withheld, and another stage is viewed.
void TestStrip::normsAreWithheld()
{
    Fixture f;
    QVERIFY(f.compute());
    const auto withhold = [&f](bool withholds, const char* stage) {
        f.store.editView([&](ViewState& view) {
            view.withholds = withholds;
            view.node = stage;
        });
    };
    withhold(true, "position");
    QVERIFY(f.button("sum")->bar() == 0 && f.button("sum")->norm().isEmpty());
    withhold(false, "sum");
    QVERIFY(f.button("sum")->bar() > 0);
    withhold(true, "sum");
    QVERIFY(f.button("sum")->bar() == 0 && f.button("sum")->norm().isEmpty());
}

// The encoding has 5000 rows, the sequence 5. Of a long sequence the noise is shown cell by cell.
void TestStrip::boxesShowTheSameRows()
{
    Fixture f;
    QVERIFY(f.compute());
    const StageButton& position = *f.button("position");
    const QRgb first = position.picture().pixel(0, 0);
    QVERIFY(position.picture().pixel(0, position.picture().height() / 2) != first); // sin 2, not a mean of waves
    QVERIFY(!f.button("sum")->accessibleDescription().contains(QStringLiteral("first")));
    f.store.edit([](Parameters& p) { p.sentence.text.reset(); });
    QVERIFY(f.compute());
    QVERIFY2(f.button("sum")->accessibleDescription().contains(QStringLiteral("the first")),
             qPrintable(f.button("sum")->accessibleDescription()));
    QVERIFY(!position.accessibleDescription().contains(QStringLiteral("the first")));
}

void TestStrip::showsThePointedCell()
{
    Fixture f;
    QVERIFY(f.compute());
    const auto point = [&f](const Cursor& cursor) {
        f.store.editView([&cursor](ViewState& view) { view.cursor = cursor; });
        const Pipelines pipelines = Pipelines::make(f.store.scene(), f.cache).value();
        SceneReader reader(pipelines, f.cache, CancelToken());
        f.strip.showPointed(compute(ReadoutRequest{.cursor = cursor}, reader, Effort::Still).value());
    };
    Cursor cursor;
    cursor[AxisKind::Position] = 2;
    cursor[AxisKind::Dimension] = 0;
    point(cursor);
    for (const char* node : {"tokens", "position", "mask"})
        QVERIFY2(f.button(node)->pointed(), node);
    QCOMPARE(f.button("tokens")->pointed()->value, QStringLiteral("cat"));
    QCOMPARE(f.button("position")->pointed()->value, QStringLiteral("0.909")); // sin 2
    QCOMPARE(f.button("position")->pointed()->place, QPointF(0.5 / 16, 0.5));
    const QString kept = f.button("mask")->pointed()->value;
    QVERIFY2(kept == QStringLiteral("kept × 1.11") || kept == QStringLiteral("dropped"), qPrintable(kept));
    cursor[AxisKind::Position] = 100; // beyond the sentence there is the encoding alone
    point(cursor);
    QVERIFY(!f.button("sum")->pointed());
    QVERIFY(f.button("position")->pointed() && f.button("position")->pointed()->place.y() > 1);
    f.store.editView([](ViewState& view) { view.cursor = {}; }); // a lesson's step is begun
    QVERIFY(!f.button("position")->pointed());
    point({});
    QVERIFY(!f.button("position")->pointed());
}

QTEST_MAIN(TestStrip)
#include "tst_strip.moc"
