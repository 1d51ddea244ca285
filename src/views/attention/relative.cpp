// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/relative.h"

#include "encodings/schemes.h"
#include "views/measures/measure.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

std::vector<ViewOption> relativeOptions()
{
    return {
        setting(choice("lay-over", WORDS("compare schemes"), schemeChoices)
                    .several()
                    .says(WORDS("Other schemes in relative, with their defaults: alibi,t5."))
                    .beside(WORDS("Other schemes to compare with, with their defaults"))
                    .keptAs("schemes"),
                &RelativeOptions::schemes),
        setting(flag("log-distance", WORDS("log"))
                    .says(WORDS("Whether relative has a logarithmic distance axis."))
                    .beside(WORDS("Logarithmic distance axis, from 1 on"))
                    .keptAs("distance", "linear", "log"),
                &RelativeOptions::logarithmic),
    };
}

namespace {

constexpr std::int64_t kFrameTerms = std::int64_t{1} << 20; // cosines of a picture while something moves
constexpr std::int64_t kStillTerms = std::int64_t{1} << 24;
constexpr std::int64_t kRowPairs = 16; // pairs of rows for the mean at a distance, if a table has no formula
constexpr std::int64_t kOtherHeads = 32; // heads of a setup, shown next to the chosen one

using Curve = RelativeData::Curve;
using Law = RelativeData::Law;

// A function of the distance alone.
struct DistanceFunction
{
    std::function<double(std::int64_t)> at; // null: there is none
    Law law = Law::Kernel;
    bool ofLastQuery = false;
    std::int64_t cost = 1; // terms of one value
    bool refused = false; // as Missing::refused
    std::int64_t length = std::numeric_limits<std::int64_t>::max(); // of the measured table
};

double cosineOf(const Matrix& a, const Matrix& b)
{
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (std::int64_t c = 0; c < a.cols(); ++c) {
        const auto x = static_cast<double>(a.data()[c]);
        const auto y = static_cast<double>(b.data()[c]);
        ab += x * y;
        aa += x * x;
        bb += y * y;
    }
    return aa == 0 || bb == 0 ? 0 : ab / std::sqrt(aa * bb); // NaN: one is not finite
}

// Mean cosine of rows k apart, measured on some evenly spread pairs, for tables without formula.
DistanceFunction rowCosines(const std::shared_ptr<const PositionTable>& table)
{
    const Shape shape = table->shape();
    return {.at =
                [table, shape](std::int64_t k) {
                    const std::int64_t pairs = std::min(kRowPairs, shape.rows - k);
                    Matrix row(Shape{1, shape.cols});
                    Matrix later(Shape{1, shape.cols});
                    std::vector<double> cosines;
                    for (std::int64_t i = 0; i < pairs; ++i) {
                        const std::int64_t position = (2 * i + 1) * (shape.rows - k) / (2 * pairs);
                        table->fill({position, 0, 1, shape.cols}, row.view());
                        table->fill({position + k, 0, 1, shape.cols}, later.view());
                        cosines.push_back(cosineOf(row, later));
                    }
                    return estimatedMean(cosines, true).value;
                },
            .law = Law::Rows,
            .cost = kRowPairs * shape.cols,
            .length = shape.rows};
}

// Bias of the last of `length` queries if the bias depends on the query, too.
DistanceFunction biasOf(const std::shared_ptr<const PositionModel>& model, std::int64_t head, std::int64_t length)
{
    DistanceFunction function{.at = {}, .law = Law::Bias, .cost = 4};
    if (model->bias->atDistance(head, 0)) {
        function.at = [model, head](std::int64_t k) {
            return model->bias->atDistance(head, k).value();
        };
        return function;
    }
    function.ofLastQuery = true;
    function.at = [field = model->bias->field(head, length), length](std::int64_t k) {
        float value = 0;
        field->fill({length - 1, length - 1 - k, 1, 1}, {&value, 1, 1, 1});
        return static_cast<double>(value);
    };
    return function;
}

DistanceFunction functionOf(const std::shared_ptr<const PositionModel>& model, std::int64_t head, std::int64_t length)
{
    if (model->bias)
        return biasOf(model, head, length);
    if (!model->table && !model->rotation)
        return {};
    if (!model->waves && model->rotation)
        return {.at = {}, .refused = true};
    if (!model->waves || !model->waves->paired || !model->waves->reach.empty())
        return rowCosines(model->table);
    return {.at = [model](std::int64_t k) { return kernelAt(*model, k); },
            .cost = std::ssize(model->waves->frequencies)};
}

// Makes all curves of a request.
struct Curves
{
    RelativeData& data;
    const RelativeRequest& request;
    std::int64_t length;
    std::int64_t terms; // terms that may be computed for each

    void add(Curve curve, const DistanceFunction& function)
    {
        curve.law = function.law;
        curve.ofLastQuery = function.ofLastQuery;
        const DistanceSteps steps
            = distanceSteps(std::min(length, function.length), request.width, request.options.logarithmic,
                            std::max<std::int64_t>(1, terms / std::max<std::int64_t>(1, function.cost)));
        curve.envelope = steps.envelope;
        for (const auto& [distance, ks] : steps.columns) {
            double low = INFINITY;
            double high = -INFINITY;
            for (const std::int64_t k : ks) {
                const double value = function.at(k);
                low = std::min(low, value);
                high = std::max(high, value);
            }
            curve.distances.push_back(distance);
            curve.values.push_back(low);
            if (steps.envelope) {
                curve.distances.push_back(distance);
                curve.values.push_back(high);
            }
        }
        if (curve.law == Law::Kernel)
            seekHalf(curve, function);
        data.curves.push_back(std::move(curve));
    }

