// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/builds.h"

#include "views/dropout/dropout.h"

namespace phasor {

static Result<NodePtr> maskOf(SceneReader& scene, const char* generator)
{
    TRY(const PipelinePtr build, scene.beside(Side::A, [generator](Parameters& p) { p.random.generator = generator; }));
    return build->node("mask");
}

DataTable BuildsData::table() const
{
    DataTable table;
    table.append("without_mkl_", tableOf(withoutMkl));
    table.append("with_mkl_", tableOf(withMkl));
    table.append("differing_", tableOf(differing));
    return table;
}

Result<ViewDataPtr> compute(const BuildsRequest& request, SceneReader& scene, Effort)
{
    TRY(const NodePtr without, maskOf(scene, "torch"));
    TRY(const NodePtr with, maskOf(scene, "torch-mkl"));
    auto data = std::make_shared<BuildsData>();
    data->probability = without->find<DropoutFacts>()->probability;
    PictureRequest picture = request.picture.sized(request.widths[0], request.picture.height);
    TRY(data->withoutMkl, makePicture(*without, picture, kStillCells));
    picture.width = request.widths[1];
    TRY(data->withMkl, makePicture(*with, picture, kStillCells));
    picture.width = request.widths[2];
    picture.colorMap = defaultColorMap(true, picture.dark).id;
    const double reach = picture.dark ? 2 : 1; // a dark ground's map is red halfway to its end
    picture.range = Interval{-reach, reach}; // the center means agreement
    const FieldPtr differing = differenceOf(*without->field, *with->field, true);
    Quantity quantity = without->quantity;
    quantity.symbol = WORDS("differs");
    TRY(data->differing,
        makePicture(Pictured{*differing, without->rows, without->columns, quantity}, picture, kStillCells));
    const Estimate agreeing = shareOfZeros(*differing, visibleCells(data->differing), kStillCells / 2);
    data->differingShare = {1 - agreeing.value, agreeing.error};
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
