// SPDX-License-Identifier: GPL-3.0-or-later
// The notebook code of every scheme, run by Python: it must give the bits of the table or of the biases. Skipped, with
// a message, where PyTorch or NumPy cannot be imported.
#include "schemesetups.h"
#include "torchversion.h"

#include "field/matrixfield.h"
#include "text/pythontext.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace phasor;

namespace {

const QString kPython = QStringLiteral("/usr/bin/python3");

struct Case
{
    SchemeVariant variant;
    NotebookLibrary library = NotebookLibrary::PyTorch;
    std::string generator = "torch";
    std::int64_t maxLen = 300;
    std::int64_t width = 7;
    std::int64_t heads = 12;

    PositionSetup setup() const
    {
        return setupOf(variant, {.maxLen = maxLen, .width = width, .heads = heads, .generator = generator});
    }
    std::string name() const
    {
        return variant.name + (library == NotebookLibrary::PyTorch ? " torch " : " numpy ") + generator + " "
            + std::to_string(maxLen) + " x " + std::to_string(width) + ", " + std::to_string(heads) + " heads";
    }
    bool fits() const { return isAllowed(variant, setup()); }
    SchemeCode code() const { return variant.scheme->notebook(library, setup()); }
    bool drawn() const { return variant.scheme->make(setup()).ok(); } // NumPy has no truncated normal law
};

void addCases(std::vector<Case>& cases, const SchemeVariant& variant)
{
    using enum NotebookLibrary;
    for (const NotebookLibrary library : {PyTorch, NumPy}) {
        cases.push_back({variant, library});
        cases.push_back({variant, library, "torch", 300, 48});
        cases.push_back({variant, library, "torch", 1, 1, 1});
        cases.push_back({variant, library, "torch", 40, 64, 8});
    }
    if (variant.scheme->draws) {
        cases.push_back({variant, NumPy, "numpy"});
        cases.push_back({variant, NumPy, "numpy-legacy"});
        cases.push_back({variant, PyTorch, "philox"});
    }
}

// A table from a file whose name is full of what the code might take for its own words.
SchemeVariant learnedFromFile(const QString& path)
{
    const Scheme* learned = findScheme("learned");
    SchemeVariant variant{learned, "learned from a file"};
    learned->own[0].set(variant.own, "file:" + path.toStdString());
    return variant;
}

std::vector<Case> allCases(const QString& folder)
{
    std::vector<Case> cases;
    for (const SchemeVariant& variant : schemeVariants())
        addCases(cases, variant);
    const SchemeVariant file = learnedFromFile(folder + "/LIB.WIDTH it's.npy");
    for (const NotebookLibrary library : {NotebookLibrary::PyTorch, NotebookLibrary::NumPy})
        cases.push_back({file, library, "torch", 8, 7});
    std::erase_if(cases, [](const Case& c) { return !c.fits() || !c.drawn() || c.code().body.empty(); });
    return cases;
}

void append(QByteArray& bytes, const Field& field)
{
    Matrix cells;
    materialize(field, whole(field.shape()), cells);
    bytes.append(reinterpret_cast<const char*>(cells.data()), static_cast<qsizetype>(cells.rows() * cells.cols() * 4));
}

std::string line(const std::string& formula, const Field& field, std::int64_t row, std::int64_t column)
{
    float cell = 0;
    field.fill({row, column, 1, 1}, {&cell, 1, 1, 1});
    return formula + " = " + std::to_string(cell) + "\n";
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
}

// What the script is to give: its cells, their shape as Python writes it, and some formulas with their values.
struct Expected
{
    QByteArray cells;
    std::string shape;
    std::string formulas;
};

Expected expectedOf(const Case& c)
{
    const PositionModel model = c.variant.scheme->make(c.setup()).value();
    const auto own = c.variant.scheme->own;
    const bool rounds = std::any_of(own.begin(), own.end(), [](const auto& p) { return p.id == "precision"; });
    const bool exact = !rounds || !model.waves || model.waves->exact;
    const std::int64_t length = c.setup().maxLen;
    const std::string n = std::to_string(length);
    Expected expected;
    if (const auto table = tableOf(model)) {
        append(expected.cells, *table);
        const std::int64_t width = table->shape().cols;
        expected.shape = "[" + n + ", " + std::to_string(width) + "]";
        for (std::int64_t k = 0; k < width && exact && !table->formula(0, 0).empty(); ++k) {
            const std::int64_t row = 37 * k % length;
            expected.formulas += line(table->formula(row, k), *table, row, k);
        }
    }
    const bool sameNumbers = c.code().note.empty();
    for (std::int64_t head = 0; model.bias && head < c.heads; ++head) {
        const FieldPtr field = model.bias->field(head, c.maxLen);
        append(expected.cells, *field);
        expected.shape = "[" + std::to_string(c.heads) + ", " + n + ", " + n + "]";
        const std::int64_t query = 37 * head % c.maxLen;
        if (sameNumbers)
            expected.formulas += line(model.bias->formula(head, query, 0), *field, query, 0);
    }
    return expected;
}

// As the whole script of a pipeline has it (pipeline/notebook), but only the scheme's part.
std::string scriptOf(const Case& c, const std::string& shape)
{
    const SchemeCode code = c.code();
    const bool torch = c.library == NotebookLibrary::PyTorch;
    std::string script
        = code.note + code.imports + (torch ? "import torch\nfrom torch import nn\n" : "import numpy as np\n");
    script += "d_model = " + std::to_string(c.width) + "\nmax_len = " + std::to_string(c.setup().maxLen)
        + "\nheads = " + std::to_string(c.heads) + "\n" + code.constants;
    return script + spelled("ids = LIB.arange(max_len)\n" + replaced(code.body, "WIDTH", "d_model"), c.library)
        + "shape = " + shape + "\n";
}

} // namespace

