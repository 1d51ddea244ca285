// SPDX-License-Identifier: GPL-3.0-or-later
// A learned table: sampled as before training, or a trained one from a file.
#include "encodings/notebookcode.h"
#include "encodings/schemes.h"
#include "inputs/filecache.h"
#include "inputs/matrix/matrixfile.h"
#include "system/memory.h"
#include "text/numbers.h"
#include "text/pythontext.h"

#include <algorithm>

namespace phasor {

// Distribution of the table.
enum class TableLaw { Normal, Truncated, Uniform };
template <>
inline constexpr EnumChoice<TableLaw> kChoices<TableLaw>[] = {
    {TableLaw::Normal, {"normal", WORDS("N(0, std)"), WORDS("nn.init.normal_(table, 0, std): GPT-2 has std = 0.02")}},
    {TableLaw::Truncated,
     {"truncated", WORDS("truncated N(0, std)"),
      WORDS("nn.init.trunc_normal_(table, 0, std), cut at ±2 std, as in BERT")}},
    {TableLaw::Uniform,
     {"uniform", WORDS("U(−√3 std, √3 std)"), WORDS("nn.init.uniform_ with standard deviation std")}},
};

namespace {

constexpr std::string_view kFilePrefix = "file:";

struct LearnedSettings
{
    std::string table = "normal"; // the word of a TableLaw, or "file:PATH"
    double std = 0.02; // of a sampled table
    Seed seed; // of a sampled table

    bool isFile() const { return table.starts_with(kFilePrefix); }
    std::string file() const { return table.substr(kFilePrefix.size()); }
    TableLaw law() const { return fromId<TableLaw>(table).value_or(TableLaw::Normal); }

