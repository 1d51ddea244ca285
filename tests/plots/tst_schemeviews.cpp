// SPDX-License-Identifier: GPL-3.0-or-later
// Every view of every scheme: it draws numbers in each of its places and says something, or it says why not. No word
// of waves where there are none.
#include "drawntexts.h"
#include "encodings/schemes.h"
#include "pipeline/parameters/parameterspec.h"
#include "plotfixture.h"
#include "showntexts.h"
#include "words/coretexts.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <set>

using namespace phasor;

namespace {

QString idOf(std::string_view id)
{
    return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

Parameters setUp(const Scheme& scheme)
{
    Parameters p;
    setScheme(p.encoding, scheme.id);
    p.encoding.dModel = 64;
    p.encoding.maxLen = 196;
    p.attention.heads = 4;
    p.sentence.text = "the cat sat on the mat";
    return p;
}

bool has(const Scheme& scheme, std::string_view parameter)
{
    return std::any_of(scheme.own.begin(), scheme.own.end(),
                       [&](const SchemeParameter& own) { return own.id == parameter; });
}

// Whether a view's reason not to show a scheme is true of it.
bool isTrue(const Error& reason, const Scheme& scheme, const PositionModel& model)
{
    const bool formula = model.table && !model.table->formula(0, 0).empty();
    const std::pair<const char*, bool> reasons[] = {
        {"rotates queries and keys and adds no position", model.turns() != nullptr && !model.table},
        {"adds no position to the embedding, so there is none", !model.table},
        {"adds no position to the embedding", !model.table && model.turns() == nullptr},
        {"so there are no frequencies", !model.waves},
        {"has no frequencies", !model.waves},
        {"sines without cosines", model.waves && !model.waves->paired},
        {"cells of a grid", model.gridColumns <= 0},
        {"adds no bias", model.bias == nullptr},
        {"computed exactly and rounded once", !has(scheme, "precision") && formula},
        {"sampled or read", !has(scheme, "precision") && model.table && !formula},
    };
    const std::string said = english(reason.what);
    const auto known
        = std::ranges::find_if(reasons, [&said](const auto& one) { return said.find(one.first) != std::string::npos; });
    return known != std::end(reasons) && known->second;
}

struct Shown
{
    Result<ViewDataPtr> data;
    std::shared_ptr<const PositionModel> model;
};

Shown computed(PlotFixture& f, const Scene& scene)
{
    Request request;
    request.scene = scene;
    request.refine = true;
    request.views = {f.plot->request(scene, f.store.view())};
    SnapshotPtr snapshot = phasor::compute(request, nullptr, f.cache, CancelToken());
    while (snapshot->goesOn()) // a training takes as many steps as it needs
        snapshot = phasor::compute(request, snapshot, f.cache, CancelToken());
    const PipelinePtr pipeline = snapshot->pipelines.value().a;
    return {snapshot->views.begin()->second.data, {pipeline, &pipeline->model()}};
}

// Whether something of the axes that are shown is drawn on them.
bool isEmpty(const QCPAxisRect& rect)
{
    for (const QCPAbstractPlottable* plottable : rect.plottables()) {
        bool found = false;
        plottable->getKeyRange(found);
        if (found)
            return false;
    }
    return true;
}

constexpr QSize kQuarter(480, 248); // logical pixels; other sizes are points of a figure
constexpr QSize kSixth(309, 271);

bool isOnScreen(QSize size)
{
    return size == kQuarter || size == kSixth;
}

// The texts of a figure, or of the plot on the screen. Null: the view has no data.
std::unique_ptr<DrawnTexts> drawnTexts(PlotFixture& f, const Scene& scene, QSize size)
{
    f.store.editView([](ViewState& view) {
        view.training.settings.steps = 10;
        view.training.seeds = 1;
        view.training.phase = TrainingChoice::Phase::Running;
    });
    FigureFrame frame{.size = size};
    Request request{.scene = scene, .views = {}, .refine = true};
    if (isOnScreen(size)) {
        request.views = {f.plot->request(scene, f.store.view())};
    } else {
        f.plot->setTheme(Theme::light().forFigure());
        request.views = {f.plot->exportRequest(scene, f.store.view(), frame)};
    }
    SnapshotPtr snapshot = phasor::compute(request, nullptr, f.cache, CancelToken());
    while (snapshot->goesOn())
        snapshot = phasor::compute(request, snapshot, f.cache, CancelToken());
    const Result<ViewDataPtr>& data = snapshot->views.begin()->second.data;
    if (!data.ok())
        return nullptr;
    f.plot->show(*data);
    QCoreApplication::processEvents();
    auto texts = std::make_unique<DrawnTexts>(size);
    if (!isOnScreen(size)) {
        frame.title = f.plot->summary();
        frame.question = f.plot->question();
        f.plot->draw(*texts, frame);
        return texts;
    }
    QCPPainter painter(texts.get());
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    f.plot->findChild<QWidget*>(QStringLiteral("header"))->render(&painter);
    painter.translate(f.canvas->pos());
    f.canvas->toPainter(&painter, f.canvas->width(), f.canvas->height());
    return texts;
}

bool isNear(const QColor& a, const QColor& b) // colors in floating point are rounded
{
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) <= 3;
}

// Axes and colors without a name, and the finding if it is not drawn.
QStringList unnamed(const PlotFixture& f, const DrawnTexts& texts)
{
    QString all; // fallback fonts split texts
    for (const DrawnTexts::Text& text : texts.all())
        all += text.text;
    const auto bare = [](QString text) {
        return text.remove(u' ').remove(u'\t');
    };
    const auto isDrawn = [&](const QString& text) {
        return !text.isEmpty() && bare(all).contains(bare(text));
    };
    QStringList faults;
    if (!isDrawn(f.plot->summary()))
        faults << QStringLiteral("no finding: ") + f.plot->summary();
    std::vector<QColor> named;
    for (const auto* key : f.canvas->findChildren<KeyRow*>()) {
        for (const KeyRow::Entry& entry : key->visible() ? key->entries() : std::vector<KeyRow::Entry>())
            named.insert(named.end(), {entry.pen.color(), entry.mark.brush().color(), entry.mark.pen().color()});
    }
    for (int i = 0; i < f.canvas->itemCount(); ++i) {
        if (const auto* ends = dynamic_cast<const EndLabels*>(f.canvas->item(i)))
            for (const EndLabels::Entry& entry : ends->entries())
                named.push_back(entry.color);
    }
    for (const QCPAxisRect* rect : f.canvas->axisRects()) {
        if (!rect->realVisibility())
            continue;
        const auto titles = f.canvas->findChildren<QCPTextElement*>();
        const bool titled = std::ranges::any_of(titles, [&](const QCPTextElement* title) {
            return title->realVisibility() && !title->text().trimmed().isEmpty()
                && title->rect().bottom() <= rect->top()
                && title->rect().intersects(QRect(rect->left(), title->rect().top(), rect->width(), 1));
        });
        // A row of maps has one title.
        const bool row = std::ranges::any_of(f.canvas->axisRects(), [&](const QCPAxisRect* other) {
            return other->top() == rect->top() && isDrawn(other->axis(QCPAxis::atBottom)->label());
        });
        // Lanes with the same axes have one title, too.
        const bool lane = std::ranges::any_of(f.canvas->axisRects(), [&](const QCPAxisRect* first) {
            return first->left() == rect->left() && first->top() < rect->top()
                && !first->axis(QCPAxis::atBottom)->visible()
                && first->axis(QCPAxis::atLeft)->range() == rect->axis(QCPAxis::atLeft)->range()
                && isDrawn(first->axis(QCPAxis::atLeft)->label());
        });
        bool names = false; // instead of numbers
        for (const QCPAxis* axis : rect->axes()) {
            const auto labels = axis->tickVectorLabels();
            const bool numbers = std::ranges::none_of(labels, [](const QString& text) { return text.contains(u' '); });
            names = names || !numbers;
            if (!axis->realVisibility() || !axis->tickLabels() || labels.isEmpty() || !numbers
                || axis->basePen().style() == Qt::NoPen || isDrawn(axis->label()))
                continue;
            if (axis->orientation() == Qt::Vertical ? !titled && !lane : !row)
                faults << QStringLiteral("axis without a name: ") + axis->label() + u' ' + labels.join(u' ');
        }
        std::set<QRgb> colors;
        for (const QCPGraph* graph : rect->graphs()) {
            if (graph->realVisibility() && graph->dataCount() > 0 && graph->pen().style() != Qt::NoPen)
                colors.insert(graph->pen().color().rgb());
        }
        for (const QColor color : colors) {
            const bool known = std::ranges::any_of(named, [&](const QColor& other) {
                return isNear(color, other) || isNear(Theme::light().type(color), other);
            });
            if (colors.size() > 1 && !names && !known)
                faults << QStringLiteral("color without a name: ") + color.name();
        }
    }
    return faults;
}

} // namespace

