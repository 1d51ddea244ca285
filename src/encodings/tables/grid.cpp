// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/tables/grid.h"

#include "encodings/tables/joinedtable.h"

#include <cmath>

namespace phasor::grid {

namespace {

struct Box
{
    std::int64_t width = 1; // rows; even if the bell's width is, so that both have the same center
    double weight = 1; // all boxes together: 1
};

// Weights of a bell's rows: its three boxes convolved with each other.
std::vector<double> bellOf(const BellRows& rows)
{
    std::vector<double> weights{1};
    for (const std::int64_t size : rows.boxes) {
        std::vector<double> next(weights.size() + static_cast<std::size_t>(size) - 1, 0.0);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            for (std::size_t k = 0; k < static_cast<std::size_t>(size); ++k)
                next[i + k] += weights[i] / static_cast<double>(size);
        }
        weights = std::move(next);
    }
    return weights;
}

// Exact sum: one box for each step of the bell's flank.
std::vector<Box> wholeHeap(const BellRows& rows)
{
    const std::vector<double> bell = bellOf(rows);
    const auto size = static_cast<std::int64_t>(bell.size());
    std::vector<Box> heap;
    double below = 0;
    for (std::int64_t i = 0; 2 * i < size; ++i) {
        const std::int64_t width = size - 2 * i;
        const double height = bell[static_cast<std::size_t>(i)];
        heap.push_back({width, (height - below) * static_cast<double>(width)});
        below = height;
    }
    return heap;
}

// Approximate sum: eight boxes of equal weight.
std::vector<Box> roughHeap(const BellRows& rows, std::int64_t size)
{
    // Boxes that are no wider than w carry 4 (w/2)³ / 3 of a continuous bell (three boxes of width 1) for w < 1, and
    // 1.5 (w/2)² − 2 (w/2)³ / 3 − 1/8 of it for w up to 3. This is 1/16, 3/16 … 15/16 at these w, found by bisection.
    constexpr double kWidths[] = {0.7211247851537026, 1.0412529166082525, 1.2761152466555128, 1.4999999999999973,
                                  1.7238847533444845, 1.9587470833917449, 2.2225529557670551, 2.5707676204012238};
    const double box = static_cast<double>(rows.boxes[0] + rows.boxes[1] + rows.boxes[2]) / 3;
    std::vector<Box> heap;
    for (const double width : kWidths) {
        const std::int64_t spare = std::llround((static_cast<double>(size) - box * width) / 2);
        heap.push_back({size - 2 * spare, 1.0 / std::size(kWidths)});
    }
    return heap;
}

// Low-pass filter over rows, made of plain block means only, for a Field that has no formula for it. The filter is a
// bell, a B-spline window (BellRows). It is a sum of boxes: constant windows with the same center.
//
//               ___
//            __|   |__            the bell  ≈  wide box + narrower box + … + narrowest box,
//         __|         |__         and the mean over a box is a plain mean.
//     ___|               |___
//
// Bells of up to 33 rows are exact. A wider bell gets 8 boxes; it leaves less than 0.03 of waves shorter than 0.8 n
// (n: BellRows). Cost: up to 17 plain means for each row of `out`.
void bellMeansOfBoxes(const MeansOfBlocks& field, const BellRows& rows, std::span<const Span> cols,
                      MatrixView<float> out)
{
    constexpr std::int64_t kWhole = 33;
    const std::int64_t size = rows.boxes[0] + rows.boxes[1] + rows.boxes[2] - 2;
    const std::vector<Box> heap = size <= kWhole ? wholeHeap(rows) : roughHeap(rows, size);
    Matrix means({out.rows(), out.cols()});
    std::vector<Span> spans = rows.spans;
    for (std::size_t k = 0; k < heap.size(); ++k) {
        const std::int64_t spare = (size - heap[k].width) / 2;
        for (std::size_t i = 0; i < spans.size(); ++i)
            spans[i] = {rows.spans[i].begin + spare, rows.spans[i].end - spare};
        field.blockMeans(spans, cols, means.view());
        const auto weight = static_cast<float>(heap[k].weight);
        for (std::int64_t r = 0; r < out.rows(); ++r) {
            for (std::int64_t c = 0; c < out.cols(); ++c)
                out(r, c) = (k == 0 ? 0 : out(r, c)) + weight * means(r, c);
        }
    }
}

constexpr std::int64_t kMostCells = 2147483647;

// One axis of the grid as a table of cells: each cell has the row of `axis` for its row or column.
class CellTable final : public PositionTable, private MeansOfBlocks
{
public:
    CellTable(PositionTablePtr axis, Shape grid, bool ofRows)
        : m_axis(std::move(axis))
        , m_grid(grid)
        , m_ofRows(ofRows)
    {
    }