class TestSchemeNotebooks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void sameBits_data();
    void sameBits();

private:
    QByteArray python(const QStringList& arguments) const;

    QTemporaryDir m_folder;
    std::vector<Case> m_cases;
    nlohmann::json m_results;
};

QByteArray TestSchemeNotebooks::python(const QStringList& arguments) const
{
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(kPython, arguments);
    if (!process.waitForFinished(250000) || process.exitCode() != 0)
        return {};
    return process.readAllStandardOutput();
}

// One Python for all scripts: importing PyTorch is what takes time.
void TestSchemeNotebooks::initTestCase()
{
    const QString make = QStringLiteral("import numpy as np, torch; m = np.arange(63.0).reshape(9, 7) / 8 - 3;"
                                        "np.save(\"LIB.WIDTH it's.npy\", m); print('made')");
    if (python({"-c", make}).isEmpty())
        QSKIP("no script can be run: NumPy or PyTorch cannot be imported");
    m_cases = allCases(m_folder.path());
    for (std::size_t i = 0; i < m_cases.size(); ++i) {
        const QString stem = m_folder.filePath(QString::number(i));
        const Expected expected = expectedOf(m_cases[i]);
        write(stem + ".py", QByteArray::fromStdString(scriptOf(m_cases[i], expected.shape)));
        write(stem + ".f32", expected.cells);
        write(stem + ".txt", QByteArray::fromStdString(expected.formulas));
    }
    const QByteArray compared = python({QStringLiteral(PHASOR_RUN_SCHEMES), m_folder.path()});
    QVERIFY(!compared.isEmpty());
    m_results = nlohmann::json::parse(compared.toStdString());
}

void TestSchemeNotebooks::sameBits_data()
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_cases.size(); ++i)
        QTest::newRow((std::to_string(i) + " " + m_cases[i].name()).c_str()) << i;
}

// The same bits, unless the note on top says what the library cannot do.
void TestSchemeNotebooks::sameBits()
{
    QFETCH(std::size_t, index);
    const nlohmann::json& result = m_results.at(std::to_string(index));
    QVERIFY2(!result.contains("error"), result.value("error", std::string()).c_str());
    if (!m_cases[index].code().note.empty())
        return;
    const QStringList words = QString::fromUtf8(QTest::currentDataTag()).split(u' ');
    const double otherwise = m_cases[index].library == NotebookLibrary::PyTorch ? tests::largestOfOtherSines(words) : 0;
    if (otherwise > 0 && tests::hasOtherSines(m_results.at("torch")))
        QVERIFY(result.at("largest") <= otherwise);
    else
        QCOMPARE(result.at("differing").get<std::int64_t>(), 0);
}

QTEST_GUILESS_MAIN(TestSchemeNotebooks)
#include "tst_schemenotebooks.moc"
