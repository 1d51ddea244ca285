// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/check/tablecheck.h"

#include "views/check/mistakes.h"

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

class Explainer
{
public:
    Explainer(TableCheck& check, const Matrix& file, const Pipeline& pipeline, const NodeId& stage,
              const Tolerance& bound, const CancelToken& cancel)
        : m_check(check)
        , m_file(file)
        , m_stage(stage)
        , m_bound(bound)
        , m_cancel(cancel)
        , m_start{.said = {}, .parameters = pipeline.parameters()}
        , m_before(check.rounding ? check.difference.differing : check.difference.beyond)
    {
    }

    void run()
    {
        tryAll();
        if (!explains(m_best) && startFromTheFilesShape())
            tryAll();
        const std::optional<Candidate> single = m_best;
        if (single && !explains(single) && 4 * single->said.differing <= 3 * m_before) {
            m_second = true;
            m_start = *single;
            tryAll();
        }
        if (explains(m_best))
            m_check.explanation = m_best->said;
        else if (single)
            m_check.closest = single->said;
    }

private:
    // Whether the table has another shape that the file's d_model and max_len give. It is the start of changes then.
    bool startFromTheFilesShape()
    {
        Candidate start = m_start;
        for (const auto& [id, size] : {std::pair("d-model", m_file.cols()), std::pair("max-len", m_file.rows())})
            m_start = changed(id, size).value_or(m_start);
        std::swap(start, m_start);
        const FieldPtr table = m_check.difference.file == m_check.difference.ours ? nullptr : tableOf(start);
        if (!table || table->shape() != m_file.shape())
            return false;
        m_start = start;
        m_best.reset();
        const TableDifference left = differenceOf(m_file, *table, {.tolerance = m_bound});
        m_before = m_check.rounding ? left.differing : left.beyond;
        if (m_before == 0)
            (m_best = m_start)->said.otherBits = left.differing;
        return m_before > 0;
    }

    bool explains(const std::optional<Candidate>& candidate) const
    {
        return candidate
            && (m_check.rounding ? candidate->said.otherBits == 0 : 10 * candidate->said.differing <= m_before);
    }

    // The start with one more change.
    Candidate with(const std::string& id, const Message& text) const
    {
        Candidate candidate = m_start;
        const bool first = m_start.said.id.empty();
        candidate.said.id = first ? id : m_start.said.id + " + " + id;
        candidate.said.text = first ? text : WORDS("%1; and %2").with(m_start.said.text, text);
        return candidate;
    }

    // Nothing if that is no change. Without id and text: those of the parameter.
    std::optional<Candidate> changed(std::string_view parameter, const ParameterValue& value,
                                     const std::string& id = {}, const Message& text = {}) const
    {
        const ParameterSpec* spec = findParameter(parameter, m_start.parameters);
        if (spec == nullptr || value == spec->get(m_start.parameters))
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
        const Result<PipelinePtr> pipeline = Pipeline::make(parameters, m_cache, m_cancel);
        return pipeline.ok() ? *pipeline : nullptr;
    }

    FieldPtr tableOf(const Candidate& candidate)
    {
        const PipelinePtr pipeline = pipelineOf(candidate.parameters);
        if (!pipeline || candidate.table)
            return pipeline ? candidate.table(*pipeline) : nullptr;
        const NodePtr node = pipeline->find(m_stage);
        return node && node->field.ok() ? *node->field : nullptr;
    }

    void tryOne(const std::optional<Candidate>& candidate)
    {
        if (!candidate || (m_best && m_best->said.otherBits == 0) || m_cancel.cancelled())
            return;
        if (++m_tries % 64 == 0) { // now and then the cache forgets what was tried
            tableOf(m_start); // stays in it
            m_cache.forgetUnused();
        }
        const FieldPtr table = tableOf(*candidate);
        if (!table || table == m_same || table->shape() != m_file.shape())
            return;
        note(*candidate);
        if (!candidate->rows && !helpsInPart(*table))
            return;
        const std::int64_t fewest = m_best ? m_best->said.differing : m_before;
        const TableDifference left
            = differenceOf(m_file, *table, {.tolerance = m_bound, .rows = candidate->rows, .most = fewest});
        const std::int64_t unexplained = m_check.rounding ? left.differing : left.beyond;
        if (unexplained > fewest || (unexplained == fewest && (!m_best || left.differing >= m_best->said.otherBits)))
            return;
        m_best = candidate;
        m_best->said.differing = unexplained;
        m_best->said.otherBits = left.differing;
    }

    // Whether it explains an eighth of the cells in the first rows that differ, or in the middle.
    bool helpsInPart(const Field& table) const
    {
        return std::ranges::any_of(m_parts, [&](const auto& part) {
            return 8 * differenceOf(m_file, table, {.tolerance = m_bound, .rows = part.first}).beyond < 7 * part.second;
        });
    }

    void note(const Candidate& candidate)
    {
        if (m_second || candidate.rows)
            return;
        auto& tried = m_check.tried;
        if (candidate.parameter == nullptr || tried.empty() || tried.back().parameter != candidate.parameter)
            tried.push_back({candidate.parameter, candidate.said.text, 0});
        ++tried.back().values;
    }