    Shape shape() const override { return {m_grid.rows * m_grid.cols, m_axis->shape().cols}; }
    Interval bounds() const override { return m_axis->bounds(); }
    const MeansOfBlocks* means() const override { return this; }
    std::string formula(std::int64_t row, std::int64_t column) const override
    {
        return m_axis->formula(m_ofRows ? row / m_grid.cols : row % m_grid.cols, column);
    }
    std::optional<ColumnWave> wave(std::int64_t column) const override { return m_axis->wave(column); }

    // Fills a row of the grid at a time: its cells are consecutive rows of the axis, or the same row repeated.
    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows;) {
            const std::int64_t column = (rect.row + r) % m_grid.cols;
            const std::int64_t count = std::min(rect.rows - r, m_grid.cols - column);
            const MatrixView<float> cells = out.window({r, 0, count, rect.cols});
            const std::int64_t different = m_ofRows ? 1 : count; // further ones are copies of the first
            m_axis->fill({m_ofRows ? (rect.row + r) / m_grid.cols : column, rect.col, different, rect.cols},
                         cells.window({0, 0, different, rect.cols}));
            for (std::int64_t copy = different; copy < count; ++copy)
                std::copy_n(cells.row(0), rect.cols, cells.row(copy));
            r += count;
        }
    }

private:
    // Rows of the axis in the run of cells with the index `run`, each counted `weight` times.
    struct Share
    {
        std::size_t run = 0;
        Span span;
        double weight = 0;
    };
    // Adds the shares of a run of cells: part of a row of the grid, entire rows, part of a row.
    void addShares(std::size_t run, Span cells, std::vector<Share>& shares) const
    {
        const auto add = [&](std::int64_t row, Span columns, std::int64_t rows) {
            if (columns.size() <= 0 || rows <= 0)
                return;
            if (m_ofRows)
                shares.push_back({run, {row, row + rows}, static_cast<double>(columns.size())});
            else
                shares.push_back({run, columns, static_cast<double>(rows)});
        };
        const std::int64_t width = m_grid.cols;
        const std::int64_t first = cells.begin / width;
        const std::int64_t last = (cells.end - 1) / width;
        const Span head{cells.begin % width, first == last ? (cells.end - 1) % width + 1 : width};
        add(first, head, 1);
        add(first + 1, {0, width}, last - first - 1);
        if (last > first)
            add(last, {0, (cells.end - 1) % width + 1}, 1);
    }

    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        bellMeansOfBoxes(*this, rows, cols, out); // a bell crosses ends of the grid's rows: there is no formula
        return true;
    }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        std::vector<Share> shares;
        for (std::size_t i = 0; i < rows.size(); ++i)
            addShares(i, rows[i], shares);
        std::vector<Span> spans;
        std::ranges::transform(shares, std::back_inserter(spans), &Share::span);
        Matrix means({std::ssize(spans), std::ssize(cols)});
        m_axis->means()->blockMeans(spans, cols, means.view());
        out.fill(0);
        for (std::int64_t k = 0; k < std::ssize(shares); ++k) {
            const auto& [run, span, weight] = shares[static_cast<std::size_t>(k)];
            const double cells = weight * static_cast<double>(span.size());
            const auto share = static_cast<float>(cells / static_cast<double>(rows[run].size()));
            float* const row = out.row(static_cast<std::int64_t>(run));
            for (std::int64_t j = 0; j < means.cols(); ++j)
                row[j] += share * means(k, j);
        }
    }

    PositionTablePtr m_axis;
    Shape m_grid;
    bool m_ofRows;
};