    void addModel(const std::shared_ptr<const PositionModel>& model, const Scheme& scheme, std::optional<Side> side,
                  const AttentionSettings& attention)
    {
        Curve curve{.side = side, .scheme = std::string(scheme.id), .label = scheme.label, .head = attention.head};
        const DistanceFunction function = functionOf(model, attention.head, length);
        if (!function.at) {
            data.missing.push_back({side, scheme.label, function.refused});
            return;
        }
        if (function.law == Law::Bias && side)
            addOtherHeads(model, curve, attention);
        add(std::move(curve), function);
    }

    // Adds them before the chosen head, which is drawn last.
    void addOtherHeads(const std::shared_ptr<const PositionModel>& model, const Curve& like,
                       const AttentionSettings& attention)
    {
        for (std::int64_t head = 0; head < std::min(attention.heads, kOtherHeads); ++head) {
            if (head == attention.head)
                continue;
            Curve curve = like;
            curve.head = head;
            curve.chosenHead = false;
            add(std::move(curve), functionOf(model, head, length));
        }
    }

    // Tries every distance, as the curve's points are as far apart as pixels.
    void seekHalf(Curve& curve, const DistanceFunction& function) const
    {
        const std::int64_t last
            = std::min(std::min(length, function.length) - 1, terms / std::max<std::int64_t>(1, function.cost));
        while (!curve.halved && curve.sought < last) {
            if (function.at(++curve.sought) <= 0.5)
                curve.halved = curve.sought;
        }
    }
};

Status addSide(RelativeData& data, Curves& curves, SceneReader& scene, Side side)
{
    const EncodingSettings& encoding = scene.read(&Parameters::encoding, side);
    TRY(const PipelinePtr pipeline, scene.beside(side));
    const std::shared_ptr<const PositionModel> model(pipeline, &pipeline->model());
    curves.addModel(model, *findScheme(encoding.scheme), side, scene.read(&Parameters::attention, side));
    if (const PositionRotation* rotation = model->turns();
        rotation != nullptr && side == Side::A && rotation->trainedLength < encoding.maxLen)
        data.trainedLength = rotation->trainedLength;
    if (const NodePtr scores = scene.node("scores", side); scores->field.ok()) {
        MeanScores means = meanScores(**scores->field, curves.request.width, curves.request.options.logarithmic);
        means.side = side;
        if (!means.distances.empty())
            data.measured.push_back(std::move(means));
    }
    return Done{};
}

// Overlays another scheme on A's: A's setup with that scheme.
void addOther(RelativeData& data, Curves& curves, SceneReader& scene, const Scheme& scheme)
{
    const Result<PipelinePtr> pipeline
        = scene.beside(Side::A, [&](Parameters& p) { setScheme(p.encoding, scheme.id); });
    if (!pipeline.ok()) {
        data.missing.push_back({std::nullopt, scheme.label, true});
        return;
    }
    curves.addModel({*pipeline, &(*pipeline)->model()}, scheme, std::nullopt, (*pipeline)->parameters().attention);
}

} // namespace

DataTable RelativeData::table() const
{
    DataTable table;
    std::array<DataTable, 2> sides; // what A and B may both have, under the same names
    std::array<std::string, 2> laws; // the names in `table`
    for (const Curve& curve : curves) {
        std::string name = curve.scheme;
        if (curve.law == Law::Bias)
            name += "_head_" + std::to_string(curve.head);
        if (curve.side && curve.chosenHead && !curve.envelope) {
            const auto side = static_cast<std::size_t>(*curve.side);
            const std::string law = curve.law == Law::Bias ? "bias" : "kernel";
            sides[side].add(law + "_distance", curve.distances, kKey);
            sides[side].add(law, curve.values);
            laws[side] = name;
        }
        name.insert(0, curve.side == Side::B ? "b_" : curve.side ? "" : "other_");
        table.add(name + "_distance", curve.distances);
        table.add(name, curve.values);
    }
    for (const MeanScores& one : measured) {
        const std::string side = one.side == Side::B ? "b_" : "";
        table.add(side + "measured_distance", one.distances);
        table.add(side + "measured_mean_score", one.scores);
        sides[static_cast<std::size_t>(one.side)].add("measured_distance", one.distances, kKey);
        sides[static_cast<std::size_t>(one.side)].add("measured_mean_score", one.scores);
    }
    DataTable difference = differenceOf(sides[0], sides[1]);
    for (DataTable::Column& column : difference.columns) {
        const std::size_t law = column.name.starts_with("bias") ? 4 : column.name.starts_with("kernel") ? 6 : 0;
        if (law > 0)
            column.name.replace(0, law, laws[0] == laws[1] ? laws[0] : laws[0] + "_less_" + laws[1]);
    }
    table.append("difference_", std::move(difference));
    return table;
}

Result<ViewDataPtr> compute(const RelativeRequest& request, SceneReader& scene, Effort effort)
{
    auto data = std::make_shared<RelativeData>();
    data->logarithmic = request.options.logarithmic;
    const std::int64_t length = scene.read(&Parameters::encoding).maxLen;
    data->most = std::max(1.0, static_cast<double>(length - 1));
    Curves curves{*data, request, length, effort == Effort::Frame ? kFrameTerms : kStillTerms};
    TRY_DONE(addSide(*data, curves, scene, Side::A));
    if (scene.comparing())
        TRY_DONE(addSide(*data, curves, scene, Side::B));
    for (const std::string& id : request.options.schemes) {
        if (cancelled())
            return cancelledError();
        if (const Scheme* scheme = findScheme(id))
            addOther(*data, curves, scene, *scheme);
    }
    if (cancelled())
        return cancelledError();
    noteLeftOut(*data, scene, "queries");
    data->coarse = effort == Effort::Frame && std::ranges::any_of(data->curves, &Curve::envelope);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