class TestSchemeViews : public QObject
{
    Q_OBJECT

private slots:
    void everyViewOfEveryScheme_data();
    void everyViewOfEveryScheme();
    void theOtherSchemeOfTwo_data() { everyViewOfEveryScheme_data(); }
    void theOtherSchemeOfTwo();
    void textsHaveRoom_data() { everyViewOfEveryScheme_data(); }
    void textsHaveRoom();
    void hardSetupsHaveRoom_data();
    void hardSetupsHaveRoom();
};

void TestSchemeViews::everyViewOfEveryScheme_data()
{
    QTest::addColumn<QString>("scheme");
    for (const Scheme& scheme : schemes())
        QTest::newRow(scheme.id.data()) << idOf(scheme.id);
}

void TestSchemeViews::everyViewOfEveryScheme()
{
    QFETCH(QString, scheme);
    const Scheme& chosen = *findScheme(scheme.toStdString());
    const Scene scene{.a = setUp(chosen)};
    static const QRegularExpression kWaves(QStringLiteral("\\bsines?\\b|\\bsin\\b|\\bwave|λ|frequenc|\\bturns?\\b"),
                                           QRegularExpression::CaseInsensitiveOption);
    for (const PlotSpec& spec : plotSpecs()) {
        PlotFixture f(spec.id.data(), {700, 500});
        f.store.setScene(scene);
        f.store.editView([](ViewState& view) {
            view.training.settings.steps = 10;
            view.training.seeds = 1;
            view.training.phase = TrainingChoice::Phase::Running;
        });
        const Shown shown = computed(f, scene);
        const QByteArray place = (scheme + u' ' + idOf(spec.id)).toUtf8();
        if (!shown.data.ok()) {
            const Error& error = shown.data.error();
            const QString says = words::faultText(error);
            QVERIFY2(error.code == "SCHEME", place.constData());
            QVERIFY2(isTrue(error, chosen, *shown.model), qPrintable(place + ": " + says));
            QVERIFY2(says.contains(words::ofCore(chosen.label)), qPrintable(says));
            QVERIFY2(!error.remedy.empty() && !says.contains(u'\n'), qPrintable(says));
            continue;
        }
        const DataTable numbers = (*shown.data)->table();
        QVERIFY2(std::any_of(numbers.columns.begin(), numbers.columns.end(),
                             [](const DataTable::Column& column) {
                                 return std::any_of(column.values.begin(), column.values.end(),
                                                    [](double value) { return std::isfinite(value); });
                             }),
                 place.constData());
        f.plot->show(*shown.data);
        f.picture();
        QVERIFY2(!f.plot->title().isEmpty() && !f.plot->summary().isEmpty(), place.constData());
        for (const QCPAxisRect* rect : f.canvas->axisRects()) {
            if (rect->realVisibility() && spec.id != "heads") // whose maps are not of the axes
                QVERIFY2(!isEmpty(*rect), place.constData());
        }
        if (shown.model->waves)
            continue;
        const ShownTexts shownTexts(*f.plot);
        for (const ShownTexts::Text& text : shownTexts.all()) {
            const bool denied = text.text.contains(QStringLiteral("no waves"));
            if (!denied && !text.where.contains(QStringLiteral("QAction")))
                QVERIFY2(!text.text.contains(kWaves),
                         qPrintable(scheme + u' ' + idOf(spec.id) + QStringLiteral(": ") + text.text));
        }
    }
}

