// SPDX-License-Identifier: GPL-3.0-or-later
#include "drawing.h"

#include <QTest>

#include <limits>

using namespace phasor;

namespace {

// One line that says where, what and what to do.
template <typename T> bool refused(const Result<T>& result, ErrorKind kind, std::string_view where)
{
    return !result.ok() && result.error().kind == kind && english(result.error().where) == where
        && !result.error().code.empty() && !result.error().what.empty() && !result.error().remedy.empty();
}

} // namespace

class tst_Refusals : public QObject
{
    Q_OBJECT
private slots:
    void ids();
    void seeds_data();
    void seeds();
    void probabilities();
    void notOffered();
    void tooManyDraws();
    void overflowingShapes();
};

void tst_Refusals::ids()
{
    for (const char* id : {"", "Torch", "torch ", "mt19937", "torch\n"}) {
        const auto made = makeGenerator(id, {});
        QVERIFY(refused(made, ErrorKind::Usage, "--generator"));
        QVERIFY(english(made.error().remedy).find("numpy-legacy") != std::string::npos);
    }
    QCOMPARE(generators().size(), std::size_t{6});
    QVERIFY(generators().front().id == "torch");
    for (const GeneratorInfo& info : generators())
        QVERIFY(makeGenerator(info.id, {}).ok() && !info.label.empty() && !info.explanation.empty());
}

void tst_Refusals::seeds_data()
{
    QTest::addColumn<QByteArray>("seed");
    QTest::addColumn<bool>("legacy");
    QTest::addColumn<bool>("pcg");
    QTest::addRow("largest of 32 bits") << QByteArray("4294967295") << true << true;
    QTest::addRow("33 bits") << QByteArray("4294967296") << false << true;
    QTest::addRow("largest") << QByteArray("18446744073709551615") << false << true;
    QTest::addRow("-1") << QByteArray("-1") << false << false;
    QTest::addRow("smallest") << QByteArray("-9223372036854775808") << false << false;
}

void tst_Refusals::seeds()
{
    QFETCH(QByteArray, seed);
    QFETCH(bool, legacy);
    QFETCH(bool, pcg);
    const Seed parsed = parseSeed(seed.toStdString()).value();
    for (const char* id : {"torch", "torch-mkl", "torch-cuda", "philox"})
        QVERIFY(makeGenerator(id, parsed).ok());
    const auto check = [&](const char* id, bool accepted) {
        const auto made = makeGenerator(id, parsed);
        QCOMPARE(made.ok(), accepted);
        if (!accepted) {
            QVERIFY(refused(made, ErrorKind::Usage, "--seed"));
            QVERIFY(english(made.error().what).find(seed.toStdString()) != std::string::npos);
        }
    };
    check("numpy-legacy", legacy);
    check("numpy", pcg);
}

void tst_Refusals::probabilities()
{
    for (const GeneratorInfo& info : generators()) {
        const auto source = generator(info.id, "0");
        QCOMPARE(cells(*source->normal({1, 2}, 3, 0).value().values), (std::vector<float>{3, 3}));
        // the smallest and the largest that draw
        for (const double p : {1e-300, 0x1p-53, 1 - 0x1p-53})
            QVERIFY(source->keepMask({3, 3}, p).ok());
        QVERIFY(source->dropoutScale(0) == 1.0f && source->dropoutScale(1) == 0.0f
                && source->dropoutScale(0.5) == 2.0f);
    }
}

void tst_Refusals::notOffered()
{
    for (const char* id : {"numpy", "numpy-legacy"})
        QVERIFY(refused(generator(id, "0")->truncatedNormal({3, 3}, 0, 1, -1, 1), ErrorKind::Usage, "--generator"));
}

void tst_Refusals::tooManyDraws()
{
    const Shape most{std::int64_t{1} << 18, 65536};
    const Shape more{(std::int64_t{1} << 18) + 1, 65536};
    for (const char* id : {"torch", "torch-mkl", "torch-cuda", "numpy-legacy", "numpy"}) {
        const auto source = generator(id, "0");
        const auto normal = source->normal(more, 0, 1);
        QVERIFY(refused(normal, ErrorKind::Resource, "--generator"));
        QVERIFY(english(normal.error().remedy).find("philox") != std::string::npos);
        QVERIFY(refused(source->uniform(more, 0, 1), ErrorKind::Resource, "--generator"));
        QVERIFY(source->uniform(most, 0, 1).ok());
    }
    for (const char* id : {"torch", "numpy", "numpy-legacy"})
        QVERIFY(refused(generator(id, "0")->keepMask(more, 0.1), ErrorKind::Resource, "--generator"));
    // whose masks have no before; and what draws nothing
    for (const char* id : {"torch-mkl", "torch-cuda", "philox"})
        QVERIFY(generator(id, "0")->keepMask(more, 0.1).ok());
    for (const GeneratorInfo& info : generators())
        QVERIFY(generator(info.id, "0")->keepMask(more, 0).ok());
}

void tst_Refusals::overflowingShapes()
{
    const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    for (const GeneratorInfo& info : generators()) {
        const auto source = generator(info.id, "0");
        for (const Shape shape :
             {Shape{huge, huge}, Shape{huge, 2}, Shape{std::int64_t{1} << 32, std::int64_t{1} << 32}}) {
            QVERIFY(refused(source->uniform(shape, 0, 1), ErrorKind::Resource, "--generator"));
            QVERIFY(refused(source->keepMask(shape, 0.5), ErrorKind::Resource, "--generator"));
        }
    }
}

QTEST_APPLESS_MAIN(tst_Refusals)
#include "tst_refusals.moc"
