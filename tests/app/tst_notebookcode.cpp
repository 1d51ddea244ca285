// SPDX-License-Identifier: GPL-3.0-or-later
// `phasor code` run by Python: every stage must have the bits of the pipeline, which `phasor table` writes.
// Skipped, with a message, where PyTorch or NumPy cannot be imported.
#include "torchversion.h"

#include "pipeline/parameters/parameterspec.h"
#include "pipeline/pipeline.h"
#include "pipeline/tablefile.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace phasor;

namespace {

const QStringList kStages{"tokens", "embedding", "scaled", "position", "sum", "mask", "output"};
const QStringList kRandom{"embedding", "scaled", "sum", "mask", "output"};
const QStringList kOfSines{"position", "embedding", "scaled", "sum", "output"}; // of erfinv, too
const QString kPython = QStringLiteral("/usr/bin/python3");

struct Case
{
    QString name;
    QString library;
    QStringList options;
    QStringList differ; // stages whose values the library cannot have; the shape is the same
};

QStringList words(const char* text)
{
    return QString::fromUtf8(text).split(u' ', Qt::SkipEmptyParts);
}

const QStringList kSmall = words("--d-model 7 --max-len 9 --dropout 0.3 --seed 3");
const QStringList kConcat = words("--d-model 9 --max-len 8 --dropout 0.3 --seed 4 --combine concat --position-dims 5");
// Padding, and special tokens that are protected.
const QStringList kSentence = words("--d-model 10 --max-len 20 --dropout 0.5 --seq-len 9 --protect [CLS],[MASK] --text")
    << "The cat's [MASK] naïve";
constexpr const char* kPlacements[]
    = {"sum", "embedding", "position", "separate", "tokens", "dimensions", "masked-fill"};
constexpr const char* kInitializers[]
    = {"normal", "tensor2tensor", "fairseq", "gpt2", "bert", "keras", "uniform", "xavier-uniform", "xavier-normal"};

// An option given twice is refused: the later one stands.
QStringList with(QStringList options, const char* more)
{
    for (const QString& word : words(more)) {
        if (const qsizetype old = options.indexOf(word); word.startsWith(QLatin1String("--")) && old >= 0)
            options.remove(old, 2);
    }
    return options + words(more);
}

class Cases
{
public:
    std::vector<Case> all;

