// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/check/tablecheck.h"

#include "field/field.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace phasor {

namespace {

constexpr std::int64_t kMostShift = 1 << 16;
constexpr std::int64_t kPartCells = 4096; // of a part that tells whether a change is worth a comparison
constexpr std::int64_t kSeeds[]
    = {0,    1,    2,    3,    4,    5,    7,    8,    10,   11,   13,    21,    23,    24,     32,     42,   43,
       64,   66,   77,   99,   100,  101,  111,  123,  128,  256,  314,   321,   333,   420,    456,    512,  555,
       666,  777,  789,  999,  1000, 1001, 1024, 1111, 1234, 1337, 1729,  1984,  2017,  2018,   2019,   2020, 2021,
       2022, 2023, 2024, 2025, 2026, 3407, 4321, 5555, 8888, 9999, 12345, 31415, 54321, 123456, 1234567};

// On a tie these come before other values.
constexpr std::pair<std::string_view, std::string_view> kUsual[]
    = {{"generator", "torch-mkl"}, {"precision", "float32"},   {"layout", "halves"},  {"scale", "none"},
       {"mode", "eval"},           {"placement", "embedding"}, {"combine", "concat"}, {"init-after-default", "on"}};

// Values to try for a parameter: all choices; of numbers 0 … 100, or 0 … 1 in hundredths, and round ones.
std::vector<ParameterValue> valuesOf(const ParameterSpec& spec, const Parameters& p)
{
    std::vector<ParameterValue> values;
    if (spec.optional())
        values.emplace_back(std::monostate{});
    if (spec.choices != nullptr) {
        for (const ParameterChoice& choice : spec.choices())
            values.emplace_back(std::string(choice.id));
    }
    if (spec.kind == ParameterKind::Seed) {
        for (const std::int64_t seed : kSeeds)
            values.emplace_back(Seed{static_cast<std::uint64_t>(seed)});
        return values;
    }
    const bool whole = spec.kind == ParameterKind::Integer;
    if (!whole && spec.kind != ParameterKind::Real && spec.kind != ParameterKind::ChoiceOrNumber)
        return values;
    std::vector<double> numbers;
    for (int i = 0; i <= 100; ++i)
        numbers.push_back(whole ? i : i / 100.0);
    for (const double power : {1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6}) {
        for (const double mantissa : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
            numbers.push_back(mantissa * power);
    }
    for (int k = 1; k <= 16; ++k)
        numbers.push_back(std::exp2(k));
    for (const double power : {1.0, 0.5, -0.5, -1.0})
        numbers.push_back(std::pow(static_cast<double>(p.encoding.dModel), power));
    for (const double number : numbers) {
        if (number < spec.minimum || number > spec.maximum || (whole && number != std::floor(number)))
            continue;
        values.push_back(whole ? ParameterValue(static_cast<std::int64_t>(number)) : ParameterValue(number));
    }
    return values;
}

FieldPtr transposed(const FieldPtr& table)
{
    const Shape shape{table->shape().cols, table->shape().rows};
    return computedField(shape, table->bounds(), [table](Rect rect, MatrixView<float> out) {
        Matrix cells(Shape{rect.cols, rect.rows});
        table->fill({rect.col, rect.row, rect.cols, rect.rows}, cells.view());
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c)
                out(r, c) = cells(c, r);
        }
    });
}

// One possible cause.
struct Candidate
{
    TableExplanation said;
    Parameters parameters;
    const ParameterSpec* parameter = nullptr; // the changed one
    std::function<FieldPtr(const Pipeline&)> table = {}; // null: the stage's
    std::optional<Span> rows = {}; // that a shift has rows for; nothing: all
};

struct Explainer
{
    TableCheck& check;
    const Matrix& file;
    const NodeId& stage;
    const Tolerance& bound;
    Candidate start; // what is changed: the setup, or the setup with a first change
    std::int64_t before; // cells to explain
    PipelineCache cache = {}; // its own: for thousands of setups
    std::vector<std::pair<Span, std::int64_t>> parts = {}; // rows, and how many of their cells are unexplained
    FieldPtr same = {}; // the start's table: a change that keeps it has no effect
    std::optional<Candidate> best = {};
    bool second = false; // the start has a first change that was found
    int tries = 0;

    void run()
    {
        tryAll();
        if (!explains(best) && startFromTheFilesShape())
            tryAll();
        const std::optional<Candidate> single = best;
        std::vector<std::optional<Candidate>> firsts{single}; // of two changes
        for (const auto& [id, value] : kUsual) // alone it may explain nothing: each cell depends on both changes
            firsts.push_back(changed(id, std::string(value)));
        second = true;
        for (const std::optional<Candidate>& first : firsts) {
            if (!first || explains(best))
                continue;
            start = *first;
            tryAll();
        }
        if (explains(best))
            check.explanation = best->said;
        else if (single)
            check.closest = single->said;
    }

