// SPDX-License-Identifier: GPL-3.0-or-later
// Plain words: marked texts of the sources, help, lists, answers, presets, README and changelog have no word that
// Phasor's texts avoid, no British spelling, and no long sentence.
#include "app/program.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <vector>

namespace {

constexpr int kMostWords = 25; // of a sentence
constexpr int kMostLines = 130; // of README.md
constexpr std::size_t kFewestTexts = 1500; // fewer means that the search is broken

// A text for users and where it is: "ui/words/answers.cpp:45", "phasor train --help:12".
struct Text
{
    QString place;
    QString text;
};

// A pattern that no text may have, and what to write instead.
struct Rule
{
    const char* pattern;
    const char* instead;
};

constexpr Rule kRules[] = {
    // metaphors
    {R"((?<!by )(?<!right-)(?<!left-)(?<!other )\bhands?\b)", "dimension pair, vector"},
    {R"(\bheard\b)", "what changes, with its number"},
    {R"(\bnudg)", "small, or to change"},
    {R"(\bequal partners?\b)", "about the same norm"},
    {R"(\bwords? and (the )?places?\b)", "token and position"},
    {R"(\b(is|are|was|were|be|lost|gone|hidden|seen|said|says?|shown|kept|left|read) whole\b(?! number))",
     "completely"},
    // phrases of another language
    {R"((?<!\bthere )\b(is|are|was|were) no (?!longer|more|less|better|worse|other))", "isn't a, aren't"},
    {R"(\bbeside\b)", "next to, compared with"},
    {R"(\bstands?\b(?! (in )?for\b))", "is"},
    {R"(\bso many\b)", "k tokens back, N"},
    {R"(\bof before\b)", "previous"},
    {R"(\blay(s|ing)? over\b|\blaid over\b)", "overlay, compare"},
    {R"(\bturn about\b)", "alternately"},
    {R"(\blost whole\b)", "zeroed completely"},
    {R"(\bgreatest\b)", "largest"},
    // British spellings
    {R"(colour)", "color"},
    {R"(\bgrey)", "gray"},
    {R"(\bset-ups?\b)", "setup"},
    {R"(\b(licence|defence|offence)s?\b)", "license, defense, offense"},
    {R"(\b(centre|metre|fibre|theatre)(s|d)?\b)", "center, meter, fiber, theater"},
    {R"((behavi|neighb|fav|flav|hon|lab|harb|rum|vap)our)", "-or"},
    {R"(\b(initial|normal|recogn|maxim|minim|organ|summar|visual|optim|factor|serial|quant|token|vector|general|special)is(e|ed|es|er|ers|ing|ation|ations)\b)",
     "-ize"},
    {R"(\b(analys|paralys|catalys)(e|ed|ing)\b)", "-yze"},
    {R"(\b(model|label|cancel|travel|signal|level|total|channel|tunnel)l(ed|ing|er|ers)\b)", "one l"},
    {R"(\b(artefact|judgement|whilst|programme|fulfil|ageing|cheque|grey)s?\b)", "the American spelling"},
};

// Words that are right although a pattern has them: code, options, and the ids of lists ("grey" is a color map).
QString withoutCode(QString text)
{
    static const QRegularExpression kCode(QStringLiteral(
        "`[^`]*`|(?<![\\w-])--[a-z][\\w-]*|</?[a-z][^>]*>|https?://\\S+|\\]\\([^)]*\\)|(?<=[(, ])grey(?=[,)])|^grey "));
    return text.replace(kCode, QStringLiteral(" "));
}

// What is wrong with the words of a text; empty if nothing is.
QStringList faultsOfWords(const QString& text)
{
    static const std::vector<std::pair<QRegularExpression, QString>> kPatterns = [] {
        std::vector<std::pair<QRegularExpression, QString>> made;
        for (const Rule& rule : kRules)
            made.emplace_back(
                QRegularExpression(QString::fromUtf8(rule.pattern), QRegularExpression::CaseInsensitiveOption),
                QString::fromUtf8(rule.instead));
        return made;
    }();
    const QString words = withoutCode(text);
    QStringList faults;
    for (const auto& [pattern, instead] : kPatterns)
        if (const QRegularExpressionMatch found = pattern.match(words); found.hasMatch())
            faults << QStringLiteral("\"%1\" (write: %2)").arg(found.captured().trimmed(), instead);
    return faults;
}

// Sentences that are too long, each with its number of words.
QStringList longSentences(const QString& text)
{
    static const QRegularExpression kEnd(QStringLiteral("[.!?]['\"”)]*\\s+|\\n|\\\\n"));
    static const QRegularExpression kWord(QStringLiteral("[\\p{L}\\p{N}]"));
    QStringList faults;
    for (const QString& sentence : withoutCode(text).split(kEnd)) {
        const QStringList parts = sentence.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts);
        const auto words
            = std::count_if(parts.begin(), parts.end(), [](const QString& part) { return part.contains(kWord); });
        if (words > kMostWords)
            faults << QStringLiteral("a sentence of %1 words").arg(words);
    }
    return faults;
}