    void add(const QString& library, const QStringList& options, const QStringList& differ = {})
    {
        all.push_back(
            {QStringLiteral("%1 %2 %3").arg(all.size(), 3, 10, QLatin1Char('0')).arg(library, options.join(u' ')),
             library, options, differ});
    }
    void torch(const QStringList& base, const char* more) { add("torch", base + words(more)); }
};

void addEncodings(Cases& cases)
{
    for (const char* layout : {"interleaved", "halves", "tensor2tensor"}) {
        for (const char* d : {"1", "6", "33"}) {
            for (const char* precision :
                 {"exact", "float32", "bfloat16", "float16", "bfloat16-rounded", "float16-rounded"}) {
                const QStringList options{"--layout",    layout,    "--d-model", d,
                                          "--precision", precision, "--max-len", "300"};
                cases.add("torch", options);
                if (QLatin1String(d) != QLatin1String("33"))
                    continue;
                // Computed in the type, NumPy's functions round otherwise.
                const bool computed = QLatin1String(precision) != QLatin1String("exact")
                    && !QLatin1String(precision).endsWith(QLatin1String("rounded"));
                const QStringList differ = computed ? QStringList{"position", "sum", "output"} : QStringList();
                cases.add("numpy", QStringList{"--generator", "numpy"} + options, differ);
            }
        }
    }
    for (const char* more : {"--base 1e-3", "--base 1e12 --first-position 2147480000", "--base 0.1 --precision float32",
                             "--first-position 65400 --precision float16", "--first-position 7 --base 1"})
        cases.torch(words("--d-model 6 --max-len 100 --seq-len 5"), more);
    cases.torch(words("--precision float16 --first-position 3357 --max-len 16 --d-model 2"), "");
}

// Every type and layout at first positions of every size.
void addFirstPositions(Cases& cases)
{
    std::mt19937 random(13);
    const auto upTo = [&](int most) {
        return std::uniform_int_distribution(1, most)(random);
    };
    for (const char* precision : {"exact", "float32", "bfloat16", "float16", "bfloat16-rounded", "float16-rounded"}) {
        const bool half = QLatin1String(precision) == QLatin1String("float16"); // ends at 65504
        for (const char* layout : {"interleaved", "halves", "tensor2tensor"}) {
            for (int i = 0; i < 5; ++i) {
                const int first = upTo(1 << upTo(half ? 15 : 30));
                const QString options = QStringLiteral("--first-position %1 --max-len %2 --d-model %3 --base %4")
                                            .arg(first)
                                            .arg(upTo(90))
                                            .arg(upTo(40))
                                            .arg(upTo(30000));
                cases.add("torch", options.split(u' ') + QStringList{"--precision", precision, "--layout", layout});
            }
        }
    }
}

void addDropouts(Cases& cases)
{
    for (const char* placement : kPlacements) {
        const QStringList at{"--placement", placement};
        for (const char* more : {"--dropout 0", "--dropout 0.15 --dropout-scale native",
                                 "--dropout 1 --dropout-scale native", "--dropout-seed -7"})
            cases.add("torch", with(kSmall + at, more));
        for (const QStringList& base : {kSmall, kConcat, kSentence}) {
            for (const char* more : {"", "--mode eval", "--dropout 1"})
                cases.add("torch", with(base + at, more));
            cases.add("numpy", base + at + words("--generator numpy --dropout-seed 7"));
            cases.add("numpy", base + at + words("--generator numpy-legacy"));
        }
        cases.add("numpy", kSmall + at + words("--generator numpy --mode eval"));
        cases.add("numpy", kConcat + at + words("--generator numpy-legacy --mode eval"));
        cases.add("numpy", words("--d-model 6 --max-len 4 --dropout 1 --generator numpy") + at);
    }
}

void addEmbeddings(Cases& cases)
{
    for (const char* initializer : kInitializers) {
        const QStringList of{"--embedding", initializer};
        for (const char* more : {"", "--embedding-std 0.3", "--padding-row 0 --vocab 11"}) {
            cases.add("torch", kSmall + of + words(more));
            if (QLatin1String(initializer) == QLatin1String("bert"))
                continue; // NumPy has no truncated normal law
            cases.add("numpy", kSmall + of + words(more) + words("--generator numpy"));
            cases.add("numpy", kSmall + of + words(more) + words("--generator numpy-legacy"));
        }
        cases.add("numpy", kSmall + of, kRandom);
        cases.add("torch", kConcat + of);
    }
    for (const char* seed : {"-1", "4294967301", "9223372036854775808", "18446744073709551615", "-9223372036854775808"})
        cases.add("torch", QStringList{"--d-model", "5", "--max-len", "4", "--seed", seed});
    for (const char* scale : {"none", "0.5", "-3", "1e-20"})
        cases.add("torch", kSmall + QStringList{"--scale", scale});
    cases.torch(kSmall, "--tokenizer bytes --text h\\'i#\n");
    cases.add("torch", with(kSentence, "--protect [PAD]"));
    cases.add("torch", with(kSentence, "--protect [PAD],[SEP] --placement masked-fill"));
    cases.torch(kSmall, "--embedding file:matrix.npy");
    cases.torch(kSmall, "--embedding file:LIB.it's.npy --seq-len 3");
    cases.add("numpy", kSmall + words("--embedding file:matrix.npy --generator numpy --placement embedding"));
    cases.torch({}, "--max-len 700");
    cases.add("numpy", words("--max-len 700 --generator numpy"));
    cases.add("numpy", words("--max-len 40 --generator philox"), kRandom);
}

// What other layers and other initializers take from the stream.
void addOtherDraws(Cases& cases)
{
    for (const char* initializer : kInitializers) {
        const QStringList of{"--embedding", initializer, "--init-after-default", "on", "--vocab", "11"};
        for (const char* more : {"", "--draws-before-embedding 17", "--draws-before-mask 1000 --padding-row 3",
                                 "--draws-before-mask 3 --dropout-seed 8 --placement separate"})
            cases.add("torch", kSmall + of + words(more));
        if (QLatin1String(initializer) == QLatin1String("bert"))
            continue; // NumPy has no truncated normal law
        for (const char* generator : {"numpy", "numpy-legacy"})
            cases.add("numpy",
                      kSmall + of + words("--draws-before-embedding 18 --draws-before-mask 6 --generator")
                          << QLatin1String(generator));
    }
    cases.torch(words("--d-model 3 --max-len 4 --dropout 0.5 --init-after-default on"), "--draws-before-embedding 1");
    cases.torch(words("--d-model 5 --max-len 5 --embedding file:matrix.npy"), "--draws-before-embedding 700");
    cases.all.back().options.replace(1, "7");
}

// Names of a rotation's script are not those of its stages.
void addRotations(Cases& cases)
{
    for (const char* scheme : {"rope", "xpos"}) {
        for (const char* scaling : {"none", "linear", "ntk", "dynamic-ntk", "yarn", "llama3"}) {
            const QStringList options{"--scheme",  scheme, "--d-model",      "8",     "--heads",         "2",
                                      "--max-len", "6",    "--rope-scaling", scaling, "--rope-original", "4"};
            cases.add("torch", options);
            cases.add("numpy", options + words("--generator numpy"));
        }
    }
}

std::vector<Case> allCases()
{
    Cases cases;
    addEncodings(cases);
    addFirstPositions(cases);
    addDropouts(cases);
    addEmbeddings(cases);
    addOtherDraws(cases);
    addRotations(cases);
    return cases.all;
}

// The set-up that the command line makes of the options.
PipelinePtr pipelineOf(const QStringList& options)
{
    Parameters parameters;
    for (qsizetype i = 0; i + 1 < options.size(); i += 2) {
        const ParameterSpec* spec = findParameter(options[i].mid(2).toStdString(), parameters);
        const Result<ParameterValue> value = parseValue(*spec, options[i + 1].toStdString());
        if (!value.ok())
            qFatal("%s", toString(value.error()).c_str());
        spec->set(parameters, *value);
    }
    PipelineCache cache;
    const Result<PipelinePtr> pipeline = Pipeline::make(parameters, cache);
    if (!pipeline.ok())
        qFatal("%s", toString(pipeline.error()).c_str());
    return *pipeline;
}

Status writeNode(const Pipeline& pipeline, const Node& node, const QString& path)
{
    TRY(const Shape shape, tableShape(node));
    return writeTable(pipeline, node, whole(shape), QFile::encodeName(path).toStdString(), {});
}

} // namespace