    // Whether the table has another shape that the file's d_model and max_len give. It is the start of changes then.
    bool startFromTheFilesShape()
    {
        Candidate other = start;
        for (const auto& [id, size] : {std::pair("d-model", file.cols()), std::pair("max-len", file.rows())})
            start = changed(id, size).value_or(start);
        std::swap(other, start);
        const FieldPtr table = check.difference.file == check.difference.ours ? nullptr : tableOf(other);
        if (!table || table->shape() != file.shape())
            return false;
        start = other;
        best.reset();
        const TableDifference left = differenceOf(file, *table, {.tolerance = bound});
        before = check.rounding ? left.differing : left.beyond;
        if (before == 0)
            (best = start)->said.otherBits = left.differing;
        return before > 0;
    }

    bool explains(const std::optional<Candidate>& candidate) const
    {
        return candidate
            && (check.rounding ? candidate->said.otherBits == 0 : 10 * candidate->said.differing <= before);
    }

    // The start with one more change.
    Candidate with(const std::string& id, const Message& text) const
    {
        Candidate candidate = start;
        const bool first = start.said.id.empty();
        candidate.said.id = first ? id : start.said.id + " + " + id;
        candidate.said.text = first ? text : WORDS("%1; and %2").with(start.said.text, text);
        return candidate;
    }

    // Nothing if that is no change. Without id and text: those of the parameter.
    std::optional<Candidate> changed(std::string_view parameter, const ParameterValue& value,
                                     const std::string& id = {}, const Message& text = {}) const
    {
        const ParameterSpec* spec = findParameter(parameter, start.parameters);
        if (spec == nullptr || value == spec->get(start.parameters))
            return std::nullopt;
        const bool none = std::holds_alternative<std::monostate>(value);
        const std::string printed = none ? "none" : printValue(value);
        Candidate candidate = id.empty() ? with(std::string(spec->id) + "=" + printed,
                                                WORDS("%1 is %2").with(Message::option(spec->option()), printed))
                                         : with(id, text);
        spec->set(candidate.parameters, value);
        candidate.said.parameters.emplace_back(spec->key(), none ? "null" : printed);
        candidate.parameter = id.empty() ? spec : nullptr;
        return candidate;
    }

    PipelinePtr pipelineOf(const Parameters& parameters)
    {
        const Result<PipelinePtr> pipeline = Pipeline::make(parameters, cache, currentCancel());
        return pipeline.ok() ? *pipeline : nullptr;
    }

    FieldPtr tableOf(const Candidate& candidate)
    {
        const PipelinePtr pipeline = pipelineOf(candidate.parameters);
        if (!pipeline || candidate.table)
            return pipeline ? candidate.table(*pipeline) : nullptr;
        const NodePtr node = pipeline->find(stage);
        return node && node->field.ok() ? *node->field : nullptr;
    }

    void tryOne(const std::optional<Candidate>& candidate)
    {
        if (!candidate || (best && best->said.otherBits == 0) || cancelled())
            return;
        if (++tries % 64 == 0) { // now and then the cache forgets what was tried
            tableOf(start); // stays in it
            cache.forgetUnused();
        }
        const FieldPtr table = tableOf(*candidate);
        if (!table || table == same || table->shape() != file.shape())
            return;
        note(*candidate);
        if (!candidate->rows && !helpsInPart(*table))
            return;
        const std::int64_t fewest = best ? best->said.differing : before;
        const TableDifference left
            = differenceOf(file, *table, {.tolerance = bound, .rows = candidate->rows, .most = fewest});
        const std::int64_t unexplained = check.rounding ? left.differing : left.beyond;
        if (unexplained > fewest || (unexplained == fewest && (!best || left.differing >= best->said.otherBits)))
            return;
        best = candidate;
        best->said.differing = unexplained;
        best->said.otherBits = left.differing;
    }

    // Whether it explains an eighth of the cells in the first rows that differ, or in the middle.
    bool helpsInPart(const Field& table) const
    {
        return std::ranges::any_of(parts, [&](const auto& part) {
            return 8 * differenceOf(file, table, {.tolerance = bound, .rows = part.first}).beyond < 7 * part.second;
        });
    }

    void note(const Candidate& candidate)
    {
        if (second || candidate.rows)
            return;
        auto& tried = check.tried;
        if (candidate.parameter == nullptr || tried.empty() || tried.back().parameter != candidate.parameter)
            tried.push_back({candidate.parameter, candidate.said.text, 0});
        ++tried.back().values;
    }