// Beside the sinusoid: what it cannot show of B it leaves out. And with a B without a table: heads of one dimension
// can't be rotated.
void TestSchemeViews::theOtherSchemeOfTwo()
{
    QFETCH(QString, scheme);
    const Parameters one = setUp(*findScheme(scheme.toStdString()));
    Scene refused{.a = one, .b = setUp(*findScheme("rope"))};
    refused.b->attention.heads = refused.b->encoding.dModel;
    for (const Scene& scene : {Scene{.a = setUp(*findScheme("sinusoidal")), .b = one}, refused}) {
        for (const PlotSpec& spec : plotSpecs()) {
            PlotFixture f(spec.id.data(), {700, 500});
            f.store.setScene(scene);
            const Shown shown = computed(f, scene);
            const QByteArray place = (scheme + u' ' + idOf(spec.id)).toUtf8();
            if (shown.data.ok()) {
                f.plot->show(*shown.data);
                f.picture();
                QVERIFY2(!f.plot->summary().isEmpty(), place.constData());
            } else {
                const std::string code = shown.data.error().code;
                QVERIFY2(scene == refused || code == "SCHEME", (place + ": " + code.c_str()).constData());
                QVERIFY2(!shown.data.error().remedy.empty(), place.constData());
            }
        }
    }
}