class TestNotebookCode : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void sameBits_data();
    void sameBits();
    void printsTheCorners();
    void refusals_data();
    void refusals();
    void saysWhatItCannotDo_data();
    void saysWhatItCannotDo();
    void saysHowMuchMemoryItNeeds();

private:
    struct Run
    {
        int code = -1;
        QByteArray out;
        QByteArray err;
    };
    Run run(const QString& program, const QStringList& arguments) const;
    QByteArray phasor(const QStringList& arguments) const; // empty after a failed check
    void prepare(const Case& c, const QString& stem) const;

    QTemporaryDir m_folder;
    nlohmann::json m_results;
};

TestNotebookCode::Run TestNotebookCode::run(const QString& program, const QStringList& arguments) const
{
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(program, arguments);
    if (!process.waitForFinished(250000) || process.exitStatus() != QProcess::NormalExit)
        return {-1, process.readAllStandardOutput(), process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QByteArray TestNotebookCode::phasor(const QStringList& arguments) const
{
    const Run result = run(QStringLiteral(PHASOR_PROGRAM), arguments);
    if (result.code != 0)
        qFatal("%s: %s", qPrintable(arguments.join(u' ')), result.err.constData());
    return result.out;
}

void TestNotebookCode::prepare(const Case& c, const QString& stem) const
{
    QFile script(stem + QStringLiteral(".py"));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write(phasor(QStringList{"code", "--for", c.library} + c.options));
    const PipelinePtr pipeline = pipelineOf(c.options);
    for (const QString& stage : kStages) {
        const QString path = stem + u'.' + stage + QStringLiteral(".npy");
        const Status written = writeNode(*pipeline, **pipeline->node(stage.toStdString()), path);
        QVERIFY2(written.ok(), written.ok() ? "" : toString(written.error()).c_str());
    }
}

// One Python for all scripts: importing PyTorch is what takes time.
void TestNotebookCode::initTestCase()
{
    const Run imports = run(kPython, {"-c", "import numpy, torch"});
    if (imports.code != 0)
        QSKIP(("no script can be run: " + imports.err.trimmed().split('\n').back()).constData());
    const QString make = QStringLiteral("import numpy as np; m = np.arange(63.0).reshape(9, 7) / 8 - 3;"
                                        "np.save('matrix.npy', m); np.save(\"LIB.it's.npy\", m.astype('f4'))");
    QCOMPARE(run(kPython, {"-c", make}).code, 0);
    QVERIFY(QDir::setCurrent(m_folder.path()));
    const std::vector<Case> cases = allCases();
    for (std::size_t i = 0; i < cases.size(); ++i)
        prepare(cases[i], QString::number(i));
    const Run compared = run(kPython, {QStringLiteral(PHASOR_RUN_NOTEBOOKS), m_folder.path()});
    QVERIFY2(compared.code == 0, compared.err.constData());
    m_results = nlohmann::json::parse(compared.out.toStdString());
}

void TestNotebookCode::sameBits_data()
{
    QTest::addColumn<std::string>("script");
    QTest::addColumn<QStringList>("differ");
    QTest::addColumn<double>("otherwise");
    const std::vector<Case> cases = allCases();
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const double otherwise = cases[i].library == "torch" ? tests::largestOfOtherSines(cases[i].options) : 0;
        QTest::newRow(qPrintable(cases[i].name)) << std::to_string(i) << cases[i].differ << otherwise;
    }
}

void TestNotebookCode::sameBits()
{
    QFETCH(const std::string, script);
    QFETCH(const QStringList, differ);
    QFETCH(const double, otherwise);
    const nlohmann::json& result = m_results.at(script);
    QVERIFY2(!result.contains("error"), result.value("error", "").c_str());
    const bool otherSines = otherwise > 0 && tests::hasOtherSines(m_results.at("torch"));
    QVERIFY(!otherSines || result.at("largest") <= otherwise);
    for (const QString& stage : kStages) {
        const nlohmann::json& cells = result.at(stage.toStdString());
        QVERIFY2(cells.is_number(), qPrintable(stage + QStringLiteral(": ") + QString::fromStdString(cells.dump())));
        if (!differ.contains(stage) && !(otherSines && kOfSines.contains(stage)))
            QVERIFY2(cells == 0, qPrintable(stage + QStringLiteral(": %1 cells differ").arg(cells.get<int>())));
    }
}

void TestNotebookCode::printsTheCorners()
{
    QFile script(m_folder.filePath(QStringLiteral("corner.script")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write(phasor(words("code --for torch --d-model 4 --max-len 2 --scale none")));
    script.close();
    const Run result = run(kPython, {script.fileName()});
    QVERIFY2(result.code == 0, result.err.constData());
    for (const QString& stage : kStages)
        QVERIFY2(result.out.contains(stage.toUtf8()), result.out.constData());
    // PE of positions 0 and 1, known without a program: 0 1 0 1, sin 1 = 0.8415, cos 1 = 0.5403, sin 0.01 = 0.01.
    QVERIFY2(result.out.contains("0.8415"), result.out.constData());
    QVERIFY2(result.out.contains("0.5403"), result.out.constData());
}

void TestNotebookCode::refusals_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("no library") << words("code") << 2 << QByteArray("--for");
    QTest::newRow("unknown library") << words("code --for jax") << 2 << QByteArray("torch or numpy");
    QTest::newRow("no law in NumPy") << words("code --for numpy --generator numpy --embedding bert") << 2
                                     << QByteArray("truncated");
    QTest::newRow("no token") << (words("code --for torch --tokenizer bytes --text") << QString()) << 2
                              << QByteArray("--text");
    QTest::newRow("too many draws") << words("code --for torch --max-len 2147483647") << 5 << QByteArray("philox");
    QTest::newRow("contradiction") << words("code --for torch --seq-len 6000") << 2 << QByteArray("--seq-len");
}

void TestNotebookCode::refusals()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    const Run result = run(QStringLiteral(PHASOR_PROGRAM), arguments);
    QCOMPARE(result.code, code);
    QVERIFY2(result.err.contains(says), result.err.constData());
    QVERIFY(result.out.isEmpty());
}

void TestNotebookCode::saysWhatItCannotDo_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("comment");
    const auto row = [](const char* options, const char* comment) {
        QTest::newRow(options) << words(options) << QByteArray(comment);
    };
    row("--for torch --generator torch", "");
    row("--for torch --generator torch-mkl", "# The mask is that of a PyTorch with MKL");
    row("--for torch --generator torch-mkl --mode eval", "");
    row("--for torch --generator torch-cuda", "# The mask is drawn on the GPU.");
    row("--for torch --generator numpy", "# PyTorch cannot draw the numbers of --generator numpy:");
    row("--for torch --generator philox", "# PyTorch cannot draw the numbers of --generator philox:");
    row("--for numpy --generator numpy", "");
    row("--for numpy --generator torch", "# NumPy cannot draw the numbers of --generator torch:");
    row("--for numpy --generator numpy --precision float32", "# NumPy's float32 functions");
}