    void tryAll()
    {
        same = tableOf(start);
        parts.clear();
        const std::int64_t rows = std::min(file.rows(), kPartCells / file.cols() + 1);
        const std::int64_t first = check.difference.first ? check.difference.first->row : 0;
        for (const std::int64_t row : {first, file.rows() / 2}) {
            const Span part{row, std::min(row + rows, file.rows())};
            const bool alike = same && same->shape() == file.shape();
            parts.emplace_back(
                part, alike ? differenceOf(file, *same, {.tolerance = bound, .rows = part}).beyond : kPartCells);
        }
        const Parameters p = start.parameters;
        tryOne(changed("dropout-seed", p.random.seed, "seed-again-before-mask",
                       WORDS("the seed is set again just before the mask")));
        tryOne(changed("dropout", 1 - p.dropout.p, "p-swapped", WORDS("p is the probability of being kept")));
        if (const ParameterSpec* base = findParameter("base", p)) {
            const double b = std::get<double>(base->get(p));
            tryOne(
                changed("base", b * b, "exponent-doubled", WORDS("the exponent is doubled: 2i twice, ω = b^(−4i/d)")));
        }
        if (!start.table)
            tryTables();
        for (const auto& [id, value] : kUsual)
            tryOne(changed(id, std::string(value)));
        if (best && best->said.differing == 0)
            return;
        std::vector<const ParameterSpec*> specs = specsOf(p);
        std::stable_partition(specs.begin(), specs.end(), [](const ParameterSpec* spec) {
            return spec->id != "embedding-std"; // last: a scale explains the same, and is changed more often
        });
        for (const ParameterSpec* spec : specs) {
            const bool matters = !spec->matters || spec->matters(p);
            for (const ParameterValue& value : matters ? valuesOf(*spec, p) : std::vector<ParameterValue>())
                tryOne(changed(spec->id, value));
        }
        Candidate each = with("seed-before-each", WORDS("the seed is set again before each sampling"));
        for (const char* id : {"table-seed", "projection-seed", "dropout-seed"}) {
            if (const auto drawn = changed(id, p.random.seed)) {
                findParameter(id, p)->set(each.parameters, p.random.seed);
                each.said.parameters.push_back(drawn->said.parameters.back());
            }
        }
        tryOne(each);
    }

    void tryTables()
    {
        for (const MistakeInfo& info : mistakes()) {
            Candidate candidate = with(std::string(info.id), info.text);
            candidate.table = [mistake = info.mistake, this](const Pipeline& now) {
                return mistaken(now, mistake, stage);
            };
            tryOne(candidate);
        }
        Candidate turned = with("transposed", WORDS("rows and columns are swapped"));
        turned.table = [table = same](const Pipeline&) {
            return table ? transposed(table) : nullptr;
        };
        tryOne(turned);
        const PipelinePtr pipeline = pipelineOf(start.parameters);
        if (!pipeline || !same || same->shape() != file.shape())
            return;
        tryShifts(same->shape().rows, WORDS("row r of the file is row r + %1"), [this](std::int64_t shift) {
            return computedField(same->shape(), same->bounds(),
                                 [table = same, shift](Rect rect, MatrixView<float> out) {
                                     table->fill({rect.row + shift, rect.col, rect.rows, rect.cols}, out);
                                 });
        });
        if (mistaken(*pipeline, Mistake::RowsShifted, stage))
            tryShifts(pipeline->model().table->shape().rows, WORDS("row r has the encoding of row r + %1"),
                      [&](std::int64_t shift) { return mistaken(*pipeline, Mistake::RowsShifted, stage, shift); });
    }

    // `shifted(n)`: the file if its row r has row r + n of the `count` rows. The middle row decides which n get a
    // complete comparison; n must have rows for half of the file.
    void tryShifts(std::int64_t count, SourceText text, const std::function<FieldPtr(std::int64_t)>& shifted)
    {
        const std::int64_t rows = file.rows();
        const Span middle{rows / 2, rows / 2 + 1};
        const std::int64_t most = std::min(kMostShift, count - 1 - rows / 2); // the middle row has a partner
        if (start.said.id.empty())
            check.tried.push_back({nullptr, text.with(WORDS("from −%1 to %2").with(rows / 2, most)), 1});
        for (std::int64_t n = 1; n <= most && !cancelled(); ++n) {
            for (const std::int64_t shift : {n, -n}) {
                const FieldPtr table = -shift > rows / 2 ? nullptr : shifted(shift);
                if (!table
                    || 10 * differenceOf(file, *table, {.tolerance = bound, .rows = middle}).beyond > file.cols())
                    continue;
                Candidate candidate = with("rows-shifted=" + std::to_string(shift), text.with(shift));
                candidate.table = [table](const Pipeline&) {
                    return FieldPtr(table);
                };
                candidate.rows = Span{std::max<std::int64_t>(0, -shift), std::min(rows, count - shift)};
                tryOne(candidate);
            }
        }
    }
};

} // namespace

void explain(TableCheck& check, const Matrix& file, const Pipeline& pipeline, const NodeId& stage,
             const Tolerance& bound)
{
    Explainer{check,
              file,
              stage,
              bound,
              {.said = {}, .parameters = pipeline.parameters()},
              check.rounding ? check.difference.differing : check.difference.beyond}
        .run();
}

} // namespace phasor
