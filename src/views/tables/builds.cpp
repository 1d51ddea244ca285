// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/builds.h"

#include "analysis/rows/norms.h"
#include "field/matrixfield.h"
#include "views/waves/wavefacts.h"

namespace phasor {

namespace {

Result<NodePtr> maskOf(SceneReader& scene, const char* generator)
{
    TRY(const PipelinePtr build, scene.beside(Side::A, [generator](Parameters& p) { p.random.generator = generator; }));
    return build->node("mask");
}

// If cells have more than one pixel, cells are counted: some have more pixels than others.
Estimate shareOf(const Field& differing, const Picture& picture)
{
    const Span rows = cellsOf(picture.visibleRows, picture.rows.count);
    const Span cols = cellsOf(picture.visibleColumns, picture.columns.count);
    if (rows.size() > picture.height || cols.size() > picture.width) {
        std::vector<double> lines; // of pixels: neighboring lines are independent
        for (std::int64_t y = 0; y < picture.values.rows(); ++y)
            lines.push_back(meanOf(std::span(picture.values.view().row(y), static_cast<std::size_t>(picture.width))));
        return estimatedMean(lines, !picture.sampled);
    }
    const Matrix cells = materialized(differing, {rows.begin, cols.begin, rows.size(), cols.size()});
    return meanOf(std::span(cells.data(), static_cast<std::size_t>(cells.rows() * cells.cols())));
}

} // namespace

Result<ViewDataPtr> compute(const BuildsRequest& request, SceneReader& scene, Effort)
{
    TRY(const NodePtr without, maskOf(scene, "torch"));
    TRY(const NodePtr with, maskOf(scene, "torch-mkl"));
    auto data = std::make_shared<BuildsData>();
    data->probability = without->find<DropoutFacts>()->probability;
    PictureRequest picture = pictureRequest(request, request.widths[0], request.height);
    TRY(data->withoutMkl, makePicture(*without, picture, kStillCells, scene.cancel()));
    picture.width = request.widths[1];
    TRY(data->withMkl, makePicture(*with, picture, kStillCells, scene.cancel()));
    picture.width = request.widths[2];
    picture.colorMap = "RdBu";
    picture.range = Interval{-1, 1}; // white of the diverging map means agreement
    const FieldPtr differing = differenceOf(*without->field, *with->field, true);
    Quantity quantity = without->quantity;
    quantity.symbol = WORDS("differs");
    TRY(data->differing,
        makePicture(Pictured{*differing, without->rows, without->columns, quantity}, picture, kStillCells,
                    scene.cancel()));
    data->dead = without->columns.period == 0 ? deadDimensionsOf(scene) : nullptr;
    data->differingShare = shareOf(*differing, data->differing);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