Error wrongGrid(std::string code, Message what)
{
    return usageError(std::move(code), "--grid", std::move(what), WORDS("use rows × columns, such as 14x14"));
}

// Rows and columns, each at least 1, of 2^31 − 1 cells in all. Errors: Usage TYPE, RANGE.
Result<Shape> parse(const std::string& text)
{
    const std::size_t cross = text.find('x');
    if (cross == std::string::npos)
        return wrongGrid("TYPE", WORDS("%1 is not HxW").with(inQuotes(text)));
    const auto rows = parseInteger(std::string_view(text).substr(0, cross));
    const auto columns = parseInteger(std::string_view(text).substr(cross + 1));
    for (const auto* side : {&rows, &columns}) {
        if (!side->ok())
            return wrongGrid(side->error().code, WORDS("%1 is not HxW").with(inQuotes(text)));
        if (**side < 1)
            return wrongGrid("RANGE", WORDS("the grid %1 has no cells").with(inQuotes(text)));
    }
    if (*rows > kMostCells / *columns)
        return wrongGrid("RANGE", WORDS("the grid %1 has more than %2 cells").with(inQuotes(text), kMostCells));
    return Shape{*rows, *columns};
}

Shape shapeOf(const PositionSetup& setup)
{
    return parse(setup.own.as<Settings>().grid).value();
}

} // namespace

std::vector<SchemeParameter> parameters()
{
    return {schemeParameter(text("grid", WORDS("Grid"))
                                .says(WORDS("Rows × columns of the grid, such as 14x14. Positions are its cells, row "
                                            "by row; their number is max_len."))
                                .asBasic(),
                            &Settings::grid)};
}

std::int64_t positions(const SchemeSettings& own)
{
    const auto grid = parse(own.as<Settings>().grid);
    return grid.ok() ? grid->rows * grid->cols : 0;
}

Status check(const PositionSetup& setup)
{
    const std::string text = setup.own.as<Settings>().grid;
    TRY(const Shape grid, parse(text));
    const std::int64_t cells = grid.rows * grid.cols;
    if (setup.maxLen != cells)
        return usageError(
            "RANGE", "--max-len",
            WORDS("must be the number of cells of %2 %3, %4, but is %1")
                .with(setup.maxLen, Message::option("--grid"), text, cells),
            WORDS("leave %1 out, or use another %2").with(Message::option("--max-len"), Message::option("--grid")));
    if (setup.width % 4 != 0)
        return usageError("RANGE", "--d-model",
                          WORDS("the dimensions of PE must be a multiple of 4 for a grid, not %1").with(setup.width),
                          WORDS("use %1").with(std::max<std::int64_t>(4, setup.width / 4 * 4)));
    return Done{};
}

Result<PositionModel> model(const PositionSetup& setup, Axis axis, First first)
{
    const Shape grid = shapeOf(setup);
    std::vector<TablePart> parts;
    Waves waves;
    for (const bool ofRows : {first == First::Rows, first != First::Rows}) {
        const std::int64_t length = ofRows ? grid.rows : grid.cols;
        const auto table = std::make_shared<WaveTable>(axis(length, setup.width / 2));
        const std::vector<double>& frequencies = table->frequencies();
        waves.frequencies.insert(waves.frequencies.end(), frequencies.begin(), frequencies.end());
        waves.reach.insert(waves.reach.end(), frequencies.size(), length);
        parts.push_back(
            {std::make_shared<CellTable>(table, grid, ofRows), static_cast<std::int64_t>(frequencies.size())});
    }
    return PositionModel{.table = joinedTable(std::move(parts)), .waves = std::move(waves), .gridColumns = grid.cols};
}

SchemeCode notebook(const PositionSetup& setup, std::string body)
{
    const Shape grid = shapeOf(setup);
    return {.imports = "import math\nfrom decimal import Decimal, getcontext\n",
            .constants = "rows, columns = " + std::to_string(grid.rows) + ", " + std::to_string(grid.cols) + "\n",
            .body = std::move(body)};
}

} // namespace phasor::grid