QString sourceFolder()
{
    return QStringLiteral(PHASOR_SOURCE "/");
}

QString contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// The text of adjacent string literals from `at` on, which becomes the place after them; null if there is none.
QString literals(const QString& source, qsizetype& at)
{
    static const QRegularExpression kLiteral(QStringLiteral("\\s*(?:u8|u)?\"((?:[^\"\\\\\\n]|\\\\.)*)\""));
    QString text;
    for (;;) {
        const QRegularExpressionMatch found = kLiteral.match(source, at, QRegularExpression::NormalMatch,
                                                             QRegularExpression::AnchorAtOffsetMatchOption);
        if (!found.hasMatch())
            return text;
        text += found.captured(1);
        at = found.capturedEnd();
    }
}

// Marked texts of one file: the literals in WORDS(…), tr(…) and, after the context, QT_TRANSLATE_NOOP(…).
void addMarkedTexts(const QString& path, const QString& name, std::vector<Text>& texts)
{
    static const QRegularExpression kMark(QStringLiteral("\\b(WORDS|tr|QT_TRANSLATE_NOOP)\\("));
    static const QRegularExpression kComma(QStringLiteral("\\s*,"));
    const QString source = contentsOf(path);
    for (QRegularExpressionMatchIterator marks = kMark.globalMatch(source); marks.hasNext();) {
        const QRegularExpressionMatch mark = marks.next();
        qsizetype at = mark.capturedEnd();
        QString text = literals(source, at);
        if (mark.captured(1) == QLatin1String("QT_TRANSLATE_NOOP")) {
            const QRegularExpressionMatch comma = kComma.match(source, at, QRegularExpression::NormalMatch,
                                                               QRegularExpression::AnchorAtOffsetMatchOption);
            at = comma.capturedEnd();
            text = comma.hasMatch() ? literals(source, at) : QString();
        }
        if (text.isEmpty())
            continue;
        text.replace(QLatin1String("\\\""), QLatin1String("\""));
        const auto line = source.left(mark.capturedStart()).count(u'\n') + 1;
        texts.push_back({QStringLiteral("%1:%2").arg(name).arg(line), text});
    }
}

std::vector<Text> markedTexts()
{
    std::vector<Text> texts;
    for (const char* folder : {"src", "ui", "app"}) {
        QDirIterator files(sourceFolder() + QLatin1String(folder), {"*.cpp", "*.h", "*.def"}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            addMarkedTexts(path, path.mid(sourceFolder().size()), texts);
        }
    }
    return texts;
}

void addLines(const QString& name, const QString& contents, std::vector<Text>& texts)
{
    int number = 0;
    for (const QString& line : contents.split(u'\n'))
        texts.push_back({QStringLiteral("%1:%2").arg(name).arg(++number), line});
}

// Paragraphs of Markdown; in code, lines.
std::vector<Text> paragraphsOf(const QString& name)
{
    std::vector<Text> texts;
    int number = 0;
    bool code = false;
    bool goesOn = false;
    for (const QString& line : contentsOf(sourceFolder() + name).split(u'\n')) {
        ++number;
        const QString words = line.trimmed();
        if (words.startsWith(QLatin1String("```"))) {
            code = !code;
            goesOn = false;
            continue;
        }
        const bool item = words.startsWith(QLatin1String("- ")) || words.startsWith(u'|');
        if (goesOn && !item && !words.isEmpty())
            texts.back().text += u' ' + words;
        else if (!words.isEmpty())
            texts.push_back({QStringLiteral("%1:%2").arg(name).arg(number), words});
        goesOn = !code && !words.isEmpty();
    }
    return texts;
}

std::vector<Text> presetTexts()
{
    std::vector<Text> texts;
    QDirIterator files(sourceFolder() + QStringLiteral("resources/presets"), {"*.json"}, QDir::Files);
    while (files.hasNext()) {
        const QString path = files.next();
        const QJsonObject preset = QJsonDocument::fromJson(contentsOf(path).toUtf8()).object();
        for (const char* key : {"title", "says", "source"}) {
            const QString text = preset[QLatin1String(key)].toString();
            if (!text.isEmpty())
                texts.push_back({path.mid(sourceFolder().size()) + u' ' + QLatin1String(key), text});
        }
    }
    return texts;
}

} // namespace

