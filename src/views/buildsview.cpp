// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/buildsview.h"

#include "views/viewtext.h"

#include <cmath>

namespace phasor {

namespace {

// |a − b| of two masks of one shape: 1 where only one of them keeps the cell.
class Differing : public Field
{
public:
    Differing(FieldPtr a, FieldPtr b)
        : m_a(std::move(a))
        , m_b(std::move(b))
    {
    }

    Shape shape() const override { return m_a->shape(); }
    Interval bounds() const override { return {0, 1}; }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_a->fill(rect, out);
        Matrix other(Shape{rect.rows, rect.cols});
        m_b->fill(rect, other.view());
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c)
                out.row(r)[c] = std::abs(out.row(r)[c] - other(r, c));
        }
    }

private:
    FieldPtr m_a;
    FieldPtr m_b;
};

Result<FieldPtr> maskOf(const Stages& stages, const char* generator)
{
    if (stages.parameters().generator == generator)
        return stages.field(StageId::Mask);
    Parameters parameters = stages.parameters();
    parameters.generator = generator;
    const Result<StagesPtr> other = Stages::make(parameters);
    if (!other.ok())
        return other.error();
    return (*other)->field(StageId::Mask);
}

double meanOf(const Matrix& values)
{
    double sum = 0;
    for (std::int64_t i = 0; i < values.rows() * values.cols(); ++i)
        sum += values.data()[i];
    return sum / static_cast<double>(values.rows() * values.cols());
}

// Where cells have more than a pixel they are counted: some have a pixel more than others.
double shareOf(const Field& differing, const HeatmapData& picture)
{
    const Span rows = cellsOf(picture.rows, picture.table.rows);
    const Span cols = cellsOf(picture.columns, picture.table.cols);
    if (rows.size() > picture.height || cols.size() > picture.width)
        return meanOf(picture.values);
    Matrix cells(Shape{rows.size(), cols.size()});
    differing.fill({rows.begin, cols.begin, rows.size(), cols.size()}, cells.view());
    return meanOf(cells);
}

std::string summaryOf(const BuildsData& data, const Stages& stages)
{
    if (stages.dropProbability() == 0)
        return "nothing is dropped, so all builds agree";
    if (data.differingShare == 0)
        return "the masks agree here";
    return percent(data.differingShare)
        + " of the cells differ: with the same seed, MKL (x86 builds up to 2.6) draws masks from a generator of its "
          "own";
}

Result<ViewDataPtr> run(const BuildsRequest& request, const Stages& stages, const CancelToken& cancel)
{
    const Result<FieldPtr> without = maskOf(stages, "torch");
    const Result<FieldPtr> with = maskOf(stages, "torch-mkl");
    if (!without.ok())
        return without.error();
    if (!with.ok())
        return with.error();
    HeatmapRequest picture{
        .rows = request.rows, .columns = request.columns, .width = request.widths[0], .height = request.height};
    const FieldPicture kept{.colorMap = findColorMap("grey"), .mean = "share kept", .valueLabel = "share kept"};
    const Differing differing(*without, *with);
    const FieldPicture differs{.colorMap = findColorMap("RdBu"), .mean = "share that differs", .valueLabel = "differs"};
    Result<HeatmapData> left = makePicture(**without, kept, picture, stages, cancel);
    if (!left.ok())
        return left.error();
    picture.width = request.widths[1];
    Result<HeatmapData> right = makePicture(**with, kept, picture, stages, cancel);
    if (!right.ok())
        return right.error();
    picture.width = request.widths[2];
    picture.range = "-1:1"; // from the diverging map's white, where they agree
    Result<HeatmapData> difference = makePicture(differing, differs, picture, stages, cancel);
    if (!difference.ok())
        return difference.error();
    auto data = std::make_shared<BuildsData>();
    data->withoutMkl = std::move(*left);
    data->withMkl = std::move(*right);
    data->differing = std::move(*difference);
    data->differingShare = shareOf(differing, data->differing);
    data->summary = summaryOf(*data, stages);
    data->detail = generatorText("torch") + "\n\n" + generatorText("torch-mkl");
    return ViewDataPtr(std::move(data));
}

} // namespace

ViewJob buildsJob(const BuildsRequest& request)
{
    return {"builds",
            {StageId::Mask, StageId::Tokens},
            keyOf(request.rows) + "|" + keyOf(request.columns) + "|" + std::to_string(request.widths[0]) + "x"
                + std::to_string(request.widths[1]) + "x" + std::to_string(request.widths[2]) + "x"
                + std::to_string(request.height),
            [request](const Stages& stages, const CancelToken& cancel) {
                return run(request, stages, cancel);
            }};
}

} // namespace phasor