    bool operator==(const LearnedSettings&) const = default;
};

bool isDrawn(const SchemeSettings& settings)
{
    return !settings.as<LearnedSettings>().isFile();
}

// First rows of a given table: no formula, no waves.
class LearnedTable final : public PositionTable
{
public:
    LearnedTable(FieldPtr values, std::int64_t rows)
        : m_values(std::move(values))
        , m_shape{rows, m_values->shape().cols}
    {
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return m_values->bounds(); }
    void fill(Rect rect, MatrixView<float> out) const override { m_values->fill(rect, out); }
    void fillStreaming(Rect rect, MatrixView<float> out) const override { m_values->fillStreaming(rect, out); }
    bool inMemory() const override { return m_values->inMemory(); }
    MatrixView<const float> cells(Rect rect) const override { return m_values->cells(rect); }
    const MeansOfBlocks* means() const override { return m_values->means(); }
    std::string formula(std::int64_t, std::int64_t) const override { return {}; }
    bool isLearned() const override { return true; }

private:
    FieldPtr m_values;
    Shape m_shape;
};

// Code that samples a distribution: here, and in the two libraries.
struct Drawing
{
    TableLaw law;
    Result<Drawn> (*draw)(const Generator& generator, Shape shape, double std);
    const char* torch;
    const char* numpy;
};

constexpr Drawing kDrawings[] = {
    {TableLaw::Normal,
     [](const Generator& generator, Shape shape, double std) { return generator.normal(shape, 0, std); },
     "nn.init.normal_(pe, 0.0, table_std)",
     "pe = table_rng.normal(0, table_std, (max_len, WIDTH)).astype(np.float32)\n"},
    {TableLaw::Truncated,
     [](const Generator& generator, Shape shape, double std) {
         return generator.truncatedNormal(shape, 0, std, -2 * std, 2 * std);
     },
     "nn.init.trunc_normal_(pe, 0.0, table_std, -2 * table_std, 2 * table_std)",
     "pe = table_rng.normal(0, table_std, (max_len, WIDTH)).astype(np.float32)\n"
     "while (outside := abs(pe) > 2 * table_std).any():\n"
     "    pe[outside] = table_rng.normal(0, table_std, outside.sum())\n"},
    {TableLaw::Uniform,
     [](const Generator& generator, Shape shape, double std) {
         return generator.uniform(shape, -std::sqrt(3.0) * std, std::sqrt(3.0) * std);
     },
     "nn.init.uniform_(pe, -math.sqrt(3) * table_std, math.sqrt(3) * table_std)",
     "edge = math.sqrt(3) * table_std\n"
     "pe = table_rng.uniform(-edge, edge, (max_len, WIDTH)).astype(np.float32)\n"},
};

const Drawing& drawingOf(TableLaw law)
{
    return *std::ranges::find(kDrawings, law, &Drawing::law);
}

Error unequal(std::string where, std::int64_t asked, SourceText what, Shape file, Message remedy)
{
    return usageError("SHAPE", std::move(where), what.with(asked, Message::option("--table"), file.rows, file.cols),
                      std::move(remedy));
}

Result<std::shared_ptr<const MatrixFile>> openTable(const LearnedSettings& settings, FileCache& files)
{
    return MatrixFile::open(settings.file(), files, NpyContent::Matrix, MatrixRole::Positions);
}

// Reads the entire file into memory: a scheme can't report faults of a file that is read later, window by window.
Result<std::shared_ptr<const ImportedMatrix>> readWhole(const MatrixFile& file, const std::string& path)
{
    const ByteCount bytes = static_cast<ByteCount>(file.layout().numbers()) * sizeof(float);
    if (const Status fits
        = requireMemory(bytes, WORDS("the matrix needs %1, %2 are available"), WORDS("save fewer rows"));
        !fits.ok()) {
        Error error = fits.error();
        error.where = quotedPlace(path);
        return error;
    }
    return file.read({.memory = UINT64_MAX});
}

Result<PositionModel> readModel(const PositionSetup& setup, const LearnedSettings& settings)
{
    FileCache files;
    TRY(const auto file, openTable(settings, files));
    const Shape shape = file->shape();
    if (shape.cols != setup.width)
        return unequal("--d-model", setup.width,
                       WORDS("PE has %1 dimensions here, but the file of %2 has %3 rows of %4 columns"), shape,
                       WORDS("use a width that fits, or another file"));
    if (shape.rows < setup.maxLen)
        return unequal("--max-len", setup.maxLen,
                       WORDS("PE has %1 positions here, but the file of %2 has %3 rows of %4 columns"), shape,
                       WORDS("use %1 %2 or less").with(Message::option("--max-len"), shape.rows));
    TRY(const auto matrix, readWhole(*file, settings.file()));
    PositionModel model{.table = std::make_shared<LearnedTable>(matrix->values, setup.maxLen)};
    model.finite = matrix->statistics.nan + matrix->statistics.inf == 0;
    for (const Warning& warning : matrix->warnings)
        model.warnings.push_back(warning.text);
    return model;
}

Result<PositionModel> makeLearned(const PositionSetup& setup)
{
    const auto settings = setup.own.as<LearnedSettings>();
    if (settings.isFile())
        return readModel(setup, settings);
    TRY(const auto generator, makeGenerator(setup.generator, settings.seed, setup.grid));
    TRY(const Drawn drawn, drawingOf(settings.law()).draw(*generator, {setup.maxLen, setup.width}, settings.std));
    return PositionModel{.table = std::make_shared<LearnedTable>(drawn.values, setup.maxLen)};
}

SchemeCode fileCode(NotebookLibrary library, const LearnedSettings& settings)
{
    FileCache files;
    const auto file = openTable(settings, files);
    const ReadingCode code = readingCode(library, file.ok() ? (*file)->origin() : ArrayOrigin{}, "table_file");
    return {.imports = code.imports,
            .constants = "table_file = " + pythonString(matrixName(settings.file()).path) + "\n",
            .body = "# A table that was learned: PE [max_len, WIDTH].\npe = " + code.expression + "[:max_len]\n"};
}

SchemeCode learnedNotebook(NotebookLibrary library, const PositionSetup& setup)
{
    const auto settings = setup.own.as<LearnedSettings>();
    if (settings.isFile())
        return fileCode(library, settings);
    const bool torch = library == NotebookLibrary::PyTorch;
    SchemeCode code{.note = drawNote(library, setup.generator),
                    .imports = settings.law() == TableLaw::Uniform ? "import math\n" : "",
                    .constants = "table_std = " + printReal(settings.std) + "\n"};
    code.body = "# A table to be learned, as it is before training: PE [max_len, WIDTH].\n"
        + seedLines(library, setup.generator, settings.seed);
    if (torch)
        code.body += std::string("    pe = torch.empty(max_len, WIDTH)\n    ") + drawingOf(settings.law()).torch + "\n";
    else
        code.body += drawingOf(settings.law()).numpy;
    return code;
}

} // namespace

Scheme learnedScheme()
{
    return {
        .id = "learned",
        .label = WORDS("Learned"),
        .kind = SchemeKind::Table,
        .formula = WORDS("PE[p, j] = T[p, j], a table of max_len rows"),
        .source = WORDS("Gehring et al. 2017, Convolutional Sequence to Sequence Learning, section 3.1"),
        .draws = true,
        .own = {
            schemeParameter(choiceOrFile("table", WORDS("Learned table"), enumChoices<TableLaw>, kFilePrefix)
                                .says(WORDS("How the learned PE is initialized, or a file with a trained "
"one (formats as for E).")),
                            &LearnedSettings::table),
            schemeParameter(real("table-std", WORDS("Table σ"), 1e-30, 1e30)
                                .logarithmic()
                                .says(WORDS("Standard deviation of the values of a random table.")),
                            &LearnedSettings::std)
                .onlyWhen(isDrawn),
            tableSeed(WORDS("Seed of the random generator before PE is sampled. The embedding has its own seed."),
                      &LearnedSettings::seed)
                .onlyWhen(isDrawn),
        },
        .make = makeLearned,
        .notebook = learnedNotebook,
    };
}

} // namespace phasor