// In figures of a column and of a page, in a quarter and a sixth of a window of 1280 x 800, of one setup, and of two
// for one scheme of each kind: no text covers another one, is cut, outside or too small; finding, axes and colors are
// named.
void TestSchemeViews::textsHaveRoom()
{
    QFETCH(QString, scheme);
    const bool comparing = QStringList{"sinusoidal", "grid-mae", "rope", "alibi", "nope"}.contains(scheme);
    const Scene alone{.a = setUp(*findScheme(scheme.toStdString()))};
    Scene both{.a = alone.a, .b = alone.a};
    both.b->sum.scale = ScaleRule::None;
    both.b->dropout.p = 0.3;
    QStringList faults;
    for (const PlotSpec& spec : plotSpecs()) {
        for (const Scene& scene : comparing ? std::vector{alone, both} : std::vector{alone}) {
            for (const QSize size : {QSize(241, 170), QSize(510, 340), kQuarter, kSixth}) {
                PlotFixture f(spec.id.data(), size);
                f.store.setScene(scene);
                const auto texts = drawnTexts(f, scene, size);
                if (!texts)
                    continue;
                const QString place
                    = QStringLiteral("%1, %2, %3 pixels: ").arg(scheme, f.plot->title()).arg(size.width());
                const QStringList names = size == kSixth ? QStringList() : unnamed(f, *texts); // some axes have no room
                for (const QString& fault : texts->faults(isOnScreen(size) ? 11 : 6) + names)
                    faults << (scene.b ? QStringLiteral("compared, ") : QString()) + place + fault;
            }
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.mid(0, 8).join(u'\n')));
}

void TestSchemeViews::hardSetupsHaveRoom_data()
{
    QTest::addColumn<QByteArray>("view");
    QTest::addColumn<QStringList>("a");
    QTest::addColumn<QStringList>("b");
    const auto add = [](const char* name, const char* view, const QStringList& a, const QStringList& b) {
        const QString text = QStringLiteral("text=the cat sat");
        QTest::addRow("%s", name) << QByteArray(view) << a << b;
        QTest::addRow("%s, with a text", name)
            << QByteArray(view) << a + QStringList{text} << (b.isEmpty() ? b : b + QStringList{text});
    };
    add("32 curves", "curves", {"d-model=64"}, {});
    add("32 curves, compared", "curves", {"d-model=64"}, {"d-model=128"});
    add("32 columns that are no waves", "curves", {"scheme=learned", "d-model=64"}, {});
    add("small R", "initializers", {"scheme=time2vec", "d-model=64"}, {});
    add("other shapes", "heatmap", {"d-model=64"}, {"d-model=128"});
    add("other schemes", "similarity", {"scheme=rope", "d-model=4", "heads=2"},
        {"scheme=alibi", "d-model=2048", "heads=8"});
    add("grids", "mosaic", {"scheme=grid-detr", "d-model=64"}, {"scheme=grid-mae", "d-model=64"});
    add("high grids", "mosaic", {"scheme=grid-detr", "grid=20x7", "d-model=64"},
        {"scheme=grid-mae", "grid=20x7", "d-model=64"});
    add("small scores", "scores", {"d-model=64"}, {"d-model=128"});
}

// Setups with many lines, wide numbers and small maps, in figures of 85 mm, of 600 x 400 pixels, 180 mm, and of 1280 x
// 800 pixels.
void TestSchemeViews::hardSetupsHaveRoom()
{
    QFETCH(const QByteArray, view);
    QFETCH(const QStringList, a);
    QFETCH(const QStringList, b);
    const auto setupOf = [](const QStringList& values) {
        Parameters p;
        for (const QString& each : values) {
            const ParameterSpec* spec = findParameter(each.section(u'=', 0, 0).toStdString(), p);
            spec->set(p, parseValue(*spec, each.section(u'=', 1).toStdString()).value());
        }
        return p;
    };
    Scene scene{.a = setupOf(a)};
    if (!b.isEmpty())
        scene.b = setupOf(b);
    for (const QSize size : {QSize(241, 170), QSize(288, 192), QSize(510, 340), QSize(614, 384)}) {
        PlotFixture f(view.constData(), size);
        f.store.setScene(scene);
        f.store.editView([](ViewState& shown) {
            shown.dimensions.resize(32);
            std::iota(shown.dimensions.begin(), shown.dimensions.end(), 0);
        });
        const auto texts = drawnTexts(f, scene, size);
        QVERIFY(texts);
        const QStringList faults = texts->faults(6);
        QVERIFY2(faults.isEmpty(), qPrintable(QString::number(size.width()) + u' ' + faults.mid(0, 8).join(u'\n')));
        for (const auto* title : f.canvas->findChildren<QCPTextElement*>()) // no more than the letters over a small map
            QVERIFY(size.width() > 300 || !title->text().startsWith(QStringLiteral("A − B:")));
        for (const QCPAxisRect* rect : f.canvas->axisRects()) { // labels leave room for the plots
            if (const QCPAxis* across = rect->axis(QCPAxis::atBottom); across && across->tickLabels())
                QVERIFY2(labelsAreApart(*across), qPrintable(across->tickVectorLabels().join(u' ')));
            QVERIFY2(!rect->visible() || (rect->width() >= 25 && rect->height() >= 25),
                     qPrintable(QString::number(rect->width())));
        }
    }
}

QTEST_MAIN(TestSchemeViews)
#include "tst_schemeviews.moc"