class TestPlainWords : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void faultsAreFound_data();
    void faultsAreFound();
    void plainTextsPass_data();
    void plainTextsPass();
    void longSentencesAreFound();
    void literalsAreJoined();
    void markedTextsArePlain();
    void helpIsPlain();
    void listsArePlain();
    void answersArePlain();
    void presetsArePlain();
    void pagesArePlain();
    void lessonsAreTrueInAllWindows();
    void theReadmeIsShort();

private:
    QString output(const QStringList& arguments) const
    {
        const Run run = runProgram(arguments, m_folder.path());
        return run.code == 0 ? QString::fromUtf8(run.out) : QString();
    }

    // Names each text that breaks a rule; `sentences`: or has a long sentence.
    static void check(const std::vector<Text>& texts, bool sentences)
    {
        QStringList broken;
        for (const Text& text : texts) {
            const QStringList faults
                = faultsOfWords(text.text) + (sentences ? longSentences(text.text) : QStringList());
            if (!faults.isEmpty())
                broken << QStringLiteral("%1: %2: %3").arg(text.place, faults.join(QLatin1String(", ")), text.text);
        }
        for (const QString& line : std::as_const(broken))
            qWarning("%s", qPrintable(line));
        QVERIFY2(broken.isEmpty(), qPrintable(QStringLiteral("%1 texts to change").arg(broken.size())));
    }

    QTemporaryDir m_folder;
};

// Help without line breaks, so that a phrase is found wherever a terminal would break it.
void TestPlainWords::initTestCase()
{
    QVERIFY(m_folder.isValid());
    qputenv("COLUMNS", "100000");
    qputenv("LC_ALL", "C.UTF-8");
}

void TestPlainWords::faultsAreFound_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"A hand for each pair",
                             "The encoding is heard",
                             "The encoding is a small nudge here",
                             "The scale makes them equal partners",
                             "One mask blurs word and place alike",
                             "It is no dropout",
                             "112 heads, which is no power of two",
                             "It is 7, beside a length of 8",
                             "The word stands at the left",
                             "It comes so many tokens back",
                             "Zoom of before",
                             "lay over",
                             "measured turn about",
                             "Rows that are lost whole",
                             "The message is whole",
                             "the greatest error",
                             "The colour range",
                             "a grey map",
                             "Set-up B",
                             "GNU licence",
                             "the centre of the map",
                             "its behaviour",
                             "neighbouring positions",
                             "Initialisers",
                             "normalised rows",
                             "Analyse the selection",
                             "it was cancelled",
                             "labelled axes",
                             "modelled after it"})
        QTest::newRow(text) << QString::fromUtf8(text);
}

void TestPlainWords::faultsAreFound()
{
    QFETCH(QString, text);
    QVERIFY(!faultsOfWords(text).isEmpty());
}

void TestPlainWords::plainTextsPass_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"Computed by hand", "The right-hand side", "%1 is not a whole number", "whole tokens", "There is no display",
          "so there are no frequencies", "%1 has no effect", "near positions are no more alike than far ones",
          "E stands in for their patches", "Besides, it is off", "analyses of the selection", "the precision of values",
          "cancellation", "four hours", "`colour-map`, --grey", "(viridis, grey, RdBu)", "a minimum", "tokens exist"})
        QTest::newRow(text) << QString::fromUtf8(text);
}

void TestPlainWords::plainTextsPass()
{
    QFETCH(QString, text);
    QCOMPARE(faultsOfWords(text), QStringList());
    QCOMPARE(longSentences(text), QStringList());
}

void TestPlainWords::longSentencesAreFound()
{
    const QString words = QStringLiteral("word ").repeated(kMostWords).trimmed();
    QCOMPARE(longSentences(words + QLatin1String(". ") + words).size(), 0);
    QCOMPARE(longSentences(words + QLatin1String(" more. ") + words).size(), 1);
    QCOMPARE(longSentences(words + QStringLiteral(" · =")).size(), 0); // signs aren't words
}