    void tryAll()
    {
        m_same = tableOf(m_start);
        m_parts.clear();
        const std::int64_t rows = std::min(m_file.rows(), kPartCells / m_file.cols() + 1);
        const std::int64_t first = m_check.difference.first ? m_check.difference.first->row : 0;
        for (const std::int64_t row : {first, m_file.rows() / 2}) {
            const Span part{row, std::min(row + rows, m_file.rows())};
            const bool same = m_same && m_same->shape() == m_file.shape();
            m_parts.emplace_back(
                part, same ? differenceOf(m_file, *m_same, {.tolerance = m_bound, .rows = part}).beyond : kPartCells);
        }
        const Parameters p = m_start.parameters;
        tryOne(changed("dropout-seed", p.random.seed, "seed-again-before-mask",
                       WORDS("the seed is set again just before the mask")));
        tryOne(changed("dropout", 1 - p.dropout.p, "p-swapped", WORDS("p is the probability of being kept")));
        if (const ParameterSpec* base = findParameter("base", p)) {
            const double b = std::get<double>(base->get(p));
            tryOne(
                changed("base", b * b, "exponent-doubled", WORDS("the exponent is doubled: 2i twice, ω = b^(−4i/d)")));
        }
        if (!m_start.table)
            tryTables();
        for (const auto& [id, value] : kUsual)
            tryOne(changed(id, std::string(value)));
        if (m_best && m_best->said.differing == 0)
            return;
        for (const ParameterSpec* spec : specsOf(p)) {
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
                return mistaken(now, mistake, m_stage);
            };
            tryOne(candidate);
        }
        Candidate turned = with("transposed", WORDS("rows and columns are swapped"));
        turned.table = [table = m_same](const Pipeline&) {
            return table ? transposed(table) : nullptr;
        };
        tryOne(turned);
        const PipelinePtr pipeline = pipelineOf(m_start.parameters);
        if (!pipeline || !m_same || m_same->shape() != m_file.shape())
            return;
        tryShifts(m_same->shape().rows, WORDS("row r of the file is row r + %1"), [this](std::int64_t shift) {
            return computedField(m_same->shape(), m_same->bounds(),
                                 [table = m_same, shift](Rect rect, MatrixView<float> out) {
                                     table->fill({rect.row + shift, rect.col, rect.rows, rect.cols}, out);
                                 });
        });
        if (mistaken(*pipeline, Mistake::RowsShifted, m_stage))
            tryShifts(pipeline->model().table->shape().rows, WORDS("row r has the encoding of row r + %1"),
                      [&](std::int64_t shift) { return mistaken(*pipeline, Mistake::RowsShifted, m_stage, shift); });
    }

    // `shifted(n)`: the file if its row r has row r + n of the `count` rows. The middle row decides which n get a
    // complete comparison; n must have rows for half of the file.
    void tryShifts(std::int64_t count, SourceText text, const std::function<FieldPtr(std::int64_t)>& shifted)
    {
        const std::int64_t rows = m_file.rows();
        const Span middle{rows / 2, rows / 2 + 1};
        const std::int64_t most = std::min(kMostShift, count - 1 - rows / 2); // the middle row has a partner
        if (m_start.said.id.empty())
            m_check.tried.push_back({nullptr, text.with(WORDS("from −%1 to %2").with(rows / 2, most)), 1});
        for (std::int64_t n = 1; n <= most && !m_cancel.cancelled(); ++n) {
            for (const std::int64_t shift : {n, -n}) {
                const FieldPtr table = -shift > rows / 2 ? nullptr : shifted(shift);
                if (!table
                    || 10 * differenceOf(m_file, *table, {.tolerance = m_bound, .rows = middle}).beyond > m_file.cols())
                    continue;
                Candidate candidate = with("rows-shifted=" + std::to_string(shift), text.with(shift));
                candidate.table = [table](const Pipeline&) {
                    return table;
                };
                candidate.rows = Span{std::max<std::int64_t>(0, -shift), std::min(rows, count - shift)};
                tryOne(candidate);
            }
        }
    }

    TableCheck& m_check;
    const Matrix& m_file;
    NodeId m_stage;
    Tolerance m_bound;
    CancelToken m_cancel;
    PipelineCache m_cache; // its own: for thousands of setups
    Candidate m_start; // what is changed: the setup, or the setup with a first change
    std::int64_t m_before; // cells to explain
    std::vector<std::pair<Span, std::int64_t>> m_parts = {}; // rows, and how many of their cells are unexplained
    FieldPtr m_same; // the start's table: a change that keeps it has no effect
    std::optional<Candidate> m_best = {};
    bool m_second = false; // the start has a first change that was found
    int m_tries = 0;
};

} // namespace

void explain(TableCheck& check, const Matrix& file, const Pipeline& pipeline, const NodeId& stage,
             const Tolerance& bound, const CancelToken& cancel)
{
    Explainer(check, file, pipeline, stage, bound, cancel).run();
}

} // namespace phasor
