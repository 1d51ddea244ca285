// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/schemes.h"
#include "encodings/sinusoidal/settings.h"
#include "field/conformance.h"
#include "field/matrixfield.h"
#include "inputs/filecache.h"
#include "inputs/tokenizers/tokenizer.h"
#include "pipeline/fields/stagefields.h"
#include "random/generator.h"
#include "text/numbers.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <string>

using namespace phasor;

namespace {

// Sizes that are drawn, so that nobody relies on round ones.
class Sizes
{
public:
    explicit Sizes(std::uint32_t seed)
        : m_random(seed)
    {
    }

    // 1 … most
    std::int64_t upTo(std::int64_t most) { return std::uniform_int_distribution<std::int64_t>(1, most)(m_random); }
    Shape shape(std::int64_t rows = 700, std::int64_t cols = 300)
    {
        const std::int64_t drawn = upTo(rows);
        return {drawn, upTo(cols)};
    }

private:
    std::mt19937 m_random;
};

std::shared_ptr<const Generator> generatorOf(std::string_view id)
{
    return makeGenerator(id, parseSeed("7").value()).value();
}

FieldPtr encodingOf(Shape shape, Precision precision = Precision::Exact,
                    SinusoidalLayout layout = SinusoidalLayout::Interleaved, std::int64_t first = 0)
{
    const SinusoidalSettings own{.layout = layout, .firstPosition = first, .precision = precision};
    return findScheme("sinusoidal")->make({.maxLen = shape.rows, .width = shape.cols, .own = own}).value().table;
}

// Values that are drawn: in memory, and within [-2, 2].
FieldPtr storedTable(Shape shape)
{
    return generatorOf("philox")->uniform(shape, -2, 2).value().values;
}

// The same values, but no capability.
class Computed final : public Field
{
public:
    explicit Computed(FieldPtr field)
        : m_field(std::move(field))
    {
    }
    Shape shape() const override { return m_field->shape(); }
    Interval bounds() const override { return m_field->bounds(); }
    void fill(Rect rect, MatrixView<float> out) const override { m_field->fill(rect, out); }

private:
    FieldPtr m_field;
};

FieldPtr maskOf(std::string_view generator, Shape shape)
{
    return generatorOf(generator)->keepMask(shape, 0.3).value().values;
}

std::shared_ptr<const TokenSequence> tokens(const std::string& text, std::int64_t rows, const std::string& protect = {})
{
    TokenSequence::Setup setup;
    setup.sentence.text = text;
    setup.sentence.seqLen = rows;
    setup.maxLen = rows;
    setup.protect = protect;
    FileCache files;
    setup.tokenizer = makeTokenizer("words", files).value();
    return std::make_shared<const TokenSequence>(TokenSequence::make(setup).value());
}

const std::string kSentence = "the cat sat on the mat and the dog sat on the cat by the door of the house";

using Make = std::function<FieldPtr(Sizes&)>;

void add(const std::string& name, Make make, bool boundsHold = true)
{
    QTest::addRow("%s", name.c_str()) << std::move(make) << boundsHold;
}

void addEncodings()
{
    for (const auto& [precision, precisionWords] : choicesOf(Precision{})) {
        for (const auto& [layout, layoutWords] : choicesOf(SinusoidalLayout{})) {
            add("sinusoidal " + std::string(layoutWords.id) + " " + std::string(precisionWords.id),
                [p = precision, l = layout](Sizes& sizes) {
                    return encodingOf(sizes.shape(), p, l, 3 * sizes.upTo(20'000));
                });
        }
    }
    add("sinusoidal, 2^31 - 1 rows", [](Sizes& sizes) { return encodingOf({2147483647, sizes.upTo(1000)}); });
}

void addDraws()
{
    for (const GeneratorInfo& info : generators()) {
        const std::string id(info.id);
        add(
            id + " normal", [id](Sizes& s) { return generatorOf(id)->normal(s.shape(), 0, 1).value().values; }, false);
        add(id + " uniform", [id](Sizes& s) { return generatorOf(id)->uniform(s.shape(), -1, 1).value().values; });
        add(id + " mask", [id](Sizes& s) { return maskOf(id, s.shape()); });
        add(id + " feature mask", [id](Sizes& s) {
            return generatorOf(id)->featureMask({1, s.upTo(900)}, 0.5).value().values;
        });
        add(id + " keeps all", [id](Sizes& s) { return generatorOf(id)->keepMask(s.shape(), 0).value().values; });
        add(id + " larger than is stored", [id](Sizes& s) {
            return generatorOf(id)->uniform({70'000 + s.upTo(9), 260}, -1, 1).value().values;
        });
    }
    add("philox mask of billions", [](Sizes& s) { return maskOf("philox", {2'000'000'000, s.upTo(4)}); });
}

void addTables()
{
    add("constant", [](Sizes& s) { return constantField(s.shape(), 0.1F, {-1, 1}); });
    add("matrix", [](Sizes& s) {
        auto values = std::make_shared<Matrix>(s.shape());
        for (std::int64_t i = 0; i < values->rows() * values->cols(); ++i)
            values->data()[i] = static_cast<float>(s.upTo(1000)) / 1000;
        return std::make_shared<MatrixField>(values, Interval{0, 1});
    });
}

void addDecorators()
{
    const auto rowsOf = [](Sizes& s) {
        return 20 + s.upTo(400);
    }; // longer than the sentence
    add("token ids", [](Sizes& s) { return tokenColumn(tokens("", s.upTo(3000))); });
    add("token ids of a sentence", [=](Sizes& s) { return tokenColumn(tokens(kSentence, rowsOf(s))); });
    add("gathered rows", [](Sizes& s) {
        const Shape shape = s.shape();
        return gatheredRows(storedTable({shape.rows + 9, shape.cols}), tokens("", shape.rows));
    });
    add("gathered rows of a sentence", [=](Sizes& s) {
        const auto sequence = tokens(kSentence, rowsOf(s));
        return gatheredRows(storedTable({sequence->vocab(), s.upTo(300)}), sequence);
    });
    add("a row of zeros", [](Sizes& s) {
        const Shape shape = s.shape();
        return withZeroRow(storedTable(shape), shape.rows / 2);
    });
    for (const bool stored : {true, false}) {
        const std::string kind = stored ? " of a stored table" : " of an encoding";
        const auto base = [stored](Shape shape) {
            return stored ? storedTable(shape) : encodingOf(shape);
        };
        add("first rows" + kind, [=](Sizes& s) {
            const Shape shape = s.shape();
            return firstRows(base({shape.rows + s.upTo(99), shape.cols}), shape.rows);
        });
        add("window" + kind, [=](Sizes& s) {
            const Shape shape = s.shape();
            const Rect window{s.upTo(50), s.upTo(50), shape.rows, shape.cols};
            return windowOf(base({window.row + shape.rows + 3, window.col + shape.cols + 5}), window);
        });
        add("scaled" + kind, [=](Sizes& s) { return scaled(base(s.shape()), -11.3F); });
        add("repeated" + kind, [=](Sizes& s) {
            const Shape shape = s.shape();
            return repeated(base(s.upTo(2) == 1 ? Shape{1, shape.cols} : Shape{shape.rows, 1}), shape);
        });
        add("sum" + kind, [=](Sizes& s) {
            const Shape shape = s.shape();
            return sum(scaled(base(shape), 22.6F), encodingOf(shape));
        });
        add("concatenation" + kind, [=](Sizes& s) {
            const Shape shape = s.shape();
            return concatenated(base(shape), storedTable({shape.rows, s.upTo(200)}));
        });
    }
}

void addDropout()
{
    const auto textOf = [](Sizes& s) {
        return tokens(kSentence, 20 + s.upTo(200), "cat,the");
    };
    add("protected rows", [=](Sizes& s) {
        const auto sequence = textOf(s);
        return withProtectedRows(maskOf("torch", {sequence->length(), s.upTo(300)}), sequence);
    });
    add("filled padding", [=](Sizes& s) {
        const auto sequence = textOf(s);
        return withFilledPadding(encodingOf({sequence->length(), s.upTo(300)}), sequence);
    });
    for (const char* generator : {"torch", "philox"}) {
        for (const bool ofSum : {true, false}) {
            const auto make = [=](Sizes& s, const std::shared_ptr<const TokenSequence>& sequence) {
                const Shape shape{sequence->length(), s.upTo(400)};
                const FieldPtr e = storedTable(shape);
                return dropped(ofSum ? sum(scaled(e, 3), encodingOf(shape)) : e, maskOf(generator, shape), 1 / 0.7F,
                               sequence);
            };
            const std::string name = std::string("dropped ") + (ofSum ? "sum, " : "table, ") + generator;
            add(name, [=](Sizes& s) { return make(s, tokens("", s.upTo(600))); });
            add(name + ", protected", [=](Sizes& s) { return make(s, textOf(s)); });
        }
    }
}

} // namespace

Q_DECLARE_METATYPE(Make)

// Every kind of Field, and every decorator, keeps what field/field.h promises.
class TestConformance : public QObject
{
    Q_OBJECT

private slots:
    void keepsItsPromises_data();
    void keepsItsPromises();
    void aFieldWithoutCapabilitiesHasTheSameCells();
    void brokenPromisesAreFound_data();
    void brokenPromisesAreFound();
};

void TestConformance::keepsItsPromises_data()
{
    QTest::addColumn<Make>("make");
    QTest::addColumn<bool>("boundsHold");
    addEncodings();
    addDraws();
    addTables();
    addDecorators();
    addDropout();
}

void TestConformance::keepsItsPromises()
{
    QFETCH(Make, make);
    QFETCH(bool, boundsHold);
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        Sizes sizes(seed);
        const FieldPtr field = make(sizes);
        const std::string broken = conforms(*field, {.seed = seed, .rects = 12, .boundsHold = boundsHold});
        QVERIFY2(broken.empty(), broken.c_str());
    }
}

// What a part offers is a shorter way to the same numbers: the decorators must not need it.
void TestConformance::aFieldWithoutCapabilitiesHasTheSameCells()
{
    const Shape shape{301, 77};
    const auto sequence = tokens("", shape.rows);
    const auto output = [&](bool plain) {
        const auto shown = [plain](const FieldPtr& field) {
            return plain ? std::make_shared<Computed>(field) : field;
        };
        const FieldPtr e = gatheredRows(shown(storedTable(shape)), sequence);
        const FieldPtr x = shown(sum(scaled(shown(e), 3), shown(encodingOf(shape))));
        Matrix values(shape);
        dropped(x, shown(maskOf("philox", shape)), 2, sequence)->fill(whole(shape), values.view());
        return values;
    };
    const Matrix with = output(false);
    const Matrix without = output(true);
    QVERIFY(std::equal(with.data(), with.data() + shape.rows * shape.cols, without.data()));
}

// A Field that breaks one promise.
class Broken final : public Field, private MeansOfBlocks
{
public:
    enum class Promise { None, Tiles, Outside, Streaming, Memory, Bounds, Means, LoneMean };

    explicit Broken(Promise promise)
        : m_promise(promise)
        , m_values(Shape{40, 30})
    {
        for (std::int64_t i = 0; i < 40 * 30; ++i)
            m_values.data()[i] = static_cast<float>(i) / (40 * 30);
    }
    Shape shape() const override { return m_values.shape(); }
    Interval bounds() const override { return {0, m_promise == Promise::Bounds ? 0.9 : 1}; }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r)
            std::copy_n(m_values.view().row(rect.row + r) + rect.col, rect.cols, out.row(r));
        if (m_promise == Promise::Tiles && rect.shape() == Shape{1, 1})
            out(0, 0) += 1e-3F;
        if (m_promise == Promise::Outside && rect.rows < 40)
            out.data()[rect.cols] = 0;
    }
    bool inMemory() const override { return true; }
    MatrixView<const float> cells(Rect rect) const override
    {
        if (m_promise == Promise::Memory && rect.col > 0)
            rect.col = 0;
        return m_values.view().window(rect);
    }
    void fillStreaming(Rect rect, MatrixView<float> out) const override
    {
        fill(rect, out);
        if (m_promise == Promise::Streaming && rect.cols > 1)
            std::swap(out(0, 0), out(0, 1));
    }
    const MeansOfBlocks* means() const override { return this; }

private:
    bool inClosedForm() const override { return false; }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        const float wrong = m_promise == Promise::Means ? 1e-5F : 0;
        const float alone = m_promise == Promise::LoneMean && rows.size() == 1 ? 1e-5F : 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t j = 0; j < cols.size(); ++j) {
                const double row = static_cast<double>(rows[i].begin + rows[i].end - 1) / 2;
                const double col = static_cast<double>(cols[j].begin + cols[j].end - 1) / 2;
                out(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j))
                    = static_cast<float>((row * 30 + col) / (40 * 30)) + wrong + alone;
            }
        }
    }

    Promise m_promise;
    Matrix m_values;
};

void TestConformance::brokenPromisesAreFound_data()
{
    using Promise = Broken::Promise;
    QTest::addColumn<int>("promise");
    QTest::addColumn<QString>("found");
    const auto row = [](const char* name, Promise promise, const char* found) {
        QTest::newRow(name) << static_cast<int>(promise) << found;
    };
    row("none", Promise::None, "");
    row("tiles", Promise::Tiles, "fill of");
    row("outside", Promise::Outside, "writes outside");
    row("streaming", Promise::Streaming, "fillStreaming of");
    row("memory", Promise::Memory, "memory of");
    row("bounds", Promise::Bounds, "outside the bounds");
    row("means", Promise::Means, "the mean of");
    row("the mean of a block alone", Promise::LoneMean, "the mean of");
}

void TestConformance::brokenPromisesAreFound()
{
    QFETCH(int, promise);
    QFETCH(QString, found);
    const QString said = QString::fromStdString(conforms(Broken(static_cast<Broken::Promise>(promise))));
    QVERIFY2(found.isEmpty() ? said.isEmpty() : said.contains(found), qPrintable(said));
}

QTEST_APPLESS_MAIN(TestConformance)
#include "tst_conformance.moc"