void TestPlainWords::literalsAreJoined()
{
    const QString name = m_folder.filePath(QStringLiteral("a.cpp"));
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("f(WORDS(\"one \\\"two\\\" \"\n    \"three\"), Shell::tr(\"four %1\").arg(1));\n"
               "QT_TRANSLATE_NOOP(\"phasor::Shell\",\n    \"five\") str(\"six\") tr(name)\n");
    file.close();
    std::vector<Text> texts;
    addMarkedTexts(name, QStringLiteral("a.cpp"), texts);
    QStringList found;
    for (const Text& text : texts)
        found << text.place + u' ' + text.text;
    const QStringList expected{"a.cpp:1 one \"two\" three", "a.cpp:2 four %1", "a.cpp:3 five"};
    QCOMPARE(found, expected);
}

void TestPlainWords::markedTextsArePlain()
{
    const std::vector<Text> texts = markedTexts();
    QVERIFY2(texts.size() > kFewestTexts, qPrintable(QString::number(texts.size())));
    check(texts, true);
}

void TestPlainWords::helpIsPlain()
{
    std::vector<Text> texts;
    const QString help = output({"--help"});
    addLines(QStringLiteral("phasor --help"), help, texts);
    static const QRegularExpression kCommand(QStringLiteral("^  ([a-z]+)  "), QRegularExpression::MultilineOption);
    const QString commands = help.section(QLatin1String("Commands:"), 1).section(QLatin1String("\n\n"), 0, 0);
    int number = 0;
    for (QRegularExpressionMatchIterator names = kCommand.globalMatch(commands); names.hasNext();) {
        const QString command = names.next().captured(1);
        if (command == QLatin1String("help") || command == QLatin1String("completion"))
            continue; // these have none
        const QString lines = output({command, "--help"});
        QVERIFY2(!lines.isEmpty(), qPrintable(command));
        addLines(QStringLiteral("phasor %1 --help").arg(command), lines, texts);
        ++number;
    }
    QVERIFY2(number >= 9, qPrintable(help));
    check(texts, false);
}

void TestPlainWords::listsArePlain()
{
    std::vector<Text> texts;
    for (const char* list : {"parameters", "schemes", "stages", "views", "initializers", "generators", "placements",
                             "tokenizers", "colormaps", "measures", "presets"}) {
        const QString lines = output({"list", list});
        QVERIFY2(!lines.isEmpty(), list);
        addLines(QStringLiteral("phasor list %1").arg(QLatin1String(list)), lines, texts);
    }
    check(texts, false);
}

void TestPlainWords::answersArePlain()
{
    std::vector<Text> texts;
    for (const char* preset :
         {"sentence", "no-scale", "concatenated", "protected", "whole-tokens", "masked-fill", "bert"}) {
        const QString lines = output({"stats", "--preset", preset, "--answers"});
        QVERIFY2(!lines.isEmpty(), preset);
        addLines(QStringLiteral("phasor stats --preset %1 --answers").arg(QLatin1String(preset)), lines, texts);
    }
    check(texts, true);
}

void TestPlainWords::presetsArePlain()
{
    const std::vector<Text> texts = presetTexts();
    QVERIFY2(texts.size() > 60, qPrintable(QString::number(texts.size())));
    check(texts, true);
}

void TestPlainWords::pagesArePlain()
{
    for (const char* name : {"README.md", "CHANGELOG.md"}) {
        const std::vector<Text> texts = paragraphsOf(QLatin1String(name));
        QVERIFY2(texts.size() > 20, name);
        check(texts, false);
        if (QTest::currentTestFailed())
            return;
    }
}

// Dark heatmaps have neither red nor white, only wide plots have their whole title, and a turn of 6.5 positions, too,
// comes to the same points again.
void TestPlainWords::lessonsAreTrueInAllWindows()
{
    static const QRegularExpression kFalse(
        QStringLiteral("\\b(red(der)?|white)\\b|(?<!in a small window )(?<!in a small window its title is )\\*By "
                       "length\\*|is no whole number"),
        QRegularExpression::CaseInsensitiveOption);
    QDirIterator files(sourceFolder() + QStringLiteral("resources/lessons"), {"*.md"}, QDir::Files);
    int lessons = 0;
    for (; files.hasNext(); ++lessons) {
        const QString path = files.next();
        const QRegularExpressionMatch found = kFalse.match(contentsOf(path));
        QVERIFY2(!found.hasMatch(), qPrintable(path + u' ' + found.captured()));
    }
    QCOMPARE_GE(lessons, 12);
}

void TestPlainWords::theReadmeIsShort()
{
    const auto lines = contentsOf(sourceFolder() + QStringLiteral("README.md")).count(u'\n');
    QVERIFY2(lines > 50 && lines <= kMostLines, qPrintable(QString::number(lines)));
}

QTEST_GUILESS_MAIN(TestPlainWords)
#include "tst_plainwords.moc"
