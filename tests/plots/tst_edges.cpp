// SPDX-License-Identifier: GPL-3.0-or-later
// Every plot of set-ups in which something is undefined: what a user can read says so in words, never "NaN" or "inf".
#include "plotfixture.h"
#include "showntexts.h"

#include "words/coretexts.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <cmath>
#include <limits>

using namespace phasor;

namespace {

// A .npy of float32: 8 rows of 16, the second without a number.
void writeRowsWithNan(const QString& name)
{
    QByteArray header("{'descr': '<f4', 'fortran_order': False, 'shape': (8, 16), }");
    header.append(QByteArray((64 - (10 + header.size() + 1) % 64) % 64, ' ')).append('\n');
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("\x93NUMPY\x01\x00", 8));
    const auto size = static_cast<std::uint16_t>(header.size());
    file.write(reinterpret_cast<const char*>(&size), 2);
    file.write(header);
    for (int i = 0; i < 8 * 16; ++i) {
        const float value = i / 16 == 1 ? std::numeric_limits<float>::quiet_NaN() : std::sin(static_cast<float>(i));
        file.write(reinterpret_cast<const char*>(&value), 4);
    }
}

bool isUndefinedNumber(const QString& text)
{
    static const QRegularExpression number(QStringLiteral("(^|[^a-zäöü])[-−+]?(nan|inf)([^a-z]|$)"),
                                           QRegularExpression::CaseInsensitiveOption);
    return number.match(text).hasMatch();
}

} // namespace

class TestEdges : public QObject
{
    Q_OBJECT

private slots:
    void undefinedIsSaidInWords_data();
    void undefinedIsSaidInWords();

private:
    std::vector<std::pair<QByteArray, Parameters>> setups() const;

    QTemporaryDir m_folder;
};

std::vector<std::pair<QByteArray, Parameters>> TestEdges::setups() const
{
    Parameters p;
    p.encoding.dModel = 16;
    p.encoding.maxLen = 8;
    p.attention.heads = 2;
    std::vector<std::pair<QByteArray, Parameters>> all;
    const auto add = [&](const char* name, auto change) {
        all.emplace_back(name, p);
        change(all.back().second);
    };
    add("one position", [](Parameters& q) { q.encoding.maxLen = 1; });
    add("one dimension", [](Parameters& q) {
        q.encoding.dModel = 1;
        q.attention.heads = 1;
    });
    add("one cell, all dropped", [](Parameters& q) {
        q.encoding.dModel = 1;
        q.encoding.maxLen = 1;
        q.attention.heads = 1;
        q.dropout.p = 1;
    });
    add("p = 1", [](Parameters& q) { q.dropout.p = 1; });
    add("embedding of zeros", [](Parameters& q) { q.sum.scale = 0.0; });
    add("rows without numbers",
        [this](Parameters& q) { q.embedding.source = "file:" + m_folder.filePath("nan.npy").toStdString(); });
    add("all of it", [this](Parameters& q) {
        q.embedding.source = "file:" + m_folder.filePath("nan.npy").toStdString();
        q.dropout.p = 1;
        q.sum.scale = 0.0;
    });
    return all;
}

void TestEdges::undefinedIsSaidInWords_data()
{
    QTest::addColumn<QByteArray>("plot");
    QTest::addColumn<int>("setup");
    writeRowsWithNan(m_folder.filePath("nan.npy"));
    const auto all = setups();
    for (const PlotSpec& spec : plotSpecs())
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::addRow("%s: %s", spec.id.data(), all[i].first.constData())
                << QByteArray(spec.id.data(), static_cast<qsizetype>(spec.id.size())) << static_cast<int>(i);
}

void TestEdges::undefinedIsSaidInWords()
{
    QFETCH(QByteArray, plot);
    QFETCH(int, setup);
    PlotFixture f(plot.constData());
    f.store.setScene({.a = setups()[static_cast<std::size_t>(setup)].second});
    f.store.editView([](ViewState& view) {
        view.node = "output";
        view.cursor = cellAt(0, 0);
    });
    for (const bool comparing : {false, true}) {
        Scene scene = f.store.scene();
        if (comparing)
            scene.b = scene.a;
        f.store.setScene(scene);
        const Request request{.scene = scene, .views = {f.plot->request(scene, f.store.view())}};
        const SnapshotPtr snapshot = phasor::compute(request, nullptr, f.cache, CancelToken());
        QVERIFY2(snapshot->pipelines.ok(),
                 snapshot->pipelines.ok() ? "" : toString(snapshot->pipelines.error()).c_str());
        const Result<ViewDataPtr>& data = snapshot->views.begin()->second.data;
        f.plot->show(data.ok() ? data.value() : nullptr);
        f.plot->setReason(data.ok() ? QString() : words::errorText(data.error()));
        f.picture();
        QVERIFY(!data.ok() || !f.plot->summary().isEmpty());
        const ShownTexts texts(*f.plot);
        for (const ShownTexts::Text& shown : texts.all())
            QVERIFY2(!isUndefinedNumber(shown.text), qPrintable(shown.where + QStringLiteral(": ") + shown.text));
    }
}

QTEST_MAIN(TestEdges)
#include "tst_edges.moc"
