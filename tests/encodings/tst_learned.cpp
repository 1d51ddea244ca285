// SPDX-License-Identifier: GPL-3.0-or-later
#include "golden.h"

#include "field/matrix.h"
#include "text/numbers.h"

#include <QCryptographicHash>

#include <algorithm>

using namespace phasor;

namespace {

const Scheme& learned()
{
    return *findScheme("learned");
}

// The settings that a command line with these options has; parameters that are not named are standard.
SchemeSettings settingsOf(const std::vector<std::pair<std::string, std::string>>& options)
{
    SchemeSettings settings;
    for (const auto& [id, text] : options) {
        for (const SchemeParameter& parameter : learned().own) {
            if (parameter.id == id)
                parameter.set(settings, parseValue(parameter, text).value());
        }
    }
    return settings;
}

const std::string kFile = PHASOR_GOLDEN "/inputs/npy/n001.npy"; // 0 … 5, [2, 3]

} // namespace

class TestLearned : public QObject
{
    Q_OBJECT

private slots:
    void torchBits_data();
    void torchBits();
    void settings();
    void tooManyDraws();
    void ofOtherGenerators();
    void file();
    void fileOfAnotherShape_data();
    void fileOfAnotherShape();
    void fileThatIsNone();
};

void TestLearned::torchBits_data()
{
    QTest::addColumn<QByteArrayList>("line");
    for (const QByteArrayList& line : goldenLines("learned.txt"))
        QTest::newRow(line.mid(0, 5).join(' ').constData()) << line;
}

// Whole tables of Debian's PyTorch, bit for bit.
void TestLearned::torchBits()
{
    QFETCH(QByteArrayList, line);
    const auto text = [&](int i) {
        return line[i].toStdString();
    };
    const auto model
        = learned().make({.maxLen = line[3].toLongLong(),
                          .width = line[4].toLongLong(),
                          .own = settingsOf({{"table", text(0)}, {"table-std", text(1)}, {"table-seed", text(2)}})});
    QVERIFY(model.ok());
    const Shape shape = model->table->shape();
    QCOMPARE(shape, (Shape{line[3].toLongLong(), line[4].toLongLong()}));
    Matrix table(shape);
    model->table->fill(whole(shape), table.view());
    const QByteArray bytes(reinterpret_cast<const char*>(table.data()),
                           static_cast<qsizetype>(shape.rows * shape.cols * 4));
    QCOMPARE(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex(), line[5]);
    QVERIFY(!model->waves && !model->table->wave(0) && model->table->formula(0, 0).empty());
    QVERIFY(model->warnings.empty());
}

void TestLearned::settings()
{
    QVERIFY(settingsOf({{"table", "normal"}, {"table-std", "0.02"}, {"table-seed", "0"}})
            == settingsOf({{"table", "normal"}}));
    QVERIFY(!(settingsOf({{"table-seed", "1"}}) == settingsOf({{"table-seed", "2"}})));
    const auto valueOf = [](std::size_t i) {
        return printValue(learned().own[i].get(SchemeSettings()));
    };
    QCOMPARE(valueOf(0), std::string("normal"));
    QCOMPARE(valueOf(1), std::string("0.02"));
    QCOMPARE(valueOf(2), std::string("0"));
}

// The longest table is refused before anything is drawn; philox draws the part of it that is looked at.
void TestLearned::tooManyDraws()
{
    PositionSetup setup{.maxLen = 2147483647, .width = 512};
    const auto refused = learned().make(setup);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().kind, ErrorKind::Resource);
    QVERIFY(QString::fromStdString(toString(refused.error())).contains("2147483647 × 512"));
    setup.generator = "philox";
    const auto model = learned().make(setup);
    QVERIFY(model.ok());
    Matrix row({1, 512});
    model->table->fill({2147483646, 0, 1, 512}, row.view());
    QVERIFY(std::any_of(row.data(), row.data() + 512, [](float value) { return value != 0; }));
}

void TestLearned::ofOtherGenerators()
{
    const auto refused = learned().make({.generator = "numpy", .own = settingsOf({{"table", "truncated"}})});
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().kind, ErrorKind::Usage);
    QVERIFY(!learned().make({.generator = "numpy", .own = settingsOf({{"table-seed", "-1"}})}).ok());
    const auto torch = learned().make({.maxLen = 4, .width = 8}).value().table;
    const auto numpy = learned().make({.maxLen = 4, .width = 8, .generator = "numpy"}).value().table;
    float a = 0;
    float b = 0;
    torch->fill({0, 0, 1, 1}, {&a, 1, 1, 1});
    numpy->fill({0, 0, 1, 1}, {&b, 1, 1, 1});
    QVERIFY(a != b);
}

void TestLearned::file()
{
    const SchemeSettings own = settingsOf({{"table", "file:" + kFile}});
    for (const std::int64_t rows : {1, 2}) {
        const auto model = learned().make({.maxLen = rows, .width = 3, .own = own});
        QVERIFY(model.ok());
        QCOMPARE(model->table->shape(), (Shape{rows, 3}));
        Matrix table({rows, 3});
        model->table->fill({0, 0, rows, 3}, table.view());
        for (std::int64_t i = 0; i < rows * 3; ++i)
            QCOMPARE(table.data()[i], static_cast<float>(i));
        QCOMPARE(model->table->bounds(), (Interval{0, 5}));
    }
}

void TestLearned::fileOfAnotherShape_data()
{
    QTest::addColumn<int>("maxLen");
    QTest::addColumn<int>("width");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("beyond the last row") << 3 << 3 << "--max-len" << QStringList{"3 positions", "2 rows"};
    QTest::newRow("narrower") << 2 << 2 << "--d-model" << QStringList{"2 dimensions", "3 columns"};
    QTest::newRow("wider") << 2 << 512 << "--d-model" << QStringList{"512 dimensions", "3 columns"};
}

// The message says both numbers.
void TestLearned::fileOfAnotherShape()
{
    QFETCH(int, maxLen);
    QFETCH(int, width);
    QFETCH(QString, where);
    QFETCH(QStringList, words);
    const auto refused
        = learned().make({.maxLen = maxLen, .width = width, .own = settingsOf({{"table", "file:" + kFile}})});
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().kind, ErrorKind::Usage);
    QCOMPARE(QString::fromStdString(english(refused.error().where)), where);
    for (const QString& word : words)
        QVERIFY2(QString::fromStdString(english(refused.error().what)).contains(word),
                 english(refused.error().what).c_str());
}

void TestLearned::fileThatIsNone()
{
    const auto refused = learned().make({.own = settingsOf({{"table", "file:/no/such/table.npy"}})});
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().kind, ErrorKind::Input);
    QVERIFY(!parseValue(learned().own[0], "file:").ok());
    QVERIFY(!parseValue(learned().own[0], "Normal").ok());
}

QTEST_APPLESS_MAIN(TestLearned)
#include "tst_learned.moc"
