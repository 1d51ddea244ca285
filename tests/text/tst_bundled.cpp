// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/pythontext.h"

#include <QTest>

#include <stdexcept>

using namespace phasor;

class TestBundled : public QObject
{
    Q_OBJECT

private slots:
    void parts();
    void unknown();
    void templates();
};

void TestBundled::parts()
{
    const std::string_view file = bundledText("notebooks/rotation.py");
    const std::string first = bundledPython("rotation", "exact");
    const std::string last = bundledPython("rotation", "xpos");
    QVERIFY(QByteArray::fromStdString(first).startsWith("# Cosines and sines"));
    QVERIFY(first.ends_with("for i in range(rotary // 2)]\n"));
    QVERIFY(!file.starts_with(first) && file.ends_with(last));
    QVERIFY(bundledPython("rotation", "exact-yarn").starts_with("\ndef pair(turns):\n"));
    for (const std::string& part : {first, last})
        QVERIFY(part.find("# %%") == std::string::npos);
}

void TestBundled::unknown()
{
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(bundledText("notebooks/none.py")), std::out_of_range);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(bundledPython("rotation", "exac")), std::out_of_range);
}

void TestBundled::templates()
{
    const std::string text
        = "a = VALUE  # VALUES\n?yes b\n?no c\n?yes,!no     d = VALUE\n?!yes,!no e\n?yes\nLINES\nNONE\nf\n";
    const std::map<std::string_view, bool> flags{{"yes", true}, {"no", false}};
    const std::map<std::string_view, std::string> values{{"VALUE", "NONE"}, {"LINES", "1\n2\n"}, {"NONE", ""}};
    QCOMPARE(filled(text, flags, values), std::string("a = NONE  # VALUES\nb\n    d = NONE\n\n1\n2\nf\n"));
    QCOMPARE(filled("?no,yes a\nb", flags, values), std::string("b\n"));
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(filled("?yse a\n", flags, values)), std::out_of_range);
}

QTEST_APPLESS_MAIN(TestBundled)
#include "tst_bundled.moc"