// One line of comment behind the title, and only where there is something to say.
void TestNotebookCode::saysWhatItCannotDo()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, comment);
    const QList<QByteArray> lines = phasor(words("code --max-len 5 --d-model 4") + options).split('\n');
    QVERIFY(lines[0].startsWith("# Made by Phasor: phasor code --d-model 4 --max-len 5"));
    if (comment.isEmpty())
        QCOMPARE(lines[1], QByteArray("import math"));
    else
        QVERIFY2(lines[1].startsWith(comment) && lines[2] == "import math", lines[1].constData());
}

// Phasor shows two billion positions at once, a script would have to hold them.
void TestNotebookCode::saysHowMuchMemoryItNeeds()
{
    const QByteArray script = phasor(words("code --for torch --max-len 2147483647 --seq-len 5"));
    QVERIFY(script.contains("\n# Needs about 32768 GiB of memory"));
    const QByteArray padded
        = phasor(words("code --for torch --generator philox --max-len 2147483647 --seq-len 2147483647 "
                       "--text cat --protect [PAD]"));
    QVERIFY(padded.contains("ids = torch.tensor([2, 5, 3] + [0] * 2147483644)"));
    QVERIFY(padded.contains("protected[3:] = True"));
}

QTEST_GUILESS_MAIN(TestNotebookCode)
#include "tst_notebookcode.moc"
